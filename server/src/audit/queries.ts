import { type RawBuilder, sql } from 'kysely';
import { systemRoles } from '../../../contract/permissions.ts';
import { mayOnBoard, type Principal } from '../base/access/board-permissions.ts';
import { addressShown, isBot } from '../base/access/bots.ts';
import { query } from '../base/db/query.ts';

const adminLevel = sql.lit(systemRoles.admin.level);

interface AuditPart extends Principal {
  workspaceId: string;
  /** Only entries between these two: times in microseconds, and ids. */
  afterAt: number;
  afterId: string;
  beforeAt: number;
  beforeId: string;
  /** How many are looked at, whether they may be shown or not. */
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
  /** Whether the reader may see it. */
  isShown: 0 | 1;
}

/**
 * Part of the audit log of a workspace. Entries about a board are shown to those who can see it; if it no longer exists, to
 * everyone, or only to admins if it was closed.
 */
const part = (name: string, order: RawBuilder<unknown>) =>
  query(
    `audit_entries.${name}`,
    (_db, p: AuditPart) => sql<AuditRow>`
  with page as materialized (
    select * from audit_entries e
    where e.workspace_id = ${p.workspaceId}
      and (e.created_at, e.id) > (cast(${p.afterAt} as bigint), cast(${p.afterId} as text))
      and (e.created_at, e.id) < (cast(${p.beforeAt} as bigint), cast(${p.beforeId} as text))
    order by e.created_at ${order}, e.id ${order} limit ${p.limit}
  )
  select page.id as id, page.type as type, page.created_at as at, page.user_id as "userId",
    (select u.name from users u where u.id = page.user_id) as "userName",
    (select ${isBot('u')} from users u where u.id = page.user_id) as "userIsBot",
    (select ${addressShown('u.email')} from users u where u.id = page.user_id) as "userEmail", page.subject_id as "subjectId",
    coalesce(page.subject_name, (
      select u.name from members m join users u on u.id = m.user_id
      where m.workspace_id = ${p.workspaceId} and m.id = page.subject_id)) as "subjectName",
    (select ${addressShown('m.email')} from members m where m.workspace_id = ${p.workspaceId} and m.id = page.subject_id) as "subjectEmail",
    page.detail as detail,
    coalesce((
        select case when b.access = 'workspace' or ${mayOnBoard('b', p, 'board:view')} then 1 else 0 end from boards b
        where b.workspace_id = ${p.workspaceId} and b.id = page.subject_id and page.type like 'board.%'
      ), case when page.of_closed_board = 0 or cast(${p.memberLevel} as bigint) = ${adminLevel} then 1 else 0 end) as "isShown"
  from page
  order by page.created_at ${order}, page.id ${order}`,
  );

export const newestEntries = part('newest', sql`desc`);
export const oldestEntries = part('oldest', sql`asc`);

/** Where an entry is in the log. */
export const placeOfEntry = query('audit_entries.place', (db, p: { workspaceId: string; id: string }) =>
  db
    .selectFrom('audit_entries')
    .select(['created_at as at', 'id'])
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
);
