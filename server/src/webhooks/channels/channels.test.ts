import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { type ChannelKind, channelKinds, channelNeeds } from '../../../../contract/channel-kinds.ts';
import type { Language } from '../../../../contract/languages.ts';
import { day, minute, second } from '../../base/clock.ts';
import { addChannel, chattingBoard } from '../../testing/channels.ts';
import { makeBoard, makeCard, makeMember, nth } from '../../testing/fixtures.ts';
import { addMember, keyWithoutLimits, memberOf } from '../../testing/members.ts';
import { type Answer, type Received, receiver } from '../../testing/receiver.ts';
import { type Person, testService } from '../../testing/service.ts';
import { sendDue } from '../../testing/webhooks.ts';
import { takeTurn } from '../turn.ts';
import { sendToChannel } from './send.ts';

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const person = await service.signUp('ada');
// Days pass in these tests, in which a session would expire.
const ada = { ...person, ...(await keyWithoutLimits(service, person)) };

type Board = Awaited<ReturnType<typeof chattingBoard>>;

const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

const deliveriesOf = async ({ at }: Pick<Board, 'at'>, by: Person = ada) =>
  (await by.call(api.channels.deliveries, { ...at, query: { limit: 100 } })).deliveries;

const channelsOf = (board: string, by: Person = ada) =>
  by.call(api.channels.list, { params: { boardPublicId: board } });

/** Sends what is due, after the pause that a channel is left alone for. */
async function sendLater(): Promise<void> {
  service.clock.pass(5 * second);
  await sendDue(service);
}

/** The text of a message to Slack. */
const said = ({ body }: Received): string => (JSON.parse(body) as { text: string }).text;

const secrets = ['services/T0/B0/xyzzy', '123:xyzzy', 'xyzzy'];

/** What each kind is given here, besides an address on loopback. */
const given: Record<ChannelKind, { path: string; token?: string; room?: string }> = {
  slack: { path: '/services/T0/B0/xyzzy' },
  discord: { path: '/api/webhooks/1/xyzzy' },
  teams: { path: '/workflows/xyzzy?sig=xyzzy' },
  mattermost: { path: '/hooks/xyzzy' },
  'google-chat': { path: '/v1/spaces/1/messages?token=xyzzy' },
  telegram: { path: '', token: '123:xyzzy', room: '-100' },
  ntfy: { path: '/my-topic', token: 'xyzzy' },
  matrix: { path: '', token: 'xyzzy', room: '!room:example.com' },
  gotify: { path: '', token: 'xyzzy' },
};

for (const kind of channelKinds) {
  test(`${kind} is told what happens, and its secrets come back nowhere`, async () => {
    const { url, received } = await receiver();
    const { path, ...rest } = given[kind];
    const board = await chattingBoard(ada, `${url}${path}`, { kind, ...rest, events: ['card.created'] });
    assert.equal(board.channel.address, url);
    assert.deepEqual(await ada.call(api.channels.test, board.at), { success: true, statusCode: 200 });
    await makeCard(ada, nth(board.lists, 0), { title: 'Buy <milk> & "eggs"' });
    await sendLater();
    assert.equal(received.length, 2);
    const message = nth(received, 1);
    assert.equal(message.headers['content-type'], 'application/json');
    assert.match(message.body, /ada.*created .*Buy/);
    assert.match(message.body, new RegExp(`/b/${board.board}|/c/`));
    const [delivery] = await deliveriesOf(board);
    assert.equal(delivery?.state, 'succeeded');
    const audit = await ada.call(api.audit.list, { params: { workspacePublicId: board.workspace } });
    const rows = await service.sql(`select * from webhooks where id = '${board.channel.publicId}'`);
    const replies = [board.channel, await channelsOf(board.board), delivery, audit, rows];
    for (const secret of secrets) assert.ok(!JSON.stringify(replies).includes(secret), secret);
  });
}

test('what each service needs is asked for, and nothing else is taken', async () => {
  const { board } = await makeBoard(ada);
  const params = { boardPublicId: board };
  const { url } = await receiver();
  for (const kind of channelKinds) {
    const { path, ...rest } = given[kind];
    const whole = { kind, url: `${url}${path}`, ...rest, events: ['card.*'] };
    for (const field of channelNeeds[kind].needs) {
      const body = { ...whole, [field]: undefined };
      const { message } = await ada.refused(400, api.channels.create, { params, body });
      assert.match(message, new RegExp(`body/${field} is missing: .* needs it$`));
    }
  }
  const without = { kind: 'slack', url, token: 'x', events: ['*'] };
  const bad = [
    { ...without },
    { kind: 'telegram', token: '../../evil', room: '1', events: ['*'] },
    { kind: 'telegram', token: '1:a', room: 'evil?x', events: ['*'] },
    { kind: 'ntfy', url: `${url}/`, events: ['*'] },
    { kind: 'matrix', url, token: 'x', room: '#alias:example.com', events: ['*'] },
    { kind: 'slack', url: 'http://', events: ['*'] },
    { kind: 'slack', url: 'http://10.0.0.1/hooks', events: ['*'] },
    { kind: 'slack', url, events: [] },
    { kind: 'slack', url, events: ['member.added'] },
    { kind: 'irc', url, events: ['*'] },
    { kind: 'slack', url, events: ['*'], filter: { labelPublicIds: ['0123456789abcdef'] } },
  ];
  for (const body of bad) await ada.refused(400, api.channels.create, { params, body });
  assert.deepEqual(await channelsOf(board), []);
});

test('what happens in a burst is one message', async () => {
  const { url, received } = await receiver();
  const board = await chattingBoard(ada, url, { events: ['card.created'] });
  for (let n = 1; n <= 12; n++) await makeCard(ada, nth(board.lists, 0), { title: `Card ${n}` });
  await sendLater();
  assert.equal(received.length, 1);
  const text = said(nth(received, 0));
  assert.match(
    text,
    /^12 changes on <http[^|]*\|Board \d+>\n• ada \(a key\) created <http[^|]*\|Card 1> in To do\n/,
  );
  assert.match(text, /\n… and 2 more$/);
  const deliveries = await deliveriesOf(board);
  assert.deepEqual(
    deliveries.map(({ state, attempts, statusCode }) => [state, attempts, statusCode]),
    Array.from({ length: 12 }, () => ['succeeded', 1, 200]),
  );
  // What happens right after a message waits a little.
  await makeCard(ada, nth(board.lists, 0), { title: 'Late' });
  await sendDue(service);
  assert.equal(received.length, 1);
  await sendLater();
  assert.match(said(nth(received, 1)), /^ada \(a key\) created <[^|]*\|Late> in To do · </);
});

test('what a node was posting when it died is posted again with the same id, and nothing else with it', async () => {
  const { url, received } = await receiver();
  const { path, ...rest } = given.matrix;
  const board = await chattingBoard(ada, `${url}${path}`, {
    kind: 'matrix',
    ...rest,
    events: ['card.created'],
  });
  for (const title of ['One', 'Two']) await makeCard(ada, nth(board.lists, 0), { title });
  const queue = { workspaceId: board.workspace, webhookId: board.channel.publicId };
  const nothing = { attempts: [], back: [], held: [] };
  const { webhook, claimed } = await takeTurn(service, { queue, ...nothing, ahead: 1, random: () => 0 });
  assert.ok(webhook);
  await sendToChannel(service, { ...webhook, kind: 'matrix' }, board.workspace, claimed);
  await makeCard(ada, nth(board.lists, 0), { title: 'Three' });
  service.clock.pass(minute);
  for (let turn = 0; turn < 3; turn++) await sendLater();
  const [first, ...others] = received.map((request) => `${request.url} ${request.body}`);
  assert.deepEqual([claimed.length, others.length], [2, 2]);
  assert.equal(others.filter((each) => each === first).length, 1);
  assert.equal(others.filter((each) => each.includes('Three') && !each.includes('One')).length, 1);
});

test('a channel speaks the language of who makes it, or the one that it is given', async () => {
  const { url, received } = await receiver();
  const own = async (locale: string) => ada.call(api.users.update, { body: { locale } });
  await own('de-AT');
  const board = await chattingBoard(ada, url, { events: ['card.*', 'list.*'] });
  assert.equal(board.channel.locale, 'de');
  await own('nl');
  const other = await addChannel(ada, board.board, url, { events: ['card.*'] });
  assert.equal(other.channel.locale, 'en', 'there are no texts in that language');
  await ada.call(api.channels.delete, other.at);
  const card = await makeCard(ada, nth(board.lists, 0), { title: 'Plan' });
  await sendLater();
  assert.match(said(nth(received, 0)), /^ada \(a key\) hat <[^|]*\|Plan> in To do erstellt · </);
  const speak = (locale: Language) => ada.call(api.channels.update, { ...board.at, body: { locale } });
  assert.equal((await speak('fr')).locale, 'fr');
  const params = { cardPublicId: card };
  await ada.call(api.comments.create, { params, body: { comment: 'Look' } });
  await ada.call(api.cards.update, { params, body: { dueDate: '2026-12-24' } });
  await ada.call(api.lists.update, { params: { listPublicId: nth(board.lists, 1) }, body: { name: 'Ici' } });
  await sendLater();
  const [title, ...lines] = said(nth(received, 1)).split('\n');
  assert.match(title ?? '', /^3 modifications sur </);
  assert.deepEqual(
    lines.map((line) => line.replace(/<[^|]*\|([^>]*)>/g, '[$1]')),
    [
      '• ada (a key) a commenté [Plan]\u00a0: Look',
      '• ada (a key) a fixé l’échéance de [Plan]\u00a0: 24 déc. 2026',
      '• ada (a key) a modifié la liste «\u00a0Ici\u00a0»',
    ],
  );
  await speak('he');
  await ada.call(api.channels.test, board.at);
  assert.match(said(nth(received, 2)), /^\u200fהצ׳אט הזה/, 'from right to left, whatever comes first');
  const { entries } = await ada.call(api.audit.list, { params: { workspacePublicId: board.workspace } });
  assert.deepEqual(
    entries.flatMap(({ detail }) => detail.filter(({ field }) => field === 'locale')).slice(0, 2),
    [
      { field: 'locale', from: 'fr', to: 'he' },
      { field: 'locale', from: 'de', to: 'fr' },
    ],
  );
  await ada.refused(400, api.channels.update, { ...board.at, body: { locale: 'nl' } });
  await own('en');
});

test('words say what was done: comments, moves, people and labels', async () => {
  const { url, received } = await receiver();
  const board = await chattingBoard(ada, url);
  const bob = await service.signUp('bob');
  const member = await makeMember(service, ada, board.workspace, bob);
  const card = await makeCard(ada, nth(board.lists, 0), { title: 'Plan' });
  const at = { params: { cardPublicId: card } };
  const comment = `Look, @[bob](member:${member}): <!channel>\n\nhttps://example.com`;
  await ada.call(api.comments.create, { ...at, body: { comment } });
  await ada.call(api.cards.update, { ...at, body: { listPublicId: nth(board.lists, 1) } });
  await ada.call(api.cards.toggleMember, { params: { ...at.params, workspaceMemberPublicId: member } });
  await ada.call(api.cards.toggleLabel, { params: { ...at.params, labelPublicId: nth(board.labels, 0) } });
  await ada.call(api.cards.update, { ...at, body: { completed: true } });
  await ada.call(api.lists.create, { body: { name: '<b>', boardPublicId: board.board } });
  await sendLater();
  const lines = said(nth(received, 0))
    .split('\n')
    .map((line) => line.replace(/<http[^|]*\|([^>]*)>/g, '[$1]'));
  assert.deepEqual(lines.slice(1), [
    '• ada (a key) created [Plan] in To do',
    '• ada (a key) commented on [Plan]: Look, @bob: &lt;!channel&gt; https://example.com',
    '• ada (a key) moved [Plan] from To do to Done',
    '• ada (a key) assigned bob to [Plan]',
    '• ada (a key) added the label “Urgent” to [Plan]',
    '• ada (a key) completed [Plan]',
    '• ada (a key) created the list “&lt;b&gt;”',
  ]);
});

test('a question is told with where each of its answers is given, while it is open', async () => {
  const { url, received } = await receiver();
  const board = await chattingBoard(ada, url);
  const card = await makeCard(ada, nth(board.lists, 0), { title: 'Plan' });
  const ask = (text: string) =>
    ada.call(api.questions.ask, {
      params: { cardPublicId: card },
      body: { text, options: ['Now', '<Later>'] },
    });
  const { publicId: id } = await ask('When?');
  const { publicId: answered } = await ask('Who?');
  await ada.call(api.questions.answer, { params: { questionPublicId: answered }, body: { text: 'Ada' } });
  await sendLater();
  const link = (option: number) => `${service.publicUrl}/c/${card}#answer-${id}-${option}`;
  const lines = said(nth(received, 0)).split('\n');
  assert.ok(
    lines[2]?.endsWith(`|Plan>: When? · <${link(0)}|Now> · <${link(1)}|&lt;Later&gt;>`),
    lines.join('\n'),
  );
  assert.match(lines[2] ?? '', /asked a question on/);
  assert.match(lines[3] ?? '', /commented on <[^>]*>: Who\?$/);
});

test('a filter lets through only cards that fit all of it', async () => {
  const { url, received } = await receiver();
  const { board, lists, labels, workspace } = await makeBoard(ada);
  const member = await memberOf(service, workspace, person);
  const filter = {
    labelPublicIds: [nth(labels, 0)],
    memberPublicIds: [member],
    listPublicIds: [nth(lists, 0)],
  };
  const { channel, at } = await addChannel(ada, board, url, { events: ['card.created', 'list.*'], filter });
  assert.deepEqual(channel.filter, filter);
  const whole = { labelPublicIds: [nth(labels, 0)], memberPublicIds: [member] };
  await makeCard(ada, nth(lists, 0), { title: 'Fits', ...whole });
  await makeCard(ada, nth(lists, 1), { title: 'Other list', ...whole });
  await makeCard(ada, nth(lists, 0), { title: 'Nobody on it', labelPublicIds: [nth(labels, 0)] });
  await makeCard(ada, nth(lists, 0), { title: 'Other label', ...whole, labelPublicIds: [nth(labels, 1)] });
  await ada.call(api.lists.create, { body: { name: 'Third', boardPublicId: board } });
  await sendLater();
  assert.deepEqual(received.map(said).length, 1);
  assert.match(said(nth(received, 0)), /^ada \(a key\) created <[^|]*\|Fits>/);
  const { filter: none } = await ada.call(api.channels.update, { ...at, body: { filter: null } });
  assert.equal(none, null);
});

test('another board and the webhooks of the workspace are not told, nor do they show channels', async () => {
  const { url, received } = await receiver();
  const board = await chattingBoard(ada, url, { events: ['*'] });
  const other = await makeBoard(ada, { workspace: board.workspace });
  await makeCard(ada, nth(other.lists, 0));
  await sendLater();
  assert.equal(received.length, 0);
  const params = { workspacePublicId: board.workspace };
  assert.deepEqual(await ada.call(api.webhooks.list, { params }), []);
  const at = { params: { ...params, webhookPublicId: board.channel.publicId } };
  await ada.refused(404, api.webhooks.get, at);
  await ada.refused(404, api.webhooks.update, { ...at, body: { url } });
  await ada.refused(404, api.channels.update, {
    params: { ...board.at.params, boardPublicId: other.board },
    body: { name: 'Mine' },
  });
});

test('what fails is tried again, as one message, and can be sent again by hand', async () => {
  let status = 500;
  const { url, received } = await receiver((response, request) => answering(status)(response, request));
  const board = await chattingBoard(ada, url, {
    kind: 'matrix',
    token: 'x',
    room: '!r:example.com',
    events: ['card.created'],
  });
  for (let n = 1; n <= 2; n++) await makeCard(ada, nth(board.lists, 0));
  await sendLater();
  const failed = await deliveriesOf(board);
  assert.deepEqual(
    failed.map(({ state, attempts, error }) => [state, attempts, error]),
    [1, 2].map(() => ['pending', 1, 'status 500']),
  );
  assert.equal(failed[0]?.nextAttemptAt, failed[1]?.nextAttemptAt);
  status = 200;
  service.clock.pass(10 * second);
  await sendDue(service);
  assert.equal(received.length, 2);
  // The same transaction, so that a server that has shown it does not show it again.
  assert.equal(nth(received, 0).url, nth(received, 1).url);
  assert.equal(nth(received, 0).body, nth(received, 1).body);
  const [first] = await deliveriesOf(board);
  assert.ok(first);
  await ada.call(api.channels.redeliver, { params: { ...board.at.params, channelDeliveryId: first.id } });
  await sendLater();
  assert.equal(received.length, 3);
  assert.ok(nth(received, 2).url.endsWith(`/send/m.room.message/${first.id}`));
  await ada.call(api.channels.update, { ...board.at, body: { active: false } });
  await ada.refused(409, api.channels.redeliver, {
    params: { ...board.at.params, channelDeliveryId: first.id },
  });
});

test('a service that says when to try again, in its header or its body, is heard', async () => {
  const cases: [ChannelKind, Record<string, string>, string, number][] = [
    ['slack', { 'retry-after': '120' }, '', 120],
    ['discord', {}, '{"message":"…","retry_after":63.6,"global":false}', 64],
    ['telegram', {}, '{"ok":false,"error_code":429,"parameters":{"retry_after":35}}', 35],
    ['matrix', {}, '{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":20001}', 21],
    ['discord', {}, '{"retry_after":"soon"}', 5],
    ['discord', {}, '{"retry_after":', 5],
    ['discord', {}, '{"retry_after":1e300}', 24 * 3600],
  ];
  for (const [kind, headers, body, seconds] of cases) {
    const { url, received } = await receiver(answering(429, headers, body));
    const { path, ...rest } = given[kind];
    const board = await chattingBoard(ada, `${url}${path}`, { kind, ...rest, events: ['card.created'] });
    await makeCard(ada, nth(board.lists, 0));
    const before = service.clock.now();
    await sendDue(service);
    const [delivery] = await deliveriesOf(board);
    const pause = (Date.parse(delivery?.nextAttemptAt ?? '') * 1000 - before) / second;
    // Up to a tenth is added, so that not all come back at once.
    assert.ok(pause >= seconds && pause <= seconds * 1.1 + 1, `${kind}: ${pause}`);
    await makeCard(ada, nth(board.lists, 0));
    await sendDue(service);
    assert.equal(received.length, 1, 'nothing is sent meanwhile');
  }
});

test('a channel that fails for days, or is gone, is disabled', async () => {
  const failing = await chattingBoard(ada, (await receiver(answering(500))).url, {
    events: ['card.created'],
  });
  const gone = await chattingBoard(ada, (await receiver(answering(404))).url, {
    kind: 'discord',
    events: ['card.created'],
  });
  for (const { lists } of [failing, gone]) await makeCard(ada, nth(lists, 0));
  await sendLater();
  assert.equal((await channelsOf(gone.board))[0]?.active, false);
  await service.outbox.idle();
  const mails = service.mails.length;
  // Each attempt waits longer than the one before.
  for (let n = 0; n < 9; n++) {
    service.clock.pass(day);
    await makeCard(ada, nth(failing.lists, 0));
    await sendDue(service);
  }
  const [channel] = await channelsOf(failing.board);
  assert.equal(channel?.active, false);
  await service.outbox.idle();
  const texts = service.mails.slice(mails).map(({ text }) => text);
  assert.ok(texts.some((text) => text.includes('"Slack"') && text.includes(`/b/${failing.board}`)));
  const again = await ada.call(api.channels.update, { ...failing.at, body: { active: true } });
  assert.deepEqual([again.active, again.lastSucceededAt], [true, null]);
});

test('only who manages webhooks and sees the board manages its channels', async () => {
  const { url } = await receiver();
  const board = await chattingBoard(ada, url);
  const bob = await service.signUp('bob-of-channels');
  const eve = await service.signUp('eve-of-channels');
  await addMember(service, board.workspace, bob);
  const of = { params: { boardPublicId: board.board } };
  await bob.refused(403, api.channels.list, of);
  await bob.refused(403, api.channels.test, board.at);
  await eve.refused(403, api.channels.list, of);
  const manager = await service.signUp('manager-of-channels');
  await addMember(service, board.workspace, manager, { granted: ['workspace:manage'] });
  assert.equal((await channelsOf(board.board, manager)).length, 1);
  await manager.call(api.channels.update, { ...board.at, body: { name: 'Team' } });
  await manager.refused(403, api.channels.update, { ...board.at, body: { url: `${url}/mine` } });
  await ada.call(api.boards.update, { ...of, body: { access: 'members' } });
  await manager.refused(404, api.channels.list, of);
  await manager.refused(404, api.channels.update, { ...board.at, body: { name: 'Mine' } });
  await manager.refused(404, api.channels.create, { ...of, body: { kind: 'slack', url, events: ['*'] } });
});

test('a channel is told what its maker may see when it is sent', async () => {
  const { url, received } = await receiver();
  const { workspace, board, lists } = await makeBoard(ada);
  const maker = await service.signUp('maker-of-channels');
  await addMember(service, workspace, maker, { granted: ['workspace:manage'] });
  const { at } = await addChannel(maker, board, url, { events: ['card.created'] });
  await makeCard(ada, nth(lists, 0), { title: 'Open' });
  await sendLater();
  assert.equal(received.length, 1);
  await makeCard(ada, nth(lists, 0), { title: 'Stored while open' });
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  await makeCard(ada, nth(lists, 0), { title: 'Secret' });
  await sendLater();
  assert.equal(received.length, 1);
  const deliveries = await deliveriesOf({ at });
  assert.deepEqual(
    deliveries.map(({ error }) => error),
    ['no access', null],
  );
  // Open again, but not for who left.
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'workspace' } });
  const member = await memberOf(service, workspace, maker);
  await ada.call(api.members.remove, { params: { workspacePublicId: workspace, memberPublicId: member } });
  await makeCard(ada, nth(lists, 0), { title: 'After' });
  await sendLater();
  assert.equal(received.length, 1);
});

test('a stored token goes to no other server', async () => {
  const { url, received } = await receiver();
  const other = await receiver();
  const board = await chattingBoard(ada, url, { kind: 'gotify', token: 'xyzzy', events: ['card.created'] });
  const { message } = await ada.refused(400, api.channels.update, { ...board.at, body: { url: other.url } });
  assert.match(message, /body\/token is missing: another address needs its token again/);
  await ada.call(api.channels.update, { ...board.at, body: { url: `${url}/below` } });
  await ada.call(api.channels.update, { ...board.at, body: { url: other.url, token: 'new' } });
  assert.equal((await ada.call(api.channels.test, board.at)).success, true);
  assert.equal(nth(other.received, 0).headers['x-gotify-key'], 'new');
  assert.equal(received.length, 0);
});

test('a board has ten channels at most, and they do not count as webhooks', async () => {
  const { url } = await receiver();
  const { workspace, board } = await makeBoard(ada);
  const body = { kind: 'slack' as const, url, events: ['*'] };
  for (let n = 0; n < 10; n++)
    await ada.call(api.channels.create, { params: { boardPublicId: board }, body });
  const error = await ada.refused(409, api.channels.create, { params: { boardPublicId: board }, body });
  assert.match(error.message, /10 channels of a board/);
  const other = await makeBoard(ada, { workspace });
  await addChannel(ada, other.board, url);
  await ada.call(api.webhooks.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Chat', url, events: ['*'] },
  });
});

test('channels go with their board, and do not follow it to another workspace', async () => {
  const { url, received } = await receiver();
  const board = await chattingBoard(ada, url, { events: ['card.created'] });
  const elsewhere = await makeBoard(ada);
  await makeCard(ada, nth(board.lists, 0));
  await sendLater();
  await ada.call(api.boards.move, {
    params: { boardPublicId: board.board },
    body: { targetWorkspacePublicId: elsewhere.workspace },
  });
  assert.deepEqual(await channelsOf(board.board), []);
  await makeCard(ada, nth(board.lists, 0));
  await sendLater();
  assert.equal(received.length, 1);
  service.clock.pass(31 * day);
  await service.jobs.run('trash');
  const left = await service.sql(`select 1 from webhooks where id = '${board.channel.publicId}'`);
  assert.deepEqual(left, []);
  service.clock.pass(minute);
});
