import { sql } from 'kysely';
import type { GivenFields } from '../../../../contract/card-fields.ts';
import { requireSeen } from '../../base/access/authority.ts';
import type { Located } from '../../base/access/locate.ts';
import { applyIn, type CardValues, showIn } from '../../base/card-fields.ts';
import type { Work } from '../../base/changes/change.ts';
import type { ChangedThing } from '../../base/changes/undo-steps.ts';
import { query } from '../../base/db/query.ts';
import { deleteRows, updateRow } from '../../base/db/statements.ts';
import { type Passage, requireVersion, versionOf, withPassage } from '../../base/edits.ts';
import { isSpot, type Spot } from '../../base/ordering/spot.ts';
import { cardLabels, cards } from '../../data/cards/tables.ts';
import { labelsOnCard } from '../../data/labels/fragments.ts';
import { requireChecked } from '../checked.ts';
import { changedCard, labelOnBoard, listAround, listOf, type Precondition } from '../lookups.ts';
import { indexAt, moveIn, type Place, placeAt } from '../position.ts';
import { requireRoomIn } from '../room.ts';
import { changeFields } from './change-fields.ts';
import { saysCompletion, settle, withCompletion } from './completion.ts';
import { putLabels } from './create.ts';
import { requireSight } from './members.ts';
import { holdForNext, lockLists, makeNext } from './next-card.ts';
import { setIn } from './recurrence.ts';
import { setLabels, setMembers } from './sets.ts';
import { valuesElsewhere, valuesFrom } from './values.ts';

interface CardPlace {
  workspaceId: string;
  id: string;
  boardId: string;
  listId: string;
  position: string;
}

export const updatePlace = updateRow('cards.updatePlace', cards, ['board_id', 'list_id', 'position']);
const updateValues = updateRow('cards.updateValues', cards, ['field_values']);

const labelsElsewhere = query(
  'cards.labelsElsewhere',
  (_db, p: { workspaceId: string; cardId: string; boardId: string }, fn) => sql<{
    id: string;
    name: string;
    twin: string | null;
  }>`
  select n.id as id, n.name as name, ${labelOnBoard(p)} as twin from (select x.* ${labelsOnCard(fn, p)}) n order by n.id`,
);

const removeLabels = deleteRows('card_labels.removeAll', cardLabels, ['workspace_id', 'card_id']);

export interface UpdateCard extends Spot, GivenFields {
  listPublicId?: string;
  labelPublicIds?: string[];
  memberPublicIds?: string[];
  version?: string;
}

const applied = applyIn('change');
const shown = showIn('changed');
const versioned = showIn('version');

/** Changes the given fields, and moves the card if a list or a place is given. Unchanged fields are not recorded. */
export async function updateCard(
  work: Work,
  cardPublicId: string,
  given: UpdateCard,
  precondition?: Precondition,
) {
  const card = await work.grant('card', cardPublicId, 'card:edit');
  const { id } = card;
  if (precondition) {
    // The index is part of what the client read: it changes under the lock of the list.
    await lockLists(work, card, given.listPublicId);
    await precondition(work.tx, card);
  }
  const fields = await valuesFrom(work.tx, card, withCompletion(given, card, work.now));
  requireVersion(given.version, versioned(card), fields);
  const values = setIn(applied(card, fields), card, card.listId);
  work.quiet();
  if (values.recurrence !== null && (given.listPublicId !== undefined || saysCompletion(given)))
    await holdForNext(work, card, given.listPublicId);
  await requireFit(work, card, values, given.listPublicId);
  await changeFields(work, card, values);
  const changed = { ...card, ...values };
  const { listId, index, completedAt } = await moveCard(work, changed, given);
  await changeSets(work, { ...changed, listId }, given);
  const made = await makeNext(work, card, { ...changed, listId, completedAt });
  const after = { ...values, completedAt, ...(made === undefined ? {} : { recurrence: null }) };
  return {
    publicId: id,
    ...shown(after),
    index,
    listPublicId: listId,
    version: versionOf(versioned(after)),
  };
}

/**
 * Throws `Conflict` if a card that stays in its list does not fit there after a change: a template that becomes ordinary work needs room,
 * since lists do not count templates, and work that is done, or no longer a template, may have no open checks. Another list is
 * asked when the card is moved there.
 */
export async function requireFit(
  work: Work,
  card: Located<'card'>,
  after: CardValues,
  listId = card.listId,
): Promise<void> {
  if (listId !== card.listId || after.isTemplate === 1) return;
  const becomesWork = card.isTemplate === 1;
  const becomesDone = card.completedAt === null && after.completedAt !== null;
  if (!becomesWork && !becomesDone) return;
  if (becomesWork) await lockLists(work, card);
  const list = await listAround(work.tx, card);
  if (becomesWork && card.archivedAt === null) await requireRoomIn(work.tx, card.workspaceId, list);
  await requireChecked(work.tx, card, list);
}

const longestDescription = 10_000;

/** Replaces a passage of the description; the same text changes nothing. */
export async function editDescription(work: Work, cardPublicId: string, passage: Passage) {
  const card = await work.grant('card', cardPublicId, 'card:edit');
  const text = withPassage(card.description ?? '', passage, longestDescription);
  const after = applied(card, { description: text });
  work.quiet();
  await changeFields(work, card, after);
  return { publicId: card.id, text, version: versionOf(versioned(after)) };
}

/** Labels are those of the board that the card is on after its move. */
async function changeSets(work: Work, card: Located<'card'>, given: UpdateCard): Promise<void> {
  const { labelPublicIds, memberPublicIds } = given;
  if (labelPublicIds === undefined && memberPublicIds === undefined) return;
  const { boardId } = await listAround(work.tx, card);
  if (labelPublicIds) await setLabels(work, { ...card, boardId }, labelPublicIds);
  if (!memberPublicIds) return;
  await setMembers(work, { ...card, boardId }, memberPublicIds);
  // Members who were on the card before may not see its new board.
  if (boardId === card.boardId) return;
  await requireSight(work.tx, { workspaceId: card.workspaceId, boardId, cardId: card.id }, 'memberPublicIds');
}

/** The destination of a card: another list, a place in its list, or both; and its new members, if given. */
export type Destination = Spot &
  Pick<UpdateCard, 'listPublicId' | 'memberPublicIds' | 'completed' | 'completedAt'>;

/** Where a card is after a move, and when it is completed. */
type Moved = Place & { listId: string } & Pick<CardValues, 'completedAt'>;

/**
 * Moves a granted card; if it is already there, nothing changes. Its lists say whether it is done then, unless `to` does, which is
 * already written.
 */
export async function moveCard(work: Work, card: Located<'card'>, to: Destination): Promise<Moved> {
  const { workspaceId, listId, position, completedAt } = card;
  if (to.listPublicId !== undefined && to.listPublicId !== listId) {
    return moveToList(work, card, to.listPublicId, to);
  }
  if (isSpot(to) && card.archivedAt === null) return { ...(await moveWithin(work, card, to)), completedAt };
  return { listId, position, index: await indexAt(work.tx, { workspaceId, listId }, position), completedAt };
}

async function moveWithin({ tx, record }: Work, card: Located<'card'>, spot: Spot) {
  const { workspaceId, id, boardId, listId } = card;
  const list = { workspaceId, listId };
  const { fromIndex, to } = await moveIn(tx, list, card.position, spot);
  if (to.index === fromIndex) return { listId, ...to };
  const moved = { fromIndex, toIndex: to.index };
  await Promise.all([
    tx.run(updatePlace, { workspaceId, id, boardId, listId, position: to.position }),
    record.activity({
      type: 'card.updated.index',
      card: changedCard(card),
      ...moved,
      undo: [{ kind: 'card', id, before: { position: card.position }, after: { position: to.position } }],
    }),
  ]);
  return { listId, ...to };
}

async function moveToList(
  work: Work,
  card: Located<'card'>,
  listPublicId: string,
  given: Destination,
): Promise<Moved> {
  const { tx, record } = work;
  const { workspaceId, id } = card;
  const [from, to] = await tx.lockAndRead('lists', workspaceId, [card.listId, listPublicId], () =>
    Promise.all([listAround(tx, card), listOf(tx, card, listPublicId, 'card:edit')]),
  );
  if (card.archivedAt === null && card.isTemplate === 0) await requireRoomIn(tx, workspaceId, to);
  if (card.isTemplate === 0) await requireChecked(tx, card, to);
  const there = await placeAt(tx, { workspaceId, listId: to.id }, given);
  const place = { workspaceId, id, boardId: to.boardId, listId: to.id, position: there.position };
  const after = changedCard(card, { boardId: to.boardId, listId: to.id });
  if (to.boardId === card.boardId) await tx.run(updatePlace, place);
  else {
    const { boardId } = to;
    requireSeen(card, to, 'card:view', 'comment:view', 'member:view');
    if (!given.memberPublicIds) await requireSight(tx, { workspaceId, boardId, cardId: id }, 'listPublicId');
    await moveToBoard(work, card, place);
  }
  await record.activity({
    type: 'card.updated.list',
    card: after,
    ...(to.boardId === card.boardId ? {} : { subjectId: card.boardId }),
    fromList: from.shown,
    toList: to.shown,
    // On another board it has other labels and fields.
    ...(to.boardId === card.boardId ? { undo: [placed(card, to.id)] } : {}),
  });
  const moved = { ...card, boardId: to.boardId, listId: to.id };
  const completedAt = saysCompletion(given)
    ? card.completedAt
    : await settle(work, moved, { from: from.completes, to: to.completes });
  return { listId: to.id, ...there, completedAt };
}

/** A move to another list as it can be undone: wherever the card is there. */
const placed = ({ id, listId, position }: Located<'card'>, to: string): ChangedThing => ({
  kind: 'card',
  id,
  before: { listId, position },
  after: { listId: to },
});

/**
 * Labels belong to a board: those with a twin of the same name and colour on the new board are replaced, others removed. Fields
 * do as well: values follow to those of the same name and type.
 */
async function moveToBoard({ tx, record }: Work, card: Located<'card'>, place: CardPlace): Promise<void> {
  const { workspaceId, id: cardId, boardId } = place;
  record.shows(workspaceId, card.boardId);
  const labels = await tx.all(labelsElsewhere, { workspaceId, cardId, boardId });
  await tx.run(removeLabels, { workspaceId, cardId });
  await tx.run(updatePlace, place);
  const values = await valuesElsewhere(tx, card, place, card.fieldValues);
  if (values.stored !== card.fieldValues)
    await tx.run(updateValues, { workspaceId, id: cardId, fieldValues: values.stored });
  const twins = labels.flatMap(({ twin }) => (twin === null ? [] : [twin]));
  await putLabels(tx, { workspaceId, boardId, cardId }, twins);
  const after = changedCard(card, { boardId, listId: place.listId });
  for (const { id, name, twin } of labels) {
    if (twin !== null) continue;
    await record.activity({ type: 'card.updated.label.removed', card: after, label: { publicId: id, name } });
  }
  if (values.lost.length > 0) {
    const change = { from: values.lost, to: [] };
    await record.activity({ type: 'card.updated.fields', card: after, change });
  }
}
