import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

type Body = BodyOf<typeof api.boards.create>;

const at = (card: string) => ({ params: { cardPublicId: card } });
const read = (boardPublicId: string) => ada.call(api.boards.get, { params: { boardPublicId } });
const copy = async (workspacePublicId: string, body: Omit<Body, 'name'> & { name?: string }) => {
  const given = { name: 'Copy', ...body };
  const { publicId } = await ada.call(api.boards.create, { params: { workspacePublicId }, body: given });
  return publicId;
};
const cardsOf = ({ lists }: Awaited<ReturnType<typeof read>>) => lists.flatMap(({ cards }) => cards);

/** A card with all kinds of children. */
async function fullCard(list: string, labels: string[], members: string[], title = 'Full'): Promise<string> {
  const card = await makeCard(ada, list, {
    title,
    description: '**text**',
    dueDate: '2026-12-24T18:00:00.000Z',
    labelPublicIds: labels,
    memberPublicIds: members,
  });
  for (const name of ['Before', 'After']) {
    const { publicId } = await ada.call(api.checklists.create, { ...at(card), body: { name } });
    const params = { checklistPublicId: publicId };
    for (const item of ['one', 'two']) {
      const made = await ada.call(api.checklists.createItem, { params, body: { title: item } });
      const itemParams = { checklistItemPublicId: made.publicId };
      await ada.call(api.checklists.updateItem, { params: itemParams, body: { completed: true } });
    }
  }
  await ada.call(api.comments.create, { ...at(card), body: { comment: 'Stays behind' } });
  return card;
}

/** A board with a member, a full card and a plain one in the first list, and one card in the second. */
async function fullBoard() {
  const made = await makeBoard(ada);
  const member = await addMember(service, made.workspace, bob);
  const [todo, done] = [nth(made.lists, 0), nth(made.lists, 1)];
  const cards = [
    await fullCard(todo, made.labels, [member]),
    await makeCard(ada, done, { title: 'Done' }),
    await makeCard(ada, todo, { title: 'Plain', index: 0 }),
  ];
  return { ...made, member, cards };
}

test('a copy has the lists, labels and cards of the original, in their order, and nothing completed', async () => {
  const { workspace, board } = await fullBoard();
  const [before, after] = [
    await read(board),
    await read(await copy(workspace, { sourceBoardPublicId: board })),
  ];
  assert.equal(after.name, 'Copy');
  assert.equal(after.visibility, 'private');
  const shown = ({ labels, lists }: typeof before) => ({
    labels: labels.map(({ name, colourCode }) => ({ name, colourCode })),
    lists: lists.map(({ name, index, cards }) => ({
      name,
      index,
      cards: cards.map((card) => ({
        title: card.title,
        description: card.description,
        dueDate: card.dueDate,
        index: card.index,
        labels: card.labels.map(({ name, colourCode }) => ({ name, colourCode })),
        members: card.members,
        checklists: card.checklists.map(({ name, index, items }) => ({
          name,
          index,
          items: items.map(({ title, index }) => ({ title, index })),
        })),
      })),
    })),
  });
  assert.deepEqual(shown(after), shown(before));
  const [plain, full] = cardsOf(after);
  assert.deepEqual([plain?.title, full?.title, full?.members.length], ['Plain', 'Full', 1]);
  const items = full?.checklists.flatMap((checklist) => checklist.items) ?? [];
  assert.deepEqual(
    items.map(({ completed }) => completed),
    [false, false, false, false],
  );
  assert.deepEqual([full?.commentCount, full?.attachmentCount], [0, 0]);
  const ids = ({ labels, allLists }: typeof before) =>
    [...labels, ...allLists].map(({ publicId }) => publicId);
  assert.equal(new Set([...ids(before), ...ids(after)]).size, 8, 'lists and labels are rows of their own');
});

test('copied cards get the next numbers, in the order of the old ones, and begin their own history', async () => {
  const { workspace, board } = await fullBoard();
  const copied = cardsOf(await read(await copy(workspace, { sourceBoardPublicId: board })));
  const numbers = Object.fromEntries(copied.map(({ title, cardNumber }) => [title, cardNumber]));
  assert.deepEqual(numbers, { Full: 4, Done: 5, Plain: 6 });
  for (const { publicId, title } of copied) {
    const card = await ada.call(api.cards.get, at(publicId));
    assert.equal(card.createdBy, ada.id);
    assert.deepEqual(
      card.activities.map(({ type, toTitle, toList, user }) => ({ type, toTitle, toList, user })),
      [
        {
          type: 'card.created',
          toTitle: title,
          toList: {
            publicId: card.list.publicId,
            name: card.list.name,
            index: card.list.name === 'Done' ? 1 : 0,
          },
          user: { name: 'ada', email: ada.email },
        },
      ],
    );
  }
  const list = nth((await read(board)).allLists, 0).publicId;
  const next = await ada.call(api.cards.create, { body: { title: 'x', listPublicId: list } });
  assert.equal(next.cardNumber, 7);
});

test('what is archived or in the trash stays behind', async () => {
  const { workspace, board, cards, lists } = await fullBoard();
  await ada.call(api.cards.archive, at(nth(cards, 0)));
  await ada.call(api.cards.delete, at(nth(cards, 2)));
  await ada.call(api.lists.delete, { params: { listPublicId: nth(lists, 1) } });
  const { allLists, lists: copied } = await read(await copy(workspace, { sourceBoardPublicId: board }));
  assert.deepEqual(
    allLists.map(({ name }) => name),
    ['To do'],
  );
  assert.deepEqual(
    copied.flatMap((list) => list.cards),
    [],
  );
});

test('one event tells of a copy, and how much is on it', async () => {
  const { workspace, board } = await fullBoard();
  await service.sql(`insert into webhooks (workspace_id, id, name, url, secret_sealed, events, active, created_at)
    values ('${workspace}', 'webhook-${workspace}', 'all', 'https://192.0.2.1/', '', '["*"]', 1, 1)`);
  const types = await service.recorded(() => copy(workspace, { sourceBoardPublicId: board }));
  assert.deepEqual(types, ['board.created']);
  const deliveries = await service.sql<{ body: string }>(
    `select body from webhook_events where workspace_id = '${workspace}'`,
  );
  const [told] = deliveries.map(({ body }) => JSON.parse(body) as { data: Record<string, unknown> });
  const { name, lists, labels, cards } = told?.data ?? {};
  assert.deepEqual({ name, lists, labels, cards }, { name: 'Copy', lists: 2, labels: 2, cards: 3 });
});

test('`type` says what the copy is, whatever the source is; names next to a source are ignored', async () => {
  const { workspace, board } = await fullBoard();
  const template = await copy(workspace, { sourceBoardPublicId: board, type: 'template', name: 'Sprint' });
  const names = async (type: 'regular' | 'template') => {
    const params = { workspacePublicId: workspace };
    return (await ada.call(api.boards.list, { params, query: { type } })).map(({ name }) => name);
  };
  assert.deepEqual(await names('template'), ['Sprint']);
  const named = { name: 'Sprint 1', lists: ['Ignored'], labels: ['Ignored'] };
  const { allLists, labels } = await read(await copy(workspace, { sourceBoardPublicId: template, ...named }));
  assert.deepEqual(
    allLists.map(({ name }) => name),
    ['To do', 'Done'],
  );
  assert.equal(labels.length, 2);
  assert.deepEqual(await names('template'), ['Sprint']);
  assert.ok((await names('regular')).includes('Sprint 1'));
});

test('a copy may come from any workspace that the caller can read; members do not go along', async () => {
  const { board } = await fullBoard();
  const elsewhere = await makeWorkspace(ada);
  const copied = cardsOf(await read(await copy(elsewhere, { sourceBoardPublicId: board })));
  assert.deepEqual(
    copied.map(({ cardNumber }) => cardNumber).toSorted((a, b) => a - b),
    [1, 2, 3],
  );
  assert.deepEqual(
    copied.flatMap(({ members }) => members),
    [],
  );
  assert.equal(copied.find(({ title }) => title === 'Full')?.labels.length, 2);
});

test('removed members are not copied', async () => {
  const { workspace, board, member } = await fullBoard();
  await service.sql(`update members set status = 'removed' where id = '${member}'`);
  const copied = cardsOf(await read(await copy(workspace, { sourceBoardPublicId: board })));
  assert.deepEqual(
    copied.flatMap(({ members }) => members),
    [],
  );
});

test('an empty board is copied, too', async () => {
  const workspace = await makeWorkspace(ada);
  const params = { workspacePublicId: workspace };
  const { publicId } = await ada.call(api.boards.create, { params, body: { name: 'Empty' } });
  const { lists, labels } = await read(await copy(workspace, { sourceBoardPublicId: publicId }));
  assert.deepEqual([lists, labels], [[], []]);
});

test('a copy takes as many statements with 60 cards as with 5', async () => {
  const { workspace, board, lists, labels } = await makeBoard(ada);
  const member = await addMember(service, workspace, bob);
  const fill = (cards: number) =>
    Promise.all(
      Array.from({ length: cards }, (_, n) => fullCard(nth(lists, n % 2), labels, [member], `${n}`)),
    );
  await fill(5);
  const few = await statementsOf(service, () => copy(workspace, { sourceBoardPublicId: board }));
  await fill(55);
  assert.equal(await statementsOf(service, () => copy(workspace, { sourceBoardPublicId: board })), few);
  // One for each kind of thing that hangs on a board, its picture included; the last raises its version.
  assert.ok(few <= 26, `${few} statements`);
});

test('a source that cannot be read returns 400 with the field, and stores nothing', async () => {
  const { workspace, board } = await fullBoard();
  const cleo = await service.signUp('cleo');
  const own = await makeWorkspace(cleo);
  const boards = () => service.sql('select count(*) as count from boards');
  const before = await boards();
  const refused = async (person: Pick<Person, 'refused'>, target: string, sourceBoardPublicId: string) => {
    const { issues } = await person.refused(400, api.boards.create, {
      params: { workspacePublicId: target },
      body: { name: 'x', sourceBoardPublicId },
    });
    assert.match(nth(issues, 0).message, /^body\/sourceBoardPublicId /);
  };
  await refused(ada, workspace, '0123456789abcdef');
  await refused(ada, workspace, 'short');
  await refused(cleo, own, board);
  const member = await addMember(service, workspace, cleo, { role: 'guest', revoked: ['card:view'] });
  await refused(cleo, own, board);
  for (const status of ['invited', 'paused', 'removed'] as const) {
    await setStatus(service, member, status);
    await refused(cleo, own, board);
  }
  await refused(await keyOf(service, ada, ['board:create', 'board:view']), workspace, board);
  await refused(await keyOf(service, ada, ['board:create', 'card:view']), workspace, board);
  await ada.call(api.boards.delete, { params: { boardPublicId: board } });
  await refused(ada, workspace, board);
  assert.deepEqual(await boards(), before);
});

test('copies made while cards are made and moved are whole, and no number is given twice', async () => {
  const { workspace, board, lists, cards } = await fullBoard();
  const copies: Promise<string>[] = [];
  const others: Promise<unknown>[] = [];
  for (let n = 0; n < 16; n++) {
    copies.push(copy(workspace, { sourceBoardPublicId: board }));
    others.push(makeCard(ada, nth(lists, n % 2), { title: `Meanwhile ${n}` }));
    const body = { listPublicId: nth(lists, n % 2), index: n % 3 };
    others.push(ada.call(api.cards.update, { ...at(nth(cards, n % 3)), body }));
  }
  await Promise.all(others);
  for (const copied of await Promise.all(copies)) {
    const titles = cardsOf(await read(copied)).map(({ title }) => title);
    for (const title of ['Full', 'Done', 'Plain']) assert.ok(titles.includes(title), title);
  }
  const [{ numbers, counter } = { numbers: 0, counter: 1 }] = await service.sql<Record<string, number>>(
    `select count(*) as numbers, (select card_counter from workspaces where id = '${workspace}') as counter
      from cards where workspace_id = '${workspace}'`,
  );
  assert.equal(numbers, counter);
});
