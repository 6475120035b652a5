import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Views of a person over all boards. */

const service = await testService();
const ada = await service.signUp('ada');

const list = (person: Pick<Person, 'call'> = ada) => person.call(api.ownViews.list, {});
const names = async () => (await list()).map(({ name }) => name);
const create = (body: BodyOf<typeof api.ownViews.create>, person: Person = ada) =>
  person.call(api.ownViews.create, { body });
const at = (ownViewPublicId: string) => ({ params: { ownViewPublicId } });

test('a view of my own is created, changed in part, listed and deleted, and nobody else has it', async () => {
  const settings = {
    filter: 'is:overdue @me',
    groupBy: 'list',
    sort: ['due'],
    columns: ['title'],
    layout: 'x',
  };
  const made = await create({ ...settings, name: '  Late ' });
  const expected = { publicId: made.publicId, name: 'Late', kind: 'table', shared: false, ...settings };
  assert.deepEqual(made, expected);
  assert.deepEqual(await list(), [expected]);
  const body = { filter: '', groupBy: null, name: 'All', kind: 'calendar' as const };
  const changed = await ada.call(api.ownViews.update, { ...at(made.publicId), body });
  assert.deepEqual(changed, { ...expected, ...body });
  const bob = await service.signUp('bob');
  assert.deepEqual(await list(bob), []);
  await bob.refused(404, api.ownViews.update, { ...at(made.publicId), body: { name: 'Taken' } });
  await bob.refused(404, api.ownViews.delete, at(made.publicId));
  assert.deepEqual(await ada.call(api.ownViews.delete, at(made.publicId)), { success: true });
  await ada.refused(404, api.ownViews.delete, at(made.publicId));
  assert.deepEqual(await list(), []);
});

test('they are in the order in which they are put, and limited in number', async () => {
  const ids: string[] = [];
  for (let n = 0; n < caps.viewsOfUser; n++) ids.push((await create({ name: `${n}` })).publicId);
  await ada.refused(409, api.ownViews.create, { body: { name: 'one more' } });
  await ada.call(api.ownViews.update, { ...at(ids[2] ?? ''), body: { index: 0 } });
  assert.deepEqual((await names()).slice(0, 4), ['2', '0', '1', '3']);
  await ada.call(api.ownViews.update, { ...at(ids[2] ?? ''), body: { index: 99, name: 'last' } });
  assert.deepEqual([(await names())[0], (await names()).at(-1)], ['0', 'last']);
});

test('a key that is limited cannot read them, and they go with their account', async () => {
  const cyd = await service.signUp('cyd');
  await makeWorkspace(cyd);
  await create({ name: 'Mine' }, cyd);
  const key = await keyOf(service, cyd, ['workspace:view', 'board:view']);
  await key.refused(403, api.ownViews.list, {});
  const count = () =>
    service.sql<{ n: number }>(`select count(*) as n from user_views where user_id = '${cyd.id}'`);
  assert.equal(Number((await count())[0]?.n), 1);
  await cyd.call(api.users.deleteMe, { body: { currentPassword: 'password of cyd' } });
  assert.equal(Number((await count())[0]?.n), 0);
});
