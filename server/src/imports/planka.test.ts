import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { cardOf, completionsOf, importFile, outlineOf } from '../testing/imports.ts';
import { testService } from '../testing/service.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

const imported = async (content: unknown) =>
  importFile(service, ada, {
    workspacePublicId: await makeWorkspace(ada),
    format: 'planka',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  });

/** An id like those of PLANKA. */
const id = (n: number) => `13571585680080${String(n).padStart(5, '0')}`;
const when = (day: number) => new Date(Date.UTC(2024, 0, 1 + day, 12)).toISOString();

const [ann, bob, gone] = [id(1), id(2), id(3)];
const [pump, roof] = [id(21), id(22)];

const card = (cardId: string, name: string, more: object = {}) => ({
  id: cardId,
  boardId: id(9),
  listId: id(11),
  creatorUserId: ann,
  type: 'project',
  position: 65_536,
  name,
  description: null,
  dueDate: null,
  isDueDateCompleted: null,
  stopwatch: null,
  commentsTotal: 0,
  isClosed: false,
  createdAt: when(1),
  ...more,
});

/* The shape is that of the reply of PLANKA 2 to GET /api/boards/{id} (its OpenAPI document: server/api/controllers/boards/show.js). */
const house = {
  item: { id: id(9), name: 'House', position: 1, projectId: id(8), isSubscribed: false },
  included: {
    users: [
      { id: ann, name: 'Ann Baker', username: 'ann', email: 'ann@example.com' },
      { id: bob, name: 'Bob', username: null },
    ],
    projects: [{ id: id(8), name: 'Project' }],
    boardMemberships: [],
    labels: [
      { id: id(31), name: 'Urgent', color: 'berry-red', position: 2 },
      { id: id(32), name: null, color: 'navy-blue', position: 1 },
    ],
    lists: [
      { id: id(12), name: 'Done', type: 'closed', position: 2 },
      { id: id(13), name: null, type: 'archive', position: null },
      { id: id(11), name: 'To do', type: 'active', position: 1, color: 'berry-red' },
    ],
    cards: [
      card(roof, 'Roof', {
        position: 2,
        description: `After https://planka.example.com/cards/${pump}.`,
        commentsTotal: 3,
      }),
      card(pump, 'Pump', {
        position: 1,
        description: 'It **leaks**',
        dueDate: when(20),
        isDueDateCompleted: true,
        updatedAt: when(15),
        stopwatch: { total: 5400, startedAt: null },
      }),
      card(id(23), 'Tiles', { listId: id(12), isClosed: true, listChangedAt: when(9) }),
    ],
    cardMemberships: [
      { cardId: pump, userId: gone },
      { cardId: pump, userId: ann },
    ],
    cardLabels: [{ cardId: pump, labelId: id(31) }],
    taskLists: [
      { id: id(42), cardId: pump, name: 'Second', position: 2 },
      { id: id(41), cardId: pump, name: 'First', position: 1 },
    ],
    tasks: [
      { id: id(52), taskListId: id(41), name: 'Valve', isCompleted: true, position: 2 },
      { id: id(51), taskListId: id(41), name: 'Seal', isCompleted: false, position: 1, assigneeUserId: bob },
    ],
    attachments: [
      { cardId: pump, type: 'link', name: 'Shop', data: { url: 'https://example.com/shop' } },
      {
        cardId: pump,
        type: 'file',
        name: 'plan.pdf',
        data: { filename: 'plan.pdf', url: 'https://planka.example.com/attachments/1' },
      },
    ],
    customFieldGroups: [],
    customFields: [{ id: id(61), name: 'Price', position: 1 }],
    customFieldValues: [{ cardId: pump, customFieldId: id(61), content: '12' }],
  },
};

test('a board comes in with its order, labels, people, tasks and links', async () => {
  const { state, error, boardName, boardPublicId, report } = await imported(house);
  assert.deepEqual([state, error, boardName], ['completed', null, 'House']);
  const board = boardPublicId ?? '';
  assert.deepEqual(await outlineOf(service, board), ['To do: Pump', 'To do: Roof', 'Done: Tiles']);
  const found = await cardOf(service, ada, board, 'Pump');
  assert.deepEqual(
    found.labels.map(({ name, colourCode }) => [name, colourCode]),
    [['Urgent', '#e04556']],
  );
  assert.deepEqual(
    new Set(found.members.map(({ user }) => user?.name)),
    new Set(['Ann Baker', 'Former member']),
  );
  assert.equal(found.dueDate, when(20));
  const assigned = await service.sql<{ title: string }>(
    `select i.title as title from checklist_items i join checklists k on k.id = i.checklist_id
      where k.card_id = '${found.publicId}' and i.member_id is not null`,
  );
  assert.deepEqual(assigned, [{ title: 'Seal' }]);
  assert.deepEqual(
    found.checklists.map(({ name, items }) => [name, items.map((item) => [item.title, item.completed])]),
    [
      [
        'First',
        [
          ['Seal', false],
          ['Valve', true],
        ],
      ],
      ['Second', []],
    ],
  );
  assert.equal(
    found.description,
    [
      'It **leaks**',
      '',
      '- **Hours spent:** 1.5',
      '- **Price:** 12',
      '- [Shop](<https://example.com/shop>)',
      '- [plan.pdf](<https://planka.example.com/attachments/1>)',
    ].join('\n'),
  );
  assert.deepEqual(await completionsOf(service, board), {
    Pump: when(15),
    Roof: null,
    Tiles: when(9),
  });
  const lists = await ada.call(api.lists.list, { params: { boardPublicId: board }, query: {} });
  assert.deepEqual(
    lists.map(({ name, completes, colour }) => [name, completes, colour]),
    [
      ['To do', false, '#e04556'],
      ['Done', true, null],
    ],
  );
  const { description } = await cardOf(service, ada, board, 'Roof');
  assert.match(description ?? '', new RegExp(`After http\\S+/${found.publicId}\\.$`));
  assert.deepEqual(Object.fromEntries(report.map(({ kind, count }) => [kind, count])), {
    'comments that are not in the file': 3,
    'times of completion missing from the file: the last change was taken': 1,
    'attachments kept as links in the description; PLANKA keeps the files': 2,
    'custom field values kept in the description': 1,
    'hours spent kept in the description': 1,
    'texts whose links to cards lead to their new places': 1,
  });
});

test('tasks of version 1 are one checklist, and its attachments have addresses', async () => {
  const included = {
    lists: [{ id: id(11), name: 'To do', position: 1 }],
    cards: [card(pump, 'Pump')],
    tasks: [{ cardId: pump, name: 'Seal', isCompleted: true, position: 1 }],
    attachments: [
      { cardId: pump, name: 'a.png', url: 'https://planka.example.com/attachments/1/download/a.png' },
    ],
  };
  const { boardPublicId } = await imported({ item: { name: 'Old' }, included });
  const found = await cardOf(service, ada, boardPublicId ?? '', 'Pump');
  assert.deepEqual(
    found.checklists.map(({ name, items }) => [name, items.map(({ title }) => title)]),
    [['Tasks', ['Seal']]],
  );
  assert.equal(found.description, '- [a.png](<https://planka.example.com/attachments/1/download/a.png>)');
});

const text = JSON.stringify(house);

for (const [what, content, error] of [
  ['a file that was cut off', text.slice(0, -1), /not valid JSON/],
  [
    'an object that ends too early',
    text.replace('"included":{', '"included":{},"x":{'),
    /not a board as PLANKA/,
  ],
  ['another tool’s export', '{"name":"House","lists":[],"cards":[]}', /not a board as PLANKA/],
  ['a list of boards', '[]', /not valid JSON/],
] as const) {
  test(`${what} is refused with the reason`, async () => {
    const found = await imported(content);
    assert.equal(found.state, 'failed');
    assert.match(found.error ?? '', error);
  });
}

test('wrong types and ids twice read as empty', async () => {
  const odd = [null, 1.5, 'x', [], [null], {}, true];
  const fields = [
    ...Object.keys(card('', '')),
    'cardId',
    'userId',
    'labelId',
    'taskListId',
    'color',
    'data',
    'url',
    'username',
  ];
  const elements = odd.flatMap((value) => [value, Object.fromEntries(fields.map((name) => [name, value]))]);
  const included = Object.fromEntries(
    Object.entries(house.included).map(([name, list]) => [name, [...list, ...list, ...elements]]),
  );
  const { state, error, boardPublicId } = await imported({
    item: house.item,
    included: { ...included, included },
  });
  assert.deepEqual([state, error], ['completed', null]);
  assert.equal((await outlineOf(service, boardPublicId ?? '')).length, 6 + 2 * odd.length);
});
