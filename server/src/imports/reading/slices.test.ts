import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Invalid } from '../../base/errors.ts';
import type { PartOf, Slice } from './messages.ts';
import { cardsIn, Slices } from './slices.ts';

const comment = (text: string) => ({ text, by: null, at: null, editedAt: null });

const card = (title: string, description: string, comments: string[] = []) => ({
  title,
  description,
  comments: comments.map(comment),
});

type Card = ReturnType<typeof card>;

/** The answers of `Slices`, and the cards put together from them. */
async function handedOver(cards: Card[]) {
  const slices = new Slices(cards);
  const answers: string[] = [];
  async function* said(): AsyncGenerator<Slice<Card>> {
    for (let hasMore = true; hasMore; ) {
      const answer = slices.next();
      answers.push(answer);
      const slice = JSON.parse(answer) as { cards: PartOf<Card>[]; hasMore: boolean };
      yield slice;
      hasMore = slice.hasMore;
    }
  }
  return { cards: await Array.fromAsync(cardsIn(said())), answers };
}

test('texts of megabytes cross in pieces, and are whole again, half a character included', async () => {
  const long = `${'a𝒙é"\n'.repeat(1_000_000)}.`;
  const cards = [
    card('One', long, ['short', long, 'after it', long]),
    card('Two', ''),
    card(
      'Three',
      'x',
      Array.from({ length: 5000 }, (_, n) => `Comment ${n}`),
    ),
  ];
  const over = await handedOver(cards);
  assert.deepEqual(over.cards, cards);
  for (const answer of over.answers) assert.ok(Buffer.byteLength(answer) < 1024 ** 2);
});

test('a card that is too large without its texts is refused by its title', async () => {
  const large = { ...card('Large', ''), labels: Array.from({ length: 2_000_000 }, (_, n) => n) };
  await assert.rejects(
    handedOver([large]),
    (error: unknown) => error instanceof Invalid && /“Large” has more than/.test(error.message),
  );
});
