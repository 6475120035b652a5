import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { QueryOf } from '../../../contract/operation.ts';
import { trashTime } from '../base/access/trash.ts';
import { attach } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const unknown = '0123456789abcdef';

const deleteCard = (card: string) => ada.call(api.cards.delete, { params: { cardPublicId: card } });
const deleteList = (list: string) => ada.call(api.lists.delete, { params: { listPublicId: list } });
const deleteBoard = (board: string) => ada.call(api.boards.delete, { params: { boardPublicId: board } });

const trashOf = (workspace: string, query: QueryOf<typeof api.trash.list> = {}, person: Person = ada) =>
  person.call(api.trash.list, { params: { workspacePublicId: workspace }, query });

const idsIn = async (workspace: string, person: Person = ada) =>
  (await trashOf(workspace, {}, person)).items.map(({ publicId }) => publicId);

test('what was deleted is listed, the newest first, with who deleted it and when', async () => {
  const made = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace: made.workspace, name: 'Old plans' });
  const card = await makeCard(ada, nth(made.lists, 0), { title: 'A card' });
  assert.deepEqual(await trashOf(made.workspace), { items: [], hasMore: false, nextCursor: null });
  const before = service.clock.now();
  await deleteCard(card);
  await deleteBoard(other.board);
  await deleteList(nth(made.lists, 1));
  const { items, hasMore, nextCursor } = await trashOf(made.workspace);
  assert.deepEqual(
    items.map(({ type, publicId, title, deletedBy }) => ({ type, publicId, title, deletedBy })),
    [
      { type: 'list', publicId: nth(made.lists, 1), title: 'Done', deletedBy: ada.id },
      { type: 'board', publicId: other.board, title: 'Old plans', deletedBy: ada.id },
      { type: 'card', publicId: card, title: 'A card', deletedBy: ada.id },
    ],
  );
  assert.deepEqual([hasMore, nextCursor], [false, null]);
  const times = items.map(({ deletedAt }) => Date.parse(deletedAt) * 1000);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  assert.ok(nth(times, 2) >= before - 1000 && nth(times, 0) <= service.clock.now());
});

test('the trash of one board has the lists and cards that were on it', async () => {
  const made = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace: made.workspace });
  const gone = await makeBoard(ada, { workspace: made.workspace });
  const card = await makeCard(ada, nth(made.lists, 0));
  await deleteCard(card);
  await deleteList(nth(made.lists, 1));
  await deleteList(nth(other.lists, 1));
  await deleteBoard(gone.board);
  const of = async (boardPublicId: string) =>
    (await trashOf(made.workspace, { boardPublicId })).items.map(({ publicId }) => publicId);
  assert.deepEqual(await of(made.board), [nth(made.lists, 1), card]);
  assert.deepEqual(await of(other.board), [nth(other.lists, 1)]);
  assert.deepEqual(await of(gone.board), []);
  assert.deepEqual(await of(unknown), []);
});

test('what is restored is no longer listed', async () => {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  await deleteCard(card);
  await deleteList(nth(made.lists, 1));
  await ada.call(api.cards.restore, { params: { cardPublicId: card } });
  assert.deepEqual(await idsIn(made.workspace), [nth(made.lists, 1)]);
  await ada.call(api.lists.restore, { params: { listPublicId: nth(made.lists, 1) } });
  assert.deepEqual(await idsIn(made.workspace), []);
});

test('what lies below something deleted is listed again when that is restored', async () => {
  const made = await makeBoard(ada);
  const [list] = made.lists;
  const card = await makeCard(ada, nth(made.lists, 0));
  assert.ok(list);
  await deleteCard(card);
  await deleteList(list);
  assert.deepEqual(await idsIn(made.workspace), [list]);
  await deleteBoard(made.board);
  assert.deepEqual(await idsIn(made.workspace), [made.board]);
  await ada.call(api.boards.restore, { params: { boardPublicId: made.board } });
  assert.deepEqual(await idsIn(made.workspace), [list]);
  await ada.call(api.lists.restore, { params: { listPublicId: list } });
  assert.deepEqual(await idsIn(made.workspace), [card]);
});

test('archived cards and boards are not in the trash, nor is what other workspaces deleted', async () => {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  await ada.call(api.cards.archive, { params: { cardPublicId: card } });
  const foreign = await makeBoard(ada);
  await deleteBoard(foreign.board);
  assert.deepEqual(await idsIn(made.workspace), []);
});

test('the pages return every item once, even if many were deleted at the same time', async () => {
  const made = await makeBoard(ada);
  const expected: string[] = [];
  for (let n = 0; n < 9; n++) expected.push(await makeCard(ada, nth(made.lists, 0)));
  await Promise.all(expected.map(deleteCard));
  await deleteList(nth(made.lists, 1));
  expected.push(nth(made.lists, 1));
  await service.sql(`update cards set deleted_at = ${service.clock.now()} where deleted_at is not null`);
  for (const limit of [1, 3, 10, 100]) {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await trashOf(made.workspace, { limit, ...(cursor ? { cursor } : {}) });
      assert.ok(page.items.length <= limit);
      assert.equal(page.hasMore, page.nextCursor !== null);
      seen.push(...page.items.map(({ publicId }) => publicId));
      cursor = page.nextCursor;
    }
    assert.deepEqual(seen.toSorted(), expected.toSorted());
  }
});

test('a page is read in three statements', async () => {
  const made = await makeBoard(ada);
  await deleteCard(await makeCard(ada, nth(made.lists, 0)));
  assert.equal(await statementsOf(service, () => trashOf(made.workspace)), 3);
});

test('after 30 days nothing is listed, as nothing can be restored', async () => {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0));
  await deleteCard(card);
  await service.sql(`update cards set deleted_at = deleted_at - ${trashTime} where id = '${card}'`);
  assert.deepEqual(await idsIn(made.workspace), []);
  await ada.refused(404, api.cards.restore, { params: { cardPublicId: card } });
});

test('a guest sees the trash; lists and cards only who may view lists and cards', async () => {
  const made = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace: made.workspace });
  const card = await makeCard(ada, nth(made.lists, 0));
  await deleteCard(card);
  await deleteList(nth(made.lists, 1));
  await deleteBoard(other.board);
  const seenBy = async (name: string, given: Parameters<typeof addMember>[3]) => {
    const person = await service.signUp(name);
    await addMember(service, made.workspace, person, given);
    return (await trashOf(made.workspace, {}, person)).items.map(({ type }) => type);
  };
  assert.deepEqual(await seenBy('guest', { role: 'guest' }), ['board', 'list', 'card']);
  assert.deepEqual(await seenBy('nocards', { revoked: ['card:view'] }), ['board', 'list']);
  assert.deepEqual(await seenBy('nolists', { revoked: ['list:view'] }), ['board', 'card']);
});

test('bad input is 400, an unknown workspace 404, nobody 401, and who is no active member 403', async () => {
  const made = await makeBoard(ada);
  const at = (workspacePublicId: string, query = {}) => ({ params: { workspacePublicId }, query });
  for (const query of [
    { limit: 0 },
    { limit: 101 },
    { limit: 'many' },
    { cursor: 'x' },
    { cursor: '1.short' },
  ]) {
    await ada.refused(400, api.trash.list, at(made.workspace, query));
  }
  await ada.refused(400, api.trash.list, at('short'));
  await ada.refused(404, api.trash.list, at(unknown));
  await service.caller().refused(401, api.trash.list, at(made.workspace));
  await (await service.signUp('outsider')).refused(403, api.trash.list, at(made.workspace));
  await (await keyOf(service, ada, ['card:view'])).refused(403, api.trash.list, at(made.workspace));
  for (const status of ['invited', 'paused', 'removed'] as const) {
    const person = await service.signUp(status);
    await addMember(service, made.workspace, person, { status });
    await person.refused(403, api.trash.list, at(made.workspace));
  }
});

test('a deleted file is listed with its name, unless its card is in the trash or the caller may not see it', async () => {
  const made = await makeBoard(ada);
  const card = await makeCard(ada, nth(made.lists, 0), { title: 'A card' });
  const { publicId } = await attach(ada, card, { filename: 'plan.txt' });
  await ada.call(api.attachments.delete, { params: { attachmentPublicId: publicId } });
  const listed = async (query: QueryOf<typeof api.trash.list> = {}) =>
    (await trashOf(made.workspace, query)).items.map(({ type, title, deletedBy }) => [
      type,
      title,
      deletedBy,
    ]);
  assert.deepEqual(await listed(), [['attachment', 'plan.txt', ada.id]]);
  assert.deepEqual(await listed({ boardPublicId: made.board }), [['attachment', 'plan.txt', ada.id]]);
  assert.deepEqual(await listed({ boardPublicId: (await makeBoard(ada)).board }), []);
  await deleteCard(card);
  assert.deepEqual(await listed(), [['card', 'A card', ada.id]]);
});
