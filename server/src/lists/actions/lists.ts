import { isDeepStrictEqual } from 'node:util';
import { caps } from '../../../../contract/caps.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { requirePermission } from '../../base/access/authority.ts';
import { type Located, locate } from '../../base/access/locate.ts';
import { requireRestorable } from '../../base/access/trash.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { insertRow, updateRow } from '../../base/db/statements.ts';
import { contentOf } from '../../base/db/table.ts';
import { fromBody, Invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { orderOf, type Siblings } from '../../base/ordering/order.ts';
import { isSpot, neighbourOf, type Spot } from '../../base/ordering/spot.ts';
import { picked } from '../../base/picked.ts';
import { showBoardsAround } from '../../boards/actions/related.ts';
import { lists } from '../../data/lists/tables.ts';
import { type ListTraits, storedTraits, traitNames, traitsOf } from '../../data/lists/traits.ts';

const order = orderOf({
  table: 'lists',
  parent: 'board_id',
  live: 'deleted_at is null',
  away: 'deleted_at is not null',
  async hold(tx, { workspaceId, parentId }, ids) {
    await tx.lock('boards', workspaceId, [parentId]);
    await tx.lock('lists', workspaceId, ids);
  },
});

/** A list among the others of its board. */
interface Placed {
  id: string;
  position: string;
  archivedAt: number | null;
}

/**
 * The lists of a board, first to last; there are few enough to read them all. Archived ones are included, at the places they
 * would be restored to, but are not counted in indexes.
 */
const inOrder = query('lists.inOrder', (db, p: { workspaceId: string; boardId: string }) =>
  db
    .selectFrom('lists')
    .select(['id', 'position', 'archived_at as archivedAt'])
    .where('workspace_id', '=', p.workspaceId)
    .where('board_id', '=', p.boardId)
    .where('deleted_at', 'is', null)
    .orderBy('position'),
);

/** A list of a board, in the trash or not. */
const onBoard = query('lists.onBoard', (db, p: { workspaceId: string; boardId: string; id: string }) =>
  db
    .selectFrom('lists')
    .select('position')
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id)
    .where('board_id', '=', p.boardId),
);

const insert = insertRow('lists.insert', lists);

const update = updateRow('lists.update', lists, contentOf(lists));

const archive = updateRow('lists.archive', lists, ['archived_at']);
const toTrash = updateRow('lists.toTrash', lists, ['deleted_at', 'deleted_by']);

const restore = updateRow('lists.restore', lists, ['archived_at', 'deleted_at', 'deleted_by', 'position']);

export interface CreateList extends Spot, Partial<ListTraits> {
  publicId?: string;
  name: string;
  boardPublicId: string;
}

/** Adds a list to a board, at its end unless a place is given. */
export async function createList(work: Work, { boardPublicId, ...list }: CreateList) {
  const board = await fromBody('boardPublicId', work.grant('board', boardPublicId, 'list:create'));
  return addList(work, board, list);
}

const requireRoom = cap('lists', ['workspace_id', 'board_id'], caps.listsOfBoard);

/** Adds a list to a board that the work has already locked. */
export async function addList(
  { tx, now, record }: Work,
  board: { workspaceId: string; id: string },
  { publicId: id = newId(now), name, ...given }: Omit<CreateList, 'boardPublicId'>,
): Promise<{ publicId: string; name: string; index: number }> {
  const { workspaceId, id: boardId } = board;
  await requireRoom(tx, { workspace_id: workspaceId, board_id: boardId });
  const present = await tx.all(inOrder, { workspaceId, boardId });
  const slot = await slotIn(tx, { workspaceId, boardId }, present, given);
  const position = placeAt({ workspaceId, parentId: boardId }, present, slot);
  const own = { workspaceId, id, boardId, createdAt: now, archivedAt: null };
  await tx.run(insert, { ...own, name, position, ...storedTraits(given) });
  await record.event({
    type: 'list.created',
    workspaceId,
    boardId,
    subjectId: id,
    data: { listPublicId: id, name },
  });
  return { publicId: id, name, index: liveBefore(present, slot) };
}

export interface UpdateList extends Spot, Partial<ListTraits> {
  name?: string;
}

/** Renames a list, moves it on its board, and sets whether cards put there become done, its colour and its limit. */
export async function updateList(work: Work, listPublicId: string, given: UpdateList) {
  const { tx, record, quiet } = work;
  const list = await grantOnBoard(work, 'list', listPublicId, 'list:edit');
  const { workspaceId, boardId, id } = list;
  const present = await tx.all(inOrder, { workspaceId, boardId });
  const others = present.filter((other) => other.id !== id);
  const from = slotOf(others, list.position);
  const fromIndex = liveBefore(others, from);
  const to = isSpot(given) ? await slotIn(tx, list, others, given) : from;
  // Next to archived lists, several slots have the same index: if the current slot is one of them, the list stays.
  const slot = given.index !== undefined && liveBefore(others, to) === fromIndex ? from : to;
  const index = liveBefore(others, slot);
  const name = given.name ?? list.name;
  const had = traitsOf(list);
  const traits = traitsOf(storedTraits({ ...had, ...picked(given, traitNames) }));
  const turned = traitNames.filter((trait) => !isDeepStrictEqual(traits[trait], had[trait]));
  if (name === list.name && slot === from && turned.length === 0) {
    quiet();
  } else {
    const position =
      slot === from ? list.position : placeAt({ workspaceId, parentId: boardId }, others, slot);
    await tx.run(update, { workspaceId, id, name, position, ...storedTraits(traits) });
    await record.event({
      type: 'list.updated',
      workspaceId,
      boardId,
      subjectId: id,
      data: { listPublicId: id, name, index, ...picked(traits, turned) },
      before: { name: list.name, index: fromIndex, ...picked(had, turned) },
    });
  }
  return { publicId: id, name, index };
}

/** Archives a list with its cards. The cards keep their own state: they are restored with the list. */
export async function archiveList(work: Work, listPublicId: string) {
  const { tx, now, record, quiet } = work;
  const list = await grantOnBoard(work, 'list', listPublicId, 'list:edit');
  const { workspaceId, boardId, id, name } = list;
  if (list.archivedAt !== null) {
    quiet();
    return { success: true };
  }
  await tx.run(archive, { workspaceId, id, archivedAt: now });
  await record.event({
    type: 'list.updated',
    workspaceId,
    boardId,
    subjectId: id,
    logged: 'list.archived',
    data: { listPublicId: id, name, archived: true },
  });
  await showBoardsAround(work, { workspaceId, boardId, listId: id });
  return { success: true };
}

/** Puts a list with its cards into the trash. The cards keep their own state: they are restored with the list. */
export async function deleteList(work: Work, listPublicId: string) {
  const { tx, actor, now, record } = work;
  const { workspaceId, boardId, id, name } = await grantOnBoard(work, 'list', listPublicId, 'list:delete');
  await tx.run(toTrash, { workspaceId, id, deletedAt: now, deletedBy: actor.userId });
  await record.event({
    type: 'list.deleted',
    workspaceId,
    boardId,
    subjectId: id,
    data: { listPublicId: id, name },
  });
  await showBoardsAround(work, { workspaceId, boardId, listId: id });
  return { success: true };
}

/** Restores a list from the archive or the trash to its place among its former neighbours. */
export async function restoreList(work: Work, listPublicId: string) {
  const { tx, now, record, quiet } = work;
  const list = await grantOnBoard(work, 'trashedList', listPublicId, null);
  const { workspaceId, boardId, id, name } = list;
  requirePermission(list.permissions, list.deletedAt === null ? 'list:edit' : 'list:delete');
  if (list.archivedAt === null && list.deletedAt === null) {
    quiet();
    return { success: true };
  }
  if (list.deletedAt !== null) requireRestorable(list.deletedAt, now);
  const others = (await tx.all(inOrder, { workspaceId, boardId })).filter((other) => other.id !== id);
  const slot = slotOf(others, list.position);
  const taken = others[slot]?.position === list.position;
  const position = taken ? placeAt({ workspaceId, parentId: boardId }, others, slot) : list.position;
  await tx.run(restore, { workspaceId, id, position, archivedAt: null, deletedAt: null, deletedBy: null });
  await record.event({
    type: 'list.updated',
    workspaceId,
    boardId,
    subjectId: id,
    logged: 'list.restored',
    data: { listPublicId: id, name, index: liveBefore(others, slot), restored: true },
  });
  await showBoardsAround(work, { workspaceId, boardId, listId: id });
  return { success: true };
}

/**
 * The number of lists before a spot, among `others`: the lists of a board except the one that moves. No index, or one past the
 * end, means the end. Next to a list in the trash means where it was. Throws `Invalid` if that list is not on the board.
 */
async function slotIn(
  tx: Reading,
  { workspaceId, boardId }: { workspaceId: string; boardId: string },
  others: readonly Placed[],
  spot: Spot,
): Promise<number> {
  const next = neighbourOf(spot);
  if (!next) return slotAt(others, spot.index ?? others.length);
  const place = others.findIndex(({ id }) => id === next.id);
  if (place !== -1) return place + next.offset;
  const found = await tx.first(onBoard, { workspaceId, boardId, id: next.id });
  if (!found) throw new Invalid('unknown-list-of-board', { field: `body/${next.field}` });
  return slotOf(others, found.position);
}

const isLive = ({ archivedAt }: Placed): boolean => archivedAt === null;

/** The number of lists before an order key. */
const slotOf = (lists: readonly Placed[], key: string): number =>
  lists.filter(({ position }) => position < key).length;

/** The number of lists before the live list with an index; the number of all lists if there is none. */
function slotAt(lists: readonly Placed[], index: number): number {
  const next = lists.filter(isLive)[index];
  return next ? lists.indexOf(next) : lists.length;
}

/** The index of a list at a slot: the number of live lists before it. */
const liveBefore = (lists: readonly Placed[], slot: number): number =>
  lists.slice(0, slot).filter(isLive).length;

/** An order key for slot `index` among `others`. */
const placeAt = (board: Siblings, others: readonly { position: string }[], index: number): string =>
  order.between(board, others[index - 1]?.position ?? null, others[index]?.position ?? null);

/** Locks the board of a list, then grants the list: the order of a board's lists changes only under the lock of the board. */
async function grantOnBoard<K extends 'list' | 'trashedList'>(
  { tx, actor, grant }: Work,
  kind: K,
  id: string,
  permission: Permission | null,
): Promise<Located<K>> {
  const { boardId } = await locate<'list' | 'trashedList'>(tx, actor, kind, id, permission);
  await tx.lock('boards', null, [boardId]);
  return grant(kind, id, permission);
}
