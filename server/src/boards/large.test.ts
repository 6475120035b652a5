import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* A board of 9000 cards of 10 000 characters is read in full, without blocking other requests. */

const service = await testService();
const ada = await service.signUp('ada');
const { board, lists } = await makeBoard(ada);
const count = 9000;
await fill(nth(lists, 0));

/** Adds cards directly to the database: creating them one by one takes minutes. */
async function fill(list: string): Promise<void> {
  const first = await makeCard(ada, list, { title: 'card 1' });
  await service.sql(`insert into cards (workspace_id, id, board_id, list_id, number, title, description, due_at,
      position, created_by, created_at)
    with recursive n (n) as (select 2 union all select n + 1 from n where n < ${count})
    select c.workspace_id, 'large' || (100000 + n.n) || '00000', c.board_id, c.list_id, n.n, 'card ' || n.n,
      '${'x'.repeat(10_000)}', null, c.position || (10000 + n.n) || '1', c.created_by, c.created_at
    from cards c cross join n where c.id = '${first}'`);
}

const headers = { authorization: `Bearer ${ada.token}`, 'accept-encoding': 'identity' };

test('it is read whole, in order, while others are answered in between', async () => {
  let isRead = false;
  const reading = service.raw(`/boards/${board}`, { headers }).then(async (reply) => {
    const read = (await reply.json()) as {
      lists: { cards: { title: string; index: number; description: string | null }[] }[];
    };
    isRead = true;
    return read;
  });
  let answered = 0;
  while (!isRead) {
    await ada.call(api.users.me);
    if (!isRead) answered++;
  }
  assert.ok(answered > 10, `${answered} were answered`);
  const [cards] = (await reading).lists.map((list) => list.cards);
  assert.equal(cards?.length, count);
  cards?.forEach(({ title, index }, at) => assert.deepEqual([title, index], [`card ${at + 1}`, at]));
  assert.equal(cards?.at(-1)?.description, 'x'.repeat(10_000));
});

/** Waits for `count` replies that need no statement: on a busy machine they take longer, just as slices do. */
async function answers(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await (await fetch(`${service.address}/docs`)).text();
}

test('who reads no further gets no further slice made', async () => {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.pause();
  const head = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`GET /api/v1/boards/${board} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  let before = -1;
  // The sockets buffer a few slices; then reading stops, far before the 700 slices of the board.
  for (let made = service.db.statements; made !== before; made = service.db.statements) {
    before = made;
    await Promise.all([pause(300), answers(50)]);
  }
  const standing = service.db.statements;
  await Promise.all([pause(500), answers(50)]);
  assert.equal(service.db.statements, standing);
  socket.destroy();
});

test('a text is looked for in all of it', async () => {
  const query = { query: 'CARD 8999' };
  const params = { boardPublicId: board };
  const found = await ada.call(api.boards.cards, { params, query });
  assert.deepEqual(
    found.cards.map(({ title, index }) => [title, index]),
    [['card 8999', 8998]],
  );
  assert.equal(found.hasMore, false);
});

test('a card with a great many comments counts them all and names the newest 100', async () => {
  const made = await makeBoard(ada);
  const params = { cardPublicId: await makeCard(ada, nth(made.lists, 0)) };
  await makeCard(ada, nth(made.lists, 0));
  await ada.call(api.comments.create, { params, body: { comment: 'first' } });
  for (const all of [150, 4000]) {
    await service.sql(`delete from comments where id like 'many%'`);
    await service.sql(`insert into comments (workspace_id, id, card_id, comment, created_by, created_at)
      with recursive n (n) as (select 2 union all select n + 1 from n where n < ${all})
      select workspace_id, 'many' || (100000000000 + n.n), card_id, 'x', created_by, created_at + n.n
      from comments cross join n where card_id = '${params.cardPublicId}' and comment = 'first'`);
    const [list] = (await ada.call(api.boards.get, { params: { boardPublicId: made.board } })).lists;
    const [card, other] = list?.cards ?? [];
    assert.deepEqual([card?.commentCount, other?.commentCount], [all, 0]);
    assert.deepEqual(
      card?.comments.map(({ publicId }) => publicId),
      Array.from({ length: 100 }, (_, n) => `many${100_000_000_000 + all - 99 + n}`),
    );
  }
});

test('members come to who may view members, lists to who may view lists', async () => {
  const made = await makeBoard(ada);
  const { workspace } = made;
  const bob = await service.signUp('bob');
  const member = await addMember(service, workspace, bob);
  const card = await makeCard(ada, nth(made.lists, 0), { memberPublicIds: [member] });
  const seen = async (person: Pick<Person, 'call'>) => {
    const found = await person.call(api.boards.get, { params: { boardPublicId: made.board } });
    const read = await person.call(api.cards.get, { params: { cardPublicId: card } });
    const summaries = await person.call(api.boards.list, { params: { workspacePublicId: workspace } });
    const around = await person.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
    const people = [found.workspace.members, read.members, read.list.board.workspace.members, around.members];
    const named = [found.lists, found.allLists, read.list.board.lists, nth(summaries, 0).lists];
    return [people.map(({ length }) => length > 0), named.map(({ length }) => length > 0)];
  };
  const all = [true, true, true, true];
  const none = [false, false, false, false];
  const may = ['workspace:view', 'board:view', 'card:view'] as const;
  assert.deepEqual(await seen(ada), [all, all]);
  assert.deepEqual(await seen(await keyOf(service, ada, [...may, 'list:view'])), [none, all]);
  assert.deepEqual(await seen(await keyOf(service, ada, [...may, 'member:view'])), [all, none]);
});
