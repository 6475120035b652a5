import type { Work } from '../changes/change.ts';
import { positionAfter } from '../changes/position.ts';
import { command, query } from '../db/query.ts';
import { fromBody } from '../errors.ts';
import { newId } from '../ids.ts';

export const countAndLast = query('lists.countAndLast', (db, p: { workspaceId: string; boardId: string }) =>
  db
    .selectFrom('lists')
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.max('position').as('last')])
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId)
    .where('deleted_at', 'is', null),
);

interface NewList {
  workspaceId: string;
  id: string;
  boardId: string;
  name: string;
  position: string;
  now: number;
}

const insert = command('lists.insert', (db, p: NewList) =>
  db.insertInto('lists').values({
    workspace_id: p.workspaceId,
    id: p.id,
    board_id: p.boardId,
    name: p.name,
    position: p.position,
    created_at: p.now,
    deleted_at: null,
    deleted_by: null,
  }),
);

/** Adds a list at the end of a board. */
export async function createList(work: Work, given: { name: string; boardPublicId: string }) {
  const board = await fromBody('boardPublicId', work.grant('board', given.boardPublicId, 'list:create'));
  return addList(work, { workspaceId: board.workspaceId, id: board.id }, given.name);
}

/** Adds a list to a board that the work already holds. */
export async function addList(
  { tx, now, record }: Work,
  board: { workspaceId: string; id: string },
  name: string,
): Promise<{ publicId: string; name: string; index: number }> {
  const { workspaceId, id: boardId } = board;
  const present = await tx.first(countAndLast, { workspaceId, boardId });
  const id = newId(now);
  await tx.run(insert, {
    workspaceId,
    id,
    boardId,
    name,
    position: positionAfter(present?.last ?? null),
    now,
  });
  await record.event({
    type: 'list.created',
    workspaceId,
    boardId,
    subjectId: id,
    data: { listPublicId: id, name },
  });
  return { publicId: id, name, index: present?.count ?? 0 };
}
