import { holds, type PermissionMask, permissionsIn } from '../../../contract/permissions.ts';
import type { Actor } from '../base/access/actor.ts';
import type { EventStream } from './event-stream.ts';
import { eventOf, type Message } from './messages.ts';
import type { Standing } from './standings.ts';

/** Someone who follows a workspace: what they asked for, and what they could see when something was last sent. */
export class Reader {
  readonly userId: string;
  readonly credential: Actor['credential'];
  readonly stream: EventStream;
  /** Only what happens there; null for everywhere. */
  readonly #boardId: string | null;
  /** What the credential lets through. */
  readonly #mask: PermissionMask;
  /** All up to there it knows, or has been sent. */
  position: number;
  #known: Standing = { held: 0, onBoards: new Map() };

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

  mayRead({ position, boardId, needs }: Message, standing: Standing): boolean {
    if (position <= this.position) return false;
    const held = boardId === null ? standing.held & this.#mask : this.holdsOn(boardId, standing);
    return (held & needs) === needs;
  }

  /** What it may do on a board, nothing on those that it did not ask for. */
  holdsOn(boardId: string, { onBoards }: Pick<Standing, 'onBoards'>): PermissionMask {
    if (this.#boardId !== null && boardId !== this.#boardId) return 0;
    return (onBoards.get(boardId) ?? 0) & this.#mask;
  }

  /** The boards that it can see and asked for. */
  boardsIn({ onBoards }: Standing): string[] {
    return [...onBoards.keys()].filter((id) => this.#sees(onBoards, id));
  }

  /** Remembers what it can see now; gives what it is told of the difference, with the boards that it can see anew. */
  learns(standing: Standing, position: number): { told: Buffer[]; shown: string[] } {
    const before = this.#known;
    this.#known = standing;
    const told: Buffer[] = [];
    const rights = (boardPublicId: string | null, held: PermissionMask) =>
      told.push(
        eventOf({
          position,
          type: 'rights.updated',
          user: null,
          boardPublicId,
          permissions: permissionsIn(held & this.#mask),
        }),
      );
    if (this.#differs(before.held, standing.held)) rights(null, standing.held);
    if (before.onBoards === standing.onBoards) return { told, shown: [] };
    const shown: string[] = [];
    for (const id of new Set([...before.onBoards.keys(), ...standing.onBoards.keys()])) {
      const [saw, sees] = [this.#sees(before.onBoards, id), this.#sees(standing.onBoards, id)];
      if (saw && !sees) told.push(boardGone(position, id));
      if (sees && !saw) shown.push(id);
      const [had, has] = [before.onBoards.get(id) ?? 0, standing.onBoards.get(id) ?? 0];
      // Where it holds what it holds in the workspace, that is said once for all.
      const asElsewhere = had === before.held && has === standing.held;
      if (saw && sees && !asElsewhere && this.#differs(had, has)) rights(id, has);
    }
    return { told, shown };
  }

  #differs(before: PermissionMask, after: PermissionMask): boolean {
    return (before & this.#mask) !== (after & this.#mask);
  }

  #sees(onBoards: Standing['onBoards'], id: string): boolean {
    return holds(this.holdsOn(id, { onBoards }), 'board:view');
  }
}

/** All that is said of a board that can no longer be seen: whatever became of it. */
const boardGone = (position: number, publicId: string): Buffer =>
  eventOf({
    position,
    type: 'board.gone',
    user: null,
    boardPublicId: publicId,
    gone: true,
    board: { publicId },
  });
