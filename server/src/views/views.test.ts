import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { listen } from '../testing/live.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');

type Create = BodyOf<typeof api.views.create>;
type Update = BodyOf<typeof api.views.update>;

const table: Create = { name: 'Table', kind: 'table' };

const create = (board: string, body: Partial<Create> = {}, person: Person = ada) =>
  person.call(api.views.create, { params: { boardPublicId: board }, body: { ...table, ...body } });
const at = (board: string, view: string) => ({ params: { boardPublicId: board, viewPublicId: view } });
const update = (board: string, view: string, body: Update, person: Person = ada) =>
  person.call(api.views.update, { ...at(board, view), body });
const list = (board: string, person: Pick<Person, 'call'> = ada) =>
  person.call(api.views.list, { params: { boardPublicId: board } });
const names = async (board: string, person: Person = ada) =>
  (await list(board, person)).map(({ name }) => name);

/** A board of Ada's, which Bob may change and Eve only sees. */
async function world() {
  const made = await makeBoard(ada);
  await addMember(service, made.workspace, bob);
  await addMember(service, made.workspace, eve, { role: 'guest' });
  return made;
}

const settings = {
  filter: 'label:bug is:open',
  groupBy: 'list',
  sort: ['-due', 'title'],
  columns: ['title', 'due'],
  layout: 'month',
};

test('a view is created, changed in part, listed and deleted', async () => {
  const { board } = await world();
  const made = await create(board, { ...settings, name: '  Bugs ', shared: true });
  const expected = { publicId: made.publicId, name: 'Bugs', kind: 'table', shared: true, ...settings };
  assert.deepEqual(made, expected);
  assert.deepEqual(await list(board), [expected]);
  const next = { ...expected, groupBy: null, sort: [], name: 'All bugs', kind: 'calendar' as const };
  const body = { groupBy: null, sort: [], name: 'All bugs', kind: 'calendar' as const };
  assert.deepEqual(await update(board, made.publicId, body), next);
  assert.deepEqual(await list(board), [next]);
  assert.deepEqual(await ada.call(api.views.delete, at(board, made.publicId)), { success: true });
  assert.deepEqual(await list(board), []);
  await ada.refused(404, api.views.delete, at(board, made.publicId));
});

test('a view that only has a name and a kind shows all cards as its kind does', async () => {
  const { board } = await world();
  const { publicId, ...made } = await create(board);
  const nothing = { filter: '', groupBy: null, sort: [], columns: [], layout: null };
  assert.deepEqual(made, { name: 'Table', kind: 'table', shared: false, ...nothing });
});

test('own views are seen and changed by their owner only, shared ones by all who may edit the board', async () => {
  const { board } = await world();
  const own = await create(board, { name: 'Own' });
  const shared = await create(board, { name: 'Shared', shared: true });
  assert.deepEqual(await names(board), ['Shared', 'Own']);
  assert.deepEqual(await names(board, eve), ['Shared']);
  for (const person of [bob, eve]) {
    await person.refused(404, api.views.update, { ...at(board, own.publicId), body: { name: 'Taken' } });
    await person.refused(404, api.views.delete, at(board, own.publicId));
  }
  await eve.refused(403, api.views.update, { ...at(board, shared.publicId), body: { name: 'Taken' } });
  await eve.refused(403, api.views.delete, at(board, shared.publicId));
  const eves = await create(board, { name: 'Of Eve' }, eve);
  await eve.refused(403, api.views.update, { ...at(board, eves.publicId), body: { shared: true } });
  await eve.refused(403, api.views.create, {
    params: { boardPublicId: board },
    body: { ...table, shared: true },
  });
  await update(board, shared.publicId, { name: 'By Bob' }, bob);
  assert.deepEqual(await names(board, eve), ['By Bob', 'Of Eve']);
});

test('who stops sharing a view has it as their own, and who shares their own has it first', async () => {
  const { board } = await world();
  const { publicId } = await create(board, { shared: true });
  assert.equal((await update(board, publicId, { shared: false }, bob)).shared, false);
  assert.deepEqual([await names(board), await names(board, bob)], [[], ['Table']]);
  await create(board, { name: 'Own' }, bob);
  await update(board, publicId, { shared: true, name: 'Again' }, bob);
  assert.deepEqual([await names(board), await names(board, bob)], [['Again'], ['Again', 'Own']]);
});

test('views are put in order, among the shared ones or the own ones', async () => {
  const { board } = await world();
  const ids = new Map<string, string>();
  for (const name of ['a', 'b', 'c']) ids.set(name, (await create(board, { name, shared: true })).publicId);
  for (const name of ['x', 'y']) ids.set(name, (await create(board, { name })).publicId);
  const put = (name: string, index: number) => update(board, ids.get(name) ?? '', { index });
  await put('c', 0);
  await put('y', 0);
  assert.deepEqual(await names(board), ['c', 'a', 'b', 'y', 'x']);
  await put('c', 99);
  assert.deepEqual(await names(board), ['a', 'b', 'c', 'y', 'x']);
});

test('who cannot see a board knows nothing of its views, and other boards have others', async () => {
  const { board } = await world();
  const { publicId } = await create(board, { shared: true });
  const stranger = await service.signUp('stranger');
  const away = { params: { boardPublicId: board } };
  await stranger.refused(403, api.views.list, away);
  await stranger.refused(403, api.views.create, { ...away, body: table });
  const other = await world();
  await ada.refused(404, api.views.update, { ...at(other.board, publicId), body: { name: 'x' } });
  assert.deepEqual(await list(other.board), []);
  const key = service.caller((await keyOf(service, ada, ['card:view'])).key);
  await key.refused(403, api.views.list, away);
});

test('a board has a limited number of shared views, and of each person', async () => {
  const { board } = await world();
  for (let n = 0; n < caps.viewsOfBoard; n++) await create(board, { name: `${n}`, shared: true });
  const full = { params: { boardPublicId: board }, body: { ...table, shared: true } };
  const { issues } = await ada.refused(409, api.views.create, full);
  assert.match(JSON.stringify(issues), /at most 50 views of a board/i);
  const own = await create(board);
  await ada.refused(409, api.views.update, { ...at(board, own.publicId), body: { shared: true } });
});

test('what a view asks for is bounded', async () => {
  const { board } = await world();
  const params = { boardPublicId: board };
  for (const bad of [
    { name: '' },
    { name: 'x'.repeat(101) },
    { kind: 'gallery' },
    { filter: 'x'.repeat(1001) },
    { sort: Array(11).fill('due') },
    { columns: Array(101).fill('due') },
    { columns: ['x'.repeat(101)] },
    { groupBy: '' },
    { layout: 7 },
  ]) {
    await ada.refused(400, api.views.create, { params, body: { ...table, ...bad } as Create });
  }
});

test('followers learn of shared views, and only their owner of others', async () => {
  const { workspace, board } = await world();
  const bobs = await listen(service, bob, workspace);
  const adas = await listen(service, ada, workspace);
  const own = await create(board, { name: 'Own' });
  const shared = await create(board, { name: 'Shared', shared: true });
  await update(board, shared.publicId, { shared: false });
  await ada.call(api.views.delete, at(board, own.publicId));
  const [row] = await service.sql<{ position: number }>(
    `select max(position) as position from changes where workspace_id = '${workspace}'`,
  );
  for (const stream of [bobs, adas]) await stream.reached(Number(row?.position));
  const seen = ({ events }: typeof bobs) =>
    events.map(({ type, boardPublicId, view, gone, reread }) => [
      type,
      boardPublicId,
      view?.publicId,
      gone,
      reread,
    ]);
  const ofShared = ['view.changed', board, shared.publicId, undefined, undefined];
  const ofOwn = (id: string) => ['view.own.changed', board, id, undefined, undefined];
  assert.deepEqual(seen(bobs), [ofShared, ofShared]);
  assert.deepEqual(seen(adas), [
    ofOwn(own.publicId),
    ofShared,
    ofShared,
    ofOwn(shared.publicId),
    ofOwn(own.publicId),
  ]);
});

test('what happened on a board does not list views', async () => {
  const { board } = await world();
  await create(board, { shared: true });
  const { activities } = await ada.call(api.boardActivities.list, {
    params: { boardPublicId: board },
    query: {},
  });
  assert.deepEqual(
    activities.filter(({ type }) => type.startsWith('view.')),
    [],
  );
});

test('a copy of a board has its shared views, which name it, and its own lists and labels', async () => {
  const { workspace, board, lists, labels } = await world();
  const filter = `list:${nth(lists, 0)} label:${nth(labels, 1)} board:${board} label:bug`;
  const { publicId } = await create(board, { ...settings, filter, shared: true });
  await create(board, { name: 'Own' });
  const made = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Copy', sourceBoardPublicId: board },
  });
  const [copied, ...others] = await list(made.publicId);
  assert.deepEqual(others, []);
  const copy = await ada.call(api.boards.get, { params: { boardPublicId: made.publicId } });
  const named = [`list:${copy.lists[0]?.publicId}`, `label:${copy.labels[1]?.publicId}`];
  const twin = [...named, `board:${copy.publicId}`, 'label:bug'].join(' ');
  assert.deepEqual({ ...copied, publicId }, { ...table, ...settings, publicId, shared: true, filter: twin });
});

test('a board takes its views along to another workspace: the shared ones, and those of its members there', async () => {
  const { board } = await world();
  await create(board, { name: 'Shared', shared: true });
  await create(board, { name: 'Own' });
  await create(board, { name: 'Of Bob' }, bob);
  const there = await makeWorkspace(ada);
  await ada.call(api.boards.move, {
    params: { boardPublicId: board },
    body: { targetWorkspacePublicId: there },
  });
  assert.deepEqual(await names(board), ['Shared', 'Own']);
  await addMember(service, there, bob);
  assert.deepEqual(await names(board, bob), ['Shared']);
});

test('the own views of a deleted account go with it, and the shared ones stay', async () => {
  const { workspace, board } = await world();
  const cyd = await service.signUp('cyd');
  await addMember(service, workspace, cyd);
  await create(board, { name: 'Shared by Cyd', shared: true }, cyd);
  await create(board, { name: 'Of Cyd' }, cyd);
  await cyd.call(api.users.deleteMe, { body: { currentPassword: 'password of cyd' } });
  const rows = await service.sql<{ name: string }>(
    `select name from views where board_id = '${board}' order by name`,
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Shared by Cyd'],
  );
});
