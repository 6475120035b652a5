import { hashOf, newToken } from '../access/tokens.ts';
import type { AccountWork } from '../changes/change.ts';
import { day, isoMillis } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { command } from '../db/query.ts';
import { newId } from '../ids.ts';

/** How long a session lasts; microseconds. */
const sessionLife = 30 * day;

interface NewSession {
  id: string;
  userId: string;
  hash: string;
  userAgent: string | null;
  now: number;
  expiresAt: number;
}

const insert = command('sessions.insert', (db, p: NewSession) =>
  db.insertInto('sessions').values({
    id: p.id,
    user_id: p.userId,
    token_hash: p.hash,
    user_agent: p.userAgent,
    created_at: p.now,
    last_used_at: p.now,
    expires_at: p.expiresAt,
  }),
);

const endAllBut = command('sessions.endAllBut', (db, p: { userId: string; kept: string }) =>
  db.deleteFrom('sessions').where('user_id', '=', p.userId).where('id', '<>', p.kept),
);

export interface SignedIn {
  token: string;
  expiresAt: string;
  user: { id: string; email: string; name: string | null };
}

/** Opens a session; the token is known to the caller only. */
export async function openSession(
  { tx, now }: AccountWork,
  user: SignedIn['user'],
  userAgent: string | null,
): Promise<SignedIn> {
  const token = newToken('session');
  const expiresAt = now + sessionLife;
  await tx.run(insert, {
    id: newId(now),
    userId: user.id,
    hash: hashOf(token),
    userAgent: userAgent?.slice(0, 500) ?? null,
    now,
    expiresAt,
  });
  return { token, expiresAt: isoMillis(expiresAt), user };
}

/** Ends the sessions of a user but the one that is `kept`. */
export async function endSessions(tx: Writing, userId: string, kept?: string): Promise<void> {
  await tx.run(endAllBut, { userId, kept: kept ?? '' });
}
