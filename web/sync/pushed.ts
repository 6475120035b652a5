import { type Language, languageOf } from '../../contract/languages.ts';
import type { Pushed } from '../../contract/push.ts';
import { workerTexts } from '../messages/worker.ts';
import { dropMark, readMark, setMark } from './push-mark.ts';

/* What the service worker does with what is pushed to this browser. */

/** What a shown notification carries. */
export interface Carried {
  id: string | null;
  path: string;
  /** The question that its buttons answer. */
  question?: string;
}

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface PushReceived extends Lasting {
  readonly data: { json(): unknown } | null;
}

interface Clicked extends Lasting {
  readonly action: string;
  readonly notification: Notification;
}

interface Renewed extends Lasting {
  readonly newSubscription?: PushSubscription | null;
}

interface PageClient {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

export interface PushScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: PushReceived) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: Renewed) => void): void;
}

const origin = '/api/v1';
const api = `${origin}/users/me`;

/** What the actions that answer a question begin with; the number of the option follows. */
const answering = 'answer-';
const icon = '/icon-192.png';

/** The number on the app's icon; not all browsers show one. */
const badge = (unread: number): Promise<void> | undefined => navigator.setAppBadge?.(unread);

export function listenToPushes(scope: PushScope): void {
  scope.addEventListener('push', (event) => {
    event.waitUntil(show(scope, event.data?.json() as Pushed | undefined));
  });
  scope.addEventListener('notificationclick', (event) => {
    const { action, notification } = event;
    event.waitUntil(act(scope, notification, action));
  });
  scope.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(scope, event.newSubscription ?? undefined));
  });
}

async function show({ registration, clients }: PushScope, pushed: Pushed | undefined): Promise<void> {
  const mark = await readMark();
  if (!mark) {
    await endHere(registration);
    return;
  }
  if (!pushed || pushed.to !== mark.id) return;
  const { id, title, body, path, tag, unread, question, language } = pushed;
  // The others have been read elsewhere.
  if (unread <= 1) for (const each of await registration.getNotifications()) each.close();
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isSeen = pages.some(({ focused, url }) => focused && new URL(url).pathname === path);
  const data: Carried = { id, path, ...(question ? { question: question.id } : {}) };
  const answers = question?.options.map((option, place) => ({
    action: `${answering}${place}`,
    title: option,
  }));
  const options = {
    body,
    lang: language,
    tag,
    data,
    icon,
    renotify: true,
    silent: isSeen,
    actions: answers ?? (id === null ? [] : [{ action: 'read', title: workerTexts[language].markRead }]),
  };
  await Promise.all([registration.showNotification(title, options), badge(unread)]);
}

/** Nobody is signed in any more: nothing is shown of whoever was, but browsers want something to be shown. */
async function endHere(registration: ServiceWorkerRegistration): Promise<void> {
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const data: Carried = { id: null, path: '/' };
  const lang: Language = languageOf(navigator.language) ?? 'en';
  await registration.showNotification('Taskboard', {
    body: workerTexts[lang].signedOut,
    lang,
    tag: 'signed-out',
    data,
    icon,
  });
}

/** Does what was pressed. */
async function act(scope: PushScope, notification: Notification, action: string): Promise<void> {
  if (action === 'read') return markRead(notification);
  if (action.startsWith(answering)) {
    if (await answer(notification, Number(action.slice(answering.length))).catch(() => false))
      return markRead(notification);
  }
  return open(scope, notification);
}

/** Answers the question with one of its options; returns false if it could not, for example because it is answered by now. */
async function answer(notification: Notification, option: number): Promise<boolean> {
  const { question } = notification.data as Carried;
  const reply = await fetch(`${origin}/questions/${question}/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ option }),
  });
  if (reply.ok) notification.close();
  return reply.ok;
}

/** Marks it as read, and takes it away once that has succeeded. */
async function markRead(notification: Notification): Promise<void> {
  const { id } = notification.data as Carried;
  if (id === null) return;
  const reply = await fetch(`${api}/notifications`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [id], read: true }),
  });
  if (!reply.ok) return;
  notification.close();
  await badge(((await reply.json()) as { unread: number }).unread);
}

/** Milliseconds for a page to say that it has gone there. */
const patience = 500;

/** Goes where it leads: in a page that is there, in one that is open, or in a new one. */
async function open({ clients }: PushScope, notification: Notification): Promise<void> {
  notification.close();
  const { path } = notification.data as Carried;
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path) ?? pages[0];
  await Promise.all([
    page ? lead(page, path).catch(() => clients.openWindow(path)) : clients.openWindow(path),
    markRead(notification).catch(() => undefined),
  ]);
}

async function lead(page: PageClient, path: string): Promise<void> {
  await page.focus();
  if (new URL(page.url).pathname === path) return;
  const channel = new MessageChannel();
  const went = new Promise<boolean>((resolve) => {
    channel.port1.onmessage = () => resolve(true);
    setTimeout(resolve, patience, false);
  });
  page.postMessage({ open: path }, [channel.port2]);
  if (!(await went)) await page.navigate(path);
}

/** The browser has replaced the subscription: the service is told of the new one. */
async function renew({ registration }: PushScope, renewed: PushSubscription | undefined): Promise<void> {
  const mark = await readMark();
  if (!mark) return;
  const address = `${api}/push-subscriptions`;
  const known = await fetch(address);
  if (known.status === 401) return dropMark();
  const { publicKey } = (await known.json()) as { publicKey: string };
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = renewed ?? (await registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
  if (reply.ok) await setMark({ ...mark, id: ((await reply.json()) as { publicId: string }).publicId });
}
