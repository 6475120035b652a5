import type { Static } from 'typebox';
import { shownFromElsewhere } from '../../../contract/events.ts';
import type { LivePosition } from '../../../contract/live.ts';
import type { PermissionMask } from '../../../contract/permissions.ts';
import type { LivePresence } from '../../../contract/presence.ts';
import type { Entities } from './entities.ts';
import type { Part } from './event-parts.ts';

/* Messages in the format of Server-Sent Events. Each is built once, and its bytes are shared by all readers. */

/** One event, and the permissions needed to receive it. */
export interface Message {
  readonly position: number;
  readonly boardId: string | null;
  readonly needs: PermissionMask;
  /** The only user whom it is sent to; by default all. */
  readonly onlyFor?: string | undefined;
  readonly bytes: Buffer;
  /** The card that it is about, for readers who filter cards. */
  readonly card?: CardOfMessage | undefined;
}

interface CardOfMessage {
  readonly id: string;
  /** Whether it is on the board of the message. */
  readonly isThere: boolean;
  /** The event that it is gone, for a reader whose filter it does not pass; undefined if the message is about a thing on it. */
  readonly gone: (() => Buffer) | undefined;
}

export const eventOf = (data: object): Buffer => Buffer.from(`data: ${JSON.stringify(data)}\n\n`);

/** The event of a part: the current state of the entity on its board, or that it is gone from there. */
export function messageOf(part: Part, entities: Entities): Message {
  const { change, boardId, needs, onlyFor } = part;
  const { position, type } = change;
  const by = shownFromElsewhere.has(type)
    ? '"user":null,'
    : `"user":${entities.user(change.userId)},${byKey(change, entities)}`;
  const head = `"position":${position},"type":"${type}",${by}"boardPublicId":${JSON.stringify(boardId)}`;
  const made = (payload: string) => Buffer.from(`data: {${head},${payload}}\n\n`);
  return {
    position,
    boardId,
    needs,
    onlyFor,
    bytes: made(payloadOf(part, entities)),
    card: cardOf(part, entities, (id) => made(goneOf('card', id))),
  };
}

function cardOf(
  { entity, boardId, change: { cardId } }: Part,
  entities: Entities,
  gone: (id: string) => Buffer,
): CardOfMessage | undefined {
  if (cardId === null || !entity) return undefined;
  const isThere = entities.of('card', cardId)?.boardId === boardId;
  return { id: cardId, isThere, gone: entity.kind === 'card' ? () => gone(cardId) : undefined };
}

const goneOf = (kind: string, id: string): string => `"gone":true,"${kind}":{"publicId":"${id}"}`;

/** The API key that was used; omitted for a deleted account, as its name is. */
const byKey = ({ apiKey, userId }: Part['change'], entities: Entities): string =>
  apiKey === null || entities.isDeleted(userId) ? '' : `"apiKey":${apiKey},`;

function payloadOf({ entity, boardId, view, rule, plan }: Part, entities: Entities): string {
  if (view !== undefined) return `"view":{"publicId":"${view}"}`;
  if (rule !== undefined) return `"rule":{"publicId":"${rule}"}`;
  if (plan !== undefined) return `"plan":{"publicId":"${plan}"}`;
  if (!entity) return `"reread":true`;
  const { kind, id } = entity;
  const found = entities.of(kind, id, boardId);
  // If it has moved to another board since, another change covers that.
  const isThere = found && (found.boardId === null || found.boardId === boardId);
  if (isThere) return `${found.isCut ? '"reread":true,' : ''}"${kind}":${found.json}`;
  return goneOf(kind, id);
}

/** States that everything up to a position has been sent; after a resumption, with what the reader may see and do. */
export const positionEvent = (
  position: number,
  now: Omit<Static<typeof LivePosition>, 'position'> = {},
): Buffer => named('position', position, { position, ...now });

/** States that changes up to a position are not sent: the client must reread everything. */
export const resetEvent = (position: number): Buffer => named('reset', position, { position });

const named = (event: string, id: number, data: object): Buffer =>
  Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** States who is viewing boards now. It has no id, since clients do not resume from it. */
export const presenceEvent = (presence: Static<typeof LivePresence>): Buffer =>
  Buffer.from(`event: presence\ndata: ${JSON.stringify(presence)}\n\n`);

/** Sets after how many milliseconds a client reconnects when the connection is lost. */
export const retryAfter = (milliseconds: number): Buffer => Buffer.from(`retry: ${milliseconds}\n\n`);

export const heartbeat = Buffer.from(':\n\n');
