import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { authenticate } from '../base/access/actor.ts';
import { trashTime } from '../base/access/trash.ts';
import { hour } from '../base/clock.ts';
import { readBoardtoolJson } from '../imports/boardtool-json.ts';
import { importBoards } from '../imports/flows/import-now.ts';
import { engine } from '../testing/database.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';
import { emptyTrash } from '../trash/jobs.ts';
import { indexAll } from './jobs.ts';

/* However a text is written, the very next search finds it. */

const service = await testService();
const ada = await service.signUp('ada');
const { workspace, board, lists } = await makeBoard(ada, { name: 'Harbour' });
const list = nth(lists, 0);

async function find(query: string, workspacePublicId = workspace): Promise<string[]> {
  const found = await ada.call(api.search.workspace, { params: { workspacePublicId }, query: { query } });
  return found.map(({ title }) => title);
}

const update = (card: string, body: { title?: string; description?: string | null; listPublicId?: string }) =>
  ada.call(api.cards.update, { params: { cardPublicId: card }, body });

const comment = async (card: string, text: string) =>
  (await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: text } })).publicId;

test('a title and a description are found as they are now, and no longer as they were', async () => {
  const card = await makeCard(ada, list, { title: 'alder', description: 'birch' });
  assert.deepEqual(await find('alder'), ['alder']);
  assert.deepEqual(await find('birch'), ['alder']);
  await update(card, { title: 'cedar' });
  assert.deepEqual(await find('alder'), []);
  assert.deepEqual(await find('cedar'), ['cedar']);
  assert.deepEqual(await find('birch'), ['cedar']);
  await update(card, { description: 'dogwood' });
  assert.deepEqual(await find('birch'), []);
  assert.deepEqual(await find('dogwood'), ['cedar']);
  await update(card, { description: null });
  assert.deepEqual(await find('dogwood'), []);
  assert.deepEqual(await find('cedar'), ['cedar']);
});

test('a comment is found as it is now, and not once it is deleted', async () => {
  const card = await makeCard(ada, list, { title: 'commented' });
  const id = await comment(card, 'elder');
  const params = { cardPublicId: card, commentPublicId: id };
  assert.deepEqual(await find('elder'), ['commented']);
  await ada.call(api.comments.update, { params, body: { comment: 'fir' } });
  assert.deepEqual(await find('elder'), []);
  assert.deepEqual(await find('fir'), ['commented']);
  await ada.call(api.comments.delete, { params });
  assert.deepEqual(await find('fir'), []);
  const left = await service.sql(`select body from search_texts where id = '${id}'`);
  assert.deepEqual(left, [{ body: null }], 'its words are gone from the database, too');
});

test('a board is found by its name as it is now', async () => {
  const made = await makeBoard(ada, { workspace, name: 'ginkgo' });
  assert.deepEqual(await find('ginkgo'), ['ginkgo']);
  await ada.call(api.boards.update, { params: { boardPublicId: made.board }, body: { name: 'hazel' } });
  assert.deepEqual(await find('ginkgo'), []);
  assert.deepEqual(await find('hazel'), ['hazel']);
});

test('a card is found where it was moved to', async () => {
  const card = await makeCard(ada, list, { title: 'juniper' });
  await update(card, { listPublicId: nth(lists, 1) });
  const [found] = await ada.call(api.search.workspace, {
    params: { workspacePublicId: workspace },
    query: { query: 'juniper' },
  });
  assert.equal(found?.listName, 'Done');
});

test('what is archived is found, what is deleted is not, what is restored is again', async () => {
  const card = await makeCard(ada, list, { title: 'kapok' });
  await comment(card, 'larch');
  const params = { cardPublicId: card };
  const isFound = async (expected: boolean) => {
    for (const query of ['kapok', 'larch']) assert.equal((await find(query)).length, expected ? 1 : 0, query);
  };
  await ada.call(api.cards.archive, { params });
  await isFound(true);
  await ada.call(api.cards.delete, { params });
  await isFound(false);
  await ada.call(api.cards.restore, { params });
  await isFound(true);
});

test('what is in a list or on a board that was deleted is not found until that is restored', async () => {
  const made = await makeBoard(ada, { workspace, name: 'maple' });
  const [first, second] = [nth(made.lists, 0), nth(made.lists, 1)];
  const card = await makeCard(ada, first, { title: 'nutmeg' });
  await comment(card, 'oleander');
  await makeCard(ada, second, { title: 'nutmeg, too' });
  const boardParams = { boardPublicId: made.board };
  await ada.call(api.lists.delete, { params: { listPublicId: first } });
  assert.deepEqual(await find('nutmeg'), ['nutmeg, too']);
  assert.deepEqual(await find('oleander'), []);
  await ada.call(api.boards.delete, { params: boardParams });
  assert.deepEqual([...(await find('nutmeg')), ...(await find('maple'))], []);
  await ada.call(api.boards.restore, { params: boardParams });
  await ada.call(api.lists.restore, { params: { listPublicId: first } });
  assert.deepEqual(await find('nutmeg'), ['nutmeg, too', 'nutmeg']);
  assert.deepEqual(await find('oleander'), ['nutmeg']);
  await ada.call(api.boards.update, { params: boardParams, body: { isArchived: true } });
  assert.deepEqual(await find('maple'), ['maple']);
});

test('what was emptied from the trash leaves nothing to search', async () => {
  const card = await makeCard(ada, list, { title: 'pomelo' });
  const id = await comment(card, 'quince');
  assert.deepEqual(await find('quince'), ['pomelo']);
  await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  await service.sql(
    `update cards set deleted_at = deleted_at - ${trashTime + 2 * hour} where id = '${card}'`,
  );
  await emptyTrash(service);
  assert.deepEqual(await service.sql(`select * from search_texts where id in ('${card}', '${id}')`), []);
});

test('a board that moves to another workspace is found there, and no longer here', async () => {
  const made = await makeBoard(ada, { workspace, name: 'rowan' });
  const card = await makeCard(ada, nth(made.lists, 0), { title: 'spruce', description: 'tamarind' });
  await comment(card, 'upas');
  assert.deepEqual(await find('tamarind'), ['spruce']);
  const target = await makeWorkspace(ada);
  const params = { boardPublicId: made.board };
  await ada.call(api.boards.move, { params, body: { targetWorkspacePublicId: target } });
  for (const query of ['rowan', 'spruce', 'tamarind', 'upas']) {
    assert.deepEqual(await find(query), [], query);
    assert.equal((await find(query, target)).length, 1, query);
  }
});

test('copies are found: of a card, and of a board', async () => {
  const card = await makeCard(ada, list, { title: 'viburnum', description: 'wisteria' });
  const params = { cardPublicId: card };
  await ada.call(api.cards.duplicate, { params, body: { listPublicId: list } });
  assert.deepEqual(await find('wisteria'), ['viburnum', 'viburnum']);
  const target = { workspacePublicId: workspace };
  const body = { name: 'a copy', sourceBoardPublicId: board };
  await ada.call(api.boards.create, { params: target, body });
  assert.equal((await find('wisteria')).length, 4);
});

test('what is imported is found with its comments', async () => {
  const actor = await authenticate(service.db, ada.token, service.clock.now());
  assert.ok(actor);
  const id = (n: number) => n.toString(16).padStart(24, '6');
  const content = {
    id: id(1),
    name: 'xylosma',
    lists: [{ id: id(2), name: 'Imported', closed: false, pos: 1 }],
    cards: [{ id: id(3), idList: id(2), name: 'yew', desc: 'zelkova', closed: false, pos: 1 }],
    actions: [
      {
        id: id(4),
        type: 'commentCard',
        date: '2024-01-02T00:00:00.000Z',
        data: { card: { id: id(3) }, text: 'acacia' },
      },
    ],
  };
  await importBoards(
    service,
    { actor, change: service.changeAs(actor) },
    { workspacePublicId: workspace, reply: (made) => made },
    'boardtool-json',
    [readBoardtoolJson(content)],
  );
  assert.deepEqual(await find('xylosma'), ['xylosma']);
  for (const query of ['yew', 'zelkova', 'acacia']) assert.deepEqual(await find(query), ['yew'], query);
});

test('what is written past the service is found as well', async () => {
  const card = await makeCard(ada, list, { title: 'banyan' });
  await service.sql(`update cards set title = 'cypress' where id = '${card}'`);
  assert.deepEqual([...(await find('banyan')), ...(await find('cypress'))], ['cypress']);
  await service.sql(`delete from cards where id = '${card}'`);
  assert.deepEqual(await find('cypress'), []);
});

test('changes that leave the texts as they are index nothing again', async () => {
  const card = await makeCard(ada, list, { title: 'durian', description: 'ebony' });
  await indexAll(service);
  await update(card, { listPublicId: nth(lists, 1) });
  await ada.call(api.cards.archive, { params: { cardPublicId: card } });
  await service.sql(`update cards set title = 'durian', description = 'ebony' where id = '${card}'`);
  assert.deepEqual(await service.sql('select id from search_texts where title is null'), []);
});

test('sixteen who write and search at once each find what they wrote', async () => {
  const words = Array.from({ length: 16 }, (_, n) => `word${String.fromCharCode(97 + n)}`);
  await Promise.all(
    words.map(async (word) => {
      const card = await makeCard(ada, list, { title: `first ${word}` });
      assert.deepEqual(await find(`first ${word}`), [`first ${word}`]);
      await update(card, { title: `second ${word}` });
      assert.deepEqual(
        [...(await find(`first ${word}`)), ...(await find(`second ${word}`))],
        [`second ${word}`],
      );
    }),
  );
});

/** Inserts cards that are waiting to be indexed directly into the database. */
async function writeMany(
  made: { workspace: string; board: string; lists: string[] },
  title: string,
  count = 3000,
) {
  const numbers =
    engine === 'sqlite'
      ? `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}) select`
      : 'select';
  const from = engine === 'sqlite' ? 'n' : `generate_series(1, ${count}) n (i)`;
  await service.sql(`insert into cards (workspace_id, id, board_id, list_id, number, title, position, created_by,
      created_at) ${numbers} '${made.workspace}', 'many' || (100000000000 + i), '${made.board}',
      '${nth(made.lists, 0)}', i, ${title}, 'a' || (10000 + i), '${ada.id}', i
    from ${from}`);
}

test('while a great many texts wait to be indexed, only what matches is found, and searching writes nothing', async () => {
  const made = await makeBoard(ada, { name: 'Willow' });
  for (let n = 0; n < 3; n++) await makeBoard(ada, { workspace: made.workspace, name: `Another ${n}` });
  await writeMany(made, "'hay ' || i");
  const waiting = () => service.sql('select id from search_texts where title is null order by id');
  const before = await waiting();
  assert.ok(before.length > 3000);
  assert.deepEqual(await find('needle', made.workspace), []);
  assert.deepEqual((await find('hay', made.workspace)).slice(0, 2), ['hay 3000', 'hay 2999']);
  assert.deepEqual(await waiting(), before);
  await indexAll(service);
  assert.deepEqual(await find('willow', made.workspace), ['Willow']);
  assert.deepEqual(await find('needle', made.workspace), []);
});

// PostgreSQL takes too long for 10 000 in a test suite.
const copied = engine === 'sqlite' ? 10_000 : 2000;

test(`a copy of a board of ${copied} cards is searched while it waits to be indexed, and only what matches is found`, async () => {
  const made = await makeBoard(ada, { name: 'Poplar' });
  for (let n = 0; n < 3; n++) await makeBoard(ada, { workspace: made.workspace, name: `Another ${n}` });
  await writeMany(made, "'hay ' || i", copied);
  await service.sql(`update workspaces set card_counter = ${copied} where id = '${made.workspace}'`);
  await indexAll(service);
  const params = { workspacePublicId: made.workspace };
  const body = { name: 'Copied', sourceBoardPublicId: made.board };
  await ada.call(api.boards.create, { params, body });
  const waiting = await service.sql('select id from search_texts where title is null');
  assert.equal(waiting.length, copied + 1);
  assert.deepEqual(await find('needle', made.workspace), []);
  assert.deepEqual(await find('poplar', made.workspace), ['Poplar']);
  assert.ok((await find('hay', made.workspace)).every((title) => title.startsWith('hay ')));
  assert.deepEqual(await service.sql('select id from search_texts where title is null'), waiting);
});

test('a text that would grow by folding is stored to a bounded length', async () => {
  const card = await makeCard(ada, list, { title: 'tall', description: '\ufdfa'.repeat(10_000) });
  await indexAll(service);
  const [text] = await service.sql(`select length(body) as n from search_texts where id = '${card}'`);
  assert.deepEqual(text, { n: 10_000 });
  assert.deepEqual(await find('tall'), ['tall']);
});

test('among many texts the old ones are found by the index, and the newest ones first', async () => {
  const made = await makeBoard(ada);
  await writeMany(made, "case i when 5 then 'a needle' else 'hay ' || i end");
  await indexAll(service);
  assert.deepEqual(await find('needle', made.workspace), ['a needle']);
  const newest = Array.from({ length: 20 }, (_, n) => `hay ${3000 - n}`);
  assert.deepEqual(await find('hay', made.workspace), newest);
  assert.deepEqual(await find('ha', made.workspace), newest);
});

test('of a word that some of the newest texts hold, and then only old ones, all are found', async () => {
  const made = await makeBoard(ada);
  const title = "case when i > 6900 and i % 16 = 0 or i <= 5 then 'needle ' else 'hay ' end || i";
  await writeMany(made, title, 7000);
  await indexAll(service);
  const params = { workspacePublicId: made.workspace };
  const found = await ada.call(api.search.workspace, { params, query: { query: 'needle', limit: 50 } });
  const numbers = [6992, 6976, 6960, 6944, 6928, 6912, 5, 4, 3, 2, 1];
  assert.deepEqual(
    found.map((each) => each.title),
    numbers.map((number) => `needle ${number}`),
  );
});
