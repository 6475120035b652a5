import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import { requirePermission, requireSeen } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import { keepIn, noValues } from '../../base/card-fields.ts';
import type { Work } from '../../base/changes/change.ts';
import { command, query } from '../../base/db/query.ts';
import { Invalid } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Spot } from '../../base/ordering/spot.ts';
import { itemsOnCard } from '../../data/checklists/fragments.ts';
import { insertChecklists, insertItems, uncompleted } from '../../data/checklists/rows.ts';
import { requireChecked } from '../checked.ts';
import { labelOnBoard, listOf } from '../lookups.ts';
import { placeAt } from '../position.ts';
import { requireRoomForCopy } from '../room.ts';
import { addCard } from './create.ts';
import { requireSight } from './members.ts';
import { setIn } from './recurrence.ts';
import { valuesElsewhere } from './values.ts';

interface Copy {
  workspaceId: string;
  from: string;
  to: string;
}

const copyLabels = command(
  'cards.copyLabels',
  (_db, p: Copy & { boardId: string }) => sql`
  insert into card_labels (workspace_id, board_id, card_id, label_id)
  select distinct ${p.workspaceId}, t.board_id, ${p.to}, t.id
  from card_labels cl
  join labels n on n.workspace_id = ${p.workspaceId} and n.id = cl.label_id
  join labels t on t.workspace_id = ${p.workspaceId} and t.id = ${labelOnBoard(p)}
  where cl.workspace_id = ${p.workspaceId} and cl.card_id = ${p.from}`,
);

const copyMembers = command(
  'cards.copyMembers',
  (_db, p: Copy) => sql`
  insert into card_members (workspace_id, card_id, member_id)
  select ${p.workspaceId}, ${p.to}, cm.member_id
  from card_members cm
  join members m on m.workspace_id = ${p.workspaceId} and m.id = cm.member_id and m.status <> 'removed'
  where cm.workspace_id = ${p.workspaceId} and cm.card_id = ${p.from}`,
);

const checklistsOf = query('cards.checklistsOf', (db, p: { workspaceId: string; cardId: string }) =>
  db
    .selectFrom('checklists')
    .select(['id', 'name', 'position'])
    .where('workspace_id', '=', p.workspaceId)
    .where('card_id', '=', p.cardId),
);

const itemsOf = query(
  'cards.itemsOf',
  (_db, p: { workspaceId: string; cardId: string }, fn) => sql<{
    checklistId: string;
    title: string;
    position: string;
    dueAt: number | null;
    memberId: string | null;
    acceptance: 0 | 1;
  }>`
  select x.checklist_id as "checklistId", x.title as title, x.position as position, x.due_at as "dueAt",
    x.member_id as "memberId", x.acceptance as acceptance ${itemsOnCard(fn, p)}
  limit ${sql.lit(caps.itemsOfCard + 1)}`,
);

/**
 * Copies the checklists of a card with their items, all uncompleted, in four statements; returns the number of items. They
 * stay whose they are if members are copied. Throws `Invalid` if the card has more items than allowed, which an older version permitted.
 */
async function copyChecklists(
  { tx, now }: Work,
  { workspaceId, from, to }: Copy,
  of: Pick<Parts, 'members' | 'itemDue'>,
): Promise<number> {
  const checklists = await tx.all(checklistsOf, { workspaceId, cardId: from });
  if (checklists.length === 0) return 0;
  const items = await tx.all(itemsOf, { workspaceId, cardId: from });
  if (items.length > caps.itemsOfCard) {
    throw new Invalid('too-many-items', { max: caps.itemsOfCard });
  }
  const ids = new Map(checklists.map(({ id }) => [id, newId(now)]));
  const copies = checklists.map(({ id, ...rest }) => ({ ...rest, id: ids.get(id) ?? '', cardId: to }));
  await tx.run(insertChecklists, { workspaceId, createdAt: now, rows: copies });
  const rows = items.map((item) => ({
    ...item,
    memberId: of.members ? item.memberId : null,
    dueAt: of.itemDue(item.dueAt),
    id: newId(now),
    checklistId: ids.get(item.checklistId) ?? '',
    ...uncompleted,
  }));
  await tx.run(insertItems, { workspaceId, createdAt: now, rows });
  return rows.length;
}

export interface DuplicateCard extends Spot {
  publicId?: string;
  listPublicId: string;
  /** Of a template all of these are copied unless they are false. */
  copyLabels?: boolean;
  copyMembers?: boolean;
  copyChecklists?: boolean;
  isTemplate?: boolean;
  title?: string;
}

const valuesOfCopy = keepIn('duplicate');

/** Copies a card into a list of its workspace (E4). The caller must be able to read the original as well. */
export async function duplicateCard(work: Work, cardPublicId: string, given: DuplicateCard) {
  const card = await work.grant('card', cardPublicId, 'card:create');
  const { publicId } = await duplicateGranted(work, card, given);
  return { publicId };
}

/** Copies a card that the work has locked, if the caller may create cards; also returns the number of copied checklist items. */
export async function duplicateGranted(work: Work, card: Located<'card'>, given: DuplicateCard) {
  const { tx } = work;
  requirePermission(card.permissions, 'card:view');
  const { workspaceId } = card;
  const isOfTemplate = card.isTemplate === 1;
  const { copyLabels = isOfTemplate, copyMembers = isOfTemplate, copyChecklists = isOfTemplate } = given;
  const { isTemplate = false } = given;
  const list = await tx.lockAndRead('lists', workspaceId, [given.listPublicId], () =>
    listOf(tx, card, given.listPublicId, 'card:create'),
  );
  if (!isTemplate) {
    await requireRoomForCopy(tx, workspaceId, list);
    // The items of the copy are open, whatever those of the original are.
    if (copyChecklists) await requireChecked(tx, card, list, { ofCopy: true });
  }
  const { position } = await placeAt(tx, { workspaceId, listId: list.id }, given);
  const recurrence = isOfTemplate ? card.recurrence : null;
  const { id } = await addCard(work, workspaceId, list, {
    ...setIn({ ...valuesOfCopy(card), recurrence }, noValues, list.id),
    isTemplate: isTemplate ? 1 : 0,
    fieldValues: (await valuesElsewhere(tx, card, { workspaceId, boardId: list.boardId }, card.fieldValues))
      .stored,
    ...(given.title === undefined ? {} : { title: given.title }),
    id: given.publicId,
    position,
  });
  if (copyMembers) {
    requireSeen(card, list, 'member:view');
    await requireSight(tx, { workspaceId, boardId: list.boardId, cardId: card.id }, 'copyMembers');
  }
  const items = await copyParts(
    work,
    { workspaceId, from: card.id, to: id },
    {
      labelsOn: copyLabels ? list.boardId : undefined,
      members: copyMembers,
      itemDue: copyChecklists ? (at) => at : undefined,
    },
  );
  return { publicId: id, items };
}

/** What a copy of a card takes over. */
interface Parts {
  /** The board of the copy, if it gets the labels. */
  labelsOn: string | undefined;
  members: boolean;
  /** When an item of the copy is due, if it gets the checklists. */
  itemDue: (dueAt: number | null) => number | null;
}

/** Copies what hangs on a card; returns the number of checklist items. */
export async function copyParts(
  work: Work,
  copy: Copy,
  { labelsOn, members, itemDue }: Omit<Parts, 'itemDue'> & { itemDue: Parts['itemDue'] | undefined },
): Promise<number> {
  if (labelsOn !== undefined) await work.tx.run(copyLabels, { ...copy, boardId: labelsOn });
  if (members) await work.tx.run(copyMembers, copy);
  return itemDue ? copyChecklists(work, copy, { members, itemDue }) : 0;
}
