import { sql } from 'kysely';
import {
  type CodeDeliveryOutcome,
  type CodeHostKind,
  type CodeLinkKind,
  type CodeLinkState,
  type PullRequestState,
  pullRequestStates,
} from '../../../contract/code-kinds.ts';
import type { Reading } from '../base/db/database.ts';
import { command, query } from '../base/db/query.ts';
import { allColumns } from '../base/db/statements.ts';
import type { ValuesOf } from '../base/db/table.ts';
import { codeHosts } from '../data/code/tables.ts';

export type HostRow = ValuesOf<typeof codeHosts>;

export interface OfHost {
  workspaceId: string;
  hostId: string;
}

/** The code hosts of a workspace, oldest first. */
export const hostsOf = query(
  'code_hosts.list',
  (_db, p: { workspaceId: string }) => sql<HostRow>`
  select ${allColumns(codeHosts, 'h')} from code_hosts h where h.workspace_id = ${p.workspaceId} order by h.id`,
);

export const hostById = query(
  'code_hosts.byId',
  (_db, p: { workspaceId: string; id: string }) => sql<HostRow>`
  select ${allColumns(codeHosts, 'h')} from code_hosts h where h.workspace_id = ${p.workspaceId} and h.id = ${p.id}`,
);

/** A code host by the id in its address, with its workspace and who connected it. */
export interface Receiving extends HostRow {
  cardPrefix: string;
  email: string;
  userName: string | null;
  timeZone: string | null;
  /** Whether the account is closed. */
  isGone: 0 | 1;
  isBot: 0 | 1;
}

export const receivingHost = query(
  'code_hosts.receiving',
  (_db, p: { id: string }) => sql<Receiving>`
  select ${allColumns(codeHosts, 'h')}, w.card_prefix as "cardPrefix", u.email as email, u.name as "userName",
    u.time_zone as "timeZone", case when u.disabled_at is null and u.deleted_at is null then 0 else 1 end as "isGone",
    case when u.bot_since is null then 0 else 1 end as "isBot"
  from code_hosts h
  join workspaces w on w.id = h.workspace_id and w.deleted_at is null
  join users u on u.id = h.created_by
  where h.id = ${p.id}`,
);

export const markRefused = command(
  'code_hosts.refused',
  (_db, p: OfHost & { now: number; before: number }) => sql<never>`
  update code_hosts set last_refused_at = ${p.now} where workspace_id = ${p.workspaceId} and id = ${p.hostId}
    and (last_refused_at is null or last_refused_at < ${p.before})`,
);

export const markDelivered = command(
  'code_hosts.delivered',
  (_db, p: OfHost & { now: number }) => sql<never>`
  update code_hosts set last_delivered_at = ${p.now} where workspace_id = ${p.workspaceId} and id = ${p.hostId}`,
);

interface Delivered extends OfHost {
  id: string;
  hash: string;
  event: string;
  outcome: CodeDeliveryOutcome;
  cards: number;
  now: number;
}

/** Notes a delivery; of one that was there before, only that it came again. */
export const noteDelivery = command(
  'code_deliveries.note',
  (_db, p: Delivered) => sql<{ id: string }>`
  insert into code_deliveries (workspace_id, id, host_id, hash, event, outcome, cards, repeats, created_at)
  values (${p.workspaceId}, ${p.id}, ${p.hostId}, ${p.hash}, ${p.event}, ${p.outcome}, ${p.cards}, 0, ${p.now})
  on conflict (workspace_id, host_id, hash) do update set repeats = code_deliveries.repeats + 1
  returning id`,
);

export const setOutcome = command(
  'code_deliveries.setOutcome',
  (_db, p: { workspaceId: string; id: string; outcome: CodeDeliveryOutcome; cards: number }) => sql<never>`
  update code_deliveries set outcome = ${p.outcome}, cards = ${p.cards}
  where workspace_id = ${p.workspaceId} and id = ${p.id}`,
);

/** Deliveries that are kept of a host. */
export const keptDeliveries = 200;

/** Forgets all but the newest deliveries of a host. */
export const forgetOld = command(
  'code_deliveries.forgetOld',
  (_db, p: OfHost) => sql<never>`
  delete from code_deliveries where workspace_id = ${p.workspaceId} and host_id = ${p.hostId} and created_at <= (
    select d.created_at from code_deliveries d where d.workspace_id = ${p.workspaceId} and d.host_id = ${p.hostId}
    order by d.created_at desc, d.id desc limit 1 offset ${sql.lit(keptDeliveries)})`,
);

interface Page {
  at: number;
  id: string;
  limit: number;
}

export const deliveriesOf = query(
  'code_deliveries.newest',
  (_db, p: OfHost & Page) => sql<{
    id: string;
    event: string;
    outcome: CodeDeliveryOutcome;
    cards: number;
    repeats: number;
    at: number;
  }>`
  select d.id as id, d.event as event, d.outcome as outcome, d.cards as cards, d.repeats as repeats, d.created_at as at
  from code_deliveries d
  where d.workspace_id = ${p.workspaceId} and d.host_id = ${p.hostId}
    and (d.created_at, d.id) < (cast(${p.at} as bigint), cast(${p.id} as text))
  order by d.created_at desc, d.id desc limit ${p.limit}`,
);

/** The cards of a workspace with some numbers. Who may change them is seen when they are. */
export const cardsNumbered = query(
  'code_links.cardsNumbered',
  (_db, p: { workspaceId: string; numbers: readonly { number: number }[] }, fn) => sql<{ id: string }>`
  select x.id as id ${fn.lookUp({
    table: 'cards',
    workspaceId: p.workspaceId,
    column: 'number',
    values: sql`(select r.number as id from ${fn.rows(p.numbers, { number: 'integer' })} r)`,
    only: sql`deleted_at is null`,
  })}`,
);

interface OneOfHost extends OfHost {
  kind: CodeLinkKind;
  ref: string;
}

/** The cards on which a pull request or a branch stands. */
export const cardsWith = query(
  'code_links.cardsWith',
  (_db, p: OneOfHost & { limit: number }) => sql<{ id: string }>`
  select k.card_id as id from code_links k
  where k.workspace_id = ${p.workspaceId} and k.host_id = ${p.hostId} and k.kind = ${p.kind} and k.ref = ${p.ref}
  limit ${p.limit}`,
);

export interface StoredLink {
  cardId: string;
  kind: CodeLinkKind;
  ref: string;
  state: CodeLinkState | null;
  at: number;
}

/** Those of some things of a host that stand on some cards. */
export const linksStored = query(
  'code_links.stored',
  (
    _db,
    p: OfHost & { cardIds: readonly string[]; refs: readonly { kind: CodeLinkKind; ref: string }[] },
    fn,
  ) => sql<StoredLink>`
  select k.card_id as "cardId", k.kind as kind, k.ref as ref, k.state as state, k.at as at
  from ${fn.rows(p.refs, { kind: 'text', ref: 'text' })} r
  cross join ${fn.ids(p.cardIds)} c
  join code_links k on k.workspace_id = ${p.workspaceId} and k.host_id = ${p.hostId} and k.kind = r.kind and k.ref = r.ref
    and k.card_id = c.id`,
);

/** How much stands on cards, by kind. */
export const countsOn = query(
  'code_links.counts',
  (_db, p: { workspaceId: string; cardIds: readonly string[] }, fn) => sql<{
    cardId: string;
    kind: CodeLinkKind;
    count: number;
  }>`
  select x.card_id as "cardId", x.kind as kind, count(*) as count ${fn.lookUp({
    table: 'code_links',
    workspaceId: p.workspaceId,
    column: 'card_id',
    values: fn.ids(p.cardIds),
  })} group by x.card_id, x.kind`,
);

interface Told extends OneOfHost {
  cardIds: readonly string[];
  title: string;
  url: string;
  repository: string;
  state: CodeLinkState | null;
  author: string | null;
  at: number;
}

/** Writes down what is new of a pull request or a branch, on some of its cards. */
export const tellOf = command(
  'code_links.tell',
  (_db, p: Told, fn) => sql<never>`
  update code_links set title = ${p.title}, url = ${p.url}, repository = ${p.repository}, state = ${p.state},
    author = coalesce(author, ${p.author}), at = ${p.at}
  where workspace_id = ${p.workspaceId} and host_id = ${p.hostId} and kind = ${p.kind} and ref = ${p.ref}
    and ${fn.isIn('card_id', fn.each(p.cardIds))}`,
);

/** The states of pull requests, the one that is most in progress first. */
const rank = sql`case x.state ${sql.join(
  pullRequestStates.map((state, place) => sql`when ${sql.lit(state)} then ${sql.lit(place)}`),
  sql` `,
)} end`;

const statesRanked = query(
  'code_links.states',
  (_db, p: { workspaceId: string; cardIds: readonly string[] }, fn) => sql<{ cardId: string; rank: number }>`
  select x.card_id as "cardId", min(${rank}) as rank ${fn.lookUp({
    table: 'code_links',
    workspaceId: p.workspaceId,
    column: 'card_id',
    values: fn.ids(p.cardIds),
    only: sql`kind = 'pull-request'`,
  })} group by x.card_id`,
);

/** The state of the pull requests of each card; null for a card without. */
export async function statesOf(
  db: Reading,
  workspaceId: string,
  cardIds: readonly string[],
): Promise<{ id: string; state: PullRequestState | null }[]> {
  const found = await db.all(statesRanked, { workspaceId, cardIds });
  const ranks = new Map(found.map(({ cardId, rank: place }) => [cardId, Number(place)]));
  return cardIds.map((id) => ({ id, state: pullRequestStates[ranks.get(id) ?? -1] ?? null }));
}

export interface ListedLink {
  id: string;
  kind: CodeLinkKind;
  ref: string;
  title: string;
  url: string;
  repository: string;
  number: number | null;
  state: CodeLinkState | null;
  author: string | null;
  at: number;
  hostKind: CodeHostKind | null;
  hostName: string | null;
}

/** What stands on a card, what changed last first. */
export const linksOf = query(
  'code_links.ofCard',
  (_db, p: { workspaceId: string; cardId: string } & Page, fn) => sql<ListedLink>`
  select k.id as id, k.kind as kind, k.ref as ref, k.title as title, k.url as url, k.repository as repository,
    k.number as number, k.state as state, k.author as author, k.at as at, h.kind as "hostKind", h.name as "hostName"
  from code_links k
  ${fn.row({ table: 'code_hosts', as: 'h', workspaceId: p.workspaceId, id: 'k.host_id', left: true })}
  where k.workspace_id = ${p.workspaceId} and k.card_id = ${p.cardId}
    and (k.at, k.id) < (cast(${p.at} as bigint), cast(${p.id} as text))
  order by k.at desc, k.id desc limit ${p.limit}`,
);

export const linkOnCard = query(
  'code_links.byId',
  (_db, p: { workspaceId: string; cardId: string; id: string }) => sql<{ kind: CodeLinkKind }>`
  select kind from code_links where workspace_id = ${p.workspaceId} and id = ${p.id} and card_id = ${p.cardId}`,
);
