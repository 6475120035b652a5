import { sql } from 'kysely';
import { command, query } from '../base/db/query.ts';
import { type Leasable, leasesIn, maxDeaths } from '../base/jobs/leases.ts';

/* Statements about placeholders that are being merged with members. */

export interface Key {
  workspaceId: string;
  placeholderId: string;
}

/** A placeholder that is being merged. */
export interface Merge extends Key, Omit<Leasable, 'id'> {
  /** The member that gets everything. */
  memberId: string;
  /** The user who asked for the merge. */
  userId: string;
  userName: string | null;
}

export const placeholderById = query(
  'placeholders.byId',
  (_db, p: Key) => sql<{ mergedInto: string | null; shown: number }>`
  select merged_into as "mergedInto", shown as shown from placeholders
  where workspace_id = ${p.workspaceId} and member_id = ${p.placeholderId}`,
);

/** Stores the member that a placeholder is merged with, unless one is already stored. Returns the number of attempts so far. */
export const markMerged = command(
  'placeholders.markMerged',
  (_db, p: Merge) => sql<{ attempts: number }>`
  update placeholders set merged_into = ${p.memberId}, merged_by = ${p.userId}, due_at = ${p.dueAt}
  where workspace_id = ${p.workspaceId} and member_id = ${p.placeholderId} and shown = 1 and merged_into is null
  returning merge_attempts as attempts`,
);

/**
 * Has an unfinished merge begin again with the caller, even if another process is at it or it was given up, in which case there
 * is one more attempt. Its target member stays the same.
 */
export const restartMerge = command(
  'placeholders.restart',
  (_db, p: Key & { dueAt: number }) => sql<{ attempts: number; deaths: number }>`
  update placeholders set due_at = ${p.dueAt}, merge_attempts = merge_attempts + 1,
    merge_deaths = case when merge_deaths < ${sql.lit(maxDeaths)} then merge_deaths else ${sql.lit(maxDeaths - 1)} end
  where workspace_id = ${p.workspaceId} and member_id = ${p.placeholderId} and (due_at is not null or merge_deaths > 0)
  returning merge_attempts as attempts, merge_deaths as deaths`,
);

export const mergeLeases = leasesIn('placeholders', {
  id: 'member_id',
  due: 'due_at',
  attempts: 'merge_attempts',
  deaths: 'merge_deaths',
});

/** The merge that has been due the longest, in any workspace. */
export const nextMerge = query(
  'placeholders.nextDue',
  (_db, p: { now: number }) => sql<Merge>`
  select h.workspace_id as "workspaceId", h.member_id as "placeholderId", h.merged_into as "memberId",
    h.merged_by as "userId", u.name as "userName", h.due_at as "dueAt", h.merge_attempts as attempts,
    h.merge_deaths as deaths
  from placeholders h join users u on u.id = h.merged_by
  where h.due_at <= ${p.now} order by h.due_at limit 1`,
);

export interface Accounts {
  fromUser: string;
  toUser: string;
}

/** The accounts of a placeholder and of the member that gets everything. */
export const accountsOfMerge = query(
  'placeholders.accounts',
  (_db, p: Key & { memberId: string }) => sql<Accounts>`
  select f.user_id as "fromUser", t.user_id as "toUser"
  from members f join members t on t.workspace_id = ${p.workspaceId} and t.id = ${p.memberId}
  where f.workspace_id = ${p.workspaceId} and f.id = ${p.placeholderId}
    and f.user_id is not null and t.user_id is not null`,
);

/** A placeholder that is not merged yet, and the member who has verified its address, if any. */
export interface Open extends Key {
  memberId: string | null;
}

/** A batch of placeholders with an address, in key order, each with the active member whose account has verified that address. */
export const openPlaceholders = query(
  'placeholders.open',
  (_db, p: { afterWorkspace: string; afterMember: string }) => sql<Open>`
  select h.workspace_id as "workspaceId", h.member_id as "placeholderId", t.id as "memberId"
  from (
    select workspace_id, member_id, email, shown from placeholders
    where email is not null and merged_into is null and (workspace_id, member_id) > (${p.afterWorkspace}, ${p.afterMember})
    order by workspace_id, member_id limit 250
  ) h
  left join members t on t.workspace_id = h.workspace_id and t.email = h.email and t.status = 'active' and h.shown = 1
    and exists (
      select 1 from users u where u.id = t.user_id and u.email = h.email
        and u.email_verified_at is not null and u.disabled_at is null)
  order by h.workspace_id, h.member_id`,
);

/** The owner of a placeholder: the active member who has verified its address. No row if it is already merged. */
export const ownerOfPlaceholder = query(
  'placeholders.owner',
  (_db, p: Key) => sql<{ memberId: string; userId: string; userName: string | null }>`
  select t.id as "memberId", u.id as "userId", u.name as "userName"
  from placeholders h
  join members t on t.workspace_id = ${p.workspaceId} and t.email = h.email and t.status = 'active'
  join users u on u.id = t.user_id and u.email = h.email and u.email_verified_at is not null and u.disabled_at is null
  where h.workspace_id = ${p.workspaceId} and h.member_id = ${p.placeholderId} and h.shown = 1
    and h.merged_into is null`,
);
