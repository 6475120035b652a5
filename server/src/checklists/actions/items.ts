import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import type { EvidenceGiven } from '../../../../contract/checklists.ts';
import { oneLine } from '../../../../contract/text-patterns.ts';
import type { Located } from '../../base/access/locate.ts';
import { dateFrom } from '../../base/card-fields.ts';
import type { ActivityDetail } from '../../base/changes/activity.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import type { ChangedDate } from '../../base/changes/sent.ts';
import type { ThingValues } from '../../base/changes/undo-steps.ts';
import { isoMillisOrNull } from '../../base/clock.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { deleteRow, insertRow, updateRow } from '../../base/db/statements.ts';
import { contentOf } from '../../base/db/table.ts';
import { itemFields, type Passage, requireVersion, versionOf, withPassage } from '../../base/edits.ts';
import { Conflict, Invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { findMember } from '../../cards/actions/members.ts';
import { itemsOnCard } from '../../data/checklists/fragments.ts';
import { uncompleted } from '../../data/checklists/rows.ts';
import { checklistItems } from '../../data/checklists/tables.ts';
import { changedItem, itemOf } from '../changed-item.ts';
import { itemPlaces } from '../position.ts';
import { completionAfter, evidenceChange } from './completion.ts';

const insertItem = insertRow('checklist_items.insert', checklistItems);

export const updateStored = updateRow('checklist_items.update', checklistItems, [
  'completed',
  'completed_at',
  'completed_by',
  'evidence',
  ...contentOf(checklistItems),
]);

const remove = deleteRow('checklist_items.delete', checklistItems);

export const requireItemRoom = cap(
  'checklist_items',
  ['workspace_id', 'checklist_id'],
  caps.itemsOfChecklist,
);

const cardIsFull = query(
  'checklist_items.fullCard',
  (_db, p: { workspaceId: string; cardId: string; added: number }, fn) => sql<{ id: string }>`
  select x.id as id ${itemsOnCard(fn, p)} limit 1 offset ${sql.lit(caps.itemsOfCard)} - ${p.added}`,
);

/** Throws `Conflict` if a locked card, with some items more, would have too many. */
export async function requireItemRoomOn(
  tx: Reading,
  { workspaceId, id: cardId }: Located<'card'>,
  added: number,
): Promise<void> {
  if (await tx.first(cardIsFull, { workspaceId, cardId, added }))
    throw new Conflict('too-many-items', { max: caps.itemsOfCard });
}

/** When an item is due, whose it is, and whether it is an acceptance check, as a request has it. */
interface ItemWork {
  dueDate?: string | null;
  memberPublicId?: string | null;
  acceptance?: boolean;
}

interface Assigned {
  dueAt: number | null;
  memberId: string | null;
  acceptance: 0 | 1;
}

/** Applies what a request sets; a member has to see the board. */
async function worked(
  { tx }: Work,
  card: Located<'card'>,
  before: Assigned,
  { dueDate, memberPublicId: given, acceptance: isCheck }: ItemWork,
): Promise<Assigned> {
  const dueAt = dueDate === undefined ? before.dueAt : dateFrom(dueDate, 'dueDate', before.dueAt);
  const acceptance = isCheck === undefined ? before.acceptance : isCheck ? 1 : 0;
  if (given === undefined || given === before.memberId) return { ...before, dueAt, acceptance };
  if (given === null) return { dueAt, memberId: null, acceptance };
  const field = 'body/memberPublicId';
  const member = await findMember(tx, card, given);
  if (!member) throw new Invalid('unknown-member', { field });
  if (member.sees === 0) throw new Invalid('member-blind', { field });
  return { dueAt, memberId: given, acceptance };
}

/** What an activity says of whether an item is an acceptance check, or when it is due, and whose it has become. */
const changeOf = (before: Assigned, after: Assigned) => ({
  ...(after.acceptance === before.acceptance
    ? {}
    : { change: { from: before.acceptance === 1, to: after.acceptance === 1 } }),
  ...(after.dueAt === before.dueAt
    ? {}
    : {
        change: { from: isoMillisOrNull(before.dueAt), to: isoMillisOrNull(after.dueAt) },
        date: { from: before.dueAt, to: after.dueAt },
      }),
  ...(after.memberId === before.memberId || after.memberId === null ? {} : { memberId: after.memberId }),
});

const nobodys: Assigned = { dueAt: null, memberId: null, acceptance: 0 };

export interface CreateItem extends ItemWork {
  publicId?: string;
  title: string;
  index?: number;
}

/** Adds an item to a checklist, at its end unless an index is given. */
export async function createItem(
  work: Work,
  checklistPublicId: string,
  { publicId: id = newId(work.now), title, index, ...given }: CreateItem,
) {
  const { tx, now, grant, record } = work;
  const checklist = await grant('checklist', checklistPublicId, 'card:edit');
  const { workspaceId, checklistId } = checklist;
  await requireItemRoom(tx, { workspace_id: workspaceId, checklist_id: checklistId });
  await requireItemRoomOn(tx, checklist, 1);
  const assigned = await worked(work, checklist, nobodys, given);
  const position = await itemPlaces.positionAt(tx, { workspaceId, parentId: checklistId }, index);
  await tx.run(insertItem, {
    workspaceId,
    id,
    checklistId,
    title,
    ...uncompleted,
    position,
    createdAt: now,
    ...assigned,
  });
  await record.activity({
    type: 'card.updated.checklist.item.added',
    card: checklist,
    subjectId: checklistId,
    toTitle: title,
    ...changeOf(nobodys, assigned),
    undo: [{ kind: 'item', id, before: null, after: { checklistId, title, ...uncompleted, ...assigned } }],
  });
  return { publicId: id, title, completed: false };
}

export interface UpdateItem extends ItemWork {
  title?: string;
  completed?: boolean;
  evidence?: EvidenceGiven | null;
  index?: number;
  version?: string;
}

/**
 * Changes the given fields (E6). A new title, place, date and member are one activity, which contains only what changed;
 * completing the item is another.
 */
export async function updateItem(work: Work, itemPublicId: string, given: UpdateItem) {
  const { tx, grant, quiet } = work;
  const item = await grant('checklistItem', itemPublicId, 'card:edit');
  const { workspaceId, checklistId: parentId, itemId: id, itemTitle: fromTitle } = item;
  const before = { title: fromTitle, completed: item.itemCompleted === 1 };
  requireVersion(given.version, itemFields(before), given);
  const title = given.title ?? fromTitle;
  const completed = given.completed ?? before.completed;
  const stands = { dueAt: item.itemDueAt, memberId: item.itemMemberId, acceptance: item.itemAcceptance };
  const completion = await completionAfter(work, item, completed, given.evidence);
  const isTicked = completed !== before.completed;
  const assigned = await worked(work, item, stands, given);
  const moved = await itemPlaces.moveTo(
    tx,
    { workspaceId, parentId, id, position: item.itemPosition },
    given.index,
  );
  const changed = {
    ...(title === fromTitle ? {} : { fromTitle }),
    ...(moved ? { fromIndex: moved.fromIndex, toIndex: moved.toIndex } : {}),
    ...(isTicked ? {} : evidenceChange(item.itemEvidence, completion.evidence)),
    ...changeOf(stands, assigned),
  };
  const isChanged = Object.keys(changed).length > 0 || assigned.memberId !== stands.memberId;
  const stored = { title, position: moved?.position ?? item.itemPosition, ...completion, ...assigned };
  if (isChanged || isTicked) {
    await tx.run(updateStored, { workspaceId, id, ...stored });
  } else quiet();
  await recordItem(work, item, {
    title,
    changed: isChanged ? changed : undefined,
    ticked: isTicked ? completed : undefined,
    shown: isTicked ? evidenceChange(item.itemEvidence, completion.evidence) : {},
    stored,
  });
  return { publicId: id, title, completed };
}

/** Records what was changed in an item, and whether it was completed or opened again. */
async function recordItem(
  { record }: Work,
  item: Located<'checklistItem'>,
  {
    title,
    changed,
    ticked,
    shown,
    stored,
  }: {
    title: string;
    changed: Omit<ActivityDetail & { date?: ChangedDate }, 'toTitle'> | undefined;
    ticked: boolean | undefined;
    /** The evidence with which it was completed, or that it loses. */
    shown: ActivityDetail;
    stored: ThingValues;
  },
): Promise<void> {
  const of = { card: item, subjectId: item.checklistId, toTitle: title };
  const undo = (part?: 'completion' | 'rest') => [changedItem(item.itemId, itemOf(item), stored, part)];
  if (changed)
    await record.activity({
      type: 'card.updated.checklist.item.updated',
      ...of,
      ...changed,
      undo: undo(ticked === undefined ? undefined : 'rest'),
    });
  if (ticked === undefined) return;
  const what = ticked ? 'completed' : 'uncompleted';
  await record.activity({
    type: `card.updated.checklist.item.${what}`,
    ...of,
    ...shown,
    undo: undo('completion'),
  });
}

const longestTitle = 500;
const isTitle = new RegExp(oneLine, 'u');

/** Replaces a passage of the title of an item. */
export async function editItem(work: Work, itemPublicId: string, passage: Passage) {
  // Locked before its title is read, so that the text replaced is the text that was read.
  const item = await work.grant('checklistItem', itemPublicId, 'card:edit');
  const text = withPassage(item.itemTitle, passage, longestTitle).trim();
  if (!isTitle.test(text)) throw new Invalid('edit-leaves-no-title', { field: 'body/newText' });
  const { publicId, ...fields } = await updateItem(work, itemPublicId, { title: text });
  return { publicId, text, version: versionOf(itemFields(fields)) };
}

export async function deleteItem({ tx, grant, record }: Work, itemPublicId: string) {
  const item = await grant('checklistItem', itemPublicId, 'card:edit');
  await tx.run(remove, { workspaceId: item.workspaceId, id: item.itemId });
  const fromTitle = item.itemTitle;
  const subjectId = item.checklistId;
  const undo = [{ kind: 'item' as const, id: item.itemId, before: itemOf(item), after: null }];
  await record.activity({
    type: 'card.updated.checklist.item.deleted',
    card: item,
    subjectId,
    fromTitle,
    undo,
  });
  return { success: true };
}
