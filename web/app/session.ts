import { signal } from '@preact/signals';
import { ApiError } from '../../contract/client.ts';
import type { BodyOf, Operation, ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { pause } from '../../contract/subscribe.ts';
import { t } from '../messages/t.ts';
import { draftsOf, dropDrafts } from '../sync/drafts.ts';
import { local } from '../sync/local.ts';
import { type Options, type Server, serverAt } from '../sync/server.ts';
import { countUnsent, forgetAll, forgetBoards } from '../sync/storage.ts';
import { notice } from '../ui/toast.tsx';
import { isAttended } from './attended.ts';
import { problemOf } from './problem.ts';

/* The signed-in user. The session token is in a cookie that scripts cannot read. */

const api = serverAt('/api/v1');

/** Asks whoever is at the keyboard to confirm that they own the account; resolves with whether they did. */
let confirm = async (): Promise<boolean> => false;

/** Registers how the page asks that. */
export const confirmBy = (ask: typeof confirm): void => {
  confirm = ask;
};

export const server: Server = {
  ...api,
  async ask(operation, input, options) {
    try {
      return await api.ask(operation, input, byWhom(whileHere(operation, options)));
    } catch (error) {
      if (isUnconfirmed(error)) {
        if (await confirm()) return api.ask(operation, input, options);
      }
      // For other methods a 401 may just mean a wrong password.
      if (operation.method === 'GET' && error instanceof ApiError && error.status === 401) sessionEnded();
      throw error;
    }
  },
};

/** A request that nobody at the page has caused keeps no session in use. */
const byWhom = (options?: Options): Options | undefined =>
  isAttended() ? options : { ...options, headers: { ...options?.headers, unattended: 'true' } };

/** Ends what is being read for whoever signs out: it would only be refused. */
let reading = new AbortController();

/** What the user has changed is not given up. */
function whileHere({ method }: Operation, options?: Options): Options | undefined {
  if (method !== 'GET') return options;
  const { signal } = options ?? {};
  return { ...options, signal: signal ? AbortSignal.any([signal, reading.signal]) : reading.signal };
}

/** Whether it is first to be confirmed who is at the keyboard. */
const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 403 &&
  error.issues.some(({ code }) => code === 'confirmation-required');

/** A server for what a user has changed: nothing is sent in the session of another, who has signed in here meanwhile. */
export const serverOf = (userId: string): Server => ({
  ...server,
  async ask(operation, input, options) {
    if (ended.peek() || (remembered() ?? me.peek())?.id !== userId) throw notTheirs(operation);
    return server.ask(operation, input, options);
  },
});

/** As the server answers whom it does not know. */
const notTheirs = (operation: Operation): ApiError =>
  new ApiError(operation, new Response(null, { status: 401 }), { code: 'UNAUTHORIZED', issues: [] });

interface SendFile {
  method: string;
  /** A path of this service. */
  address: string;
  headers?: Readonly<Record<string, string>>;
  file: Blob;
  signal: AbortSignal;
  /** Called with the number of bytes sent. */
  onProgress: (sent: number) => void;
}

/**
 * Uploads a file and reports progress, which `fetch` cannot do. Resolves to the response, whatever its status. Throws
 * `TypeError` if the service is not reached, and `AbortError` if the upload is cancelled.
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

/** Undefined until known; null if nobody is signed in. */
export const me = signal<Me | null | undefined>(undefined);

/** Whether a session in use has ended: the page stays, and continues after signing in again. */
export const ended = signal(false);

/**
 * The session has ended, here or elsewhere. Boards and cards that were stored in this browser are deleted, because the
 * next user is unknown. Unsent changes stay, for the user who made them.
 */
export function sessionEnded(): void {
  void forgetBoards();
  if (me.peek()) ended.value = true;
}

/**
 * The user who signed in here and has not signed out. Scripts cannot read the cookie. With this flag, a new visitor
 * causes no request that is refused, and stored boards are shown while the service is down.
 */
const flag = 'me';

const remembered = (): Me | null => JSON.parse(local.get(flag) ?? 'null') as Me | null;

function isNow(someone: Me): void {
  draftsOf(someone.id);
  void forgetBoards(someone.id);
  me.value = someone;
}

/** Nothing on the page may be shown to another user: for them, the app is loaded again. */
function isSomeoneElse(someone: Me | null): boolean {
  const before = me.peek();
  return before !== undefined && before !== null && before.id !== someone?.id;
}

export async function findOut(): Promise<void> {
  try {
    const { reply } = await server.ask(routes.users.me, {});
    const someone = { id: reply.id, name: reply.name, email: reply.email };
    local.set(flag, JSON.stringify(someone));
    if (isSomeoneElse(someone)) {
      location.assign('/');
      return;
    }
    isNow(someone);
    ended.value = false;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) forget();
    else throw error;
  }
}

/** Shows the page of the user who is remembered at once, so that it can ask for its data while their session is checked. */
export async function begin(): Promise<void> {
  const known = remembered();
  const isKnown = known !== null || local.isForgetful();
  if (known) isNow(known);
  else if (!isKnown) me.value = null;
  if (isKnown) await findOut();
}

// The user signed in or out in another tab.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== flag || !me.peek()) return;
  if (isSomeoneElse(JSON.parse(newValue ?? 'null') as Me | null)) location.assign('/');
});

function forget(): void {
  local.drop(flag);
  me.value = null;
  // Nothing that is pushed to this browser may be shown to the next user.
  void import('../sync/push-here.ts').then((all) => all.forgetPushes()).catch(() => undefined);
}

const inCookie = { headers: { 'x-session': 'cookie' } };

type Session = ReplyOf<typeof routes.auth.signIn>;

/** Goes on after the first step; returns what the second asks for, if there is one. */
async function entered({ secondFactor }: Session): Promise<Session['secondFactor']> {
  if (!secondFactor) await findOut();
  return secondFactor;
}

export const signIn = async (email: string, password: string): Promise<Session['secondFactor']> =>
  entered((await server.ask(routes.auth.signIn, { body: { email, password } }, inCookie)).reply);

export async function signInBySecondFactor(body: BodyOf<typeof routes.secondFactors.signIn>): Promise<void> {
  await server.ask(routes.secondFactors.signIn, { body }, inCookie);
  await findOut();
}

export async function signInByPasskey(
  body: BodyOf<typeof routes.secondFactors.signInByPasskey>,
): Promise<void> {
  await server.ask(routes.secondFactors.signInByPasskey, { body }, inCookie);
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

export const signInByLink = async (token: string): Promise<Session['secondFactor']> =>
  entered((await server.ask(routes.auth.verifyMagicLink, { body: { token } }, inCookie)).reply);

let sendAll = (): void => undefined;

/** Registers a function that sends what is pending at sign-out. */
export const beforeSignOut = (send: () => void): void => {
  sendAll = send;
};

/** Signs out once everything is sent. If changes cannot be sent and would be lost, the user is asked first. */
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
  reading.abort();
  try {
    await server.ask(routes.auth.signOut, {}).catch(unlessOver);
    dropDrafts();
    await forgetAll(me.peek()?.id ?? '');
    forget();
  } catch (error) {
    notice(`${problemOf(error)} ${t.signIn.stillIn}`);
  } finally {
    reading = new AbortController();
  }
}

/** The session may have ended already: elsewhere, by its age, or by an attempt whose reply was lost. */
function unlessOver(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 401)) throw error;
}

/** Goes on with what a sign-in provider has answered. */
export const signInByAnswer = async (
  provider: string,
  body: BodyOf<typeof routes.openid.callback>,
): Promise<Session['secondFactor']> =>
  entered((await server.ask(routes.openid.callback, { params: { provider }, body }, inCookie)).reply);
