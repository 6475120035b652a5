import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { longestRead, makeHeavyCard } from '../testing/heavy-card.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* The heaviest possible card: checklists of four megabytes, and a history of eight. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const { workspace, board, lists } = await makeBoard(ada);
const list = nth(lists, 0);
await addMember(service, workspace, bob);
const neighbour = await makeCard(ada, list);
const card = await makeHeavyCard(service, ada, list);
const params = { cardPublicId: card };
const textOf = (at: number) => `${at % 10}${'\u{1F600}'.repeat(9_999)}`;
for (let at = 0; at < 50; at++) {
  await bob.call(api.cards.update, { params, body: { description: textOf(at) } });
  await ada.call(api.comments.create, { params, body: { comment: textOf(at) } });
}

const send = (init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
  service.raw(`/cards/${card}`, {
    ...init,
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json', ...init.headers },
  });

async function tag(): Promise<string> {
  const reply = await send();
  await reply.arrayBuffer();
  return reply.headers.get('etag') ?? '';
}

const rename = (known: string, title: string) =>
  send({ method: 'PUT', headers: { 'if-match': known }, body: JSON.stringify({ title }) });

test('it is read whole, a few hundred kilobytes at a time', async (t) => {
  const reads = longestRead(t, service);
  const read = await ada.call(api.cards.get, { params });
  const { longest, count } = reads();
  assert.ok(longest < 500_000, `${longest} characters were read at once`);
  assert.ok(count > 40, `${count} statements`);
  assert.deepEqual(
    read.checklists.map(({ name, index, items }) => [name, index, items.length]),
    [0, 1, 2, 3].map((at) => [`List ${at}`, at, 500]),
  );
  for (const { items } of read.checklists) {
    for (const [at, { title, completed, index }] of items.entries()) {
      assert.deepEqual([title.slice(0, 3), completed, index], [`${at + 100}`, at % 2 === 1, at]);
    }
  }
  assert.equal(read.activities.length, 100);
  const told = read.activities.map(({ type, toDescription, comment }) => [
    type,
    toDescription,
    comment?.comment,
  ]);
  const expected = Array.from({ length: 50 }, (_, at) => [
    ['card.updated.description', textOf(at), undefined],
    ['card.updated.comment.added', null, textOf(at)],
  ]).flat();
  assert.deepEqual(told, expected);
  assert.equal(read.list.board.publicId, board);
  assert.equal(read.description, textOf(49));
});

test('its tag is known before it is read, and changes with all that it shows', async (t) => {
  const item = nth(nth((await ada.call(api.cards.get, { params })).checklists, 3).items, 499);
  const itemParams = { checklistItemPublicId: item.publicId };
  const changes = {
    item: () => ada.call(api.checklists.updateItem, { params: itemParams, body: { title: 'x' } }),
    'name of someone in its history': () => bob.call(api.users.update, { body: { name: 'Robert' } }),
    'name of the list': () =>
      ada.call(api.lists.update, { params: { listPublicId: list }, body: { name: 'x' } }),
    place: () => ada.call(api.cards.update, { params: { cardPublicId: neighbour }, body: { index: 9 } }),
    comment: () => ada.call(api.comments.create, { params, body: { comment: 'x' } }),
  };
  for (const [what, change] of Object.entries(changes)) {
    const before = await tag();
    assert.match(before, /^"[\w-]+(?:~gzip)?"$/);
    const reads = longestRead(t, service);
    assert.equal((await send({ headers: { 'if-none-match': before } })).status, 304, what);
    assert.ok(reads().longest < 200_000, 'nothing is read to say that nothing has changed');
    await change();
    assert.notEqual(await tag(), before, what);
  }
});

test('its tag says nothing of addresses that its reader may not see', async () => {
  const params = { workspacePublicId: workspace };
  await ada.call(api.workspaces.update, { params, body: { showEmailsToMembers: false } });
  const tagOf = async ({ token }: typeof ada) => {
    const reply = await service.raw(`/cards/${card}`, { headers: { authorization: `Bearer ${token}` } });
    await reply.arrayBuffer();
    return reply.headers.get('etag');
  };
  const tags = async () => {
    // The versions change as well, at an unpredictable time, so they are fixed here.
    await service.sql('update versions set version = 1');
    return [await tagOf(ada), await tagOf(bob)];
  };
  const before = await tags();
  const { email } = await ada.call(api.users.me);
  await service.sql(`update users set email = 'other@example.org' where email = '${email}'`);
  const after = await tags();
  assert.notEqual(after[0], before[0]);
  assert.equal(after[1], before[1]);
});

test('it is changed if it is as it was read', async () => {
  const known = await tag();
  assert.equal((await rename(known, 'New')).status, 200);
  assert.equal((await rename(known, 'Newer')).status, 412);
  assert.equal((await rename('*', 'Newest')).status, 200);
  const both = await tag();
  const outcomes = await Promise.all(['a', 'b', 'c'].map((title) => rename(both, title)));
  assert.deepEqual(
    outcomes.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 412, 412],
  );
});

test('long checklists alone are read in slices, and so is a long history', async (t) => {
  const withItems = await makeHeavyCard(service, ada, list);
  const withHistory = await makeCard(ada, list);
  for (let at = 0; at < 10; at++) {
    const body = { description: textOf(at) };
    await ada.call(api.cards.update, { params: { cardPublicId: withHistory }, body });
  }
  for (const cardPublicId of [withItems, withHistory]) {
    const reads = longestRead(t, service);
    const { checklists, activities } = await ada.call(api.cards.get, { params: { cardPublicId } });
    assert.ok(JSON.stringify([checklists, activities]).length > 300_000);
    assert.ok(reads().longest < 300_000, `${reads().longest} characters were read at once`);
  }
});
