import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { takeOffLabel, takeOffMember } from '../data/cards/rows.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { nth } from '../testing/fixtures.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { rowCounter } from '../testing/plans.ts';
import { testService } from '../testing/service.ts';

/* A label or a member on very many cards is taken off in batches, each found by a bounded scan. */

const skip = engine === 'sqlite' && 'SQLite plans without looking at what is stored';
const database = await testDatabase();
const service = await testService({}, {}, database);
const [ada, bob] = [await service.signUp('ada'), await service.signUp('bob')];
const large = await makeLargeBoard(service, ada, bob, 5000);
const counter = skip ? undefined : await rowCounter(database.databaseUrl ?? '');
after(async () => {
  await counter?.end();
  await database.remove();
});

async function assertFewRead(): Promise<void> {
  const { workspace: workspaceId, board: boardId, member: memberId, labels } = large;
  const ofLabel = await counter?.rowsRead(takeOffLabel, { workspaceId, boardId, id: nth(labels, 0) });
  assert.ok(ofLabel && ofLabel < 3000, `of a label ${ofLabel} rows are read`);
  const ofMember = await counter?.rowsRead(takeOffMember, { workspaceId, memberId });
  assert.ok(ofMember && ofMember < 3000, `of a member ${ofMember} rows are read`);
}

test('of a label or a member on 5000 cards few rows are read at a time', { skip }, async () => {
  await assertFewRead();
  await service.sql('analyze');
  await assertFewRead();
});
