import { sql } from 'kysely';
import { command, query } from '../base/db/query.ts';

/* Statements about placeholders that are being merged with members. */

export interface Key {
  workspaceId: string;
  placeholderId: string;
}

/** A placeholder that is being merged. */
export interface Merge extends Key {
  /** The member that gets everything. */
  memberId: string;
  /** The user who asked for the merge. */
  userId: string;
  userName: string | null;
  /** The end of the claim, which also identifies it; microseconds. */
  dueAt: number;
}

export const placeholderById = query(
  'placeholders.byId',
  (_db, p: Key) => sql<{ mergedInto: string | null; shown: number }>`
  select merged_into as "mergedInto", shown as shown from placeholders
  where workspace_id = ${p.workspaceId} and member_id = ${p.placeholderId}`,
);

/** Stores the member that a placeholder is merged with, unless one is already stored. */
export const markMerged = command(
  'placeholders.markMerged',
  (_db, p: Merge) => sql<{ id: string }>`
  update placeholders set merged_into = ${p.memberId}, merged_by = ${p.userId}, due_at = ${p.dueAt}
  where workspace_id = ${p.workspaceId} and member_id = ${p.placeholderId} and shown = 1 and merged_into is null
  returning member_id as id`,
);

/** Claims an unfinished merge, even if it is claimed by another process or was given up. Its target member stays the same. */
export const claimMerge = command(
  'placeholders.claim',
  (_db, p: Key & { dueAt: number }) => sql<{ id: string }>`
  update placeholders set due_at = ${p.dueAt}
  where workspace_id = ${p.workspaceId} and member_id = ${p.placeholderId}
    and (due_at is not null or merge_deaths > 0)
  returning member_id as id`,
);

interface Claim extends Key {
  dueAt: number;
}

/** Extends a claim; returns no row if the claim was lost. */
export const renewMerge = command(
  'placeholders.renew',
  (_db, p: Claim & { next: number }) => sql<{ id: string }>`
  update placeholders set due_at = ${p.next}
  where workspace_id = ${p.workspaceId} and member_id = ${p.placeholderId} and due_at = ${p.dueAt}
  returning member_id as id`,
);

/** Starts an attempt at a merge: it counts as a death of the process until it ends in an orderly way. */
export const beginAttempt = command(
  'placeholders.beginAttempt',
  (_db, p: Claim) => sql<{ id: string }>`
  update placeholders set merge_deaths = merge_deaths + 1
  where workspace_id = ${p.workspaceId} and member_id = ${p.placeholderId} and due_at = ${p.dueAt}
  returning member_id as id`,
);

/** Releases a claim until the time `next`, without counting a death: `begun` is 1 if the attempt had started, otherwise 0. */
export const putOffMerge = command(
  'placeholders.putOffMerge',
  (_db, p: Claim & { next: number; begun: 0 | 1 }) => sql<{ id: string }>`
  update placeholders set due_at = ${p.next}, merge_deaths = merge_deaths - ${p.begun}
  where workspace_id = ${p.workspaceId} and member_id = ${p.placeholderId} and due_at = ${p.dueAt}
  returning member_id as id`,
);

/** Gives up a merge until it is requested again; returns no row if the claim was lost. */
export const giveUpMerge = command(
  'placeholders.giveUpMerge',
  (_db, p: Claim) => sql<{ id: string }>`
  update placeholders set due_at = null
  where workspace_id = ${p.workspaceId} and member_id = ${p.placeholderId} and due_at = ${p.dueAt}
  returning member_id as id`,
);

/** Marks a merge as complete; returns no row if the claim was lost. */
export const endMerge = command(
  'placeholders.endMerge',
  (_db, p: Claim) => sql<{ id: string }>`
  update placeholders set due_at = null, merge_deaths = 0
  where workspace_id = ${p.workspaceId} and member_id = ${p.placeholderId} and due_at = ${p.dueAt}
  returning member_id as id`,
);

/** The merge that has been due the longest, in any workspace. */
export const nextMerge = query(
  'placeholders.nextDue',
  (_db, p: { now: number }) => sql<Merge & { deaths: number }>`
  select h.workspace_id as "workspaceId", h.member_id as "placeholderId", h.merged_into as "memberId",
    h.merged_by as "userId", u.name as "userName", h.due_at as "dueAt", h.merge_deaths as deaths
  from placeholders h join users u on u.id = h.merged_by
  where h.due_at <= ${p.now} order by h.due_at limit 1`,
);

/** Ends all claims, so that every merge is due now. */
export const endAllClaims = command(
  'placeholders.endAllClaims',
  (_db, p: { now: number }) => sql<never>`
  update placeholders set due_at = ${p.now} where due_at > ${p.now}`,
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
