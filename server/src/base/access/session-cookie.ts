import type { FastifyReply, FastifyRequest } from 'fastify';
import { second } from '../clock.ts';
import { Forbidden, Invalid } from '../errors.ts';
import type { Service } from '../service.ts';
import { cookie, cookieIn } from './cookie.ts';
import { browserCookie } from './known-browser.ts';
import { kindOf } from './tokens.ts';

/*
 * Pages of the service keep their session in a cookie, because an injected script could steal a token that scripts can
 * read. Browsers attach cookies by themselves, which does not prove that the user wants the request. So a cookie counts
 * only if the browser reports that one of our own pages sent it. `SameSite` alone would admit other ports and subdomains
 * of the same site, where other self-hosted services may run.
 */

/**
 * Under https, the `__Host-` prefix lets only this service set the cookie, for exactly this host. Without https, services on
 * other ports of the host receive it as well: the port in the name keeps them from overwriting each other's cookie.
 */
export function cookieName(publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' ? '__Host-taskboard' : `taskboard-${port || 80}`;
}

const sessionCookie = (publicUrl: string, value: string, seconds: number): string =>
  cookie(publicUrl, cookieName(publicUrl), value, seconds);

type Headers = Pick<FastifyRequest, 'headers' | 'method'>;

/**
 * Whether the browser reports that a page of the service sent the request. Under plain http, browsers omit `Sec-Fetch-Site`,
 * and also `Origin` on same-origin reads. Another site's read without these headers gets a reply that its scripts cannot see.
 */
function isOurs({ headers, method }: Headers, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  const reads = method === 'GET' || method === 'HEAD';
  if (site !== undefined) return site === 'same-origin' || (reads && site === 'none');
  if (origin === undefined) return reads;
  return origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host);
}

/** The session token in the cookie of a request, if it counts. An API key is not a session, wherever it is sent. */
export function tokenInCookie(request: Headers, publicUrl: string): string | undefined {
  const token = cookieIn(request.headers.cookie, cookieName(publicUrl));
  return token !== undefined && kindOf(token) === 'session' && isOurs(request, publicUrl) ? token : undefined;
}

/**
 * Opens a session. If the caller asked for a cookie, sets the token there and does not return it. Throws `Forbidden`, before
 * anything is done, if a cookie is requested by anything but a page of the service.
 */
export async function openInCookie<S extends { token: string; expiresAt: string }>(
  { publicUrl, clock }: Pick<Service, 'publicUrl' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  open: () => Promise<S>,
): Promise<S> {
  const kept = request.headers['x-session'];
  if (kept === undefined) return open();
  if (kept !== 'cookie') throw new Invalid('wrong-session-header');
  if (!isOurs(request, publicUrl)) throw new Forbidden('not-our-page');
  const session = await open();
  // Another step is to come.
  if (session.token === '') return session;
  const seconds = Math.ceil(Date.parse(session.expiresAt) / 1000 - clock.now() / second);
  reply.header('set-cookie', [
    sessionCookie(publicUrl, session.token, seconds),
    browserCookie(request, publicUrl),
  ]);
  return { ...session, token: '' };
}

/**
 * Makes the browser delete the cookie and its cached replies: pictures and texts stay on its disk even if it would
 * revalidate them. The page removes its own data (`storage`), because it knows which of it has not been sent yet;
 * `cookies` would also delete those of other services on the same domain.
 */
export function forgetCookie(
  { publicUrl }: Pick<Service, 'publicUrl'>,
  request: Headers,
  reply: FastifyReply,
): void {
  if (tokenInCookie(request, publicUrl) === undefined) return;
  reply.headers({ 'set-cookie': sessionCookie(publicUrl, '', 0), 'clear-site-data': '"cache"' });
}
