import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import type { ChangedThing } from '../../base/changes/undo-steps.ts';
import { batches } from '../../base/db/batches.ts';
import type { Reading } from '../../base/db/database.ts';
import { membersSeeing } from '../../cards/actions/values.ts';
import { insertItems } from '../../data/checklists/rows.ts';
import type { StoredItem } from '../../data/checklists/stored-item.ts';
import { changedItem, itemOf } from '../changed-item.ts';
import { checklistPlaces, itemPlaces } from '../position.ts';
import { insertChecklist, requireChecklistRoom } from './checklists.ts';
import { requireItemRoom, requireItemRoomOn, updateStored } from './items.ts';

/* Puts checklists and items back as they were; members of items whom the work has locked. */

type Item = StoredItem & { id: string };

const made = ({ id, position: _, ...after }: Item): ChangedThing => ({
  kind: 'item',
  id,
  before: null,
  after,
});

/** Puts a deleted checklist back on a granted card, with its items. */
export async function putChecklistBack(
  { tx, now: createdAt, record }: Work,
  card: Located<'card'>,
  { id, name, position: stood }: { id: string; name: string; position: string },
  items: readonly Item[],
): Promise<void> {
  const { workspaceId, id: cardId } = card;
  await requireChecklistRoom(tx, { workspace_id: workspaceId, card_id: cardId });
  if (items.length > 0) await requireItemRoomOn(tx, card, items.length);
  const position = await checklistPlaces.near(tx, { workspaceId, parentId: cardId }, stood);
  await tx.run(insertChecklist, { workspaceId, id, cardId, name, position, createdAt });
  for (const rows of batches(await ofThoseWhoSee(tx, card, items)))
    await tx.run(insertItems, { workspaceId, createdAt, rows });
  await record.activity({
    type: 'card.updated.checklist.added',
    card,
    subjectId: id,
    toTitle: name,
    undo: [{ kind: 'checklist', id, before: null, after: { cardId, name } }, ...items.map(made)],
  });
}

/** Puts a deleted item back into its checklist. */
export async function putItemBack({ tx, now: createdAt, grant, record }: Work, item: Item): Promise<void> {
  const { checklistId, title } = item;
  const checklist = await grant('checklist', checklistId, 'card:edit');
  const { workspaceId } = checklist;
  await requireItemRoom(tx, { workspace_id: workspaceId, checklist_id: checklistId });
  await requireItemRoomOn(tx, checklist, 1);
  const position = await itemPlaces.near(tx, { workspaceId, parentId: checklistId }, item.position);
  const rows = await ofThoseWhoSee(tx, checklist, [{ ...item, position }]);
  await tx.run(insertItems, { workspaceId, createdAt, rows });
  await record.activity({
    type: 'card.updated.checklist.item.added',
    card: checklist,
    subjectId: checklistId,
    toTitle: title,
    undo: [made(item)],
  });
}

/** Gives an item the values that it had: who completed it, too, and what showed it. */
export async function putItemValuesBack(work: Work, id: string, values: Partial<StoredItem>): Promise<void> {
  const { tx, grant, record } = work;
  const item = await grant('checklistItem', id, 'card:edit');
  const { workspaceId, checklistId: parentId } = item;
  const before = itemOf(item);
  const [after] = await ofThoseWhoSee(tx, item, [{ ...before, ...values, id }]);
  if (!after) return;
  const { position } = after;
  if (position !== before.position)
    after.position = await itemPlaces.near(tx, { workspaceId, parentId }, position);
  await tx.run(updateStored, { ...after, workspaceId });
  const what =
    after.completed === before.completed ? 'updated' : after.completed === 1 ? 'completed' : 'uncompleted';
  await record.activity({
    type: `card.updated.checklist.item.${what}`,
    card: item,
    subjectId: item.checklistId,
    toTitle: after.title,
    ...(after.title === before.title || what !== 'updated' ? {} : { fromTitle: before.title }),
    undo: [changedItem(id, before, after)],
  });
}

/** Items without the members who do not see the board, or not any more. */
async function ofThoseWhoSee(tx: Reading, card: Located<'card'>, items: readonly Item[]): Promise<Item[]> {
  const members = items.flatMap(({ memberId }) => memberId ?? []);
  const seeing = await membersSeeing(tx, card, [...new Set(members)]);
  return items.map((item) =>
    item.memberId && seeing.has(item.memberId) ? { ...item } : { ...item, memberId: null },
  );
}
