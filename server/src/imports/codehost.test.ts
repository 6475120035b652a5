import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { fakeGitHub, type GivenItem, graphqlError } from '../testing/github.ts';
import { valuesOn, workOf } from '../testing/imports.ts';
import { addMember, keyOf, setStatus } from '../testing/members.ts';
import type { Answer } from '../testing/receiver.ts';
import { type Person, testService } from '../testing/service.ts';

const github = await fakeGitHub();
const service = await testService({ CODEHOST_API_URL: github.url, LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
await ada.call(api.integrations.connect, { params: { provider: 'codehost' }, body: { token: 'good-token' } });
const workspace = await makeWorkspace(ada);

const importing = (projectIds: string[], workspacePublicId = workspace) => ({
  body: { projectIds, workspacePublicId },
});

const boardsOf = (person: Person, workspacePublicId: string) =>
  person.call(api.boards.list, { params: { workspacePublicId } });

const counts = () =>
  service.sql(`select (select count(*) from boards) as boards, (select count(*) from lists) as lists,
    (select count(*) from labels) as labels, (select count(*) from cards) as cards,
    (select count(*) from activities) as activities, (select count(*) from changes) as changes,
    (select card_counter from workspaces where id = '${workspace}') as counter`);

/** The same without the counter: numbers of cards that were removed are not reused. */
const stored = async () => (await counts()).map(({ counter: _, ...others }) => others);

const status = {
  id: 'F_status',
  name: 'Status',
  dataType: 'SINGLE_SELECT' as const,
  options: [
    ['Todo', 'GREEN'],
    ['In progress', 'YELLOW'],
    ['Done', 'PURPLE'],
  ] as [string, string][],
};
const priority = {
  id: 'F_priority',
  name: 'Priority',
  dataType: 'SINGLE_SELECT' as const,
  options: [
    ['High', 'RED'],
    ['Low', 'GRAY'],
  ] as [string, string][],
};
const fields = [
  { id: 'F_title', name: 'Title', dataType: 'TITLE' as const },
  status,
  priority,
  { id: 'F_due', name: 'Target date', dataType: 'DATE' as const },
  { id: 'F_start', name: 'Start date', dataType: 'DATE' as const },
  { id: 'F_estimate', name: 'Estimate', dataType: 'NUMBER' as const },
];

const project = (id: string, items: GivenItem[], title = `Project ${id}`) => {
  github.projects.push({ id, title, fields, items });
  return id;
};

async function importedBoard(projectId: string, target = workspace) {
  const before = new Set((await boardsOf(ada, target)).map(({ publicId }) => publicId));
  const reply = await ada.call(api.imports.codehostProjects, importing([projectId], target));
  assert.deepEqual(reply, { projectsImported: 1 });
  const board = (await boardsOf(ada, target)).find(({ publicId }) => !before.has(publicId));
  assert.ok(board);
  return board;
}

/** The head of an issue's description. */
const head = (number: number): string =>
  `GitHub: [acme/app#${number}](https://github.com/acme/app/issues/${number}) · open\n\n`;

/** The live cards of a board as `list: title`, in order. */
const shown = async (board: string): Promise<string[]> => {
  const rows = await service.sql<{ list: string; title: string }>(`select l.name as list, c.title as title
    from cards c join lists l on l.id = c.list_id
    where c.board_id = '${board}' and c.archived_at is null order by l.position, c.position`);
  return rows.map(({ list, title }) => `${list}: ${title}`);
};

const cardOf = async (board: string, title: string) => {
  const [row] = await service.sql<{ id: string }>(
    `select id from cards where board_id = '${board}' and title = '${title}'`,
  );
  return ada.call(api.cards.get, { params: { cardPublicId: row?.id ?? '' } });
};

test('a project becomes a board: statuses are lists, its other fields are fields, items are cards', async () => {
  const id = project('PVT_whole', [
    {
      title: 'Fix the pump',
      body: 'It **leaks**.',
      createdAt: '2024-05-06T07:08:09Z',
      values: { F_status: 'done', F_priority: 'high', F_due: '2026-10-11', F_start: '2026-10-01' },
      labels: [['bug', 'd73a4a']],
      assignees: [['octo-ada', 'ADA@example.com']],
    },
    { kind: 'DraftIssue', title: 'Think', values: { F_status: 'todo', F_estimate: 3 } },
    { kind: 'PullRequest', title: 'Pump', values: { F_status: 'done' }, labels: [['Bug', 'ffffff']] },
    { title: 'Old', values: { F_status: 'done' }, archived: true },
    { title: 'Whatever' },
  ]);
  const types = await service.recorded(() => importedBoard(id, workspace));
  assert.deepEqual(types, ['board.created', 'import.completed']);
  const board = nth(await boardsOf(ada, workspace), 0);
  assert.equal(board.name, 'Project PVT_whole');
  assert.deepEqual(
    board.lists.map(({ name, index }) => [name, index]),
    [
      ['Todo', 0],
      ['In progress', 1],
      ['Done', 2],
      ['No status', 3],
    ],
  );
  assert.deepEqual(
    board.labels.map(({ name, colourCode }) => [name, colourCode]),
    [['bug', '#d73a4a']],
  );
  const made = await ada.call(api.fields.list, { params: { boardPublicId: board.publicId } });
  assert.deepEqual(
    made.map(({ name, type, options }) => [
      name,
      type,
      options.map(({ name: option, colour }) => [option, colour]),
    ]),
    [
      [
        'Priority',
        'select',
        [
          ['High', '#cf222e'],
          ['Low', '#59636e'],
        ],
      ],
      ['Estimate', 'number', []],
    ],
  );
  assert.deepEqual(await shown(board.publicId), [
    'Todo: Think',
    'Done: Fix the pump',
    'Done: Pump',
    'No status: Whatever',
  ]);
  const card = await cardOf(board.publicId, 'Fix the pump');
  assert.equal(
    card.description,
    'GitHub: [acme/app#1](https://github.com/acme/app/issues/1) · open\n\nIt **leaks**.',
  );
  assert.equal(card.dueDate, '2026-10-11T00:00:00.000Z');
  const work = await workOf(service, ada, board.publicId, 'Fix the pump');
  assert.deepEqual(work.start, { date: '2026-10-01' });
  const valuesOf = (title: string) => valuesOn(service, ada, board.publicId, title);
  assert.deepEqual(await valuesOf('Fix the pump'), { Priority: 'High' });
  assert.deepEqual(await valuesOf('Think'), { Estimate: 3 });
  assert.deepEqual(
    card.labels.map(({ name }) => name),
    ['bug'],
  );
  assert.deepEqual(
    card.members.map(({ email }) => email),
    ['ada@example.com'],
  );
  const [activity, ...more] = card.activities;
  assert.deepEqual(more, []);
  assert.equal(activity?.type, 'card.created');
  assert.equal(activity?.createdAt, '2024-05-06T07:08:09.000000Z');
  assert.equal(activity?.toTitle, 'Fix the pump');
  assert.deepEqual(activity?.toList, { ...nth(board.lists, 2) });
  assert.deepEqual(
    (await cardOf(board.publicId, 'Pump')).labels.map(({ name }) => name),
    ['bug'],
  );
  const [old] = await service.sql<{ archived: number | null }>(
    `select archived_at as archived from cards where title = 'Old'`,
  );
  assert.ok(old?.archived);
  assert.deepEqual(github.mistakes, []);
});

test('all pages are read: items, values, labels and assignees', async () => {
  const many = (count: number, prefix: string): [string, string][] =>
    Array.from({ length: count }, (_, n) => [`${prefix}${n}`, '123456']);
  const items = Array.from(
    { length: 257 },
    (_, n): GivenItem => ({ title: `Item ${n}`, values: { F_status: 'todo' } }),
  );
  items[130] = { title: 'Much', labels: many(170, 'label '), assignees: many(140, 'login') };
  const wide = Array.from({ length: 120 }, (_, n) => ({
    id: `F_${n}`,
    name: `Note ${n}`,
    dataType: 'TEXT' as const,
  }));
  const values = Object.fromEntries(wide.map(({ id }) => [id, 'x']));
  items[131] = { title: 'Wide', values: { ...values, F_status: 'done' } };
  // The status is the last field: it is on the second page of both fields and values.
  github.projects.push({ id: 'PVT_pages', title: 'Pages', fields: [...wide, status], items });
  github.asked.length = 0;
  const asked = () => github.asked.filter((name) => name !== 'Items').toSorted();
  const board = await importedBoard('PVT_pages');
  const cards = await shown(board.publicId);
  assert.equal(cards.length, 257);
  assert.deepEqual(
    cards.slice(0, 130),
    items.slice(0, 130).map(({ title }) => `Todo: ${title}`),
  );
  assert.equal(cards.at(-2), 'Done: Wide');
  assert.equal((await cardOf(board.publicId, 'Much')).labels.length, 170);
  assert.equal(github.asked.filter((name) => name === 'Items').length, 6);
  assert.deepEqual(asked(), [
    'Project',
    'ProjectFields',
    'ProjectFields',
    ...Array.from({ length: 2 }, () => 'RestOfAssignees'),
    ...Array.from({ length: 2 }, () => 'RestOfLabels'),
    'RestOfValues',
  ]);
  assert.deepEqual(github.mistakes, []);
});

test('importing takes few statements for each slice of cards, however much is on them', async () => {
  const items = (count: number) =>
    Array.from(
      { length: count },
      (_, n): GivenItem => ({
        title: `Item ${n}`,
        values: { F_status: 'todo', F_priority: 'low' },
        assignees: [['octo-ada', 'ada@example.com']],
      }),
    );
  const statements = async (id: string) => {
    const before = service.db.statements;
    await ada.call(api.imports.codehostProjects, importing([id]));
    return service.db.statements - before;
  };
  const few = await statements(project('PVT_few', items(2)));
  // A slice is 64 cards: two statements per kind of content, and one that keeps the hidden board from being removed.
  assert.ok((await statements(project('PVT_many', items(300)))) <= few + 4 * 10);
});

test('several projects are imported at once, one named twice once; importing again makes new boards', async () => {
  const target = await makeWorkspace(ada);
  const [one, two] = [
    project('PVT_one', [{ title: 'a' }]),
    project('PVT_two', [{ title: 'b' }, { title: 'c' }]),
  ];
  const types = await service.recorded(async () => {
    const reply = await ada.call(api.imports.codehostProjects, importing([one, two, one], target));
    assert.deepEqual(reply, { projectsImported: 2 });
  });
  assert.deepEqual(types, ['board.created', 'board.created', 'import.completed']);
  await ada.call(api.imports.codehostProjects, importing([one], target));
  const boards = await boardsOf(ada, target);
  assert.deepEqual(
    boards.map(({ name }) => name),
    ['Project PVT_one', 'Project PVT_one', 'Project PVT_two'],
  );
  const numbers = await service.sql<{ number: number }>(
    `select number from cards where workspace_id = '${target}' order by number`,
  );
  assert.deepEqual(
    numbers.map(({ number }) => number),
    [1, 2, 3, 4],
  );
});

test('where there is room for some of the projects only, none is imported', async () => {
  const target = await makeWorkspace(ada);
  const three = ['PVT_x', 'PVT_y', 'PVT_z'].map((id) => project(id, [{ title: 'a' }]));
  await service.sql(`insert into boards (workspace_id, id, name, slug, type, visibility, created_by, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${caps.boardsOfWorkspace - 1})
    select '${target}', 'full-' || i, 'Full', 'full-' || i, 'regular', 'private', '${ada.id}', 1 from n`);
  const before = await counts();
  await ada.refused(400, api.imports.codehostProjects, importing(three, target));
  assert.deepEqual(await counts(), before);
  await service.sql(`delete from boards where id in ('full-1', 'full-2')`);
  const reply = await ada.call(api.imports.codehostProjects, importing(three, target));
  assert.deepEqual(reply, { projectsImported: 3 });
});

test('an empty project is a board with its lists', async () => {
  const board = await importedBoard(project('PVT_empty', []));
  assert.deepEqual(
    board.lists.map(({ name }) => name),
    ['Todo', 'In progress', 'Done'],
  );
  github.projects.push({ id: 'PVT_bare', title: 'Bare', fields: [], items: [] });
  assert.deepEqual((await importedBoard('PVT_bare')).lists, []);
});

test('options of one name in several fields stay apart, and from a label of that name', async () => {
  const size = { ...priority, id: 'F_size', name: 'Size' };
  github.projects.push({
    id: 'PVT_names',
    title: 'Names',
    fields: [status, priority, size],
    items: [{ title: 'Both', values: { F_size: 'low' }, labels: [['low', 'abcdef']] }],
  });
  const board = await importedBoard('PVT_names');
  assert.deepEqual(
    board.labels.map(({ name }) => name),
    ['low'],
  );
  assert.deepEqual(
    (await cardOf(board.publicId, 'Both')).labels.map(({ name }) => name),
    ['low'],
  );
  assert.deepEqual(await valuesOn(service, ada, board.publicId, 'Both'), { Size: 'Low' });
});

test('assignees are members who have the address, invited and paused ones too; others are placeholders', async () => {
  const target = await makeWorkspace(ada);
  const paused = await service.signUp('paused');
  const removed = await service.signUp('removed');
  await service.signUp('stranger');
  await addMember(service, target, paused, { status: 'paused' });
  await setStatus(service, await addMember(service, target, removed), 'removed');
  const emails = ['paused', 'removed', 'stranger', 'ada'].map((name): [string, string] => [
    name,
    `${name}@example.com`,
  ]);
  const id = project('PVT_people', [{ title: 'Shared', assignees: [...emails, ['hidden', '']] }]);
  const card = await cardOf((await importedBoard(id, target)).publicId, 'Shared');
  const placeholder = (login: string) => `${login}@${target}.placeholder.invalid`;
  // As with every import, a removed member is not assigned to the card.
  assert.deepEqual(card.members.map(({ email }) => email ?? '').toSorted(), [
    'ada@example.com',
    placeholder('hidden'),
    'paused@example.com',
    placeholder('stranger'),
  ]);
});

test('texts beyond our limits go on elsewhere or are cut, and the event says so', async () => {
  const target = await makeWorkspace(ada);
  await service.sql(`insert into webhooks (workspace_id, id, name, url, secret_sealed, events, active, created_at)
    values ('${target}', 'hook000000000000', 'all', 'http://127.0.0.1:1/', '${service.secrets.seal('whsec_c2VjcmV0', 'x')}', '["*"]', 1, 1)`);
  const id = project(
    'PVT_long',
    [
      { kind: 'DraftIssue', title: `long\n${'t'.repeat(3000)}`, body: '𝒙'.repeat(10_001) },
      {
        title: 'fits',
        body: '𝒙'.repeat(10_000 - head(2).length),
        labels: [['l'.repeat(50), '123456']],
        assignees: [['gone', 'gone@example.com']],
      },
      { kind: 'REDACTED', title: 'hidden' },
      { title: `nul \0 half \ud83d`, body: '\0' },
    ],
    'p'.repeat(150),
  );
  const { publicId: board, name, labels } = await importedBoard(id, target);
  assert.equal(name, `${'p'.repeat(99)}…`);
  assert.equal(labels.at(-1)?.name, `${'l'.repeat(35)}…`);
  const cut = await cardOf(board, `long ${'t'.repeat(1994)}…`);
  const whole = `long ${'t'.repeat(3000)}`;
  assert.equal(cut.description, `${whole}\n\n${'𝒙'.repeat(10_000 - whole.length - 2)}`);
  const rest = '𝒙'.repeat(10_001 - (10_000 - whole.length - 2));
  assert.deepEqual(
    cut.activities.flatMap(({ comment }) => comment?.comment ?? []),
    [rest],
  );
  assert.equal((await cardOf(board, 'fits')).description, head(2) + '𝒙'.repeat(10_000 - head(2).length));
  assert.equal((await cardOf(board, 'nul  half \ufffd')).description, head(4));
  const deliveries = await service.sql<{ event: string; body: string }>(
    `select d.event, e.body from webhook_deliveries d
      join webhook_events e on e.workspace_id = d.workspace_id and e.id = d.event_id
      where d.workspace_id = '${target}'`,
  );
  assert.deepEqual(
    deliveries.map(({ event }) => event),
    ['import.completed'],
  );
  const { data } = JSON.parse(nth(deliveries, 0).body) as {
    data: { source: string; boards: { publicId: string; warnings: string[] }[] };
  };
  assert.equal(data.source, 'codehost');
  assert.equal(nth(data.boards, 0).publicId, board);
  assert.deepEqual(nth(data.boards, 0).warnings, [
    'items that the token cannot read left out: 1',
    `board names cut to 100 characters: 1 (“${'p'.repeat(59)}…”)`,
    `line breaks and tabs in card titles became spaces: 1 (“long ${'t'.repeat(54)}…”)`,
    `card titles longer than 2000 characters, whole in the description: 1 (“long ${'t'.repeat(54)}…”)`,
    `descriptions that go on in comments: 1 (“long ${'t'.repeat(54)}…”)`,
    `labels cut to 36 characters: 1 (“${'l'.repeat(35)}…”)`,
  ]);
});

test('without a connection, with an unknown project or with none, it is 400 and nothing is stored', async () => {
  const good = project('PVT_good', [{ title: 'x' }]);
  const una = await service.signUp('una');
  await addMember(service, workspace, una);
  const before = await counts();
  const unconnected = await una.refused(400, api.imports.codehostProjects, importing([good]));
  assert.match(nth(unconnected.issues, 0).message, /PUT \/integrations\/codehost/);
  const unknown = await ada.refused(400, api.imports.codehostProjects, importing([good, 'PVT_nowhere']));
  assert.match(nth(unknown.issues, 0).message, /projectIds: PVT_nowhere/);
  await ada.refused(400, api.imports.codehostProjects, importing([good, `${good}-item-0`]));
  await ada.refused(400, api.imports.codehostProjects, importing([]));
  await ada.refused(400, api.imports.codehostProjects, importing(['']));
  await ada.refused(
    400,
    api.imports.codehostProjects,
    importing(Array.from({ length: 51 }, (_, n) => `P${n}`)),
  );
  await ada.refused(400, api.imports.codehostProjects, { body: { projectIds: [good] } });
  await ada.refused(400, api.imports.codehostProjects, {
    body: { projectIds: good, workspacePublicId: workspace },
  });
  await ada.refused(400, api.imports.codehostProjects, importing([good], 'tooshort'));
  await ada.refused(400, api.imports.codehostProjects, importing([good], '0123456789abcdef'));
  assert.deepEqual(await counts(), before);
});

test('outsiders, guests, former members and keys without board:create get 403, before GitHub is asked', async () => {
  const good = project('PVT_access', [{ title: 'x' }]);
  const before = await counts();
  const asked = github.asked.length;
  const outsider = await service.signUp('outsider');
  await outsider.refused(403, api.imports.codehostProjects, importing([good]));
  const guest = await service.signUp('guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  await guest.refused(403, api.imports.codehostProjects, importing([good]));
  for (const standing of ['invited', 'paused', 'removed'] as const) {
    const person = await service.signUp(`is-${standing}`);
    await addMember(service, workspace, person, { status: standing });
    await person.refused(403, api.imports.codehostProjects, importing([good]));
  }
  const key = await keyOf(service, ada, ['board:view', 'card:create']);
  await key.refused(403, api.imports.codehostProjects, importing([good]));
  await service.caller().refused(401, api.imports.codehostProjects, importing([good]));
  assert.equal(github.asked.length, asked);
  assert.deepEqual(await counts(), before);
  const enough = await keyOf(service, ada, ['board:create']);
  await enough.call(api.imports.codehostProjects, importing([good]));
});

test('a failure of GitHub at any request stores nothing: 500, or 400 for a token that is refused', async () => {
  const first = project('PVT_first', [{ title: 'x' }]);
  const second = project(
    'PVT_second',
    Array.from({ length: 150 }, (_, n) => ({ title: `${n}` })),
  );
  const failures: [400 | 500, Answer, RegExp][] = [
    [500, (response) => void response.writeHead(502).end(), /status 502/],
    [500, (response) => void response.destroy(), /does not answer/],
    [500, graphqlError('RATE_LIMITED', 'API rate limit exceeded'), /no more requests/],
    [500, graphqlError('', 'Something went wrong'), /could not answer/],
    [500, (response) => void response.end('{"data":'), /not JSON/],
    [400, (response) => void response.end('[null]'), /something unexpected/],
    [400, (response) => void response.end('{"data":{"node":[]}}'), /something unexpected/],
    [400, (response) => void response.writeHead(401).end('{}'), /does not accept the token/],
    [400, graphqlError('FORBIDDEN', 'Resource not accessible by personal access token'), /not accessible/],
    [400, graphqlError('INSUFFICIENT_SCOPES', "The 'email' field requires 'read:user'"), /read:user/],
  ];
  const before = await stored();
  // Head and fields of both; items of the first, and two pages or more of those of the second.
  for (const [index, [expected, failure, issue]] of failures.entries()) {
    const passing = Array.from({ length: index % 7 }, () => undefined);
    github.instead.push(...passing, ...Array.from({ length: 20 }, () => failure));
    const { issues } = await ada.refused(expected, api.imports.codehostProjects, importing([first, second]));
    assert.match(nth(issues, 0).message, issue);
    github.instead.length = 0;
  }
  await service.jobs.run('trash');
  assert.deepEqual(await stored(), before);
  assert.deepEqual(await ada.call(api.imports.codehostProjects, importing([first, second])), {
    projectsImported: 2,
  });
});

test('a user who loses board:create while GitHub answers stores nothing', async () => {
  const id = project('PVT_late', [{ title: 'x' }]);
  const lou = await service.signUp('lou');
  const member = await addMember(service, workspace, lou);
  await lou.call(api.integrations.connect, {
    params: { provider: 'codehost' },
    body: { token: 'good-token' },
  });
  const before = await counts();
  const node = { __typename: 'ProjectV2', title: 'Late' };
  github.instead.push((response) => {
    void setStatus(service, member, 'paused').then(() => response.end(JSON.stringify({ data: { node } })));
  });
  await lou.refused(403, api.imports.codehostProjects, importing([id]));
  assert.deepEqual(await counts(), before);
});

test('imports at once number their cards apart', async () => {
  const target = await makeWorkspace(ada);
  const items = Array.from({ length: 20 }, (_, n) => ({ title: `${n}`, values: { F_status: 'todo' } }));
  const ids = Array.from({ length: 16 }, (_, n) => project(`PVT_race_${n}`, items));
  await Promise.all(ids.map((id) => ada.call(api.imports.codehostProjects, importing([id], target))));
  const [row] =
    await service.sql(`select count(*) as cards, count(distinct number) as numbers, max(number) as last
    from cards where workspace_id = '${target}'`);
  assert.deepEqual(row, { cards: 320, numbers: 320, last: 320 });
  assert.equal((await boardsOf(ada, target)).length, 16);
});
