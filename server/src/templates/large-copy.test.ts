import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { createClient } from '../../../contract/client.ts';
import { trashTime } from '../base/access/trash.ts';
import { hour } from '../base/clock.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { setStatus } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { isLarge } from './queries.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');
const cards = 2_000;
const large = await makeLargeBoard(service, ada, bob, cards);

const copy = (person = ada, workspacePublicId = large.workspace) =>
  person.call(api.boards.create, {
    params: { workspacePublicId },
    body: { name: 'Copy', sourceBoardPublicId: large.board },
  });
const countOf = async (from: string) =>
  Number((await service.sql<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);
const summaries = (workspacePublicId: string) => ada.call(api.boards.list, { params: { workspacePublicId } });

/** Runs `work` and, until it ends, calls of others; returns how many of each were answered before it ended. */
async function meanwhile(work: Promise<unknown>) {
  const { lists } = await makeBoard(eve);
  const answered = { reads: 0, writes: 0 };
  let ended = false;
  const until = async (kind: keyof typeof answered, call: () => Promise<unknown>) => {
    while (!ended) {
      await call();
      if (!ended) answered[kind]++;
    }
  };
  const others = [
    until('reads', () => eve.call(api.users.me, {})),
    until('writes', () => makeCard(eve, nth(lists, 0))),
  ];
  try {
    await work;
  } finally {
    ended = true;
    await Promise.all(others);
  }
  return answered;
}

test('while a large board is copied, others read and write', async () => {
  assert.ok(await isLarge(service.db, { workspaceId: large.workspace, boardId: large.board }));
  const answered = await meanwhile(copy());
  assert.ok(answered.reads > 20 && answered.writes > 20, JSON.stringify(answered));
  await assertConsistent(service);
});

test('a large copy has everything that a small one has, and nobody sees a part of it', async () => {
  const target = await makeWorkspace(ada);
  const seen = new Set<number>();
  const types = await service.recorded(async () => {
    let ended = false;
    const looking = (async () => {
      while (!ended) seen.add((await summaries(target)).length);
    })();
    await Promise.all([looking, copy(ada, target).finally(() => (ended = true))]);
  });
  assert.deepEqual(types, ['board.created']);
  assert.deepEqual(await summaries(target).then((boards) => boards.length), 1);
  assert.ok(seen.has(0), 'it was looked at while it was made');
  const of = `where workspace_id = '${target}'`;
  for (const [table, count] of [
    ['cards', cards],
    ['card_labels', cards],
    ['card_members', 0],
    ['checklists', cards],
    ['checklist_items', 2 * cards],
    ['activities', cards],
    ['comments', 0],
  ] as const) {
    assert.equal(await countOf(`${table} ${of}`), count, table);
  }
  const [numbers] = await service.sql(
    `select min(number) as first, max(number) as last, count(distinct number) as count from cards ${of}`,
  );
  assert.deepEqual(numbers, { first: 1, last: cards, count: cards });
  const ordered = `select title from cards where list_id = `;
  const [list] = await service.sql<{ id: string }>(`select distinct list_id as id from cards ${of}`);
  const titles = (id: string | undefined) => service.sql(`${ordered}'${id}' order by position`);
  assert.deepEqual(await titles(list?.id), await titles(nth(large.lists, 0)));
});

test('cards that change places while they are copied are all on the copy, at places of their own', async () => {
  const target = await makeWorkspace(ada);
  const ids = (
    await service.sql<{ id: string }>(
      `select id from cards where board_id = '${large.board}' order by id limit 1 offset ${cards - 1}`,
    )
  ).map(({ id }) => id);
  let ended = false;
  const moving = (async () => {
    for (let n = 0; !ended; n++) {
      const params = { cardPublicId: nth(ids, 0) };
      await ada.call(api.cards.update, { params, body: { listPublicId: nth(large.lists, n % 2), index: 0 } });
    }
  })();
  await Promise.all([moving, copy(ada, target).finally(() => (ended = true))]);
  assert.equal(await countOf(`cards where workspace_id = '${target}'`), cards);
  await assertConsistent(service);
});

test('a large copy is made once for one key, however often it is asked for', async () => {
  const workspacePublicId = await makeWorkspace(ada);
  const { baseUrl } = service;
  const keyed = createClient({
    baseUrl,
    token: ada.token,
    fetch: (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), 'idempotency-key': 'once' },
      }),
  });
  const ask = () =>
    keyed.call(api.boards.create, {
      params: { workspacePublicId },
      body: { name: 'Once', sourceBoardPublicId: large.board },
    });
  const [one, other] = await Promise.all([ask(), ask()]);
  assert.equal(one.publicId, other.publicId);
  assert.equal((await ask()).publicId, one.publicId);
  assert.equal((await summaries(workspacePublicId)).length, 1);
});

test('who is removed while the copy is made gets none, and what was written goes with the trash', async () => {
  const workspacePublicId = await makeWorkspace(eve);
  const before = await countOf('boards');
  const asked = eve.refused(400, api.boards.create, {
    params: { workspacePublicId },
    body: { name: 'Copy', sourceBoardPublicId: large.board },
  });
  await asked;
  assert.equal(await countOf('boards'), before, 'what cannot be read is not begun');
  const copying = bob.refused(400, api.boards.create, {
    params: { workspacePublicId: await makeWorkspace(bob) },
    body: { name: 'Copy', sourceBoardPublicId: large.board },
  });
  while ((await countOf('boards')) === before) await new Promise(setImmediate);
  await setStatus(service, large.member, 'paused');
  await copying;
  await setStatus(service, large.member, 'active');
  const hidden = `boards where deleted_at <= ${service.clock.now() - trashTime}`;
  assert.ok((await countOf(hidden)) > 0);
  await service.jobs.run('trash');
  assert.ok((await countOf(hidden)) > 0, 'it may still be written to');
  service.clock.pass(hour + hour / 10);
  await service.jobs.run('trash');
  assert.equal(await countOf(hidden), 0);
  await assertConsistent(service);
});
