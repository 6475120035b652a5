import { sql } from 'kysely';
import { command, query } from '../base/db/query.ts';
import type { OfHost } from './queries.ts';

/* What is to be told to pull requests: by host, and of each host by pull request. */

/** Hosts looked at by one query. */
export const hostsAtOnce = 20;

export const dueHosts = query(
  'code_hosts.due',
  (_db, p: { now: number }) => sql<OfHost>`
  select h.workspace_id as "workspaceId", h.id as "hostId" from code_hosts h
  where h.comment_due_at <= ${p.now} order by h.comment_due_at limit ${sql.lit(hostsAtOnce)}`,
);

/** Takes a host, for as long as the lease; returns nothing if another node has. */
export const takeHost = command(
  'code_hosts.take',
  (_db, p: OfHost & { now: number; until: number }) => sql<{ id: string }>`
  update code_hosts set comment_due_at = ${p.until}
  where workspace_id = ${p.workspaceId} and id = ${p.hostId} and comment_due_at <= ${p.now} returning id`,
);

/** Sees to it that a host is looked at by a time at the latest. */
export const wakeHost = command(
  'code_hosts.wake',
  (_db, p: OfHost & { at: number }) => sql<never>`
  update code_hosts set comment_due_at = ${p.at} where workspace_id = ${p.workspaceId} and id = ${p.hostId}
    and token_sealed is not null and (comment_due_at is null or comment_due_at > ${p.at})`,
);

/** How it went, and when the host is looked at next: when the next comment is due, but not before `notBefore`. */
export const endTurn = command(
  'code_hosts.endTurn',
  (_db, p: OfHost & { notBefore: number; postedAt: number | null; problem: string | null }) => sql<never>`
  update code_hosts set
    last_posted_at = coalesce(${p.postedAt}, last_posted_at), post_problem = ${p.problem},
    comment_due_at = (
      select case when k.comment_due_at > ${p.notBefore} then k.comment_due_at else ${p.notBefore} end from code_links k
      where k.workspace_id = ${p.workspaceId} and k.host_id = ${p.hostId} and k.comment_due_at is not null
      order by k.comment_due_at limit 1)
  where workspace_id = ${p.workspaceId} and id = ${p.hostId} and token_sealed is not null`,
);

/** A pull request that is to be told of a card. */
interface Due {
  ref: string;
  repository: string;
  number: number;
  /** When it was put on the card. */
  since: number;
}

/** The pull request of a host that has waited longest. */
export const nextDue = query(
  'code_links.nextDue',
  (_db, p: OfHost & { now: number }) => sql<Due>`
  select k.ref as ref, k.repository as repository, k.number as number, k.created_at as since from code_links k
  where k.workspace_id = ${p.workspaceId} and k.host_id = ${p.hostId} and k.comment_due_at <= ${p.now}
  order by k.comment_due_at limit 1`,
);

interface OfPullRequest extends OfHost {
  ref: string;
}

/** The cards that a pull request is to be told of: those that are not deleted. */
export const cardsToTell = query(
  'code_links.cardsToTell',
  (_db, p: OfPullRequest, fn) => sql<{ cardId: string; number: number; cardPrefix: string }>`
  select c.id as "cardId", c.number as number, w.card_prefix as "cardPrefix" from code_links k
  ${fn.row({ table: 'cards', as: 'c', workspaceId: p.workspaceId, id: 'k.card_id' })}
  join workspaces w on w.id = ${p.workspaceId}
  where k.workspace_id = ${p.workspaceId} and k.host_id = ${p.hostId} and k.kind = 'pull-request' and k.ref = ${p.ref}
    and k.comment_due_at is not null and c.deleted_at is null
  order by c.number limit 50`,
);

/** Puts off what a pull request is to be told; null for good. */
export const putOff = command(
  'code_links.putOff',
  (_db, p: OfPullRequest & { at: number | null }) => sql<never>`
  update code_links set comment_due_at = ${p.at} where workspace_id = ${p.workspaceId} and host_id = ${p.hostId}
    and kind = 'pull-request' and ref = ${p.ref} and comment_due_at is not null`,
);
