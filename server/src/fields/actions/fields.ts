import { caps } from '../../../../contract/caps.ts';
import type { Field } from '../../../../contract/field-shapes.ts';
import { locate } from '../../base/access/locate.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { deleteRow, insertRow, updateRow } from '../../base/db/statements.ts';
import { contentOf } from '../../base/db/table.ts';
import { Conflict, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { takenAtOnce, takeOffField } from '../../data/cards/rows.ts';
import { fieldsOf, workspaceFieldsOf } from '../../data/fields/definitions.ts';
import { storedFrom } from '../../data/fields/stored.ts';
import { fields } from '../../data/fields/tables.ts';
import {
  type Changes,
  changedBy,
  type Given,
  goneOf,
  newDefinition,
  placeAmong,
  requireName,
  takeOff,
} from './definition.ts';

const insert = insertRow('fields.insert', fields);
/** Changes the row of a field that a board has. */
export const updateOfBoard = updateRow('fields.update', fields, contentOf(fields));
const place = updateRow('fields.place', fields, ['position']);
const remove = deleteRow('fields.delete', fields);
const requireRoom = cap('fields', ['workspace_id', 'board_id'], caps.fieldsOfBoard);

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

/** Adds a field to a board. */
export async function createField(work: Work, boardPublicId: string, given: Given): Promise<Field> {
  const { tx, now, grant } = work;
  const { workspaceId, id: boardId } = await grant('board', boardPublicId, 'board:edit');
  const board = { workspaceId, boardId };
  await lockNames(work, board);
  const others = await fieldsOf(tx, board);
  const { field, moved } = newDefinition(given, others, now);
  await spread(work, board, moved);
  return insertField(work, board, others, { ...field, workspaceFieldPublicId: null });
}

/** Adds a field of its workspace to a board, unless it is there already. */
export async function useField(work: Work, boardPublicId: string, workspaceFieldId: string): Promise<Field> {
  const { tx, now, actor, grant } = work;
  const { workspaceId, id: boardId } = await grant('board', boardPublicId, 'board:edit');
  await locate(tx, actor, 'workspace', workspaceId, 'board:view');
  const board = { workspaceId, boardId };
  await lockNames(work, board);
  const shared = (await workspaceFieldsOf(tx, board)).find(({ publicId }) => publicId === workspaceFieldId);
  if (!shared) throw new NotFound();
  const others = await fieldsOf(tx, board);
  const used = others.find(({ workspaceFieldPublicId }) => workspaceFieldPublicId === workspaceFieldId);
  if (used) {
    work.quiet();
    return used;
  }
  const { orderKey, moved } = placeAmong(others);
  await spread(work, board, moved);
  const own = { publicId: newId(now), orderKey, workspaceFieldPublicId: workspaceFieldId };
  return insertField(work, board, others, { ...shared, ...own });
}

/** Names of fields change under the lock of the workspace: those that it has must differ from those of all boards that use them. */
export const lockNames = ({ tx }: Work, { workspaceId }: OfBoard): Promise<void> =>
  tx.lock('workspaces', workspaceId, [workspaceId]);

async function insertField(
  work: Work,
  board: OfBoard,
  others: readonly Field[],
  field: Field,
): Promise<Field> {
  const { tx, now } = work;
  await requireRoom(tx, { workspace_id: board.workspaceId, board_id: board.boardId });
  requireName(others, field.name);
  await tx.run(insert, { ...board, id: field.publicId, ...storedFrom(field), createdAt: now });
  await recordField(work, board, 'field.created', field);
  return field;
}

/** Changes what is given of a field. Options that are left out are taken off the cards. */
export async function updateField(work: Work, fieldPublicId: string, given: Changes): Promise<Field> {
  const { tx, now } = work;
  const granted = await work.grant('field', fieldPublicId, 'board:edit');
  const { workspaceId, boardId, name, workspaceFieldId } = granted;
  const board = { workspaceId, boardId };
  const isRenamed = given.name !== undefined && given.name !== name;
  // A field of the workspace changes under its lock, on all boards.
  if (isRenamed || workspaceFieldId !== null) await lockNames(work, board);
  const all = await fieldsOf(tx, board);
  const before = all.find(({ publicId }) => publicId === fieldPublicId);
  if (!before) throw new NotFound();
  const { field: after, moved } = changedBy(given, before, all, now);
  if (before.workspaceFieldPublicId !== null) requireOwn(before, after);
  const others = all.filter((each) => each !== before);
  if (isRenamed) requireName(others, after.name);
  if (JSON.stringify(after) === JSON.stringify(before)) {
    work.quiet();
    return before;
  }
  await spread(work, board, moved);
  await tx.run(updateOfBoard, { workspaceId, id: fieldPublicId, ...storedFrom(after) });
  await takeOff(tx, { workspaceId, fieldId: fieldPublicId }, goneOf(before, after.options));
  await recordField(work, board, 'field.updated', after, before);
  return after;
}

/** What a board cannot change of a field of the workspace. */
const sharedProperties = ['name', 'options', 'currency', 'max'] as const;

function requireOwn(before: Field, after: Field): void {
  const changed = sharedProperties.find(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (changed) throw new Conflict('field-of-workspace', { field: `body/${changed}` });
}

/** Deletes a field of a board for good. */
export async function deleteField(work: Work, fieldPublicId: string) {
  await removeField(work, await work.grant('field', fieldPublicId, 'board:edit'));
  return { success: true };
}

type Removed = Pick<Field, 'name' | 'type'> & { id: string };

/**
 * Removes a field of a board that the work has locked; returns how many cards had a value of it. It is taken off them without an
 * activity each: it is one change of the board. Of a board that nobody sees, because it is in the trash or has moved away, nothing
 * is recorded.
 */
export async function removeField(
  { tx, record, quiet }: Work,
  { workspaceId, boardId, id, name, type, isLive = 1 }: OfBoard & Removed & { isLive?: 0 | 1 },
): Promise<number> {
  let cards = 0;
  for (let taken = takenAtOnce; taken === takenAtOnce; cards += taken)
    taken = (await tx.run(takeOffField, { workspaceId, fieldId: id })).length;
  await tx.run(remove, { workspaceId, id });
  if (isLive === 0) quiet();
  else await recordDeleted(record, { workspaceId, boardId }, { id, name, type });
  return cards;
}

async function recordDeleted(
  record: Work['record'],
  { workspaceId, boardId }: OfBoard,
  { id, name, type }: Removed,
): Promise<void> {
  await record.event({
    type: 'field.deleted',
    workspaceId,
    boardId,
    subjectId: id,
    data: { fieldPublicId: id, name, type },
  });
}

/** Gives fields of a board new order keys. */
async function spread(
  { tx, record }: Work,
  { workspaceId, boardId }: OfBoard,
  moved: readonly { id: string; position: string }[],
): Promise<void> {
  for (const each of moved) await tx.run(place, { workspaceId, ...each });
  if (moved.length > 0) record.live('board.changed', workspaceId, { boardId });
}

/** Records that a field of a board was made or changed. */
export async function recordField(
  { record }: Work,
  { workspaceId, boardId }: OfBoard,
  type: 'field.created' | 'field.updated',
  field: Field,
  before?: Field,
): Promise<void> {
  const { publicId, orderKey: _, ...after } = field;
  const isSame = before && JSON.stringify(before.options) === JSON.stringify(after.options);
  const { name, options, currency, max, shownOnTile } = before ?? after;
  await record.event({
    type,
    workspaceId,
    boardId,
    subjectId: publicId,
    data: { fieldPublicId: publicId, ...after },
    before: { name, currency, max, shownOnTile, options: isSame ? after.options : options },
  });
}
