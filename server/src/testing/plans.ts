import assert from 'node:assert/strict';
import pg from 'pg';
import type { Command, Parameters, Query } from '../base/db/query.ts';
import { type PlanNode, rowsOf, setPlanning } from './reads/postgres-reads.ts';

/*
 * PostgreSQL keeps one plan of a statement for everything it is asked about, whether the tables have statistics or
 * none: what is read by that plan is counted.
 */

/** Counts the rows that statements read by the plan that is kept; what they change is undone. */
export async function rowCounter(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // What foreign keys take along, and triggers, are not counted, and need not happen.
  await client.query(`${setPlanning}; set jit = off; set session_replication_role = replica`);
  return {
    async rowsRead<P extends Parameters>(
      statement: Query<P, unknown> | Command<P, unknown>,
      parameters: P,
    ): Promise<number> {
      const compiled = statement.for('postgres');
      const values = compiled
        .bind(parameters)
        .map((value) => (typeof value === 'string' ? pg.escapeLiteral(value) : Number(value)));
      await client.query('begin');
      await client.query(`prepare counted as ${compiled.sql}`);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) execute counted(${values.join()})`,
      );
      await client.query('rollback');
      await client.query('deallocate counted');
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      assert.ok(plan);
      return rowsOf(plan);
    },
    end: () => client.end(),
  };
}
