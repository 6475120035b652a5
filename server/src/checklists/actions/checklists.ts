import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import type { Located } from '../../base/access/locate.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { type ChangedThing, isKept } from '../../base/changes/undo-steps.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { deleteRow, insertRow, updateRow } from '../../base/db/statements.ts';
import { contentOf } from '../../base/db/table.ts';
import { newId } from '../../base/ids.ts';
import { touchCard } from '../../data/cards/rows.ts';
import { type StoredItem, storedItem } from '../../data/checklists/stored-item.ts';
import { checklists } from '../../data/checklists/tables.ts';
import { checklistPlaces } from '../position.ts';

export const insertChecklist = insertRow('checklists.insert', checklists);

const update = updateRow('checklists.update', checklists, contentOf(checklists));

const remove = deleteRow('checklists.delete', checklists);

const itemsIn = query(
  'checklist_items.ofDeleted',
  (_db, p: { workspaceId: string; checklistId: string }) => sql<StoredItem & { id: string }>`
  select i.id as id, ${storedItem('i')} from checklist_items i
  where i.workspace_id = ${p.workspaceId} and i.checklist_id = ${p.checklistId}`,
);

export const requireChecklistRoom = cap('checklists', ['workspace_id', 'card_id'], caps.checklistsOfCard);

/** Adds a checklist at the end of a card (E5). */
export async function createChecklist(
  { tx, now, grant, record }: Work,
  cardPublicId: string,
  { publicId: id = newId(now), name }: { publicId?: string; name: string },
) {
  const card = await grant('card', cardPublicId, 'card:edit');
  const { workspaceId, id: cardId } = card;
  await requireChecklistRoom(tx, { workspace_id: workspaceId, card_id: cardId });
  const position = await checklistPlaces.positionAt(tx, { workspaceId, parentId: cardId }, undefined);
  await tx.run(insertChecklist, { workspaceId, id, cardId, name, position, createdAt: now });
  await record.activity({
    type: 'card.updated.checklist.added',
    card,
    subjectId: id,
    toTitle: name,
    undo: [{ kind: 'checklist', id, before: null, after: { cardId, name } }],
  });
  return { publicId: id, name };
}

export interface UpdateChecklist {
  name?: string;
  index?: number;
}

/** Renames a checklist, moves it on its card, or both. A move records no activity: the feed has no type for it. */
export async function updateChecklist(work: Work, checklistPublicId: string, given: UpdateChecklist) {
  const { tx, grant, record, quiet, now } = work;
  const checklist = await grant('checklist', checklistPublicId, 'card:edit');
  const { workspaceId, id: parentId, checklistId: id, checklistName: fromTitle } = checklist;
  const toTitle = given.name ?? fromTitle;
  const stands = { workspaceId, parentId, id, position: checklist.checklistPosition };
  const { position } = (await checklistPlaces.moveTo(tx, stands, given.index)) ?? stands;
  const renamed = toTitle !== fromTitle;
  if (renamed || position !== stands.position) {
    await tx.run(update, { workspaceId, id, name: toTitle, position });
  }
  if (renamed) {
    await record.activity({
      type: 'card.updated.checklist.renamed',
      card: checklist,
      subjectId: id,
      fromTitle,
      toTitle,
      undo: [{ kind: 'checklist', id, before: { name: fromTitle }, after: { name: toTitle } }],
    });
  } else if (position !== stands.position) {
    const { boardId } = checklist;
    await tx.run(touchCard, { workspaceId, id: parentId, touchedAt: now });
    record.live('card.updated.checklist.moved', workspaceId, { boardId, cardId: parentId, subjectId: id });
  } else quiet();
  return { publicId: id, name: toTitle };
}

/** Deletes a checklist and its items. */
export async function deleteChecklist({ tx, actor, grant, record }: Work, checklistPublicId: string) {
  const checklist = await grant('checklist', checklistPublicId, 'card:edit');
  const undo = isKept(actor) ? await withItems(tx, checklist) : [];
  await tx.run(remove, { workspaceId: checklist.workspaceId, id: checklist.checklistId });
  const fromTitle = checklist.checklistName;
  const subjectId = checklist.checklistId;
  await record.activity({
    type: 'card.updated.checklist.deleted',
    card: checklist,
    subjectId,
    fromTitle,
    undo,
  });
  return { success: true };
}

/** A checklist that is deleted, and its items with it, as that can be undone. */
async function withItems(tx: Reading, checklist: Located<'checklist'>): Promise<ChangedThing[]> {
  const {
    workspaceId,
    id: cardId,
    checklistId: id,
    checklistName: name,
    checklistPosition: position,
  } = checklist;
  const items = await tx.all(itemsIn, { workspaceId, checklistId: id });
  return [
    // First: its items are put back into it.
    { kind: 'checklist', id, before: { cardId, name, position }, after: null },
    ...items.map(({ id: item, ...before }) => ({ kind: 'item' as const, id: item, before, after: null })),
  ];
}
