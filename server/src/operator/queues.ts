import { sql } from 'kysely';
import type { QueueKind } from '../../../contract/operator-shapes.ts';
import { query } from '../base/db/query.ts';
import type { FailedWork } from '../base/jobs/failed.ts';
import { failedPreviews } from '../data/attachments/rows.ts';
import { failedExports } from '../data/exports/rows.ts';
import { failedImports } from '../data/imports/rows.ts';
import { failedMerges } from '../data/members/rows.ts';

/* Work that any node takes up: what waits in all of the installation, and what failed. */

/** Max things of a kind that are counted. */
export const counted = 1000;

interface Source {
  table: string;
  /** The column that says when it is due; a partial index has exactly the rows that wait or run. */
  due: string;
  failed: FailedWork;
}

export const sources: Readonly<Record<QueueKind, Source>> = {
  imports: { table: 'imports', due: 'due_at', failed: failedImports },
  exports: { table: 'exports', due: 'due_at', failed: failedExports },
  merges: { table: 'placeholders', due: 'due_at', failed: failedMerges },
  previews: { table: 'attachments', due: 'preview_due', failed: failedPreviews },
};

export interface QueueRow {
  kind: QueueKind;
  waiting: number;
  oldestAt: number | null;
  failed: number;
}

/** What waits or runs, of each kind, and what failed. */
export const queues = query('operator.queues', (_db, p: { now: number; limit: number }) => {
  const each = Object.entries(sources).map(([kind, { table, due, failed }]) => {
    const [of, at] = [sql.table(table), sql.ref(due)];
    return sql`select cast(${sql.lit(kind)} as text) as kind,
      (select count(*) from (select 1 as one from ${of} where ${at} is not null order by ${at} limit ${p.limit}) t) as waiting,
      (select min(${at}) from ${of} where ${at} is not null) as "oldestAt",
      (select count(*) from (select 1 as one from ${of} where ${failed.isFailed(p)} limit ${p.limit}) f) as failed`;
  });
  return sql<QueueRow>`${sql.join(each, sql` union all `)}`;
});
