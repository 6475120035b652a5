import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { mergedActivityTypes, mergeWindow } from '../../../contract/events.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { authenticate } from '../base/access/actor.ts';
import { isoMicros, minute } from '../base/clock.ts';
import { changedCard } from '../cards/lookups.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { longestRead } from '../testing/heavy-card.ts';
import { keyOf, keyWithoutLimits } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const list = nth(made.lists, 0);

type Page = ReplyOf<typeof api.activities.list>;
type Entry = Page['activities'][number];

const pageOf = (card: string, query: { order?: 'asc' | 'desc'; limit?: number; cursor?: string } = {}) =>
  ada.call(api.activities.list, { params: { cardPublicId: card }, query });

/** Follows the cursors from the first page to the last; `between` runs after each page. */
async function follow(card: string, order: 'asc' | 'desc', limit: number, between = async () => {}) {
  const all: Entry[] = [];
  let cursor: string | undefined;
  do {
    const page: Page = await pageOf(card, { order, limit, cursor });
    assert.equal(page.hasMore, page.nextCursor !== null);
    assert.ok(page.activities.length <= limit);
    all.push(...page.activities);
    cursor = page.nextCursor ?? undefined;
    await between();
  } while (cursor !== undefined);
  return all;
}

/** Writes `rounds` transactions of `each` activities, with title changes and comments in a fixed pattern. */
async function writeInBulk(person: Person, card: string, rounds: number, each: number): Promise<void> {
  const actor = await authenticate(service.db, person.token, service.clock.now());
  assert.ok(actor);
  let title = 0;
  for (let round = 0; round < rounds; round++) {
    await service.changeAs(actor)(async ({ grant, record }) => {
      const found = changedCard(await grant('card', card, 'card:edit'));
      for (let i = 0; i < each; i++) {
        if ((round + i) % 7 < 5) {
          const [fromTitle, toTitle] = [`t${title}`, `t${++title}`];
          await record.activity({ type: 'card.updated.title', card: found, fromTitle, toTitle });
        } else {
          await record.activity({
            type: 'card.updated.label.added',
            card: found,
            label: { publicId: 'x', name: `${i}` },
          });
        }
      }
    });
  }
}

interface Row extends Record<string, unknown> {
  id: string;
  type: string;
  user: string;
  at: number;
  from: string | null;
  to: string | null;
}

const rowsOf = (card: string) =>
  service.sql<Row>(`select id, type, user_id as "user", created_at as at, from_title as "from", to_title as "to"
    from activities where card_id = '${card}' order by created_at`);

/** A second implementation of the documented merge rule: what the feed must show, oldest first. */
function merged(rows: Row[]): { id: string; at: string; from: string | null; to: string | null }[] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const joins =
      first !== undefined &&
      mergedActivityTypes.some((type) => type === row.type) &&
      first.type === row.type &&
      first.user === row.user &&
      row.at - first.at <= mergeWindow;
    if (joins) group?.push(row);
    else groups.push([row]);
  }
  return groups.map((group) => {
    const [first, last] = [nth(group, 0), nth(group, group.length - 1)];
    return { id: last.id, at: isoMicros(last.at), from: first.from, to: last.to };
  });
}

const seen = (entries: Entry[]) =>
  entries.map(({ publicId, createdAt, fromTitle, toTitle }) => ({
    id: publicId,
    at: createdAt,
    from: fromTitle,
    to: toTitle,
  }));

test('10 000 activities of bulk transactions come back exactly once, merged, in both directions', async () => {
  const card = await makeCard(ada, list);
  await writeInBulk(ada, card, 20, 500);
  const rows = await rowsOf(card);
  assert.equal(rows.length, 10_001);
  assert.equal(new Set(rows.map(({ at }) => at)).size, rows.length, 'each has a time of its own');
  const expected = merged(rows);
  assert.deepEqual(seen(await follow(card, 'asc', 100)), expected);
  assert.deepEqual(seen(await follow(card, 'desc', 97)), expected.toReversed());
});

test('a page is a fixed number of statements, however long the groups are', async () => {
  const card = await makeCard(ada, list);
  const countOn = () => statementsOf(service, () => pageOf(card));
  const few = await countOn();
  await writeInBulk(ada, card, 1, 300);
  assert.equal(await countOn(), few);
});

test('nothing is lost or shown twice while others write', async () => {
  const card = await makeCard(ada, list);
  await writeInBulk(ada, card, 2, 200);
  const before = (await rowsOf(card)).map(({ id }) => id);
  const write = () => writeInBulk(ada, card, 1, 3);
  const descending = await follow(card, 'desc', 10, write);
  assert.equal(new Set(descending.map(({ publicId }) => publicId)).size, descending.length);
  let rounds = 0;
  // The writer stops after a while; otherwise the reader would never reach the end.
  const ascending = await follow(card, 'asc', 10, async () => (rounds++ < 20 ? write() : undefined));
  const rows = await rowsOf(card);
  // Each entry begins where the one before it ended, so nothing was left out.
  const titles = ascending.filter(({ type }) => type === 'card.updated.title');
  assert.equal(
    nth(titles, 0).fromTitle,
    nth(
      rows.filter(({ from }) => from !== null),
      0,
    ).from,
  );
  const labels = rows.filter(({ type }) => type === 'card.updated.label.added').map(({ id }) => id);
  const shownLabels = ascending.filter(({ label }) => label !== null).map(({ publicId }) => publicId);
  assert.deepEqual(shownLabels, labels);
  const old = new Set(before);
  const shownOld = descending.filter(({ label, publicId }) => label !== null && old.has(publicId));
  assert.equal(shownOld.length, labels.filter((id) => old.has(id)).length);
});

test('a group that grows after it was shown continues as a new entry in ascending order', async () => {
  const card = await makeCard(ada, list, { title: 't0' });
  const rename = (title: string) =>
    ada.call(api.cards.update, { params: { cardPublicId: card }, body: { title } });
  await rename('t1');
  await rename('t2');
  await ada.call(api.cards.archive, { params: { cardPublicId: card } });
  const first = await pageOf(card, { order: 'asc', limit: 2 });
  assert.deepEqual(
    first.activities.map(({ fromTitle, toTitle }) => [fromTitle, toTitle]),
    [
      [null, 't0'],
      ['t0', 't2'],
    ],
  );
  assert.ok(first.nextCursor);
  const rest = await pageOf(card, { order: 'asc', limit: 2, cursor: first.nextCursor });
  assert.deepEqual(
    rest.activities.map(({ type }) => type),
    ['card.archived'],
  );
});

test('changes are merged within five minutes of the first, by one user, of one type, next to each other', async () => {
  const card = await makeCard(ada, list, { title: 'a' });
  const params = { cardPublicId: card };
  const rename = (title: string) => ada.call(api.cards.update, { params, body: { title } });
  await rename('b');
  service.clock.pass(3 * minute);
  await rename('c');
  service.clock.pass(3 * minute);
  await rename('d');
  await ada.call(api.cards.update, { params, body: { description: 'between' } });
  await rename('e');
  const { activities } = await pageOf(card, { order: 'asc' });
  assert.deepEqual(
    activities.map(({ type, fromTitle, toTitle }) => [type.replace('card.', ''), fromTitle, toTitle]),
    [
      ['created', null, 'a'],
      ['updated.title', 'a', 'c'],
      ['updated.title', 'c', 'd'],
      ['updated.description', null, null],
      ['updated.title', 'd', 'e'],
    ],
  );
  const { activities: raw } = await ada.call(api.cards.get, { params });
  assert.equal(raw.length, 6, 'the card carries them unmerged');
});

test('entries that name a label are never merged away', async () => {
  const card = await makeCard(ada, list);
  await writeInBulk(ada, card, 1, 70);
  const { activities } = await pageOf(card, { limit: 100 });
  assert.equal(activities.filter(({ label }) => label !== null).length, 20);
});

test('times have microseconds, are unique and rising, also within one transaction', async () => {
  const card = await makeCard(ada, list);
  await writeInBulk(ada, card, 2, 50);
  const { activities } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  assert.equal(activities.length, 100);
  const times = activities.map(({ createdAt }) => createdAt);
  assert.ok(times.every((time) => /\.\d{6}Z$/.test(time)));
  assert.deepEqual(times, [...new Set(times)].sort());
});

test('bad paging is refused', async () => {
  const card = await makeCard(ada, list);
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=x',
    'order=up',
    'cursor=yesterday',
    'cursor=',
    'cursor=2026-03-01T09:30:00',
  ]) {
    const response = await service.raw(`/cards/${card}/activities?${query}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    assert.equal(response.status, 400, query);
  }
});

test('an outsider gets 403, nobody 401, and an unknown card 404', async () => {
  const card = await makeCard(ada, list);
  const params = { cardPublicId: card };
  const eve = await service.signUp('eve');
  await eve.refused(403, api.activities.list, { params });
  await service.caller().refused(401, api.activities.list, { params });
  await ada.refused(404, api.activities.list, { params: { cardPublicId: '0123456789abcdef' } });
  await ada.refused(400, api.activities.list, { params: { cardPublicId: 'short' } });
});

test('the texts of comments are hidden from those who may not see comments', async () => {
  const card = await makeCard(ada, list);
  const params = { cardPublicId: card };
  await ada.call(api.comments.create, { params, body: { comment: 'between us' } });
  const key = await keyOf(service, ada, ['card:view']);
  const { activities: inCard } = await key.call(api.cards.get, { params });
  const { activities: inFeed } = await key.call(api.activities.list, { params });
  for (const comment of [inCard.at(-1)?.comment, inFeed[0]?.comment]) assert.equal(comment?.comment, '');
  const reader = await keyOf(service, ada, ['card:view', 'comment:view']);
  const { activities: seenInCard } = await reader.call(api.cards.get, { params });
  assert.equal(seenInCard.at(-1)?.comment?.comment, 'between us');
});

test('someone without an account yet who is put on a card is shown by address, in the card and in the feed', async () => {
  const { publicId: invited } = await ada.call(api.invites.inviteMember, {
    params: { workspacePublicId: made.workspace },
    body: { email: 'not-yet@example.com' },
  });
  const card = await makeCard(ada, list);
  const params = { cardPublicId: card };
  await ada.call(api.cards.addMember, { params: { ...params, workspaceMemberPublicId: invited } });
  const added = 'card.updated.member.added';
  const { activities: inCard } = await ada.call(api.cards.get, { params });
  assert.deepEqual(inCard.find(({ type }) => type === added)?.member, {
    publicId: invited,
    user: { name: null, email: 'not-yet@example.com' },
  });
  const { activities: inFeed } = await ada.call(api.activities.list, { params });
  assert.deepEqual(inFeed.find(({ type }) => type === added)?.member, {
    publicId: invited,
    user: { id: null, name: null, email: 'not-yet@example.com', image: null },
  });
});

test('the feed says by which API key something was done, where it is asked for, also when the key is gone', async () => {
  const params = { cardPublicId: await makeCard(ada, list, { title: 'a' }) };
  const { key, ...agent } = await keyWithoutLimits(service, ada);
  const [{ id } = { id: 0 }] = await service.sql<{ id: number }>('select max(id) as id from api_keys');
  await agent.call(api.comments.create, { params, body: { comment: 'by the key' } });
  await ada.call(api.users.deleteApiKey, { params: { id } });
  const done = { id, name: 'a key' };
  for (const order of ['asc', 'desc'] as const) {
    const query = { order, include: ['apiKey' as const] };
    const { activities } = await ada.call(api.activities.list, { params, query });
    const keys = activities.map(({ apiKey }) => apiKey);
    assert.deepEqual(order === 'asc' ? keys : keys.toReversed(), [null, done]);
  }
  const { activities } = await ada.call(api.activities.list, { params });
  assert.ok(activities.every((each) => !('apiKey' in each)));
});

test('what a key did is not merged with what its user did', async () => {
  const params = { cardPublicId: await makeCard(ada, list, { title: 'a' }) };
  const agent = await keyWithoutLimits(service, ada);
  await ada.call(api.cards.update, { params, body: { title: 'b' } });
  for (const title of ['c', 'd']) await agent.call(api.cards.update, { params, body: { title } });
  await ada.call(api.cards.update, { params, body: { title: 'e' } });
  const { activities } = await ada.call(api.activities.list, {
    params,
    query: { order: 'asc', include: ['apiKey'] },
  });
  assert.deepEqual(
    activities.map(({ fromTitle, toTitle, apiKey }) => [fromTitle, toTitle, apiKey?.name]),
    [
      [null, 'a', undefined],
      ['a', 'b', undefined],
      ['b', 'd', 'a key'],
      ['d', 'e', undefined],
    ],
  );
});

test('the cards of a copy that a key made say so', async () => {
  const own = await makeBoard(ada);
  await makeCard(ada, nth(own.lists, 0));
  const agent = await keyWithoutLimits(service, ada);
  const { publicId } = await agent.call(api.boards.create, {
    params: { workspacePublicId: own.workspace },
    body: { name: 'Copy', sourceBoardPublicId: own.board },
  });
  const { cards } = await ada.call(api.boards.cards, { params: { boardPublicId: publicId } });
  const { activities } = await ada.call(api.activities.list, {
    params: { cardPublicId: nth(cards, 0).publicId },
    query: { include: ['apiKey'] },
  });
  assert.deepEqual(
    activities.map(({ type, apiKey }) => [type, apiKey?.name]),
    [['card.created', 'a key']],
  );
});

test('the longest entries are read a few hundred kilobytes at a time, and come once each', async (t) => {
  const card = await makeCard(ada, list);
  const params = { cardPublicId: card };
  const texts: string[] = [];
  for (let n = 0; n < 50; n++) {
    texts.push(`${n}${'\u{1F600}'.repeat(9_990)}`);
    await ada.call(api.cards.update, { params, body: { description: nth(texts, n) } });
    await ada.call(api.comments.create, { params, body: { comment: nth(texts, n) } });
  }
  const expected = [null, ...texts.flatMap((text) => [text, text])];
  const textsOf = (entries: Entry[]) =>
    entries.map(({ toDescription, comment }) => toDescription ?? comment?.comment ?? null);
  for (const order of ['asc', 'desc'] as const) {
    const all = order === 'asc' ? expected : expected.toReversed();
    const reads = longestRead(t, service);
    const page = await pageOf(card, { order, limit: 100 });
    const { longest, count } = reads();
    assert.deepEqual(textsOf(page.activities), all.slice(0, 100));
    assert.equal(page.hasMore, true);
    assert.ok(longest < 250_000, `${longest} characters were read at once`);
    assert.ok(count < 100, `${count} statements`);
    assert.deepEqual(textsOf(await follow(card, order, 30)), all);
  }
});
