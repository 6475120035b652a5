import { type RawBuilder, sql } from 'kysely';
import { type Command, command } from '../db/query.ts';
import type { TableOfWorkspace } from '../db/tables.ts';

/* Background work that failed, and that operators have tried again. */

type Part = (p: { now: number }) => RawBuilder<unknown>;

export interface FailedWork {
  /** What failed and can be tried again; an index has few rows more. */
  isFailed: Part;
  /** Has up to 500 works tried again; returns a row for each. */
  retry: Command<{ now: number }, unknown>;
}

interface Rows {
  table: TableOfWorkspace;
  /** The column of the key besides the workspace. */
  id: string;
  isFailed: Part;
  /** What a retry sets. */
  set: Part;
}

/**
 * Declares the statement on a table. What two operators ask for at once is tried again once: the second waits for the rows, and
 * sees that they have not failed any more. The limit is one that PostgreSQL knows when planning.
 */
export function failedIn({ table, id, isFailed, set }: Rows): FailedWork {
  const key = sql`workspace_id, ${sql.ref(id)}`;
  const retry = command(
    `${table}.retry`,
    (_db, p: { now: number }, fn) => sql`
    with failed as materialized (select ${key} from ${sql.table(table)} where ${isFailed(p)} limit 500 ${fn.hold()})
    update ${sql.table(table)} set ${set(p)} where (${key}) in (select ${key} from failed) returning 1 as one`,
  );
  return { isFailed, retry };
}

/** The same for work that users have asked for (`claims.ts`): it waits for its next attempt, for as long as an hour. */
export const postponedIn = (table: 'imports' | 'exports'): FailedWork =>
  failedIn({
    table,
    id: 'id',
    isFailed: ({ now }) => sql`due_at > ${now} and state = 'waiting' and error is not null`,
    set: ({ now }) => sql`due_at = ${now}`,
  });
