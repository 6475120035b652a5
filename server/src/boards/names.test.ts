import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { QueryOf } from '../../../contract/operation.ts';
import { makeBoard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addBoardMember, addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const workspace = await makeWorkspace(ada);
const member = await addMember(service, workspace, bob, { role: 'member' });
const params = { workspacePublicId: workspace };

type Body = Parameters<typeof ada.call<typeof api.boards.create>>[1]['body'];
const make = async (name: string, body: Partial<Body> = {}) => {
  const { publicId } = await ada.call(api.boards.create, { params, body: { name, ...body } });
  return { boardPublicId: publicId };
};
const zebra = await make('Zebra', { lists: ['To do', 'Done'] });
const archived = await make('Old plans');
await ada.call(api.boards.update, { params: archived, body: { isArchived: true } });
const closed = await make('Closed', { access: 'members', lists: ['Secret'] });
await make('apple', { lists: Array.from({ length: 30 }, (_, n) => `List ${n}`) });
await make('Pattern', { type: 'template' });
const deleted = await make('Mistake');
await ada.call(api.boards.delete, { params: deleted });
await make('Mango');

/** All pages, one after the other. */
async function pages(person: Pick<Person, 'call'>, query: QueryOf<typeof api.boards.names> = {}) {
  const read: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await person.call(api.boards.names, {
      params,
      query: { ...query, ...(cursor && { cursor }) },
    });
    assert.equal(page.hasMore, page.nextCursor !== null);
    read.push(page.boards.map(({ name, listCount }) => `${name} ${listCount}`));
    cursor = page.nextCursor;
  }
  return read;
}

test('boards are listed oldest first with the number of their lists; archived and deleted ones are not', async () => {
  assert.deepEqual(await pages(ada), [['Zebra 2', 'Closed 1', 'apple 30', 'Pattern 0', 'Mango 0']]);
});

test('a page ends at its limit, and the next one continues there', async () => {
  const two = [['Zebra 2', 'Closed 1'], ['apple 30', 'Pattern 0'], ['Mango 0']];
  assert.deepEqual(await pages(ada, { limit: 2 }), two);
  assert.deepEqual(await pages(ada, { limit: 5 }), [two.flat()]);
  assert.deepEqual(await pages(bob, { limit: 2 }), [
    ['Zebra 2', 'apple 30'],
    ['Pattern 0', 'Mango 0'],
  ]);
});

test('archived boards, and boards of one type, are listed alone when they are asked for', async () => {
  assert.deepEqual(await pages(ada, { archived: true }), [['Old plans 0']]);
  assert.deepEqual(await pages(ada, { type: 'template' }), [['Pattern 0']]);
  assert.deepEqual(await pages(ada, { type: 'template', archived: true }), [[]]);
});

test("a favourite is the caller's own", async () => {
  await ada.call(api.boards.update, { params: zebra, body: { favorite: true } });
  const favourites = async (person: Person) =>
    (await person.call(api.boards.names, { params })).boards.filter(({ favorite }) => favorite);
  assert.deepEqual(await favourites(ada), [
    { publicId: zebra.boardPublicId, name: 'Zebra', favorite: true, listCount: 2 },
  ]);
  assert.deepEqual(await favourites(bob), []);
});

test('archived and deleted lists are not counted', async () => {
  const made = await makeBoard(ada);
  const of = { params: { workspacePublicId: made.workspace } };
  const count = async () => (await ada.call(api.boards.names, of)).boards.map(({ listCount }) => listCount);
  const [before = 0] = await count();
  await ada.call(api.lists.delete, { params: { listPublicId: nth(made.lists, 0) } });
  await ada.call(api.lists.archive, { params: { listPublicId: nth(made.lists, 1) } });
  assert.deepEqual(await count(), [before - 2]);
});

test('a closed board is listed for its members, and lists are counted for those who may see them', async () => {
  const key = await keyOf(service, ada, ['board:view']);
  assert.deepEqual(await pages(key), [['Zebra 0', 'Closed 0', 'apple 0', 'Pattern 0', 'Mango 0']]);
  assert.equal((await pages(bob)).flat().includes('Closed 1'), false);
  await addBoardMember(service, workspace, closed.boardPublicId, member, 'guest');
  assert.deepEqual((await pages(bob)).flat().slice(0, 2), ['Zebra 2', 'Closed 1']);
});

test('a page is one statement behind the look-up of the workspace, and one more for ten boards with many lists', async () => {
  const some = () => statementsOf(service, () => ada.call(api.boards.names, { params, query: { limit: 2 } }));
  const all = () => statementsOf(service, () => ada.call(api.boards.names, { params }));
  assert.equal(await all(), (await some()) + 1);
  for (let n = 0; n < 9; n++)
    await make(`more ${n}`, { lists: Array.from({ length: 11 }, (_, at) => `${at}`) });
  assert.equal(await all(), (await some()) + 1);
});

test('400: a limit that is too large, and a cursor that is none', async () => {
  for (const query of [{ limit: 501 }, { limit: 0 }, { cursor: 'x' }, { cursor: '0.0123456789abcdef' }])
    await ada.refused(400, api.boards.names, { params, query });
});
