import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import type { ReplyOf } from '../contract/operation.ts';
import { excerptOf, withoutEmpty } from './shown.ts';
import { tool } from './tool.ts';

type Change = ReplyOf<typeof api.live.changes>['changes'][number];

/** What one thing is called in a change: agents read the rest where it matters to them. */
const thingIn = ({ card, comment, checklist, attachment, list, label, plan }: Change) => {
  if (plan) return { plan: plan.publicId };
  if (card) return { card: 'title' in card ? namedOf(card) : { id: card.publicId } };
  if (comment) return 'comment' in comment ? commentOf(comment) : { comment: { id: comment.publicId } };
  const on = [checklist, attachment].find((each) => each && 'cardPublicId' in each);
  if (on && 'cardPublicId' in on) return { card: { id: on.cardPublicId } };
  const named = list ?? label;
  return named && 'name' in named ? { name: named.name } : {};
};

const namedOf = ({
  publicId,
  cardNumber,
  title,
  listPublicId,
}: Extract<Change['card'], { title: string }>) => ({
  id: publicId,
  number: cardNumber,
  title,
  list: listPublicId,
});

const commentOf = (of: Extract<Change['comment'], { comment: string }>) => ({
  card: { id: of.cardPublicId },
  comment: { id: of.publicId, excerpt: excerptOf(of.comment) },
});

const entryOf = (change: Change) => ({
  what: change.type,
  by: change.user?.name,
  ...withoutEmpty({ apiKey: change.apiKey?.name, gone: change.gone }),
  ...thingIn(change),
});

/** That somebody goes on with what they claimed matters to nobody. */
const isNews = ({ type }: Change): boolean => type !== 'card.updated.claim.renewed';

export const wait = tool({
  name: 'wait',
  title: 'Wait for changes',
  description: 'Waits until something happens on a board, at most 50 seconds; go on with `after`.',
  effect: 'reads',
  needs: [],
  input: Type.Object({
    board: Type.String({ minLength: 1, maxLength: 500 }),
    filter: Type.Optional(Type.String()),
    after: Type.Optional(Type.Integer({ description: 'The last `position`' })),
    seconds: Type.Optional(Type.Integer()),
  }),
  async run({ client, find }, { board: on, filter: passing, after, seconds = 50 }) {
    const { changes, position, hasMore, reset } = await client.call(api.live.changes, {
      params: { boardPublicId: await find.board(on) },
      query: { filter: passing, after, wait: seconds },
    });
    return { changes: changes.filter(isNews).map(entryOf), position, ...withoutEmpty({ hasMore, reset }) };
  },
});
