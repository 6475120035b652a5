import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { Query } from '../base/db/query.ts';
import { engine } from '../testing/database.ts';
import { type MadeBoard, makeBoard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';
import { indexAll } from './jobs.ts';

/*
 * What SQLite does, everyone waits for: however short the newest texts are, and however long those before them, no slice of
 * a search reads more than a bounded number of texts, and so of characters: a text has 12 000 at the most.
 */

const skip = engine === 'postgres' && 'PostgreSQL looks through texts in a process of its own';
const service = await testService();
const ada = await service.signUp('ada');
const most = 256;
const [short, long] = [3000, 400];

/** So many cards with this description, past the service. */
async function write(made: MadeBoard, kind: string, count: number, description: string): Promise<void> {
  await service.sql(`insert into cards (workspace_id, id, board_id, list_id, number, title, description, position,
      created_by, created_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    select '${made.workspace}', '${kind}' || (100000000000 + i), '${made.board}', '${nth(made.lists, 0)}',
      i + ${kind === 'long' ? 0 : long}, '${kind} ' || i, '${description}', '${kind}' || (10000 + i), '${ada.id}', i
    from n`);
}

/** What each statement of a search asks for and gives, and how often others have their turn in between. */
async function slicesOf(work: () => Promise<unknown>) {
  const all = service.db.all.bind(service.db);
  const slices: { name: string; take: number; rows: number }[] = [];
  const counted = async (statement: Query<object, unknown>, p: object) => {
    const rows = await all(statement, p);
    const { take, limit = 0 } = p as { take?: number; limit?: number };
    slices.push({ name: statement.name, take: take ?? limit, rows: rows.length });
    return rows;
  };
  service.db.all = counted as typeof all;
  try {
    await work();
  } finally {
    service.db.all = all;
  }
  return slices.filter(({ name }) => name.startsWith('search.'));
}

test('no slice of a search reads more than a bounded number of texts', { skip }, async () => {
  const made = await makeBoard(ada);
  // Ids are in the order of time.
  await write(made, 'long', long, 'near miss '.repeat(1000));
  await write(made, 'short', short, 'miss');
  await indexAll(service);
  // All slices seem to take no time, so that they grow as fast as they may.
  service.clock.hold();
  for (const query of ['zq', 'miss', 'miss zq', 'near miss absent']) {
    const input = { params: { workspacePublicId: made.workspace }, query: { query } };
    const slices = await slicesOf(() => ada.call(api.search.workspace, input));
    assert.ok(slices.length > 0);
    for (const { name, take, rows } of slices) {
      assert.ok(
        take > 0 && take <= most && rows <= take + 1,
        `${query}: ${name} takes ${take}, gives ${rows}`,
      );
    }
    if (query === 'zq') assert.ok(slices.length > (short + long) / most, 'all texts were looked through');
  }
});
