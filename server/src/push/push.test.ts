import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { day, hour, minute, second } from '../base/clock.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyWithoutLimits } from '../testing/members.ts';
import { type PushAnswer, type PushBrowser, pushService } from '../testing/push-service.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const pushes = await pushService();
let people = 0;

/** Pushes what is due, and waits for it. */
async function pushDue(): Promise<void> {
  await service.jobs.run('pushes');
  await service.pusher.idle();
}

const subscribe = (person: Pick<Person, 'call'>, { subscription }: PushBrowser) =>
  person.call(api.push.subscribe, { body: subscription });
const subscriptionsOf = (person: Pick<Person, 'call'>) => person.call(api.push.list);

async function browserOf(person: Pick<Person, 'call'>): Promise<PushBrowser> {
  const browser = pushes.browser((await subscriptionsOf(person)).publicKey);
  await subscribe(person, browser);
  return browser;
}

/** Ada's card; Bob, who is a member, and a browser of his. */
async function team() {
  const [ada, bob] = [await service.signUp(`ada${++people}`), await service.signUp(`bob${people}`)];
  const { workspace, board, lists } = await makeBoard(ada);
  const member = await addMember(service, workspace, bob);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour' });
  const browser = await browserOf(bob);
  await setTimings(bob, { commented: { push: 'at-once' } });
  const put = () =>
    ada.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId: member } });
  const comment = (text: string) =>
    ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: text } });
  return { ada, bob, workspace, board, lists, member, card, browser, put, comment };
}

const setTimings = (person: Person, kinds: BodyOf<typeof api.notificationSettings.update>['kinds']) =>
  person.call(api.notificationSettings.update, { body: { kinds } });

const textsOf = ({ received }: PushBrowser) => received.map(({ body }) => body);

test('what somebody is told is pushed to their browsers, once each, and says what it is and where it leads', async () => {
  const { ada, bob, board, card, browser, put } = await team();
  const { name: boardName } = await bob.call(api.boards.get, { params: { boardPublicId: board } });
  const phone = await browserOf(bob);
  await put();
  await pushDue();
  await pushDue();
  const { notifications } = await bob.call(api.notifications.list, { query: {} });
  for (const { received } of [browser, phone]) {
    assert.equal(received.length, 1);
    const { headers, to, ...message } = nth(received, 0);
    assert.deepEqual(message, {
      id: notifications[0]?.publicId,
      language: 'en',
      title: boardName,
      body: `${ada.email.split('@')[0]} put you on Paint the harbour`,
      path: `/c/${card}`,
      tag: `assigned ${card}`,
      unread: 1,
    });
    assert.equal(headers.ttl, '86400');
    assert.equal(headers.urgency, 'high');
    assert.match(headers.topic as string, /^[\w-]{32}$/);
    assert.equal(
      (await subscriptionsOf(bob)).subscriptions.filter(({ publicId }) => publicId === to).length,
      1,
    );
  }
});

test('what is pushed says in which language it is, which is that of the account', async () => {
  const { bob, browser, put } = await team();
  await bob.call(api.users.update, { body: { locale: 'fr' } });
  await put();
  await pushDue();
  const { language, body } = nth(browser.received, 0);
  assert.equal(language, 'fr');
  assert.match(String(body), /Paint the harbour/);
  assert.doesNotMatch(String(body), /put you on/);
});

test('a question with one answer or two can be answered from what is pushed, while it is open', async () => {
  const { ada, bob, member, card, browser } = await team();
  const ask = (text: string, options: string[]) =>
    ada.call(api.questions.ask, { params: { cardPublicId: card }, body: { text, options, to: member } });
  const { publicId: id } = await ask('Now?', ['Yes', `No ${'x'.repeat(90)}`]);
  await pushDue();
  const { question } = nth(browser.received, 0);
  assert.deepEqual(question, { id, options: ['Yes', `No ${'x'.repeat(36)}…`] });
  await ask('Which?', ['A', 'B', 'C']);
  await pushDue();
  assert.deepEqual([browser.received.length, browser.received[1]?.question], [2, undefined]);
  const { publicId: other } = await ask('Still?', ['Yes']);
  await bob.call(api.questions.answer, { params: { questionPublicId: other }, body: { option: 0 } });
  await pushDue();
  assert.equal(browser.received[2]?.question, undefined);
});

test('a reminder wakes a phone up, and that a card is overdue can wait', async () => {
  const { ada, card, browser, put } = await team();
  await put();
  await pushDue();
  const dueDate = new Date((service.clock.now() + 3 * hour) / 1000).toISOString();
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body: { dueDate, reminders: [120] } });
  for (const passed of [hour, 2 * hour]) {
    service.clock.pass(passed);
    await service.jobs.run('alarms');
    await pushDue();
  }
  assert.deepEqual(
    browser.received.slice(1).map(({ tag, headers }) => [tag, headers.urgency]),
    [
      [`due-soon ${card}`, 'high'],
      [`overdue ${card}`, 'normal'],
    ],
  );
});

test('several of a kind on a card have one topic and one tag, and are pushed at most once a minute', async () => {
  const { browser, put, comment } = await team();
  await put();
  await pushDue();
  await comment('One');
  await pushDue();
  for (const text of ['Two', 'Three']) await comment(text);
  await pushDue();
  assert.equal(browser.received.length, 2);
  service.clock.pass(61 * second);
  await pushDue();
  const [, one, three] = browser.received;
  assert.equal(browser.received.length, 3);
  assert.match(three?.body ?? '', /: Three$/);
  assert.deepEqual([one?.tag, one?.headers.topic], [three?.tag, three?.headers.topic]);
});

test('nothing is pushed of what was read, or may not be seen, by the time it is sent', async () => {
  const { ada, bob, member, workspace, browser, put, comment } = await team();
  await put();
  const before = new Date(service.clock.now() / 1000).toISOString();
  await bob.call(api.notifications.update, { body: { before, read: true } });
  await pushDue();
  assert.deepEqual(textsOf(browser), []);
  await comment('A secret');
  await ada.call(api.members.remove, {
    params: { workspacePublicId: workspace, memberPublicId: member },
  });
  await pushDue();
  assert.deepEqual(textsOf(browser), []);
  assert.equal((await service.sql('select 1 from pushes')).length, 0);
});

test('nothing is pushed that may no longer be seen while a slow push service takes what came before', async () => {
  const { ada, workspace, member, browser, put, comment } = await team();
  await put();
  await comment('A secret');
  const held = Promise.withResolvers<void>();
  browser.answer = () => ({ status: 201, after: held.promise });
  await service.jobs.run('pushes');
  while (browser.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await ada.call(api.members.remove, {
    params: { workspacePublicId: workspace, memberPublicId: member },
  });
  service.clock.pass(5 * second);
  held.resolve();
  await service.pusher.idle();
  assert.equal(browser.received.length, 1);
  assert.equal((await service.sql('select 1 from pushes')).length, 0);
});

test('what was put off is pushed when it comes back', async () => {
  const { bob, browser, put } = await team();
  await put();
  const { notifications } = await bob.call(api.notifications.list, { query: {} });
  const snoozeUntil = new Date((service.clock.now() + hour) / 1000).toISOString();
  await bob.call(api.notifications.update, {
    body: { ids: [notifications[0]?.publicId ?? ''], snoozeUntil },
  });
  await pushDue();
  assert.equal(browser.received.length, 0);
  service.clock.pass(hour + second);
  await pushDue();
  assert.equal(browser.received.length, 1);
});

test('settings and quiet hours are asked when it is sent', async () => {
  const { bob, browser, put, comment } = await team();
  const at = new Date(service.clock.now() / 1000);
  const time = (minutes: number) => new Date(at.getTime() + minutes * 60_000).toISOString().slice(11, 16);
  // Three hours ahead of Greenwich, all year.
  await bob.call(api.users.update, { body: { timeZone: 'Asia/Riyadh' } });
  const quietHours = { from: time(179), to: time(210) };
  await bob.call(api.notificationSettings.update, { body: { quietHours } });
  await put();
  await comment('Unwanted by then');
  await pushDue();
  assert.equal(browser.received.length, 0);
  await setTimings(bob, { commented: { push: 'off' } });
  service.clock.pass(31 * minute);
  await pushDue();
  assert.deepEqual(
    browser.received.map(({ tag }) => tag.split(' ')[0]),
    ['assigned'],
  );
  assert.equal((await service.sql('select 1 from pushes')).length, 0);
});

test('what is collected for a digest is one message', async () => {
  const { bob, browser, put, comment } = await team();
  const kinds = { commented: { push: 'digest' }, assigned: { push: 'digest' } } as const;
  const digest = {
    hour: (new Date(service.clock.now() / 1000).getUTCHours() + 3) % 24,
    days: [1, 2, 3, 4, 5, 6, 7],
  };
  await bob.call(api.notificationSettings.update, { body: { kinds, digest } });
  await put();
  await comment('Hello');
  await pushDue();
  assert.equal(browser.received.length, 0);
  service.clock.pass(3 * hour);
  await pushDue();
  assert.deepEqual(
    browser.received.map(({ id, body, path, unread }) => ({ id, body, path, unread })),
    [{ id: null, body: '2 unread notifications', path: '/inbox', unread: 2 }],
  );
});

test('a subscription ends with the session that it was made in', async () => {
  const { bob, put, comment } = await team();
  const password = `password of ${bob.email.split('@')[0]}`;
  const signIn = async () => {
    const { token } = await service.caller().call(api.auth.signIn, { body: { email: bob.email, password } });
    return service.caller(token);
  };
  const [phone, tablet, desk] = [await signIn(), await signIn(), await signIn()];
  const browsers = [await browserOf(phone), await browserOf(tablet), await browserOf(desk)];
  await put();
  await phone.call(api.auth.signOut);
  await tablet.call(api.users.changePassword, {
    body: { currentPassword: password, newPassword: 'another long password' },
  });
  await pushDue();
  assert.deepEqual(
    browsers.map(({ received }) => received.map(({ tag }) => tag.split(' ')[0])),
    [[], ['assigned', 'security'], []],
  );
  assert.equal((await subscriptionsOf(tablet)).subscriptions.length, 1);
  await comment('Pause');
  await service.sql(`update users set disabled_at = 1 where id = '${bob.id}'`);
  await pushDue();
  await service.sql(`update users set disabled_at = null where id = '${bob.id}'`);
  assert.equal(browsers[1]?.received.length, 2);
  await tablet.call(api.users.deleteMe, { body: { currentPassword: 'another long password' } });
  assert.equal((await service.sql(`select 1 from push_subscriptions where user_id = '${bob.id}'`)).length, 0);
});

test('a browser notifies only whoever subscribed in it last', async () => {
  const { bob, browser, put } = await team();
  const cyd = await service.signUp(`cyd${people}`);
  await subscribe(cyd, browser);
  assert.equal((await subscriptionsOf(bob)).subscriptions.length, 0);
  assert.equal((await subscriptionsOf(cyd)).subscriptions.length, 1);
  await put();
  await pushDue();
  assert.equal(browser.received.length, 0);
  await bob.call(api.push.unsubscribe, { body: { endpoint: browser.subscription.endpoint } });
  assert.equal((await subscriptionsOf(cyd)).subscriptions.length, 1);
  await cyd.call(api.push.unsubscribe, { body: { endpoint: browser.subscription.endpoint } });
  assert.equal((await subscriptionsOf(cyd)).subscriptions.length, 0);
});

test('an account has at most twenty subscriptions, of which the oldest goes; subscribing again adds none', async () => {
  const ada = await service.signUp(`ada${++people}`);
  const browsers: PushBrowser[] = [];
  for (let n = 0; n < 22; n++) browsers.push(await browserOf(ada));
  await subscribe(ada, nth(browsers, 21));
  const { subscriptions } = await subscriptionsOf(ada);
  assert.equal(subscriptions.length, 20);
  assert.ok(
    subscriptions.every(({ current, service: host }) => current && host === new URL(pushes.url).host),
  );
  await subscribe(ada, nth(browsers, 0));
  assert.equal((await subscriptionsOf(ada)).subscriptions.length, 20);
});

test('an address inside a private network, a key that is none, and an API key are refused', async () => {
  const ada = await service.signUp(`ada${++people}`);
  const { subscription } = pushes.browser('');
  const refusals: [object, RegExp][] = [
    [{ ...subscription, endpoint: 'http://127.0.0.2/push' }, /an address that is not public/],
    [{ ...subscription, endpoint: 'http://[::1]/push' }, /an address that is not public/],
    [{ ...subscription, endpoint: 'https://push.example.com:22/' }, /port 22/],
    [{ ...subscription, endpoint: 'ftp://push.example.com/' }, /endpoint/],
    [{ ...subscription, endpoint: `https://push.example.com/${'x'.repeat(2048)}` }, /2048/],
    [{ ...subscription, keys: { ...subscription.keys, auth: 'short' } }, /auth/],
    [{ ...subscription, keys: { ...subscription.keys, p256dh: `B${'A'.repeat(86)}` } }, /key of a browser/],
  ];
  for (const [body, message] of refusals) {
    const error = await ada.refused(400, api.push.subscribe, { body } as never);
    assert.match(JSON.stringify(error.issues ?? error.message), message);
  }
  const key = await keyWithoutLimits(service, ada);
  await key.refused(403, api.push.subscribe, { body: subscription });
  await key.refused(403, api.push.list);
});

test('a subscription that the push service no longer knows is removed', async () => {
  for (const status of [404, 410]) {
    const { bob, browser, put } = await team();
    browser.answer = () => ({ status });
    await put();
    await pushDue();
    assert.equal((await subscriptionsOf(bob)).subscriptions.length, 0, String(status));
  }
});

test('what fails is tried again later and longer, as the push service asks, and arrives once', async () => {
  const { bob, browser, put } = await team();
  const other = await browserOf(bob);
  const answers: PushAnswer[] = [
    { status: 503 },
    { status: 429, headers: { 'retry-after': '600' } },
    { status: 500 },
  ];
  browser.answer = () => answers.shift() ?? { status: 201 };
  await put();
  const tries: number[] = [];
  for (const passed of [0, 9 * second, 2 * second, 9 * minute, 2 * minute, 4 * minute, 2 * minute, hour]) {
    service.clock.pass(passed);
    await pushDue();
    tries.push(browser.received.length);
  }
  assert.deepEqual(tries, [1, 1, 2, 2, 3, 3, 4, 4]);
  assert.equal(other.received.length, 1);
});

test('what cannot be sent for a day is given up, and a subscription that fails for a week is removed', async () => {
  const { bob, browser, put, comment } = await team();
  browser.answer = () => ({ status: 500 });
  await put();
  const first = service.clock.now();
  while (service.clock.now() < first + day + 5 * hour) {
    await pushDue();
    service.clock.pass(30 * minute);
  }
  assert.equal((await service.sql('select 1 from pushes')).length, 0);
  for (let n = 0; n < 6; n++) {
    await comment(`Day ${n}`);
    await pushDue();
    service.clock.pass(day + hour);
    // Its session does not expire meanwhile.
    await bob.call(api.users.me);
    await service.lastUsed.flush();
  }
  await comment('Last');
  await pushDue();
  assert.equal((await subscriptionsOf(bob)).subscriptions.length, 0);
});

test('a message that is refused is not sent again, and the next one is', async () => {
  const { browser, put, comment } = await team();
  browser.answer = () => ({ status: 413 });
  await put();
  await pushDue();
  browser.answer = () => ({ status: 201 });
  await comment('Next');
  await pushDue();
  service.clock.pass(hour);
  await pushDue();
  assert.equal(browser.received.length, 2);
});

test('a push service that does not answer delays no other', async () => {
  const { bob, browser, put } = await team();
  const other = await browserOf(bob);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  browser.answer = () => ({ status: 201, after: held });
  await put();
  await service.jobs.run('pushes');
  while (other.received.length === 0 || browser.received.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 5));
  answer();
  await service.pusher.idle();
  assert.deepEqual([browser.received.length, other.received.length], [1, 1]);
});

test('the longest names fit into a message', async () => {
  const { ada, card, browser, put, comment } = await team();
  await put();
  const params = { cardPublicId: card };
  await ada.call(api.cards.update, { params, body: { title: '\u{1F6A2}'.repeat(250) } });
  await ada.call(api.users.update, { body: { name: '\u6f22'.repeat(255) } });
  await comment('\u6f22'.repeat(3000));
  await pushDue();
  assert.equal(browser.received.length, 2);
  for (const { body } of browser.received) assert.match(body, /…$/);
});

test('a device hears of a workspace only while its session opens that', async () => {
  const { ada, workspace, lists, member, browser } = await team();
  const heardUnder = async (policies: object | null) => {
    const cardPublicId = await makeCard(ada, nth(lists, 0));
    await ada.call(api.cards.addMember, { params: { cardPublicId, workspaceMemberPublicId: member } });
    const demanded = policies === null ? 'null' : `'${JSON.stringify(policies)}'`;
    await service.sql(`update workspaces set policies = ${demanded} where id = '${workspace}'`);
    await pushDue();
    await service.sql(`update workspaces set policies = null where id = '${workspace}'`);
    return browser.received.splice(0).length;
  };
  assert.equal(await heardUnder(null), 1);
  for (const closing of [
    { secondFactor: true },
    { provider: 'company' },
    // Where a device is, nobody knows.
    { addresses: ['127.0.0.0/8', '::/0'] },
  ])
    assert.equal(await heardUnder(closing), 0, JSON.stringify(closing));
  assert.equal(await heardUnder({ sessionHours: 1, idleMinutes: 30 }), 1);
  await service.sql(`update sessions set created_at = created_at - ${2 * hour}, longest_idle = ${hour}`);
  for (const closing of [{ sessionHours: 1 }, { idleMinutes: 30 }])
    assert.equal(await heardUnder(closing), 0, JSON.stringify(closing));
  assert.equal(await heardUnder(null), 1);
});
