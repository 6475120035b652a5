import { signal } from '@preact/signals';
import { ApiError } from '../../contract/client.ts';
import { routes } from '../../contract/routes.ts';
import { pause } from '../../contract/subscribe.ts';
import { t } from '../messages/en.ts';
import { draftsOf, dropDrafts } from '../sync/drafts.ts';
import { type Server, serverAt } from '../sync/server.ts';
import { countUnsent, forgetAll, forgetBoards } from '../sync/storage.ts';
import { notice } from '../ui/toast.tsx';

/* Who is signed in. The token is in a cookie that scripts cannot read. */

const api = serverAt('/api/v1');

export const server: Server = {
  ...api,
  async ask(operation, input, options) {
    try {
      return await api.ask(operation, input, options);
    } catch (error) {
      // A write may be refused so for a wrong password.
      if (operation.method === 'GET' && error instanceof ApiError && error.status === 401) sessionEnded();
      throw error;
    }
  },
};

interface SendFile {
  method: string;
  /** A path of this service. */
  address: string;
  headers?: Readonly<Record<string, string>>;
  file: File;
  signal: AbortSignal;
  /** Told how many bytes have been sent. */
  onProgress: (sent: number) => void;
}

/**
 * Sends a file, and tells how much of it has been sent, which `fetch` does not. Gives the reply, whatever it says. Throws
 * `TypeError` where the service is not reached, `AbortError` where it is given up.
 */
export function sendFile({
  method,
  address,
  headers,
  file,
  signal,
  onProgress,
}: SendFile): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    request.open(method, address);
    for (const [name, value] of Object.entries(headers ?? {})) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
    request.onerror = () => reject(new TypeError('the service was not reached'));
    request.onabort = () => reject(new DOMException('given up', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', stop);
    request.send(file);
  });
}

interface Me {
  id: string;
  name: string | null;
  email: string;
}

/** Undefined while it is not known yet; null where nobody is signed in. */
export const me = signal<Me | null | undefined>(undefined);

/** Whether a session ended that was in use: then the page stays, and signing in goes on where it was. */
export const ended = signal(false);

/**
 * The session has ended, here or elsewhere: nothing that was seen stays in this browser, because nobody knows who comes next.
 * What was not sent stays, for whoever made it.
 */
export function sessionEnded(): void {
  void forgetBoards();
  if (me.peek()) ended.value = true;
}

/**
 * Who has signed in here and not out again. What the cookie holds no script can read; so whoever is new is not asked for by
 * a request that is refused, and boards seen before are shown while the service is away.
 */
const flag = 'me';

const remembered = (): Me | null => JSON.parse(localStorage.getItem(flag) ?? 'null') as Me | null;

function isNow(someone: Me): void {
  draftsOf(someone.id);
  void forgetBoards(someone.id);
  me.value = someone;
}

/** What a page has of one person is not for another: it begins anew. */
function isSomeoneElse(someone: Me | null): boolean {
  const before = me.peek();
  return before !== undefined && before !== null && before.id !== someone?.id;
}

export async function findOut(): Promise<void> {
  try {
    const { reply } = await server.ask(routes.users.me, {});
    const someone = { id: reply.id, name: reply.name, email: reply.email };
    localStorage.setItem(flag, JSON.stringify(someone));
    if (isSomeoneElse(someone)) {
      location.assign('/');
      return;
    }
    isNow(someone);
    ended.value = false;
  } catch (error) {
    const known = remembered();
    if (error instanceof ApiError && error.status === 401) forget();
    else if (known && !me.peek()) isNow(known);
    else throw error;
  }
}

export async function begin(): Promise<void> {
  if (remembered() === null) me.value = null;
  else await findOut();
}

// Someone signs in, or out, in another tab.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== flag || !me.peek()) return;
  if (isSomeoneElse(JSON.parse(newValue ?? 'null') as Me | null)) location.assign('/');
});

function forget(): void {
  localStorage.removeItem(flag);
  me.value = null;
}

const inCookie = { headers: { 'x-session': 'cookie' } };

export async function signIn(email: string, password: string): Promise<void> {
  await server.ask(routes.auth.signIn, { body: { email, password } }, inCookie);
  await findOut();
}

export async function signUp(given: {
  name: string;
  email: string;
  password: string;
  inviteCode?: string;
}): Promise<void> {
  await server.ask(routes.auth.signUp, { body: given }, inCookie);
  await findOut();
}

export async function signInByLink(token: string): Promise<void> {
  await server.ask(routes.auth.verifyMagicLink, { body: { token } }, inCookie);
  await findOut();
}

let sendAll = (): void => undefined;

/** Has something send what waits when someone signs out. */
export const beforeSignOut = (send: () => void): void => {
  sendAll = send;
};

/** Signs out when all is sent. What cannot be sent would be lost: whether that is so meant is asked first. */
export async function signOut(): Promise<void> {
  sendAll();
  let left = 0;
  for (let tries = 0; tries < 20; tries++) {
    left = await countUnsent(me.peek()?.id ?? '');
    if (left === 0) return signOutNow();
    await pause(100, new AbortController().signal);
  }
  notice(t.signIn.unsent(left), { label: t.signIn.outAnyway, run: () => void signOutNow() });
}

async function signOutNow(): Promise<void> {
  await server.ask(routes.auth.signOut, {});
  dropDrafts();
  await forgetAll(me.peek()?.id ?? '');
  forget();
}
