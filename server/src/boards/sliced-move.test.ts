import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { ApiError, createClient } from '../../../contract/client.ts';
import { holdTime } from '../base/changes/hold.ts';
import { hour } from '../base/clock.ts';
import type { Database, Writing } from '../base/db/database.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { attach, beginUpload, confirmation, sendBytes } from '../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { addMember, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { tellingOf, withWrites } from '../testing/writes.ts';
import { slice } from './flows/transfer-cards.ts';

/*
 * A board moves in slices. At any moment it is in exactly one workspace, no acknowledged
 * change is lost, and an interrupted move leaves nothing that anyone can see.
 */

const database = await testDatabase();
const service = await testService({}, {}, database);
const other = engine === 'postgres' ? await testService({}, {}, database) : service;
after(() => database.remove());
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');
const cards = 150;

/** Advances the clocks of all nodes. */
const pass = (micros: number) => {
  for (const node of new Set([service, other])) node.clock.pass(micros);
};

const makeLarge = () => makeLargeBoard(service, ada, bob, cards);
const at = (boardPublicId: string) => ({ params: { boardPublicId } });
const move = (board: string, targetWorkspacePublicId: string, person: Pick<Person, 'call'> = ada) =>
  person.call(api.boards.move, { ...at(board), body: { targetWorkspacePublicId } });
const read = (board: string) => ada.call(api.boards.get, at(board));
const countOf = async (from: string) =>
  Number((await service.sql<{ count: number }>(`select count(*) as count from ${from}`))[0]?.count);

/** A client that accepts any status, declared by the operation or not. */
const plainly = ({ baseUrl }: { baseUrl: string }, { token }: Person) => createClient({ baseUrl, token });

/** The status of a reply. */
const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof ApiError) return error.status;
      throw error;
    },
  );

/** Suppresses the errors that the service logs meanwhile. */
async function unlogged<T>(call: Promise<T>): Promise<T> {
  const { log } = service.http;
  const { level } = log;
  log.level = 'silent';
  try {
    return await call;
  } finally {
    log.level = level;
  }
}

/** Repeats `look` until `work` has ended, and once more. */
async function until(work: Promise<unknown>, look: () => Promise<unknown>): Promise<void> {
  let ended = false;
  const looking = (async () => {
    while (!ended) await look();
    await look();
  })();
  try {
    await work;
  } finally {
    ended = true;
    await looking;
  }
}

/** Makes the move call `interfere` before its `n`th transaction. */
const before = (n: number, interfere: () => Promise<unknown>) => {
  let count = 0;
  return (write: Database['write']): Database['write'] =>
    async (work) => {
      if (++count === n) await interfere();
      return write(work);
    };
};

const tables = ['boards', 'lists', 'labels', 'fields', 'cards', 'card_labels', 'card_members', 'checklists'];
const below = [...tables, 'checklist_items', 'comments', 'activities', 'card_blocks', 'search_texts'];

/** The tables that still have rows of a workspace's boards. */
async function leftIn(workspace: string): Promise<string[]> {
  const left: string[] = [];
  for (const table of below) {
    if ((await countOf(`${table} where workspace_id = '${workspace}'`)) > 0) left.push(table);
  }
  return left;
}

/** Asserts that the board is visible in full, in this workspace only. */
async function assertWhole(board: string, workspace: string): Promise<void> {
  const found = await read(board);
  assert.equal(found.workspace.publicId, workspace);
  const shown = found.lists.flatMap((list) => list.cards);
  assert.equal(shown.length, cards);
  assert.ok(shown.every(({ labels, commentCount }) => labels.length === 1 && commentCount === 1));
}

test('no transaction carries more than a slice', async () => {
  const { workspace, board, lists } = await makeLarge();
  const card = await makeCard(ada, nth(lists, 1), { title: 'busy' });
  const many = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)`;
  await service.sql(`insert into comments (workspace_id, id, card_id, comment, created_by, created_at)
    ${many} select '${workspace}', '${card}' || i, '${card}', 'x', '${ada.id}', i from n`);
  await service.sql(`insert into activities (workspace_id, id, card_id, type, user_id, created_at, group_started_at)
    ${many} select '${workspace}', '${card}' || i, '${card}', 'card.created', '${ada.id}', -i, -i from n`);
  const { publicId } = await ada.call(api.checklists.create, {
    params: { cardPublicId: card },
    body: { name: 'Long' },
  });
  await service.sql(`insert into checklist_items
    (workspace_id, id, checklist_id, title, completed, position, created_at)
    ${many} select '${workspace}', '${card}' || i, '${publicId}', 'x', 0, 'a' || (10000 + i), 1 from n where i < 400`);
  const counts = async (of: string) => {
    const all: Record<string, number> = {};
    for (const table of below) all[table] = await countOf(`${table} where workspace_id = '${of}'`);
    return all;
  };
  const expected = await counts(workspace);
  const target = await makeWorkspace(ada);
  await addMember(service, target, bob);
  const carried: number[] = [];
  const longest = { comments: 0, activities: 0 };
  await withWrites(
    service,
    (write) => (work) =>
      write((tx) =>
        work(
          tellingOf(tx, (name, parameters) => {
            if (name === 'boards.transfer.cards') {
              carried.push((parameters as { cardIds: string[] }).cardIds.length);
            }
            if (name === 'boards.transfer.comments') longest.comments++;
            if (name === 'boards.transfer.activities') longest.activities++;
          }),
        ),
      ),
    () => move(board, target),
  );
  assert.equal(
    carried.reduce((sum, each) => sum + each, 0),
    cards + 1,
  );
  assert.ok(carried.every((each) => each <= slice.cards));
  assert.ok(longest.comments >= carried.length + 1500 / slice.rows - 1, 'comments of a card in slices');
  assert.ok(longest.activities >= carried.length + 1500 / slice.rows - 1, 'activities of a card in slices');
  assert.deepEqual(await counts(target), expected);
  await service.jobs.run('trash');
  assert.deepEqual(await leftIn(workspace), []);
  await assertConsistent(service);
});

test('readers see it whole, in one workspace, at any moment', async () => {
  const { workspace, board, lists } = await makeLarge();
  const target = await makeWorkspace(ada);
  await addMember(service, target, bob);
  const boardsIn = (of: string) => ada.call(api.boards.list, { params: { workspacePublicId: of } });
  const found = (of: string) =>
    ada.call(api.search.workspace, {
      params: { workspacePublicId: of },
      query: { query: 'card', limit: 50 },
    });
  const numbers = new Set<number>();
  const look = async () => {
    const seen = await read(board);
    const [here, there] = [seen.workspace.publicId, seen.workspace.publicId === target ? workspace : target];
    assert.equal(seen.lists.flatMap((list) => list.cards).length, cards);
    for (const { cardNumber } of seen.lists.flatMap((list) => list.cards)) numbers.add(cardNumber);
    assert.deepEqual([(await boardsIn(here)).length, (await boardsIn(there)).length], [1, 0]);
    assert.ok((await found(here)).length > 0);
    assert.deepEqual(await found(there), []);
    for (const workspacePublicId of [here, there]) {
      const params = { workspacePublicId };
      assert.deepEqual((await ada.call(api.trash.list, { params, query: {} })).items, []);
    }
    const mine = await bob.call(api.cards.mine, { query: { limit: 100 } });
    assert.equal(new Set(mine.cards.map(({ publicId }) => publicId)).size, mine.cards.length);
    const { cards: inList } = await ada.call(api.boards.cardsOfList, {
      params: { listPublicId: nth(lists, 0) },
      query: { limit: 100 },
    });
    assert.equal(inList.length, 100);
    return here;
  };
  const where: string[] = [];
  const looking =
    (write: Database['write']): Database['write'] =>
    async (work) => {
      where.push(await look());
      return write(work);
    };
  const types = await service.recorded(() => withWrites(service, looking, () => move(board, target)));
  assert.deepEqual(types, ['board.deleted', 'board.created']);
  assert.ok(where.length > 8 && where.every((each) => each === workspace), `${where.length} looks`);
  assert.equal(await look(), target);
  assert.equal(numbers.size, cards, 'they are numbered in the same order');
});

test('nothing is lost that is acknowledged while the board moves, on any node', async () => {
  const { workspace, board, lists } = await makeLarge();
  const target = await makeWorkspace(ada);
  const elsewhere = await makeBoard(ada, { workspace });
  const done = { cards: 0, comments: 0, titles: new Map<string, string>(), lists: 0 };
  const found = await read(board);
  const ids = found.lists.flatMap((list) => list.cards.map(({ publicId }) => publicId));
  let n = 0;
  const writeOne = async () => {
    const turn = n++;
    const person = (turn % 2 ? service : other).caller(ada.token);
    const params = { cardPublicId: nth(ids, turn % ids.length) };
    const body = { title: `title ${turn}` };
    if (turn % 5 === 0) {
      await person.call(api.cards.create, { body: { title: 'new', listPublicId: nth(lists, turn % 2) } });
      done.cards++;
    } else if (turn % 5 === 1) {
      await person.call(api.comments.create, { params, body: { comment: `comment ${turn}` } });
      done.comments++;
    } else if (turn % 5 === 2) {
      await person.call(api.cards.update, { params, body });
      done.titles.set(params.cardPublicId, body.title);
    } else if (turn % 5 === 3) {
      await person.call(api.cards.update, { params, body: { listPublicId: nth(lists, 1), index: 0 } });
    } else {
      await person.call(api.lists.create, { body: { name: `list ${turn}`, boardPublicId: board } });
      done.lists++;
    }
  };
  await until(move(board, target), async () => {
    await Promise.all([writeOne(), writeOne(), writeOne(), makeCard(eve, await listOfEve()), writeOne()]);
  });
  const after = await read(board);
  assert.equal(after.workspace.publicId, target);
  assert.equal(after.lists.length, lists.length + done.lists);
  const all = after.lists.flatMap((list) => list.cards);
  assert.equal(all.length, cards + done.cards);
  assert.equal(
    all.reduce((sum, { commentCount }) => sum + commentCount, 0),
    cards + done.comments,
  );
  const titles = new Map(all.map(({ publicId, title }) => [publicId, title]));
  for (const [id, title] of done.titles) assert.equal(titles.get(id), title);
  assert.equal(new Set(all.map(({ cardNumber }) => cardNumber)).size, all.length);
  await makeCard(ada, nth(elsewhere.lists, 0));
  await assertConsistent(service);
});

let ofEve: string | undefined;
const listOfEve = async () => (ofEve ??= nth((await makeBoard(eve)).lists, 0));

test('a move that ends in the middle leaves nothing that anyone sees, and may be asked for again', async () => {
  const { workspace, board, lists } = await makeLarge();
  const target = await makeWorkspace(ada);
  let all = 0;
  const counting = (write: Database['write']): Database['write'] => {
    return (work) => {
      all++;
      return write(work);
    };
  };
  await withWrites(service, counting, () => move(board, target));
  await move(board, workspace);
  await service.jobs.run('trash');
  assert.ok(all > 8, `${all} transactions`);
  for (let k = 0; k < all; k++) {
    let count = 0;
    // Alternately, the database fails from here on, or for this one transaction only.
    const failing =
      (write: Database['write']): Database['write'] =>
      (work) =>
        (k % 2 ? count++ >= k : count++ === k) ? Promise.reject(new Error('gone')) : write(work);
    const asking = () => unlogged(statusOf(move(board, target)));
    assert.equal(await withWrites(service, failing, asking), 500, `after ${k} transactions`);
    await assertWhole(board, workspace);
    assert.deepEqual(await ada.call(api.boards.list, { params: { workspacePublicId: target } }), []);
    const { items } = await ada.call(api.trash.list, { params: { workspacePublicId: target }, query: {} });
    assert.deepEqual(items, []);
    if (k % 2) pass(holdTime);
    const params = { listPublicId: nth(lists, 0) };
    await ada.call(api.lists.update, { params, body: { name: `after ${k}` } });
    if (k % 3 === 0) {
      pass(2 * hour);
      await service.jobs.run('trash');
      assert.deepEqual(await leftIn(target), [], `after ${k} transactions`);
    }
  }
  await move(board, target);
  await assertWhole(board, target);
  await service.jobs.run('trash');
  assert.deepEqual(await leftIn(workspace), []);
  await assertConsistent(service);
});

test('it moves back at once, and on, before what it left is removed', async () => {
  const { workspace, board } = await makeLarge();
  const target = await makeWorkspace(ada);
  const third = await makeWorkspace(ada);
  for (const to of [target, workspace, target, third]) {
    await move(board, to);
    await assertWhole(board, to);
  }
  await service.jobs.run('trash');
  assert.deepEqual([await leftIn(workspace), await leftIn(target)], [[], []]);
  await assertWhole(board, third);
  await assertConsistent(service);
});

test('it moves once for one key, however often it is asked for', async () => {
  const { board } = await makeLarge();
  const target = await makeWorkspace(ada);
  const ask = () =>
    service.raw(`/boards/${board}/move`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'move',
      },
      body: JSON.stringify({ targetWorkspacePublicId: target }),
    });
  const types = await service.recorded(async () => {
    for (const response of [...(await Promise.all([ask(), ask()])), await ask()]) {
      assert.deepEqual([response.status, await response.json()], [200, { success: true }]);
    }
  });
  assert.deepEqual(types, ['board.deleted', 'board.created']);
  await assertWhole(board, target);
});

test('files stay for the cards that have moved, and go with them', async () => {
  const { workspace, board, lists } = await makeLarge();
  const target = await makeWorkspace(ada);
  const card = await makeCard(ada, nth(lists, 1));
  const params = { cardPublicId: card };
  await attach(ada, card);
  const upload = await beginUpload(ada, card);
  await sendBytes(upload);
  await move(board, target);
  await ada.call(api.attachments.confirm, { params, body: confirmation(upload) });
  pass(2 * hour);
  for (const job of ['expired-uploads', 'trash', 'expired-uploads']) await service.jobs.run(job);
  assert.deepEqual(await leftIn(workspace), []);
  const { attachments } = await ada.call(api.cards.get, { params });
  assert.equal(attachments.length, 2);
  for (const { url } of attachments) assert.equal((await fetch(url ?? '')).status, 200);
  const kept = await service.sql<{ key: string }>(
    `select storage_key as key from attachments where card_id = '${card}'`,
  );
  await ada.call(api.cards.delete, { params });
  await service.sql(`update cards set deleted_at = 1 where id = '${card}'`);
  await service.jobs.run('trash');
  for (const { key } of kept) assert.equal(await service.storage.stat(key), undefined);
});

test('what is refused in the end, nobody has seen', async () => {
  const { board, workspace } = await makeLarge();
  const target = await makeWorkspace(ada);
  await addMember(service, workspace, eve, { role: 'admin' });
  const member = await addMember(service, target, eve, { role: 'admin' });
  const shutOut = before(6, () => setStatus(service, member, 'paused'));
  assert.equal(await withWrites(service, shutOut, () => statusOf(move(board, target, eve))), 403);
  await assertWhole(board, workspace);
  await service.jobs.run('trash');
  assert.deepEqual(await leftIn(target), []);
});

test('a change after the hold has run out succeeds, and then the move is undone', async () => {
  const { board, workspace, lists } = await makeLarge();
  const target = await makeWorkspace(ada);
  const params = { listPublicId: nth(lists, 0) };
  const late = before(6, async () => {
    // The hold expires, as if the node had been suspended for that long.
    pass(holdTime);
    await other.caller(ada.token).call(api.lists.update, { params, body: { name: 'renamed' } });
  });
  const asking = () => unlogged(statusOf(move(board, target, plainly(service, ada))));
  assert.equal(await withWrites(service, late, asking), 503);
  await assertWhole(board, workspace);
  assert.equal(nth((await read(board)).lists, 0).name, 'renamed');
});

test('a slice that ends after the hold has run out is undone', {
  skip: engine === 'sqlite' && 'nobody changes anything during a slice there',
}, async () => {
  const { board, workspace, lists } = await makeLarge();
  const target = await makeWorkspace(ada);
  const params = { listPublicId: nth(lists, 0) };
  let isLate = false;
  const slow = (tx: Writing): Writing => ({
    ...tellingOf(tx, () => {}),
    async run(command, parameters) {
      const rows = await tx.run(command, parameters);
      if (command.name === 'boards.transfer.cards' && !isLate) {
        isLate = true;
        pass(holdTime);
        await other.caller(ada.token).call(api.lists.update, { params, body: { name: 'renamed' } });
      }
      return rows;
    },
  });
  const asking = () => unlogged(statusOf(move(board, target, plainly(service, ada))));
  const slowly = (write: Database['write']): Database['write'] => {
    return (work) => write((tx) => work(slow(tx)));
  };
  assert.equal(await withWrites(service, slowly, asking), 503);
  assert.ok(isLate);
  await assertWhole(board, workspace);
  assert.equal(nth((await read(board)).lists, 0).name, 'renamed');
  assert.equal(await countOf(`cards where workspace_id = '${target}'`), 0);
});

test('what has moved away, or is not there yet, takes no room of the workspace', async () => {
  const { workspace, board } = await makeLarge();
  const target = await makeWorkspace(ada);
  await service.sql(`insert into boards (workspace_id, id, name, slug, type, visibility, created_by, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${caps.boardsOfWorkspace - 1})
    select '${workspace}', 'room-' || i, 'Full', 'room-' || i, 'regular', 'private', '${ada.id}', 1 from n`);
  await ada.refused(409, api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'One more' },
  });
  await move(board, target);
  await makeBoard(ada, { workspace });
  await ada.refused(409, api.boards.move, { ...at(board), body: { targetWorkspacePublicId: workspace } });
  await assertWhole(board, target);
});

test('of a move and something else at once, both come to an end that one after the other has', async () => {
  for (let round = 0; round < 3; round++) {
    const { board } = await makeLarge();
    const targets = [await makeWorkspace(ada), await makeWorkspace(ada)];
    const [here, there] = [plainly(service, ada), plainly(other, ada)];
    const copy = {
      params: { workspacePublicId: nth(targets, 0) },
      body: { name: 'Copy', sourceBoardPublicId: board },
    };
    const statuses = await Promise.all([
      statusOf(move(board, nth(targets, 0), here)),
      statusOf(move(board, nth(targets, 1), there)),
      statusOf(there.call(api.boards.create, copy)),
      service.jobs.run('trash').then(() => 200),
      ...(round === 2 ? [statusOf(there.call(api.boards.delete, at(board)))] : []),
    ]);
    assert.ok(
      statuses.every((status) => [200, 404, 400, 503].includes(status)),
      statuses.join(),
    );
    await service.jobs.run('trash');
    assert.equal(await countOf(`boards where id = '${board}'`), 1);
    assert.equal(await countOf(`cards where board_id = '${board}'`), cards);
    for (const { publicId } of await ada.call(api.boards.list, { params: copy.params })) {
      if (publicId !== board)
        assert.equal((await read(publicId)).lists.flatMap((list) => list.cards).length, cards);
    }
    await assertConsistent(service);
  }
});
