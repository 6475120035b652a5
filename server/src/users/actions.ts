import { hash } from '@node-rs/argon2';
import { hashOf, newToken } from '../access/tokens.ts';
import type { AccountWork } from '../changes/change.ts';
import { day, isoMillis } from '../clock.ts';
import { command } from '../db/query.ts';
import { Conflict } from '../errors.ts';
import { newId } from '../ids.ts';

/** How long a session lasts; microseconds. */
const sessionLife = 30 * day;

const insertUser = command(
  'users.insert',
  (db, p: { id: string; email: string; name: string | null; passwordHash: string | null; now: number }) =>
    db
      .insertInto('users')
      .values({
        id: p.id,
        email: p.email,
        name: p.name,
        image: null,
        password_hash: p.passwordHash,
        billing_customer_id: null,
        magic_link_at: null,
        created_at: p.now,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id'),
);

interface NewSession {
  id: string;
  userId: string;
  hash: string;
  userAgent: string | null;
  now: number;
  expiresAt: number;
}

const insertSession = command('sessions.insert', (db, p: NewSession) =>
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

/** argon2id with the library's parameters (OWASP's first choice); done before a transaction is opened. */
export const hashPassword = (password: string): Promise<string> => hash(password);

export interface SignedIn {
  token: string;
  expiresAt: string;
  user: { id: string; email: string; name: string | null };
}

/** Makes an account and its first session. Throws `Conflict` where the address has one. */
export async function signUp(
  { tx, now }: AccountWork,
  account: { email: string; name: string | null; passwordHash: string | null },
  userAgent: string | null,
): Promise<SignedIn> {
  const user = { id: newId(now), email: account.email.toLowerCase(), name: account.name };
  const [made] = await tx.run(insertUser, { ...user, passwordHash: account.passwordHash, now });
  if (!made) throw new Conflict('body/email: an account with this address exists');
  return openSession({ tx, now }, user, userAgent);
}

/** Opens a session; the token is known to the caller only. */
export async function openSession(
  { tx, now }: Pick<AccountWork, 'tx' | 'now'>,
  user: SignedIn['user'],
  userAgent: string | null,
): Promise<SignedIn> {
  const token = newToken('session');
  const expiresAt = now + sessionLife;
  await tx.run(insertSession, {
    id: newId(now),
    userId: user.id,
    hash: hashOf(token),
    userAgent: userAgent?.slice(0, 500) ?? null,
    now,
    expiresAt,
  });
  return { token, expiresAt: isoMillis(expiresAt), user };
}
