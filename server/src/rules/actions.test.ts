import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { mostFailures } from '../../../contract/rules.ts';
import { second } from '../base/clock.ts';
import { longestPosition } from '../base/ordering/order.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addBoardMember, addMember } from '../testing/members.ts';
import { receiver } from '../testing/receiver.ts';
import { type Person, testService } from '../testing/service.ts';
import { sendDue } from '../testing/webhooks.ts';

/* Rules that send to webhooks and sort lists, and what a try says of a rule. */

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');

type Create = BodyOf<typeof api.rules.create>;

let people = 0;

async function world() {
  const made = await makeBoard(ada);
  const bob = await service.signUp(`bob${++people}`);
  const member = await addMember(service, made.workspace, bob);
  const [todo, done] = [nth(made.lists, 0), nth(made.lists, 1)];
  return { ...made, bob, member, todo, done, urgent: nth(made.labels, 0) };
}

const onBoard = (board: string) => ({ params: { boardPublicId: board } });
const rule = (board: string, body: Create, person: Person = ada) =>
  person.call(api.rules.create, { ...onBoard(board), body });
const list = (board: string) => ada.call(api.rules.list, onBoard(board));
const attempt = (board: string, body: BodyOf<typeof api.rules.try>, person: Person = ada) =>
  person.call(api.rules.try, { ...onBoard(board), body });
const press = (board: string, rulePublicId: string, body: object = {}, person: Person = ada) =>
  person.call(api.rules.press, { params: { boardPublicId: board, rulePublicId }, body });
const follow = async () => {
  for (let round = 0; round < 3; round++) await service.jobs.run('rules');
};
const titles = async (listPublicId: string) =>
  (await ada.call(api.boards.cardsOfList, { params: { listPublicId }, query: { limit: 500 } })).cards.map(
    ({ title }) => title,
  );
const complete = (cardPublicId: string, completed = true) =>
  ada.call(api.cards.update, { params: { cardPublicId }, body: { completed } });

/** A webhook of a workspace that is told of nothing else. */
async function webhook(workspacePublicId: string, more: Partial<BodyOf<typeof api.webhooks.create>> = {}) {
  const heard = await receiver();
  const { publicId, secret } = await ada.call(api.webhooks.create, {
    params: { workspacePublicId },
    body: { name: 'Deploy', url: heard.url, events: ['board.deleted'], ...more },
  });
  return { ...heard, publicId, secret };
}

test('a rule sends its card to a webhook, signed, once, and the log of the webhook has it', async () => {
  const { workspace, board, todo } = await world();
  const { publicId, received } = await webhook(workspace);
  const card = await makeCard(ada, todo, { title: 'Paint' });
  const then: Create['then'] = [{ type: 'webhook', webhookPublicId: publicId, text: 'Ship it' }];
  const made = await rule(board, { name: 'Ships', when: { type: 'completed' }, then });
  await complete(card);
  await follow();
  await sendDue(service);
  assert.equal(received.length, 1);
  const { headers, body } = nth(received, 0);
  assert.match(String(headers['webhook-signature']), /^v1,/);
  const { type, data } = JSON.parse(body);
  assert.equal(type, 'rule.ran');
  assert.deepEqual(data.rule, { publicId: made.publicId, name: 'Ships' });
  assert.deepEqual([data.text, data.card.publicId, data.listPublicId], ['Ship it', card, todo]);
  assert.deepEqual([data.user.name, data.apiKey.rule], ['ada', made.publicId]);
  assert.match(data.url, new RegExp(`/c/${card}$`));
  const { deliveries } = await ada.call(api.webhooks.deliveries, {
    params: { workspacePublicId: workspace, webhookPublicId: publicId },
  });
  assert.deepEqual(
    deliveries.map(({ event, state }) => [event, state]),
    [['rule.ran', 'succeeded']],
  );
});

test('a chat of the board is told in words', async () => {
  const { board, todo } = await world();
  const { url, received } = await receiver();
  const channel = await ada.call(api.channels.create, {
    ...onBoard(board),
    body: { kind: 'slack', url: `${url}/services/T0/B0/x`, events: ['board.deleted'] },
  });
  const card = await makeCard(ada, todo, { title: 'Paint' });
  const then: Create['then'] = [{ type: 'webhook', webhookPublicId: channel.publicId, text: 'Look!' }];
  const { publicId } = await rule(board, { name: 'Asks', when: { type: 'button' }, then });
  await press(board, publicId, { cardPublicId: card });
  service.clock.pass(10 * second);
  await sendDue(service);
  assert.match(JSON.parse(nth(received, 0).body).text, /“Asks”: Look! · <.*\|Paint> · <.*>/);
});

test('who may not manage webhooks makes no rule that sends, nor sets one going, but may press its button', async () => {
  const { workspace, board, todo, bob } = await world();
  const { publicId: hook, received } = await webhook(workspace);
  const card = await makeCard(ada, todo);
  const then: Create['then'] = [{ type: 'webhook', webhookPublicId: hook }];
  const body = { name: 'Ships', when: { type: 'button' as const }, then };
  await bob.refused(403, api.rules.create, { ...onBoard(board), body });
  await bob.refused(403, api.rules.try, { ...onBoard(board), body: { when: body.when, then } });
  const { publicId } = await rule(board, body);
  const params = { boardPublicId: board, rulePublicId: publicId };
  await bob.refused(403, api.rules.update, { params, body: { if: 'is:open' } });
  await bob.refused(403, api.rules.update, { params, body: { active: true } });
  assert.deepEqual(await press(board, publicId, { cardPublicId: card }, bob), { cards: 1 });
  await sendDue(service);
  assert.equal(nth(received, 0).headers['webhook-id'] !== undefined, true);
  assert.equal(JSON.parse(nth(received, 0).body).data.user.name, bob.email.split('@')[0]);
});

test('a rule whose maker may no longer manage webhooks sends nothing, whoever presses it', async () => {
  const { workspace, board, todo, bob, member } = await world();
  const { publicId: hook, received } = await webhook(workspace);
  const card = await makeCard(ada, todo);
  const ofWorkspace = { workspacePublicId: workspace, memberPublicId: member };
  await ada.call(api.members.grant, { params: ofWorkspace, body: { permission: 'workspace:manage' } });
  const then: Create['then'] = [{ type: 'webhook', webhookPublicId: hook }];
  const button = await rule(board, { name: 'Button', when: { type: 'button' }, then }, bob);
  await rule(board, { name: 'Ships', when: { type: 'completed' }, then }, bob);
  await ada.call(api.members.revoke, { params: ofWorkspace, body: { permission: 'workspace:manage' } });
  await complete(card);
  await follow();
  const params = { boardPublicId: board, rulePublicId: button.publicId };
  await ada.refused(403, api.rules.press, { params, body: { cardPublicId: card } });
  await sendDue(service);
  assert.deepEqual(received, []);
  assert.deepEqual(
    (await list(board)).map(({ pausedBecause }) => pausedBecause),
    [null, 'rights'],
  );
});

test('a rule sends to no webhook of another workspace or board, to none that is off, and to none whose maker sees not its board', async () => {
  const { workspace, board, todo, bob, member } = await world();
  const [other, elsewhere] = [await makeBoard(ada, { workspace }), await makeBoard(ada)];
  const card = await makeCard(ada, todo);
  const foreign = await webhook(elsewhere.workspace);
  const refused = (webhookPublicId: string) =>
    ada.refused(400, api.rules.create, {
      ...onBoard(board),
      body: { name: 'x', when: { type: 'button' }, then: [{ type: 'webhook', webhookPublicId }] },
    });
  assert.match((await refused(foreign.publicId)).message, /body\/then\/0\/webhookPublicId was not found/);
  const chat = await ada.call(api.channels.create, {
    ...onBoard(other.board),
    body: { kind: 'slack', url: `${foreign.url}/services/T0/B0/x`, events: ['*'] },
  });
  await refused(chat.publicId);
  const narrow = await webhook(workspace, { boardPublicIds: [other.board] });
  const off = await webhook(workspace, { active: false });
  const ofBob = await webhook(workspace);
  await service.sql(`update webhooks set created_by = '${bob.id}' where id = '${ofBob.publicId}'`);
  await ada.call(api.boards.update, { ...onBoard(board), body: { access: 'members' } });
  for (const [{ publicId: hook }, status, why] of [
    [narrow, 400, /not told of what happens on the board/],
    [off, 409, /not active/],
    [ofBob, 400, /not told of what happens on the board/],
  ] as const) {
    const then: Create['then'] = [{ type: 'webhook', webhookPublicId: hook }];
    const { publicId } = await rule(board, { name: 'x', when: { type: 'button' }, then });
    const params = { boardPublicId: board, rulePublicId: publicId };
    const error = await ada.refused(status, api.rules.press, { params, body: { cardPublicId: card } });
    assert.match(error.message, why);
  }
  assert.ok(member);
});

test('who may not manage webhooks does not say how a rule is called that sends, only where it is in the list', async () => {
  const { workspace, board, bob } = await world();
  const { publicId: hook } = await webhook(workspace);
  const then: Create['then'] = [{ type: 'webhook', webhookPublicId: hook }];
  const { publicId } = await rule(board, { name: 'Ships', when: { type: 'button' }, then });
  const params = { boardPublicId: board, rulePublicId: publicId };
  await bob.refused(403, api.rules.update, { params, body: { name: 'Pay at evil.example' } });
  await bob.call(api.rules.update, { params, body: { name: 'Ships', index: 0 } });
  assert.equal((await ada.call(api.rules.update, { params, body: { name: 'Sends' } })).name, 'Sends');
});

test('nothing is sent for whoever has a closed account, neither by their rules nor of a closed board to their webhooks', async () => {
  const { workspace, board, todo, bob, member } = await world();
  const ofWorkspace = { workspacePublicId: workspace, memberPublicId: member };
  await ada.call(api.members.grant, { params: ofWorkspace, body: { permission: 'workspace:manage' } });
  await ada.call(api.boards.update, { ...onBoard(board), body: { access: 'members' } });
  await addBoardMember(service, workspace, board, member);
  const { publicId: hook, received } = await webhook(workspace);
  const ofBob = await webhook(workspace, { events: ['card.created'] });
  await service.sql(`update webhooks set created_by = '${bob.id}' where id = '${ofBob.publicId}'`);
  const then: Create['then'] = [{ type: 'webhook', webhookPublicId: hook }];
  const { publicId } = await rule(board, { name: 'Ships', when: { type: 'button' }, then }, bob);
  const params = { boardPublicId: board, rulePublicId: publicId };
  await service.sql(`update users set disabled_at = 1 where id = '${bob.id}'`);
  const card = await makeCard(ada, todo);
  await ada.refused(403, api.rules.press, { params, body: { cardPublicId: card } });
  await sendDue(service);
  assert.deepEqual([received, ofBob.received], [[], []]);
  await service.sql(`update users set disabled_at = null where id = '${bob.id}'`);
  await makeCard(ada, todo);
  await press(board, publicId, { cardPublicId: card });
  await sendDue(service);
  assert.deepEqual([received.length, ofBob.received.length], [1, 1]);
});

test('a rule that sends is paused in a copy that has not what it sends to', async () => {
  const { workspace, board } = await world();
  const { url, publicId: hook } = await webhook(workspace);
  const chat = await ada.call(api.channels.create, {
    ...onBoard(board),
    body: { kind: 'slack', url: `${url}/services/T0/B0/x`, events: ['board.deleted'] },
  });
  for (const [name, webhookPublicId] of [
    ['To the webhook', hook],
    ['To the chat', chat.publicId],
  ] as const)
    await rule(board, { name, when: { type: 'button' }, then: [{ type: 'webhook', webhookPublicId }] });
  const paused = async (workspacePublicId: string) => {
    const body = { name: 'Copy', sourceBoardPublicId: board };
    const copy = await ada.call(api.boards.create, { params: { workspacePublicId }, body });
    return (await list(copy.publicId)).map(({ name, pausedBecause }) => [name, pausedBecause]);
  };
  assert.deepEqual(await paused(workspace), [
    ['To the webhook', null],
    ['To the chat', 'copied'],
  ]);
  assert.deepEqual(await paused((await makeBoard(ada)).workspace), [
    ['To the webhook', 'copied'],
    ['To the chat', 'copied'],
  ]);
});

test('a rule sorts its list, with as few moves as it takes', async () => {
  const { board, todo, done } = await world();
  const due = (title: string, dueDate: string | null) => makeCard(ada, todo, { title, dueDate });
  await due('c', '2030-03-01');
  await due('none', null);
  await due('a', '2030-01-01');
  await due('b', '2030-02-01');
  const sorts = (by: string): Create => ({
    name: by,
    when: { type: 'button' },
    then: [{ type: 'sort-list', listPublicId: todo, by }],
  });
  const byDue = await rule(board, sorts('due'));
  const recorded = await service.recorded(() => press(board, byDue.publicId));
  assert.deepEqual(await titles(todo), ['a', 'b', 'c', 'none']);
  assert.deepEqual(recorded, ['card.updated.index', 'card.updated.index']);
  assert.deepEqual(await service.recorded(() => press(board, byDue.publicId)), []);
  await press(board, (await rule(board, sorts('-due'))).publicId);
  assert.deepEqual(await titles(todo), ['c', 'b', 'a', 'none']);
  await press(board, (await rule(board, sorts('-title'))).publicId);
  assert.deepEqual(await titles(todo), ['none', 'c', 'b', 'a']);
  const field = await ada.call(api.fields.create, {
    ...onBoard(board),
    body: { name: 'Cost', type: 'number' },
  });
  const late = await makeCard(ada, done, { title: 'late', fields: { [field.publicId]: 5 } });
  await makeCard(ada, done, { title: 'early', fields: { [field.publicId]: 3 } });
  const then: Create['then'] = [
    { type: 'sort-list', listPublicId: done, by: field.publicId },
    { type: 'move', listPublicId: done },
  ];
  await rule(board, { name: 'By cost', when: { type: 'commented' }, then });
  await ada.call(api.comments.create, { params: { cardPublicId: late }, body: { comment: 'x' } });
  await follow();
  assert.deepEqual(await titles(done), ['early', 'late']);
});

test('a list that is too long is moved by some hundred cards at a time, and what is none of the board is refused', async () => {
  const { board, todo } = await world();
  const cards = 230;
  const operations: BodyOf<typeof api.cards.bulk>['operations'] = [];
  const first = await makeCard(ada, todo, { title: '0000' });
  for (let n = 1; n < cards; n++)
    operations.push({
      type: 'duplicate',
      cardPublicId: first,
      listPublicId: todo,
      title: String(n).padStart(4, '0'),
    });
  for (let from = 0; from < operations.length; from += 100)
    await ada.call(api.cards.bulk, { body: { operations: operations.slice(from, from + 100) } });
  const then: Create['then'] = [{ type: 'sort-list', listPublicId: todo, by: '-title' }];
  const { publicId } = await rule(board, { name: 'Sorts', when: { type: 'button' }, then });
  await press(board, publicId);
  const expected = Array.from({ length: cards }, (_, n) => String(cards - 1 - n).padStart(4, '0'));
  assert.notDeepEqual(await titles(todo), expected);
  await press(board, publicId);
  assert.deepEqual(await titles(todo), expected);
  const elsewhere = await makeBoard(ada);
  const refused = (action: Create['then'][number]) =>
    ada.refused(400, api.rules.create, {
      ...onBoard(board),
      body: { name: 'x', when: { type: 'button' }, then: [action] },
    });
  await refused({ type: 'sort-list', listPublicId: nth(elsewhere.lists, 0), by: 'due' });
  await refused({ type: 'sort-list', listPublicId: todo, by: 'size' });
  await refused({ type: 'sort-list', listPublicId: todo, by: 'abcdefgh01234567' });
});

test('a try says what a rule would do on a card, changes nothing and tells nobody', async () => {
  const { workspace, board, todo, done, urgent, bob, member } = await world();
  const { publicId: hook, received } = await webhook(workspace);
  const card = await makeCard(ada, todo, { title: 'Paint', memberPublicIds: [member] });
  const other = await makeCard(ada, todo, { title: 'Varnish', completed: true });
  const given: Create = {
    name: 'Ships',
    when: { type: 'completed' },
    if: 'is:open',
    then: [
      { type: 'move', listPublicId: done },
      { type: 'add-label', labelPublicId: urgent },
      { type: 'comment', text: 'Hello @[Bob](member:x)' },
      { type: 'notify', text: 'Look' },
      { type: 'webhook', webhookPublicId: hook },
    ],
  };
  const { name: _, ...settings } = given;
  const expected = {
    cards: 1,
    isMore: false,
    first: [{ publicId: card, title: 'Paint', number: 1 }],
    ran: true,
    does: ['card.updated.list', 'card.updated.label.added', 'card.updated.comment.added'],
    notifies: 1,
    sends: 1,
    error: null,
  };
  const untouched = async () => {
    await sendDue(service);
    const tables = ['comments', 'changes', 'card_labels', 'webhook_deliveries', 'rule_runs', 'notifications'];
    const counts = tables.map(
      (table) => `(select count(*) from ${table} where workspace_id = '${workspace}')`,
    );
    const [row] = await service.sql<{ counts: string }>(`select ${counts.join(` || ' ' || `)} as counts`);
    return [row?.counts, await titles(todo), received.length];
  };
  const before = await untouched();
  assert.deepEqual(await attempt(board, settings), expected);
  assert.deepEqual(await attempt(board, { ...settings, cardPublicId: card }), expected);
  const none = { ...expected, cards: 0, first: [], ran: false, does: [], notifies: 0, sends: 0 };
  assert.deepEqual(await attempt(board, { ...settings, cardPublicId: other }), none);
  assert.deepEqual(await untouched(), before);
  const { publicId } = await rule(board, given);
  assert.deepEqual(
    await attempt(board, { rulePublicId: publicId }, bob),
    expected,
    'with the rights of its maker',
  );
  assert.deepEqual((await list(board))[0]?.lastRun, null);
});

test('a try makes no room between cards, but says that a run would', async () => {
  const { board, workspace, todo, done } = await world();
  const card = await makeCard(ada, todo);
  const last = await makeCard(ada, done);
  // After it there is none: the longest key, and the last of that length.
  await service.sql(`update cards set position = '${'z'.repeat(longestPosition)}' where id = '${last}'`);
  const state = () =>
    service.sql(`select (select count(*) from changes where workspace_id = '${workspace}') as changes,
      (select position from cards where id = '${last}') as position`);
  const before = await state();
  const then: Create['then'] = [{ type: 'move', listPublicId: done }];
  const tried = await attempt(board, { when: { type: 'button' }, then, cardPublicId: card });
  assert.deepEqual([tried.ran, tried.does], [true, []]);
  assert.match(tried.error ?? '', /no room between two cards/);
  assert.deepEqual(await state(), before);
  const { publicId } = await rule(board, { name: 'Moves', when: { type: 'button' }, then });
  assert.deepEqual(await press(board, publicId, { cardPublicId: card }), { cards: 1 });
});

test('a try says why a rule would fail, and how many cards a schedule finds', async () => {
  const { board, todo, bob, member, workspace } = await world();
  const { publicId: gone } = await ada.call(api.lists.create, {
    body: { name: 'Gone', boardPublicId: board },
  });
  for (let made = 0; made < 7; made++) await makeCard(ada, todo);
  const moves: Create = {
    name: 'Moves',
    when: { type: 'schedule' },
    if: 'is:open',
    then: [{ type: 'move', listPublicId: gone }],
  };
  const { publicId } = await rule(board, moves, bob);
  const would = async () => attempt(board, { rulePublicId: publicId });
  const tried = await would();
  assert.deepEqual([tried.cards, tried.first.length, tried.does], [7, 5, ['card.updated.list']]);
  await ada.call(api.lists.delete, { params: { listPublicId: gone } });
  assert.match((await would()).error ?? '', /listPublicId/);
  await ada.call(api.members.changeRole, {
    params: { workspacePublicId: workspace, memberPublicId: member },
    body: { role: 'guest' },
  });
  assert.match((await would()).error ?? '', /its maker may no longer run it/);
  const made = await attempt(board, {
    when: { type: 'schedule' },
    then: [{ type: 'create-card', listPublicId: todo, title: 'Review' }],
  });
  assert.deepEqual([made.cards, made.ran, made.does], [null, true, ['card.created']]);
});

test('only who may edit the rules of a board, and sees its cards, tries one', async () => {
  const { board, workspace, bob, member } = await world();
  const elsewhere = await makeBoard(ada);
  const foreign = await makeCard(ada, nth(elsewhere.lists, 0));
  const body = { when: { type: 'button' as const }, then: [{ type: 'complete' as const }] };
  await ada.refused(400, api.rules.try, { ...onBoard(board), body: {} });
  await ada.refused(400, api.rules.try, { ...onBoard(board), body: { rulePublicId: 'abcdefgh01234567' } });
  await ada.refused(400, api.rules.try, { ...onBoard(board), body: { ...body, cardPublicId: foreign } });
  await bob.refused(403, api.rules.try, { ...onBoard(board), body: { ...body, cardPublicId: foreign } });
  const revoke = (permission: 'card:view' | 'board:edit' | 'member:view') =>
    ada.call(api.members.revoke, {
      params: { workspacePublicId: workspace, memberPublicId: member },
      body: { permission },
    });
  await attempt(board, body, bob);
  const { publicId } = await rule(board, {
    name: 'Of Bob',
    ...body,
    when: { type: 'completed' },
    if: '@bob',
  });
  await attempt(board, { rulePublicId: publicId }, bob);
  await revoke('member:view');
  await bob.refused(403, api.rules.try, { ...onBoard(board), body: { rulePublicId: publicId } });
  await attempt(board, body, bob);
  await revoke('card:view');
  await bob.refused(403, api.rules.try, { ...onBoard(board), body });
  await revoke('board:edit');
  await bob.refused(403, api.rules.try, { ...onBoard(board), body });
});

test('the list says how each rule fares, and followers learn of failures', async () => {
  const { board, todo } = await world();
  const { publicId: gone } = await ada.call(api.lists.create, {
    body: { name: 'Gone', boardPublicId: board },
  });
  const card = await makeCard(ada, todo);
  const then: Create['then'] = [{ type: 'move', listPublicId: gone }];
  await rule(board, { name: 'Moves', when: { type: 'completed' }, then });
  await rule(board, { name: 'Idle', when: { type: 'commented' }, then });
  await ada.call(api.lists.delete, { params: { listPublicId: gone } });
  await complete(card);
  assert.deepEqual(await service.recorded(follow), ['rule.changed']);
  const [moves, idle] = await list(board);
  assert.deepEqual([moves?.failures, moves?.lastRun?.state, idle?.lastRun], [1, 'failed', null]);
  assert.match(moves?.lastRun?.error ?? '', /listPublicId/);
  await ada.call(api.lists.restore, { params: { listPublicId: gone } });
  await complete(card, false);
  await complete(card);
  await follow();
  const [now] = await list(board);
  assert.deepEqual([now?.failures, now?.lastRun?.state, now?.lastRun?.error], [0, 'done', null]);
  assert.ok(mostFailures > 1);
});
