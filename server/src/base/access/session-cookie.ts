import type { FastifyReply, FastifyRequest } from 'fastify';
import { second } from '../clock.ts';
import { Forbidden, Invalid } from '../errors.ts';
import type { Service } from '../service.ts';
import { kindOf } from './tokens.ts';

/*
 * Pages of the service have their session in a cookie, because a script that is brought in from elsewhere could carry
 * off a token that scripts hold. What a browser adds by itself is no proof that anyone wants the request: so a cookie
 * counts only where the browser says that a page of ours asks. `SameSite` alone lets in other ports and subdomains of
 * the same site, where other self-hosted services are.
 */

/**
 * Of a service under https, no one but itself can set the cookie, for the whole host and nothing else. Without https,
 * services on other ports of the host get it as well: the name keeps them from overwriting each other's.
 */
export function cookieName(publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' ? '__Host-taskboard' : `taskboard-${port || 80}`;
}

function cookie(publicUrl: string, value: string, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

type Headers = Pick<FastifyRequest, 'headers' | 'method'>;

/**
 * Whether a page of the service asks, as the browser tells it. Under plain http browsers leave out `Sec-Fetch-Site`, and
 * `Origin` when the page that asks is of the same origin and only reads: whoever else reads without telling where from
 * gets a reply that scripts cannot see.
 */
function isOurs({ headers, method }: Headers, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  const reads = method === 'GET' || method === 'HEAD';
  if (site !== undefined) return site === 'same-origin' || (reads && site === 'none');
  if (origin === undefined) return reads;
  return origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host);
}

/** The session token in the cookie of a request, where it counts. An API key is no session, wherever it is sent. */
export function tokenInCookie(request: Headers, publicUrl: string): string | undefined {
  const { cookie: cookies } = request.headers;
  if (cookies === undefined) return undefined;
  const start = `${cookieName(publicUrl)}=`;
  const token = cookies
    .split(/; */)
    .find((each) => each.startsWith(start))
    ?.slice(start.length);
  return token !== undefined && kindOf(token) === 'session' && isOurs(request, publicUrl) ? token : undefined;
}

/**
 * Opens a session for who may have asked to have it in a cookie: then the token is set there, and not shown. Throws
 * `Forbidden` where someone else than a page of the service asks for that, before anything is done.
 */
export async function openInCookie<S extends { token: string; expiresAt: string }>(
  { publicUrl, clock }: Pick<Service, 'publicUrl' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  open: () => Promise<S>,
): Promise<S> {
  const kept = request.headers['x-session'];
  if (kept === undefined) return open();
  if (kept !== 'cookie') throw new Invalid('X-Session: only `cookie` is known');
  if (!isOurs(request, publicUrl)) throw new Forbidden('Only a page of this service can sign in by cookie');
  const session = await open();
  const seconds = Math.ceil(Date.parse(session.expiresAt) / 1000 - clock.now() / second);
  reply.header('set-cookie', cookie(publicUrl, session.token, seconds));
  return { ...session, token: '' };
}

/**
 * Has the browser forget the cookie, and the replies that it has stored: pictures and texts are on its disk even where it
 * would ask again before it shows them. What the page itself has stored (`storage`), its page removes, because it knows
 * what of that has not been sent; and `cookies` would also take those of other services on the same domain.
 */
export function forgetCookie(
  { publicUrl }: Pick<Service, 'publicUrl'>,
  request: Headers,
  reply: FastifyReply,
): void {
  if (tokenInCookie(request, publicUrl) === undefined) return;
  reply.headers({ 'set-cookie': cookie(publicUrl, '', 0), 'clear-site-data': '"cache"' });
}
