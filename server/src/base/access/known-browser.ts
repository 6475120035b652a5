import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { cookie } from './cookie.ts';
import { hashOf } from './tokens.ts';

/*
 * A browser gets a random number in a cookie with its first session, and keeps it. The security log has its hash with each sign-in, so
 * that nobody is warned of a browser in which they have signed in before, wherever it is now. It lets nobody in, and says nothing of
 * its owner; without it, a browser is merely new.
 */

type Request = Pick<FastifyRequest, 'headers'>;

/** Seconds: as long as browsers keep a cookie at most. */
const life = 400 * 86_400;

const fresh = new WeakMap<object, string>();

/** The number of the browser, in the cookie or, for a page that opens a session, as it will be there; null for other callers. */
function numberOf({ headers }: Request): string | null {
  const [, known] =
    /(?:^|; *)(?:__Host-)?taskboard-browser=([\w-]{22})(?:;|$)/.exec(headers.cookie ?? '') ?? [];
  if (known !== undefined) return known;
  if (headers['x-session'] !== 'cookie') return null;
  const made = fresh.get(headers) ?? randomBytes(16).toString('base64url');
  fresh.set(headers, made);
  return made;
}

/** What the security log keeps of the browser. */
export function browserHash(request: Request): string | null {
  const number = numberOf(request);
  return number === null ? null : hashOf(number);
}

/** The cookie by which the browser is known again. */
export function browserCookie(request: Request, publicUrl: string): string {
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : '';
  return cookie(publicUrl, `${prefix}taskboard-browser`, numberOf(request) ?? '', life);
}
