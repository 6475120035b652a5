import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { spread } from '../base/changes/spreading.ts';
import { storeSome } from '../base/changes/telling.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* A change that notifies more people than it can store itself. */

const service = await testService();
const ada = await service.signUp('ada');
const watchers = 501;

/** A board that so many watch; they exist in the database only. */
async function watchedBoard() {
  const made = await makeBoard(ada);
  const now = service.clock.now();
  const numbers = Array.from({ length: watchers }, (_, n) => n);
  const idOf = (n: number) => `${made.board.slice(0, 12)}${String(n).padStart(4, '0')}`;
  const values = (row: (n: number) => string) => numbers.map(row).join(', ');
  await service.sql(`insert into users (id, email, name, created_at)
    values ${values((n) => `('${idOf(n)}', '${idOf(n)}@example.com', 'W', ${now})`)}`);
  await service.sql(`insert into watches (workspace_id, user_id, target_id, watches, created_at)
    values ${values((n) => `('${made.workspace}', '${idOf(n)}', '${made.board}', 1, ${now})`)}`);
  return made;
}

const stored = (workspace: string) =>
  service.sql<{ user: string; kind: string; times: number }>(
    `select user_id as "user", kind, times from notifications where workspace_id = '${workspace}'`,
  );
const left = (workspace: string) =>
  service.sql<{ next: number }>(
    `select next from notification_batches where workspace_id = '${workspace}' order by created_at, id`,
  );

test('a change stores a number of notifications itself, and a job the others, each once', async () => {
  const { workspace, lists } = await watchedBoard();
  await makeCard(ada, nth(lists, 0));
  assert.equal((await stored(workspace)).length, 200);
  assert.deepEqual(
    (await left(workspace)).map(({ next }) => Number(next)),
    [0],
  );
  await service.jobs.run('spread-notifications');
  const all = await stored(workspace);
  assert.deepEqual([all.length, new Set(all.map(({ user }) => user)).size], [watchers, watchers]);
  assert.deepEqual(await left(workspace), []);
});

test('who is meant is told in the change itself, however many others watch', async () => {
  const { workspace, lists } = await watchedBoard();
  const bob = await service.signUp('bob');
  const member = await addMember(service, workspace, bob);
  const card = await makeCard(ada, nth(lists, 0));
  await ada.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId: member } });
  const { notifications } = await bob.call(api.notifications.list, {});
  assert.deepEqual(
    notifications.map(({ kind }) => kind),
    ['assigned'],
  );
  await service.jobs.run('spread-notifications');
});

test('two nodes that spread at once, one of which fails now and then, store each once and lose none', async () => {
  const { workspace, lists } = await watchedBoard();
  const card = await makeCard(ada, nth(lists, 0));
  await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'Hello' } });
  const { db, maintain, clock, told, stopping } = service;
  let slices = 0;
  const failing: typeof storeSome = async (...given) => {
    await storeSome(...given);
    if (++slices % 2 === 1) throw new Error('the node is gone');
  };
  const stores = { db, maintain, clock, told };
  const persistently = async () => {
    for (;;) {
      try {
        return await spread(stores, failing, stopping);
      } catch {
        // As the job does, it goes on later.
      }
    }
  };
  await Promise.all([persistently(), spread(stores, storeSome, stopping)]);
  const all = await stored(workspace);
  assert.equal(all.length, 2 * watchers);
  assert.ok(all.every(({ times }) => Number(times) === 1));
  assert.equal(new Set(all.map(({ user, kind }) => `${user} ${kind}`)).size, 2 * watchers);
  assert.deepEqual(await left(workspace), []);
});
