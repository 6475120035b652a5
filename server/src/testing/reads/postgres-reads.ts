import pg from 'pg';
import { planning } from '../../base/db/pool.ts';
import type { Compiled } from '../../base/db/query.ts';
import type { Reads } from './sqlite-reads.ts';

/*
 * Measures a statement on PostgreSQL with its generic plan: the rows read by each step, plus a tenth of the pages, since
 * an index may be scanned without reading a row.
 */

export interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** The rows read by all steps of a plan. */
export const rowsOf = (node: PlanNode): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0);

/** SQL that applies the service's planner settings to a session. */
export const setPlanning = Object.entries(planning)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');

type Explained = { Plan: PlanNode & Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> };

/** Rethrows errors other than constraint violations, which were found through a key. */
export function refused(error: unknown): void {
  if (!(error instanceof pg.DatabaseError && error.code?.startsWith('23'))) throw error;
}

export async function postgresReads(databaseUrl: string): Promise<Reads> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Cascades of foreign keys and triggers are not counted, so they are disabled.
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
