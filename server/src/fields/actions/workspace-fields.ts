import { caps } from '../../../../contract/caps.ts';
import type { Field, WorkspaceField } from '../../../../contract/field-shapes.ts';
import { locate } from '../../base/access/locate.ts';
import { differences } from '../../base/changes/audit.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Reading, Writing } from '../../base/db/database.ts';
import { insertRow, updateRow } from '../../base/db/statements.ts';
import { contentOf } from '../../base/db/table.ts';
import { NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { fieldsOf, workspaceFieldsOf } from '../../data/fields/definitions.ts';
import { storedDefinition, storedFrom } from '../../data/fields/stored.ts';
import { workspaceFields } from '../../data/fields/tables.ts';
import { changeUses, namesBeside, type Use, usesOf } from '../queries.ts';
import {
  type Changes,
  changedBy,
  type Definition,
  type Given,
  goneOf,
  newDefinition,
  placeAmong,
  requireName,
  takeOff,
} from './definition.ts';
import { lockNames, recordField, updateOfBoard } from './fields.ts';

/* The fields of a workspace. Boards that use one have a field of their own, which changes with it. */

const insert = insertRow('workspace_fields.insert', workspaceFields);
const update = updateRow('workspace_fields.update', workspaceFields, contentOf(workspaceFields));
const place = updateRow('workspace_fields.place', workspaceFields, ['position']);
const requireRoom = cap('workspace_fields', ['workspace_id'], caps.fieldsOfWorkspace, { what: 'fields' });

export interface OfField {
  workspaceId: string;
  workspaceFieldId: string;
}

/** Adds a field to a workspace. */
export async function createWorkspaceField(
  work: Work,
  workspacePublicId: string,
  given: Given,
): Promise<WorkspaceField> {
  const { tx, now, grant, audit } = work;
  const { workspaceId } = await grant('workspace', workspacePublicId, 'workspace:manage');
  await requireRoom(tx, { workspace_id: workspaceId });
  const others = await workspaceFieldsOf(tx, { workspaceId });
  const { field, moved } = newDefinition(given, others, now);
  requireName(others, field.name, 'workspace-field-name-taken');
  for (const each of moved) await tx.run(place, { workspaceId, ...each });
  await tx.run(insert, { workspaceId, id: field.publicId, ...storedDefinition(field), createdAt: now });
  const subject = { id: field.publicId, name: field.name };
  await audit({ type: 'field.created', workspaceId, subject, detail: differences({}, audited(field)) });
  return { ...field, boardCount: 0 };
}

/** Makes a field of a board one of its workspace, which the board uses from then on; returns the field of the board. */
export async function shareField(work: Work, fieldPublicId: string): Promise<Field> {
  const { tx, now, actor, grant, audit } = work;
  const { workspaceId, boardId } = await grant('field', fieldPublicId, 'workspace:manage');
  await locate(tx, actor, 'field', fieldPublicId, 'board:edit');
  const board = { workspaceId, boardId };
  await lockNames(work, board);
  const before = (await fieldsOf(tx, board)).find(({ publicId }) => publicId === fieldPublicId);
  if (!before) throw new NotFound();
  if (before.workspaceFieldPublicId !== null) {
    work.quiet();
    return before;
  }
  await requireRoom(tx, { workspace_id: workspaceId });
  const others = await workspaceFieldsOf(tx, { workspaceId });
  requireName(others, before.name, 'workspace-field-name-taken');
  const { orderKey, moved } = placeAmong(others);
  for (const each of moved) await tx.run(place, { workspaceId, ...each });
  const id = newId(now);
  // The options keep their ids, which the values on cards name.
  await tx.run(insert, { workspaceId, id, ...storedDefinition({ ...before, orderKey }), createdAt: now });
  const after = { ...before, workspaceFieldPublicId: id };
  await tx.run(updateOfBoard, { workspaceId, id: fieldPublicId, ...storedFrom(after) });
  await recordField(work, board, 'field.updated', after, before);
  const subject = { id, name: after.name };
  await audit({ type: 'field.created', workspaceId, subject, detail: differences({}, audited(after)) });
  return after;
}

/**
 * Changes what is given of a field of a workspace, also on the boards that use it. Some options that are left out have been taken off
 * the cards.
 */
export async function changeDefinition(
  work: Work,
  workspacePublicId: string,
  id: string,
  given: Changes,
  taken: readonly string[],
): Promise<WorkspaceField> {
  const { tx, grant } = work;
  const { workspaceId } = await grant('workspace', workspacePublicId, 'workspace:manage');
  const key = { workspaceId, workspaceFieldId: id };
  const { before, after, moved, uses, gone } = await judge(work, key, given);
  await takeOffAll(
    tx,
    key,
    gone.filter((option) => !taken.includes(option)),
  );
  for (const each of moved) await tx.run(place, { workspaceId, ...each });
  await tx.run(update, { workspaceId, id, ...storedDefinition(after) });
  await follow(work, key, uses, before, after);
  const detail = differences(audited(before), audited(after));
  if (detail.length === 0) work.quiet();
  else await work.audit({ type: 'field.updated', workspaceId, subject: { id, name: after.name }, detail });
  return { ...after, boardCount: liveIn(uses) };
}

/** What a change makes of a field; throws if that is refused. */
export async function judge({ tx, now }: Work, key: OfField, given: Changes) {
  const { before, others, all } = await readField(tx, key);
  const uses = await tx.all(usesOf, key);
  const { field: after, moved } = changedBy(given, before, all, now);
  if (after.name !== before.name) {
    requireName(others, after.name, 'workspace-field-name-taken');
    await requireNameOnBoards(tx, key, uses, after.name);
  }
  return { before, after, moved, uses, gone: goneOf(before, given.options) };
}

/** A field of a workspace among all; throws `NotFound`. */
export async function readField(tx: Reading, { workspaceId, workspaceFieldId }: OfField) {
  const all = await workspaceFieldsOf(tx, { workspaceId });
  const before = all.find(({ publicId }) => publicId === workspaceFieldId);
  if (!before) throw new NotFound();
  return { before, all, others: all.filter((each) => each !== before) };
}

/** Takes options of a field off the cards of all boards. */
async function takeOffAll(tx: Writing, key: OfField, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  for (const { id: fieldId } of await tx.all(usesOf, key))
    await takeOff(tx, { workspaceId: key.workspaceId, fieldId }, gone);
}

/** Boards whose fields are read, or written, by one statement: each has up to fifty, and a field up to two hundred options. */
export const boardsAtOnce = 50;

async function requireNameOnBoards(
  tx: Reading,
  key: OfField,
  uses: readonly Use[],
  name: string,
): Promise<void> {
  for (const some of inSlices(uses)) {
    const boardIds = some.map(({ boardId }) => boardId);
    requireName(await tx.all(namesBeside, { ...key, boardIds }), name, 'field-name-taken-on-board');
  }
}

function* inSlices(uses: readonly Use[]): Generator<readonly Use[]> {
  for (let from = 0; from < uses.length; from += boardsAtOnce) yield uses.slice(from, from + boardsAtOnce);
}

/** Changes the fields of the boards that use one of the workspace, and tells those who see the boards. */
async function follow(
  work: Work,
  { workspaceId, workspaceFieldId }: OfField,
  uses: readonly Use[],
  before: Definition,
  after: Definition,
): Promise<void> {
  const { name, options, settings } = storedDefinition(after);
  const was = storedDefinition(before);
  if (name === was.name && options === was.options && settings === was.settings) return;
  const there = new Set<string>();
  for (const some of inSlices(uses)) {
    const ids = some.map(({ id }) => id);
    for (const { id } of await work.tx.run(changeUses, { workspaceId, ids, name, options, settings }))
      there.add(id);
  }
  for (const { id, boardId, shownOnTile, position, isLive } of uses) {
    // A board may have stopped using it meanwhile.
    if (isLive === 0 || !there.has(id)) continue;
    const own = {
      publicId: id,
      shownOnTile: shownOnTile === 1,
      orderKey: position,
      workspaceFieldPublicId: workspaceFieldId,
    };
    const board = { workspaceId, boardId };
    await recordField(work, board, 'field.updated', { ...after, ...own }, { ...before, ...own });
  }
}

const liveIn = (uses: readonly Use[]): number => uses.filter(({ isLive }) => isLive === 1).length;

/** What the audit log records of a field. */
export const audited = ({ name, type, options, currency, max, shownOnTile }: Definition) => ({
  name,
  type,
  options: options.map((option) => option.name),
  currency,
  max,
  shownOnTile,
});
