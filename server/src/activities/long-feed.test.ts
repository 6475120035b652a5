import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { cardRead } from '../cards/queries.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';
import { newestFirst, oldestFirst } from './queries.ts';

/*
 * PostgreSQL keeps one plan of a statement for all cards. One that is fine for cards of four activities must not read a
 * card of many thousands from end to end, whether the table has statistics or none.
 */

const skip = engine === 'sqlite' && 'SQLite plans without looking at what is stored';
const database = await testDatabase();
const service = await testService({}, {}, database);
const ada = await service.signUp('ada');
const { workspace, lists } = await makeBoard(ada);
const cards = await Promise.all(Array.from({ length: 40 }, () => makeCard(ada, nth(lists, 0))));
const card = nth(cards, 0);
const client = skip ? undefined : new pg.Client({ connectionString: database.databaseUrl });
await client?.connect();
after(async () => {
  await client?.end();
  await database.remove();
});

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

const rowsRead = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0);

const page = {
  workspaceId: workspace,
  cardId: card,
  id: card,
  showEmails: true,
  showComments: true,
  showMembers: true,
  showLists: true,
  limit: 21,
};
const statements = {
  'the newest page': [newestFirst, { ...page, cursor: Number.MAX_SAFE_INTEGER }],
  'the oldest page': [oldestFirst, { ...page, cursor: 0 }],
  'the card': [cardRead, page],
} as const;

async function assertFewRead(): Promise<void> {
  for (const [name, [statement, parameters]] of Object.entries(statements)) {
    const compiled = statement.for('postgres');
    const values = compiled
      .bind(parameters)
      .map((value) => (typeof value === 'string' ? `'${value}'` : Number(value)));
    await client?.query(`prepare page as ${compiled.sql}`);
    const found = await client?.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, format json) execute page(${values.join()})`,
    );
    await client?.query('deallocate page');
    const plan = found?.rows[0]?.['QUERY PLAN'][0].Plan;
    assert.ok(plan);
    assert.ok(rowsRead(plan) < 2500, `${name} reads ${rowsRead(plan)} rows`);
  }
}

test('a page of a long feed reads few rows, whatever plan is kept', { skip }, async () => {
  await service.sql(`insert into activities (workspace_id, id, card_id, type, user_id, created_at, group_started_at)
    select '${workspace}', 'a' || n, '${card}', 'card.updated.title', '${ada.id}', n, n - n % 10
    from generate_series(1, 20000) n`);
  await client?.query('set plan_cache_mode = force_generic_plan; set jit = off; set random_page_cost = 1.1');
  await assertFewRead();
  await service.sql('analyze');
  await assertFewRead();
});
