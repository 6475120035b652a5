import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutgoing } from '../../base/outgoing/outgoing.ts';
import { fakeTrello, status } from '../../testing/trello.ts';
import { trelloBoard } from '../../testing/trello-boards.ts';
import { askThrough } from '../ask.ts';
import { NoAnswer } from '../provider.ts';
import { type RetryPolicy, withRetries } from './retries.ts';
import { trello } from './trello.ts';

const fake = await fakeTrello();
const board = trelloBoard('House', { cards: 3 });
fake.boards.push(board);
const outgoing = createOutgoing({ outgoingAllowed: [new URL(fake.store.url).host] });
const quick: RetryPolicy = { most: 1000, within: 10, again: 2, after: 1, longest: 1 };

const reading = (signal = new AbortController().signal, timeoutMs = 10_000, id = board.id) =>
  trello(askThrough(outgoing, timeoutMs), outgoing, {
    apiUrl: fake.url,
    key: fake.key,
    patience: quick,
  }).contents('good-token', id, signal);

const file = { cardId: board.cards?.[0]?.id ?? '', id: '6'.repeat(24), name: 'a.txt' };

test('an answer that does not come is asked for again in smaller pages, and given up', async () => {
  const never = () => {};
  fake.at(/cards.all/, never, never);
  const pages = await Array.fromAsync(reading(undefined, 50).outline());
  assert.equal(pages.flat().length, 3);
  fake.at(/&lists=all/, never);
  await assert.rejects(reading(undefined, 50).frame(), NoAnswer);
});

test('a page that would take long to parse is asked for in smaller ones, and a single card is not', async () => {
  const heavy = trelloBoard('Heavy', { cards: 80 });
  const cards = (heavy.cards ?? []).map((card) => ({ ...card, desc: 'd'.repeat(64 * 1024) }));
  const [first, ...others] = cards;
  fake.boards.push({
    ...heavy,
    cards: [{ ...first, id: first?.id ?? '', desc: 'd'.repeat(5e6) }, ...others],
  });
  const asked = fake.asked.length;
  const pages = await Array.fromAsync(reading(undefined, 5000, heavy.id).cards());
  assert.equal(pages.flat().length, 80);
  const limits = fake.asked.slice(asked).map((address) => Number(/limit=(\d+)/.exec(address)?.[1]));
  assert.deepEqual([limits[0], limits[1], limits.at(-1)], [100, 50, 1]);
  for (const page of pages) assert.ok(page.length === 1 || JSON.stringify(page).length < 4 * 1024 ** 2);
});

test('a cancelled read waits for nothing more', async () => {
  const stop = new AbortController();
  fake.at(/&lists=all/, () => stop.abort());
  await assert.rejects(reading(stop.signal).frame(), /Nothing more is to be read/);
});

test('all requests take turns', async () => {
  const again = withRetries({ ...quick, most: 2, within: 100 });
  const { signal } = new AbortController();
  const began = performance.now();
  const times = await Promise.all(
    Array.from({ length: 5 }, () => again(signal)(async () => performance.now() - began)),
  );
  const early = times.filter((time) => time < 95);
  assert.equal(early.length, 2);
  assert.equal(times.filter((time) => time < 195).length, 4);
});

test('a file opens by the credentials at the provider itself, also where it sends on to itself', async () => {
  fake.files.set(file.id, ['hello', 'text/plain']);
  const seen: (string | undefined)[] = [];
  fake.at(
    /attachments/,
    (response, { headers, url }) => {
      seen.push(headers.authorization);
      response.writeHead(302, { location: `${url}?again` }).end();
    },
    (response, { headers }) => {
      seen.push(headers.authorization);
      response.writeHead(302, { location: `${fake.store.url}/${file.id}` }).end();
    },
  );
  const found = await reading().file(file);
  assert.ok('content' in found);
  const chunks = await Array.fromAsync(found.content);
  assert.equal(Buffer.concat(chunks).toString(), 'hello');
  assert.equal(seen.length, 2);
  for (const authorization of seen) assert.match(authorization ?? '', /oauth_token="good-token"/);
  assert.equal(fake.store.received.at(-1)?.headers.authorization, undefined);
});

test('a file that is sent on without an end is given up', async () => {
  const round = status(302, '', { location: `${fake.url}/1/cards/x/attachments/y/download/z` });
  fake.at(/attachments/, ...Array.from({ length: 4 }, () => round));
  assert.deepEqual(await reading().file(file), { lost: 'refused' });
});
