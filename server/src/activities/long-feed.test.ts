import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cardRead } from '../cards/queries.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { rowCounter } from '../testing/plans.ts';
import { testService } from '../testing/service.ts';
import { feedOf } from './queries.ts';

/*
 * PostgreSQL caches one plan of a statement for all cards. A plan that is fine for cards with four activities must not scan
 * all activities of a card with many thousands, whether or not the table has statistics.
 */

const skip = engine === 'sqlite' && 'SQLite plans without looking at what is stored';
const database = await testDatabase();
const service = await testService({}, {}, database);
const ada = await service.signUp('ada');
const { workspace, lists } = await makeBoard(ada);
const cards = await Promise.all(Array.from({ length: 40 }, () => makeCard(ada, nth(lists, 0))));
const card = nth(cards, 0);
const counter = skip ? undefined : await rowCounter(database.databaseUrl ?? '');
after(async () => {
  await counter?.end();
  await database.remove();
});

const page = {
  workspaceId: workspace,
  cardId: card,
  id: card,
  showEmails: true,
  showComments: true,
  showMembers: true,
  showAllMembers: true,
  showLists: true,
  withWorkspaceMembers: true,
  withWork: false,
  limit: 21,
};
async function assertFewRead(): Promise<void> {
  const newest = await counter?.rowsRead(feedOf({}).desc, { ...page, cursor: Number.MAX_SAFE_INTEGER });
  const oldest = await counter?.rowsRead(feedOf({}).asc, { ...page, cursor: 0 });
  const whole = await counter?.rowsRead(cardRead, page);
  for (const [name, rows] of Object.entries({ newest, oldest, whole })) {
    assert.ok(rows && rows < 2500, `${name}: ${rows} rows are read`);
  }
}

test('a page of a long feed reads few rows, whatever plan is kept', { skip }, async () => {
  await service.sql(`insert into activities (workspace_id, id, card_id, type, user_id, created_at, group_started_at)
    select '${workspace}', 'a' || n, '${card}', 'card.updated.title', '${ada.id}', n, n - n % 10
    from generate_series(1, 20000) n`);
  await assertFewRead();
  await service.sql('analyze');
  await assertFewRead();
});
