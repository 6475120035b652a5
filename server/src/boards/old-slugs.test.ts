import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { day } from '../base/clock.ts';
import { makeBoard, makeWorkspace } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Former slugs of workspaces and boards: nobody else can take them for 90 days, and they redirect. */

const service = await testService();
let ada = await service.signUp('ada');
let eve = await service.signUp('eve');
const anyone = service.caller();

const at = (boardPublicId: string) => ({ params: { boardPublicId } });
const of = (workspacePublicId: string) => ({ params: { workspacePublicId } });
const set = (board: string, body: BodyOf<typeof api.boards.update>, by: Person = ada) =>
  by.call(api.boards.update, { ...at(board), body });
const name = (workspace: string, slug: string, by: Person = ada) =>
  by.call(api.workspaces.update, { ...of(workspace), body: { slug } });

async function signIn(person: Person, who: string): Promise<Person> {
  const body = { email: person.email, password: `password of ${who}` };
  const { token } = await anyone.call(api.auth.signIn, { body });
  return { ...person, token, ...service.caller(token) };
}

/** Signs in again: sessions expire while time passes. */
const pass = async (days: number) => {
  service.clock.pass(days * day);
  [ada, eve] = [await signIn(ada, 'ada'), await signIn(eve, 'eve')];
};

/** A public board at `/workspaces/{its slug}/boards/roadmap`. */
async function publicBoard(slug: string) {
  const workspace = await makeWorkspace(ada);
  await name(workspace, slug);
  const { board } = await makeBoard(ada, { workspace });
  await set(board, { slug: 'roadmap', visibility: 'public' });
  return { workspace, board };
}

/** The status of an address, and where it redirects to. */
async function look(workspaceSlug: string, boardSlug: string, query = '') {
  const path = `/workspaces/${workspaceSlug}/boards/${boardSlug}${query}`;
  const { status, headers } = await service.raw(path, { redirect: 'manual' });
  return [status, headers.get('location')];
}

test('an old slug of the workspace, of the board or of both leads to the board, with the query', async () => {
  const { workspace, board } = await publicBoard('first-name');
  await name(workspace, 'second-name');
  await name(workspace, 'third-name');
  await set(board, { slug: 'plans' });
  const present = '/api/v1/workspaces/third-name/boards/plans';
  for (const slug of ['first-name', 'second-name']) {
    assert.deepEqual(await look(slug, 'plans'), [308, present]);
    assert.deepEqual(await look(slug, 'roadmap'), [308, present]);
  }
  assert.deepEqual(await look('third-name', 'roadmap', '?query=a%20b&dueDateFilters=overdue'), [
    308,
    `${present}?query=a%20b&dueDateFilters=overdue`,
  ]);
  assert.deepEqual(await look('third-name', 'plans'), [200, null]);
  const params = { workspaceSlug: 'first-name', boardSlug: 'roadmap' };
  assert.equal((await anyone.call(api.boards.getPublic, { params })).publicId, board);
});

test('it leads nowhere where the board is not public now, and is refused like an unknown one', async () => {
  const { workspace, board } = await publicBoard('was-public');
  await set(board, { slug: 'plans' });
  const unknown = await (await service.raw('/workspaces/was-public/boards/unknown')).json();
  const hidden = async () => {
    const reply = await service.raw('/workspaces/was-public/boards/roadmap', { redirect: 'manual' });
    assert.equal(reply.status, 404);
    assert.deepEqual(await reply.json(), unknown);
  };
  for (const body of [{ visibility: 'private' }, { isArchived: true }] as const) {
    await set(board, body);
    await hidden();
    await set(board, { visibility: 'public', isArchived: false });
    assert.equal((await look('was-public', 'roadmap'))[0], 308);
  }
  await ada.call(api.boards.delete, at(board));
  await hidden();
  await ada.call(api.boards.restore, at(board));
  await ada.call(api.workspaces.delete, of(workspace));
  await hidden();
});

test('nobody else gets an old slug for 90 days; its former board can take it back', async () => {
  const { workspace, board } = await publicBoard('given-up');
  await name(workspace, 'taken-on');
  await set(board, { slug: 'plans' });
  const { board: other } = await makeBoard(ada, { workspace });
  const mine = await makeWorkspace(eve);
  const askWorkspace = (by: Person) =>
    by.call(api.workspaces.checkSlug, { query: { workspaceSlug: 'given-up' } });
  const askBoard = (id: string) =>
    ada.call(api.boards.checkSlug, { ...at(id), query: { boardSlug: 'roadmap' } });
  assert.deepEqual(await askWorkspace(eve), { isAvailable: false, isReserved: true });
  assert.deepEqual(await askWorkspace(ada), { isAvailable: true, isReserved: false });
  assert.deepEqual(await askBoard(other), { isAvailable: false, isReserved: true });
  assert.deepEqual(await askBoard(board), { isAvailable: true, isReserved: false });
  await eve.refused(409, api.workspaces.create, { body: { name: 'Mine', slug: 'given-up' } });
  await eve.refused(409, api.workspaces.update, { ...of(mine), body: { slug: 'given-up' } });
  await ada.refused(409, api.boards.update, { ...at(other), body: { slug: 'roadmap' } });

  await name(workspace, 'given-up');
  await set(board, { slug: 'roadmap' });
  assert.deepEqual(await look('given-up', 'roadmap'), [200, null]);
  assert.deepEqual(await look('taken-on', 'plans'), [308, '/api/v1/workspaces/given-up/boards/roadmap']);
});

test('after 90 days it is free, leads nowhere and is forgotten', async () => {
  const { workspace, board } = await publicBoard('for-a-while');
  await name(workspace, 'for-longer');
  await set(board, { slug: 'plans' });
  await pass(89);
  assert.equal((await look('for-a-while', 'roadmap'))[0], 308);
  await service.jobs.run('old-workspace-slugs');
  await service.jobs.run('old-board-slugs');
  assert.equal((await look('for-a-while', 'roadmap'))[0], 308);
  await pass(2);
  assert.equal((await look('for-a-while', 'roadmap'))[0], 404);
  await ada.refused(404, api.workspaces.get, of('for-a-while'));
  const { board: other } = await makeBoard(ada, { workspace });
  await set(other, { slug: 'roadmap', visibility: 'public' });
  assert.deepEqual(await look('for-longer', 'roadmap'), [200, null]);
  await ada.call(api.workspaces.create, { body: { name: 'Next', slug: 'for-a-while' } });
  await set(other, { slug: 'other' });
  await service.jobs.run('old-workspace-slugs');
  await service.jobs.run('old-board-slugs');
  assert.deepEqual(await service.sql('select slug from old_workspace_slugs'), []);
  // The slug that the second board just gave up replaces the record of the first one.
  assert.deepEqual(await service.sql("select board_id from old_board_slugs where slug = 'roadmap'"), [
    { board_id: other },
  ]);
  assert.deepEqual(await service.sql(`select slug from old_board_slugs where board_id = '${board}'`), []);
});

test('a board that moves leaves its slug behind, which leads to where it went', async () => {
  const { workspace, board } = await publicBoard('moved-from');
  const target = await makeWorkspace(ada);
  await name(target, 'moved-to');
  await set(board, { slug: 'plans' });
  const move = (targetWorkspacePublicId: string) =>
    ada.call(api.boards.move, { ...at(board), body: { targetWorkspacePublicId } });
  await move(target);
  for (const slug of ['roadmap', 'plans']) {
    assert.deepEqual(await look('moved-from', slug), [308, '/api/v1/workspaces/moved-to/boards/plans']);
  }
  const { board: other } = await makeBoard(ada, { workspace });
  await ada.refused(409, api.boards.update, { ...at(other), body: { slug: 'plans' } });
  await move(workspace);
  assert.deepEqual(await look('moved-from', 'plans'), [200, null]);
  assert.deepEqual(await look('moved-to', 'plans'), [308, '/api/v1/workspaces/moved-from/boards/plans']);
});

test('a workspace is read by a slug that it had, by its members alone', async () => {
  const workspace = await makeWorkspace(ada);
  await name(workspace, 'read-before');
  await name(workspace, 'read-now');
  const { publicId, slug } = await ada.call(api.workspaces.get, of('read-before'));
  assert.deepEqual([publicId, slug], [workspace, 'read-now']);
  await eve.refused(403, api.workspaces.get, of('read-before'));
  await addMember(service, workspace, eve);
  await eve.call(api.workspaces.get, of('read-before'));
});

test('a workspace and a board keep their last ten: nobody takes all the names', async () => {
  const { workspace, board } = await publicBoard('many-0');
  for (let n = 1; n <= 11; n++) {
    await name(workspace, `many-${n}`);
    await set(board, { slug: `plan-${n}` });
  }
  assert.deepEqual(await look('many-0', 'plan-11'), [404, null]);
  assert.deepEqual(await look('many-11', 'roadmap'), [404, null]);
  assert.equal((await look('many-1', 'plan-1'))[0], 308);
  await eve.call(api.workspaces.create, { body: { name: 'Mine', slug: 'many-0' } });
});

test('a workspace takes its old slugs along when it goes', async () => {
  const { workspace, board } = await publicBoard('gone-before');
  await name(workspace, 'gone-now');
  await set(board, { slug: 'plans' });
  await ada.call(api.workspaces.delete, of(workspace));
  await pass(31);
  await service.jobs.run('expired-workspaces');
  for (const table of ['old_workspace_slugs', 'old_board_slugs']) {
    assert.deepEqual(await service.sql(`select slug from ${table} where workspace_id = '${workspace}'`), []);
  }
});
