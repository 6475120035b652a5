import { boardMembers } from '../../../contract/board-members.ts';
import { boards } from '../../../contract/boards.ts';
import { addressOf } from '../../../contract/client.ts';
import type { QueryOf } from '../../../contract/operation.ts';
import { holds, permissionsIn } from '../../../contract/permissions.ts';
import { publicPages } from '../../../contract/public-pages.ts';
import type { Actor } from '../base/access/actor.ts';
import type { MemberRights } from '../base/access/authority.ts';
import { heldInWorkspaceBy } from '../base/access/board-permissions.ts';
import { locate, locateBoardsOf } from '../base/access/locate.ts';
import { hour, second } from '../base/clock.ts';
import { version } from '../base/config/version.ts';
import { NotFound } from '../base/errors.ts';
import { bind, Json, Moved, Tagged } from '../base/http/bind.ts';
import { idFrom, pageJson } from '../base/http/cursor.ts';
import { tagOf } from '../base/http/etag.ts';
import { setPosition } from '../base/http/position.ts';
import { turnsOn } from '../base/http/turns.ts';
import type { Service } from '../base/service.ts';
import { cardFiltersFrom, toTheMinute } from '../data/cards/fragments.ts';
import { readFilter } from '../reading/filter/filter.ts';
import { scopeOf } from '../reading/filter/names.ts';
import { presentAddress, publicBoard } from '../reading/public-board.ts';
import { deleteBoard } from './actions/delete.ts';
import { removeBoardMember, setBoardMember } from './actions/members.ts';
import { setPublicPage } from './actions/public-page.ts';
import { restoreBoard } from './actions/restore.ts';
import { updateBoard } from './actions/update.ts';
import { filterRoutes } from './filter-routes.ts';
import { moveBoard } from './flows/move.ts';
import { listBoards } from './list.ts';
import { boardMembersRead } from './members.ts';
import { pageOfNames } from './names.ts';
import { forgetBoardSlugs, isHeldByOther } from './old-slugs.ts';
import { renderPage } from './page.ts';
import { boardPeople } from './people.ts';
import { pictureRoutes } from './picture-routes.ts';
import { publicPageOf } from './public-page.ts';
import { renderBoard } from './render.ts';
import { isReserved } from './slug.ts';
import { renderSnapshot } from './snapshot.ts';

/*
 * A board may have ten thousand cards, and reading it must not block others. `locate()` also returns the versions of the
 * board and its workspace. With the caller's permissions and the filters they make the `ETag`, so that an unchanged board is
 * answered with 304 without being read. Otherwise one statement reads the board and an outline of its first 2000 cards
 * (`reading/outline.ts`), and their contents if they fit in one slice, as on most boards (`reading/part.ts`); such a reply is
 * consistent. The contents of larger boards follow in slices (`reading/slices.ts`). Pages start with a smaller form, the
 * snapshot (`snapshot.ts`).
 */

export function boardRoutes(service: Service): void {
  listRoutes(service);
  readRoutes(service);
  cardRoutes(service);
  publicRoutes(service);
  changeRoutes(service);
  memberRoutes(service);
  filterRoutes(service);
  pictureRoutes(service);
}

const sourcesOf = ({ db }: Service) => ({ db, turns: turnsOn(db.engine) });

function listRoutes(service: Service): void {
  const { db } = service;
  const sources = sourcesOf(service);

  bind(service, boards.list, async ({ actor, params, query, reply }) => {
    const workspace = await locateBoardsOf(db, actor, params.workspacePublicId, 'board:view');
    const { workspaceId, principal, changePosition } = workspace;
    setPosition(reply, changePosition);
    const { type = null, archived = false } = query;
    return listBoards(sources, { workspaceId, userId: actor.userId, type, archived, ...principal });
  });

  bind(service, boards.names, async ({ actor, params, query }) => {
    const { type = null, archived = false, limit = 100 } = query;
    const afterId = idFrom(query.cursor);
    const workspace = await locateBoardsOf(db, actor, params.workspacePublicId, 'board:view');
    const { workspaceId, principal } = workspace;
    const listed = { workspaceId, userId: actor.userId, type, archived, ...principal };
    return pageOfNames(sources, { ...listed, afterId }, limit);
  });
}

/** Boards whole, and their snapshots. */
function readRoutes(service: Service): void {
  const { db, clock } = service;
  const sources = sourcesOf(service);

  bind(service, boards.get, async ({ actor, params, query, reply }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    if (query.type !== undefined && query.type !== board.type) throw new NotFound();
    const { workspaceId, id: boardId, permissions, versions, changePosition } = board;
    setPosition(reply, changePosition);
    const shown = shownTo(board);
    const at = { now: clock.now(), timeZone: actor.timeZone };
    const filters = cardFiltersFrom(query, at);
    const text = textOf(query);
    const withWorkspaceMembers = query.workspaceMembers !== 'none';
    const form = { ...shown, withWorkspaceMembers };
    // Everything a reply depends on; the current time to the minute, as of due date filters.
    const tagged = cardFiltersFrom(query, toTheMinute(at));
    const minute = query.filter === undefined ? null : toTheMinute(at);
    const etag = tagOf(
      version,
      boardId,
      versions,
      actor.userId,
      permissions,
      form,
      tagged,
      text,
      query.filter,
      minute,
    );
    const filter = await readFilter(sources, query.filter, scopeOf(board, [boardId], actor), at);
    return new Tagged(etag, () =>
      renderBoard(
        sources,
        { ...filters, ...form, userId: actor.userId },
        { ...shown, workspaceId, boardId, form: 'board', text },
        filter,
      ),
    );
  });

  bind(service, boards.snapshot, async ({ actor, params, reply }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    setPosition(reply, board.changePosition);
    const shown = {
      ...shownTo(board),
      workspacePermissions: permissionsIn(heldInWorkspaceBy(board.principal)),
      boardPermissions: permissionsIn(board.permissions),
    };
    const etag = tagOf(version, 'snapshot', board.id, board.versions, shown);
    return new Tagged(etag, () => renderSnapshot(sources, board, shown));
  });
}

/** Pages of cards. */
function cardRoutes(service: Service): void {
  const { db, clock } = service;
  const sources = sourcesOf(service);

  const pageOfCards = async (
    board: MemberRights,
    of: { boardId: string; listId: string | null },
    query: QueryOf<typeof boards.cardsOfList>,
    actor: Pick<Actor, 'userId' | 'timeZone' | 'openBoards'>,
  ) => {
    const { limit = 100, cursor, archived = false, include = [] } = query;
    const cards = { ...of, workspaceId: board.workspaceId };
    const at = { now: clock.now(), timeZone: actor.timeZone };
    const filters = cardFiltersFrom(query, at);
    const filter = await readFilter(sources, query.filter, scopeOf(board, [of.boardId], actor), at);
    const form = include.includes('work') ? ('pageWithWork' as const) : ('page' as const);
    const view = { ...shownTo(board), ...cards, form, text: textOf(query) };
    return renderPage(sources, { ...filters, ...cards }, view, { limit, archived, filter, cursor });
  };

  bind(service, boards.cards, async ({ actor, params, query }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'card:view');
    if (query.type !== undefined && query.type !== board.type) throw new NotFound();
    const { listPublicId: listId = null } = query;
    return pageOfCards(board, { boardId: board.id, listId }, query, actor);
  });

  bind(service, boards.cardsOfList, async ({ actor, params, query }) => {
    const list = await locate(db, actor, 'list', params.listPublicId, 'card:view');
    return pageOfCards(list, { boardId: list.boardId, listId: list.id }, query, actor);
  });
}

/** Public boards, for everybody, and what members set of their pages. */
function publicRoutes(service: Service): void {
  const { db, clock } = service;
  const sources = sourcesOf(service);

  bind(service, boards.getPublic, async ({ params, query }) => {
    const { type = 'regular' } = query;
    const board = await db.first(publicBoard, { ...params, type });
    if (!board) {
      const present = await db.first(presentAddress, { ...params, type, now: clock.now() });
      if (!present) throw new NotFound();
      return new Moved(addressOf(boards.getPublic, { ...present }));
    }
    const { workspaceId, id: boardId, versions } = board;
    const at = { now: clock.now(), timeZone: null };
    const filters = cardFiltersFrom(query, at);
    // The members of a card are not public, so they cannot be filtered by either.
    const members = filters.members && [];
    const text = textOf(query);
    const tagged = cardFiltersFrom(query, toTheMinute(at));
    const etag = tagOf(version, boardId, versions, { ...tagged, members }, text);
    return new Tagged(etag, () =>
      renderBoard(
        sources,
        { ...filters, ...shownToAll, members, userId: '' },
        { ...shownToAll, workspaceId, boardId, form: 'public', text },
      ),
    );
  });

  bind(service, publicPages.get, async ({ actor, params }) =>
    publicPageOf(service, await locate(db, actor, 'board', params.boardPublicId, 'board:view')),
  );

  bind(service, publicPages.update, ({ change, params, body }) =>
    change((work) => setPublicPage(work, params.boardPublicId, body)),
  );
}

function changeRoutes(service: Service): void {
  const { db, clock } = service;

  bind(service, boards.checkSlug, async ({ actor, params, query }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const { boardSlug: slug } = query;
    const reserved = isReserved(slug) || (await isHeldByOther(db, board, slug, clock.now()));
    return { isAvailable: !reserved, isReserved: reserved };
  });

  bind(service, boards.update, ({ change, params, body }) =>
    change((work) => updateBoard(work, params.boardPublicId, body)),
  );

  bind(service, boards.delete, ({ change, params }) =>
    change((work) => deleteBoard(work, params.boardPublicId)),
  );

  bind(service, boards.restore, ({ change, params }) =>
    change((work) => restoreBoard(work, params.boardPublicId)),
  );

  bind(service, boards.move, ({ params, body, ...caller }) =>
    moveBoard(service, caller, params.boardPublicId, body.targetWorkspacePublicId),
  );

  service.jobs.every('old-board-slugs', hour / second, () => forgetBoardSlugs(service.maintain, clock.now()));
}

function memberRoutes(service: Service): void {
  const { db } = service;

  bind(service, boardMembers.list, async ({ actor, params }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const { workspaceId, id: boardId, showEmails, permissions } = board;
    const showMembers = holds(permissions, 'member:view');
    const found = await db.first(boardMembersRead, { workspaceId, boardId, showEmails, showMembers });
    if (!found) throw new NotFound();
    return new Json(found.json);
  });

  bind(service, boardMembers.people, async ({ actor, params, query: { limit = 50, cursor } }) => {
    const afterMember = idFrom(cursor);
    const board = await locate(db, actor, 'board', params.boardPublicId, 'member:view');
    const { workspaceId, id: boardId, showEmails } = board;
    const of = { workspaceId, boardId, showEmails, afterMember };
    const found = await db.all(boardPeople, { ...of, limit: limit + 1 });
    const shown = found.slice(0, limit);
    return pageJson('people', shown, found.length > limit ? (shown.at(-1)?.id ?? null) : null);
  });

  bind(service, boardMembers.set, ({ change, params, body }) =>
    change((work) => setBoardMember(work, params, body.rolePublicId)),
  );

  bind(service, boardMembers.remove, ({ change, params }) =>
    change((work) => removeBoardMember(work, params)),
  );
}

/** The text to search cards for, in lower case; null for none. */
const textOf = ({ query }: { query?: string }): string | null => query?.toLowerCase() ?? null;

/** What a member may see of a board; fields that they may not see are empty. */
const shownTo = ({ permissions, showEmails, principal }: MemberRights) => ({
  showEmails,
  showMembers: holds(permissions, 'member:view'),
  showAllMembers: holds(heldInWorkspaceBy(principal), 'member:view'),
  showLists: holds(permissions, 'list:view'),
  showCards: holds(permissions, 'card:view') && holds(permissions, 'list:view'),
});

const shownToAll = {
  showEmails: false,
  showMembers: false,
  showAllMembers: false,
  withWorkspaceMembers: false,
  showLists: true,
  showCards: true,
};
