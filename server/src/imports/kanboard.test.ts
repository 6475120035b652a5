import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { cardOf, completionsOf, importFile, outlineOf, workOf } from '../testing/imports.ts';
import { testService } from '../testing/service.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

const imported = async (content: string) =>
  importFile(service, ada, { workspacePublicId: await makeWorkspace(ada), format: 'kanboard', content });

/* The columns are those of Kanboard 1.2.10 and later (app/Export/TaskExport.php), its dates those that it has to choose from. */
const header =
  '"Task Id",Reference,Project,Status,Category,Swimlane,Column,Position,Color,"Due date",Creator,"Creator Name",' +
  '"Assignee Username","Assignee Name",Complexity,Title,"Creation date","Modification date","Completion date","Start date",' +
  '"Time estimated","Time spent",Priority,Tags';

const tasks = [
  '3,,House,Open,,Default,Ready,2,Yellow,,ann,"Ann Baker",,,0,Roof,"01/13/2024 10:00","01/13/2024 10:00",,,0,0,0,',
  '5,T-9,House,Open,Urgent,Default,Ready,1,Red,"02/03/2024 15:30",ann,"Ann Baker",bob,,3,"Pump, old","01/02/2024 3:05 pm",,,"01/05/2024 00:00",1.5,2,2,"wet, Urgent"',
  '4,,House,Closed,,Default,Done,1,Yellow,,bob,,ann,"Ann Baker",0,Tiles,"01/02/2024 00:00",,"01/09/2024 12:00",,0,0,0,',
  '6,,House,Open,,Garden,Ready,1,Yellow,,,,,,0,Hedge,,,,,0,0,0,',
];

const file = (rows: readonly string[], columns = header) => [columns, ...rows].join('\r\n');

test('the tasks of a project come in by column, swimlane and position', async () => {
  const { state, error, boardName, boardPublicId, report } = await imported(file(tasks));
  assert.deepEqual([state, error, boardName], ['completed', null, 'House']);
  const board = boardPublicId ?? '';
  assert.deepEqual(await outlineOf(service, board), [
    'Ready: Pump, old',
    'Ready: Roof',
    'Ready: Hedge',
    'Done: [Tiles]',
  ]);
  const card = await cardOf(service, ada, board, 'Pump, old');
  assert.deepEqual(new Set(card.labels.map(({ name }) => name)), new Set(['Urgent', 'wet', 'Default']));
  assert.deepEqual(
    card.members.map(({ user }) => user?.name),
    ['bob'],
  );
  assert.deepEqual([card.dueDate, card.cardNumber], ['2024-02-03T15:30:00.000Z', 5]);
  assert.deepEqual((await workOf(service, ada, board, 'Pump, old')).start, { date: '2024-01-05' });
  assert.equal(
    card.description,
    [
      '- **Reference:** T-9',
      '- **Priority:** 2',
      '- **Complexity:** 3',
      '- **Hours estimated:** 1.5',
      '- **Hours spent:** 2',
    ].join('\n'),
  );
  const rows = await service.sql<{ at: number; archived: number | null; name: string }>(
    `select c.created_at as at, c.archived_at as archived, u.name as name from cards c join users u on u.id = c.created_by
    where c.board_id = '${board}' and c.title in ('Pump, old', 'Tiles') order by c.title`,
  );
  assert.deepEqual(
    rows.map(({ at, archived, name }) => [Number(at), archived && Number(archived), name]),
    [
      [Date.UTC(2024, 0, 2, 15, 5) * 1000, null, 'Ann Baker'],
      [Date.UTC(2024, 0, 2) * 1000, Date.UTC(2024, 0, 9, 12) * 1000, 'bob'],
    ],
  );
  assert.equal((await completionsOf(service, board)).Tiles, '2024-01-09T12:00:00.000Z');
  assert.equal((await completionsOf(service, board))['Pump, old'], null);
  assert.deepEqual(
    report.map(({ kind, count }) => [kind, count]),
    [
      ['swimlanes turned into labels', 2],
      [
        'tasks whose description, subtasks, comments and files are not in the file: Kanboard does not export them',
        4,
      ],
      ['references, priorities and times kept in the description', 5],
      ['colours of tasks left out', 1],
    ],
  );
});

test('dates are read in the form that the file has them in', async () => {
  const due = async (dates: string[]) => {
    const rows = dates.map((date, n) => `${n + 1},,P,Open,,S,C,${n},Yellow,${date},,,,,0,T${n},,,,,,,,`);
    const { boardPublicId, warnings } = await imported(file(rows));
    const found = await service.sql<{ due: number | null }>(
      `select due_at as due from cards where board_id = '${boardPublicId}' order by title`,
    );
    const shown = found.map((row) => row.due && new Date(Number(row.due) / 1000).toISOString().slice(0, 16));
    return [shown, warnings.filter((line) => line.startsWith('dates'))];
  };
  assert.deepEqual(await due(['03/04/2024', '24/12/2024 3:05 pm']), [
    ['2024-04-03T00:00', '2024-12-24T15:05'],
    [],
  ]);
  assert.deepEqual(
    await due(['03/04/2024 12:10 am', '24.12.2024', '2024-02-29 07:08', '2024/01/02', 'soon']),
    [
      ['2024-03-04T00:10', '2024-12-24T00:00', '2024-02-29T07:08', '2024-01-02T00:00', null],
      [
        'dates read as month/day that may be day/month: 1 (“03/04/2024 12:10 am”)',
        'dates that cannot be read left out: 1 (“soon”)',
      ],
    ],
  );
});

test('columns in another language go by their order', async () => {
  const columns = Array.from({ length: 24 }, (_, n) => `Spalte ${n}`).join(',');
  const rows = tasks.map((row) => row.replace('Closed', 'Geschlossen').replace('Open', 'Offen'));
  const { boardPublicId, error } = await imported(file(rows, columns));
  assert.equal(error, null);
  assert.deepEqual((await outlineOf(service, boardPublicId ?? '')).at(-1), 'Done: [Tiles]');
});

test('a project without tasks is an empty board', async () => {
  assert.deepEqual((await imported(header)).state, 'completed');
});

for (const [what, content, error] of [
  ['another table', 'title,list\na,b', /not an export of tasks from Kanboard/],
  ['a table of as many columns', `${'a,'.repeat(23)}b\n${'x,'.repeat(23)}y`, /Line 2: this is not an export/],
  ['JSON', '{"lists":[],"cards":[]}', /Line 1: there is text/],
  ['a file that was cut off', file(tasks).slice(0, -200), /has \d+ fields, and the first line 24/],
] as const) {
  test(`${what} is refused with the reason`, async () => {
    const found = await imported(content);
    assert.match(`${found.state}: ${found.error}`, error);
  });
}

test('odd fields read as empty', async () => {
  const rows = [
    `1${','.repeat(23)}`,
    Array.from({ length: 24 }, () => '1').join(','),
    '7,,,,,,,-1e999,,0/0/0,a,,a,,NaN,,99/99/9999,,,,Infinity,-1,x,",,,"',
  ];
  const { state, error, boardPublicId } = await imported(file(rows));
  assert.deepEqual([state, error], ['completed', null]);
  const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: boardPublicId ?? '' } });
  assert.deepEqual(
    lists.map(({ name }) => name),
    ['Tasks', '1'],
  );
});
