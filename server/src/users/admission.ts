import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';

/** Addresses are kept in lower case: upper and lower case mean the same. */
export const addressOf = (email: string): string => email.toLowerCase();

const knownOrInvited = query(
  'users.knownOrInvited',
  (_db, p: { email: string }) => sql<{ known: number; invited: number }>`
  select
    (select count(*) from users where email = ${p.email}) as known,
    (select count(*) from members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null
      where m.email = ${p.email} and m.status = 'invited') as invited`,
);

/** Whether an address has an account, and whether `SIGN_UP` lets it make one. One statement, whatever the answer. */
export async function admissionOf(
  db: Reading,
  mode: Config['signUp'],
  email: string,
): Promise<{ known: boolean; mayJoin: boolean }> {
  const found = await db.first(knownOrInvited, { email });
  const invited = (found?.invited ?? 0) > 0;
  const open = mode === 'open' || (mode === 'invited' && invited);
  return { known: (found?.known ?? 0) > 0, mayJoin: open && !isPlaceholder(email) };
}

/** Imports give people who have no account an address that no mail reaches (RFC 2606): it is nobody's to claim. */
export const isPlaceholder = (email: string): boolean => email.endsWith('.invalid');

export const signUpClosed = 'Sign-up is not open to this address';
