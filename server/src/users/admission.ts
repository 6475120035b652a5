import { sql } from 'kysely';
import { hashOf, kindOf } from '../base/access/tokens.ts';
import type { Config } from '../base/config/config.ts';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import { emailAddress, isPlaceholder } from '../base/email-address.ts';
import { Invalid } from '../base/errors.ts';

/** The address in a body, as addresses are stored. Throws `Invalid` if it is not an address. */
export function addressOf(given: string, field = 'email'): string {
  const email = emailAddress(given);
  if (email === undefined) throw new Invalid('not-email', { field: `body/${field}` });
  return email;
}

const knownOrInvited = query(
  'users.knownOrInvited',
  (_db, p: { email: string }) => sql<{
    known: number;
    locale: string | null;
    disabled: number;
    invited: number;
  }>`
  select
    (select count(*) from users where email = ${p.email} and disabled_at is null and bot_since is null) as known,
    (select locale from users where email = ${p.email} and disabled_at is null and bot_since is null) as locale,
    (select count(*) from users where email = ${p.email} and disabled_at is not null) as disabled,
    (select count(*) from members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null
      where m.email = ${p.email} and m.status = 'invited') as invited`,
);

/** Whether an address has an enabled account, and its language, and whether `SIGN_UP` lets it create one. Always one statement. */
export async function admissionOf(
  db: Reading,
  mode: Config['signUp'],
  email: string,
): Promise<{ known: boolean; mayJoin: boolean; locale: string | null }> {
  const found = await db.first(knownOrInvited, { email });
  const invited = (found?.invited ?? 0) > 0;
  const open = mode === 'open' || (mode === 'invited' && invited);
  const disabled = (found?.disabled ?? 0) > 0;
  return {
    known: (found?.known ?? 0) > 0,
    mayJoin: open && !disabled && !isPlaceholder(email),
    locale: found?.locale ?? null,
  };
}

const openInvitation = query(
  'users.openInvitation',
  (_db, p: { email: string; hash: string; now: number }) => sql<{ isMailed: number }>`
  select case when i.shown_at is null then 1 else 0 end as "isMailed" from invites i
  join members m on m.workspace_id = i.workspace_id and m.id = i.member_id and m.status = 'invited'
  join workspaces w on w.id = i.workspace_id and w.deleted_at is null
  where i.code_hash = ${p.hash} and i.deactivated_at is null and i.expires_at > ${p.now} and m.email = ${p.email}`,
);

/**
 * How the code of an open invitation for an address reached its user: mailed to the address, which verifies that, or shown to
 * a member who passed it on. Undefined if it is no such code.
 */
export async function invitationOf(
  db: Reading,
  now: number,
  email: string,
  code: string | undefined,
): Promise<'mailed' | 'shown' | undefined> {
  if (code === undefined || kindOf(code) !== 'invite') return undefined;
  const found = await db.first(openInvitation, { email, hash: hashOf(code), now });
  return found && (found.isMailed === 1 ? 'mailed' : 'shown');
}
