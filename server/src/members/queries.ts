import { type RawBuilder, sql } from 'kysely';
import { query } from '../base/db/query.ts';
import {
  ableAdmins,
  boardsSeen,
  membersWithRolesJson,
  type ShownMembers,
  sharing,
} from '../data/members/fragments.ts';
import type { MemberStatus } from '../data/members/tables.ts';

/** A member with the role they have. */
export interface MemberRow {
  workspaceId: string;
  id: string;
  userId: string | null;
  status: MemberStatus;
  /** Permission masks of the overrides. */
  granted: number;
  revoked: number;
  roleId: string;
  roleName: string;
  roleLevel: number;
  rolePermissions: number;
}

const members = ({ workspaceId }: { workspaceId: string }, where: RawBuilder<unknown>) => sql<MemberRow>`
  select m.workspace_id as "workspaceId", m.id as id, m.user_id as "userId", m.status as status,
    m.granted as granted, m.revoked as revoked, r.id as "roleId", r.name as "roleName", r.level as "roleLevel",
    r.permissions as "rolePermissions"
  from members m
  join roles r on r.workspace_id = ${workspaceId} and r.id = m.role_id
  where m.workspace_id = ${workspaceId} and ${where}`;

/** Excludes removed members. */
export const memberById = query('members.byId', (_db, p: { workspaceId: string; id: string }) =>
  members(p, sql`m.id = ${p.id} and m.status <> 'removed'`),
);

/** The members of a workspace that the caller may see, as JSON, oldest first, without removed ones. */
export const memberList = query(
  'members.list',
  (_db, p: ShownMembers & { showEmails: boolean }, fn) => sql<{ json: string }>`
  with ${boardsSeen(p)}
  select ${membersWithRolesJson(fn, p.workspaceId, 'v.show_emails', sharing(p))} as json
  from (select cast(${p.showEmails} as bigint) as show_emails) v`,
);

/** `email` is in lower case. Includes removed members. */
export const memberByEmail = query('members.byEmail', (_db, p: { workspaceId: string; email: string }) =>
  members(p, sql`m.email = ${p.email}`),
);

export const membersWithOverrides = query('members.withOverrides', (_db, p: { workspaceId: string }) =>
  members(p, sql`m.status <> 'removed' and (m.granted <> 0 or m.revoked <> 0)`),
);

/** How many admins can run the workspace. */
export const countOfAbleAdmins = query(
  'members.ableAdmins',
  (_db, p: { workspaceId: string }) => sql<{ count: number }>`
  select count(*) as count ${ableAdmins(p.workspaceId)}`,
);
