import { listenToPushes, type PushScope } from './pushed.ts';
import { appVersion, files } from './shell-files.ts';

/*
 * The service worker: it starts the app without a connection, and shows what is pushed (pushed.ts). It stores only the files of a
 * build, which are the same for everyone. What a user has seen is in the database (storage.ts), and replies of the service are
 * never stored here.
 *
 * With a connection, the page always comes from the service, so that it is never older than the API.
 */

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Asked extends Lasting {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(reply: Promise<Response>): void;
}

interface Scope extends PushScope {
  readonly clients: PushScope['clients'] & { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener: PushScope['addEventListener'] &
    ((type: 'install' | 'activate', listener: (event: Lasting) => void) => void) &
    ((type: 'fetch', listener: (event: Asked) => void) => void);
}

const scope = globalThis as unknown as Scope;

listenToPushes(scope);

const prefix = 'app ';
const name = prefix + appVersion;
const shell = '/index.html';

/** Milliseconds that a page may take to arrive before the stored one is shown. */
const patience = 4000;

/** Of a proxy whose service is down. */
const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** A request that fails if the file is not what the build has made. */
const exactly = (path: string): Request => new Request(path, { integrity: files[path] ?? '' });

/** Fonts of other scripts are stored once they are used. */
const isNeeded = (path: string): boolean => !path.endsWith('.woff2') || path.includes('-latin-wght');

scope.addEventListener('install', (event) => {
  event.waitUntil(store().then(() => scope.skipWaiting()));
});

/** All of the files, or none. */
async function store(): Promise<void> {
  const cache = await caches.open(name);
  try {
    await cache.addAll(Object.keys(files).filter(isNeeded).map(exactly));
  } catch (error) {
    // Unless a worker with the same files uses it.
    if (!(await cache.match(shell))) await caches.delete(name);
    throw error;
  }
}

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      dropOld(),
      scope.registration.navigationPreload?.enable(),
      // The first page that is open counts as well.
      scope.clients.claim(),
    ]),
  );
});

/** Pages of the version before are still open, and load parts later. */
async function dropOld(): Promise<void> {
  const names = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== name);
  await Promise.all(names.slice(0, -1).map((each) => caches.delete(each)));
}

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    // Not what the service makes itself: its documentation, downloads, and the pages of public boards.
    if (!/^\/(?:api|assets|docs|p)(?:\/|$)/.test(pathname)) event.respondWith(page(event));
  } else if (pathname.startsWith('/assets/')) event.respondWith(asset(request, pathname));
});

/*
 * The browser may refuse what is stored, and to store more: a full disk, a damaged profile, a private window. The app must then
 * work as it would without this worker.
 */
const nothing = (): undefined => undefined;

const storedFile = (path: string): Promise<Response | undefined> =>
  caches
    .open(name)
    .then((cache) => cache.match(path))
    .catch(nothing);

async function page({ request, preloadResponse }: Asked): Promise<Response> {
  // Some browsers have no such promise.
  const asked = Promise.resolve(preloadResponse)
    .catch(nothing)
    .then((reply) => reply ?? fetch(request));
  const stored = await storedFile(shell);
  if (!stored) return asked;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(stored), patience));
  const reply = await Promise.race([asked, late]).catch(() => stored);
  return isAway(reply.status) ? stored : reply;
}

async function asset(request: Request, path: string): Promise<Response> {
  const stored = await caches.match(path).catch(nothing);
  if (stored) return stored;
  if (files[path] === undefined) return fetch(request);
  const reply = await fetch(exactly(path));
  if (reply.ok) await put(path, reply.clone()).catch(nothing);
  return reply;
}

const put = async (path: string, file: Response): Promise<void> => (await caches.open(name)).put(path, file);
