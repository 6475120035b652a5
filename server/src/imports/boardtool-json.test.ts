import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { authenticate } from '../base/access/actor.ts';
import { day, hour } from '../base/clock.ts';
import { Invalid } from '../base/errors.ts';
import { SyncSpool } from '../base/storage/sync-spool.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { completionsOf, workOf } from '../testing/imports.ts';
import { addMember, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { BoardtoolParts } from './boardtool-json/parts.ts';
import { readBoardtoolJson } from './boardtool-json.ts';
import { importBoards } from './flows/import-now.ts';
import type { ImportedBoard, ImportedCard } from './imported-board.ts';

const service = await testService();
const ada = await service.signUp('ada');

async function importing(person: Person, workspace: string, content: unknown) {
  const actor = await authenticate(service.db, person.token, service.clock.now());
  assert.ok(actor);
  const read = readBoardtoolJson(content);
  return nth(
    await importBoards(
      service,
      { actor, change: service.changeAs(actor) },
      { workspacePublicId: workspace, reply: (made) => made },
      'boardtool-json',
      [read],
    ),
    0,
  );
}

const boardOf = async (workspacePublicId: string, board: string) => {
  const boards = await ada.call(api.boards.list, { params: { workspacePublicId } });
  const found = boards.find(({ publicId }) => publicId === board);
  assert.ok(found);
  return found;
};

const cardOf = async (board: string, title: string) => {
  const [row] = await service.sql<{ id: string }>(
    `select id from cards where board_id = '${board}' and title = '${title}'`,
  );
  return ada.call(api.cards.get, { params: { cardPublicId: row?.id ?? '' } });
};

/** All cards of a board as `list: title`, in order; archived ones in brackets. */
const shown = async (board: string): Promise<string[]> => {
  const rows = await service.sql<{ list: string; title: string; archived: number | null }>(
    `select l.name as list, c.title as title, c.archived_at as archived
    from cards c join lists l on l.id = c.list_id where c.board_id = '${board}' order by l.position, c.position`,
  );
  return rows.map(({ list, title, archived }) => `${list}: ${archived ? `[${title}]` : title}`);
};

/** An id of the board tool, created `day` days after 1 January 2024. */
const id = (n: number, day = 0) =>
  (Date.UTC(2024, 0, 1 + day) / 1000).toString(16) + n.toString(16).padStart(16, '0');

const when = (day: number) => new Date(Date.UTC(2024, 0, 1 + day, 12)).toISOString();
const [ann, bob, gone] = [id(1), id(2), id(3)];
const [todo, done, attic, empty] = [id(11), id(12), id(13), id(14)];
const [pump, roof, old] = [id(21, 2), id(22, 3), id(23, 4)];

const action = (type: string, day: number, by: string | null, data: object, more: object = {}) => ({
  id: id(900 + day, day),
  type,
  date: when(day),
  ...(by ? { idMemberCreator: by } : {}),
  data,
  ...more,
});

/** A small board with content of every kind. */
const house = {
  id: id(0),
  name: 'House',
  desc: 'What is to be done',
  lists: [
    { id: done, name: 'Done', closed: false, pos: 200.5 },
    { id: attic, name: 'Attic', closed: true, pos: 50 },
    { id: todo, name: 'To do', closed: false, pos: 100, softLimit: 1, color: 'sky' },
    { id: empty, name: 'Empty', closed: true, pos: 60 },
  ],
  labels: [
    { id: id(31), name: 'Urgent', color: 'red_dark' },
    { id: id(32), name: '', color: 'sky_light' },
    { id: id(33), name: 'Plain', color: null },
  ],
  members: [
    { id: ann, username: 'Ann.B', fullName: 'Ann Baker' },
    { id: bob, username: 'bob', fullName: 'Bob Cook', email: 'Bob@example.com' },
  ],
  checklists: [
    {
      id: id(41),
      idCard: pump,
      name: 'Parts',
      pos: 2,
      checkItems: [
        { name: 'Seal', pos: 20, state: 'incomplete', due: when(9), idMember: ann },
        { name: 'Valve', pos: 10, state: 'complete' },
      ],
    },
    { id: id(42), idCard: pump, name: 'First of all', pos: 1, checkItems: [] },
  ],
  cards: [
    {
      id: roof,
      name: 'Roof',
      idList: todo,
      pos: 2,
      closed: false,
      desc: '',
      idLabels: [],
      idMembers: [gone],
      badges: { comments: 3, votes: 2 },
      attachments: [
        { name: 'plan [a].pdf', url: 'https://files.example.com/plan a.pdf', isUpload: true },
        { name: '', url: 'https://example.com/roofs', isUpload: false },
        { name: 'not a link', url: 'javascript:alert(1)', isUpload: false },
      ],
    },
    {
      id: pump,
      name: ' Fix the\npump ',
      idList: todo,
      pos: 1,
      closed: false,
      desc: 'It **leaks**.',
      due: '2024-02-03T04:05:06.000Z',
      dueComplete: true,
      dueReminder: 1440,
      start: when(1),
      idLabels: [id(32), id(31), id(99)],
      idMembers: [bob, ann],
      customFieldItems: [{}, {}],
      stickers: [{}],
      cover: { color: 'blue' },
      badges: { comments: 1 },
    },
    {
      id: old,
      name: 'Old',
      idList: todo,
      pos: 3,
      closed: true,
      dateLastActivity: when(20),
      desc: null,
      labels: [{ id: id(33) }],
    },
    { id: id(24, 5), name: 'Box', idList: attic, pos: 1, closed: false },
    { id: id(25, 6), name: 'Astray', idList: id(77), pos: 1, closed: false },
  ],
  actions: [
    action('commentCard', 8, ann, { card: { id: pump }, text: 'Second', dateLastEdited: when(10) }),
    action('updateCard', 7, ann, { card: { id: pump } }),
    action(
      'commentCard',
      6,
      gone,
      { card: { id: pump }, text: 'First' },
      { memberCreator: { id: gone, fullName: 'Cy Gone', username: 'cy' } },
    ),
    action('commentCard', 6, ann, { card: { id: id(88) }, text: 'elsewhere' }),
    action('commentCard', 6, ann, { card: { id: roof }, text: '  ' }),
    action('createCard', 1, bob, { card: { id: pump } }),
  ],
  customFields: [{ name: 'Cost' }],
};

test('lists, cards, labels and checklists are taken over in their order', async () => {
  const workspace = await makeWorkspace(ada);
  const types = await service.recorded(() => importing(ada, workspace, house));
  // Three placeholders: Ann, Bob, and Cy, who has left the board.
  const people = ['member.added', 'member.added', 'member.added'];
  assert.deepEqual(types, ['board.created', ...people, 'import.completed']);
  const [{ publicId } = { publicId: '' }] = await ada.call(api.boards.list, {
    params: { workspacePublicId: workspace },
  });
  const board = await boardOf(workspace, publicId);
  assert.equal(board.name, 'House');
  assert.deepEqual(
    board.lists.map(({ name }) => name),
    ['To do', 'Done', 'No list'],
  );
  const archived = await ada.call(api.lists.list, {
    params: { boardPublicId: publicId },
    query: { archived: true },
  });
  assert.deepEqual(
    archived.map(({ name, cardCount }) => [name, cardCount]),
    [
      ['Attic', 1],
      ['Empty', 0],
    ],
  );
  await ada.call(api.lists.restore, { params: { listPublicId: archived[1]?.publicId ?? '' } });
  const { lists } = await boardOf(workspace, publicId);
  assert.deepEqual(
    lists.map(({ name }) => name),
    ['Empty', 'To do', 'Done', 'No list'],
  );
  const live = await ada.call(api.lists.list, { params: { boardPublicId: publicId }, query: {} });
  assert.deepEqual(
    live.map(({ colour, limit }) => [colour, limit]),
    [
      [null, null],
      ['#6cc3e0', { cards: 1, mode: 'warn' }],
      [null, null],
      [null, null],
    ],
  );
  assert.deepEqual(
    board.labels.map(({ name, colourCode }) => [name, colourCode]),
    [
      ['Urgent', '#c9372c'],
      ['sky light', '#c6edfb'],
      ['Plain', '#8c9bab'],
    ],
  );
  assert.deepEqual(await shown(publicId), [
    'Attic: Box',
    'To do: Fix the pump',
    'To do: Roof',
    'To do: [Old]',
    'No list: Astray',
  ]);
  const card = await cardOf(publicId, 'Fix the pump');
  assert.equal(card.description, 'It **leaks**.');
  assert.equal(card.dueDate, '2024-02-03T04:05:06.000Z');
  const seal = await service.sql<{ due: number; name: string }>(
    `select i.due_at as due, u.name as name from checklist_items i join members m on m.id = i.member_id
      join users u on u.id = m.user_id where i.title = 'Seal'`,
  );
  assert.deepEqual(seal.map(({ due, name }) => [Number(due) / 1000, name]).slice(0, 1), [
    [Date.parse(when(9)), 'Ann Baker'],
  ]);
  assert.deepEqual(
    card.labels.map(({ name }) => name),
    ['Urgent', 'sky light'],
  );
  assert.deepEqual(
    card.checklists.map(({ name, items }) => [name, items.map(({ title, completed }) => [title, completed])]),
    [
      ['First of all', []],
      [
        'Parts',
        [
          ['Valve', true],
          ['Seal', false],
        ],
      ],
    ],
  );
  assert.deepEqual(
    (await cardOf(publicId, 'Old')).labels.map(({ name }) => name),
    ['Plain'],
  );
});

test('comments and creations keep their times and authors', async () => {
  const workspace = await makeWorkspace(ada);
  const { publicId } = await importing(ada, workspace, house);
  const { activities, createdBy } = await cardOf(publicId, 'Fix the pump');
  assert.deepEqual(
    activities.map(({ type, createdAt, user, comment }) => [type, createdAt, user.name, comment?.comment]),
    [
      ['card.created', '2024-01-02T12:00:00.000000Z', 'Bob Cook', undefined],
      ['card.updated.comment.added', '2024-01-07T12:00:00.000000Z', 'Cy Gone', 'First'],
      ['card.updated.comment.added', '2024-01-09T12:00:00.000000Z', 'Ann Baker', 'Second'],
    ],
  );
  assert.equal(activities.at(-1)?.comment?.updatedAt, '2024-01-11T12:00:00.000Z');
  const [bobs] = await service.sql(
    `select id from users where email = 'bob@${workspace}.placeholder.invalid'`,
  );
  assert.equal(createdBy, bobs?.id);
  // Without its creation action, a card gets its time from its id, and the importing user as its author.
  const roof = await cardOf(publicId, 'Roof');
  assert.deepEqual(
    roof.activities.map(({ type, createdAt, user }) => [type, createdAt, user.name]),
    [['card.created', '2024-01-04T00:00:00.000000Z', 'ada']],
  );
  const [row] = await service.sql(`select created_at as made from cards where title = 'Roof'`);
  assert.equal(row?.made, Date.UTC(2024, 0, 4) * 1000);
});

test('an archived card keeps when it was archived, or else when something last happened to it', async () => {
  const archived = { closed: true, idList: todo, pos: 1, dateLastActivity: when(30) };
  const closing = { card: { id: pump, closed: true }, old: { closed: false } };
  const { publicId } = await importing(ada, await makeWorkspace(ada), {
    ...house,
    cards: [
      { ...archived, id: pump, name: 'told by an action' },
      { ...archived, id: roof, name: 'told by the card', dateClosed: when(20) },
      { ...archived, id: old, name: 'not told' },
      { ...archived, id: id(24), name: 'live', closed: false },
    ],
    actions: [action('updateCard', 10, ann, closing)],
  });
  const rows = await service.sql<{ title: string; at: number | null }>(
    `select title, archived_at as at from cards where board_id = '${publicId}'`,
  );
  assert.deepEqual(Object.fromEntries(rows.map(({ title, at }) => [title, at && Number(at) / 1000])), {
    'told by an action': Date.parse(when(10)),
    'told by the card': Date.parse(when(20)),
    'not told': Date.parse(when(30)),
    live: null,
  });
});

test('a card that is marked complete is done since then, or else since something last happened to it', async () => {
  const complete = { idList: todo, pos: 1, dueComplete: true, due: when(5), dateLastActivity: when(30) };
  const marking = (dueComplete: boolean) => ({
    card: { id: pump, dueComplete },
    old: { dueComplete: !dueComplete },
  });
  const { publicId, warnings } = await importing(ada, await makeWorkspace(ada), {
    ...house,
    cards: [
      { ...complete, id: pump, name: 'told by an action' },
      { ...complete, id: roof, name: 'told by the card', due: null, dateCompleted: when(20) },
      { ...complete, id: old, name: 'not told' },
      { ...complete, id: id(24), name: 'open', dueComplete: false },
    ],
    // The newest come first.
    actions: [
      action('updateCard', 12, ann, marking(true)),
      action('updateCard', 11, ann, marking(false)),
      action('updateCard', 10, ann, marking(true)),
    ],
  });
  assert.deepEqual(await completionsOf(service, publicId), {
    'told by an action': when(12),
    'told by the card': when(20),
    'not told': when(30),
    open: null,
  });
  const last = 'times of completion missing from the file: the last activity was taken: 1';
  assert.ok(warnings.includes(last));
});

test('start dates and reminders come with their cards, and only those that can be kept', async () => {
  const card = (name: string, more: object) => ({ id: id(200), name, idList: todo, closed: false, ...more });
  const due = '2024-02-03T04:05:06.000Z';
  const { publicId, warnings } = await importing(ada, await makeWorkspace(ada), {
    ...house,
    cards: [
      card('Both', { id: id(201), start: when(1), due, dueReminder: 0 }),
      card('None', { id: id(202), due, dueReminder: -1 }),
      card('Late', { id: id(203), start: '2024-02-04T00:00:00.000Z', due, dueReminder: null }),
      card('Alone', { id: id(204), start: when(2), due: null, dueReminder: 60 }),
    ],
  });
  const shown = async (title: string) => {
    const { startDate, reminders } = await workOf(service, ada, publicId, title);
    return [startDate, reminders];
  };
  assert.deepEqual(await Promise.all(['Both', 'None', 'Late', 'Alone'].map(shown)), [
    [when(1), [0]],
    [null, []],
    [null, []],
    [when(2), []],
  ]);
  assert.ok(warnings.some((line) => line.startsWith('start dates after the due date left out: 1')));
});

test('custom fields become fields of the board, and their values those of its cards', async () => {
  const { publicId } = await importing(ada, await makeWorkspace(ada), {
    ...house,
    customFields: [
      { id: 'f2', name: 'Stage', type: 'list', pos: 2, display: { cardFront: false }, options: stages },
      { id: 'f1', name: 'Cost', type: 'number', pos: 1, display: { cardFront: true } },
      { id: 'f3', name: 'Paid', type: 'checkbox', pos: 3 },
      { id: 'f4', name: 'Built', type: 'date', pos: 4 },
      { id: 'f5', name: 'Supplier', type: 'text', pos: 5 },
    ],
    cards: [
      {
        id: id(200),
        name: 'Roof',
        idList: todo,
        closed: false,
        customFieldItems: [
          { idCustomField: 'f1', value: { number: '12.5' } },
          { idCustomField: 'f2', value: null, idValue: 'o2' },
          { idCustomField: 'f3', value: { checked: 'true' } },
          { idCustomField: 'f4', value: { date: '2024-02-03T04:05:06.000Z' } },
          { idCustomField: 'f5', value: { text: 'Chandler' } },
        ],
      },
    ],
  });
  const { fields } = await ada.call(api.boards.snapshot, { params: { boardPublicId: publicId } });
  assert.deepEqual(
    fields.map(({ name, type, shownOnTile, options }) => [
      name,
      type,
      shownOnTile,
      options.map((each) => each.name),
    ]),
    [
      ['Cost', 'number', true, []],
      ['Stage', 'select', false, ['Draft', 'Final']],
      ['Paid', 'checkbox', true, []],
      ['Built', 'date', true, []],
      ['Supplier', 'text', true, []],
    ],
  );
  const { fields: values } = await workOf(service, ada, publicId, 'Roof');
  assert.deepEqual(
    values.map(({ value }) => value),
    [12.5, fields[1]?.options[1]?.publicId, true, '2024-02-03T04:05:06.000Z', 'Chandler'],
  );
});

const stages = [
  { id: 'o1', value: { text: 'Draft' }, color: 'green', pos: 1 },
  { id: 'o2', value: { text: 'Final' }, color: 'none', pos: 2 },
];

test('what is left out or changed is reported, kind by kind', async () => {
  const { warnings } = await importing(ada, await makeWorkspace(ada), house);
  assert.deepEqual(warnings, [
    'cards whose list is not in the file put into the list “No list”: 1',
    'comments on cards that are not in the file left out: 1',
    'empty comments left out: 1',
    'history entries left out, other than creations and comments: 1',
    'comments missing from the file (it has only the newest actions): 3',
    'board description left out: 1',
    'stickers left out: 1',
    'votes left out: 2',
    // Its type is not said.
    'custom fields left out: 1 (“Cost”)',
    'times of archiving missing from the file: the time of the import was taken: 2',
    'custom field values left out: 2',
    'times of completion missing from the file: the last activity was taken: 1',
    'attached files kept as links in the description; Trello keeps the files: 1',
    'attached links kept in the description: 2',
    'times of archiving missing from the file: the last activity was taken: 1',
    'line breaks and tabs in card titles became spaces: 1 (“Fix the pump”)',
  ]);
});

test('attachments become links below the description, and only web addresses are links', async () => {
  const { publicId } = await importing(ada, await makeWorkspace(ada), house);
  const { description } = await cardOf(publicId, 'Roof');
  assert.equal(
    description,
    [
      '**Attachments**\n',
      '- [plan \\[a\\].pdf](<https://files.example.com/plan%20a.pdf>)',
      '- [https://example.com/roofs](<https://example.com/roofs>)',
      '- not a link',
    ].join('\n'),
  );
});

test('members become placeholders without credentials or access; a member with the address is taken', async () => {
  const workspace = await makeWorkspace(ada);
  const bobby = await service.signUp('bob');
  const member = await addMember(service, workspace, bobby);
  const { publicId } = await importing(ada, workspace, house);
  const { members, activities, list } = await cardOf(publicId, 'Fix the pump');
  assert.deepEqual(
    members.map(({ email, user }) => [email, user?.name]),
    [
      ['bob@example.com', 'bob'],
      [`ann.b@${workspace}.placeholder.invalid`, 'Ann Baker'],
    ],
  );
  assert.equal(nth(members, 0).publicId, member);
  assert.equal(activities[0]?.user.name, 'bob');
  const [ann] = list.board.workspace.members.filter(
    ({ email }) => email === `ann.b@${workspace}.placeholder.invalid`,
  );
  assert.equal(ann?.status, 'paused');
  const [row] = await service.sql(`select r.name as role, u.password_hash as hash from members m
    join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id
    join users u on u.id = m.user_id where m.id = '${ann?.publicId}'`);
  assert.deepEqual(row, { role: 'guest', hash: null });
  // A person who is known only by id.
  assert.deepEqual(
    (await cardOf(publicId, 'Roof')).members.map(({ user }) => user?.name),
    ['Cy Gone'],
  );
});

test('importing again makes a new board and no second placeholder; a removed one stays off the cards', async () => {
  const workspace = await makeWorkspace(ada);
  await importing(ada, workspace, house);
  const people = `select count(*) as count from members where workspace_id = '${workspace}'`;
  const before = await service.sql(people);
  const [ann] = await service.sql<{ id: string }>(
    `select id from members where workspace_id = '${workspace}' and email = 'ann.b@${workspace}.placeholder.invalid'`,
  );
  await setStatus(service, ann?.id ?? '', 'removed');
  const again = await importing(ada, workspace, house);
  assert.deepEqual(await service.sql(people), before);
  const { members, activities } = await cardOf(again.publicId, 'Fix the pump');
  assert.deepEqual(
    members.map(({ user }) => user?.name),
    ['Bob Cook'],
  );
  assert.equal(activities.at(-1)?.user.name, 'Ann Baker');
  assert.ok(
    again.warnings.some((each) => each.startsWith('assignments to people who are not members left out: 2')),
  );
});

test('the name that one importer chose for a placeholder shows in no other workspace', async () => {
  const [workspace, other] = [await makeWorkspace(ada), await makeWorkspace(ada)];
  const naming = (fullName: string) => ({
    name: 'Named',
    lists: [],
    cards: [],
    members: [{ id: id(600), username: 'nell', fullName }],
  });
  await importing(ada, workspace, naming('Nell'));
  await importing(ada, other, naming('Nelly the other'));
  const names = await service.sql(`select u.name from members m join users u on u.id = m.user_id
    where m.workspace_id in ('${workspace}', '${other}') and m.email like 'nell@%' order by u.name`);
  assert.deepEqual(names, [{ name: 'Nell' }, { name: 'Nelly the other' }]);
});

test('exports of the same people at once make each placeholder once per workspace', async () => {
  const workspaces = [await makeWorkspace(ada), await makeWorkspace(ada)];
  const crowd = Array.from({ length: 30 }, (_, n) => ({
    id: id(500 + n),
    username: `crowd${n}`,
    fullName: `Crowd ${n}`,
  }));
  const board = (members: object[]) => ({ name: 'Crowd', lists: [], cards: [], members });
  await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      importing(ada, nth(workspaces, n % 2), board(n % 3 === 0 ? crowd : crowd.toReversed())),
    ),
  );
  const [row] = await service.sql(`select count(*) as members, count(distinct user_id) as users from members
    where email like 'crowd%@%.placeholder.invalid'`);
  assert.deepEqual(row, { members: 60, users: 60 });
});

test('texts that are too long go on elsewhere, and that is reported; what cannot be stored is left out of them', async () => {
  const lists = [{ id: todo, name: '', closed: false, pos: 1 }];
  const cards = [
    { id: pump, name: 'x'.repeat(2001), idList: todo, desc: 'd'.repeat(16_384) },
    { id: roof, name: '\u0000 \ud83d\ude00\t\u0085\ud83d', idList: todo, desc: '\u0000\u0001\u009f' },
  ];
  const actions = [action('commentCard', 9, ann, { card: { id: pump }, text: 'c'.repeat(10_001) })];
  const made = await importing(ada, await makeWorkspace(ada), { name: '\n\u2028', lists, cards, actions });
  assert.equal(made.name, 'Untitled');
  const card = await cardOf(made.publicId, `${'x'.repeat(1999)}…`);
  assert.equal(card.description, `${'x'.repeat(2001)}\n\n${'d'.repeat(7997)}`);
  assert.equal(card.list.name, 'Untitled');
  assert.deepEqual(
    card.activities.flatMap(({ comment }) => comment?.comment ?? []),
    ['d'.repeat(16_384 - 7997), 'c'.repeat(10_000), 'c'],
  );
  assert.equal((await cardOf(made.publicId, '\u{1f600} \ufffd')).description, null);
  assert.deepEqual(
    made.warnings.map((line) => line.replace(/ \(.*/, '')),
    [
      'card titles longer than 2000 characters, whole in the description: 1',
      'descriptions that go on in comments: 1',
      'comments that go on in comments: 1',
      'line breaks and tabs in card titles became spaces: 1',
    ],
  );
});

test('more cards than one statement takes keep their order and their numbers', async () => {
  const lists = [{ id: todo, name: 'To do', closed: false, pos: 1 }];
  const cards = Array.from({ length: 2_100 }, (_, n) => ({
    id: id(n),
    name: `Card ${n}`,
    idList: todo,
    pos: n,
  }));
  const { publicId } = await importing(ada, await makeWorkspace(ada), { name: 'Many', lists, cards });
  assert.deepEqual(
    await shown(publicId),
    cards.map(({ name }) => `To do: ${name}`),
  );
  const rows = await service.sql<{ number: number }>(
    `select number from cards where board_id = '${publicId}' order by position`,
  );
  assert.deepEqual(
    rows.map(({ number }) => number),
    cards.map((_card, n) => n + 1),
  );
});

test('a file that is not an export is refused; odd values in an export are read as empty', async () => {
  for (const content of [null, [], 'text', 7, {}, { lists: [] }, { cards: [], lists: 'many' }]) {
    assert.throws(() => readBoardtoolJson(content), Invalid);
  }
  const odd = {
    name: 7,
    lists: [null, { id: todo, name: 'To do', pos: 'first' }],
    cards: [
      {
        id: pump,
        name: 'Odd',
        idList: todo,
        due: 'soon',
        desc: {},
        idLabels: 'red',
        badges: 1,
        attachments: {},
      },
      'card',
    ],
    labels: {},
    members: [{}, null],
    actions: [{ type: 'commentCard' }, { type: 'createCard', date: 'x', data: { card: { id: pump } } }],
    checklists: [{ checkItems: [null] }],
  };
  const { publicId } = await importing(ada, await makeWorkspace(ada), odd);
  assert.ok((await shown(publicId)).includes('To do: Odd'));
});

test('a file that comes in pieces, and is put aside, reads as one that is held', () => {
  const long = 'All of it. '.repeat(40_000);
  const [first, ...others] = house.cards;
  const checklists = [
    { id: id(77), name: 'In the card', pos: 1, checkItems: [{ name: 'one', due: when(1) }] },
  ];
  const board = { ...house, cards: [{ ...first, desc: long, checklists }, ...others] };
  const shownOf = ({ cards: all, warnings, ...frame }: ImportedBoard) => {
    const read = [...(all as Iterable<ImportedCard>)];
    return { ...frame, cards: read, warnings: warnings.lines() };
  };
  const parts = new BoardtoolParts(new SyncSpool(service.config.dataDir));
  const bytes = Buffer.from(JSON.stringify(board));
  for (let at = 0; at < bytes.length; at += 1000) parts.splitter.push(bytes.subarray(at, at + 1000));
  parts.splitter.end();
  const aside = shownOf(readBoardtoolJson(parts.board, parts.whole));
  assert.deepEqual(aside, shownOf(readBoardtoolJson(board)));
  assert.ok(aside.cards.some(({ description }) => description.startsWith(long)));
});

test('labels of old exports, which have no ids, are distinguished by name and colour', () => {
  const red = { color: 'red', name: 'Urgent' };
  const cards = [
    { id: pump, name: 'a', idList: todo, labels: [red, { color: 'blue', name: '' }] },
    { id: roof, name: 'b', idList: todo, labels: [red] },
  ];
  const board = readBoardtoolJson({ name: 'Old', lists: [{ id: todo, name: 'l' }], cards });
  assert.deepEqual(
    board.labels.map(({ name }) => name),
    ['Urgent', 'blue'],
  );
  assert.deepEqual(
    [...(board.cards as ImportedCard[])].map(({ labels }) => labels),
    [[0, 1], [0]],
  );
});

test('a board that cannot be stored whole leaves nothing, people neither, but what jobs remove', async () => {
  const workspace = await makeWorkspace(ada);
  const guest = await service.signUp('guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  const tables = ['boards', 'cards', 'members', 'placeholders', 'activities', 'changes'];
  const counts = () =>
    Promise.all(tables.map((table) => service.sql(`select count(*) as count from ${table}`)));
  const before = await counts();
  await assert.rejects(importing(guest, workspace, house), { status: 403 });
  await service.sql(
    `create unique index only_one_comment on comments (workspace_id) where workspace_id = '${workspace}'`,
  );
  await assert.rejects(importing(ada, workspace, house), /unique|constraint/i);
  await service.sql('drop index only_one_comment');
  const boards = await ada.call(api.boards.list, { params: { workspacePublicId: workspace } });
  assert.deepEqual(boards, []);
  service.clock.pass(2 * hour);
  await service.jobs.run('trash');
  service.clock.pass(2 * day);
  await service.jobs.run('ended-imports');
  assert.deepEqual(await counts(), before);
});
