import { sql } from 'kysely';
import { isNoneOf } from '../../base/access/board-permissions.ts';
import { isBot } from '../../base/access/bots.ts';
import { hasSecondFactor } from '../../base/access/policies.ts';
import { query } from '../../base/db/query.ts';
import type { OpeningKey } from '../../users/actions/key-ends.ts';

/** A key that opens a workspace, and the member for whom it acts. */
export interface KeyOfWorkspace extends OpeningKey {
  memberId: string;
  memberName: string | null;
  memberLevel: number;
  isBot: 0 | 1;
  hasSecondFactor: 0 | 1;
  permissions: number | null;
  openBoards: string | null;
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
  redirectUri: string | null;
}

interface Part {
  workspaceId: string;
  /** Only keys after this one: its member, and itself. */
  afterMember: string;
  afterKey: number;
  /** The only key that is wanted; null for all. */
  only: number | null;
  now: number;
  limit: number;
}

/** The keys that open a workspace, by member. Of an application, nothing has come yet of a code that is not exchanged. */
export const keysOfWorkspace = query(
  'api_keys.ofWorkspace',
  (_db, p: Part) => sql<KeyOfWorkspace>`
  select k.id as id, k.name as name, k.prefix as prefix, k.workspace_id as "onlyWorkspaceId", k.told_ends as "toldEnds",
    coalesce((
      select owner.user_id from bots b join members owner on owner.workspace_id = ${p.workspaceId} and owner.id = b.owner_id
      where b.workspace_id = ${p.workspaceId} and b.user_id = u.id
    ), u.id) as "keeperId",
    m.id as "memberId", u.name as "memberName", r.level as "memberLevel", ${isBot('u')} as "isBot",
    ${hasSecondFactor} as "hasSecondFactor",
    k.permissions as permissions, k.board_ids as "openBoards", k.created_at as "createdAt",
    k.last_used_at as "lastUsedAt", case when g.key_id is null then k.expires_at else g.ends_at end as "expiresAt",
    g.redirect_uri as "redirectUri"
  from members m
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  join users u on u.id = m.user_id
  join api_keys k on k.user_id = u.id
  left join oauth_grants g on g.key_id = k.id
  where m.workspace_id = ${p.workspaceId} and m.status = 'active'
    and m.id >= ${p.afterMember} and (m.id > ${p.afterMember} or k.id > cast(${p.afterKey} as bigint))
    and (cast(${p.only} as bigint) is null or k.id = ${p.only})
    and (k.workspace_id is null or k.workspace_id = ${p.workspaceId})
    and ${isNoneOf(sql`${p.workspaceId}`, sql`k.ended_in`)}
    and (g.key_id is null and (k.expires_at is null or k.expires_at > ${p.now}) or g.code_used_at is not null)
  order by m.id, k.id limit ${p.limit}`,
);

/** Some workspaces that have policies, by id. */
export const demandingWorkspaces = query(
  'policies.some',
  (_db, p: { afterWorkspace: string; limit: number }) => sql<{ id: string; name: string }>`
  select w.id as id, w.name as name from workspaces w
  where w.id > ${p.afterWorkspace} and w.deleted_at is null and w.policies is not null
  order by w.id limit ${p.limit}`,
);
