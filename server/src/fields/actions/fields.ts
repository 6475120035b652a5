import { caps } from '../../../../contract/caps.ts';
import type { Field } from '../../../../contract/field-shapes.ts';
import { type FieldType, foldedName } from '../../../../contract/field-types.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { deleteRow, insertRow, updateRow } from '../../base/db/statements.ts';
import { contentOf } from '../../base/db/table.ts';
import { Conflict, Invalid, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { longestPosition, positionBetween, positionsFor } from '../../base/ordering/order.ts';
import { takenAtOnce, takeOffField, takeOffOption } from '../../data/cards/rows.ts';
import { fieldsOf } from '../../data/fields/definitions.ts';
import { storedFrom } from '../../data/fields/stored.ts';
import { fields } from '../../data/fields/tables.ts';
import { type GivenSettings, optionsFrom, requireFitting } from './options.ts';

const insert = insertRow('fields.insert', fields);
const update = updateRow('fields.update', fields, contentOf(fields));
const place = updateRow('fields.place', fields, ['position']);
const remove = deleteRow('fields.delete', fields);
const requireRoom = cap('fields', ['workspace_id', 'board_id'], caps.fieldsOfBoard);

interface Given extends GivenSettings {
  name: string;
  type: FieldType;
  shownOnTile?: boolean;
  index?: number;
}

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

/** Adds a field to a board. */
export async function createField(work: Work, boardPublicId: string, given: Given): Promise<Field> {
  const { tx, now, grant } = work;
  const { workspaceId, id: boardId } = await grant('board', boardPublicId, 'board:edit');
  const board = { workspaceId, boardId };
  const { name, type, shownOnTile = true } = given;
  requireFitting(type, given);
  await requireRoom(tx, { workspace_id: workspaceId, board_id: boardId });
  const others = await fieldsOf(tx, board);
  requireName(others, name);
  const field: Field = {
    publicId: newId(now),
    name,
    type,
    options: optionsFrom(given.options ?? [], [], now),
    currency: type === 'money' ? (given.currency ?? 'EUR') : null,
    max: type === 'rating' ? (given.max ?? 5) : null,
    shownOnTile,
    orderKey: await positionAt(work, board, others, given.index),
  };
  await tx.run(insert, { ...board, id: field.publicId, ...storedFrom(field), createdAt: now });
  return recorded(work, board, 'field.created', field);
}

/** Changes what is given of a field. Options that are left out are taken off the cards. */
export async function updateField(work: Work, fieldPublicId: string, given: Partial<Given>): Promise<Field> {
  const { workspaceId, boardId } = await work.grant('field', fieldPublicId, 'board:edit');
  const board = { workspaceId, boardId };
  const all = await fieldsOf(work.tx, board);
  const before = all.find(({ publicId }) => publicId === fieldPublicId);
  if (!before) throw new NotFound();
  const after = await changed(work, board, all, before, given);
  if (JSON.stringify(after) === JSON.stringify(before)) {
    work.quiet();
    return before;
  }
  await work.tx.run(update, { workspaceId, id: fieldPublicId, ...storedFrom(after) });
  for (const { publicId: option } of before.options) {
    if (after.options.some(({ publicId }) => publicId === option)) continue;
    const some = { workspaceId, fieldId: fieldPublicId, option };
    while ((await work.tx.run(takeOffOption, some)).length === takenAtOnce);
  }
  return recorded(work, board, 'field.updated', after, before);
}

/** A field with what is given; throws if that does not fit it. */
async function changed(
  work: Work,
  board: OfBoard,
  all: readonly Field[],
  before: Field,
  given: Partial<Given>,
): Promise<Field> {
  const { type } = before;
  if (given.type !== undefined && given.type !== type)
    throw new Invalid('field-type-fixed', { field: 'body/type' });
  requireFitting(type, given);
  const others = all.filter((each) => each !== before);
  if (given.name !== undefined) requireName(others, given.name);
  const { name, currency, max, shownOnTile, orderKey } = before;
  const stays = given.index === undefined || Math.min(given.index, others.length) === all.indexOf(before);
  return {
    ...before,
    name: given.name ?? name,
    options: given.options ? optionsFrom(given.options, before.options, work.now) : before.options,
    currency: given.currency ?? currency,
    max: given.max ?? max,
    shownOnTile: given.shownOnTile ?? shownOnTile,
    orderKey: stays ? orderKey : await positionAt(work, board, others, given.index),
  };
}

/** Deletes a field for good. Its values are taken off the cards without an activity each: it is one change of the board. */
export async function deleteField({ tx, grant, record }: Work, fieldPublicId: string) {
  const { workspaceId, boardId, id, name, type } = await grant('field', fieldPublicId, 'board:edit');
  while ((await tx.run(takeOffField, { workspaceId, fieldId: id })).length === takenAtOnce);
  await tx.run(remove, { workspaceId, id });
  await record.event({
    type: 'field.deleted',
    workspaceId,
    boardId,
    subjectId: id,
    data: { fieldPublicId: id, name, type },
  });
  return { success: true };
}

function requireName(others: readonly Field[], name: string): void {
  const folded = foldedName(name);
  if (others.some((other) => foldedName(other.name) === folded))
    throw new Conflict('field-name-taken', { field: 'body/name' });
}

/** The order key for a place among the other fields of a board, which the work has locked; by default the last one. */
async function positionAt(
  { tx, record }: Work,
  { workspaceId, boardId }: OfBoard,
  others: readonly Field[],
  index = others.length,
): Promise<string> {
  const at = Math.min(index, others.length);
  const position = positionBetween(others[at - 1]?.orderKey ?? null, others[at]?.orderKey ?? null);
  if (position.length <= longestPosition) return position;
  const keys = positionsFor(others.length + 1);
  for (const [n, { publicId: id }] of others.entries())
    await tx.run(place, { workspaceId, id, position: keys[n < at ? n : n + 1] ?? '' });
  record.live('board.changed', workspaceId, { boardId });
  return keys[at] ?? '';
}

/** Records that a field was made or changed. */
async function recorded(
  { record }: Work,
  { workspaceId, boardId }: OfBoard,
  type: 'field.created' | 'field.updated',
  field: Field,
  before?: Field,
): Promise<Field> {
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
  return field;
}
