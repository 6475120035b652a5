import { lists } from '../../../contract/lists.ts';
import { holds } from '../../../contract/permissions.ts';
import { locate } from '../base/access/locate.ts';
import { isoMillisOrNull } from '../base/clock.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { traitsOf } from '../data/lists/traits.ts';
import { archiveList, createList, deleteList, restoreList, updateList } from './actions/lists.ts';
import { listsOfBoard } from './queries.ts';

export function listRoutes(service: Service): void {
  const { db } = service;

  bind(service, lists.list, async ({ actor, params, query: { archived = false } }) => {
    const board = await locate(db, actor, 'board', params.boardPublicId, 'list:view');
    const { workspaceId, id: boardId } = board;
    const showCards = holds(board.permissions, 'card:view');
    const found = await db.all(listsOfBoard, { workspaceId, boardId, archived });
    return found.map(({ id, name, archivedAt, cards, ...stored }, index) => ({
      publicId: id,
      name,
      index: archived ? null : index,
      ...traitsOf(stored),
      archivedAt: isoMillisOrNull(archivedAt),
      cardCount: showCards ? cards : null,
    }));
  });

  bind(service, lists.create, ({ change, body }) => change((work) => createList(work, body)));

  bind(service, lists.update, ({ change, params, body }) =>
    change((work) => updateList(work, params.listPublicId, body)),
  );

  bind(service, lists.archive, ({ change, params }) =>
    change((work) => archiveList(work, params.listPublicId)),
  );

  bind(service, lists.delete, ({ change, params }) =>
    change((work) => deleteList(work, params.listPublicId)),
  );

  bind(service, lists.restore, ({ change, params }) =>
    change((work) => restoreList(work, params.listPublicId)),
  );
}
