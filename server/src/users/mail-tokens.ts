import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hashOf, kindOf, newToken } from '../base/access/tokens.ts';
import type { AccountWork } from '../base/changes/change.ts';
import { hour, minute } from '../base/clock.ts';
import type { Writing } from '../base/db/database.ts';
import { command, query } from '../base/db/query.ts';
import { deleteRows, insertRow } from '../base/db/statements.ts';
import { Invalid } from '../base/errors.ts';
import type { Service } from '../base/service.ts';
import { mailTokens } from '../data/users/tables.ts';

export type MailPurpose = 'magic-link' | 'password-reset' | 'new-address';

/** How long a mailed token works. */
const life: Record<MailPurpose, number> = {
  'magic-link': 10 * minute,
  'password-reset': hour,
  'new-address': hour,
};

/** Max valid tokens per purpose: requesting another one does not immediately invalidate those mailed before. */
const alive = 3;

const issue = insertRow('mail_tokens.issue', mailTokens);

const dropOldest = command(
  'mail_tokens.dropOldest',
  (_db, p: { email: string; purpose: MailPurpose }) => sql`
  delete from mail_tokens where email = ${p.email} and purpose = ${p.purpose} and created_at <= (
    select created_at from mail_tokens where email = ${p.email} and purpose = ${p.purpose}
    order by created_at desc limit 1 offset ${sql.lit(alive - 1)}
  )`,
);

interface Sent {
  hash: string;
  purpose: MailPurpose;
  now: number;
}

/** Concurrent requests may store more tokens than `alive`, but only the newest of them work. */
const works = (p: Sent): RawBuilder<SqlBool> => sql<SqlBool>`
  token_hash = ${p.hash} and purpose = ${p.purpose} and expires_at > ${p.now} and (
    select count(*) from mail_tokens n
    where n.email = mail_tokens.email and n.purpose = mail_tokens.purpose
      and (n.created_at, n.token_hash) > (mail_tokens.created_at, mail_tokens.token_hash)
  ) < ${sql.lit(alive)}`;

const live = query('mail_tokens.live', (db, p: Sent) =>
  db.selectFrom('mail_tokens').select('email').where(works(p)),
);

const use = command('mail_tokens.use', (db, p: Sent) =>
  db.deleteFrom('mail_tokens').where(works(p)).returning(['email', 'user_id as userId']),
);

const revokeOf = deleteRows('mail_tokens.revokeOf', mailTokens, ['email', 'purpose']);

const revoke = deleteRows('mail_tokens.revoke', mailTokens, ['email']);

const revokeOfUser = deleteRows('mail_tokens.revokeOfUser', mailTokens, ['user_id']);

/** Creates a token to be mailed to an address; `userId` is the requesting account, if it does not have that address. */
export async function issueMailToken(
  { tx, now }: AccountWork,
  purpose: MailPurpose,
  email: string,
  userId: string | null = null,
): Promise<string> {
  const token = newToken('mail');
  await tx.run(dropOldest, { email, purpose });
  const tokenHash = hashOf(token);
  await tx.run(issue, { tokenHash, email, purpose, userId, createdAt: now, expiresAt: now + life[purpose] });
  return token;
}

const dead = () => new Invalid('dead-code', { field: 'body/token' });

/** Returns the address a token was mailed to; throws `Invalid` if it does not work. For use before slow work. */
export async function checkMailToken(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  purpose: MailPurpose,
  token: string,
): Promise<string> {
  if (kindOf(token) !== 'mail') throw dead();
  const found = await db.first(live, { hash: hashOf(token), purpose, now: clock.now() });
  if (!found) throw dead();
  return found.email;
}

/** Like `checkMailToken`, for a token that must have been mailed to this address. */
export async function checkOwnMailToken(
  parts: Pick<Service, 'db' | 'clock'>,
  purpose: MailPurpose,
  token: string,
  email: string,
): Promise<void> {
  if ((await checkMailToken(parts, purpose, token)) !== email) throw dead();
}

/** What a token stands for. */
export interface Mailed {
  email: string;
  userId: string | null;
}

/** Uses up a token and the others of its purpose and address: of concurrent calls, only one succeeds. Throws `Invalid`. */
export async function useMailToken(
  { tx, now }: Pick<AccountWork, 'tx' | 'now'>,
  purpose: MailPurpose,
  token: string,
): Promise<Mailed> {
  const [used] = await tx.run(use, { hash: hashOf(token), purpose, now });
  if (!used) throw dead();
  await tx.run(revokeOf, { email: used.email, purpose });
  return used;
}

/** Like `useMailToken`, for a token that must have been mailed to this address. */
export async function useOwnMailToken(
  work: Pick<AccountWork, 'tx' | 'now'>,
  purpose: MailPurpose,
  token: string,
  email: string,
): Promise<void> {
  const used = await useMailToken(work, purpose, token);
  if (used.email !== email) throw dead();
}

/** Revokes all tokens of an account: those mailed to its address, and those it requested. */
export async function revokeMailTokens(tx: Writing, email: string, userId?: string): Promise<void> {
  await tx.run(revoke, { email });
  if (userId !== undefined) await tx.run(revokeOfUser, { userId });
}
