import { sql } from 'kysely';
import { bitOf } from '../../../contract/permissions.ts';
import { query } from '../base/db/query.ts';
import type { MemberStatus } from '../data/members/tables.ts';

export interface InviteRow {
  id: string;
  workspaceId: string;
  workspaceName: string;
  workspaceSlug: string;
  expiresAt: number;
  deactivatedAt: number | null;
  /** The member who can use the code; null for the link of the workspace. */
  memberId: string | null;
  memberStatus: MemberStatus | null;
  /** The address of that member. */
  email: string | null;
  /** 1 if nobody but the member was shown the code, in a mail, so that it proves their address. */
  isMailed: number;
  /** The name of the user who made the invitation. */
  inviterName: string | null;
}

/** Whether the creator of an invitation may still invite; the enclosing query must name `invites` `i`. */
const makerMayInvite = (workspaceId: unknown) => sql`exists (
  select 1 from members o join roles r on r.workspace_id = ${workspaceId} and r.id = o.role_id
  where o.workspace_id = ${workspaceId} and o.user_id = i.created_by and o.status = 'active'
    and (r.permissions | o.granted) & ~o.revoked & ${sql.lit(bitOf('member:invite'))} <> 0)`;

/**
 * The invitation of a code, open or not. Excludes workspaces in the trash, and links whose creator may no longer invite.
 */
export const inviteByHash = query(
  'invites.byHash',
  (_db, p: { hash: string }) => sql<InviteRow>`
  select i.id as id, w.id as "workspaceId", w.name as "workspaceName", w.slug as "workspaceSlug",
    i.expires_at as "expiresAt", i.deactivated_at as "deactivatedAt", i.member_id as "memberId",
    m.status as "memberStatus", m.email as email, case when i.shown_at is null then 1 else 0 end as "isMailed",
    u.name as "inviterName"
  from invites i
  join workspaces w on w.id = i.workspace_id and w.deleted_at is null
  left join members m on m.workspace_id = i.workspace_id and m.id = i.member_id
  left join users u on u.id = i.created_by
  where i.code_hash = ${p.hash} and (i.member_id is not null or ${makerMayInvite(sql.ref('i.workspace_id'))})`,
);

export const openLink = query(
  'invites.openLink',
  (_db, p: { workspaceId: string; now: number }) => sql<{
    id: string;
    sealed: string | null;
    expiresAt: number;
  }>`
  select i.id as id, i.code_sealed as sealed, i.expires_at as "expiresAt" from invites i
  where i.workspace_id = ${p.workspaceId} and i.member_id is null and i.deactivated_at is null
    and i.expires_at > ${p.now} and ${makerMayInvite(p.workspaceId)}`,
);

export const openInvitationOf = query(
  'invites.openOfMember',
  (db, p: { workspaceId: string; memberId: string; now: number }) =>
    db
      .selectFrom('invites')
      .select(['id', 'code_sealed as sealed', 'expires_at as expiresAt'])
      .where('workspace_id', '=', p.workspaceId)
      .where('member_id', '=', p.memberId)
      .where('expires_at', '>', p.now),
);

export const addressOfMember = query(
  'invites.addressOfMember',
  (db, p: { workspaceId: string; memberId: string }) =>
    db
      .selectFrom('members')
      .select('email')
      .where('workspace_id', '=', p.workspaceId)
      .where('id', '=', p.memberId),
);
