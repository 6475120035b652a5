import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import { oneLine } from '../../../../contract/schema.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { deleteRow, insertRow, updateRow } from '../../base/db/statements.ts';
import { contentOf } from '../../base/db/table.ts';
import { itemFields, type Passage, requireVersion, versionOf, withPassage } from '../../base/edits.ts';
import { Conflict, Invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { itemsOnCard } from '../../data/checklists/fragments.ts';
import { checklistItems } from '../../data/checklists/tables.ts';
import { itemPlaces } from '../position.ts';

const insert = insertRow('checklist_items.insert', checklistItems);

const update = updateRow('checklist_items.update', checklistItems, [
  'completed',
  ...contentOf(checklistItems),
]);

const remove = deleteRow('checklist_items.delete', checklistItems);

const requireRoom = cap('checklist_items', ['workspace_id', 'checklist_id'], caps.itemsOfChecklist);

const cardIsFull = query(
  'checklist_items.fullCard',
  (_db, p: { workspaceId: string; cardId: string }, fn) => sql<{ id: string }>`
  select x.id as id ${itemsOnCard(fn, p)} limit 1 offset ${sql.lit(caps.itemsOfCard - 1)}`,
);

/** Adds an item to a checklist, at its end unless an index is given. */
export async function createItem(
  { tx, now, grant, record }: Work,
  checklistPublicId: string,
  { publicId: id = newId(now), title, index }: { publicId?: string; title: string; index?: number },
) {
  const checklist = await grant('checklist', checklistPublicId, 'card:edit');
  const { workspaceId, checklistId } = checklist;
  await requireRoom(tx, { workspace_id: workspaceId, checklist_id: checklistId });
  if (await tx.first(cardIsFull, { workspaceId, cardId: checklist.id })) {
    throw new Conflict('too-many-items', { max: caps.itemsOfCard });
  }
  const position = await itemPlaces.positionAt(tx, { workspaceId, parentId: checklistId }, index);
  await tx.run(insert, { workspaceId, id, checklistId, title, completed: 0, position, createdAt: now });
  await record.activity({
    type: 'card.updated.checklist.item.added',
    card: checklist,
    subjectId: checklistId,
    toTitle: title,
  });
  return { publicId: id, title, completed: false };
}

export interface UpdateItem {
  title?: string;
  completed?: boolean;
  index?: number;
  version?: string;
}

/**
 * Changes the given fields (E6). A new title and a new place are one activity, which contains only what changed; completing
 * the item is another.
 */
export async function updateItem(work: Work, itemPublicId: string, given: UpdateItem) {
  const { tx, grant, record, quiet } = work;
  const item = await grant('checklistItem', itemPublicId, 'card:edit');
  const { workspaceId, checklistId: parentId, itemId: id, itemTitle: fromTitle } = item;
  const before = { title: fromTitle, completed: item.itemCompleted === 1 };
  requireVersion(given.version, itemFields(before), given);
  const title = given.title ?? fromTitle;
  const completed = given.completed ?? before.completed;
  const moved = await itemPlaces.moveTo(
    tx,
    { workspaceId, parentId, id, position: item.itemPosition },
    given.index,
  );
  const retitled = title !== fromTitle;
  const ticked = completed !== before.completed;
  if (retitled || ticked || moved) {
    const position = moved?.position ?? item.itemPosition;
    await tx.run(update, { workspaceId, id, title, completed: completed ? 1 : 0, position });
  } else quiet();
  if (retitled || moved) {
    await record.activity({
      type: 'card.updated.checklist.item.updated',
      card: item,
      subjectId: parentId,
      toTitle: title,
      ...(retitled ? { fromTitle } : {}),
      ...(moved ? { fromIndex: moved.fromIndex, toIndex: moved.toIndex } : {}),
    });
  }
  if (ticked) {
    const what = completed ? 'completed' : 'uncompleted';
    await record.activity({
      type: `card.updated.checklist.item.${what}`,
      card: item,
      subjectId: parentId,
      toTitle: title,
    });
  }
  return { publicId: id, title, completed };
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
  await record.activity({ type: 'card.updated.checklist.item.deleted', card: item, subjectId, fromTitle });
  return { success: true };
}
