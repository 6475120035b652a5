import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { api } from '../../../../contract/api.ts';
import { startPgBouncer } from '../../../../tools/pgbouncer.ts';
import { engine, testDatabase } from '../../testing/database.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

/* PgBouncer in transaction mode: each transaction may use a different PostgreSQL session, shared with everyone. */

if (engine === 'sqlite') test('PgBouncer', { skip: 'it is about PostgreSQL' }, () => {});
else await onPostgres();

async function onPostgres(): Promise<void> {
  const pgBouncer = await startPgBouncer(process.env.TEST_DATABASE_URL ?? '', 3);
  if (!pgBouncer) {
    process.stderr.write('\nPGBOUNCER WAS NOT TESTED: this machine has none.\n\n');
    test('PgBouncer', { skip: 'this machine has none' }, () => {});
    return;
  }
  const database = await testDatabase();
  const url = new URL(database.databaseUrl ?? '');
  url.host = `127.0.0.1:${pgBouncer.port}`;
  const through = { ...database, databaseUrl: url.href };
  // The schema is also created through PgBouncer.
  const nodes = await Promise.all([testService({}, {}, through), testService({}, {}, through)]);
  after(async () => {
    await pgBouncer.remove();
    await database.remove();
  });

  test('32 clients of two nodes share three sessions', async () => {
    const [first] = nodes;
    const ada = await first.signUp('ada');
    const made = await makeBoard(ada);
    const cards = await Promise.all(
      Array.from({ length: 32 }, async (_, turn) => {
        const person = { ...ada, ...nth(nodes, turn % 2).caller(ada.token) };
        const card = await makeCard(person, nth(made.lists, turn % 2));
        const params = { cardPublicId: card };
        await person.call(api.cards.update, { params, body: { listPublicId: nth(made.lists, 0), index: 0 } });
        await person.call(api.comments.create, { params, body: { comment: 'through the pool' } });
        return person.call(api.cards.get, { params });
      }),
    );
    assert.deepEqual([...new Set(cards.map(({ list }) => list.publicId))], [nth(made.lists, 0)]);
    const [{ sessions } = { sessions: 0 }] = await database.sql<{ sessions: number }>(
      `select count(*) as sessions from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid()`,
    );
    assert.ok(sessions <= 3, `${sessions} sessions`);
  });

  test('nothing of a node stays in a session that others get next', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const ada = await nth(nodes, turn % 2).signUp(`user-${turn}`);
      await ada.call(api.workspaces.list, {});
    }
    const other = new pg.Client({ connectionString: url.href });
    await other.connect();
    const { rows } = await other.query(
      `select current_setting('random_page_cost') as cost, (select count(*) from pg_prepared_statements)::int as kept`,
    );
    await other.end();
    assert.deepEqual(rows, [{ cost: '4', kept: 0 }]);
  });
}
