import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addBoardMember, addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { namedStatementsOf } from '../testing/statements.ts';
import { judgeWithin } from './judge.ts';

/* Webhooks and channels that are told only of cards that pass a filter. */

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');
const url = 'http://127.0.0.1:10009/';

type Made = Awaited<ReturnType<typeof makeBoard>>;

async function makeWebhook({ workspace }: Made, filter: string | null, person: Person = ada) {
  const params = { workspacePublicId: workspace };
  const body = { name: 'Hook', url, events: ['*'], filter };
  const { publicId } = await person.call(api.webhooks.create, { params, body });
  return { params: { ...params, webhookPublicId: publicId } };
}

async function makeChannel({ board }: Made, filter: object | null, person: Person = ada) {
  const params = { boardPublicId: board };
  const body = { kind: 'slack' as const, url, events: ['*'], filter };
  const { publicId } = await person.call(api.channels.create, { params, body });
  return { params: { ...params, channelPublicId: publicId } };
}

type Webhook = Awaited<ReturnType<typeof makeWebhook>>;

/** The events for which deliveries were stored, oldest first. */
const eventsOf = async ({ params: { webhookPublicId } }: Webhook) =>
  (
    await service.sql<{ event: string }>(
      `select event from webhook_deliveries where webhook_id = '${webhookPublicId}' order by created_at, id`,
    )
  ).map(({ event }) => event);

const asWebhook = ({ params }: Awaited<ReturnType<typeof makeChannel>>): Webhook => ({
  params: { workspacePublicId: '', webhookPublicId: params.channelPublicId },
});

test('a webhook with a filter is told of the cards that pass after the change, and of nothing else', async () => {
  const made = await makeBoard(ada);
  const [list, urgent] = [nth(made.lists, 0), nth(made.labels, 0)];
  const webhook = await makeWebhook(made, 'label:urgent is:open');
  const channel = asWebhook(await makeChannel(made, { text: 'label:urgent is:open' }));
  const card = await makeCard(ada, list, { labelPublicIds: [urgent] });
  const other = await makeCard(ada, list);
  const at = { params: { cardPublicId: card } };
  await ada.call(api.cards.update, { params: { cardPublicId: other }, body: { title: 'Other' } });
  await ada.call(api.lists.update, { params: { listPublicId: list }, body: { name: 'Renamed' } });
  await ada.call(api.comments.create, { ...at, body: { comment: 'Hm.' } });
  await ada.call(api.cards.update, { ...at, body: { completed: true } });
  await ada.call(api.cards.update, { ...at, body: { completed: false } });
  await ada.call(api.cards.delete, at);
  await ada.call(api.cards.delete, { params: { cardPublicId: other } });
  const events = ['card.created', 'card.updated.comment.added', 'card.updated.reopened', 'card.deleted'];
  const told = (await eventsOf(webhook)).filter((event) => event !== 'card.updated.label.added');
  assert.deepEqual(told, events);
  assert.deepEqual(await eventsOf(channel), await eventsOf(webhook));
});

test('a channel has ids and a text together, and gives them up one by one', async () => {
  const made = await makeBoard(ada);
  const [list, done] = [nth(made.lists, 0), nth(made.lists, 1)];
  const channel = await makeChannel(made, { listPublicIds: [list], text: ' title:yes ' });
  const told = asWebhook(channel);
  await makeCard(ada, list, { title: 'Yes' });
  await makeCard(ada, done, { title: 'Yes' });
  await makeCard(ada, list, { title: 'No' });
  assert.deepEqual(await eventsOf(told), ['card.created']);
  const update = (filter: object | null) => ada.call(api.channels.update, { ...channel, body: { filter } });
  assert.deepEqual((await update({ text: 'title:yes', listPublicIds: [] })).filter, { text: 'title:yes' });
  await makeCard(ada, done, { title: 'Yes' });
  assert.equal((await eventsOf(told)).length, 2);
  assert.deepEqual((await update({ listPublicIds: [list], text: '' })).filter, { listPublicIds: [list] });
  assert.equal((await update({ text: '' })).filter, null);
});

test('a filter is shown to who manages the webhook, changed, and given up', async () => {
  const made = await makeBoard(ada);
  const webhook = await makeWebhook(made, 'title:one');
  const shown = async () => (await ada.call(api.webhooks.get, webhook)).filter;
  assert.equal(await shown(), 'title:one');
  const update = (filter: string | null) => ada.call(api.webhooks.update, { ...webhook, body: { filter } });
  const reply = await update('title:two');
  assert.ok(!('filter' in reply), 'the shape of replies stays');
  assert.equal(await shown(), 'title:two');
  await makeCard(ada, nth(made.lists, 0), { title: 'one' });
  await makeCard(ada, nth(made.lists, 0), { title: 'two' });
  assert.deepEqual(await eventsOf(webhook), ['card.created']);
  for (const none of ['', null]) {
    await update('title:three');
    await update(none);
    assert.equal(await shown(), null);
  }
  await ada.call(api.lists.update, { params: { listPublicId: nth(made.lists, 0) }, body: { name: 'All' } });
  assert.deepEqual(await eventsOf(webhook), ['card.created', 'list.updated']);
  const { entries } = await ada.call(api.audit.list, { params: { workspacePublicId: made.workspace } });
  assert.ok(!JSON.stringify(entries).includes('title:'), 'the audit log does not say what it was');
});

test('a filter that restricts nothing is none: what is no card is sent as well', async () => {
  const made = await makeBoard(ada);
  const [list] = made.lists;
  const webhooks = [];
  for (const filter of ['sort:due', '  ']) {
    const webhook = await makeWebhook(made, filter);
    assert.equal((await ada.call(api.webhooks.get, webhook)).filter, null);
    const channel = await makeChannel(made, { text: filter });
    assert.equal((await ada.call(api.channels.update, { ...channel, body: { name: 'Same' } })).filter, null);
    webhooks.push(webhook, asWebhook(channel));
  }
  await ada.call(api.lists.update, { params: { listPublicId: list ?? '' }, body: { name: 'All' } });
  for (const each of webhooks) assert.deepEqual(await eventsOf(each), ['list.updated']);
});

test('a text that names a field that is gone may stay when others change the channel', async () => {
  const made = await makeBoard(ada);
  const eve = await service.signUp('editor');
  await addMember(service, made.workspace, eve, { granted: ['workspace:manage'] });
  const onBoard = { params: { boardPublicId: made.board } };
  const field = await ada.call(api.fields.create, { ...onBoard, body: { name: 'Cost', type: 'number' } });
  const filter = { text: 'Cost:>5' };
  const channel = await makeChannel(made, filter);
  await ada.call(api.fields.delete, { params: { fieldPublicId: field.publicId } });
  const listPublicIds = [nth(made.lists, 0)];
  const body = { name: 'Renamed', filter: { ...filter, listPublicIds } };
  const changed = await eve.call(api.channels.update, { ...channel, body });
  assert.deepEqual([changed.name, changed.filter], ['Renamed', { ...filter, listPublicIds }]);
  await ada.refused(400, api.channels.update, { ...channel, body: { filter: { text: 'Cost:>6' } } });
});

test('a filter that cannot be read, or that tiles do not answer, is refused with its place', async () => {
  const made = await makeBoard(ada);
  const there = { params: { workspacePublicId: made.workspace } };
  const onBoard = { params: { boardPublicId: made.board } };
  const bad = [
    ['is:open (x', 8, /never closed/],
    ['is:open text:x', 8, /this filter is asked of cards as boards show them.*“text:x”/],
    ['-creator:me', 0, /“creator:me”/],
    ['due:never', 4, /no date/],
  ] as const;
  for (const [filter, position, why] of bad) {
    const body = { name: 'Hook', url, events: ['*'], filter };
    const refused = await ada.refused(400, api.webhooks.create, { ...there, body });
    const message = refused.issues[0]?.message ?? '';
    assert.ok(message.startsWith(`body/filter cannot be read at character ${position}:`), message);
    assert.match(message, why);
    const channel = { kind: 'slack' as const, url, events: ['*'], filter: { text: filter } };
    const { issues } = await ada.refused(400, api.channels.create, { ...onBoard, body: channel });
    assert.match(issues[0]?.message ?? '', /^body\/filter\/text cannot be read/);
  }
  // A webhook is for all boards, each with fields of its own; a channel is for one.
  await makeWebhook(made, 'Cost:>5');
  const body = { kind: 'slack' as const, url, events: ['*'], filter: { text: 'Cost:>5' } };
  await ada.refused(400, api.channels.create, { ...onBoard, body });
});

test('each board is judged by its own fields, and a field that is gone passes nothing', async () => {
  const made = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace: made.workspace });
  const fields = [];
  for (const [board, name] of [
    [made.board, 'Cost'],
    [other.board, 'Effort'],
  ] as const) {
    const params = { boardPublicId: board };
    fields.push(await ada.call(api.fields.create, { params, body: { name, type: 'number' } }));
  }
  const webhook = await makeWebhook(made, 'Cost:>5');
  const made7 = () => makeCard(ada, nth(made.lists, 0), { fields: { Cost: 7 } });
  await made7();
  await makeCard(ada, nth(other.lists, 0), { fields: { Effort: 7 } });
  const count = async () => (await eventsOf(webhook)).filter((event) => event === 'card.created').length;
  assert.equal(await count(), 1);
  const fieldPublicId = fields[0]?.publicId ?? '';
  await ada.call(api.fields.delete, { params: { fieldPublicId } });
  await makeCard(ada, nth(made.lists, 0));
  assert.equal(await count(), 1);
});

test('a filter is read as who made the webhook reads it, and nobody else changes it but an admin', async () => {
  const made = await makeBoard(ada);
  const { workspace, board, lists } = made;
  const ben = await service.signUp('ben');
  const bens = await addMember(service, workspace, ben, { granted: ['workspace:manage'] });
  const eve = await service.signUp('eve');
  await addMember(service, workspace, eve, { granted: ['workspace:manage'], revoked: ['member:view'] });
  const filters = ['@ben', `member:${bens}`, 'ben', '@me'];
  const webhooks = [];
  for (const person of [ada, ben, eve])
    for (const filter of filters) webhooks.push(await makeWebhook(made, filter, person));
  const channel = await makeChannel(made, { text: '@ben' }, eve);
  await makeCard(ada, nth(lists, 0), { title: 'Plain', memberPublicIds: [bens] });
  const told = [];
  for (const each of webhooks) told.push((await eventsOf(each)).includes('card.created'));
  assert.deepEqual(told, [true, true, true, false, true, true, true, true, false, false, false, false]);
  assert.deepEqual(await eventsOf(asWebhook(channel)), []);
  const [ofAda] = webhooks;
  assert.ok(ofAda);
  for (const filter of ['@ada', null, ''])
    await eve.refused(403, api.webhooks.update, { ...ofAda, body: { filter } });
  await eve.call(api.webhooks.update, { ...ofAda, body: { filter: '@ben', name: 'Same filter' } });
  await ada.call(api.webhooks.update, { ...nthOf(webhooks, 4), body: { filter: 'ben' } });
  const ofBen = await makeChannel(made, { text: '@ben' }, ben);
  await eve.refused(403, api.channels.update, { ...ofBen, body: { filter: null } });
  await eve.call(api.channels.update, { ...ofBen, body: { filter: { text: '@ben', listPublicIds: lists } } });
  assert.ok(board);
});

const nthOf = nth<Webhook>;

test('one who has left passes nobody by name, and a closed board is told as it was', async () => {
  const made = await makeBoard(ada);
  const ben = await service.signUp('leaver');
  const seat = await addMember(service, made.workspace, ben, { granted: ['workspace:manage'] });
  const [people, open] = [await makeWebhook(made, '@me', ben), await makeWebhook(made, 'is:open', ben)];
  const made1 = () => makeCard(ada, nth(made.lists, 0), { memberPublicIds: [seat] });
  await made1();
  await ada.call(api.boards.update, { params: { boardPublicId: made.board }, body: { access: 'members' } });
  await makeCard(ada, nth(made.lists, 0));
  await addBoardMember(service, made.workspace, made.board, seat);
  await made1();
  const created = async (of: Webhook) =>
    (await eventsOf(of)).filter((event) => event === 'card.created').length;
  assert.deepEqual([await created(people), await created(open)], [2, 2]);
  await service.sql(`update members set status = 'paused' where id = '${seat}'`);
  await ada.call(api.boards.update, { params: { boardPublicId: made.board }, body: { access: 'workspace' } });
  await makeCard(ada, nth(made.lists, 0));
  assert.deepEqual([await created(people), await created(open)], [2, 3]);
});

test('what is asked of a change is asked once, however many webhooks there are, and not without filters', async () => {
  const made = await makeBoard(ada);
  const of = () => namedStatementsOf(service, () => makeCard(ada, nth(made.lists, 0)));
  await makeWebhook(made, null);
  const asked = (names: readonly string[]) => names.filter((name) => /^(?:filter|webhooks)\./.test(name));
  assert.deepEqual(asked(await of()), []);
  for (let n = 0; n < 10; n++) await makeWebhook(made, `label:urgent OR is:open OR title:"${n}"`);
  assert.deepEqual(asked(await of()), ['webhooks.makers', 'webhooks.tiles', 'filter.namesWithIds']);
});

test('the text of a filter is asked only if the card fits its lists, and once for webhooks that ask alike', async () => {
  const made = await makeBoard(ada);
  const [list, done] = [nth(made.lists, 0), nth(made.lists, 1)];
  for (let n = 0; n < 3; n++) await makeChannel(made, { listPublicIds: [done], text: 'urgent' });
  const names = await namedStatementsOf(service, () => makeCard(ada, list));
  assert.ok(!names.includes('webhooks.tiles'));
  const alike = [await makeWebhook(made, 'title:yes'), await makeWebhook(made, 'title:yes')];
  await makeCard(ada, list, { title: 'Yes' });
  for (const each of alike) assert.deepEqual(await eventsOf(each), ['card.created']);
});

test('a card for which no time is left does not pass', async () => {
  const made = await makeBoard(ada);
  const { params } = await makeWebhook(made, 'is:open');
  const cardId = await makeCard(ada, nth(made.lists, 0));
  const { workspace: workspaceId, board: boardId } = made;
  const { webhookPublicId: webhookId } = params;
  const asked = [{ webhookId, text: 'is:open', workspaceId, boardId, cardId }];
  const now = service.clock.now();
  for (const [milliseconds, expected] of [
    [0, false],
    [60_000, true],
  ] as const) {
    const passes = await service.db.write((tx) => judgeWithin(milliseconds)(tx, asked, now));
    assert.equal(passes(webhookId, cardId), expected);
  }
});

test('a change of many cards judges each of them', async () => {
  const made = await makeBoard(ada);
  const webhook = await makeWebhook(made, 'title:pass');
  const cards = [];
  for (let n = 0; n < 120; n++)
    cards.push(await makeCard(ada, nth(made.lists, 0), { title: n % 2 === 0 ? `pass ${n}` : `fail ${n}` }));
  const operations = cards.map((cardPublicId) => ({
    type: 'change' as const,
    cardPublicId,
    completed: true,
  }));
  await ada.call(api.cards.bulk, { body: { operations } });
  const events = await eventsOf(webhook);
  assert.equal(events.filter((event) => event === 'card.updated.completed').length, 60);
});
