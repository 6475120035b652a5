import type { Static } from 'typebox';
import type { Filter } from '../../../contract/filter/tree.ts';
import type { LivePosition } from '../../../contract/live.ts';
import {
  holds,
  includesAll,
  intersection,
  type PermissionMask,
  permissionsIn,
} from '../../../contract/permissions.ts';
import type { Actor } from '../base/access/actor.ts';
import { maskInWorkspace, opensBoard } from '../base/access/board-permissions.ts';
import { ownSeats } from '../reading/filter/names.ts';
import { readTileFilter } from '../reading/filter/tiles.ts';
import type { Sources } from '../reading/slices.ts';
import type { Outlet } from './event-stream.ts';
import type { HeldPermissions } from './held-permissions.ts';
import { eventOf, type Message } from './messages.ts';

/** Which cards a reader asks for, and what the filter is judged by. */
export interface ReaderFilter {
  text: string;
  filter: Filter;
  timeZone: string | null;
  /** The members that the reader is. */
  me: readonly string[];
}

/** What a reader asks for. */
interface Asked {
  workspaceId: string;
  /** Restricts events to one board; null for all. */
  boardId: string | null;
  /** The position after which it is sent changes. */
  after: number;
  /** Restricts events of cards; null for all. */
  filter: ReaderFilter | null;
}

/** A subscriber to a workspace: what it asked for, and its rights when they were last sent. */
export class Reader {
  readonly userId: string;
  readonly credential: Actor['credential'];
  /** The workspace that it follows. */
  readonly followed: string;
  /** As the credential was judged last. */
  facts: Actor['facts'];
  readonly stream: Outlet;
  readonly filter: ReaderFilter | null;
  readonly #boardId: string | null;
  /** The permissions that the credential allows. */
  readonly #mask: PermissionMask;
  readonly #maskInWorkspace: PermissionMask;
  readonly #openBoards: string | null;
  /** It knows, or has been sent, everything up to this position. */
  position: number;
  #known: HeldPermissions = { held: 0, onBoards: new Map() };

  constructor(actor: Actor, stream: Outlet, { workspaceId, boardId, after, filter }: Asked) {
    this.userId = actor.userId;
    this.credential = actor.credential;
    this.followed = workspaceId;
    this.facts = actor.facts;
    this.#mask = actor.mask;
    this.#maskInWorkspace = maskInWorkspace(actor);
    this.#openBoards = actor.openBoards;
    this.stream = stream;
    this.#boardId = boardId;
    this.position = after;
    this.filter = filter;
  }

  /** What its filter lets through of a message: all of it, that its card is gone, or nothing. */
  lets({ card }: Message, passing: ReadonlySet<string> | undefined): 'all' | 'gone' | 'none' {
    if (!this.filter || !card) return 'all';
    if (card.isThere && passing?.has(card.id)) return 'all';
    // Each time: it may have read the card again while it passed, as a day began or a label was renamed.
    return card.gone ? 'gone' : 'none';
  }

  mayRead({ position, boardId, needs, onlyFor }: Message, permissions: HeldPermissions): boolean {
    if (position <= this.position || (onlyFor ?? this.userId) !== this.userId) return false;
    const held =
      boardId === null
        ? intersection(permissions.held, this.#maskInWorkspace)
        : this.holdsOn(boardId, permissions);
    return includesAll(held, needs);
  }

  /** Its permissions on a board; none on boards that it did not ask for, or may not open. */
  holdsOn(boardId: string, { onBoards }: Pick<HeldPermissions, 'onBoards'>): PermissionMask {
    if (this.#boardId !== null && boardId !== this.#boardId) return 0;
    if (!opensBoard(this.#openBoards, boardId)) return 0;
    return intersection(onBoards.get(boardId) ?? 0, this.#mask);
  }

  /** The boards that it asked for and can see, and its permissions, for boards with the same ones together. */
  resumesWith({ held, onBoards }: HeldPermissions): Omit<Static<typeof LivePosition>, 'position'> {
    const boardPublicIds = this.boardsIn({ onBoards });
    const inWorkspace = intersection(held, this.#maskInWorkspace);
    const masks = Map.groupBy(boardPublicIds, (id) => this.holdsOn(id, { onBoards }));
    masks.delete(inWorkspace);
    return {
      boardPublicIds,
      workspacePermissions: permissionsIn(inWorkspace),
      boardPermissions: [...masks].map(([mask, ids]) => ({
        permissions: permissionsIn(mask),
        boardPublicIds: ids,
      })),
    };
  }

  /** The boards that it asked for and can see. */
  boardsIn({ onBoards }: Pick<HeldPermissions, 'onBoards'>): string[] {
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
          permissions: permissionsIn(held),
        }),
      );
    const could = intersection(before.held, this.#maskInWorkspace);
    const can = intersection(permissions.held, this.#maskInWorkspace);
    if (could !== can) rights(null, can);
    if (could === can && before.onBoards === permissions.onBoards) return { events, shown: [] };
    const shown: string[] = [];
    for (const id of new Set([...before.onBoards.keys(), ...permissions.onBoards.keys()])) {
      const [saw, sees] = [this.#sees(before.onBoards, id), this.#sees(permissions.onBoards, id)];
      if (saw && !sees) events.push(boardGone(position, id));
      if (sees && !saw) shown.push(id);
      const [had, has] = [this.holdsOn(id, before), this.holdsOn(id, permissions)];
      // Clients expect of new boards, and of those where its rights were those in the workspace, that they are so now.
      const expected = !saw || had === could ? can : had;
      if (sees && has !== expected) rights(id, has);
    }
    return { events, shown };
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

/** The filter of a stream; null for none. Throws `Invalid`, with the position, if it is broken. */
export async function filterFrom(
  sources: Sources,
  { userId, timeZone }: Actor,
  {
    workspaceId,
    boardId,
    text = '',
  }: { workspaceId: string; boardId: string | null; text?: string | undefined },
): Promise<ReaderFilter | null> {
  if (text === '') return null;
  const boards = boardId === null ? undefined : { workspaceId, boardIds: [boardId] };
  const filter = await readTileFilter(sources, text, boards, 'query/filter');
  const seats = await sources.db.all(ownSeats, { workspaceId, userId });
  return { text, filter, timeZone, me: seats.map(({ id }) => id) };
}
