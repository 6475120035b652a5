import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { trashTime } from '../base/access/trash.ts';
import { makeBoard, makeCard } from '../testing/fixtures.ts';
import { addMember, keyOf, type Refused, refusedToOthers } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');

const at = (list: string) => ({ params: { listPublicId: list } });
const atCard = (card: string) => ({ params: { cardPublicId: card } });
const archive = (list: string) => ada.call(api.lists.archive, at(list));
const restore = (list: string) => ada.call(api.lists.restore, at(list));
const archivedOn = (boardPublicId: string, person: Person = ada) =>
  person.call(api.lists.list, { params: { boardPublicId }, query: { archived: true } });
const titles = (cards: readonly { title: string }[]) => cards.map(({ title }) => title);

/** A board of the lists `a` to `e`, with two cards in each: `a1` and `a2`. */
async function fiveLists() {
  const { workspace, board, lists } = await makeBoard(ada);
  for (const list of lists) await ada.call(api.lists.delete, at(list));
  const ids: Record<string, string> = {};
  for (const name of 'abcde') {
    const body = { boardPublicId: board, name };
    ids[name] = (await ada.call(api.lists.create, { body })).publicId;
  }
  const cards: Record<string, string> = {};
  for (const name of 'abc') {
    for (const n of '12') cards[name + n] = await makeCard(ada, ids[name] ?? '', { title: name + n });
  }
  return {
    workspace,
    board,
    id: (name: string) => ids[name] ?? '',
    card: (title: string) => cards[title] ?? '',
  };
}

/** The names of the live lists of a board in order; their indexes count up from 0. */
async function namesOn(boardPublicId: string): Promise<string> {
  const lists = await ada.call(api.lists.list, { params: { boardPublicId } });
  const { lists: read, allLists } = await ada.call(api.boards.get, { params: { boardPublicId } });
  assert.deepEqual(
    lists.map(({ index }) => index),
    lists.map((_, index) => index),
  );
  assert.deepEqual(
    read.map(({ publicId, index }) => [publicId, index]),
    lists.map(({ publicId, index }) => [publicId, index]),
  );
  assert.deepEqual(
    allLists.map(({ publicId }) => publicId),
    lists.map(({ publicId }) => publicId),
  );
  return lists.map(({ name }) => name).join('');
}

test('an archived list and its cards are not on the board, nor wherever its cards are shown', async () => {
  const made = await fiveLists();
  const { workspace, board, id, card } = made;
  const params = { boardPublicId: board };
  const [me] = (await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } })).members;
  const dueDate = new Date(service.clock.now() / 1000).toISOString();
  await ada.call(api.cards.update, {
    ...atCard(card('b1')),
    body: { dueDate, memberPublicIds: [me?.publicId ?? ''] },
  });
  await ada.call(api.boards.update, { params, body: { visibility: 'public', slug: 'yard' } });
  const { url } = await ada.call(api.calendars.create, { params });
  const everywhere = async () => {
    const { slug: workspaceSlug } = await ada.call(api.workspaces.get, {
      params: { workspacePublicId: workspace },
    });
    const read = await ada.call(api.boards.get, { params });
    const filtered = await ada.call(api.boards.get, { params, query: { lists: [id('b')] } });
    const snapshot = await ada.call(api.boards.snapshot, { params });
    const open = await ada.call(api.boards.getPublic, { params: { workspaceSlug, boardSlug: 'yard' } });
    const [summary] = await ada.call(api.boards.list, { params: { workspacePublicId: workspace } });
    const calendar = await fetch(service.baseUrl + url.slice(url.indexOf('/calendars/')));
    const { list } = await ada.call(api.cards.get, atCard(card('a1')));
    return {
      read: titles(read.lists.flatMap(({ cards }) => cards)),
      filtered: titles(filtered.lists.flatMap(({ cards }) => cards)),
      public: titles(open.lists.flatMap(({ cards }) => cards)),
      snapshot: titles(snapshot.cards),
      page: titles((await ada.call(api.boards.cards, { params })).cards),
      mine: titles((await ada.call(api.cards.mine, {})).cards),
      calendar: [...(await calendar.text()).matchAll(/SUMMARY:(.*)/g)].map(([, title]) => title?.trim()),
      lists: [snapshot.lists, open.allLists, summary?.lists ?? [], list.board.lists].map((lists) =>
        lists.map(({ name }) => name).join(''),
      ),
    };
  };
  const before = await everywhere();
  assert.deepEqual(before.mine, ['b1']);
  assert.deepEqual(before.calendar, ['b1']);
  const types = await service.recorded(() => archive(id('b')));
  assert.deepEqual(types, ['list.archived']);
  const left = ['a1', 'a2', 'c1', 'c2'];
  assert.deepEqual(await everywhere(), {
    read: left,
    filtered: [],
    public: left,
    snapshot: left,
    page: left,
    mine: [],
    calendar: [],
    lists: ['acde', 'acde', 'acde', 'acde'],
  });
  const list = await ada.call(api.cards.get, atCard(card('c1')));
  assert.deepEqual([list.list.name, list.index], ['c', 0]);
  await restore(id('b'));
  assert.deepEqual(await everywhere(), before, 'it comes back as it was');
});

test('the cards of an archived list are read, found, changed and moved out as archived cards are', async () => {
  const { workspace, board, id, card } = await fiveLists();
  await ada.call(api.cards.archive, atCard(card('b2')));
  await archive(id('b'));
  const { list, index } = await ada.call(api.cards.get, atCard(card('b1')));
  assert.deepEqual([list.publicId, list.name, index], [id('b'), 'b', 0]);
  const found = await ada.call(api.search.workspace, {
    params: { workspacePublicId: workspace },
    query: { query: 'b1' },
  });
  assert.deepEqual(titles(found), ['b1']);
  await ada.call(api.comments.create, { ...atCard(card('b1')), body: { comment: 'Still here' } });
  await ada.call(api.cards.update, { ...atCard(card('b1')), body: { title: 'b1!' } });
  const cards = await ada.call(api.boards.cardsOfList, at(id('b')));
  assert.deepEqual(titles(cards.cards), ['b1!']);
  const page = { params: { boardPublicId: board }, query: { listPublicId: id('b') } };
  assert.deepEqual(titles((await ada.call(api.boards.cards, page)).cards), ['b1!']);
  await ada.call(api.cards.update, { ...atCard(card('b1')), body: { listPublicId: id('a'), index: 1 } });
  assert.deepEqual(titles((await ada.call(api.boards.cardsOfList, at(id('a')))).cards), ['a1', 'b1!', 'a2']);
});

test('a card that was archived itself is in the archive of the board still, and comes back into its list', async () => {
  const { board, id, card } = await fiveLists();
  await ada.call(api.cards.archive, atCard(card('b2')));
  await archive(id('b'));
  const inArchive = async () => {
    const query = { archived: true };
    const { cards } = await ada.call(api.boards.cards, { params: { boardPublicId: board }, query });
    return titles(cards);
  };
  assert.deepEqual(await inArchive(), ['b2']);
  await ada.call(api.cards.restore, atCard(card('b2')));
  assert.deepEqual(await inArchive(), []);
  assert.deepEqual(titles((await ada.call(api.boards.cardsOfList, at(id('b')))).cards), ['b1', 'b2']);
  assert.equal((await ada.call(api.boards.cards, { params: { boardPublicId: board } })).cards.length, 4);
  await restore(id('b'));
  assert.equal((await ada.call(api.boards.cards, { params: { boardPublicId: board } })).cards.length, 6);
});

test('nothing comes into an archived list', async () => {
  const { id, card } = await fiveLists();
  await archive(id('b'));
  const listPublicId = id('b');
  const operation = { cardPublicId: card('a1'), listPublicId };
  const types = await service.recorded(async () => {
    const refused = [
      await ada.refused(400, api.cards.create, { body: { title: 'x', listPublicId } }),
      await ada.refused(400, api.cards.update, { ...atCard(card('a1')), body: { listPublicId } }),
      await ada.refused(400, api.cards.duplicate, { ...atCard(card('a1')), body: { listPublicId } }),
      await ada.refused(400, api.cards.duplicate, { ...atCard(card('b1')), body: { listPublicId } }),
      await ada.refused(400, api.cards.bulk, { body: { operations: [{ type: 'move', ...operation }] } }),
    ];
    for (const { issues } of refused) {
      assert.match(issues?.[0]?.message ?? '', /listPublicId is an archived list$/);
    }
  });
  assert.deepEqual(types, []);
  // Within the archived list, cards move as before.
  await ada.call(api.cards.update, { ...atCard(card('b2')), body: { listPublicId, index: 0 } });
  assert.deepEqual(titles((await ada.call(api.boards.cardsOfList, at(id('b')))).cards), ['b2', 'b1']);
});

test('an archived list keeps its place, is not counted, and can be a neighbour', async () => {
  const { board, id } = await fiveLists();
  await archive(id('b'));
  await archive(id('c'));
  assert.equal(await namesOn(board), 'ade');
  type Body = BodyOf<typeof api.lists.create>;
  const create = async (name: string, body: Partial<Body>) =>
    (await ada.call(api.lists.create, { body: { boardPublicId: board, name, ...body } })).index;
  assert.equal(await create('x', { afterPublicId: id('b') }), 1);
  assert.equal(await create('y', { index: 1 }), 1);
  assert.equal(await create('z', { afterPublicId: id('a') }), 1);
  assert.equal(await create('v', { beforePublicId: id('c') }), 4);
  assert.equal(await namesOn(board), 'azyxvde');
  const update = (name: string, body: BodyOf<typeof api.lists.update>) =>
    ada.call(api.lists.update, { ...at(id(name)), body });
  const types = await service.recorded(async () => {
    assert.equal((await update('d', { index: 5 })).index, 5);
    assert.equal((await update('e', { index: 99 })).index, 6);
    assert.equal((await update('b', { name: 'b', index: 2 })).index, 2);
  });
  assert.deepEqual(types, [], 'what is where it is to be is not moved');
  assert.deepEqual(await update('c', { name: 'C', index: 0 }), { publicId: id('c'), name: 'C', index: 0 });
  await restore(id('b'));
  await restore(id('c'));
  assert.equal(await namesOn(board), 'Cazbyxvde');
});

test('archiving what is archived changes nothing, nor does restoring what is live', async () => {
  const { id } = await fiveLists();
  const types = await service.recorded(async () => {
    for (const _ of 'xx') assert.deepEqual(await archive(id('a')), { success: true });
    for (const _ of 'xx') assert.deepEqual(await restore(id('a')), { success: true });
  });
  assert.deepEqual(types, ['list.archived', 'list.restored']);
});

/** What is set of no list here. */
const unset = { completes: false, colour: null, limit: null, refusesOpenChecks: false };

test('the archived lists of a board are listed, the newest first, with the number of their cards', async () => {
  const { workspace, board, id, card } = await fiveLists();
  for (const name of 'bad') await archive(id(name));
  await ada.call(api.cards.archive, atCard(card('a1')));
  await ada.call(api.lists.delete, at(id('d')));
  const found = await archivedOn(board);
  assert.deepEqual(
    found.map(({ archivedAt, ...rest }) => ({ ...rest, archivedAt: Boolean(archivedAt) })),
    [
      { publicId: id('a'), name: 'a', index: null, ...unset, archivedAt: true, cardCount: 1 },
      { publicId: id('b'), name: 'b', index: null, ...unset, archivedAt: true, cardCount: 2 },
    ],
  );
  const params = { boardPublicId: board };
  assert.deepEqual(await ada.call(api.lists.list, { params, query: { archived: false } }), [
    { publicId: id('c'), name: 'c', index: 0, ...unset, archivedAt: null, cardCount: 2 },
    { publicId: id('e'), name: 'e', index: 1, ...unset, archivedAt: null, cardCount: 0 },
  ]);
  const bob = await service.signUp('bob');
  await addMember(service, workspace, bob, { revoked: ['card:view'] });
  assert.deepEqual(
    (await archivedOn(board, bob)).map(({ name, cardCount }) => [name, cardCount]),
    [
      ['a', null],
      ['b', null],
    ],
  );
});

test('an archived list that is deleted is in the trash, and comes back to the board', async () => {
  const { workspace, board, id } = await fiveLists();
  await archive(id('b'));
  assert.deepEqual(await service.recorded(() => ada.call(api.lists.delete, at(id('b')))), ['list.deleted']);
  assert.deepEqual(await archivedOn(board), []);
  await ada.refused(404, api.lists.archive, at(id('b')));
  const trash = await ada.call(api.trash.list, { params: { workspacePublicId: workspace } });
  assert.ok(trash.items.some(({ publicId }) => publicId === id('b')));
  await restore(id('b'));
  assert.equal(await namesOn(board), 'abcde');
  assert.deepEqual(await archivedOn(board), []);
});

test('what is in the archive of lists stays there longer than what is in the trash', async () => {
  const { board, id } = await fiveLists();
  await archive(id('b'));
  await service.sql(`update lists set archived_at = archived_at - ${2 * trashTime} where id = '${id('b')}'`);
  await service.jobs.run('trash');
  await restore(id('b'));
  assert.equal(await namesOn(board), 'abcde');
});

test('a copy of a board leaves archived lists and their cards out', async () => {
  const { workspace, board, id } = await fiveLists();
  await archive(id('b'));
  const { publicId } = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Copy', sourceBoardPublicId: board },
  });
  assert.equal(await namesOn(publicId), 'acde');
  assert.deepEqual(await archivedOn(publicId), []);
  const { cards } = await ada.call(api.boards.cards, { params: { boardPublicId: publicId } });
  assert.deepEqual(titles(cards), ['a1', 'a2', 'c1', 'c2']);
});

test('an archived list moves with its board, and stays archived', async () => {
  const { board, id } = await fiveLists();
  await archive(id('b'));
  const before = await archivedOn(board);
  const { workspace } = await makeBoard(ada);
  await ada.call(api.boards.move, {
    params: { boardPublicId: board },
    body: { targetWorkspacePublicId: workspace },
  });
  assert.deepEqual(await archivedOn(board), before);
  await restore(id('b'));
  assert.equal(await namesOn(board), 'abcde');
});

test('who may edit lists archives and restores them; the trash is for those who may delete them', async () => {
  const { workspace, board, id } = await fiveLists();
  const editor = await keyOf(service, ada, ['list:edit']);
  await editor.call(api.lists.archive, at(id('a')));
  await editor.call(api.lists.restore, at(id('a')));
  const deleter = await keyOf(service, ada, ['list:delete']);
  await deleter.refused(403, api.lists.archive, at(id('a')));
  await archive(id('b'));
  await deleter.refused(403, api.lists.restore, at(id('b')));
  await deleter.call(api.lists.delete, at(id('b')));
  await editor.refused(403, api.lists.restore, at(id('b')));
  await archive(id('c'));
  const refusedAs: Refused = async (person, status) => {
    await person.refused(status, api.lists.archive, at(id('a')));
    await person.refused(status, api.lists.restore, at(id('c')));
  };
  assert.deepEqual(await service.recorded(() => refusedToOthers(service, workspace, refusedAs)), []);
  assert.equal(await namesOn(board), 'ade');
});

test('cards that go into a list while it is archived are in it, or were refused', async () => {
  const { id, card } = await fiveLists();
  const moves = ['a1', 'a2', 'c1', 'c2'].map((title) => {
    const body = { listPublicId: id('b') };
    return ada.call(api.cards.update, { ...atCard(card(title)), body }).then(
      () => title,
      () => undefined,
    );
  });
  const [, ...moved] = await Promise.all([archive(id('b')), ...moves]);
  const expected = ['b1', 'b2', ...moved.filter((title) => title !== undefined)];
  const { cards } = await ada.call(api.boards.cardsOfList, at(id('b')));
  assert.deepEqual(titles(cards).toSorted(), expected.toSorted());
});
