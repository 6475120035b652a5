import { sql } from 'kysely';
import { systemRoles } from '../../../contract/permissions.ts';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import { addressShown, isBot } from '../base/access/bots.ts';
import { query } from '../base/db/query.ts';

const adminLevel = sql.lit(systemRoles.admin.level);

interface AuditPage extends Principal {
  workspaceId: string;
  /** Only entries older than this one: its time in microseconds, and its id. */
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
  userIsBot: 0 | 1 | null;
  userEmail: string | null;
  subjectId: string;
  /** For members, the current name of the account. */
  subjectName: string | null;
  /** For members only. */
  subjectEmail: string | null;
  /** JSON array of `{field, from, to}`. */
  detail: string;
}

/**
 * The audit log of a workspace, newest first. Entries about a board are shown to those who can see it; if it no longer exists, to
 * everyone, or only to admins if it was closed.
 */
export const newestEntries = query(
  'audit_entries.newest',
  (_db, p: AuditPage) => sql<AuditRow>`
  with page as materialized (
    select * from audit_entries e
    where e.workspace_id = ${p.workspaceId} and coalesce((
        select case when b.access = 'workspace' or ${mayOnBoard('b', p, 'board:view')} then 1 else 0 end from boards b
        where b.workspace_id = ${p.workspaceId} and b.id = e.subject_id and e.type like 'board.%'
      ), case when e.of_closed_board = 0 or cast(${p.memberLevel} as bigint) = ${adminLevel} then 1 else 0 end) = 1
      and (e.created_at, e.id) < (cast(${p.at} as bigint), cast(${p.id} as text))
    order by e.created_at desc, e.id desc limit ${p.limit}
  )
  select page.id as id, page.type as type, page.created_at as at, page.user_id as "userId",
    (select u.name from users u where u.id = page.user_id) as "userName",
    (select ${isBot('u')} from users u where u.id = page.user_id) as "userIsBot",
    (select ${addressShown('u.email')} from users u where u.id = page.user_id) as "userEmail", page.subject_id as "subjectId",
    coalesce(page.subject_name, (
      select u.name from members m join users u on u.id = m.user_id
      where m.workspace_id = ${p.workspaceId} and m.id = page.subject_id)) as "subjectName",
    (select ${addressShown('m.email')} from members m where m.workspace_id = ${p.workspaceId} and m.id = page.subject_id) as "subjectEmail",
    page.detail as detail
  from page
  order by page.created_at desc, page.id desc`,
);
