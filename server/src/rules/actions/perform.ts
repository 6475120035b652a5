import { sql } from 'kysely';
import type { Action } from '../../../../contract/rule-shapes.ts';
import type { Work } from '../../base/changes/change.ts';
import { day } from '../../base/clock.ts';
import { dayIn, isoDay } from '../../base/days.ts';
import { query } from '../../base/db/query.ts';
import { type CardOperation, changeCards } from '../../cards/actions/bulk.ts';
import { createCard } from '../../cards/actions/create.ts';
import { listOfRecurrence } from '../../cards/actions/recurrence.ts';
import { createChecklist } from '../../checklists/actions/checklists.ts';
import { createItem } from '../../checklists/actions/items.ts';
import { createComment } from '../../comments/actions/comments.ts';
import { actionKinds } from '../settings.ts';
import { notify } from './notify.ts';
import type { Performance } from './performance.ts';
import { sendTo } from './send.ts';
import { cardsToSort, sortLists } from './sort.ts';

/**
 * Does what a rule says, as the actor. Cards are changed first, by operations like those of a request for many, so that locks
 * are taken in their order.
 */
export async function perform(work: Work, of: Performance): Promise<void> {
  const { actions, cardIds } = of;
  work.quiet();
  const toSort = await cardsToSort(work, of.workspaceId, actions);
  await hold(work, of, toSort);
  const operations = cardIds.flatMap((id) => actions.flatMap((each) => operationOf(work, each, id)));
  if (operations.length > 0) await changeCards(work, operations);
  for (const cardPublicId of cardIds) for (const action of actions) await addTo(work, cardPublicId, action);
  await sortLists(work, of, actions, new Set([...cardIds, ...toSort]));
  for (const action of actions) {
    if (action.type === 'webhook') await sendTo(work, of, action);
    if (action.type === 'notify') await notify(work, of, action);
    if (action.type === 'create-card') await makeCard(work, action);
  }
}

const placesOf = query(
  'rules.placesOf',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<{
    listId: string;
    recurrence: string | null;
  }>`
  select c.list_id as "listId", c.recurrence as recurrence from cards c
  where c.workspace_id = ${p.workspaceId} and ${fn.isIn('c.id', fn.each(p.ids))}`,
);

/** Locks what the actions will lock, in the order of all transactions, which is not theirs. */
async function hold(
  { tx }: Work,
  { workspaceId, actions, cardIds }: Performance,
  further: readonly string[],
): Promise<void> {
  const cards = await tx.lockAndRead('cards', workspaceId, [...cardIds, ...further], () =>
    tx.all(placesOf, { workspaceId, ids: cardIds }),
  );
  const around = cards.flatMap(({ listId, recurrence }) => [listId, ...listOfRecurrence(recurrence)]);
  const named = (name: 'listPublicId' | 'labelPublicId') => actions.flatMap((each) => each[name] ?? []);
  await tx.lock('lists', workspaceId, [...around, ...named('listPublicId')]);
  await tx.lock('labels', workspaceId, named('labelPublicId'));
  const numbers =
    actions.some(({ type }) => type === 'create-card') || cards.some((each) => each.recurrence !== null);
  if (numbers) await tx.lock('workspaces', workspaceId, [workspaceId]);
}

/** The day so many days from now, where the actor is. */
const dayAhead = ({ actor, now }: Work, inDays: number): string =>
  isoDay(dayIn(now, actor.timeZone) + inDays * day);

/** The operation on a card that an action is, if it is one. */
function operationOf(work: Work, action: Action, cardPublicId: string): CardOperation[] {
  const { type, listPublicId, labelPublicId, memberPublicId, fieldPublicId = '', position } = action;
  switch (type) {
    case 'move': {
      const at = position === 'start' ? { index: 0 } : {};
      return [{ type: 'move', cardPublicId, ...(listPublicId === undefined ? {} : { listPublicId }), ...at }];
    }
    case 'add-label':
    case 'remove-label':
      return [
        { type: 'label', cardPublicId, labelPublicId: labelPublicId ?? '', remove: type === 'remove-label' },
      ];
    case 'assign':
    case 'unassign':
      return [
        { type: 'assign', cardPublicId, memberPublicId: memberPublicId ?? '', remove: type === 'unassign' },
      ];
    case 'set-due': {
      const dueDate = typeof action.inDays === 'number' ? dayAhead(work, action.inDays) : null;
      return [{ type: 'due', cardPublicId, dueDate }];
    }
    case 'complete':
    case 'reopen':
      return [{ type: 'change', cardPublicId, completed: type === 'complete' }];
    case 'set-field':
      return [{ type: 'change', cardPublicId, fields: { [fieldPublicId]: action.value ?? null } }];
    case 'archive':
      return [{ type: 'archive', cardPublicId }];
    default:
      return [];
  }
}

/** What an action adds to a card. */
async function addTo(work: Work, cardPublicId: string, { type, name = '', items = [], text = '' }: Action) {
  if (type === 'comment') await createComment(work, cardPublicId, { comment: text });
  if (type !== 'add-checklist') return;
  const { publicId } = await createChecklist(work, cardPublicId, { name });
  for (const title of items) await createItem(work, publicId, { title });
}

async function makeCard(work: Work, action: Action): Promise<void> {
  const {
    title = '',
    listPublicId = '',
    description,
    position,
    labelPublicId,
    memberPublicId,
    inDays,
  } = action;
  await createCard(work, {
    title,
    listPublicId,
    ...(description === undefined ? {} : { description }),
    ...(position === undefined ? {} : { position }),
    ...(labelPublicId === undefined ? {} : { labelPublicIds: [labelPublicId] }),
    ...(memberPublicId === undefined ? {} : { memberPublicIds: [memberPublicId] }),
    ...(typeof inDays === 'number' ? { dueDate: dayAhead(work, inDays) } : {}),
  });
}

/** How many of the actions change a card. */
export const changesOf = (actions: readonly Action[]): number =>
  actions.filter(({ type }) => actionKinds[type].onCard).length;
