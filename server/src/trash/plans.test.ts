import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { allPermissions, systemRoles } from '../../../contract/permissions.ts';
import { type Query, statements } from '../base/db/query.ts';
import { sliceSize } from '../base/jobs/remove.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { rowCounter } from '../testing/plans.ts';
import { testService } from '../testing/service.ts';

/*
 * The rows to be removed permanently are found by bounded scans, however many other rows the workspace and the trash have, and
 * whether or not the tables have statistics. `OTHER_ROWS=99000` adds that many other cards.
 */

const skip = engine === 'sqlite' && 'SQLite plans without looking at what is stored';
const others = Number(process.env.OTHER_ROWS ?? 10_000);
const database = await testDatabase();
const service = await testService({}, {}, database);
const ada = await service.signUp('ada');
const large = await makeLargeBoard(service, ada, await service.signUp('bob'), skip ? 1 : others);
const counter = skip ? undefined : await rowCounter(database.databaseUrl ?? '');
after(async () => {
  await counter?.end();
  await database.remove();
});

const removing = [...statements].filter(([name]) =>
  /^(trash|files|workspaces\.(purge|nextExpired|someFiles))\b/.test(name),
);

/** Max steps of a plan: a lookup, a row of the table and the steps in between, for each row of a slice. */
const most = 20 * sliceSize;

const admin = {
  memberId: '',
  memberLevel: systemRoles.admin.level,
  memberPermissions: allPermissions,
  mask: allPermissions,
  openBoards: null,
};

async function assertFewRead(ids: readonly string[]): Promise<void> {
  const before = service.clock.now() - 1;
  const page = { boardId: '', at: Number.MAX_SAFE_INTEGER, id: '', since: 0, ...admin };
  const p = { ...page, workspaceId: large.workspace, ids, before, limit: sliceSize };
  for (const [name, statement] of removing) {
    const rows = await counter?.rowsRead(statement as Query<typeof p, unknown>, p);
    assert.ok(rows !== undefined && rows < most, `${name}: ${rows} rows are read`);
  }
}

/** Adds a file and an open upload to each card. */
async function addFiles(): Promise<void> {
  const columns = 'workspace_id, id, card_id, storage_key, content_type, size, created_by, created_at';
  const values = `workspace_id, id, id, id, 'text/plain', 1, created_by, 1`;
  const ofBoard = `from cards where board_id = '${large.board}'`;
  await service.sql(
    `insert into attachments (${columns}, filename, original_filename) select ${values}, 'a', 'a' ${ofBoard}`,
  );
  await service.sql(`insert into uploads (${columns}, expires_at) select ${values}, 1 ${ofBoard}`);
}

test('few rows are read for what goes for good, whatever plan is kept', { skip }, async () => {
  assert.ok(removing.length > 30);
  await addFiles();
  const cards = await service.sql<{ id: string }>(
    `select id from cards where board_id = '${large.board}' order by id limit 50`,
  );
  const ids = cards.map(({ id }) => id);
  await assertFewRead(ids);
  await service.sql('analyze');
  await assertFewRead(ids);
  await service.sql(`update cards set deleted_at = number where board_id = '${large.board}'`);
  await assertFewRead(ids);
  await service.sql('analyze');
  await assertFewRead(ids);
});
