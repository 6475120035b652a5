import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { trashTime } from '../base/access/trash.ts';
import { hour } from '../base/clock.ts';
import { type MadeBoard, makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';
import { emptyTrash } from './jobs.ts';

const service = await testService();
const ada = await service.signUp('ada');

const deleteCard = (card: string) => ada.call(api.cards.delete, { params: { cardPublicId: card } });
const deleteList = (list: string) => ada.call(api.lists.delete, { params: { listPublicId: list } });
const deleteBoard = (board: string) => ada.call(api.boards.delete, { params: { boardPublicId: board } });

/** Ages everything in the trash by the max time there plus `micros`. */
async function age(table: 'cards' | 'lists' | 'boards', micros = 2 * hour): Promise<void> {
  await service.sql(
    `update ${table} set deleted_at = deleted_at - ${trashTime + micros} where deleted_at is not null`,
  );
}

const countOf = async (table: string, where: string): Promise<number> =>
  Number(
    (await service.sql<{ count: number }>(`select count(*) as count from ${table} where ${where}`))[0]?.count,
  );

async function* bytes() {
  yield Buffer.from('file');
}

/** Stores a file of a card: attached, or uploaded and not confirmed. Returns its key. */
async function store(
  made: MadeBoard,
  card: string,
  as: 'attachment' | 'upload',
  id: string,
): Promise<string> {
  const key = `${made.workspace}/${id}`;
  await service.storage.put(key, bytes());
  const now = service.clock.now();
  const [table, columns, values] =
    as === 'attachment'
      ? ['attachments', 'filename, original_filename', `'a.txt', 'a.txt'`]
      : ['uploads', 'expires_at', now + hour];
  await service.sql(`insert into ${table} (workspace_id, id, card_id, storage_key, content_type, size, created_by,
    created_at, ${columns}) values ('${made.workspace}', '${id}', '${card}', '${key}', 'text/plain', 4, '${ada.id}',
    ${now}, ${values})`);
  return key;
}

/** A card with all kinds of children. */
async function fullCard(made: MadeBoard): Promise<string> {
  const params = { workspacePublicId: made.workspace };
  const { members } = await ada.call(api.workspaces.get, { params });
  const card = await makeCard(ada, nth(made.lists, 0), {
    labelPublicIds: made.labels,
    memberPublicIds: members.map(({ publicId }) => publicId),
  });
  const at = { params: { cardPublicId: card } };
  const { publicId } = await ada.call(api.checklists.create, { ...at, body: { name: 'x' } });
  await ada.call(api.checklists.createItem, {
    params: { checklistPublicId: publicId },
    body: { title: 'x' },
  });
  await ada.call(api.comments.create, { ...at, body: { comment: 'x' } });
  return card;
}

const hanging = [
  'card_labels',
  'card_members',
  'checklists',
  'comments',
  'activities',
  'attachments',
  'uploads',
];

/** The number of tables that still have rows of the card or its children. */
const remainsOf = async (card: string) => {
  const counts = await Promise.all(hanging.map((table) => countOf(table, `card_id = '${card}'`)));
  return counts.filter((count) => count > 0).length + (await countOf('cards', `id = '${card}'`));
};

test('a card goes for good with all that hangs on it, and with its files', async () => {
  const made = await makeBoard(ada);
  const [gone, kept] = [await fullCard(made), await fullCard(made)];
  const goneKeys = [
    await store(made, gone, 'attachment', 'gone000000000001'),
    await store(made, gone, 'upload', 'gone000000000002'),
  ];
  const keptKeys = [
    await store(made, kept, 'attachment', 'kept000000000001'),
    await store(made, kept, 'upload', 'kept000000000002'),
  ];
  await deleteCard(gone);
  await age('cards');
  await emptyTrash(service);
  assert.equal(await remainsOf(gone), 0);
  assert.equal(await remainsOf(kept), hanging.length + 1);
  for (const key of goneKeys) assert.equal(await service.storage.stat(key), undefined);
  for (const key of keptKeys) assert.deepEqual(await service.storage.stat(key), { size: 4 });
});

test('a list goes with its cards, more than one batch of them; the board stays', async () => {
  const made = await makeBoard(ada);
  const list = nth(made.lists, 0);
  const cards = await Promise.all(Array.from({ length: 60 }, () => makeCard(ada, list)));
  const key = await store(made, nth(cards, 59), 'attachment', 'list000000000001');
  const elsewhere = await makeCard(ada, nth(made.lists, 1));
  await deleteList(list);
  await age('lists');
  await emptyTrash(service);
  assert.equal(await countOf('lists', `id = '${list}'`), 0);
  assert.equal(await countOf('cards', `board_id = '${made.board}'`), 1);
  assert.equal(await service.storage.stat(key), undefined);
  await ada.call(api.cards.get, { params: { cardPublicId: elsewhere } });
});

test('a board goes with lists, labels and cards; its neighbours stay', async () => {
  const made = await makeBoard(ada);
  const neighbour = await makeBoard(ada, { workspace: made.workspace });
  const card = await fullCard(made);
  const kept = await fullCard(neighbour);
  const key = await store(made, card, 'attachment', 'board00000000001');
  await deleteBoard(made.board);
  await age('boards');
  await emptyTrash(service);
  for (const table of ['lists', 'labels', 'cards']) {
    assert.equal(await countOf(table, `board_id = '${made.board}'`), 0);
  }
  assert.equal(await countOf('boards', `id = '${made.board}'`), 0);
  assert.equal(await remainsOf(card), 0);
  assert.equal(await service.storage.stat(key), undefined);
  await ada.call(api.cards.get, { params: { cardPublicId: kept } });
});

test('what has not been in the trash for 30 days stays, and so does what was never there', async () => {
  const made = await makeBoard(ada);
  const [trashed, live] = [await makeCard(ada, nth(made.lists, 0)), await makeCard(ada, nth(made.lists, 0))];
  const young = await makeBoard(ada, { workspace: made.workspace });
  await deleteBoard(young.board);
  await deleteCard(trashed);
  await deleteList(nth(made.lists, 1));
  await emptyTrash(service);
  await ada.call(api.cards.restore, { params: { cardPublicId: trashed } });
  await ada.call(api.lists.restore, { params: { listPublicId: nth(made.lists, 1) } });
  await ada.call(api.boards.restore, { params: { boardPublicId: young.board } });
  await ada.call(api.cards.get, { params: { cardPublicId: live } });
});

test('what can no longer be restored stays for another hour, in case restoring it was begun before', async () => {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  await deleteCard(card);
  await age('cards', hour / 2);
  await ada.refused(404, api.cards.restore, { params: { cardPublicId: card } });
  await emptyTrash(service);
  assert.equal(await countOf('cards', `id = '${card}'`), 1);
  service.clock.pass(hour);
  await emptyTrash(service);
  assert.equal(await countOf('cards', `id = '${card}'`), 0);
});

test('two nodes that empty the trash at once do not disturb each other', async () => {
  const made = await makeBoard(ada);
  const cards = await Promise.all(Array.from({ length: 60 }, () => makeCard(ada, nth(made.lists, 0))));
  await Promise.all(cards.map(deleteCard));
  await age('cards');
  await Promise.all([emptyTrash(service), emptyTrash(service), emptyTrash(service)]);
  assert.equal(await countOf('cards', `board_id = '${made.board}'`), 0);
});
