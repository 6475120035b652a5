import { sql } from 'kysely';
import { query } from '../../base/db/query.ts';
import { deleteRow } from '../../base/db/statements.ts';
import { groupedMembers } from './tables.ts';

/* Statements by which other domains write what groups of a provider have given, and read whom a directory has suspended. */

/** A member no longer has a role by groups, nor one that comes back without them. */
export const removeGrouped = deleteRow('grouped_members.remove', groupedMembers);

/** Returns a row if a directory has suspended a person before they have joined. */
export const suspendedInvitation = query(
  'scim_users.suspendedInvitation',
  (_db, p: { workspaceId: string; memberId: string }) => sql<{ memberId: string }>`
  select member_id as "memberId" from scim_users
  where workspace_id = ${p.workspaceId} and member_id = ${p.memberId} and suspended = 1`,
);
