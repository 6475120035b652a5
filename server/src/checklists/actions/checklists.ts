import { caps } from '../../../../contract/caps.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { deleteRow, insertRow, updateRow } from '../../base/db/statements.ts';
import { contentOf } from '../../base/db/table.ts';
import { newId } from '../../base/ids.ts';
import { touchCard } from '../../data/cards/rows.ts';
import { checklists } from '../../data/checklists/tables.ts';
import { checklistPlaces } from '../position.ts';

const insert = insertRow('checklists.insert', checklists);

const update = updateRow('checklists.update', checklists, contentOf(checklists));

const remove = deleteRow('checklists.delete', checklists);

const requireRoom = cap('checklists', ['workspace_id', 'card_id'], caps.checklistsOfCard);

/** Adds a checklist at the end of a card (E5). */
export async function createChecklist(
  { tx, now, grant, record }: Work,
  cardPublicId: string,
  { publicId: id = newId(now), name }: { publicId?: string; name: string },
) {
  const card = await grant('card', cardPublicId, 'card:edit');
  const { workspaceId, id: cardId } = card;
  await requireRoom(tx, { workspace_id: workspaceId, card_id: cardId });
  const position = await checklistPlaces.positionAt(tx, { workspaceId, parentId: cardId }, undefined);
  await tx.run(insert, { workspaceId, id, cardId, name, position, createdAt: now });
  await record.activity({ type: 'card.updated.checklist.added', card, subjectId: id, toTitle: name });
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
    });
  } else if (position !== stands.position) {
    const { boardId } = checklist;
    await tx.run(touchCard, { workspaceId, id: parentId, touchedAt: now });
    record.live('card.updated.checklist.moved', workspaceId, { boardId, cardId: parentId, subjectId: id });
  } else quiet();
  return { publicId: id, name: toTitle };
}

/** Deletes a checklist and its items. */
export async function deleteChecklist({ tx, grant, record }: Work, checklistPublicId: string) {
  const checklist = await grant('checklist', checklistPublicId, 'card:edit');
  await tx.run(remove, { workspaceId: checklist.workspaceId, id: checklist.checklistId });
  const fromTitle = checklist.checklistName;
  const subjectId = checklist.checklistId;
  await record.activity({ type: 'card.updated.checklist.deleted', card: checklist, subjectId, fromTitle });
  return { success: true };
}
