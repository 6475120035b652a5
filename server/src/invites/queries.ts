import { sql } from 'kysely';
import { query } from '../db/query.ts';
import type { MemberStatus } from '../db/tables.ts';

export interface InviteRow {
  id: string;
  workspaceId: string;
  workspaceName: string;
  workspaceSlug: string;
  expiresAt: number;
  deactivatedAt: number | null;
  /** Whom the code was mailed to; null for the link of the workspace. */
  memberId: string | null;
  memberStatus: MemberStatus | null;
}

/** The invitation a code stands for, open or not; none to a workspace in the trash. */
export const inviteByHash = query(
  'invites.byHash',
  (_db, p: { hash: string }) => sql<InviteRow>`
  select i.id as id, w.id as "workspaceId", w.name as "workspaceName", w.slug as "workspaceSlug",
    i.expires_at as "expiresAt", i.deactivated_at as "deactivatedAt", i.member_id as "memberId",
    m.status as "memberStatus"
  from invites i
  join workspaces w on w.id = i.workspace_id and w.deleted_at is null
  left join members m on m.workspace_id = i.workspace_id and m.id = i.member_id
  where i.code_hash = ${p.hash}`,
);

export const openLink = query('invites.openLink', (db, p: { workspaceId: string; now: number }) =>
  db
    .selectFrom('invites')
    .select('expires_at as expiresAt')
    .where('workspace_id', '=', p.workspaceId)
    .where('member_id', 'is', null)
    .where('deactivated_at', 'is', null)
    .where('expires_at', '>', p.now),
);

export const openInvitationOf = query(
  'invites.openOfMember',
  (db, p: { workspaceId: string; memberId: string; now: number }) =>
    db
      .selectFrom('invites')
      .select('id')
      .where('workspace_id', '=', p.workspaceId)
      .where('member_id', '=', p.memberId)
      .where('expires_at', '>', p.now),
);
