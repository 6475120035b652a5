import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf, QueryOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada-l');
const bob = await service.signUp('bob-k');
const anyone = service.caller();

const workspace = await makeWorkspace(ada, 'Analytical Engines');
const workspaceSlug = (await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } })).slug;
const { board, lists, labels } = await makeBoard(ada, { workspace, name: 'Roadmap' });
const member = await addMember(service, workspace, bob);
const card = await makeCard(ada, nth(lists, 0), {
  title: 'Ship it',
  description: 'Soon',
  labelPublicIds: [nth(labels, 0)],
  memberPublicIds: [member],
});
await makeCard(ada, nth(lists, 1), { title: 'Plan it' });
const onCard = { params: { cardPublicId: card } };
const { publicId: comment } = await bob.call(api.comments.create, { ...onCard, body: { comment: 'Hmpf.' } });
await bob.call(api.checklists.create, { ...onCard, body: { name: 'Steps' } });

type Settings = BodyOf<typeof api.boards.update>;
const set = (body: Settings, boardPublicId = board) =>
  ada.call(api.boards.update, { params: { boardPublicId }, body });
await set({ slug: 'roadmap', visibility: 'public' });

const params = { workspaceSlug, boardSlug: 'roadmap' };
const read = (query: QueryOf<typeof api.boards.getPublic> = {}) =>
  anyone.call(api.boards.getPublic, { params, query });
const titles = async (...call: Parameters<typeof read>) =>
  (await read(...call)).lists.flatMap(({ cards }) => cards.map(({ title }) => title));

test('a public board is readable without a login', async () => {
  const found = await read();
  const whole = await ada.call(api.cards.get, onCard);
  assert.deepEqual(found, {
    publicId: board,
    name: 'Roadmap',
    slug: 'roadmap',
    visibility: 'public',
    workspace: { publicId: workspace, name: 'Analytical Engines', slug: workspaceSlug, cardPrefix: 'ANA' },
    labels: whole.list.board.labels,
    lists: [
      {
        publicId: nth(lists, 0),
        name: 'To do',
        index: 0,
        cards: [
          {
            publicId: card,
            title: 'Ship it',
            description: 'Soon',
            index: 0,
            cardNumber: 1,
            dueDate: null,
            labels: whole.labels,
            checklists: whole.checklists,
            commentCount: 1,
            attachmentCount: 0,
          },
        ],
      },
      { publicId: nth(lists, 1), name: 'Done', index: 1, cards: found.lists[1]?.cards },
    ],
    allLists: whole.list.board.lists,
  });
});

test('it names no one: no addresses, names or ids of people, no comments', async () => {
  const text = JSON.stringify(await read());
  for (const secret of ['@', 'ada-l', 'bob-k', ada.id, bob.id, member, comment, 'Hmpf']) {
    assert.equal(text.includes(secret), false, secret);
  }
});

test('it can be filtered, but not by who is on a card: that matches nothing', async () => {
  assert.deepEqual(await titles({ query: 'plan' }), ['Plan it']);
  assert.deepEqual(await titles({ labels: [nth(labels, 0)] }), ['Ship it']);
  assert.deepEqual(await titles({ lists: [nth(lists, 1)], dueDateFilters: ['no-due-date'] }), ['Plan it']);
  assert.deepEqual(await titles({ dueDateFilters: ['overdue'] }), []);
  assert.deepEqual(await titles({ members: [member] }), []);
  assert.deepEqual(await titles({ type: 'regular' }), ['Ship it', 'Plan it']);
  await anyone.refused(404, api.boards.getPublic, { params, query: { type: 'template' } });
});

test('private boards and boards that do not exist are answered alike', async () => {
  const { board: secret } = await makeBoard(ada, { workspace });
  await set({ slug: 'secret' }, secret);
  const answers = [
    { ...params, boardSlug: 'secret' },
    { ...params, boardSlug: 'nothing' },
    { ...params, boardSlug: 'No Slug!' },
    { ...params, boardSlug: board },
    { workspaceSlug: 'nothing', boardSlug: 'roadmap' },
  ].map(async (at) => {
    const response = await service.raw(
      `/workspaces/${at.workspaceSlug}/boards/${encodeURIComponent(at.boardSlug)}`,
    );
    const headers = [...response.headers.keys()].filter((name) => name !== 'date');
    return { status: response.status, headers, body: await response.json() };
  });
  const [first, ...rest] = await Promise.all(answers);
  assert.equal(first?.status, 404);
  for (const answer of rest) assert.deepEqual(answer, first);
});

test('a login makes no difference', async () => {
  const { board: secret } = await makeBoard(ada, { workspace });
  await set({ slug: 'secret-too' }, secret);
  await ada.refused(404, api.boards.getPublic, { params: { ...params, boardSlug: 'secret-too' } });
  assert.deepEqual(await ada.call(api.boards.getPublic, { params }), await read());
});

test('what is private again, archived, in the trash or a template is not found', async () => {
  await set({ visibility: 'private' });
  await anyone.refused(404, api.boards.getPublic, { params });
  await set({ visibility: 'public', isArchived: true });
  await anyone.refused(404, api.boards.getPublic, { params });
  await set({ isArchived: false });
  await read();
  await ada.call(api.boards.delete, { params: { boardPublicId: board } });
  await anyone.refused(404, api.boards.getPublic, { params });
  await ada.call(api.boards.restore, { params: { boardPublicId: board } });
  await read();
  const template = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Pattern', type: 'template' },
  });
  await set({ slug: 'pattern', visibility: 'public' }, template.publicId);
  await anyone.refused(404, api.boards.getPublic, { params: { ...params, boardSlug: 'pattern' } });
});

test('deleted lists and cards, and archived cards, are not shown', async () => {
  const made = await makeBoard(ada, { workspace });
  await set({ slug: 'half-gone', visibility: 'public' }, made.board);
  const [first, second] = [
    await makeCard(ada, nth(made.lists, 0), { title: 'archived' }),
    await makeCard(ada, nth(made.lists, 0), { title: 'deleted' }),
  ];
  await makeCard(ada, nth(made.lists, 1), { title: 'in a deleted list' });
  await ada.call(api.cards.archive, { params: { cardPublicId: first } });
  await ada.call(api.cards.delete, { params: { cardPublicId: second } });
  await ada.call(api.lists.delete, { params: { listPublicId: nth(made.lists, 1) } });
  const found = await anyone.call(api.boards.getPublic, { params: { ...params, boardSlug: 'half-gone' } });
  assert.deepEqual(
    found.lists.map(({ name, cards }) => [name, cards]),
    [['To do', []]],
  );
});

test('two statements; one, and a 304, for a caller who has the newest state', async () => {
  assert.equal(await statementsOf(service, () => read()), 2);
  const path = `/workspaces/${workspaceSlug}/boards/roadmap`;
  const etag = (await service.raw(path)).headers.get('etag') ?? '';
  const known = () => service.raw(path, { headers: { 'if-none-match': etag } });
  assert.equal(await statementsOf(service, known), 1);
  assert.equal((await known()).status, 304);
  await makeCard(ada, nth(lists, 0));
  assert.equal((await service.raw(path, { headers: { 'if-none-match': etag } })).status, 200);
});

test('400: filters that break a rule', async () => {
  const { status } = await service.raw(`/workspaces/${workspaceSlug}/boards/roadmap?labels=short`);
  assert.equal(status, 400);
});

test('404 with everything in it when the workspace goes to the trash', async () => {
  await ada.call(api.workspaces.delete, { params: { workspacePublicId: workspace } });
  await anyone.refused(404, api.boards.getPublic, { params });
});
