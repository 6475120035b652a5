import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const eve = await service.signUp('eve');

const at = (boardPublicId: string) => ({ params: { boardPublicId } });
const read = (person: Pick<Person, 'call'>, board: string) => person.call(api.boards.get, at(board));
const titles = (lists: { cards: { title: string }[] }[]) =>
  lists.map(({ cards }) => cards.map(({ title }) => title));

/** A card with two of every child that a board shows. */
async function fullCard(list: string, labels: string[], members: string[]): Promise<string> {
  const card = await makeCard(ada, list, { labelPublicIds: labels, memberPublicIds: members });
  const params = { cardPublicId: card };
  for (const name of ['Before', 'After']) {
    const { publicId } = await ada.call(api.checklists.create, { params, body: { name } });
    for (const title of ['one', 'two']) {
      await ada.call(api.checklists.createItem, {
        params: { checklistPublicId: publicId },
        body: { title },
      });
    }
  }
  for (const comment of ['Yes.', 'No.']) await ada.call(api.comments.create, { params, body: { comment } });
  for (const name of ['a', 'b']) {
    await service.sql(`insert into attachments (workspace_id, id, card_id, filename, original_filename,
        content_type, size, storage_key, created_by, created_at)
      select workspace_id, 'file-${name}-' || substr(id, 7), id, '${name}', '${name}', 'text/plain', 1,
        '${name}' || id, created_by, created_at from cards where id = '${card}'`);
  }
  return card;
}

test('a board is read with all that is on it', async () => {
  const { workspace, board, lists, labels } = await makeBoard(ada, { name: 'Website' });
  const [me] = (await read(ada, board)).workspace.members;
  assert.ok(me);
  await makeCard(ada, nth(lists, 0), { title: 'first', dueDate: '2026-12-24T18:00:00+01:00' });
  const card = await fullCard(nth(lists, 0), labels, [me.publicId]);
  const whole = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  const comments = (await service.sql<{ id: string }>('select id from comments order by created_at')).map(
    ({ id }) => ({ publicId: id }),
  );
  const found = await read(ada, board);
  const { slug, ...rest } = found;
  assert.match(slug, /^website-[0-9a-z]{6}$/);
  assert.deepEqual(rest, {
    publicId: board,
    name: 'Website',
    visibility: 'private',
    isArchived: false,
    favorite: false,
    workspace: {
      publicId: workspace,
      cardPrefix: 'WOR',
      members: [
        {
          publicId: me.publicId,
          email: 'ada@example.com',
          status: 'active',
          user: { id: ada.id, name: 'ada', email: 'ada@example.com', image: null },
        },
      ],
    },
    labels: whole.list.board.labels,
    lists: [
      { publicId: nth(lists, 0), name: 'To do', index: 0, cards: found.lists[0]?.cards },
      { publicId: nth(lists, 1), name: 'Done', index: 1, cards: [] },
    ],
    allLists: whole.list.board.lists,
  });
  const [first, second] = found.lists[0]?.cards ?? [];
  assert.equal(first?.title, 'first');
  assert.equal(first.dueDate, '2026-12-24T17:00:00.000Z');
  assert.deepEqual(second, {
    publicId: card,
    title: whole.title,
    description: null,
    index: 1,
    cardNumber: 2,
    dueDate: null,
    labels: whole.labels,
    members: whole.members,
    attachments: whole.attachments.map(({ publicId }) => ({ publicId })),
    checklists: whole.checklists,
    comments,
    commentCount: 2,
    attachmentCount: 2,
  });
  assert.equal(comments.length, 2);
  assert.equal(second?.attachments.length, 2);
});

test('cards stand in order, whatever was moved; archived and deleted ones and deleted lists are gone', async () => {
  const { board, lists } = await makeBoard(ada);
  const [todo, done] = [nth(lists, 0), nth(lists, 1)];
  const cards = new Map<string, string>();
  for (const title of 'abcdef') cards.set(title, await makeCard(ada, todo, { title }));
  const params = (title: string) => ({ params: { cardPublicId: cards.get(title) ?? '' } });
  await ada.call(api.cards.update, { ...params('f'), body: { index: 0 } });
  await ada.call(api.cards.update, { ...params('b'), body: { listPublicId: done } });
  await ada.call(api.cards.archive, params('c'));
  await ada.call(api.cards.delete, params('d'));
  const found = await read(ada, board);
  assert.deepEqual(titles(found.lists), [['f', 'a', 'e'], ['b']]);
  assert.deepEqual(
    found.lists[0]?.cards.map(({ index }) => index),
    [0, 1, 2],
  );
  await ada.call(api.lists.delete, { params: { listPublicId: todo } });
  const after = await read(ada, board);
  assert.deepEqual(titles(after.lists), [['b']]);
  assert.deepEqual(after.allLists, [{ publicId: done, name: 'Done' }]);
});

test('deleted comments do not count', async () => {
  const { board, lists } = await makeBoard(ada);
  const params = { cardPublicId: await makeCard(ada, nth(lists, 0)) };
  const { publicId } = await ada.call(api.comments.create, { params, body: { comment: 'Oops' } });
  await ada.call(api.comments.delete, { params: { ...params, commentPublicId: publicId } });
  const [card] = (await read(ada, board)).lists[0]?.cards ?? [];
  assert.deepEqual([card?.comments, card?.commentCount], [[], 0]);
});

test('texts come whole, however long, and with all that JSON has to escape', async () => {
  const { board, lists } = await makeBoard(ada);
  const special = '"\\ \n\t\u2028 é 漢 😀';
  const texts = ['short', `${special} `.repeat(100), 'é'.repeat(2049), '漢'.repeat(10_000)].map(
    (description, n) => ({
      title: `${n} "quoted" \\ 漢`,
      description,
    }),
  );
  for (const text of texts) {
    const card = await makeCard(ada, nth(lists, 0), text);
    const { publicId } = await ada.call(api.checklists.create, {
      params: { cardPublicId: card },
      body: { name: `list ${text.title}` },
    });
    await ada.call(api.checklists.createItem, {
      params: { checklistPublicId: publicId },
      body: { title: `item ${text.title}` },
    });
  }
  const { lists: found } = await read(ada, board);
  const said = nth(found, 0).cards.map(({ title, description, checklists }) => ({
    title,
    description,
    checklists,
  }));
  assert.deepEqual(
    said.map(({ title, description }) => ({ title, description })),
    texts,
  );
  assert.deepEqual(
    said.map(({ checklists }) =>
      checklists.map(({ name, items }) => [name, ...items.map(({ title }) => title)]),
    ),
    texts.map(({ title }) => [[`list ${title}`, `item ${title}`]]),
  );
});

test('a board takes as many statements with 60 full cards as with 5', async () => {
  const { workspace, board, lists, labels } = await makeBoard(ada);
  const member = await addMember(service, workspace, await service.signUp('helper'));
  const fill = (cards: number) =>
    Promise.all(Array.from({ length: cards }, (_, n) => fullCard(nth(lists, n % 2), labels, [member])));
  await fill(5);
  const few = await statementsOf(service, () => read(ada, board));
  await fill(55);
  assert.equal(await statementsOf(service, () => read(ada, board)), few);
  assert.equal(few, 3, 'the token, the board and the permission, all that is on it');
  const { lists: found } = await read(ada, board);
  assert.deepEqual(
    found.map(({ cards }) => cards.map(({ commentCount, labels: on }) => commentCount + on.length)),
    [Array(31).fill(4), Array(29).fill(4)],
  );
});

test('email addresses are null where the workspace hides them, but not for those who may edit members', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const bob = await service.signUp('bob');
  const member = await addMember(service, workspace, bob);
  await makeCard(ada, nth(lists, 0), { memberPublicIds: [member] });
  const seen = async (person: Person) => {
    const text = JSON.stringify(await read(person, board));
    return ['ada@example.com', 'bob@example.com'].filter((email) => text.includes(email)).length;
  };
  assert.equal(await seen(bob), 2);
  await ada.call(api.workspaces.update, {
    params: { workspacePublicId: workspace },
    body: { showEmailsToMembers: false },
  });
  assert.equal(await seen(bob), 0);
  assert.equal(await seen(ada), 2);
  const page = await bob.call(api.boards.cards, at(board));
  assert.equal(JSON.stringify(page).includes('@'), false);
});

test('guests read; without card:view the lists come without cards', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0), { title: 'secret' });
  const guest = await service.signUp('guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  assert.deepEqual(titles((await read(guest, board)).lists), [['secret'], []]);
  const half = await service.signUp('half');
  await addMember(service, workspace, half, { revoked: ['card:view'] });
  assert.deepEqual(titles((await read(half, board)).lists), [[], []]);
  const key = await keyOf(service, ada, ['board:view', 'list:view']);
  assert.deepEqual(titles((await read(key, board)).lists), [[], []]);
});

test('type: a board of another type than asked for is not found', async () => {
  const { board } = await makeBoard(ada);
  await ada.call(api.boards.get, { ...at(board), query: { type: 'regular' } });
  await ada.refused(404, api.boards.get, { ...at(board), query: { type: 'template' } });
  await ada.refused(404, api.boards.cards, { ...at(board), query: { type: 'template' } });
});

test('archived boards are readable', async () => {
  const { board } = await makeBoard(ada);
  await ada.call(api.boards.update, { ...at(board), body: { isArchived: true } });
  assert.equal((await read(ada, board)).isArchived, true);
});

test('400, 401, 403 and 404', async () => {
  const { workspace, board } = await makeBoard(ada);
  for (const operation of [api.boards.get, api.boards.cards]) {
    await ada.refused(400, operation, at('short'));
    await service.caller().refused(401, operation, at(board));
    await eve.refused(403, operation, at(board));
    await ada.refused(404, operation, at('0123456789abcdef'));
  }
  const bob = await service.signUp('bob2');
  const member = await addMember(service, workspace, bob, { status: 'invited' });
  await bob.refused(403, api.boards.get, at(board));
  await setStatus(service, member, 'active');
  await read(bob, board);
  await setStatus(service, member, 'removed');
  await bob.refused(403, api.boards.get, at(board));
});

test('404: in the trash, or in a workspace in the trash', async () => {
  const workspace = await makeWorkspace(ada);
  const { board } = await makeBoard(ada, { workspace });
  const { board: other } = await makeBoard(ada, { workspace });
  await ada.call(api.boards.delete, at(board));
  await ada.refused(404, api.boards.get, at(board));
  await ada.call(api.workspaces.delete, { params: { workspacePublicId: workspace } });
  await ada.refused(404, api.boards.get, at(other));
});
