import { type RawBuilder, sql } from 'kysely';
import { query } from '../base/db/query.ts';

export interface BotRow {
  id: string;
  userId: string;
  name: string;
  image: string | null;
  status: 'active' | 'paused';
  roleName: string;
  ownerId: string;
  ownerName: string | null;
  ownerStatus: string;
  keyCount: number;
  lastUsedAt: number | null;
  createdAt: number;
}

const bots = (workspaceId: string, where: RawBuilder<unknown>) => sql<BotRow>`
  select m.id as id, u.id as "userId", u.name as name, u.image as image, m.status as status, r.name as "roleName",
    o.id as "ownerId", ou.name as "ownerName", o.status as "ownerStatus",
    (select count(*) from api_keys k where k.user_id = u.id) as "keyCount",
    (select max(k.last_used_at) from api_keys k where k.user_id = u.id) as "lastUsedAt", t.created_at as "createdAt"
  from bots t
  join members m on m.workspace_id = ${workspaceId} and m.id = t.member_id
  join roles r on r.workspace_id = ${workspaceId} and r.id = m.role_id
  join users u on u.id = t.user_id
  join members o on o.workspace_id = ${workspaceId} and o.id = t.owner_id
  left join users ou on ou.id = o.user_id
  where t.workspace_id = ${workspaceId} ${where}
  order by t.member_id`;

/** Oldest first. */
export const botsOf = query('bots.list', (_db, p: { workspaceId: string }) => bots(p.workspaceId, sql``));

export const botById = query('bots.byId', (_db, p: { workspaceId: string; memberId: string }) =>
  bots(p.workspaceId, sql`and t.member_id = ${p.memberId}`),
);

/** An active member who is a person, by id. */
export const personById = query(
  'bots.person',
  (_db, p: { workspaceId: string; memberId: string }) => sql<{ id: string }>`
  select m.id as id from members m
  join users u on u.id = m.user_id and u.bot_since is null and u.disabled_at is null
  where m.workspace_id = ${p.workspaceId} and m.id = ${p.memberId} and m.status = 'active' and not exists (
    select 1 from placeholders h where h.workspace_id = ${p.workspaceId} and h.member_id = m.id)`,
);
