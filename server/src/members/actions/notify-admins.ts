import { sql } from 'kysely';
import { systemRoles } from '../../../../contract/permissions.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import type { Mail } from '../../base/mail/mail.ts';

export interface Admin {
  userId: string;
  /** The email address. */
  to: string;
  /** The language of their account. */
  locale: string | null;
  /** The name of the workspace. */
  workspace: string;
}

/** The active admins of a workspace. */
export const adminsOf = query(
  'members.admins',
  (_db, p: { workspaceId: string }) => sql<Admin>`
  select u.id as "userId", u.email as "to", u.locale as locale, w.name as workspace from members m
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  join users u on u.id = m.user_id
  join workspaces w on w.id = ${p.workspaceId}
  where m.workspace_id = ${p.workspaceId} and m.status = 'active' and r.level = ${sql.lit(systemRoles.admin.level)}`,
);

/** Mails each active admin of a workspace after the change; with `about`, max one mail per hour about that. */
export async function notifyAdmins(
  { tx, mail }: Pick<Work, 'tx' | 'mail'>,
  workspaceId: string,
  mailFor: (admin: Admin) => Mail,
  about?: string,
): Promise<void> {
  for (const admin of await tx.all(adminsOf, { workspaceId })) mail(mailFor(admin), about);
}
