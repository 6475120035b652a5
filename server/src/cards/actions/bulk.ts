import { sql } from 'kysely';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import type { Writing } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { fromBody, Invalid } from '../../base/errors.ts';
import type { Spot } from '../../base/ordering/spot.ts';
import { dueAtOf } from '../lookups.ts';
import { archiveGranted } from './archive.ts';
import { findLabel, setLabel } from './labels.ts';
import { findMember, setMember } from './members.ts';
import { changeTexts, moveCard } from './update.ts';

/** One of many changes; what it takes beside the card depends on its type. */
export interface CardOperation extends Details {
  type: 'archive' | 'move' | 'label' | 'assign' | 'due';
  cardPublicId: string;
}

interface Details extends Spot {
  listPublicId?: string;
  labelPublicId?: string;
  memberPublicId?: string;
  remove?: boolean;
  dueDate?: string | null;
}

interface Kind {
  takes: readonly (keyof Details)[];
  /** One of these must be there. */
  needs: readonly (keyof Details)[];
  /** Says whether it changed anything. Issues name the field as that of the whole body. */
  change(work: Work, card: Located<'card'>, details: Details): Promise<boolean>;
}

const kinds: Record<CardOperation['type'], Kind> = {
  archive: { takes: [], needs: [], change: archiveGranted },
  move: {
    takes: ['listPublicId', 'index', 'afterPublicId', 'beforePublicId'],
    needs: ['listPublicId', 'index', 'afterPublicId', 'beforePublicId'],
    async change(work, card, to) {
      const { listId, position } = await moveCard(work, card, to);
      return listId !== card.listId || position !== card.position;
    },
  },
  label: {
    takes: ['labelPublicId', 'remove'],
    needs: ['labelPublicId'],
    async change(work, card, { labelPublicId = '', remove = false }) {
      const label = await findLabel(work.tx, card, labelPublicId);
      if (!label) throw new Invalid('body/labelPublicId is not a label of the board that the card is on');
      return setLabel(work, card, label, !remove);
    },
  },
  assign: {
    takes: ['memberPublicId', 'remove'],
    needs: ['memberPublicId'],
    async change(work, card, { memberPublicId = '', remove = false }) {
      const member = await findMember(work.tx, card, memberPublicId);
      if (!member) throw new Invalid('body/memberPublicId is not a member of the workspace');
      return setMember(work, card, member, !remove, 'body/memberPublicId');
    },
  },
  due: {
    takes: ['dueDate'],
    needs: ['dueDate'],
    change(work, card, { dueDate = null }) {
      return changeTexts(work, card, { ...card, dueAt: dueDate === null ? null : dueAtOf(dueDate) });
    },
  },
};

/**
 * Carries out many operations on cards of one workspace, in their order: all of them, or none. Each takes the same
 * number of statements, however many there are.
 */
export async function changeCards(work: Work, operations: readonly CardOperation[]) {
  for (const [place, operation] of operations.entries()) checkDetails(place, operation);
  work.quiet();
  await holdAll(work.tx, operations);
  const results: { cardPublicId: string; changed: boolean }[] = [];
  let workspaceId: string | undefined;
  for (const [place, operation] of operations.entries()) {
    const { cardPublicId, type } = operation;
    const field = `operations/${place}/cardPublicId`;
    const card = await fromBody(field, work.grant('card', cardPublicId, 'card:edit'));
    workspaceId ??= card.workspaceId;
    if (card.workspaceId !== workspaceId) throw new Invalid(`body/${field} is a card in another workspace`);
    const changed = await within(place, kinds[type].change(work, card, operation));
    results.push({ cardPublicId, changed });
  }
  return { results };
}

const details = [...new Set(Object.values(kinds).flatMap(({ takes }) => takes))];

/** Throws `Invalid` for an operation that lacks what its type needs, or has what belongs to another type. */
function checkDetails(place: number, operation: CardOperation): void {
  const { takes, needs } = kinds[operation.type];
  const given = details.filter((each) => operation[each] !== undefined);
  const stray = given.find((each) => !takes.includes(each));
  if (stray)
    throw new Invalid(`body/operations/${place}/${stray} is not allowed for the type ${operation.type}`);
  if (needs.length === 0 || needs.some((each) => given.includes(each))) return;
  throw new Invalid(
    `body/operations/${place} must have ${needs.join(' or ')}: its type is ${operation.type}`,
  );
}

const listsOf = query('cards.listsOf', (db, p: { ids: string[] }, fn) =>
  db.selectFrom('cards').select('list_id as id').distinct().where('id', 'in', fn.each(p.ids)),
);

/** Who is on cards: they are asked whether they see the board that a card goes to. */
const membersOnCards = query(
  'cards.membersOnCards',
  (_db, p: { ids: string[] }, fn) => sql<{ id: string }>`
  select distinct cm.member_id as id from cards c
  join card_members cm on cm.workspace_id = c.workspace_id and cm.card_id = c.id
  where c.id in ${fn.each(p.ids)}`,
);

/**
 * Holds every row that the operations will: in the order in which all transactions do, which is not that of the
 * operations. Which lists the cards are in does not change any more once the cards are held. All this is by ids alone,
 * for nothing is granted yet.
 */
async function holdAll(tx: Writing, operations: readonly CardOperation[]): Promise<void> {
  const given = (field: 'cardPublicId' | 'listPublicId' | 'labelPublicId' | 'memberPublicId') =>
    operations.flatMap((operation) => operation[field] ?? []);
  const cards = given('cardPublicId');
  await tx.lock('cards', null, cards);
  const lists = await tx.all(listsOf, { ids: cards });
  await tx.lock('lists', null, [...lists.map(({ id }) => id), ...given('listPublicId')]);
  // Who deletes a label takes it off all cards: not while it is put on one and taken off another.
  await tx.lock('labels', null, given('labelPublicId'));
  const moved = operations.flatMap(({ cardPublicId, listPublicId }) => (listPublicId ? [cardPublicId] : []));
  const members = moved.length === 0 ? [] : await tx.all(membersOnCards, { ids: moved });
  await tx.lock('members', null, [...members.map(({ id }) => id), ...given('memberPublicId')]);
}

/** Makes what is wrong with an operation name the place of the operation in the body. */
async function within<T>(place: number, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(...error.issues.map((issue) => issue.replace(/^body\//, `body/operations/${place}/`)));
  }
}
