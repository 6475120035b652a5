import { sql } from 'kysely';
import { query } from '../db/query.ts';

interface AuditPage {
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

/** What was done in a workspace, newest first. */
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
  where e.workspace_id = ${p.workspaceId}
    and (e.created_at, e.id) < (cast(${p.at} as bigint), cast(${p.id} as text))
  order by e.created_at desc, e.id desc limit ${p.limit}`,
);
