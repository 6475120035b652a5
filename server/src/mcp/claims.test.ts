import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { second } from '../base/clock.ts';
import { type Agent, agentOn } from '../testing/agents.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/* Agents claim cards, finish them, and wait for what others do. */

const service = await testService();
const ada = await service.signUp('ada');
const open: Agent[] = [];
after(() => Promise.all(open.map((agent) => agent.close())));

/** An agent with a key of its own. */
async function agentCalled(name: string): Promise<Agent> {
  const { key } = await ada.call(api.users.createApiKey, { body: { name } });
  const agent = await agentOn(service.address, key, { transport: 'http', mode: 'auto' });
  open.push(agent);
  return agent;
}
const [left, right] = await Promise.all([agentCalled('Left'), agentCalled('Right')]);

interface Claimed {
  id: string;
  title?: string;
  claimedUntil: string | null;
}

const claim = (agent: Agent, input: Record<string, unknown>) => agent.call<Claimed>('claim', input);
async function cardOf(cardPublicId: string) {
  const params = { cardPublicId };
  const { comments } = await ada.call(api.comments.list, { params, query: {} });
  const card = await ada.call(api.cards.content, { params });
  return { ...card, commentCount: comments.length, keys: comments.map(({ apiKey }) => apiKey?.name) };
}

test('agents claim the next card each, and get it whole', async () => {
  const { board, lists } = await makeBoard(ada, { name: 'Two cards' });
  for (const title of ['One', 'Two']) await makeCard(ada, nth(lists, 0), { title, description: `${title}!` });
  const first = await claim(left, { board: 'Two cards' });
  const second = await claim(right, { board, list: nth(lists, 1), filter: 'title:two' });
  assert.partialDeepStrictEqual(first, { title: 'One', description: 'One!' });
  assert.partialDeepStrictEqual(second, { title: 'Two', list: { id: nth(lists, 1) } });
  const none = await left.call<{ card: null; retryAfter: number }>('claim', { board });
  assert.equal(none.card, null);
  assert.ok(none.retryAfter > 0);
});

test('a lease is renewed by its holder alone, given back, and another agent may then claim the card', async () => {
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'One' });
  const { claimedUntil } = await claim(left, { card, leaseSeconds: 30 });
  service.clock.pass(20 * second);
  const renewed = await claim(left, { card, leaseSeconds: 30 });
  assert.deepEqual(Object.keys(renewed), ['id', 'claimedUntil']);
  assert.ok((renewed.claimedUntil ?? '') > (claimedUntil ?? ''));
  const refused = await right.ask('claim', { card });
  assert.match(refused.text, /claimed by Left until/);
  assert.match((await right.ask('claim', { card, giveBack: true })).text, /claimed by Left until/);
  assert.equal((await claim(left, { card, giveBack: true })).claimedUntil, null);
  assert.equal((await claim(right, { card })).title, 'One');
});

test('finish completes, moves, comments and ends the claim, or leaves the card to others', async () => {
  const { board, lists } = await makeBoard(ada);
  const [one, two] = [await makeCard(ada, nth(lists, 0)), await makeCard(ada, nth(lists, 0))];
  await claim(left, { board });
  await claim(left, { board });
  const finished = { card: one, list: nth(lists, 1), comment: 'Done' };
  assert.match((await right.ask('finish', finished)).text, /claimed by Left/);
  assert.equal((await cardOf(one)).commentCount, 0);
  await left.call('finish', finished);
  const done = await cardOf(one);
  assert.deepEqual(
    [done.completedAt !== null, done.list.publicId, done.keys],
    [true, nth(lists, 1), ['Left']],
  );
  await left.call('finish', { card: two, completed: false, comment: 'Who knows the password?' });
  const handedOver = await cardOf(two);
  assert.deepEqual([handedOver.completedAt, handedOver.commentCount], [null, 1]);
  const params = { boardPublicId: board };
  assert.deepEqual((await ada.call(api.claims.list, { params })).claims, []);
});

test('a list that refuses open checks keeps the card, its claim and the comment back', async () => {
  const { board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  await ada.call(api.lists.update, {
    params: { listPublicId: nth(lists, 1) },
    body: { refusesOpenChecks: true },
  });
  const checklist = await ada.call(api.checklists.create, {
    params: { cardPublicId: card },
    body: { name: 'Checks' },
  });
  await ada.call(api.checklists.createItem, {
    params: { checklistPublicId: checklist.publicId },
    body: { title: 'It works', acceptance: true },
  });
  await claim(left, { board });
  const { isError } = await left.ask('finish', { card, list: nth(lists, 1), comment: 'Done' });
  assert.equal(isError, true);
  const now = await cardOf(card);
  assert.deepEqual([now.completedAt, now.commentCount], [null, 0]);
  const params = { boardPublicId: board };
  assert.equal((await ada.call(api.claims.list, { params })).claims.length, 1);
});

interface Waited {
  changes: {
    what: string;
    by: string;
    card?: { id: string; title?: string };
    comment?: { excerpt: string };
  }[];
  position: number;
}

test('who waits is answered with what happens, and misses nothing between two calls', async () => {
  const { board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'One' });
  const { position } = await left.call<Waited>('wait', { board, seconds: 0 });
  await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'It is tulip' } });
  const first = await left.call<Waited>('wait', { board, after: position });
  assert.deepEqual(
    first.changes.map(({ by, comment }) => [by, comment?.excerpt]).filter(([, excerpt]) => excerpt),
    [['ada', 'It is tulip']],
  );
  const [waited] = await Promise.all([
    left.call<Waited>('wait', { board, after: first.position }),
    makeCard(ada, nth(lists, 0), { title: 'Two' }),
  ]);
  assert.deepEqual(
    waited.changes.map(({ what, card: of }) => [what, of?.title]),
    [['card.created', 'Two']],
  );
});

/** As many as an account may have at a time. */
const mostWaiting = 64;

test('a client that hangs up ends its wait', async () => {
  const { board } = await makeBoard(ada);
  const gone = new AbortController();
  const waiting = Array.from({ length: mostWaiting }, () =>
    left.client.callTool({ name: 'wait', arguments: { board } }, { signal: gone.signal }).catch(() => {}),
  );
  const isRefused = async () => (await left.ask('wait', { board, seconds: 0 })).text.startsWith('429');
  while (!(await isRefused()));
  gone.abort();
  await Promise.all(waiting);
  while (await isRefused());
});
