import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { isoMillis } from '../base/clock.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');

const search = (workspacePublicId: string, query: string, limit?: number) =>
  ada.call(api.search.workspace, { params: { workspacePublicId }, query: { query, limit } });

const titles = async (workspace: string, query: string, limit?: number) =>
  (await search(workspace, query, limit)).map(({ title }) => title);

const comment = (card: string, text: string) =>
  ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: text } });

test('a card is shown with its place, and null where a field is that of boards', async () => {
  const { workspace, board, lists } = await makeBoard(ada, { name: 'Website' });
  const card = await makeCard(ada, nth(lists, 0), { title: 'Café', description: '**Open** early' });
  const [found, ...others] = await search(workspace, 'cafe');
  const [row] = await service.sql<{ at: number }>(`select created_at as at from cards where id = '${card}'`);
  assert.deepEqual(others, []);
  assert.deepEqual(found, {
    type: 'card',
    publicId: card,
    title: 'Café',
    description: '**Open** early',
    slug: null,
    boardPublicId: board,
    boardName: 'Website',
    listName: 'To do',
    cardNumber: 1,
    archivedAt: null,
    createdAt: isoMillis(row?.at ?? 0),
    updatedAt: null,
  });
});

test('a board is shown with its slug, and null where a field is that of cards', async () => {
  const { workspace, board } = await makeBoard(ada, { name: 'Website' });
  const [found, ...others] = await search(workspace, 'website');
  const [row] = await service.sql<{ at: number; slug: string }>(
    `select created_at as at, slug from boards where id = '${board}'`,
  );
  assert.deepEqual(others, []);
  assert.deepEqual(found, {
    type: 'board',
    publicId: board,
    title: 'Website',
    description: null,
    slug: row?.slug,
    boardPublicId: null,
    boardName: null,
    listName: null,
    cardNumber: null,
    archivedAt: null,
    createdAt: isoMillis(row?.at ?? 0),
    updatedAt: null,
  });
});

test('a card was updated when something was last done to it', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'watched' });
  await comment(card, 'one');
  const newest = async () => {
    const { activities } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
    return `${nth(activities, activities.length - 1).createdAt.slice(0, 23)}Z`;
  };
  assert.equal((await search(workspace, 'watched'))[0]?.updatedAt, await newest());
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body: { title: 'watched well' } });
  assert.equal((await search(workspace, 'watched'))[0]?.updatedAt, await newest());
});

test('titles come before descriptions, descriptions before comments, and of each the newest first', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const list = nth(lists, 0);
  await makeCard(ada, list, { title: 'title 1: needle' });
  await makeBoard(ada, { workspace, name: 'board: needle' });
  await makeCard(ada, list, { title: 'title 2: needle', description: 'needle' });
  for (const n of [1, 2]) await makeCard(ada, list, { title: `description ${n}`, description: 'needle' });
  for (const n of [1, 2]) {
    const card = await makeCard(ada, list, { title: `comment ${n}` });
    await comment(card, 'needle');
    await comment(card, 'needle, again');
  }
  const ranked = [
    'title 2: needle',
    'board: needle',
    'title 1: needle',
    'description 2',
    'description 1',
    'comment 2',
    'comment 1',
  ];
  assert.deepEqual(await titles(workspace, 'needle'), ranked);
  assert.deepEqual(await titles(workspace, 'ne'), ranked);
  assert.deepEqual(await titles(workspace, 'NEEDLE', 3), ranked.slice(0, 3));
});

test('words of title and description together are found, and rank as the description', async () => {
  const { workspace, lists } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0), { title: 'the red pump' });
  await makeCard(ada, nth(lists, 0), { title: 'the pump', description: 'is red' });
  assert.deepEqual(await titles(workspace, 'red pump'), ['the red pump', 'the pump']);
});

test('the number of a card finds it first, whatever the case of the prefix', async () => {
  const { publicId: workspace } = await ada.call(api.workspaces.create, {
    body: { name: 'Numbered', cardPrefix: 'Bü-X' },
  });
  const { lists } = await makeBoard(ada, { workspace });
  for (let n = 1; n <= 12; n++) await makeCard(ada, nth(lists, 0), { title: `card ${n}` });
  await makeCard(ada, nth(lists, 0), { title: 'see Bü-X-1' });
  const [first] = await search(workspace, 'Bü-X-12');
  assert.deepEqual([first?.title, first?.cardNumber], ['card 12', 12]);
  assert.deepEqual(await titles(workspace, 'BU-x-12'), ['card 12']);
  assert.deepEqual(await titles(workspace, 'bü-x-1'), ['card 1', 'see Bü-X-1']);
  assert.deepEqual(await titles(workspace, 'Bü-X-99'), []);
  assert.deepEqual(await titles(workspace, 'WEB-12'), []);
  assert.deepEqual(await titles(workspace, 'Bü-X-999999999999999'), []);
  const params = { cardPublicId: first?.publicId ?? '' };
  await ada.call(api.cards.delete, { params });
  assert.deepEqual(await titles(workspace, 'Bü-X-12'), []);
});

test('there are 20 results where no limit is given, and as many as it says where one is', async () => {
  const { workspace, lists } = await makeBoard(ada);
  for (let n = 0; n < 52; n++) await makeCard(ada, nth(lists, 0), { title: `many ${n}` });
  const all = Array.from({ length: 52 }, (_, n) => `many ${51 - n}`);
  assert.deepEqual(await titles(workspace, 'many'), all.slice(0, 20));
  assert.deepEqual(await titles(workspace, 'many', 1), all.slice(0, 1));
  assert.deepEqual(await titles(workspace, 'many', 50), all.slice(0, 50));
});

test('a search takes the same number of statements, whatever there is', async () => {
  const { workspace, lists } = await makeBoard(ada, { name: 'empty' });
  const counted = () => statementsOf(service, () => search(workspace, 'crowded'));
  const none = await counted();
  for (let n = 0; n < 10; n++)
    await comment(await makeCard(ada, nth(lists, 0), { title: 'crowded' }), 'crowded');
  assert.equal(await counted(), none);
});
