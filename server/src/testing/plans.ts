import assert from 'node:assert/strict';
import pg from 'pg';
import type { Command, Parameters, Query } from '../base/db/query.ts';
import { type PlanNode, rowsOf, setPlanning } from './reads/postgres-reads.ts';

/*
 * PostgreSQL keeps one generic plan per statement, whatever its parameters and the statistics. This counts the rows read
 * by that plan.
 */

/** Counts the rows that statements read with their generic plan; rolls back their changes. */
export async function rowCounter(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Cascades of foreign keys and triggers are not counted, so they are disabled.
  await client.query(`${setPlanning}; set jit = off; set session_replication_role = replica`);
  return {
    async rowsRead<P extends Parameters>(
      statement: Query<P, unknown> | Command<P, unknown>,
      parameters: P,
    ): Promise<number> {
      const compiled = statement.for('postgres');
      const values = compiled
        .bind(parameters)
        .map((value) => (typeof value === 'string' ? pg.escapeLiteral(value) : value && Number(value)));
      await client.query('begin');
      await client.query(`prepare counted as ${compiled.sql}`);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) execute counted(${values.map(String).join()})`,
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
