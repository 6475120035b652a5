import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page, Worker } from 'playwright-core';
import { api } from '../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../server/src/testing/fixtures.ts';
import { addMember } from '../../server/src/testing/members.ts';
import { type PushBrowser, type PushedMessage, pushService } from '../../server/src/testing/push-service.ts';
import { violationsOn } from './axe.ts';
import { noBrowser, signIn, signOut, visited } from './browser.ts';
import { until } from './looking.ts';

/*
 * Notifications pushed to a browser. The messages are those that the service has pushed to a push service of the tests; they are
 * delivered to the service worker by the browser itself, as if its own push service had. A browser without a screen
 * neither subscribes nor shows notifications: what subscribes, and what the worker shows, is put in the place of those two.
 */

const skip = noBrowser;
const service = skip ? undefined : await visited({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const pushes = await pushService();

/** In the page: subscribes to the push service of the tests. */
const subscribing = (subscription: object) => `(() => {
  const subscription = { ...${JSON.stringify(subscription)}, toJSON: () => subscription };
  const set = (is) => is ? localStorage.setItem('subscribed', '1') : localStorage.removeItem('subscribed');
  subscription.unsubscribe = async () => (set(false), true);
  PushManager.prototype.subscribe = async () => (set(true), subscription);
  PushManager.prototype.getSubscription = async () => localStorage.getItem('subscribed') ? subscription : null;
  Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  Notification.requestPermission = async () => 'granted';
})()`;

/** In the worker: keeps what it shows, in the way of browsers. */
const showing = `(() => {
  const all = new Map();
  self.badges = [];
  self.opened = [];
  registration.showNotification = async (title, options) => {
    all.set(options.tag, { title, ...options, close: () => all.delete(options.tag) });
  };
  registration.getNotifications = async () => [...all.values()];
  registration.pushManager.getSubscription = async () => null;
  navigator.setAppBadge = async (count) => void badges.push(count);
  clients.openWindow = async (url) => void opened.push(url);
  // Only a real click allows it.
  WindowClient.prototype.focus = async function () { return this; };
  self.shown = all;
})()`;

interface Device {
  page: Page;
  worker: Worker;
  cdp: CDPSession;
  registrationId: string;
  /** Delivers what was pushed, and waits for the worker. */
  deliver(message: PushedMessage | undefined): Promise<void>;
}

async function deviceOf(page: Page, origin: string): Promise<Device> {
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  await page.evaluate('navigator.serviceWorker.ready.then(() => 0)');
  await worker.evaluate(showing);
  const cdp = await page.context().newCDPSession(page);
  let registrationId = '';
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.at(-1)?.registrationId ?? registrationId;
  });
  await cdp.send('ServiceWorker.enable');
  await until(async () => registrationId !== '', 'the worker is registered');
  const deliver = async (message: PushedMessage | undefined) => {
    const { headers: _, ...data } = message ?? { headers: {} };
    await cdp.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(data),
    });
  };
  return { page, worker, cdp, registrationId, deliver };
}

const shownIn = ({ worker }: Device) =>
  worker.evaluate<{ title: string; body: string; tag: string }[]>(
    '[...shown.values()].map(({ title, body, tag }) => ({ title, body, tag }))',
  );

/** Clicks what is shown with a tag. */
const click = ({ worker }: Device, tag: string, action = '') =>
  worker.evaluate(`(() => {
    const event = new ExtendableEvent('notificationclick');
    Object.assign(event, { action: ${JSON.stringify(action)}, notification: shown.get(${JSON.stringify(tag)}) });
    dispatchEvent(event);
  })()`);

/** Somebody who is put on a card, with a browser that is notified. */
async function notified(name: string) {
  assert.ok(service);
  const ada = await service.signUp(`ada-${name}`);
  const person = await service.signUp(name);
  const { workspace, lists } = await makeBoard(ada, { name: 'Harbour' });
  const member = await addMember(service, workspace, person);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the harbour' });
  const { publicKey } = await person.call(api.push.list);
  const browser: PushBrowser = pushes.browser(publicKey);
  const { page, context, complaints } = await service.visitor({ serviceWorkers: 'allow' });
  await page.addInitScript(subscribing(browser.subscription));
  await signIn(page, name);
  // Of this browser, which is new.
  const { notifications: told } = await person.call(api.notifications.list, { query: {} });
  await person.call(api.notifications.update, {
    body: { ids: told.map(({ publicId }) => publicId), read: true },
  });
  await page.goto('/profile/notifications');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('This browser is notified.').waitFor();
  const device = await deviceOf(page, service.address);
  const pushed = async () => {
    await service.jobs.run('pushes');
    await service.pusher.idle();
    return browser.received.at(-1);
  };
  const put = async (cardPublicId: string) => {
    await ada.call(api.cards.addMember, { params: { cardPublicId, workspaceMemberPublicId: member } });
    return pushed();
  };
  const newCard = (title: string) => makeCard(ada, nth(lists, 0), { title });
  return { ada, person, card, browser, page, context, complaints, device, put, pushed, newCard };
}

test('what the service pushes is shown, is marked as read by a press, and leads to its card', {
  skip,
}, async () => {
  const { person, page, card, device, put, newCard, complaints } = await notified('bea');
  await device.deliver(await put(card));
  const tag = `assigned ${card}`;
  await until(async () => (await shownIn(device)).length === 1, 'it is shown');
  assert.deepEqual(await shownIn(device), [
    { title: 'Harbour', body: 'ada-bea put you on Paint the harbour', tag },
  ]);
  assert.deepEqual(await device.worker.evaluate('badges'), [1]);
  await click(device, tag, 'read');
  await until(async () => (await shownIn(device)).length === 0, 'it is taken away');
  assert.equal((await person.call(api.notifications.list, { query: {} })).unread, 0);
  const other = await newCard('Rig the boats');
  await device.deliver(await put(other));
  await until(async () => (await shownIn(device)).length === 1, 'it is shown');
  await click(device, `assigned ${other}`);
  await page.waitForURL(`/c/${other}`);
  await page.getByText('Add a description').waitFor();
  await until(
    async () => (await person.call(api.notifications.list, { query: {} })).unread === 0,
    'it counts as read',
  );
  await person.call(api.users.update, { body: { locale: 'de' } });
  await device.deliver(await put(await newCard('Sand the oars')));
  await until(async () => (await shownIn(device)).length === 1, 'it is shown');
  assert.deepEqual(
    await device.worker.evaluate('[...shown.values()].map(({ lang, actions }) => [lang, actions[0].title])'),
    [['de', 'Als gelesen markieren']],
  );
  assert.deepEqual(complaints, []);
});

test('a question is answered by a press on what is shown, and opens its card if it was answered before', {
  skip,
}, async () => {
  const { ada, person, page, card, device, pushed, complaints } = await notified('ben');
  const { workspace } = await ada.call(api.cards.content, { params: { cardPublicId: card } });
  const { members } = await ada.call(api.workspaces.get, {
    params: { workspacePublicId: workspace.publicId },
  });
  const to = members.find(({ user }) => user?.id === person.id)?.publicId ?? '';
  const ask = (text: string) =>
    ada.call(api.questions.ask, {
      params: { cardPublicId: card },
      body: { text, options: ['Yes', 'No'], to },
    });
  const read = (questionPublicId: string) => ada.call(api.questions.get, { params: { questionPublicId } });
  const tag = `asked ${card}`;
  const { publicId } = await ask('Now?');
  await device.deliver(await pushed());
  await until(async () => (await shownIn(device)).length === 1, 'it is shown');
  await click(device, tag, 'answer-1');
  await until(async () => (await shownIn(device)).length === 0, 'it is taken away');
  const { answer } = await read(publicId);
  assert.deepEqual([answer?.text, answer?.answeredBy.id], ['No', person.id]);
  const { publicId: other } = await ask('Later?');
  await device.deliver(await pushed());
  await until(async () => (await shownIn(device)).length === 1, 'it is shown');
  await ada.call(api.questions.answer, { params: { questionPublicId: other }, body: { option: 0 } });
  await click(device, tag, 'answer-1');
  await page.waitForURL(`/c/${card}`);
  assert.equal((await read(other)).answer?.text, 'Yes');
  assert.deepEqual(
    complaints.filter((each) => !each.includes('409')),
    [],
  );
});

test('what was read elsewhere is taken away, and a later one of its kind takes its place', {
  skip,
}, async () => {
  const { person, page, card, device, put, newCard } = await notified('cal');
  const message = await put(card);
  await device.deliver(message);
  await device.deliver({ ...(message as PushedMessage), body: 'Once more' });
  await until(async () => (await shownIn(device))[0]?.body === 'Once more', 'the later one is shown');
  const other = await newCard('Rig the boats');
  await device.deliver(await put(other));
  await until(async () => (await shownIn(device)).length === 2, 'both are shown');
  await page.locator('.bell b', { hasText: '2' }).waitFor();
  // The page sees what its worker shows.
  const ids = [message?.id ?? ''];
  await page.evaluate(`(() => {
    const closed = (globalThis.takenAway = []);
    const one = (id) => ({ data: { id, path: '/' }, close: () => closed.push(id) });
    ServiceWorkerRegistration.prototype.getNotifications = async () => [one(${JSON.stringify(ids[0])}), one('other')];
  })()`);
  await person.call(api.notifications.update, { body: { ids, read: true } });
  await until(
    async () => (await page.evaluate<string[]>('takenAway')).includes(ids[0] ?? ''),
    'it is taken away',
  );
});

test('after signing out nothing of the account is shown, and its browser is no longer subscribed', {
  skip,
}, async () => {
  assert.ok(service);
  const { card, person, page, device, put, browser } = await notified('dan');
  const message = await put(card);
  await page.goto('/');
  await signOut(page);
  await page.waitForURL(/sign-in/);
  await until(
    async () => !(await page.evaluate<boolean>(`caches.has('push')`)),
    'the browser forgets whose it was',
  );
  await until(
    async () => (await page.evaluate(`localStorage.getItem('subscribed')`)) === null,
    'it is no longer subscribed',
  );
  await device.deliver(message);
  await until(async () => (await shownIn(device)).length === 1, 'something is shown');
  assert.deepEqual(await shownIn(device), [
    { title: 'Taskboard', body: 'You are signed out. Sign in to see what is new.', tag: 'signed-out' },
  ]);
  assert.equal((await person.call(api.push.list)).subscriptions.length, 0);
  await service.signUp('eve');
  await signIn(page, 'eve');
  await page.goto('/profile/notifications');
  await page.getByText('This browser is not notified.').waitFor();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('This browser is notified.').waitFor();
  await device.worker.evaluate('shown.clear()');
  await device.deliver(message);
  await device.worker.evaluate('new Promise((done) => setTimeout(done, 50))');
  assert.deepEqual(await shownIn(device), []);
  assert.equal(browser.received.length, 1);
});

test('a subscription that the browser has replaced is replaced at the service', { skip }, async () => {
  const { person, device } = await notified('fay');
  const next = pushes.browser((await person.call(api.push.list)).publicKey);
  await device.worker.evaluate(`(() => {
    const subscription = ${JSON.stringify(next.subscription)};
    const event = new ExtendableEvent('pushsubscriptionchange');
    Object.assign(event, { newSubscription: { toJSON: () => subscription } });
    dispatchEvent(event);
  })()`);
  await until(
    async () => (await person.call(api.push.list)).subscriptions.length === 2,
    'the service knows the new one',
  );
});

test('the page says why a browser is not notified', { skip }, async () => {
  assert.ok(service);
  const gil = await service.signUp('gil');
  const { page } = await service.visitor({ serviceWorkers: 'allow' }, gil);
  await page.goto('/profile/notifications');
  await page.getByText('You have blocked notifications from this site.').waitFor();
  assert.deepEqual(await violationsOn(page), []);
  const phone = await service.visitor(
    {
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1',
      viewport: { width: 320, height: 640 },
    },
    gil,
  );
  await phone.page.addInitScript('delete window.PushManager');
  await phone.page.goto('/profile/notifications');
  await phone.page.getByText('add Taskboard to the home screen first').waitFor();
  const wider = await phone.page.evaluate('document.documentElement.scrollWidth > innerWidth');
  assert.equal(wider, false);
});
