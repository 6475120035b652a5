import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { api } from '../../../contract/api.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { cardOf, completionsOf, filesOn, importFile, outlineOf, workOf } from '../testing/imports.ts';
import { testService } from '../testing/service.ts';
import { isHtml, markdownOf } from './vikunja/html.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

const imported = async (content: Uint8Array, board?: string) =>
  importFile(service, ada, {
    workspacePublicId: await makeWorkspace(ada),
    format: 'vikunja',
    content,
    ...(board === undefined ? {} : { board }),
  });

const when = (day: number) => new Date(Date.UTC(2024, 0, 1 + day, 12)).toISOString();
const never = '0001-01-01T00:00:00Z';
const user = (id: number, username: string, name = '') => ({
  id,
  name,
  username,
  created: never,
  updated: never,
});
const [ann, bob] = [user(1, 'ann', 'Ann Baker'), user(2, 'bob')];
const plan = randomBytes(100_000);

/*
 * The shape is that of `data.json` as Vikunja 0.24 to 2 write it (pkg/models/export.go with the JSON names of project.go, tasks.go,
 * project_view.go, kanban.go, kanban_task_bucket.go, task_position.go, task_attachment.go and task_comments.go).
 */
const task = (id: number, title: string, more: object = {}) => ({
  id,
  title,
  description: '',
  done: false,
  done_at: never,
  due_date: never,
  start_date: never,
  end_date: never,
  reminders: null,
  repeat_after: 0,
  repeat_mode: 0,
  priority: 0,
  percent_done: 0,
  assignees: null,
  labels: null,
  hex_color: '',
  identifier: `#${id}`,
  index: id - 10,
  related_tasks: {},
  attachments: null,
  cover_image_attachment_id: 0,
  is_favorite: false,
  created: when(0),
  updated: when(0),
  bucket_id: 0,
  position: 0,
  reactions: null,
  created_by: ann,
  comments: null,
  ...more,
});

const label = { id: 5, title: 'Urgent', description: '', hex_color: 'E8445A', created_by: ann };

const pump = task(11, 'Pump', {
  description:
    '<p>It <strong>leaks</strong> &amp; drips: see <a href="https://vikunja.example.com/tasks/12">the roof</a></p>' +
    '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox"></label><div><p>Seal</p>' +
    '</div></li><li data-checked="false" data-type="taskItem"><div><p>Valve</p></div></li></ul>',
  due_date: when(20),
  start_date: when(10),
  reminders: [{ reminder: when(19), relative_period: 0, relative_to: '' }],
  repeat_after: 604_800,
  repeat_mode: 2,
  priority: 4,
  percent_done: 0.3,
  assignees: [bob, ann, bob],
  labels: [label, { ...label, id: 6, title: 'Plain', hex_color: '' }],
  hex_color: 'ff0000',
  related_tasks: {
    subtask: [task(12, 'Roof')],
    related: [task(99, 'In [another] project')],
  },
  attachments: [
    {
      id: 1,
      task_id: 11,
      created_by: bob,
      file: { id: 7, name: 'plan.pdf', mime: 'application/pdf', size: 100_000, created: when(2) },
      created: when(3),
    },
    { id: 2, task_id: 11, created_by: null, file: { id: 8, name: 'lost.txt', mime: '' }, created: never },
    { id: 3, task_id: 11, created_by: bob, file: null, created: never },
  ],
  created: when(1),
  comments: [
    {
      id: 2,
      comment: '<p>Second</p>',
      author: user(9, 'gone'),
      reactions: null,
      created: when(6),
      updated: when(7),
    },
    { id: 1, comment: 'First', author: bob, reactions: { '👍': [ann] }, created: when(5), updated: when(5) },
    { id: 3, comment: '<p></p>', author: bob, reactions: null, created: when(8), updated: when(8) },
  ],
});

const project = (id: number, title: string, more: object = {}) => ({
  id,
  title,
  description: '',
  identifier: '',
  hex_color: '',
  parent_project_id: 0,
  owner: ann,
  is_archived: false,
  background_information: null,
  is_favorite: false,
  position: 65_536,
  views: null,
  created: when(0),
  updated: when(0),
  child_projects: null,
  tasks: null,
  buckets: null,
  task_buckets: null,
  positions: null,
  background_file_id: 0,
  ...more,
});

const inView = (bucket: number, tasks: number[], view = 4) =>
  tasks.map((id) => ({ bucket_id: bucket, bucket: null, task_id: id, project_view_id: view, task: null }));

const house = project(3, 'House', {
  description: 'All of it',
  views: [
    { id: 5, title: 'Other', view_kind: 'kanban', position: 500, default_bucket_id: 33 },
    { id: 1, title: 'List', view_kind: 'list', position: 100 },
    { id: 4, title: 'Kanban', view_kind: 'kanban', position: 400, default_bucket_id: 31, done_bucket_id: 32 },
  ],
  tasks: [
    task(12, 'Roof', { related_tasks: { parenttask: [pump] } }),
    pump,
    task(13, 'Tiles', { done: true, done_at: when(9) }),
    task(14, 'Nowhere'),
  ],
  buckets: [
    { id: 32, title: 'Done', project_view_id: 4, limit: 0, position: 300, created_by: ann },
    { id: 31, title: 'To do', project_view_id: 4, limit: 5, position: 100, created_by: ann },
    { id: 33, title: 'Elsewhere', project_view_id: 5, limit: 0, position: 1, created_by: ann },
  ],
  task_buckets: [...inView(31, [11, 12]), ...inView(32, [13]), ...inView(33, [11, 12, 13], 5)],
  positions: [
    { task_id: 11, project_view_id: 4, position: 10 },
    { task_id: 12, project_view_id: 4, position: 20 },
    { task_id: 14, project_view_id: 4, position: 30 },
    { task_id: 12, project_view_id: 1, position: 1 },
  ],
});

const projects = [project(-1, 'Favorites'), project(2, 'Inbox'), house, project(8, 'Inbox')];

const zipOf = (data: unknown, more: Zippable = {}) =>
  zipSync({
    'data.json': strToU8(typeof data === 'string' ? data : JSON.stringify(data)),
    'filters.json': strToU8('[]'),
    VERSION: strToU8('v1.0.0'),
    ...more,
  });

const whole = zipOf(projects, { 'files/7': new Uint8Array(plan) });

/** The names of the lists that complete their cards. */
const completingOf = async (boardPublicId: string) =>
  (await ada.call(api.lists.list, { params: { boardPublicId }, query: {} })).flatMap(({ name, completes }) =>
    completes ? [name] : [],
  );

test('the project that is asked for comes in with its buckets, order, labels, people, comments and files', async () => {
  const { state, error, boardPublicId, boardName, report } = await imported(whole, '3');
  assert.deepEqual([state, error, boardName], ['completed', null, 'House']);
  const board = boardPublicId ?? '';
  assert.deepEqual(await outlineOf(service, board), [
    'To do: Pump',
    'To do: Roof',
    'To do: Nowhere',
    'Done: Tiles',
  ]);
  const lists = await ada.call(api.lists.list, { params: { boardPublicId: board }, query: {} });
  assert.deepEqual(
    lists.map(({ limit }) => limit),
    [{ cards: 5, mode: 'refuse' }, null],
  );
  const [card, roof, tiles] = await Promise.all(
    ['Pump', 'Roof', 'Tiles'].map((title) => cardOf(service, ada, board, title)),
  );
  assert.ok(card && roof && tiles);
  assert.deepEqual(
    card.labels.map(({ name, colourCode }) => [name, colourCode]),
    [
      ['Urgent', '#E8445A'],
      ['Plain', '#8c9bab'],
    ],
  );
  assert.deepEqual(
    new Set(card.members.map(({ user: member }) => member?.name)),
    new Set(['Ann Baker', 'bob']),
  );
  assert.deepEqual([card.dueDate, card.cardNumber, tiles.cardNumber], [when(20), 1, 3]);
  const place = (publicId: string) =>
    (card.description ?? roof.description ?? '').match(`<(\\S+/${publicId})>`)?.[1];
  assert.equal(
    card.description,
    [
      `It **leaks** & drips: see [the roof](<${place(roof.publicId)}>)`,
      '',
      '- [x] Seal',
      '- [ ] Valve',
      '',
      '- **Priority:** urgent',
      '- **Progress:** 30%',
      '- **Related to:** In \\[another\\] project',
    ].join('\n'),
  );
  const { startDate, reminders, recurrence } = await workOf(service, ada, board, 'Pump');
  assert.deepEqual([startDate, reminders], [when(10), [1440]]);
  assert.deepEqual(recurrence, { rule: 'FREQ=WEEKLY;INTERVAL=1', from: 'completion', timeZone: 'UTC' });
  assert.equal(tiles.description, null);
  assert.deepEqual(await completionsOf(service, board), {
    Pump: null,
    Roof: null,
    Nowhere: null,
    Tiles: when(9),
  });
  assert.deepEqual(await completingOf(board), ['Done']);
  assert.equal(roof.description, null);
  const { relations } = await ada.call(api.relations.list, { params: { cardPublicId: roof.publicId } });
  assert.deepEqual(
    relations.map(({ type, card: { title } }) => `${type} ${title}`),
    ['parent Pump'],
  );
  const { comments } = await ada.call(api.comments.list, {
    params: { cardPublicId: card.publicId },
    query: {},
  });
  assert.deepEqual(
    comments.map((each) => [each.comment, each.createdAt, each.updatedAt]),
    [
      ['Second', when(6), when(7)],
      ['First', when(5), null],
    ],
  );
  const files = await filesOn(service, card);
  assert.deepEqual(
    files.map(({ name, contentType, bytes }) => [name, contentType, bytes.equals(plan)]),
    [['plan.pdf', 'application/pdf', true]],
  );
  const [made] = await service.sql<{ at: number; name: string }>(
    `select a.created_at as at, u.name as name from attachments a join users u on u.id = a.created_by
    where a.id = '${nth(card.attachments, 0).publicId}'`,
  );
  assert.deepEqual([Number(made?.at), made?.name], [Date.parse(when(3)) * 1000, 'bob']);
  assert.deepEqual(Object.fromEntries(report.map(({ kind, count }) => [kind, count])), {
    'further kanban views left out': 1,
    'other projects of the export left out': 3,
    'project description left out': 1,
    'reactions left out': 1,
    'empty comments left out': 1,
    'relations between tasks kept in the description': 1,
    'priorities kept in the description': 1,
    'progress kept in the description': 1,
    'attached files missing from the export left out': 1,
    'attached files that are not there any more left out': 1,
    'texts whose links to cards lead to their new places': 1,
  });
});

test('an end is a due date, and what no rule or reminder here can say stays in the description', async () => {
  const reminders = [1, 2, 3, 4, 5, 6].map((day) => ({
    reminder: when(day),
    relative_period: 0,
    relative_to: '',
  }));
  const { boardPublicId, report } = await imported(
    zipOf([
      project(3, 'Dates', {
        tasks: [
          task(11, 'Monthly', { end_date: when(9), reminders, repeat_mode: 1, repeat_after: 0 }),
          task(12, 'Daily', { due_date: when(9), end_date: when(10), repeat_after: 3 * 86_400 }),
          task(13, 'Hourly', { due_date: when(9), repeat_after: 7200, reminders: [{ reminder: when(10) }] }),
        ],
      }),
    ]),
  );
  const board = boardPublicId ?? '';
  const shown = async (title: string) => {
    const work = await workOf(service, ada, board, title);
    const { dueDate, description } = await cardOf(service, ada, board, title);
    return [dueDate, work.recurrence?.rule, work.recurrence?.from, work.reminders, description];
  };
  const day = 1440;
  assert.deepEqual(await Promise.all(['Monthly', 'Daily', 'Hourly'].map(shown)), [
    [
      when(9),
      'FREQ=MONTHLY',
      'due',
      [8 * day, 7 * day, 6 * day, 5 * day, 4 * day],
      `- **Reminder:** ${when(6)}`,
    ],
    [when(9), 'FREQ=DAILY;INTERVAL=3', 'due', [], `- **End:** ${when(10)}`],
    [when(9), undefined, undefined, [], `- **Reminder:** ${when(10)}\n- **Repeats:** every 2 hours`],
  ]);
  assert.deepEqual(
    report
      .filter(({ kind }) => kind.endsWith('kept in the description'))
      .map(({ kind, count }) => [kind, count]),
    [
      ['reminders kept in the description', 2],
      ['end dates kept in the description', 1],
      ['repeat intervals kept in the description', 1],
    ],
  );
});

test('a project is chosen by its title, and where there is only one', async () => {
  assert.equal((await imported(whole, ' House ')).boardName, 'House');
  const { boardName, boardPublicId } = await imported(
    zipOf([
      project(-1, 'Favorites'),
      project(5, 'Only', { tasks: [task(11, 'A'), task(12, 'B', { done: true })] }),
    ]),
  );
  assert.equal(boardName, 'Only');
  assert.deepEqual(await outlineOf(service, boardPublicId ?? ''), ['To do: A', 'Done: B']);
  const { A, B } = await completionsOf(service, boardPublicId ?? '');
  assert.deepEqual(
    [A, typeof B],
    [null, 'string'],
    'done since the import, if the file does not say since when',
  );
  assert.deepEqual(await completingOf(boardPublicId ?? ''), ['Done']);
});

test('an export of before 0.24 has its buckets in the project', async () => {
  const buckets = [
    { id: 2, title: 'Second', project_id: 3, position: 2, limit: 0, is_done_bucket: true },
    { id: 1, title: 'First', project_id: 3, position: 1, limit: 0 },
  ];
  const tasks = [
    task(11, 'B', {
      bucket_id: 1,
      kanban_position: 2,
      description: 'It *was* <https://example.com> Markdown',
      reminder_dates: [when(3)],
    }),
    task(12, 'A', { bucket_id: 1, kanban_position: 1 }),
    task(13, 'C', { bucket_id: 2 }),
  ];
  const { boardPublicId } = await imported(zipOf([{ id: 3, title: 'Old', buckets, tasks }]));
  assert.deepEqual(await outlineOf(service, boardPublicId ?? ''), ['First: A', 'First: B', 'Second: C']);
  const { description } = await cardOf(service, ada, boardPublicId ?? '', 'B');
  assert.equal(description, `It *was* <https://example.com> Markdown\n\n- **Reminder:** ${when(3)}`);
});

const refusals: [what: string, zip: Uint8Array, error: RegExp, board?: string][] = [
  ['no choice among several', whole, /by its id\. The export has: 2 “Inbox”, 3 “House”, 8 “Inbox”$/],
  ['a title that two projects have', whole, /by its id/, 'Inbox'],
  ['a project that is not there', whole, /no project “Garden”\. It has: 2 “Inbox”/, 'Garden'],
  ['what is no zip', strToU8(JSON.stringify(projects)), /is not a zip/],
  ['another zip', zipSync({ 'export.json': strToU8('{}') }), /no data\.json/],
  ['a zip that was cut off', whole.subarray(0, whole.length - 40), /is not a zip/],
  ['data that were cut off', zipOf(JSON.stringify(projects).slice(0, -2)), /not valid JSON/, '3'],
  ['data that are no list', zipOf({ id: 3 }), /not valid JSON, or no list/],
  ['an empty list', zipOf([]), /no projects/],
  ['more than a list', zipOf('[{"id":1}]]'), /not valid JSON/],
  ['an old export of namespaces', zipOf([{ id: 1, title: 'N', lists: [] }]), /before Vikunja 0\.21/],
  ['names that lead out', zipOf(projects, { '../../x': strToU8('x') }), /lead out/, '3'],
  ['a zip bomb', zipOf(`[${' '.repeat(30_000_000)}]`), /unpacks to more/],
];

for (const [what, zip, error, board] of refusals) {
  test(`${what} is refused with the reason`, async () => {
    const found = await imported(zip, board);
    assert.equal(found.state, 'failed');
    assert.match(found.error ?? '', error);
  });
}

test('wrong types, ids twice and cycles read as empty', async () => {
  const odd = [null, 1.5, 'x', [], [null], {}, true];
  const names = Object.keys(pump);
  const tasks = odd.flatMap((value) => [
    { ...pump, ...Object.fromEntries(names.map((name) => [name, value])) },
    { ...pump, related_tasks: { subtask: [pump, value], odd: value } },
    {
      ...pump,
      ...Object.fromEntries(
        ['assignees', 'labels', 'comments', 'attachments', 'reminders'].map((name) => [
          name,
          [value, { id: value }],
        ]),
      ),
    },
    value,
  ]);
  const lists = ['views', 'buckets', 'task_buckets', 'positions'].map((name) => [
    name,
    [...odd, ...odd.map((id) => ({ id, view_kind: 'kanban', position: id }))],
  ]);
  const { state, error, boardPublicId } = await imported(
    zipOf([{ id: 1, title: odd, tasks, ...Object.fromEntries(lists) }]),
  );
  assert.deepEqual([state, error], ['completed', null]);
  assert.equal((await outlineOf(service, boardPublicId ?? '')).length, 4 * odd.length);
});

test('HTML of the editor becomes Markdown, and other HTML its text', () => {
  const cases: [html: string, markdown: string][] = [
    ['<p>a</p><p>b<br>c</p>', 'a\n\nb\\\nc'],
    [
      '<h2>T</h2><ol><li><p>one</p><ul><li>in</li></ul></li><li>two</li></ol><p>end</p>',
      '## T\n\n1. one\n   - in\n2. two\n\nend',
    ],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['<pre><code class="x">if (a &lt; b) *c*\n  d</code></pre>', '```\nif (a < b) *c*\n  d\n```'],
    ['<p>1 * 2 &lt; 3 [x] a_b &#x263a;&nbsp;&bogus;</p>', '1 \\* 2 \\< 3 \\[x\\] a\\_b ☺ &bogus;'],
    [
      '<p><a href="javascript:alert(1)">no</a> <img src="https://e.com/a.png" alt="A"></p>',
      'no [A](<https://e.com/a.png>)',
    ],
    ['<p>a < b</p><script>x</script><!-- c --><p', 'a \\< b\n\nx\\<p'],
    ['</li></ul></p><li>x', '- x'],
  ];
  for (const [html, markdown] of cases) {
    assert.equal(isHtml(html) || html.startsWith('</'), true);
    assert.equal(markdownOf(html), markdown);
  }
  for (const text of ['a < b', '', 'see <https://example.com>', '# <b>x</b>'])
    assert.equal(isHtml(text), false);
  // Of the processor, since others may use it, too.
  const before = process.cpuUsage();
  for (const part of ['<', '<p ', '<a href="', '<li>', '<blockquote>', '&#1;', '<b></'])
    markdownOf(part.repeat(300_000));
  assert.ok(process.cpuUsage(before).user < 10_000_000);
});
