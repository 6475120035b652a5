import { Type } from 'typebox';
import { api } from '../contract/api.ts';
import { leases } from '../contract/claims.ts';
import type { ReplyOf } from '../contract/operation.ts';
import { Advice, Unfinished } from './advice.ts';
import { cardPage, usualComments } from './card.ts';
import { refuseCut } from './remark.ts';
import { always, type Hands, tool } from './tool.ts';

/* Work on a card, from claim to finish. */

/** As in other tools, which describe it: a model reads all of them. */
const reference = Type.Optional(Type.String({ minLength: 1, maxLength: 500 }));

/** Requests for the next card of one call: each looks at a bounded number of cards. */
const mostRequests = 10;

type Claim = ReplyOf<typeof api.claims.put>;

/** Whether the claim was held before it lasted for so long: a new one ends just that long after it was made. */
const isRenewed = ({ claimedAt, expiresAt }: Claim, leaseSeconds: number): boolean =>
  Date.parse(expiresAt) - Date.parse(claimedAt) !== leaseSeconds * 1000;

/** The card whole, so that it need not be read as well. */
const claimed = async (hands: Hands, id: string, { expiresAt }: Claim): Promise<object> => ({
  claimedUntil: expiresAt,
  ...(await cardPage(hands, id, undefined, usualComments)),
});

interface Wanted {
  on: string;
  filter: string | undefined;
  leaseSeconds: number;
  to: string | undefined;
}

async function claimNext(hands: Hands, { on, filter: passing, leaseSeconds, to }: Wanted): Promise<object> {
  const { client, find } = hands;
  const boardPublicId = await find.board(on);
  const listPublicId = to === undefined ? undefined : await find.list(to, async () => boardPublicId);
  let cursor: string | undefined;
  for (let requests = 0; requests < mostRequests; requests++) {
    const next: ReplyOf<typeof api.claims.next> = await client.call(api.claims.next, {
      params: { boardPublicId },
      body: { leaseSeconds, filter: passing, moveTo: listPublicId, cursor },
    });
    if (next.card) return claimed(hands, next.card.publicId, next.card.claim);
    if (next.cursor === null) return { card: null, retryAfter: next.retryAfter };
    cursor = next.cursor;
  }
  throw new Advice(
    'filter: too many cards were looked at without one that passes. Narrow it down to a list.',
  );
}

async function claimOne(hands: Hands, id: string, leaseSeconds: number, to?: string): Promise<object> {
  const { client, find } = hands;
  const listPublicId = to === undefined ? undefined : await find.list(to, () => find.boardOfCard(id));
  const params = { cardPublicId: id };
  const claim = await client.call(api.claims.put, { params, body: { leaseSeconds } });
  if (listPublicId !== undefined) {
    try {
      await client.call(api.cards.update, { params, body: { listPublicId } });
    } catch (cause) {
      throw new Unfinished('done: claimed; not done: moved', { cause });
    }
  }
  return isRenewed(claim, leaseSeconds) ? { id, claimedUntil: claim.expiresAt } : claimed(hands, id, claim);
}

export const claim = tool({
  name: 'claim',
  title: 'Claim a card',
  description:
    'Claims the next ready card of a board, or the one you name, so that nobody else takes it until the lease ends, and reads ' +
    'it. Renews the lease of a card that you hold, or gives it back.',
  effect: 'adds',
  needs: ['card:edit'],
  input: Type.Object({
    board: reference,
    filter: reference,
    card: reference,
    list: reference,
    leaseSeconds: Type.Optional(Type.Integer({ description: `${leases.usual} if absent` })),
    giveBack: Type.Optional(Type.Boolean()),
    idempotencyKey: reference,
  }),
  async run(
    hands,
    { board: on, filter: passing, card: given, list: to, leaseSeconds = leases.usual, giveBack },
  ) {
    if (given === undefined) {
      if (on === undefined || giveBack) throw new Advice('Give board for its next card, or card.');
      return claimNext(hands, { on, filter: passing, leaseSeconds, to });
    }
    const id = await hands.find.card(given);
    if (!giveBack) return claimOne(hands, id, leaseSeconds, to);
    await hands.client.call(api.claims.delete, { params: { cardPublicId: id } });
    return { id, claimedUntil: null };
  },
});

export const finish = tool({
  name: 'finish',
  title: 'Finish a card',
  description:
    'Completes a card that nobody else has claimed, moves it, adds a comment, and ends your claim.',
  effect: 'changes',
  once: always,
  needs: ['card:edit'],
  input: Type.Object({
    card: Type.String({ minLength: 1, maxLength: 500 }),
    comment: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
    list: reference,
    completed: Type.Optional(Type.Boolean({ description: '`false` to leave it to others' })),
    idempotencyKey: reference,
  }),
  async run(hands, { card: given, comment, list: to, completed = true }) {
    const { client, find } = hands;
    await refuseCut('comment', comment);
    const id = await find.card(given);
    const params = { cardPublicId: id };
    const listPublicId = to === undefined ? undefined : await find.list(to, () => find.boardOfCard(id));
    // Whoever holds it cannot lose it meanwhile.
    await client.call(api.claims.put, { params, body: {} });
    const change = { listPublicId, ...(completed ? { completed } : {}) };
    const steps = [
      {
        what: 'the card',
        isDue: completed || to !== undefined,
        run: () => client.call(api.cards.update, { params, body: change }),
      },
      {
        what: 'the comment',
        isDue: comment !== undefined,
        run: () => client.call(api.comments.create, { params, body: { comment: comment ?? '' } }),
      },
      // That of a completed card has ended.
      { what: 'the claim', isDue: !completed, run: () => client.call(api.claims.delete, { params }) },
    ].filter(({ isDue }) => isDue);
    for (const [count, { what, run }] of steps.entries()) {
      try {
        await run();
      } catch (cause) {
        if (count === 0) throw cause;
        const done = steps.slice(0, count).map((each) => each.what);
        throw new Unfinished(`done: ${done.join(', ')}; not done: ${what}`, { cause });
      }
    }
    return { id, ...(completed ? { completed } : { claimedUntil: null }) };
  },
});
