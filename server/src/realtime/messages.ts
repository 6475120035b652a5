import type { Static } from 'typebox';
import type { PermissionMask } from '../../../contract/permissions.ts';
import type { LivePresence } from '../../../contract/presence.ts';
import type { Part } from './parts.ts';
import type { Things } from './things.ts';

/* What is sent, as Server-Sent Events have it. A text is made once, and the same bytes go to all who may read it. */

/** One event, and who is sent it. */
export interface Message {
  readonly position: number;
  readonly boardId: string | null;
  readonly needs: PermissionMask;
  readonly bytes: Buffer;
}

export const eventOf = (data: object): Buffer => Buffer.from(`data: ${JSON.stringify(data)}\n\n`);

/** What a part says: the thing as it is, on its board; or that it is gone from there. */
export function messageOf({ change, boardId, needs, thing }: Part, things: Things): Message {
  const { position, type } = change;
  const head = `"position":${position},"type":"${type}","user":${things.user(change.userId)},${byKey(change, things)}"boardPublicId":${JSON.stringify(boardId)}`;
  const bytes = Buffer.from(`data: {${head},${saying(thing, boardId, things)}}\n\n`);
  return { position, boardId, needs, bytes };
}

/** Which API key; of an account that is no more, as little as its name. */
const byKey = ({ apiKey, userId }: Part['change'], things: Things): string =>
  apiKey === null || things.isDeleted(userId) ? '' : `"apiKey":${apiKey},`;

function saying(thing: Part['thing'], boardId: string | null, things: Things): string {
  if (!thing) return `"reread":true`;
  const { kind, id } = thing;
  const found = things.of(kind, id, boardId);
  // What is elsewhere by now, another change tells of.
  const isThere = found && (found.boardId === null || found.boardId === boardId);
  if (isThere) return `${found.isCut ? '"reread":true,' : ''}"${kind}":${found.json}`;
  return `"gone":true,"${kind}":{"publicId":"${id}"}`;
}

/** Says that all up to a position has been sent. */
export const positionEvent = (position: number, boardPublicIds?: readonly string[]): Buffer =>
  named('position', position, { position, boardPublicIds });

/** Says that what came up to a position is not told: the reader reads everything anew. */
export const resetEvent = (position: number): Buffer => named('reset', position, { position });

const named = (event: string, id: number, data: object): Buffer =>
  Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** Says who looks at boards now. It has no id: nobody resumes from it. */
export const presenceEvent = (presence: Static<typeof LivePresence>): Buffer =>
  Buffer.from(`event: presence\ndata: ${JSON.stringify(presence)}\n\n`);

/** Says after how many milliseconds to come again once the connection is lost. */
export const retryAfter = (milliseconds: number): Buffer => Buffer.from(`retry: ${milliseconds}\n\n`);

export const heartbeat = Buffer.from(':\n\n');
