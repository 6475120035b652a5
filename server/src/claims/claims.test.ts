import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { second } from '../base/clock.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Cards are claimed for a time: the next one that is ready, or a given one. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

type Caller = Pick<Person, 'call' | 'refused'>;
type Given = BodyOf<typeof api.claims.next>;

const next = (by: Caller, boardPublicId: string, body: Given = {}) =>
  by.call(api.claims.next, { params: { boardPublicId }, body });

const titleOf = async (by: Caller, board: string, body: Given = {}) =>
  (await next(by, board, body)).card?.title ?? null;

const at = (cardPublicId: string) => ({ params: { cardPublicId } });
const listed = async (by: Caller, boardPublicId: string) =>
  (await by.call(api.claims.list, { params: { boardPublicId } })).claims;
const giveBack = (by: Caller, card: string) => by.call(api.claims.delete, at(card));
const membersOf = async (card: string) =>
  (await ada.call(api.cards.get, at(card))).members.map(({ user }) => user?.name);
const historyOf = async (card: string) => {
  const rows = await service.sql<{ type: string }>(
    `select type from activities where card_id = '${card}' and type like '%claim%' order by created_at`,
  );
  return rows.map(({ type }) => type.replace('card.updated.claim.', ''));
};
const passed = async (boardPublicId: string, filter: string) => {
  const { cards } = await ada.call(api.boards.cards, { params: { boardPublicId }, query: { filter } });
  return cards.map(({ title }) => title);
};

/** A key of a person, as another caller. */
async function agent(person: Person, name: string) {
  const { id, key } = await person.call(api.users.createApiKey, { body: { name } });
  return { id, ...service.caller(key) };
}

/** A board on which Bob is a member too, with some cards in its first list. */
async function world(...titles: string[]) {
  const made = await makeBoard(ada);
  await addMember(service, made.workspace, bob);
  const list = nth(made.lists, 0);
  const cards: string[] = [];
  for (const title of titles) cards.push(await makeCard(ada, list, { title }));
  return { ...made, list, cards };
}

test('callers get the cards that are ready one after the other, and are on them', async () => {
  const { board, cards } = await world('One', 'Two');
  const [first, second, third] = [await next(ada, board), await next(bob, board), await next(ada, board)];
  assert.deepEqual([first.card?.title, second.card?.title], ['One', 'Two']);
  assert.deepEqual([third.card, third.cursor], [null, null]);
  assert.ok((third.retryAfter ?? 0) > 0);
  assert.equal(first.card?.claim.mine, true);
  assert.deepEqual(await membersOf(nth(cards, 1)), ['bob']);
  assert.deepEqual(
    (await listed(ada, board)).map(({ cardPublicId, member, mine }) => [cardPublicId, member?.name, mine]),
    [
      [nth(cards, 0), 'ada', true],
      [nth(cards, 1), 'bob', false],
    ],
  );
});

test('only ready cards are given: no completed, blocked, future or archived ones, and no templates', async () => {
  const { board, cards } = await world('Done', 'Blocked', 'Future', 'Archived', 'Template', 'Blocks');
  const [done, blocked, future, archived, template, blocks] = cards as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const update = (card: string, body: BodyOf<typeof api.cards.update>) =>
    ada.call(api.cards.update, { ...at(card), body });
  await update(done, { completed: true });
  await update(future, { startDate: '2999-01-01' });
  await ada.call(api.cards.archive, at(archived));
  await update(template, { isTemplate: true });
  await ada.call(api.relations.create, { ...at(blocks), body: { type: 'blocks', cardPublicId: blocked } });
  assert.deepEqual(await passed(board, 'is:ready'), ['Blocks']);
  assert.equal(await titleOf(ada, board), 'Blocks');
  assert.deepEqual([await passed(board, 'is:ready'), await passed(board, 'is:claimed')], [[], ['Blocks']]);
  assert.equal(await titleOf(bob, board), null);
  await update(blocks, { completed: true });
  assert.equal(await titleOf(bob, board), 'Blocked');
});

test('a filter says which cards, and a list where they go', async () => {
  const { board, lists, cards } = await world('One', 'Two');
  const body = { filter: 'title:two', moveTo: nth(lists, 1) };
  const { card } = await next(ada, board, body);
  assert.deepEqual([card?.publicId, card?.listPublicId], [nth(cards, 1), nth(lists, 1)]);
  assert.equal(await titleOf(ada, board, body), null);
  const refused = (given: Given) =>
    ada.refused(400, api.claims.next, { params: { boardPublicId: board }, body: given });
  await refused({ filter: 'title:' });
  await refused({ filter: 'sort:due' });
  await refused({ cursor: 'nothing' });
  await refused({ leaseSeconds: 29 });
  await refused({ moveTo: nth(cards, 0) });
});

test('a claim into a list that completes its cards is refused, and nothing is changed', async () => {
  const { board, lists, cards } = await world('One');
  const there = nth(lists, 1);
  await ada.call(api.lists.update, { params: { listPublicId: there }, body: { completes: true } });
  const input = { params: { boardPublicId: board }, body: { moveTo: there } };
  await ada.refused(400, api.claims.next, input);
  assert.deepEqual([await listed(ada, board), await membersOf(nth(cards, 0))], [[], []]);
});

test('a claim that has expired is over at once, and then told of', async () => {
  const { board, cards } = await world('One', 'Two');
  const [one, two] = [nth(cards, 0), nth(cards, 1)];
  await next(ada, board, { leaseSeconds: 30 });
  await ada.call(api.cards.addMember, {
    params: {
      cardPublicId: two,
      workspaceMemberPublicId: (await listed(ada, board))[0]?.member?.publicId ?? '',
    },
  });
  await ada.call(api.claims.put, { ...at(two), body: { leaseSeconds: 30 } });
  service.clock.pass(31 * second);
  assert.deepEqual(await listed(ada, board), []);
  assert.equal(await titleOf(bob, board), 'One');
  assert.deepEqual(await membersOf(one), ['bob']);
  assert.deepEqual(await historyOf(one), ['made', 'expired', 'made']);
  await service.jobs.run('claims');
  assert.deepEqual(await historyOf(two), ['made', 'expired']);
  assert.deepEqual(await membersOf(two), ['ada'], 'they were on it before');
  await service.jobs.run('claims');
  assert.deepEqual(await historyOf(two), ['made', 'expired']);
});

test('a holder renews a claim, others are told who holds it', async () => {
  const { board, cards } = await world('One');
  const one = nth(cards, 0);
  await next(ada, board, { leaseSeconds: 30 });
  service.clock.pass(20 * second);
  await ada.call(api.claims.put, { ...at(one), body: { leaseSeconds: 60 } });
  service.clock.pass(20 * second);
  assert.equal((await listed(ada, board)).length, 1);
  const error = await bob.refused(409, api.claims.put, { ...at(one), body: {} });
  assert.match(JSON.stringify(error), /claimed by ada until 20/);
  assert.deepEqual(await historyOf(one), ['made']);
});

test('agents hold claims by their keys, and give back only their own; people take any back', async () => {
  const { board, cards } = await world('One', 'Two');
  const one = nth(cards, 0);
  const [left, right] = [await agent(ada, 'Left'), await agent(ada, 'Right')];
  assert.equal(await titleOf(left, board), 'One');
  assert.equal(await titleOf(right, board), 'Two');
  assert.deepEqual(
    (await listed(bob, board)).map(({ apiKey }) => apiKey?.name),
    ['Left', 'Right'],
  );
  await right.refused(409, api.claims.put, { ...at(one), body: {} });
  await right.refused(409, api.claims.delete, at(one));
  await giveBack(bob, one);
  assert.deepEqual(await membersOf(one), []);
  await giveBack(left, one);
  assert.deepEqual(await historyOf(one), ['made', 'revoked']);
  await giveBack(right, nth(cards, 1));
  assert.deepEqual(await historyOf(nth(cards, 1)), ['made', 'returned']);
});

test('a claim ends with the work: when the card is completed, archived or deleted', async () => {
  const { board, cards } = await world('One', 'Two', 'Three');
  for (const _ of cards) await next(ada, board);
  const [one, two, three] = [nth(cards, 0), nth(cards, 1), nth(cards, 2)];
  await ada.call(api.cards.update, { ...at(one), body: { completed: true } });
  await ada.call(api.cards.archive, at(two));
  await ada.call(api.cards.delete, at(three));
  assert.deepEqual(await listed(ada, board), []);
  assert.deepEqual(await membersOf(one), ['ada'], 'who completed it stays on it');
  await ada.call(api.cards.update, { ...at(one), body: { completed: false } });
  assert.deepEqual(await listed(ada, board), []);
});

test('a claim ends with its key, and with its member', async () => {
  const { board, workspace, cards } = await world('One', 'Two');
  const byKey = await agent(ada, 'Key');
  await next(byKey, board);
  await next(bob, board);
  await ada.call(api.users.deleteApiKey, { params: { id: byKey.id } });
  assert.equal((await listed(ada, board)).length, 1);
  const { members } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const bobs = members.find(({ user }) => user?.name === 'bob')?.publicId ?? '';
  await ada.call(api.members.remove, {
    params: { workspacePublicId: workspace, memberPublicId: bobs },
  });
  assert.deepEqual(await listed(ada, board), []);
  await service.jobs.run('claims');
  assert.deepEqual(await historyOf(nth(cards, 0)), ['made', 'expired']);
  assert.equal(await titleOf(ada, board), 'One');
});

test('a claim goes along to another board, and not to copies', async () => {
  const { board, workspace, list, cards } = await world('One');
  const one = nth(cards, 0);
  await next(ada, board);
  const { publicId } = await ada.call(api.cards.duplicate, {
    ...at(one),
    body: { listPublicId: list, title: 'Copy' },
  });
  const there = await makeBoard(ada, { workspace });
  await ada.call(api.cards.update, { ...at(one), body: { listPublicId: nth(there.lists, 0) } });
  assert.deepEqual(await listed(ada, board), []);
  assert.deepEqual(
    (await listed(ada, there.board)).map(({ cardPublicId }) => cardPublicId),
    [one],
  );
  assert.equal((await next(bob, board)).card?.publicId, publicId);
});

test('a repeated request gets the card that it got', async () => {
  const { board } = await world('One', 'Two');
  const claim = async (key: string) => {
    const reply = await service.raw(`/boards/${board}/claims`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: '{}',
    });
    return (await reply.json()) as { card: { title: string } | null };
  };
  const [first, again] = [await claim('the-first-claim-1'), await claim('the-first-claim-1')];
  assert.deepEqual([first.card?.title, again], ['One', first]);
  assert.equal((await claim('the-second-claim')).card?.title, 'Two');
});

test('guests who may not edit neither claim nor take back, and strangers are refused', async () => {
  const { board, workspace, cards } = await world('One');
  const guest = await service.signUp('guest');
  const stranger = await service.signUp('stranger');
  await addMember(service, workspace, guest, { role: 'guest' });
  await next(ada, board);
  const params = { boardPublicId: board };
  await guest.refused(403, api.claims.next, { params, body: {} });
  await guest.refused(403, api.claims.delete, at(nth(cards, 0)));
  await stranger.refused(403, api.claims.next, { params, body: {} });
  await stranger.refused(403, api.claims.list, { params });
  await stranger.refused(403, api.claims.put, { ...at(nth(cards, 0)), body: {} });
});

test('tiles tell who holds a card until when, to those who may know it', async () => {
  const { board, workspace, cards } = await world('One', 'Two');
  const cy = await service.signUp(`cy${board}`);
  await addMember(service, workspace, cy, { revoked: ['member:view'] });
  const params = { boardPublicId: board };
  const tiles = async (by: Caller) =>
    (await by.call(api.boards.snapshot, { params })).cards.map(({ claim }) => claim);
  assert.deepEqual(await tiles(ada), [undefined, undefined]);
  await next(await agent(ada, 'Left'), board, { leaseSeconds: 60 });
  await next(bob, board, { leaseSeconds: 60 });
  const [byKey, bySession] = await listed(ada, board);
  const expected = (claim: typeof byKey, more: object) => ({ expiresAt: claim?.expiresAt, ...more });
  assert.deepEqual(await tiles(ada), [
    expected(byKey, { memberPublicId: byKey?.member?.publicId, byApiKey: true }),
    expected(bySession, { memberPublicId: bySession?.member?.publicId }),
  ]);
  assert.deepEqual(await tiles(cy), [expected(byKey, { byApiKey: true }), expected(bySession, {})]);
  assert.deepEqual(
    [
      await passed(board, 'claimed:bob'),
      await passed(board, 'claimed:me'),
      await passed(board, 'is:claimed'),
    ],
    [['Two'], ['One'], ['One', 'Two']],
  );
  const { cards: found } = await cy.call(api.boards.cards, { params, query: { filter: 'claimed:bob' } });
  assert.deepEqual(found, []);
  await ada.call(api.users.deleteApiKey, {
    params: { id: byKey?.apiKey?.id ?? 0 },
  });
  assert.deepEqual((await tiles(ada))[0], undefined, 'the claim of a key that is gone');
  await giveBack(ada, nth(cards, 1));
  assert.deepEqual(await tiles(ada), [undefined, undefined]);
});

test('boards that are public say nothing of claims', async () => {
  const { board, workspace } = await world('One');
  await next(ada, board);
  const params = { boardPublicId: board };
  await ada.call(api.boards.update, { params, body: { visibility: 'public', slug: 'open' } });
  const { slug } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const page = await (await fetch(`${service.address}/p/${slug}/open`)).text();
  assert.match(page, /One/);
  assert.doesNotMatch(page, /claim|ada/i);
});

test('a renewal is told to pages, and is none of what happened on the board', async () => {
  const { board, cards } = await world('One');
  const params = { boardPublicId: board };
  await next(ada, board);
  const { position: after } = await ada.call(api.live.changes, { params, query: {} });
  const claim = await ada.call(api.claims.put, { ...at(nth(cards, 0)), body: { leaseSeconds: 3600 } });
  const { changes } = await bob.call(api.live.changes, { params, query: { after } });
  assert.deepEqual(
    changes.map(({ type, card }) => [type, card && 'claim' in card ? card.claim?.expiresAt : undefined]),
    [['card.updated.claim.renewed', claim.expiresAt]],
  );
  const { activities } = await ada.call(api.boardActivities.list, { params, query: {} });
  assert.deepEqual(
    activities.filter(({ type }) => type.includes('claim')).map(({ type }) => type),
    ['card.updated.claim.made'],
  );
});

test('of fifty who claim at once, each card goes to one, and the rest get none', async () => {
  const { board, cards } = await world(...Array.from({ length: 12 }, (_, n) => `Card ${n}`));
  const agents = await Promise.all(Array.from({ length: 50 }, (_, n) => agent(ada, `Agent ${n}`)));
  const claimed = await Promise.all(agents.map((by) => next(by, board)));
  const ids = claimed.flatMap(({ card }) => card?.publicId ?? []);
  assert.deepEqual(ids.sort(), cards.toSorted());
});

test('whoever runs an agent is told that a claim was taken back or ran out, and of nothing else', async () => {
  const { board, workspace, cards } = await world('One', 'Two');
  const { publicId: bot } = await ada.call(api.bots.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Builder', role: 'member' },
  });
  const { key } = await ada.call(api.bots.createKey, {
    params: { workspacePublicId: workspace, botPublicId: bot },
    body: { name: 'Its key' },
  });
  const builder = service.caller(key);
  const told = async (person: Caller) => {
    const query = { kind: 'claim-ended' as const, workspacePublicId: workspace };
    const { notifications } = await person.call(api.notifications.list, { query });
    return notifications.map(({ text, about, card }) => [text, about?.claim, card?.publicId]);
  };
  const [one, two] = [nth(cards, 0), nth(cards, 1)];
  await next(builder, board);
  await giveBack(builder, one);
  await next(builder, board);
  await giveBack(ada, one);
  assert.deepEqual(await told(ada), [], 'neither what it gave back, nor what the owner took');
  await next(builder, board);
  await giveBack(bob, one);
  assert.deepEqual(await told(ada), [['bob took One back from Builder', 'revoked', one]]);
  const left = await agent(ada, 'Left');
  await left.call(api.claims.put, { ...at(two), body: { leaseSeconds: 30 } });
  await bob.call(api.claims.put, { ...at(one), body: { leaseSeconds: 30 } });
  service.clock.pass(31 * second);
  await service.jobs.run('claims');
  assert.deepEqual((await told(ada))[0], ['Left ran out of time for Two', 'expired', two]);
  assert.equal((await told(ada)).length, 2);
  assert.deepEqual(await told(bob), []);
});
