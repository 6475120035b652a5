import {
  holds,
  includesAll,
  intersection,
  type PermissionMask,
  permissionsIn,
} from '../../../contract/permissions.ts';
import type { Actor } from '../base/access/actor.ts';
import type { EventStream } from './event-stream.ts';
import type { HeldPermissions } from './held-permissions.ts';
import { eventOf, type Message } from './messages.ts';

/** A subscriber to a workspace: what it asked for, and its rights when they were last sent. */
export class Reader {
  readonly userId: string;
  readonly credential: Actor['credential'];
  readonly stream: EventStream;
  /** Restricts events to one board; null for all. */
  readonly #boardId: string | null;
  /** The permissions that the credential allows. */
  readonly #mask: PermissionMask;
  /** It knows, or has been sent, everything up to this position. */
  position: number;
  #known: HeldPermissions = { held: 0, onBoards: new Map() };

  constructor(
    actor: Actor,
    stream: EventStream,
    { boardId, after }: { boardId: string | null; after: number },
  ) {
    this.userId = actor.userId;
    this.credential = actor.credential;
    this.#mask = actor.mask;
    this.stream = stream;
    this.#boardId = boardId;
    this.position = after;
  }

  mayRead({ position, boardId, needs }: Message, permissions: HeldPermissions): boolean {
    if (position <= this.position) return false;
    const held =
      boardId === null ? intersection(permissions.held, this.#mask) : this.holdsOn(boardId, permissions);
    return includesAll(held, needs);
  }

  /** Its permissions on a board; none on boards that it did not ask for. */
  holdsOn(boardId: string, { onBoards }: Pick<HeldPermissions, 'onBoards'>): PermissionMask {
    if (this.#boardId !== null && boardId !== this.#boardId) return 0;
    return intersection(onBoards.get(boardId) ?? 0, this.#mask);
  }

  /** The boards that it asked for and can see. */
  boardsIn({ onBoards }: HeldPermissions): string[] {
    return [...onBoards.keys()].filter((id) => this.#sees(onBoards, id));
  }

  /** Remembers its current rights; returns the events for what changed, and the ids of newly visible boards. */
  learns(permissions: HeldPermissions, position: number): { events: Buffer[]; shown: string[] } {
    const before = this.#known;
    this.#known = permissions;
    const events: Buffer[] = [];
    const rights = (boardPublicId: string | null, held: PermissionMask) =>
      events.push(
        eventOf({
          position,
          type: 'rights.updated',
          user: null,
          boardPublicId,
          permissions: permissionsIn(intersection(held, this.#mask)),
        }),
      );
    if (this.#differs(before.held, permissions.held)) rights(null, permissions.held);
    if (before.onBoards === permissions.onBoards) return { events, shown: [] };
    const shown: string[] = [];
    for (const id of new Set([...before.onBoards.keys(), ...permissions.onBoards.keys()])) {
      const [saw, sees] = [this.#sees(before.onBoards, id), this.#sees(permissions.onBoards, id)];
      if (saw && !sees) events.push(boardGone(position, id));
      if (sees && !saw) shown.push(id);
      const [had, has] = [before.onBoards.get(id) ?? 0, permissions.onBoards.get(id) ?? 0];
      // If its rights on the board equal those in the workspace, the one event for the workspace covers it.
      const asElsewhere = had === before.held && has === permissions.held;
      if (saw && sees && !asElsewhere && this.#differs(had, has)) rights(id, has);
    }
    return { events, shown };
  }

  #differs(before: PermissionMask, after: PermissionMask): boolean {
    return intersection(before, this.#mask) !== intersection(after, this.#mask);
  }

  #sees(onBoards: HeldPermissions['onBoards'], id: string): boolean {
    return holds(this.holdsOn(id, { onBoards }), 'board:view');
  }
}

/** The event for a board that is no longer visible, whatever the reason. */
const boardGone = (position: number, publicId: string): Buffer =>
  eventOf({
    position,
    type: 'board.gone',
    user: null,
    boardPublicId: publicId,
    gone: true,
    board: { publicId },
  });
