import { sql } from 'kysely';
import { systemRoles } from '../../../contract/permissions.ts';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import { query } from '../base/db/query.ts';

const adminLevel = sql.lit(systemRoles.admin.level);

interface AuditPage extends Principal {
  workspaceId: string;
  /** Only what is older than this entry: its time in microseconds, and its id. */
  at: number;
  id: string;
  limit: number;
}

export interface AuditRow {
  id: string;
  type: string;
  at: number;
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
  subjectId: string;
  /** Of a member, the name of the account today. */
  subjectName: string | null;
  /** Of a member only. */
  subjectEmail: string | null;
  /** JSON array of `{field, from, to}`. */
  detail: string;
}

/**
 * What was done in a workspace, newest first. What is about a board is for those who see it; of one that is there no more,
 * for everyone, unless it was closed to all but its members.
 */
export const newestEntries = query(
  'audit_entries.newest',
  (_db, p: AuditPage) => sql<AuditRow>`
  select e.id as id, e.type as type, e.created_at as at, u.id as "userId", u.name as "userName",
    u.email as "userEmail", e.subject_id as "subjectId", coalesce(e.subject_name, mu.name) as "subjectName",
    m.email as "subjectEmail", e.detail as detail
  from audit_entries e
  left join users u on u.id = e.user_id
  left join members m on m.workspace_id = ${p.workspaceId} and m.id = e.subject_id
  left join users mu on mu.id = m.user_id
  left join boards b on b.workspace_id = ${p.workspaceId} and b.id = e.subject_id and e.type like 'board.%'
  where e.workspace_id = ${p.workspaceId}
    and case when b.id is null then e.of_closed_board = 0 or cast(${p.memberLevel} as bigint) = ${adminLevel}
      when b.access = 'workspace' then true else ${mayOnBoard('b', p, 'board:view')} end
    and (e.created_at, e.id) < (cast(${p.at} as bigint), cast(${p.id} as text))
  order by e.created_at desc, e.id desc limit ${p.limit}`,
);
