import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { type Permission, permissions } from '../../../contract/permissions.ts';
import { makeBoard, makeCard, makeMember, nth } from '../testing/fixtures.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { addBoardMember, addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const at = (boardPublicId: string) => ({ params: { boardPublicId } });
const snapshot = (board: string, person: Pick<Person, 'call'> = ada) =>
  person.call(api.boards.snapshot, at(board));

/** Reads the raw reply. */
const raw = (board: string, headers: Record<string, string> = {}) =>
  service.raw(`/boards/${board}/snapshot`, { headers: { authorization: `Bearer ${ada.token}`, ...headers } });

test('it has each thing once, and of a card what its tile shows', async () => {
  const { workspace, board, lists, labels } = await makeBoard(ada, { name: 'Website' });
  const member = await makeMember(service, ada, workspace, bob);
  await ada.call(api.invites.inviteMember, {
    params: { workspacePublicId: workspace },
    body: { email: 'cleo@example.com' },
  });
  const card = await makeCard(ada, nth(lists, 1), {
    title: 'A "title"',
    description: 'What is to be done',
    dueDate: '2026-12-24T18:00:00Z',
    labelPublicIds: labels,
    memberPublicIds: [member],
  });
  const plain = await makeCard(ada, nth(lists, 0));
  for (const leave of [api.cards.archive, api.cards.delete]) {
    await ada.call(leave, { params: { cardPublicId: await makeCard(ada, nth(lists, 0)) } });
  }
  const params = { cardPublicId: card };
  await ada.call(api.comments.create, { params, body: { comment: 'Hm.' } });
  const { publicId: checklistPublicId } = await ada.call(api.checklists.create, {
    params,
    body: { name: 'Steps' },
  });
  for (const title of ['one', 'two', 'three']) {
    await ada.call(api.checklists.createItem, { params: { checklistPublicId }, body: { title } });
  }
  await service.sql(`update checklist_items set completed = 1 where title = 'two'`);

  const read = await snapshot(board);
  const whole = await ada.call(api.boards.get, at(board));
  assert.deepEqual(read.board, {
    publicId: board,
    name: 'Website',
    slug: whole.slug,
    type: 'regular',
    visibility: 'private',
    access: 'workspace',
    isArchived: false,
    background: null,
    picture: null,
  });
  const { name: workspaceName } = await ada.call(api.workspaces.get, {
    params: { workspacePublicId: workspace },
  });
  const { cardPrefix } = whole.workspace;
  assert.deepEqual(read.workspace, { publicId: workspace, name: workspaceName, cardPrefix });
  assert.deepEqual(
    read.lists.map(({ publicId, name }) => ({ publicId, name })),
    whole.allLists,
  );
  assert.deepEqual(read.labels, whole.labels);
  assert.deepEqual(
    read.members.map(({ publicId, status, user }) => [publicId, status, user?.name]),
    whole.workspace.members.map(({ publicId, status, user }) => [publicId, status, user?.name]),
  );
  assert.deepEqual(
    read.cards.map(({ publicId, listPublicId }) => [publicId, listPublicId]),
    [
      [plain, nth(lists, 0)],
      [card, nth(lists, 1)],
    ],
  );
  const { orderKey, ...tile } = nth(read.cards, 1);
  assert.match(orderKey, /^[0-9A-Za-z]+$/);
  assert.deepEqual(tile, {
    publicId: card,
    cardNumber: 1,
    title: 'A "title"',
    listPublicId: nth(lists, 1),
    labelPublicIds: labels,
    memberPublicIds: [member],
    startDate: null,
    due: { time: '2026-12-24T18:00:00.000Z' },
    start: null,
    completedAt: null,
    recurrence: null,
    reminders: [],
    dueDate: '2026-12-24T18:00:00.000Z',
    hasDescription: true,
    commentCount: 1,
    attachmentCount: 0,
    itemCount: 3,
    completedItemCount: 1,
    archivedAt: null,
    cover: null,
  });
  const text = await (await raw(board)).text();
  assert.doesNotMatch(text, /@|What is to be done/);
});

test('it says what the reader may do, with this credential, and is another one when that changes', async () => {
  const { workspace, board } = await makeBoard(ada);
  const member = await addMember(service, workspace, bob, { role: 'guest', granted: ['card:edit'] });
  const views = permissions.filter((each) => each.endsWith(':view'));
  const first = await snapshot(board, bob);
  const expected = permissions.filter((each) => views.includes(each) || each === 'card:edit');
  assert.deepEqual([first.workspacePermissions, first.boardPermissions], [expected, expected]);
  const key = await keyOf(service, bob, ['workspace:view', 'board:view']);
  assert.deepEqual((await snapshot(board, key)).boardPermissions, ['workspace:view', 'board:view']);
  await addBoardMember(service, workspace, board, member);
  const second = await snapshot(board, bob);
  assert.deepEqual(second.workspacePermissions, expected);
  assert.ok(second.boardPermissions.includes('list:create'));
  const headers = { authorization: `Bearer ${bob.token}` };
  const etag = (await service.raw(`/boards/${board}/snapshot`, { headers })).headers.get('etag') ?? '';
  await service.sql(`update members set granted = 0 where id = '${member}'`);
  const again = await service.raw(`/boards/${board}/snapshot`, {
    headers: { ...headers, 'if-none-match': etag },
  });
  assert.equal(again.status, 200);
});

test('lists and cards are in the order of their keys', async () => {
  const { board, lists } = await makeBoard(ada);
  for (let n = 0; n < 6; n++) await makeCard(ada, nth(lists, n % 2), { index: n % 3 });
  await ada.call(api.lists.update, { params: { listPublicId: nth(lists, 1) }, body: { index: 0 } });
  const read = await snapshot(board);
  const whole = await ada.call(api.boards.get, at(board));
  const keys = (things: { orderKey: string }[]) => things.map(({ orderKey }) => orderKey);
  assert.deepEqual(keys(read.lists), keys(read.lists).toSorted());
  for (const { publicId, cards } of whole.lists) {
    const here = read.cards.filter(({ listPublicId }) => listPublicId === publicId);
    assert.deepEqual(keys(here), keys(here).toSorted());
    assert.deepEqual(
      here.map((card) => card.publicId),
      cards.map((card) => card.publicId),
    );
  }
});

test('what its reader may not see is left out', async () => {
  const { board, lists, workspace, labels } = await makeBoard(ada);
  const member = await addMember(service, workspace, bob);
  await makeCard(ada, nth(lists, 0), { memberPublicIds: [member], labelPublicIds: labels });
  const all: Permission[] = ['board:view', 'list:view', 'card:view', 'member:view'];
  const seen = async (lacking?: Permission) => {
    const key = await keyOf(
      service,
      ada,
      all.filter((each) => each !== lacking),
    );
    const read = await snapshot(board, key);
    return [
      read.lists.length,
      read.cards.length,
      read.members.length,
      read.cards.flatMap((card) => card.memberPublicIds).length,
    ];
  };
  assert.deepEqual(await seen(), [2, 1, 2, 1]);
  assert.deepEqual(await seen('list:view'), [0, 0, 2, 0]);
  assert.deepEqual(await seen('card:view'), [2, 0, 2, 0]);
  assert.deepEqual(await seen('member:view'), [2, 1, 0, 0]);
  const key = await keyOf(service, ada, ['list:view', 'card:view']);
  await key.refused(403, api.boards.snapshot, at(board));
  await service.caller().refused(401, api.boards.snapshot, at(board));
  await ada.call(api.boards.update, { ...at(board), body: { visibility: 'public' } });
  await (await service.signUp('outsider')).refused(403, api.boards.snapshot, at(board));
  await ada.call(api.boards.update, { ...at(board), body: { visibility: 'private', access: 'members' } });
  await bob.refused(404, api.boards.snapshot, at(board));
});

test('a client that has it already gets 304, and the position to follow changes from', async () => {
  const { board, lists } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0));
  const first = await raw(board);
  const etag = first.headers.get('etag') ?? '';
  const position = Number(first.headers.get('change-position'));
  assert.ok(position > 0);
  const again = await raw(board, { 'if-none-match': etag });
  assert.deepEqual([again.status, Number(again.headers.get('change-position'))], [304, position]);
  assert.notEqual(
    (
      await service.raw(`/boards/${board}`, { headers: { authorization: `Bearer ${ada.token}` } })
    ).headers.get('etag'),
    etag,
  );
  await makeCard(ada, nth(lists, 0));
  const changed = await raw(board, { 'if-none-match': etag });
  assert.equal(changed.status, 200);
  assert.equal(Number(changed.headers.get('change-position')), position + 1);
});

test('most boards are one statement; a large one comes in slices, each card once', async () => {
  const { board, lists } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0));
  const few = await statementsOf(service, () => snapshot(board));
  for (let n = 0; n < 20; n++) await makeCard(ada, nth(lists, n % 2));
  assert.equal(await statementsOf(service, () => snapshot(board)), few);
  const count = 4600;
  const large = await makeLargeBoard(service, ada, bob, count);
  let read: Awaited<ReturnType<typeof snapshot>> | undefined;
  const many = await statementsOf(service, async () => {
    read = await snapshot(large.board);
  });
  // Outlines of 2000 cards, and slices of 501.
  assert.equal(many, few + 2 + 4 + 4 + 2);
  assert.deepEqual(
    read?.cards.map(({ cardNumber }) => cardNumber),
    Array.from({ length: count }, (_, n) => n + 1),
  );
  for (const card of read?.cards ?? []) {
    const { labelPublicIds, memberPublicIds, commentCount, itemCount } = card;
    assert.deepEqual(
      [labelPublicIds, memberPublicIds, commentCount, itemCount],
      [[nth(large.labels, 0)], [large.member], 1, 2],
    );
  }
  const reply = await raw(large.board, { 'accept-encoding': 'gzip' });
  assert.equal(reply.headers.get('content-encoding'), 'gzip');
  assert.equal(((await reply.json()) as { cards: unknown[] }).cards.length, count);
});

test('titles as long as can be come in smaller slices', async () => {
  const { board, lists } = await makeBoard(ada);
  const title = '€'.repeat(2000);
  for (let n = 0; n < 60; n++) await makeCard(ada, nth(lists, n % 2), { title });
  const { cards } = await snapshot(board);
  assert.deepEqual(new Set(cards.map((card) => card.title)), new Set([title]));
  assert.equal(cards.length, 60);
});
