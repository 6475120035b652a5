import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { api } from '../../../contract/api.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { cardOf, completionsOf, filesOn, importFile, outlineOf, workOf } from '../testing/imports.ts';
import { testService } from '../testing/service.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

const imported = async (content: string | Uint8Array, workspace?: string) =>
  importFile(service, ada, {
    workspacePublicId: workspace ?? (await makeWorkspace(ada)),
    format: 'wekan',
    content,
  });

/** An id like those of WeKan. */
const id = (name: string) => `${name}xxxxxxxxxxxxxxxxx`.slice(0, 17);
const when = (day: number) => new Date(Date.UTC(2024, 0, 1 + day, 12)).toISOString();

const [ann, bob, gone] = [id('ann'), id('bob'), id('gone')];
const [pump, roof, tiles] = [id('pump'), id('roof'), id('tiles')];
const picture = randomBytes(300_000);

/*
 * The shape is that of the exporter of WeKan 7 and 8 (models/exporter.js, `_format` wekan-board-1.0.0), the fields of cards
 * those of models/cards.js; `url` of attachments and items within checklists are of WeKan 0 and 1.
 */
const house = {
  _format: 'wekan-board-1.0.0',
  _id: id('board'),
  title: 'House',
  permission: 'private',
  archived: false,
  color: 'belize',
  description: 'All of it',
  labels: [
    { _id: 'aaaaaa', name: 'Urgent', color: 'crimson' },
    { _id: 'bbbbbb', name: '', color: 'sky' },
    { _id: 'bbbbbb', name: 'twice', color: 'sky' },
  ],
  members: [{ userId: ann, isAdmin: true, isActive: true }],
  attachments: [
    {
      _id: id('photo'),
      cardId: pump,
      file: picture.toString('base64'),
      name: 'pump.jpg',
      type: 'image/jpeg',
    },
    {
      _id: id('note'),
      cardId: pump,
      file: Buffer.from('short').toString('base64'),
      name: 'note.txt',
      type: 'a\nb',
    },
    { _id: id('lost'), cardId: pump, file: null, name: 'lost.txt', type: 'text/plain' },
    { _id: id('old'), cardId: roof, url: 'https://wekan.example.com/cfs/files/old.pdf', name: 'old.pdf' },
  ],
  lists: [
    { _id: id('attic'), title: 'Attic', archived: true, sort: 0 },
    { _id: id('done'), title: 'Done', archived: false, sort: 2, wipLimit: { enabled: true, value: 1 } },
    {
      _id: id('todo'),
      title: 'To do',
      archived: false,
      sort: 1,
      color: 'crimson',
      wipLimit: { enabled: true, soft: true, value: 3 },
    },
  ],
  cards: [
    {
      _id: roof,
      title: 'Roof',
      archived: false,
      listId: id('todo'),
      swimlaneId: id('outside'),
      sort: 0,
      members: [gone],
      labelIds: [],
      description: `After https://wekan.example.com/b/${id('board')}/house/${pump}, see`,
      userId: bob,
      createdAt: when(2),
      endAt: when(15),
      cardNumber: 7,
      vote: { question: 'Now?' },
    },
    {
      _id: tiles,
      title: 'Tiles',
      parentId: roof,
      listId: id('done'),
      swimlaneId: id('outside'),
      sort: 5,
      archived: true,
      archivedAt: when(9),
      cardNumber: 7.5,
    },
    {
      _id: pump,
      title: 'Pump',
      archived: false,
      listId: id('todo'),
      swimlaneId: id('inside'),
      sort: 3,
      description: 'It **leaks**',
      members: [ann],
      assignees: [bob, ann],
      labelIds: ['bbbbbb', 'aaaaaa', 'zzzzzz'],
      dueAt: when(20),
      startAt: when(10),
      spentTime: 2.5,
      isOvertime: true,
      requestedBy: 'The tenants',
      userId: ann,
      createdAt: when(1),
      cardNumber: 3,
      color: 'red',
      customFields: [
        { _id: id('price'), value: 12 },
        { _id: id('maker'), value: 'opt2' },
        { _id: id('none'), value: null },
      ],
    },
    {
      _id: id('box'),
      endAt: '2999-01-01T00:00:00.000Z',
      title: 'Box',
      listId: id('attic'),
      swimlaneId: id('inside'),
      sort: 0,
    },
    { _id: id('astray'), title: 'Astray', listId: id('nowhere'), sort: 0 },
  ],
  swimlanes: [
    { _id: id('outside'), title: 'Outside', sort: 2 },
    { _id: id('inside'), title: 'Inside', sort: 1 },
    { _id: id('unused'), title: 'Unused', sort: 3 },
  ],
  customFields: [
    { _id: id('price'), name: 'Price', type: 'number', settings: {} },
    {
      _id: id('maker'),
      name: 'Maker',
      type: 'dropdown',
      settings: { dropdownItems: [{ _id: 'opt2', name: 'Acme' }] },
    },
  ],
  comments: [
    { _id: id('c2'), cardId: pump, text: 'Second', userId: gone, createdAt: when(6), modifiedAt: when(7) },
    { _id: id('c1'), cardId: pump, text: 'First', userId: bob, createdAt: when(5), modifiedAt: when(5) },
    { _id: id('c0'), cardId: pump, text: ' ', userId: bob, createdAt: when(4) },
  ],
  activities: [
    { activityType: 'createCard', cardId: pump, userId: ann, createdAt: when(1) },
    { activityType: 'moveCard', cardId: pump, userId: ann, createdAt: when(3) },
    {
      activityType: 'addAttachment',
      attachmentId: id('photo'),
      cardId: pump,
      userId: bob,
      createdAt: when(8),
    },
  ],
  checklists: [
    { _id: id('parts'), cardId: pump, title: 'Parts', sort: 1 },
    {
      _id: id('first'),
      cardId: pump,
      title: 'First',
      sort: 0,
      items: [{ title: 'Inline', isFinished: true }],
    },
  ],
  checklistItems: [
    { _id: id('i2'), checklistId: id('parts'), cardId: pump, title: 'Seal', sort: 2, isFinished: false },
    { _id: id('i1'), checklistId: id('parts'), cardId: pump, title: 'Valve', sort: 1, isFinished: true },
  ],
  subtaskItems: [
    { _id: tiles, parentId: roof, title: 'Tiles' },
    { _id: id('other'), parentId: roof, title: 'On another board', archived: true },
  ],
  rules: [{ _id: id('rule') }],
  triggers: [],
  actions: [],
  users: [
    { _id: ann, username: 'ann', profile: { fullname: 'Ann Baker' } },
    { _id: bob, username: 'bob', profile: {} },
  ],
};

const text = JSON.stringify(house);

test('a board comes in with its order, labels, people, checklists, comments and files', async () => {
  // Some programs escape slashes; the bytes are the same.
  const escaped = text.replace(picture.toString('base64'), (found) => found.replaceAll('/', '\\/'));
  const { state, error, boardPublicId, report } = await imported(escaped);
  assert.deepEqual([state, error], ['completed', null]);
  const board = boardPublicId ?? '';
  assert.deepEqual(await outlineOf(service, board), [
    '[Attic]: Box',
    'To do: Pump',
    'To do: Roof',
    'Done: [Tiles]',
    'No list: Astray',
  ]);
  const lists = await ada.call(api.lists.list, { params: { boardPublicId: board }, query: {} });
  assert.deepEqual(
    lists.map(({ colour, limit }) => [colour, limit]),
    [
      ['#dc143c', { cards: 3, mode: 'warn' }],
      [null, { cards: 1, mode: 'refuse' }],
      [null, null],
    ],
  );
  const card = await cardOf(service, ada, board, 'Pump');
  assert.deepEqual(
    card.labels.map(({ name, colourCode }) => [name, colourCode]),
    [
      ['Urgent', '#dc143c'],
      ['sky', '#00c2e0'],
      ['Inside', '#8c9bab'],
    ],
  );
  assert.deepEqual(new Set(card.members.map(({ user }) => user?.name)), new Set(['Ann Baker', 'bob']));
  assert.deepEqual([card.dueDate, card.cardNumber], [when(20), 3]);
  assert.equal((await workOf(service, ada, board, 'Pump')).startDate, when(10));
  assert.equal(
    card.description,
    [
      'It **leaks**',
      '',
      '- **Hours spent:** 2.5 (overtime)',
      '- **Requested by:** The tenants',
      '- **Price:** 12',
      '- **Maker:** Acme',
    ].join('\n'),
  );
  assert.deepEqual(
    card.checklists.map(({ name, items }) => [name, items.map((item) => [item.title, item.completed])]),
    [
      ['First', [['Inline', true]]],
      [
        'Parts',
        [
          ['Valve', true],
          ['Seal', false],
        ],
      ],
    ],
  );
  const { Roof, Box } = await completionsOf(service, board);
  assert.deepEqual([Roof, Box], [when(15), null], 'work has ended, or will');
  const params = { cardPublicId: card.publicId };
  const { comments } = await ada.call(api.comments.list, { params, query: {} });
  assert.deepEqual(
    comments.map(({ comment, createdAt, updatedAt }) => [comment, createdAt, updatedAt]),
    [
      ['Second', when(6), when(7)],
      ['First', when(5), null],
    ],
  );
  const files = await filesOn(service, card);
  assert.deepEqual(
    files.map(({ name, contentType }) => [name, contentType]),
    [
      ['pump.jpg', 'image/jpeg'],
      ['note.txt', 'application/octet-stream'],
    ],
  );
  assert.deepEqual([nth(files, 0).bytes.equals(picture), nth(files, 1).bytes.toString()], [true, 'short']);
  const [made] = await service.sql<{ at: number; name: string }>(
    `select a.created_at as at, u.name as name from attachments a join users u on u.id = a.created_by
    where a.id = '${nth(card.attachments, 0).publicId}'`,
  );
  assert.deepEqual([Number(made?.at), made?.name], [Date.parse(when(8)) * 1000, 'bob']);
  assert.deepEqual(Object.fromEntries(report.map(({ kind, count }) => [kind, count])), {
    'swimlanes turned into labels': 2,
    'cards whose list is not in the file put into the list “No list”': 1,
    'board description left out': 1,
    'empty comments left out': 1,
    'rules left out': 1,
    'history entries left out, other than creations and comments': 1,
    'votes left out': 1,
    'dates of receipt and end kept in the description': 2,
    'hours spent kept in the description': 1,
    'people who requested or assigned cards kept in the description': 1,
    'custom field values kept in the description': 2,
    'attached files kept as links in the description; the export does not contain them': 1,
    'attached files missing from the export left out': 1,
    'texts whose links to cards lead to their new places': 1,
  });
});

test('links between cards lead to the new places, and subtasks have their parents', async () => {
  const { boardPublicId } = await imported(text);
  const board = boardPublicId ?? '';
  const [pumpHere, roofHere, tilesHere] = await Promise.all(
    ['Pump', 'Roof', 'Tiles'].map((title) => cardOf(service, ada, board, title)),
  );
  assert.ok(pumpHere && roofHere && tilesHere);
  assert.match(roofHere.description ?? '', new RegExp(`After http\\S+/${pumpHere.publicId}, see`));
  assert.match(
    roofHere.description ?? '',
    /\n- \[old\.pdf\]\(<https:\/\/wekan\.example\.com\/cfs\/files\/old\.pdf>\)$/,
  );
  const of = { params: { cardPublicId: tilesHere.publicId } };
  assert.deepEqual(
    (await ada.call(api.relations.list, of)).relations.map(({ type, card }) => [type, card.publicId]),
    [['parent', roofHere.publicId]],
  );
  assert.deepEqual(
    roofHere.checklists.map(({ name, items }) => [name, items.map((item) => [item.title, item.completed])]),
    [['Subtasks', [['On another board', true]]]],
  );
  assert.equal(roofHere.cardNumber, 7);
});

test('the zip of an export comes in with its files', async () => {
  const { attachments, ...rest } = house;
  const files = attachments.slice(0, 2).map(({ file, ...attachment }) => ({ ...attachment, size: 1 }));
  const zip = zipSync({
    'wekan.json': strToU8(JSON.stringify({ ...rest, attachments: [...files, ...files] })),
    [`attachments/${id('photo')}-pump.jpg`]: new Uint8Array(picture),
  });
  const { state, error, boardPublicId, warnings } = await imported(zip);
  assert.deepEqual([state, error], ['completed', null]);
  const found = await filesOn(service, await cardOf(service, ada, boardPublicId ?? '', 'Pump'));
  assert.deepEqual(
    found.map(({ name, bytes }) => [name, bytes.equals(picture)]),
    [['pump.jpg', true]],
  );
  // One file is not in the zip, and no file is attached twice.
  assert.ok(
    warnings.includes(
      'attached files that are not there any more left out: 3 (“note.txt”, “pump.jpg”, “note.txt”)',
    ),
    warnings.join('\n'),
  );
});

test('a text of a board is imported while the caller waits', async () => {
  const workspacePublicId = await makeWorkspace(ada);
  const body = { workspacePublicId, format: 'wekan', content: text } as const;
  const { boardsImported } = await ada.call(api.imports.file, { body });
  assert.equal(boardsImported, 1);
  const [board] = await ada.call(api.boards.list, { params: { workspacePublicId } });
  const found = await filesOn(service, await cardOf(service, ada, board?.publicId ?? '', 'Pump'));
  assert.equal(nth(found, 0).bytes.equals(picture), true);
});

const refusals: [what: string, content: string | Uint8Array, error: RegExp][] = [
  ['a file that was cut off', text.slice(0, -100), /not valid JSON/],
  ['a file that was cut off within a file', text.slice(0, 100_000), /not valid JSON/],
  ['another tool’s export', '{"name":"House","lists":[],"cards":[]}', /not a board export of WeKan/],
  ['a later version', '{"_format":"wekan-board-2.0.0"}', /not a board export of WeKan/],
  ['a table', 'title,list\na,b\n', /not valid JSON/],
  ['another zip', zipSync({ 'a.txt': strToU8('a') }), /no wekan\.json/],
  [
    'a zip whose names lead out',
    zipSync({ 'wekan.json': strToU8(text), '../../etc/passwd': strToU8('x') }),
    /lead out/,
  ],
  ['a zip bomb', zipSync({ 'wekan.json': new Uint8Array(30_000_000) }, { level: 9 }), /unpacks to more/],
];

for (const [what, content, error] of refusals) {
  test(`${what} is refused with the reason`, async () => {
    const found = await imported(content);
    assert.equal(found.state, 'failed');
    assert.match(found.error ?? '', error);
  });
}

test('wrong types, ids twice, cycles and what is missing read as empty', async () => {
  const odd = [null, 1.5, 'x', [], [null], {}, true, { $date: 'x' }];
  const fields = Object.keys(house.cards[2] ?? {});
  const cards = odd.flatMap((value) => [
    { ...house.cards[2], ...Object.fromEntries(fields.map((name) => [name, value])) },
    { _id: roof, parentId: pump, title: 'Cycle' },
    { _id: pump, parentId: roof, title: 'Cycle', listId: id('todo') },
    value,
  ]);
  const others = ['labels', 'lists', 'swimlanes', 'comments', 'checklists', 'checklistItems', 'users'];
  const lists = [...others, 'customFields', 'activities', 'attachments', 'subtaskItems', 'members'];
  const elements = odd.map((value) => ({
    _id: value,
    ...Object.fromEntries(['title', 'cardId', 'text', 'sort', 'file', 'url'].map((name) => [name, value])),
  }));
  const content = JSON.stringify({
    _format: 'wekan-board-1.0.0',
    title: odd,
    ...Object.fromEntries(lists.map((list) => [list, [...odd, ...elements]])),
    cards,
  });
  const { state, error, boardPublicId } = await imported(content);
  assert.deepEqual([state, error], ['completed', null]);
  assert.equal((await outlineOf(service, boardPublicId ?? '')).length, 4 * odd.length);
});

test('what hangs on cards that are not in the file, and what is empty, is counted', async () => {
  const { report } = await imported(
    JSON.stringify({
      _format: 'wekan-board-1.0.0',
      title: 'House',
      cards: [{ _id: pump, title: 'Pump' }],
      comments: [
        { cardId: pump, text: 'kept' },
        { cardId: pump, text: ' ' },
        { cardId: gone, text: 'of a linked card' },
      ],
      checklists: [
        { _id: id('here'), cardId: pump, title: 'Parts' },
        { _id: id('there'), cardId: gone, title: 'Parts' },
      ],
      checklistItems: [
        { checklistId: id('here'), title: 'Seal' },
        { checklistId: id('nowhere'), title: 'Seal' },
      ],
      attachments: [{ _id: id('file'), cardId: gone, name: 'a', file: 'YQ==' }],
    }),
  );
  assert.deepEqual(Object.fromEntries(report.map(({ kind, count }) => [kind, count])), {
    'comments on cards that are not in the file left out': 1,
    'checklists of cards that are not in the file left out': 1,
    'items of checklists that are not in the file left out': 1,
    'files of cards that are not in the file left out': 1,
    'empty comments left out': 1,
    'cards whose list is not in the file put into the list “No list”': 1,
  });
});

test('an empty board is a board', async () => {
  const { state, boardName, boardPublicId } = await imported(
    '{"_format":"wekan-board-1.0.0","title":"Empty"}',
  );
  assert.deepEqual([state, boardName], ['completed', 'Empty']);
  const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: boardPublicId ?? '' } });
  assert.deepEqual(lists, []);
});

test('what claims to be a file of another text is none of it', async () => {
  const cards = [{ _id: pump, title: 'Pump' }];
  const attachments = [{ cardId: pump, name: 'a', file: 'cut:000000000000000000000000:0-100' }];
  const { boardPublicId, warnings } = await imported(
    JSON.stringify({ _format: 'wekan-board-1.0.0', cards, attachments }),
  );
  const card = await cardOf(service, ada, boardPublicId ?? '', 'Pump');
  assert.deepEqual(card.attachments, []);
  assert.ok(
    warnings.includes('attached files that could not be read left out: 1 (“a”)'),
    warnings.join('\n'),
  );
});
