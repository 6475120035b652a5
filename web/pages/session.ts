import { signal } from '@preact/signals';
import { ApiError } from '../../contract/client.ts';
import { routes } from '../../contract/routes.ts';
import { serverAt } from '../sync/server.ts';

/* Who is signed in. The token is in a cookie that scripts cannot read. */

export const server = serverAt('/api/v1');

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
 * Whether this browser has signed in and not out again. What the cookie holds no script can read; so whoever is new is
 * not asked for by a request that is refused.
 */
const flag = 'signed in';

export async function findOut(): Promise<void> {
  try {
    const { reply } = await server.ask(routes.users.me, {});
    me.value = { id: reply.id, name: reply.name, email: reply.email };
    ended.value = false;
    localStorage.setItem(flag, me.value.id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    forget();
  }
}

export async function begin(): Promise<void> {
  if (localStorage.getItem(flag) === null) me.value = null;
  else await findOut();
}

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

export async function signOut(): Promise<void> {
  await server.ask(routes.auth.signOut, {});
  forget();
}
