import { sql } from 'kysely';
import type { PermissionMask } from '../../../contract/permissions.ts';
import { heldByMember, heldInWorkspace } from '../base/access/board-permissions.ts';
import type { Reading } from '../base/db/database.ts';
import { rowsFrom } from '../base/db/keys.ts';
import { query } from '../base/db/query.ts';

/* The rights of readers, read for all readers of a workspace at once whenever something is sent to them. */

interface RightsQuery {
  workspaceId: string;
  users: readonly string[];
  /** Null for all boards. */
  boards: readonly string[] | null;
}

const standingsRead = query(
  'realtime.heldPermissions',
  (_db, p: RightsQuery, fn) => sql<{ members: string; onBoards: string }>`
  with m as materialized (
    select x.id, x.user_id, x.granted, x.revoked, x.role_id from members x
    join workspaces w on w.id = ${p.workspaceId} and w.deleted_at is null
    where x.workspace_id = ${p.workspaceId} and x.status = 'active' and ${fn.isIn('x.user_id', fn.each(p.users))}
  )
  select
    ${fn.keys(
      ['o.user_id', 'o.held'],
      sql`from (
        select m.user_id, ${heldInWorkspace} as held from m
        join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
      ) o`,
    )} as members,
    ${fn.keys(
      ['o.user_id', 'o.id', 'o.held'],
      sql`from (
        select m.user_id, b.id, ${heldByMember('b', p.workspaceId)} as held from m
        join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
        join boards b on b.workspace_id = ${p.workspaceId} and b.deleted_at is null
          and (cast(${p.boards} as text) is null or ${fn.isIn('b.id', fn.each(p.boards))})
        order by m.user_id, b.id
      ) o where o.held is not null`,
    )} as "onBoards"`,
);

/** The permissions of an active member, in the workspace and on the boards they have access to. */
export interface HeldPermissions {
  readonly held: PermissionMask;
  readonly onBoards: ReadonlyMap<string, PermissionMask>;
}

const nowhere: ReadonlyMap<string, PermissionMask> = new Map();

/** Standings by user id, of active members only. Members with the same permissions on the same boards share one map. */
export async function heldPermissionsOf(
  db: Reading,
  query: RightsQuery,
): Promise<Map<string, HeldPermissions>> {
  const read = await db.first(standingsRead, query);
  const boards = Map.groupBy(
    rowsFrom<[user: string, board: string, held: string]>(read?.onBoards ?? '', 3),
    ([user]) => user,
  );
  const shared = new Map<string, ReadonlyMap<string, PermissionMask>>();
  const permissionsByUser = new Map<string, HeldPermissions>();
  for (const [user, held] of rowsFrom<[string, string]>(read?.members ?? '', 2)) {
    const rows = boards.get(user) ?? [];
    const key = rows.map(([, board, there]) => `${board} ${there}`).join();
    const onBoards =
      shared.get(key) ??
      (rows.length > 0 ? new Map(rows.map(([, board, there]) => [board, Number(there)])) : nowhere);
    shared.set(key, onBoards);
    permissionsByUser.set(user, { held: Number(held), onBoards });
  }
  return permissionsByUser;
}
