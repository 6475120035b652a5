import { type RawBuilder, sql } from 'kysely';
import { query } from '../base/db/query.ts';

export interface AccountRow {
  id: string;
  email: string;
  name: string | null;
  createdAt: number;
  lastUsedAt: number | null;
  disabledAt: number | null;
  operatorSince: number | null;
  workspaces: number;
}

/** Neither bots, nor people who are known only from imports, nor accounts that were deleted. */
const isAccount = sql`u.bot_since is null and u.email not like '%.invalid'`;

const accounts = (from: RawBuilder<unknown>) => sql<AccountRow>`
  select u.id as id, u.email as email, u.name as name, u.created_at as "createdAt", u.disabled_at as "disabledAt",
    u.operator_since as "operatorSince",
    (select max(t.at) from (
      select max(s.last_used_at) as at from sessions s where s.user_id = u.id
      union all select max(k.last_used_at) from api_keys k where k.user_id = u.id) t) as "lastUsedAt",
    (select count(*) from members m where m.user_id = u.id and m.status = 'active') as workspaces
  from ${from}
  order by u.email`;

export const accountsAfter = query('operator.accounts', (_db, p: { after: string; limit: number }) =>
  accounts(
    sql`(select * from users u where u.email > ${p.after} and ${isAccount} order by u.email limit ${p.limit}) u`,
  ),
);

/** The last character of all texts, as far as anybody uses it: what begins with a prefix is between the prefix and this. */
const last = sql.lit('\u{10ffff}');

/** `found` is in lower case. */
export const accountsFound = query('operator.accountsFound', (_db, p: { found: string; limit: number }) =>
  accounts(sql`(
    select * from (select * from users u where u.email >= ${p.found} and u.email < ${p.found} || ${last} and ${isAccount}
      order by u.email limit ${p.limit}) a
    union
    select * from (select * from users u where lower(u.name) >= ${p.found} and lower(u.name) < ${p.found} || ${last} and ${isAccount}
      order by lower(u.name) limit ${p.limit}) b) u`),
);

export interface WorkspaceRow {
  id: string;
  name: string;
  slug: string;
  createdAt: number;
  deletedAt: number | null;
  storageQuota: number | null;
  countedAt: number | null;
  members: number;
  boards: number;
  cards: number;
  bytes: number;
  changedAt: number | null;
}

/** Those with a slug that begins with `found`, after `after`. */
export const workspacesAfter = query(
  'operator.workspaces',
  (_db, p: { after: string; found: string; limit: number }) => sql<WorkspaceRow>`
  select w.id as id, w.name as name, w.slug as slug, w.created_at as "createdAt", w.deleted_at as "deletedAt",
    w.storage_quota as "storageQuota", s.counted_at as "countedAt", s.members as members, s.boards as boards, s.cards as cards, s.bytes as bytes,
    s.changed_at as "changedAt"
  from (select * from workspaces w where w.slug > ${p.after} and w.slug >= ${p.found} and w.slug < ${p.found} || ${last}
    order by w.slug limit ${p.limit}) w
  left join workspace_sizes s on s.workspace_id = w.id
  order by w.slug`,
);

export interface DatabaseRow {
  bytes: number;
  migrations: number;
  newest: string;
}

export const databaseState = query(
  'operator.database',
  (_db, _p: object, fn) => sql<DatabaseRow>`
  select ${fn.databaseBytes()} as bytes, count(*) as migrations, max(name) as newest
  from migrations where name > ''`,
);

export const databaseClock = query(
  'operator.databaseClock',
  (_db, _p: object, fn) => sql<{ at: number | null }>`select ${fn.databaseClock()} as at`,
);

export const failingWebhooks = query(
  'operator.failingWebhooks',
  (_db, p: { limit: number }) => sql<{ count: number }>`
  select count(*) as count from (
    select 1 as one from webhooks where failing_since is not null limit ${p.limit}) failing`,
);
