import type { Located } from '../../base/access/locate.ts';
import { type CardValues, keepIn } from '../../base/card-fields.ts';
import type { Work } from '../../base/changes/change.ts';
import { passWatches } from '../../base/changes/watching.ts';
import { updateRow } from '../../base/db/statements.ts';
import { nextCard } from '../../base/recurrence.ts';
import { cards } from '../../data/cards/tables.ts';
import { findList, listAround, listOf } from '../lookups.ts';
import { placeAt } from '../position.ts';
import { addCard } from './create.ts';
import { copyParts } from './duplicate.ts';
import { listOfRecurrence, recurrenceOf } from './recurrence.ts';

/*
 * A card that recurs: the change that completes it makes the next one, and hands the recurrence on to it. So there is one next
 * card, whatever crashes, and however many complete it at once.
 */

/**
 * Locks the list of a granted card, the one that it is to be moved to, and further ones. The target is looked up with its lock,
 * so that one the caller may not know of takes as many statements as one that does not exist.
 */
export async function lockLists(
  { tx }: Work,
  card: Located<'card' | 'trashedCard'>,
  to?: string,
  further: readonly string[] = [],
): Promise<void> {
  const { workspaceId, listId } = card;
  const target = to === listId ? undefined : to;
  const ids = [listId, ...(target === undefined ? [] : [target]), ...further];
  await tx.lockAndRead('lists', workspaceId, ids, async () => {
    if (target !== undefined) await listOf(tx, card, target, 'card:edit');
  });
}

/**
 * Locks what the next card of a granted card takes, in case a change completes it: lists and the workspace come before what the
 * rest of the change locks.
 */
export async function holdForNext(
  work: Work,
  card: Located<'card' | 'trashedCard'>,
  to?: string,
): Promise<void> {
  const { workspaceId, completedAt, recurrence } = card;
  if (completedAt !== null) return;
  await lockLists(work, card, to, listOfRecurrence(recurrence));
  await work.tx.lock('workspaces', workspaceId, [workspaceId]);
}

const passedOn = updateRow('cards.passRecurrence', cards, ['recurrence']);

const kept = keepIn('duplicate');

/**
 * Makes the next card of one that the change has just completed, if it recurs: in the list where that was set, or in its own if
 * that is no longer on its board; with its labels, members, checklists, reminders and watchers. Returns the number of copied
 * checklist items, or undefined if there is no next card.
 */
export async function makeNext(
  work: Work,
  before: Pick<CardValues, 'completedAt'>,
  card: Located<'card'>,
): Promise<number | undefined> {
  const { tx, now } = work;
  const isDone = card.completedAt !== null && before.completedAt === null && card.isTemplate === 0;
  if (card.recurrence === null || !isDone) return undefined;
  const recurrence = recurrenceOf(card.recurrence);
  const next = nextCard(recurrence, card, now);
  if (!next) return undefined;
  const { workspaceId, id: from } = card;
  const own = await listAround(tx, card);
  const set = recurrence.list === undefined ? undefined : await findList(tx, card, recurrence.list);
  const list = set && set.boardId === own.boardId && !set.isArchived ? set : own;
  const { position } = await placeAt(tx, { workspaceId, listId: list.id }, {});
  const { id: to } = await addCard(work, workspaceId, list, {
    ...kept(card),
    dueAt: next.dueAt,
    startAt: next.startAt,
    recurrence: JSON.stringify(next.recurrence),
    isSettled: true,
    position,
  });
  await tx.run(passedOn, { workspaceId, id: from, recurrence: null });
  await tx.run(passWatches, { workspaceId, from, to, now });
  return copyParts(
    work,
    { workspaceId, from, to },
    {
      labelsOn: list.boardId,
      members: true,
      itemDue: (at) => (at === null ? null : next.moved(at)),
    },
  );
}
