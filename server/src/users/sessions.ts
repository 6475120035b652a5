import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { SecondStep as Shape } from '../../../contract/second-factor-shapes.ts';
import type { Origin } from '../base/access/origin.ts';
import { openInCookie, tokenInCookie } from '../base/access/session-cookie.ts';
import { hashOf, newToken } from '../base/access/tokens.ts';
import type { AccountWork } from '../base/changes/change.ts';
import { day, isoMillis } from '../base/clock.ts';
import type { Writing } from '../base/db/database.ts';
import { command } from '../base/db/query.ts';
import { insertRow } from '../base/db/statements.ts';
import { newId } from '../base/ids.ts';
import type { Service } from '../base/service.ts';
import { sessions } from '../data/users/tables.ts';
import { noteEvent } from './actions/security-log.ts';

/** How long an unused session lasts; microseconds. */
const sessionLife = 30 * day;

const insert = insertRow('sessions.insert', sessions);

/** Ends the least recently used sessions if the max is reached, so that signing in is never refused for it. */
const dropOldest = command(
  'sessions.dropOldest',
  (_db, p: { userId: string; limit: number }) => sql`
  delete from sessions where user_id = ${p.userId} and last_used_at <= (
    select last_used_at from sessions where user_id = ${p.userId}
    order by last_used_at desc limit 1 offset ${p.limit}
  )`,
);

const endAllBut = command('sessions.endAllBut', (db, p: { userId: string; kept: string }) =>
  db.deleteFrom('sessions').where('user_id', '=', p.userId).where('id', '<>', p.kept),
);

type SecondStep = Static<typeof Shape>;

export interface SignedIn {
  token: string;
  expiresAt: string;
  user: { id: string; email: string; name: string | null };
  /** Instead of a token, what the second step asks for. */
  secondFactor?: SecondStep;
}

/** The provider that opened a session, and its name there. */
export interface ProviderSession {
  id: string;
  session: string | null;
  /** The names of the logouts there that end it. */
  ends?: readonly string[];
}

/** As whose session counts one that the operator has opened, for when the provider does not answer: as that of any. */
export const anyProvider = '*';

/** The way of signing in, as the security log names it. */
type Method = string;

/** Opens a session; only the caller receives the token. */
export async function openSession(
  { config }: Pick<Service, 'config'>,
  work: AccountWork,
  user: SignedIn['user'],
  origin: Origin,
  way: Method,
  provider?: ProviderSession,
): Promise<SignedIn> {
  const { tx, now } = work;
  const token = newToken('session');
  const expiresAt = now + sessionLife;
  await tx.run(dropOldest, { userId: user.id, limit: config.sessionsPerAccount - 1 });
  await tx.run(insert, {
    id: newId(now),
    userId: user.id,
    tokenHash: hashOf(token),
    userAgent: origin.userAgent,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
    confirmedAt: now,
    provider: provider?.id ?? null,
    providerSession: provider?.session ?? null,
    actedAt: now,
  });
  await noteEvent(work, { userId: user.id, type: 'signIn.succeeded', origin, detail: way });
  return { token, expiresAt: isoMillis(expiresAt), user };
}

const endWith = command('sessions.endWith', (db, p: { tokenHash: string }) =>
  db.deleteFrom('sessions').where('token_hash', '=', p.tokenHash),
);

/**
 * Opens a session for a page, in a cookie if the page asks for that. It ends the session that the cookie held before, of any
 * account: that session could no longer be ended from this browser.
 */
export async function openForPage(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  open: () => Promise<SignedIn>,
): Promise<SignedIn> {
  const replaced = tokenInCookie(request, service.publicUrl);
  const session = await openInCookie(service, request, reply, open);
  if (replaced !== undefined && reply.hasHeader('set-cookie')) {
    await service.changeAccounts(({ tx }) => tx.run(endWith, { tokenHash: hashOf(replaced) }));
  }
  return session;
}

/** Ends all sessions of a user except `kept`. */
export async function endSessions(tx: Writing, userId: string, kept?: string): Promise<void> {
  await tx.run(endAllBut, { userId, kept: kept ?? '' });
}
