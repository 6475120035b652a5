import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { QueryOf } from '../../../contract/operation.ts';
import { makeBoard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');
const workspace = await makeWorkspace(ada);
await addMember(service, workspace, bob, { role: 'guest' });

const list = (person: Pick<Person, 'call'>, query: QueryOf<typeof api.boards.list> = {}) =>
  person.call(api.boards.list, { params: { workspacePublicId: workspace }, query });
const names = async (...call: Parameters<typeof list>) => (await list(...call)).map(({ name }) => name);

const make = async (name: string, type: 'regular' | 'template' = 'regular') => {
  const params = { workspacePublicId: workspace };
  const { publicId } = await ada.call(api.boards.create, { params, body: { name, type } });
  return { boardPublicId: publicId };
};
const zebra = await make('Zebra');
const apple = await make('apple');
await make('Mango');
const archived = await make('Old plans');
await ada.call(api.boards.update, { params: archived, body: { isArchived: true } });
const deleted = await make('Mistake');
await ada.call(api.boards.delete, { params: deleted });
await make('Pattern', 'template');

test('live boards and templates are listed by name, whatever the case; archived and deleted ones are not', async () => {
  assert.deepEqual(await names(ada), ['apple', 'Mango', 'Pattern', 'Zebra']);
});

test("a caller's own favourites come first; no one else's order changes", async () => {
  for (const board of [zebra, archived]) {
    await ada.call(api.boards.update, { params: board, body: { favorite: true } });
  }
  assert.deepEqual(await names(ada), ['Zebra', 'apple', 'Mango', 'Pattern']);
  assert.deepEqual(await names(bob), ['apple', 'Mango', 'Pattern', 'Zebra']);
  await bob.call(api.boards.update, { params: apple, body: { favorite: true } });
  const favourites = (await list(ada)).filter(({ favorite }) => favorite).map(({ publicId }) => publicId);
  assert.deepEqual(favourites, [zebra.boardPublicId]);
});

test('archived boards, and boards of one type, are listed alone when they are asked for', async () => {
  assert.deepEqual(await names(ada, { archived: true }), ['Old plans']);
  assert.deepEqual(await names(ada, { archived: false, type: 'regular' }), ['Zebra', 'apple', 'Mango']);
  assert.deepEqual(await names(ada, { type: 'template' }), ['Pattern']);
  assert.deepEqual(await names(ada, { type: 'template', archived: true }), []);
});

test('a board is listed with its live lists, in order, and its labels', async () => {
  const made = await makeBoard(ada);
  const params = { workspacePublicId: made.workspace };
  const third = await ada.call(api.lists.create, { body: { name: 'Later', boardPublicId: made.board } });
  await ada.call(api.lists.update, { params: { listPublicId: third.publicId }, body: { index: 0 } });
  await ada.call(api.lists.delete, { params: { listPublicId: nth(made.lists, 1) } });
  const [summary, ...more] = await ada.call(api.boards.list, { params });
  assert.equal(more.length, 0);
  assert.deepEqual(summary, {
    publicId: made.board,
    name: summary?.name,
    favorite: false,
    lists: [
      { publicId: third.publicId, name: 'Later', index: 0 },
      { publicId: nth(made.lists, 0), name: 'To do', index: 1 },
    ],
    labels: [
      { publicId: nth(made.labels, 0), name: 'Urgent', colourCode: '#0d9488' },
      { publicId: nth(made.labels, 1), name: 'Later', colourCode: '#d97706' },
    ],
  });
});

test('the list is one statement behind the look-up of the workspace, however many boards there are', async () => {
  const few = await statementsOf(service, () => list(ada));
  for (let n = 0; n < 30; n++) await make(`more ${n}`);
  assert.equal(await statementsOf(service, () => list(ada)), few);
});

test('boards with a great many lists and labels are listed in slices, in one order, and others have their turn', async () => {
  const { workspace: large, board: first, lists, labels } = await makeBoard(ada);
  const copies = 100;
  const each = 100;
  const numbers = (most: number) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most})`;
  const copied = async (table: string, values: Record<string, string>, most: number, id: string) => {
    const [row] = await service.sql(`select * from ${table} where id = '${id}'`);
    const columns = Object.keys(row ?? {});
    await service.sql(`insert into ${table} (${columns.join()}) ${numbers(most)}
      select ${columns.map((column) => values[column] ?? `x.${column}`).join()}
      from n, (select * from ${table} where id = '${id}') x`);
  };
  const board = `'board' || (1000000 + n.i)`;
  await copied('boards', { id: board, slug: board, name: `'Copy ' || (1000 + n.i)` }, copies, first);
  const on = {
    id: `x.id || n.i`,
    position: `'a' || n.i`,
    board_id: `'board' || (1000001 + n.i % ${copies})`,
  };
  await copied('lists', on, copies * each, nth(lists, 0));
  await copied('labels', on, copies * each, nth(labels, 0));
  const params = { workspacePublicId: large };
  const favourite = { boardPublicId: 'board1000070' };
  await ada.call(api.boards.update, { params: favourite, body: { favorite: true } });
  const statements = await statementsOf(service, async () => {
    const listed = await ada.call(api.boards.list, { params });
    const expected = Array.from({ length: copies }, (_, n) => `board${1_000_001 + n}`);
    const others = expected.filter((id) => id !== favourite.boardPublicId);
    const ids = listed.map(({ publicId }) => publicId);
    assert.deepEqual(
      ids.filter((id) => id !== first),
      [favourite.boardPublicId, ...others],
    );
    assert.ok(ids.includes(first));
    for (const summary of listed.filter(({ publicId }) => publicId !== first)) {
      assert.deepEqual([summary.lists.length, summary.labels.length], [each, each]);
      assert.deepEqual(
        summary.lists.map(({ index }) => index),
        [...Array(each).keys()],
      );
    }
  });
  // Five large boards per slice, and one statement for the order of all boards, as there are more than 100.
  const few = await statementsOf(service, () => list(ada));
  assert.equal(statements, few + copies / 5 + 1);
});

test('400: a workspace id that is too short, an unknown type, an archived that is not a boolean', async () => {
  await ada.refused(400, api.boards.list, { params: { workspacePublicId: 'short' } });
  for (const query of ['type=plan', 'archived=1', 'archived=yes', 'archived=']) {
    const headers = { authorization: `Bearer ${ada.token}` };
    const { status } = await service.raw(`/workspaces/${workspace}/boards?${query}`, { headers });
    assert.equal(status, 400, query);
  }
});

test('401: no token', async () => {
  await service.caller().refused(401, api.boards.list, { params: { workspacePublicId: workspace } });
});

test('403: outsiders, and members who are not active or lack board:view', async () => {
  const params = { workspacePublicId: workspace };
  await eve.refused(403, api.boards.list, { params });
  for (const status of ['invited', 'paused', 'removed'] as const) {
    const person = await service.signUp(status);
    await addMember(service, workspace, person, { status });
    await person.refused(403, api.boards.list, { params });
  }
  const blind = await service.signUp('blind');
  await addMember(service, workspace, blind, { revoked: ['board:view'] });
  await blind.refused(403, api.boards.list, { params });
  const key = await keyOf(service, ada, ['card:view']);
  await key.refused(403, api.boards.list, { params });
});

test('404: no such workspace, or one in the trash', async () => {
  await ada.refused(404, api.boards.list, { params: { workspacePublicId: '0123456789abcdef' } });
  const params = { workspacePublicId: await makeWorkspace(ada) };
  await ada.call(api.workspaces.delete, { params });
  await ada.refused(404, api.boards.list, { params });
});
