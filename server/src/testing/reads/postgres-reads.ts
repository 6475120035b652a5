import pg from 'pg';
import { planning } from '../../base/db/pool.ts';
import type { Compiled } from '../../base/db/query.ts';
import type { Reads } from './sqlite-reads.ts';

/*
 * What a statement does on PostgreSQL by the plan that connections keep: the rows that each step reads, and a tenth of the
 * pages that it looks at, since an index may be walked without any row of it.
 */

export interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** The rows that all steps of a plan have read. */
export const rowsOf = (node: PlanNode): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0);

/** Has a session plan as those of the service do. */
export const setPlanning = Object.entries(planning)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');

type Explained = { Plan: PlanNode & Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> };

/** Rethrows what is no refusal because of what is there: that has been found by a key. */
export function refused(error: unknown): void {
  if (!(error instanceof pg.DatabaseError && error.code?.startsWith('23'))) throw error;
}

export async function postgresReads(databaseUrl: string): Promise<Reads> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // What foreign keys take along, and triggers, are not counted, and need not happen.
  await client.query(
    `${setPlanning}; set jit = off; set session_replication_role = replica; set statement_timeout = '20s'`,
  );
  const prepared = async ({ sql }: Compiled, work: () => Promise<number>): Promise<number> => {
    await client.query('begin');
    try {
      await client.query(`prepare counted as ${sql}`);
      return await work();
    } catch (error) {
      refused(error);
      return 0;
    } finally {
      await client.query('rollback');
      await client.query('deallocate all');
    }
  };
  return {
    run: (statement, values) =>
      prepared(statement, async () => {
        const given = values.map((value) =>
          typeof value === 'string' ? pg.escapeLiteral(value) : String(value),
        );
        const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
          `explain (analyze, buffers, timing off, format json) execute counted${given.length > 0 ? `(${given.join()})` : ''}`,
        );
        const plan = rows[0]?.['QUERY PLAN'][0].Plan;
        if (!plan) throw new Error('there is no plan');
        return rowsOf(plan) + (plan['Shared Hit Blocks'] + plan['Shared Read Blocks']) / 10;
      }),
    async analyze() {
      await client.query('analyze');
    },
    close: () => client.end(),
  };
}
