import { boards } from '../../../contract/boards.ts';
import { holds } from '../../../contract/permissions.ts';
import { locate } from '../access/locate.ts';
import { cardFiltersFrom } from '../cards/shapes.ts';
import { NotFound } from '../errors.ts';
import { bind, Json } from '../http/bind.ts';
import type { Service } from '../service.ts';
import { deleteBoard } from './actions/delete.ts';
import { moveBoard } from './actions/move.ts';
import { restoreBoard } from './actions/restore.ts';
import { updateBoard } from './actions/update.ts';
import { pageFrom, placeFrom } from './page.ts';
import { boardRead, boardSummaries, cardPage, publicBoardRead } from './queries.ts';
import { isReserved, isTaken } from './slug.ts';

export function boardRoutes(service: Service): void {
  const { db, change, clock } = service;

  bind(service, boards.list, async ({ actor, params, query }) => {
    const { workspaceId } = await locate(db, actor, 'workspace', params.workspacePublicId, 'board:view');
    const { type = null, archived = false } = query;
    const found = await db.first(boardSummaries, { workspaceId, userId: actor.userId, type, archived });
    return new Json(found?.json ?? '[]');
  });

  bind(service, boards.get, async ({ actor, params, query }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    if (query.type !== undefined && query.type !== board.type) throw new NotFound();
    const { workspaceId, id, showEmails } = board;
    const read = await db.first(boardRead, {
      ...cardFiltersFrom(query, clock.now()),
      workspaceId,
      id,
      userId: actor.userId,
      showEmails,
      showCards: holds(board.permissions, 'card:view'),
    });
    if (!read) throw new NotFound();
    return new Json(read.json);
  });

  bind(service, boards.cards, async ({ actor, params, query }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'card:view');
    if (query.type !== undefined && query.type !== board.type) throw new NotFound();
    const { workspaceId, id: boardId, showEmails } = board;
    const { limit = 100, cursor, listPublicId: listId = null } = query;
    const page = await db.all(cardPage, {
      ...cardFiltersFrom(query, clock.now()),
      ...placeFrom(cursor),
      workspaceId,
      boardId,
      showEmails,
      listId,
      limit: limit + 1,
    });
    return pageFrom(page, limit);
  });

  bind(service, boards.getPublic, async ({ params, query }) => {
    const filters = cardFiltersFrom(query, clock.now());
    // Who is on a card is not public, so it cannot be asked either.
    const members = filters.members && [];
    const { type = 'regular' } = query;
    const board = await db.first(publicBoardRead, { ...params, ...filters, members, type });
    if (!board) throw new NotFound();
    return new Json(board.json);
  });

  bind(service, boards.checkSlug, async ({ actor, params, query }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'board:view');
    const reserved = isReserved(query.boardSlug);
    return { isAvailable: !reserved && !(await isTaken(db, board, query.boardSlug)), isReserved: reserved };
  });

  bind(service, boards.update, ({ actor, params, body }) =>
    change(actor, (work) => updateBoard(work, params.boardPublicId, body)),
  );

  bind(service, boards.delete, ({ actor, params }) =>
    change(actor, (work) => deleteBoard(work, params.boardPublicId)),
  );

  bind(service, boards.restore, ({ actor, params }) =>
    change(actor, (work) => restoreBoard(work, params.boardPublicId)),
  );

  bind(service, boards.move, ({ actor, params, body }) =>
    change(actor, (work) => moveBoard(work, params.boardPublicId, body.targetWorkspacePublicId)),
  );
}
