import { type Static, Type } from 'typebox';
import { api } from '../contract/api.ts';
import { inputsIn } from '../contract/card-fields.ts';
import type { BodyOf, ReplyOf } from '../contract/operation.ts';
import { ofPlannedCard as most } from '../contract/plans.ts';
import { Advice, Unfinished, unlessLacking } from './advice.ts';
import { addChecklist, Checklists } from './checklists.ts';
import { board, dueDate, fields, idempotencyKey, labels, list, members, otherDate } from './fields.ts';
import { relate, relations, type Wanted, wantedBy } from './relations.ts';
import { refuseCut } from './remark.ts';
import { always, type Hands, tool } from './tool.ts';

/** Max items of all checklists in one call: each is a request. */
const maxItems = 200;

const NewCard = Type.Object({
  ...inputsIn('tools'),
  startDate: otherDate,
  dueDate,
  fields,
  title: api.cards.create.body.properties.title,
  labels,
  members,
  checklists: Checklists,
  relations: Type.Optional({ ...relations, description: 'As of write; `#1` is the first card of this call' }),
});

type NewCard = Static<typeof NewCard>;

/** The cards of a call that exist already, in its order. */
interface Made {
  id: string;
  number: number;
}

/** A card with everything that it names looked up. */
interface Prepared {
  body: BodyOf<typeof api.cards.create>;
  checklists: NonNullable<NewCard['checklists']>;
  /** The other card is one of this call if it is a number. */
  relations: (Omit<Wanted, 'card'> & { card: string | number })[];
}

/** The index of the card of this call that `#1` means; undefined for other cards. */
function ownCard(called: string, count: number): number | undefined {
  const [, place] = /^#(\d{1,3})$/.exec(called) ?? [];
  if (place === undefined) return undefined;
  const index = Number(place) - 1;
  if (index >= 0 && index < count) return index;
  throw new Advice(`relations: there is no ${called}; this call has ${count} cards, from #1 on.`);
}

async function prepared(
  { find }: Hands,
  listPublicId: string,
  boardOfList: () => Promise<string>,
  cards: readonly NewCard[],
): Promise<Prepared[]> {
  const items = cards.flatMap(({ checklists = [] }) => checklists.flatMap((each) => each.items));
  if (items.length > maxItems) throw new Advice(`cards: at most ${maxItems} checklist items at once.`);
  for (const each of items) await refuseCut('items', each);
  const all: Prepared[] = [];
  for (const {
    labels: called = [],
    members: people = [],
    checklists = [],
    relations: others = [],
    ...fieldsOf
  } of cards) {
    await refuseCut('title', fieldsOf.title);
    await refuseCut('description', fieldsOf.description);
    const related: Prepared['relations'] = [];
    for (const each of others.map(wantedBy)) {
      related.push({ ...each, card: ownCard(each.card, cards.length) ?? (await find.card(each.card)) });
    }
    const labelPublicIds = await Promise.all(called.map((each) => find.label(each, boardOfList)));
    const memberPublicIds = await Promise.all(people.map((each) => find.member(each, boardOfList)));
    const body = { ...fieldsOf, listPublicId, labelPublicIds, memberPublicIds };
    all.push({ body, checklists, relations: related });
  }
  return all;
}

type Plan = BodyOf<typeof api.plans.create>;

/** Whether a card is no more than one of a plan can be. */
function isPlanned({ body, checklists, relations: others }: Prepared): boolean {
  const { title, description, labelPublicIds = [], memberPublicIds = [] } = body;
  const items = checklists.flatMap((each) => each.items);
  return (
    title.length <= most.title &&
    (description ?? '').length <= most.description &&
    labelPublicIds.length <= most.labels &&
    memberPublicIds.length <= most.members &&
    items.length <= most.items &&
    items.every((each) => each.length <= most.itemTitle) &&
    others.every(({ remove }) => !remove) &&
    others.length <= most.relations &&
    // The items of a plan name their checklist.
    new Set(checklists.map(({ name }) => name)).size === checklists.length &&
    checklists.every(({ name, items }) => name.length <= most.checklistName && items.length > 0)
  );
}

const keyOf = (index: number): string => `card-${index + 1}`;

const planOf = (cards: readonly Prepared[]): Plan => ({
  cards: cards.map(({ body, checklists, relations: others }, index) => {
    const { listPublicId: list, labelPublicIds, ...rest } = body;
    return {
      ...rest,
      key: keyOf(index),
      list,
      labels: labelPublicIds ?? [],
      items: checklists.flatMap(({ name: checklist, items }) => items.map((title) => ({ title, checklist }))),
      relations: others.map(({ type, card }) => ({
        type,
        card: typeof card === 'number' ? keyOf(card) : card,
      })),
    };
  }),
});

/** Says which cards exist already when a call fails half-way. */
async function orUnfinished<T>(made: readonly Made[], count: number, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (made.length === 0) throw error;
    const those = made.map(({ id, number }) => `${id} (number ${number})`).join(', ');
    const done = `of ${count} cards ${made.length} were created, ${those}`;
    throw new Unfinished(`${done}; create only the others, and add by write what these lack`, {
      cause: error,
    });
  }
}

/** Creates cards of which at least one is more than a plan takes. */
async function oneByOne(hands: Hands, all: readonly Prepared[]): Promise<Made[]> {
  const made: Made[] = [];
  for (const { body } of all) {
    const { publicId, cardNumber } = await orUnfinished(made, all.length, () =>
      hands.client.call(api.cards.create, { body }),
    );
    made.push({ id: publicId, number: cardNumber });
  }
  for (const [index, { checklists, relations: others }] of all.entries()) {
    const id = made[index]?.id ?? '';
    const idOf = (other: string | number) => (typeof other === 'string' ? other : (made[other]?.id ?? ''));
    await orUnfinished(made, all.length, async () => {
      for (const each of checklists) await addChecklist(hands, id, each);
      for (const each of others) await relate(hands, id, { ...each, card: idOf(each.card) });
    });
  }
  return made;
}

/** What a caller is told whose cards are only proposed. */
const proposing = (
  { planPublicId: plan, cards }: NonNullable<ReplyOf<typeof api.plans.create>['proposed']>,
  all: readonly Prepared[],
) => ({
  proposed: {
    plan,
    cards: cards.map(({ proposalPublicId: id }, index) => ({ id, title: all[index]?.body.title })),
  },
  note:
    'Nothing is on the board yet: your key may only propose. People accept, change or discard each card. wait tells when ' +
    'they do (plan.accepted, plan.discarded), and read_board with this plan what became of the cards.',
});

export const createCards = tool({
  name: 'create_cards',
  title: 'Create cards',
  description:
    'Creates cards at the end of a list: one, or a whole plan, with checklists, and with relations to each other. The board ' +
    'tells lists of the same name apart. With a key that may only propose, people accept or discard the cards.',
  effect: 'adds',
  once: always,
  needs: ['card:create', 'card:propose'],
  input: Type.Object({
    list,
    board: Type.Optional(board),
    cards: Type.Array(NewCard, { minItems: 1, maxItems: 50 }),
    idempotencyKey,
  }),
  async run(hands, { list: given, board: on, cards }) {
    const { client, find } = hands;
    const named = on === undefined ? undefined : await find.board(on);
    const listPublicId = await find.list(given, named === undefined ? undefined : async () => named);
    const boardOfList = async () => named ?? find.boardOf(listPublicId);
    const all = await prepared(hands, listPublicId, boardOfList, cards);
    const isOne =
      all.length === 1 && all.every((each) => each.checklists.length + each.relations.length === 0);
    const made = isOne ? await unlessLacking('card:create', oneByOne(hands, all)) : undefined;
    if (made) return { cards: made };
    if (all.every(isPlanned)) {
      const params = { boardPublicId: await boardOfList() };
      const { cards, proposed } = await client.call(api.plans.create, { params, body: planOf(all) });
      if (proposed) return proposing(proposed, all);
      return { cards: cards.map(({ publicId, cardNumber }) => ({ id: publicId, number: cardNumber })) };
    }
    return { cards: await oneByOne(hands, all) };
  },
});
