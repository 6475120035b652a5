import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { type Permission, permissions } from '../../../contract/permissions.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const { workspace, lists } = await makeBoard(ada, { name: 'secret board' });
await makeCard(ada, nth(lists, 0), { title: 'secret title' });
const described = await makeCard(ada, nth(lists, 0), { title: 'described', description: 'secret' });
const commented = await makeCard(ada, nth(lists, 0), { title: 'commented' });
for (const card of [described, commented]) {
  await ada.call(api.comments.create, {
    params: { cardPublicId: card },
    body: { comment: 'secret whisper' },
  });
}

const params = { workspacePublicId: workspace };
const all = ['secret title', 'secret board', 'described', 'commented'];

async function find(person: Pick<Person, 'call'>, query: string): Promise<string[]> {
  return (await person.call(api.search.workspace, { params, query: { query } })).map(({ title }) => title);
}

const keyWithout = (...without: Permission[]) =>
  keyOf(
    service,
    ada,
    permissions.filter((permission) => !without.includes(permission)),
  );

test('a member and a guest find everything', async () => {
  for (const role of ['member', 'guest'] as const) {
    const person = await service.signUp(role);
    await addMember(service, workspace, person, { role });
    assert.deepEqual(await find(person, 'secret'), all);
  }
});

test('a caller who may not view boards gets 403', async () => {
  const key = await keyWithout('board:view');
  await key.refused(403, api.search.workspace, { params, query: { query: 'secret' } });
});

test('a caller who may not view cards finds only boards, not by comments or numbers', async () => {
  const key = await keyWithout('card:view');
  assert.deepEqual(await find(key, 'secret'), ['secret board']);
  const { cardPrefix } = await ada.call(api.workspaces.get, { params });
  assert.deepEqual(await find(key, `${cardPrefix}-1`), []);
  assert.deepEqual(await find(ada, `${cardPrefix}-1`), ['secret title']);
  const blind = await service.signUp('blind');
  await addMember(service, workspace, blind, { revoked: ['card:view'] });
  assert.deepEqual(await find(blind, 'whisper'), []);
});

test('a caller who may not view comments finds no card by them', async () => {
  const key = await keyWithout('comment:view');
  assert.deepEqual(await find(key, 'secret'), ['secret title', 'secret board', 'described']);
  assert.deepEqual(await find(key, 'whisper'), []);
});

test('an outsider gets 403, a caller without token 401, and nobody finds what another workspace has', async () => {
  const eve = await service.signUp('eve');
  const other = await makeBoard(eve);
  await eve.refused(403, api.search.workspace, { params, query: { query: 'secret' } });
  await service.caller().refused(401, api.search.workspace, { params, query: { query: 'secret' } });
  for (const query of ['secret', 'se', 'whisper', workspace, workspace.slice(-5)]) {
    const found = await eve.call(api.search.workspace, {
      params: { workspacePublicId: other.workspace },
      query: { query },
    });
    assert.deepEqual(found, [], query);
  }
});

test('the ids of workspaces, by which their texts are kept apart, are no words', async () => {
  for (const query of [workspace, workspace.slice(-5), workspace.slice(0, 3), `${workspace} secret`]) {
    assert.deepEqual(await find(ada, query), [], query);
  }
});

test('a workspace that is unknown or in the trash returns 404', async () => {
  const query = { query: 'secret' };
  await ada.refused(404, api.search.workspace, { params: { workspacePublicId: '0123456789abcdef' }, query });
  const made = await makeBoard(ada);
  const gone = { workspacePublicId: made.workspace };
  await ada.call(api.workspaces.delete, { params: gone });
  await ada.refused(404, api.search.workspace, { params: gone, query });
});

test('a query has 1 to 100 characters that are not blank, the limit is 1 to 50; anything else is 400', async () => {
  const refused = (query: object) =>
    ada.refused(400, api.search.workspace, { params, query: query as { query: string } });
  for (const query of ['', ' ', '\t\n', 'x'.repeat(101)]) await refused({ query });
  for (const limit of [0, 51, -1, 1.5, 'many', '']) await refused({ query: 'x', limit });
  await refused({});
  assert.deepEqual(await find(ada, `${' '.repeat(120)}secret title `), ['secret title']);
});

test('a filter narrows what a search finds down to cards that pass', async () => {
  const person = await service.signUp('filters');
  const made = await makeBoard(person, { name: 'narrow board' });
  const [todo, done] = [nth(made.lists, 0), nth(made.lists, 1)];
  await makeCard(person, todo, { title: 'narrow one', labelPublicIds: [nth(made.labels, 0)] });
  await makeCard(person, done, { title: 'narrow two', labelPublicIds: [nth(made.labels, 0)] });
  await makeCard(person, done, { title: 'narrow three' });
  const params = { workspacePublicId: made.workspace };
  const found = async (filter: string) =>
    (await person.call(api.search.workspace, { params, query: { query: 'narrow', filter } })).map(
      ({ title }) => title,
    );
  assert.deepEqual(await found('label:urgent'), ['narrow two', 'narrow one']);
  assert.deepEqual(await found('label:urgent -list:done'), ['narrow one']);
  await person.refused(400, api.search.workspace, { params, query: { query: 'nothing', filter: '(' } });
});
