import { sql } from 'kysely';
import type { AuditType } from '../../../../contract/audit.ts';
import type { Writing } from '../db/database.ts';
import { command } from '../db/query.ts';
import { newId } from '../ids.ts';
import { shortened } from '../texts.ts';
import { deliverEntry } from './audit-deliveries.ts';

/** The content of an audit entry; the actor and the time are added when it is written. */
export interface AuditRecord {
  type: AuditType;
  workspaceId: string;
  /** The id and name of what was changed; members need no name here, because they have their own. */
  subject: { id: string; name?: string };
  /** Whether it is about a board that only its members can access: others may not know of it. */
  ofClosedBoard?: boolean;
  /** Must never contain a secret, or anything that works as one. */
  detail?: readonly Difference[];
}

/** Writes to the audit log of a workspace, in the transaction of the change. */
export type Audit = (record: AuditRecord) => Promise<void>;

export interface Difference {
  field: string;
  from: string | null;
  to: string | null;
}

type Value = string | number | boolean | null | undefined | readonly string[];
type Fields = Readonly<Record<string, Value>>;

/** Returns the fields that differ between two states; for a new thing, `before` is empty. */
export function differences(before: Fields, after: Fields): Difference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, from: textOf(before[field]), to: textOf(after[field]) }))
    .filter(({ from, to }) => from !== to)
    .map(({ field, from, to }) => ({ field, from: cut(from), to: cut(to) }));
}

/** An empty list counts as no value. */
function textOf(value: Value): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  return value.length > 0 ? value.join(', ') : null;
}

/** Max characters kept of a value: enough to recognise it. */
const kept = 500;

const cut = (text: string | null): string | null => (text === null ? null : shortened(text, kept));

interface NewEntry {
  workspaceId: string;
  id: string;
  type: string;
  userId: string | null;
  subjectId: string;
  subjectName: string | null;
  detail: string;
  ofClosedBoard: boolean;
  now: number;
}

/**
 * Times rise within a workspace: a change that had to wait for another began before the other ended, but must come after
 * it.
 */
const insert = command(
  'audit_entries.insert',
  (_db, p: NewEntry, fn) => sql<{ at: number }>`
  insert into audit_entries (workspace_id, id, type, user_id, subject_id, subject_name, detail, of_closed_board,
    created_at)
  select w.id, ${p.id}, ${p.type}, ${p.userId}, ${p.subjectId}, ${p.subjectName}, ${p.detail}, ${p.ofClosedBoard},
    ${fn.greatest(
      sql`cast(${p.now} as bigint)`,
      sql`coalesce((select max(e.created_at) + 1 from audit_entries e where e.workspace_id = ${p.workspaceId}), 0)`,
    )}
  from workspaces w where w.id = ${p.workspaceId}
  returning created_at as at`,
);

/** `userId` is null if the service itself acts. */
export const auditOn =
  (tx: Writing, userId: string | null, now: number, written: (record: AuditRecord) => void): Audit =>
  async (record) => {
    const { type, workspaceId, subject, detail = [], ofClosedBoard = false } = record;
    const id = newId(now);
    const [entry] = await tx.run(insert, {
      workspaceId,
      id,
      type,
      userId,
      subjectId: subject.id,
      subjectName: subject.name ?? null,
      detail: JSON.stringify(detail),
      ofClosedBoard,
      now,
    });
    if (!entry) throw new Error('an audit entry was not stored');
    await deliverEntry(tx, { ...record, detail, ofClosedBoard, userId, id, at: entry.at }, now);
    written(record);
  };
