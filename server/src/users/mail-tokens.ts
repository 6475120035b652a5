import { hashOf, kindOf, newToken } from '../access/tokens.ts';
import type { AccountWork } from '../changes/change.ts';
import { hour, minute } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { Invalid } from '../errors.ts';
import type { Service } from '../service.ts';

export type MailPurpose = 'magic-link' | 'password-reset';

/** How long a mailed link works. */
const life: Record<MailPurpose, number> = { 'magic-link': 10 * minute, 'password-reset': hour };

interface Issued {
  email: string;
  purpose: MailPurpose;
  hash: string;
  now: number;
  expiresAt: number;
}

const issue = command('mail_tokens.issue', (db, p: Issued) =>
  db
    .insertInto('mail_tokens')
    .values({
      email: p.email,
      purpose: p.purpose,
      token_hash: p.hash,
      created_at: p.now,
      expires_at: p.expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['email', 'purpose']).doUpdateSet((set) => ({
        token_hash: set.ref('excluded.token_hash'),
        created_at: set.ref('excluded.created_at'),
        expires_at: set.ref('excluded.expires_at'),
      })),
    ),
);

interface Sent {
  hash: string;
  purpose: MailPurpose;
  now: number;
}

const live = query('mail_tokens.live', (db, p: Sent) =>
  db
    .selectFrom('mail_tokens')
    .select('email')
    .where('token_hash', '=', p.hash)
    .where('purpose', '=', p.purpose)
    .where('expires_at', '>', p.now),
);

const use = command('mail_tokens.use', (db, p: Sent) =>
  db
    .deleteFrom('mail_tokens')
    .where('token_hash', '=', p.hash)
    .where('purpose', '=', p.purpose)
    .where('expires_at', '>', p.now)
    .returning('email'),
);

const revoke = command('mail_tokens.revoke', (db, p: { email: string }) =>
  db.deleteFrom('mail_tokens').where('email', '=', p.email),
);

/** Makes the token of a link for an address; the older one for the same purpose works no more. */
export async function issueMailToken(
  { tx, now }: AccountWork,
  purpose: MailPurpose,
  email: string,
): Promise<string> {
  const token = newToken('mail');
  await tx.run(issue, { email, purpose, hash: hashOf(token), now, expiresAt: now + life[purpose] });
  return token;
}

const dead = () => new Invalid('body/token is unknown, used or expired');

/** Throws `Invalid` for a token that does not work: asked before slow work is done for it. */
export async function checkMailToken(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  purpose: MailPurpose,
  token: string,
): Promise<void> {
  if (kindOf(token) !== 'mail') throw dead();
  if (!(await db.first(live, { hash: hashOf(token), purpose, now: clock.now() }))) throw dead();
}

/** Uses a token up: of any number at once, one succeeds. Gives the address; throws `Invalid`. */
export async function useMailToken(
  { tx, now }: AccountWork,
  purpose: MailPurpose,
  token: string,
): Promise<string> {
  const [used] = await tx.run(use, { hash: hashOf(token), purpose, now });
  if (!used) throw dead();
  return used.email;
}

/** Ends every open link of an address. */
export async function revokeMailTokens(tx: Writing, email: string): Promise<void> {
  await tx.run(revoke, { email });
}
