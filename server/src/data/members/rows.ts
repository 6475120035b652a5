import { sql } from 'kysely';
import type { SystemRole } from '../../../../contract/permissions.ts';
import { command } from '../../base/db/query.ts';
import { insertRow, insertRows } from '../../base/db/statements.ts';
import { failedIn } from '../../base/jobs/failed.ts';
import { maxDeaths } from '../../base/jobs/leases.ts';
import { removal } from '../../base/jobs/remove.ts';
import { members, placeholders } from './tables.ts';

/* Statements by which other domains write members. */

export const insertMember = insertRow('members.insert', members);

const leastRole: SystemRole = 'guest';

/**
 * Creates members for accounts, without access and with the least role that sees the boards of the workspace. They are
 * hidden until they are shown.
 */
export const insertHidden = command(
  'members.insertHidden',
  (_db, p: { workspaceId: string; now: number; rows: { memberId: string; email: string }[] }, fn) => sql<{
    id: string;
    email: string;
  }>`
  insert into members (workspace_id, id, user_id, email, role_id, status, granted, revoked, created_at)
  select ${p.workspaceId}, r."memberId", u.id, u.email, o.id, 'removed', 0, 0, cast(${p.now} as bigint)
  from ${fn.rows(p.rows, { memberId: 'text', email: 'text' })} r
  join users u on u.email = r.email
  join roles o on o.workspace_id = ${p.workspaceId} and o.name = ${sql.lit(leastRole)}
  where true
  on conflict do nothing
  returning id, email`,
);

export const insertPlaceholderMarks = insertRows('placeholders.insertMany', placeholders, [
  'workspace_id',
  'shown',
  'created_at',
  'merge_attempts',
  'merge_deaths',
]);

/** Shows placeholders that were hidden; returns their ids. */
export const showPlaceholders = command(
  'placeholders.show',
  (_db, p: { workspaceId: string; ids: string[] }, fn) => sql<{ id: string }>`
  update placeholders set shown = 1
  where workspace_id = ${p.workspaceId} and shown = 0 and ${fn.isIn('member_id', fn.each(p.ids))} returning member_id as id`,
);

/** Schedules placeholders that have been merged to be merged again. */
export const mergeAgain = command(
  'placeholders.mergeAgain',
  (_db, p: { workspaceId: string; ids: string[]; now: number }, fn) => sql<never>`
  update placeholders set due_at = ${p.now}, merge_attempts = merge_attempts + 1
  where workspace_id = ${p.workspaceId} and merged_into is not null and ${fn.isIn('member_id', fn.each(p.ids))}`,
);

/** Removes hidden placeholders older than a time: their import was abandoned. By then they are on no card. */
export const removeUnshown = removal<{ before: number }>(
  'members.removeUnshown',
  'members',
  'workspace_id, id',
  (p) => sql`where status = 'removed' and (workspace_id, id) in (
    select h.workspace_id, h.member_id from placeholders h where h.shown = 0 and h.created_at < ${p.before})`,
);

/** Pauses members: they remain members, but have no access. */
export const pauseMembers = command(
  'members.pauseSome',
  (db, p: { workspaceId: string; ids: string[] }, fn) =>
    db
      .updateTable('members')
      .set({ status: 'paused' })
      .where('workspace_id', '=', p.workspaceId)
      .where(fn.isIn('id', fn.each(p.ids))),
);

/** Rows of removed members still name their former role; they get the least one, so that the role can be deleted. */
export const releaseRole = command('members.releaseRole', (db, p: { workspaceId: string; id: string }) =>
  db
    .updateTable('members')
    .set((of) => ({
      role_id: of
        .selectFrom('roles')
        .select('id')
        .where('workspace_id', '=', p.workspaceId)
        .where('name', '=', leastRole)
        .$asScalar()
        .$notNull(),
    }))
    .where('workspace_id', '=', p.workspaceId)
    .where('role_id', '=', p.id)
    .where('status', '=', 'removed'),
);

/** Ends memberships of an account. */
export const endMemberships = command(
  'members.endOfUser',
  (db, p: { userId: string; memberIds: string[] }, fn) =>
    db
      .updateTable('members')
      .set({ status: 'removed', granted: 0, revoked: 0 })
      .where('user_id', '=', p.userId)
      .where(fn.isIn('id', fn.each(p.memberIds))),
);

interface Account {
  userId: string;
  email: string;
}

/** Includes invitations that nobody has accepted: afterwards no workspace has the address. */
export const anonymiseMembers = command(
  'members.anonymise',
  (_db, p: Account) => sql`
  update members set status = 'removed', email = 'deleted-' || id || '@deleted.invalid'
  where user_id = ${p.userId} or (email = ${p.email} and user_id is null)`,
);

/**
 * Placeholders no longer wait for the address of a deleted account: its next owner is somebody else. An address that the
 * account has not verified may belong to another person, so it is kept.
 */
export const forgetPlaceholdersOf = command(
  'placeholders.forgetAddress',
  (_db, p: Account) => sql<never>`
  update placeholders set email = null
  where email = ${p.email} and workspace_id in (
    select m.workspace_id from members m join users u on u.id = m.user_id
    where m.user_id = ${p.userId} and u.email_verified_at is not null)`,
);

/** An invitation of the new address, to a workspace that the account is already in, was meant for the same person. */
export const forgetInvited = command(
  'members.forgetInvited',
  (_db, p: Account) => sql`
  update members set status = 'removed', email = 'replaced-' || id || '@replaced.invalid'
  where email = ${p.email} and user_id is null
    and workspace_id in (select o.workspace_id from members o where o.user_id = ${p.userId})`,
);

export const setMembersAddress = command('members.setAddress', (db, p: Account) =>
  db.updateTable('members').set({ email: p.email }).where('user_id', '=', p.userId),
);

/** Merges that were given up; they get one more attempt. */
export const failedMerges = failedIn({
  table: 'placeholders',
  id: 'member_id',
  isFailed: () => sql`due_at is null and merge_deaths > 0`,
  set: ({ now }) =>
    sql`due_at = ${now}, merge_attempts = merge_attempts + 1, merge_deaths = ${sql.lit(maxDeaths - 1)}`,
});
