import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { trashTime } from '../base/access/trash.ts';
import { hour } from '../base/clock.ts';
import { sliceSize } from '../base/jobs/remove.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { engine } from '../testing/database.ts';
import { type MadeBoard, makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { testService } from '../testing/service.ts';
import { purgeWorkspaces } from '../workspaces/jobs.ts';
import { emptyTrash } from './jobs.ts';

/* However much is permanently removed at once, other requests are served meanwhile, and a crash only delays it. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');
const other = await makeBoard(eve);

const countOf = async (from: string) =>
  Number((await service.sql<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);

/** The number of tables with rows of the workspace that are removed with its cards. */
const leftOf = async ({ workspace }: MadeBoard) => {
  const tables = [
    'cards',
    'card_labels',
    'card_members',
    'checklists',
    'checklist_items',
    'comments',
    'activities',
  ];
  const counts = await Promise.all(
    [...tables, 'search_texts'].map((table) => countOf(`${table} where workspace_id = '${workspace}'`)),
  );
  return counts.filter((count) => count > 0).length;
};

const age = (table: 'cards' | 'boards' | 'workspaces', id: string) =>
  service.sql(
    `update ${table} set deleted_at = ${service.clock.now() - trashTime - 2 * hour} where id = '${id}'`,
  );

/** The number of someone else's writes that are answered before `work` is. */
async function writesDuring(work: Promise<unknown>): Promise<number> {
  let writes = 0;
  let ended = false;
  const writing = (async () => {
    while (!ended) {
      await makeCard(eve, nth(other.lists, 0));
      if (!ended) writes++;
    }
  })();
  try {
    await work;
  } finally {
    ended = true;
    await writing;
  }
  return writes;
}

/** The service with a database that counts its changes, and fails after `changes`. */
function failingAfter(changes: number) {
  const counted = { ...service, changes: 0 };
  counted.maintain = (work) =>
    counted.changes++ < changes ? service.maintain(work) : Promise.reject(new Error('gone'));
  return counted;
}

test('a card with thousands of comments and activities goes in slices that others write between', async () => {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  const many = (n: number) => `with recursive numbers (n) as (
    select 1 union all select n + 1 from numbers where n < ${n})`;
  await service.sql(`insert into comments (workspace_id, id, card_id, comment, created_by, created_at)
    ${many(3000)} select '${made.workspace}', 'comment' || n, '${card}', 'x', '${ada.id}', n from numbers`);
  await service.sql(`insert into activities
    (workspace_id, id, card_id, type, user_id, created_at, group_started_at)
    ${many(6000)} select '${made.workspace}', 'activity' || n, '${card}', 'card.created', '${ada.id}', n, n
    from numbers`);
  await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  await age('cards', card);
  const counted = failingAfter(Infinity);
  assert.ok((await writesDuring(emptyTrash(counted))) > 0);
  assert.ok(counted.changes >= 9000 / sliceSize, `${counted.changes} changes`);
  assert.equal(await countOf(`cards where id = '${card}'`), 0);
  for (const table of ['comments', 'activities']) {
    assert.equal(await countOf(`${table} where card_id = '${card}'`), 0, table);
  }
});

test('a large board is removed with all its contents; after a crash the next round continues', async () => {
  const made = await makeLargeBoard(service, ada, bob, 500);
  await ada.call(api.boards.delete, { params: { boardPublicId: made.board } });
  await age('boards', made.board);
  await assert.rejects(emptyTrash(failingAfter(10)), /gone/);
  assert.ok((await countOf(`cards where board_id = '${made.board}'`)) < 500);
  assert.ok((await countOf(`cards where board_id = '${made.board}'`)) > 0);
  await assertConsistent(service);
  await emptyTrash(service);
  const left = await Promise.all(
    ['cards', 'lists', 'labels'].map((table) => countOf(`${table} where board_id = '${made.board}'`)),
  );
  assert.deepEqual(left, [0, 0, 0]);
  assert.equal(await countOf(`versions where id = '${made.board}'`), 0);
  assert.equal(await countOf(`search_texts where workspace_id = '${made.workspace}'`), 0);
  await assertConsistent(service);
});

test('a service that stops does not wait for the removal, and the next one continues it', async () => {
  const made = await makeLargeBoard(service, ada, bob, 500);
  const stop = new AbortController();
  const stopped = { ...service, stopping: stop.signal, changes: 0 };
  stopped.maintain = (work) => {
    if (++stopped.changes === 10) stop.abort();
    return service.maintain(work);
  };
  await ada.call(api.boards.delete, { params: { boardPublicId: made.board } });
  await age('boards', made.board);
  await emptyTrash(stopped);
  await ada.call(api.workspaces.delete, { params: { workspacePublicId: made.workspace } });
  await age('workspaces', made.workspace);
  await purgeWorkspaces(stopped);
  assert.equal(stopped.changes, 10);
  assert.ok((await countOf(`cards where board_id = '${made.board}'`)) > 0);
  await emptyTrash(service);
  assert.equal(await countOf(`boards where id = '${made.board}'`), 0);
  await purgeWorkspaces(service);
  assert.equal(await leftOf(made), 0);
});

test('a large workspace is removed; after a crash the next round continues', async () => {
  const made = await makeLargeBoard(service, ada, bob, 500);
  await ada.call(api.workspaces.delete, { params: { workspacePublicId: made.workspace } });
  await age('workspaces', made.workspace);
  await assert.rejects(purgeWorkspaces(failingAfter(10)), /gone/);
  assert.ok((await leftOf(made)) > 0);
  assert.ok((await writesDuring(purgeWorkspaces(service))) > 0);
  assert.equal(await leftOf(made), 0);
  assert.equal(await countOf(`workspaces where id = '${made.workspace}'`), 0);
  await assertConsistent(service);
});

const skip = engine === 'postgres' && 'its index of words is cleaned in the background';
test('the index of words is not rewritten because much was deleted', { skip }, async () => {
  const setting = `select v from search_index_config where k = 'deletemerge'`;
  assert.deepEqual(await service.sql(setting), [{ v: 0 }]);
});
