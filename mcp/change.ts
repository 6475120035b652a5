import { type Static, Type } from 'typebox';
import { api } from '../contract/api.ts';
import { CardOperation } from '../contract/card-shapes.ts';
import { Advice } from './advice.ts';
import { card, changedLabels, changedMembers, dueDate, idempotencyKey, list, otherDate } from './fields.ts';
import { marksOn } from './marks.ts';
import { withoutEmpty } from './shown.ts';
import { type Hands, tool } from './tool.ts';

type Operation = Static<typeof CardOperation>;

/** Max operations of one request. */
const most = 200;

/** Titles and descriptions are left to `write`, which knows whether they were cut or changed since they were read. */
const Change = Type.Object({
  card,
  list: Type.Optional(list),
  index: Type.Optional(Type.Integer({ minimum: 0 })),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'Card to come right after' }),
  ),
  before: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  labels: changedLabels,
  members: changedMembers,
  startDate: otherDate,
  dueDate,
  completed: Type.Optional(Type.Boolean()),
  archived: Type.Optional(Type.Boolean()),
  unchangedSince: Type.Optional({
    ...CardOperation.properties.unchangedSince,
    description: 'The `updatedAt` that you read',
  }),
});

export const changeCards = tool({
  name: 'change_cards',
  title: 'Change many cards',
  description:
    `Moves, labels, assigns, dates, completes, archives and restores many cards of one workspace, all or none: up to ${most} ` +
    'operations, one for each label, member and other change of a card.',
  effect: 'changes',
  needs: ['card:edit'],
  input: Type.Object({ changes: Type.Array(Change, { minItems: 1, maxItems: most }), idempotencyKey }),
  async run(hands, { changes }) {
    const operations: Operation[] = [];
    for (const each of changes) {
      operations.push(...(await operationsOf(hands, each)));
      if (operations.length > most)
        throw new Advice(`changes: these are more than ${most} operations. Nothing was changed.`);
    }
    const { results } = await hands.client.call(api.cards.bulk, { body: { operations } });
    const changed = new Set(results.filter((each) => each.changed).map(({ cardPublicId }) => cardPublicId));
    const others = new Set(
      results.map(({ cardPublicId }) => cardPublicId).filter((each) => !changed.has(each)),
    );
    return { changed: changed.size, ...withoutEmpty({ unchanged: [...others] }) };
  },
});

/** The operations on one card, with names resolved to ids on the board where it is before all of them. */
async function operationsOf(hands: Hands, given: Static<typeof Change>): Promise<Operation[]> {
  const { find } = hands;
  const {
    card: called,
    unchangedSince,
    archived,
    labels,
    members,
    startDate,
    dueDate: due,
    completed,
  } = given;
  const cardPublicId = await find.card(called);
  const place = await placeOf(hands, cardPublicId, given);
  const values = { startDate, dueDate: due, completed };
  const isGiven = (of: object) => Object.values(of).some((each) => each !== undefined);
  const operations: Operation[] = [
    ...(archived === false ? [{ type: 'restore' as const, cardPublicId }] : []),
    ...(isGiven(place) ? [{ type: 'move' as const, cardPublicId, ...place }] : []),
    // After the move, since the list may complete the card or open it again.
    ...(isGiven(values) ? [{ type: 'change' as const, cardPublicId, ...values }] : []),
    ...(await marksOn(hands, cardPublicId, withoutEmpty({ labels, members }))),
    ...(archived === true ? [{ type: 'archive' as const, cardPublicId }] : []),
  ];
  const [first, ...rest] = operations;
  if (!first) throw new Advice(`changes: nothing is given for ${called} but the card.`);
  return unchangedSince === undefined ? operations : [{ ...first, unchangedSince }, ...rest];
}

/** Where the card goes, if it does. */
async function placeOf(
  { find }: Hands,
  cardPublicId: string,
  { list: to, index, after, before }: Static<typeof Change>,
) {
  return {
    ...(to === undefined ? {} : { listPublicId: await find.list(to, () => find.boardOfCard(cardPublicId)) }),
    ...(index === undefined ? {} : { index }),
    ...(after === undefined ? {} : { afterPublicId: await find.card(after) }),
    ...(before === undefined ? {} : { beforePublicId: await find.card(before) }),
  };
}
