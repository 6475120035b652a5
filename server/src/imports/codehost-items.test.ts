import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { fakeGitHub, type GivenField, type GivenItem } from '../testing/github.ts';
import { completionsOf, valuesOn } from '../testing/imports.ts';
import { testService } from '../testing/service.ts';

const github = await fakeGitHub();
const service = await testService({ CODEHOST_API_URL: github.url, LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
await ada.call(api.integrations.connect, { params: { provider: 'codehost' }, body: { token: 'good-token' } });

const fields: GivenField[] = [
  {
    id: 'F_status',
    name: 'Status',
    dataType: 'SINGLE_SELECT',
    options: [
      ['Todo', 'GREEN'],
      ['Done', 'PURPLE'],
    ],
  },
  { id: 'F_due', name: 'Due', dataType: 'DATE' },
  { id: 'F_start', name: 'Start', dataType: 'DATE' },
  { id: 'F_points', name: 'Points', dataType: 'NUMBER' },
  { id: 'F_team', name: 'Team', dataType: 'TEXT' },
  {
    id: 'F_sprint',
    name: 'Sprint',
    dataType: 'ITERATION',
    iterations: [
      { title: 'Sprint 5', startDate: '2027-01-11', duration: 14 },
      { title: 'Sprint 4', startDate: '2026-12-28', duration: 14, completed: true },
      { title: `Sprint ${'6'.repeat(60)}`, startDate: '2027-01-25', duration: 7 },
    ],
  },
  { id: 'F_asked', name: 'Asked on', dataType: 'DATE' },
  { id: 'F_milestone', name: 'Milestone', dataType: 'MILESTONE' },
];

/** Imports a project into a new workspace; returns the board, the losses, and the cards by title. */
async function imported(id: string, items: GivenItem[], more: { readme?: string } = {}) {
  github.projects.push({ id, title: 'Road map', fields, items, ...more });
  return importedProject(id);
}

async function importedProject(id: string) {
  const workspacePublicId = await makeWorkspace(ada);
  const reply = await ada.call(api.imports.codehostProjects, {
    body: { projectIds: [id], workspacePublicId },
  });
  assert.deepEqual(reply, { projectsImported: 1 });
  const params = { workspacePublicId };
  const [done] = await ada.call(api.imports.list, { params });
  assert.equal(done?.state, 'completed');
  const boardPublicId = done?.boardPublicId ?? '';
  const rows = await service.sql<{ id: string; title: string }>(
    `select id, title from cards where board_id = '${boardPublicId}'`,
  );
  const idOf = (title: string) => rows.find((row) => row.title === title)?.id ?? '';
  return {
    workspacePublicId,
    boardPublicId,
    warnings: done?.warnings ?? [],
    idOf,
    cardOf: (title: string) => ada.call(api.cards.get, { params: { cardPublicId: idOf(title) } }),
  };
}

/** When a card was archived, in microseconds. */
async function archivedAt(cardId: string): Promise<number | null> {
  const [row] = await service.sql<{ at: number | null }>(
    `select archived_at as at from cards where id = '${cardId}'`,
  );
  const at = row?.at ?? null;
  return at === null ? null : Number(at);
}

const url = (kind: 'issues' | 'pull' | 'milestone', number: number) =>
  `https://github.com/acme/app/${kind}/${number}`;

test('what GitHub says of an issue stands in its text: state, milestone, what is around it; values in its fields', async () => {
  const { cardOf, warnings, idOf, boardPublicId } = await imported('PVT_text', [
    {
      title: 'Fix the pump',
      body: 'It leaks.\n',
      state: 'CLOSED',
      stateReason: 'NOT_PLANNED',
      closedAt: '2025-05-06T00:00:00Z',
      milestone: { title: 'v2', dueOn: '2026-01-31T08:00:00Z' },
      values: {
        F_status: 'done',
        F_due: '2026-10-11',
        F_start: '2026-10-01',
        F_points: 2.5,
        F_team: 'Pumps & pipes',
        F_sprint: { title: 'Sprint 4', startDate: '2026-12-28', duration: 14 },
        F_milestone: 'v2',
        F_asked: '2026-09-30',
      },
      parent: [90, 'All of it', 'OPEN'],
      subIssues: [
        [2, 'Seal', 'CLOSED'],
        [91, 'Valve', 'OPEN'],
      ],
      closedBy: [[3, 'New seal', 'MERGED']],
      reactions: 4,
    },
    { title: 'Seal' },
    {
      kind: 'PullRequest',
      title: 'New seal',
      state: 'MERGED',
      closedAt: '2025-05-07T00:00:00Z',
      requests: ['bob', 'team:'],
      reviews: [
        { body: '', state: 'CHANGES_REQUESTED', author: ['cleo', ''], createdAt: '2025-05-05T00:00:00Z' },
        { body: 'Fine now', state: 'APPROVED', author: ['cleo', ''], createdAt: '2025-05-06T00:00:00Z' },
        { body: '', state: 'COMMENTED', author: ['cleo', ''], createdAt: '2025-05-06T01:00:00Z' },
      ],
      closes: [[1, 'Fix the pump', 'CLOSED']],
      threads: 2,
    },
    { kind: 'PullRequest', title: 'Draft of it', isDraft: true },
    { kind: 'DraftIssue', title: 'Think', values: { F_points: 1 } },
    { kind: 'DraftIssue', title: 'Empty' },
  ]);
  const place = (title: string) => `${service.publicUrl}/c/${idOf(title)}`;
  const issue = await cardOf('Fix the pump');
  assert.equal(
    issue.description,
    `GitHub: [acme/app#1](${url('issues', 1)}) · closed as not planned on 2025-05-06

It leaks.

---

- Milestone: [v2](${url('milestone', 1)}), due on 2026-01-31
- Parent issue: [acme/app#90](${url('issues', 90)}) All of it
- Pull requests: [acme/app#3](${place('New seal')}) New seal (merged)

Sub-issues:

- [x] [acme/app#2](${place('Seal')}) Seal
- [ ] [acme/app#91](${url('issues', 91)}) Valve`,
  );
  assert.equal(issue.dueDate, '2026-10-11T00:00:00.000Z');
  const completions = await completionsOf(service, boardPublicId);
  assert.deepEqual(
    ['Fix the pump', 'Seal', 'New seal', 'Draft of it', 'Think'].map((title) => completions[title]),
    ['2025-05-06T00:00:00.000Z', null, '2025-05-07T00:00:00.000Z', null, null],
  );
  // It is not archived in the project.
  assert.equal(await archivedAt(idOf('Fix the pump')), null);
  assert.equal(
    (await cardOf('New seal')).description,
    `GitHub: [acme/app#3](${url('pull', 3)}) · pull request · merged on 2025-05-07

- Closes: [acme/app#1](${place('Fix the pump')}) Fix the pump
- Reviewers: bob (asked), a team (asked), cleo (approved)`,
  );
  assert.match((await cardOf('Draft of it')).description ?? '', / · pull request · draft$/);
  assert.equal((await cardOf('Think')).description, null);
  const valuesOf = (title: string) => valuesOn(service, ada, boardPublicId, title);
  assert.deepEqual(await valuesOf('Fix the pump'), {
    Points: 2.5,
    Team: 'Pumps & pipes',
    Sprint: 'Sprint 4 (2026-12-28 to 2027-01-10)',
    'Asked on': '2026-09-30',
  });
  assert.deepEqual(await valuesOf('Think'), { Points: 1 });
  const made = await ada.call(api.fields.list, { params: { boardPublicId } });
  assert.deepEqual(
    made.map(({ name, type, options }) => [name, type, ...options.map((option) => option.name)]),
    [
      ['Points', 'number'],
      ['Team', 'text'],
      [
        'Sprint',
        'select',
        'Sprint 4 (2026-12-28 to 2027-01-10)',
        'Sprint 5 (2027-01-11 to 2027-01-24)',
        `Sprint ${'6'.repeat(53)}`,
      ],
      ['Asked on', 'date'],
    ],
  );
  assert.equal((await cardOf('Empty')).description, null);
  assert.deepEqual(warnings, [
    'reactions left out: 4 (“acme/app#1”, …)',
    'review threads on code left out: 2 (“acme/app#3”, …)',
    'texts whose links to cards lead to their new places: 2',
  ]);
  assert.deepEqual(github.mistakes, []);
});

test('a value that no field takes stands in the text: of a long text, and of a field beyond those of a board', async () => {
  const wide = Array.from(
    { length: 51 },
    (_, n): GivenField => ({ id: `F_${n}`, name: `Note ${n}`, dataType: 'TEXT' }),
  );
  const long = 'x'.repeat(501);
  github.projects.push({
    id: 'PVT_wide',
    title: 'Wide',
    fields: wide,
    items: [
      {
        kind: 'DraftIssue',
        title: 'One',
        values: { F_0: long, F_1: 'two\nlines', F_49: 'fits', F_50: 'last' },
      },
    ],
  });
  const { cardOf, boardPublicId } = await importedProject('PVT_wide');
  assert.equal((await cardOf('One')).description, `- Note 0: ${long}\n- Note 1: two lines\n- Note 50: last`);
  assert.deepEqual(await valuesOn(service, ada, boardPublicId, 'One'), { 'Note 49': 'fits' });
});

test('comments, reviews and items keep authors and times; unknown people become placeholders, the importer does not', async () => {
  const { cardOf, idOf, workspacePublicId } = await imported('PVT_people', [
    {
      kind: 'PullRequest',
      title: 'Talk',
      author: ['Bob', 'bob@example.org'],
      createdAt: '2024-05-06T07:08:09Z',
      assignees: [['octo-ada', '']],
      comments: [
        { body: 'first', author: ['cleo', ''], createdAt: '2024-05-07T00:00:00Z' },
        {
          body: 'third',
          author: null,
          createdAt: '2024-05-09T00:00:00Z',
          editedAt: '2024-05-10T00:00:00Z',
        },
      ],
      reviews: [
        { body: 'second', state: 'APPROVED', author: ['bob', ''], createdAt: '2024-05-08T00:00:00Z' },
        { body: '', state: 'APPROVED', author: ['silent', ''], createdAt: '2024-05-08T00:00:01Z' },
      ],
    },
    { title: 'Old', archived: true, updatedAt: '2024-06-01T00:00:00Z', author: null },
  ]);
  const card = await cardOf('Talk');
  assert.deepEqual(
    card.activities.map(({ type, createdAt, user, comment }) => [
      type,
      createdAt.slice(0, 10),
      user?.name,
      comment?.comment ?? null,
      comment?.updatedAt?.slice(0, 10) ?? null,
    ]),
    [
      ['card.created', '2024-05-06', 'Bob', null, null],
      ['card.updated.comment.added', '2024-05-07', 'cleo', 'first', null],
      ['card.updated.comment.added', '2024-05-08', 'Bob', 'Review: approved\n\nsecond', null],
      ['card.updated.comment.added', '2024-05-09', 'ghost', 'third', '2024-05-10'],
    ],
  );
  assert.deepEqual(
    card.members.map(({ email }) => email),
    ['ada@example.com'],
  );
  const members = await ada.call(api.members.list, { params: { workspacePublicId } });
  assert.deepEqual(members.map(({ user }) => user?.name ?? '').toSorted(), ['Bob', 'ada', 'cleo', 'ghost']);
  assert.equal(await archivedAt(idOf('Old')), Date.UTC(2024, 5, 1) * 1000);
});

test('links in texts lead to the cards of other items, also to those that come later', async () => {
  const { cardOf, idOf, warnings } = await imported('PVT_links', [
    {
      title: 'From',
      body: [
        `See ${url('issues', 2)}, and ${url('pull', 3)}#issuecomment-7.`,
        `The same: ${url('issues', 3)}`,
        `Elsewhere: ${url('pull', 3)}/files ${url('issues', 22)} https://github.com/acme/other/issues/2`,
      ].join('\n'),
      comments: [{ body: `[it](${url('issues', 2)})`, createdAt: '2025-06-01T00:00:00Z' }],
    },
    { title: 'Two' },
    { kind: 'PullRequest', title: 'Three' },
  ]);
  const place = (title: string) => `${service.publicUrl}/c/${idOf(title)}`;
  const card = await cardOf('From');
  assert.equal(
    card.description,
    `GitHub: [acme/app#1](${url('issues', 1)}) · open

See ${place('Two')}, and ${place('Three')}.
The same: ${place('Three')}
Elsewhere: ${url('pull', 3)}/files ${url('issues', 22)} https://github.com/acme/other/issues/2`,
  );
  assert.equal(nth(card.activities, 1).comment?.comment, `[it](${place('Two')})`);
  assert.deepEqual(warnings, ['texts whose links to cards lead to their new places: 2']);
});

test('scopes for projects and people are enough, also where a team was asked for a review', async () => {
  github.scopes.delete('read:org');
  await imported('PVT_scopes', [{ kind: 'PullRequest', title: 'One', requests: ['team:'] }]);
  const listed = await ada.call(api.integrations.projects);
  github.scopes.add('read:org');
  assert.ok(listed.some(({ id }) => id === 'PVT_scopes'));
  github.scopes.delete('read:project');
  await ada.refused(403, api.integrations.projects);
  github.scopes.add('read:project');
});

test('what has no place or cannot be read is reported', async () => {
  github.hidden.add('milestone');
  const { warnings } = await imported(
    'PVT_told',
    [
      { title: 'One', milestone: { title: 'v1' } },
      { kind: 'REDACTED', title: 'secret' },
      { kind: 'REDACTED', title: 'secret too' },
    ],
    { readme: '# Hello' },
  );
  github.hidden.clear();
  assert.deepEqual(warnings, [
    'readme of the project left out: 1',
    'parts of items that the token cannot read left out: 1 (“milestone”)',
    'items that the token cannot read left out: 2',
  ]);
});

test('more labels than a board holds are left out, and one that is called like an option stays apart', async () => {
  const items = Array.from(
    { length: 6 },
    (_, n): GivenItem => ({
      title: `Card ${n}`,
      labels: Array.from({ length: 90 }, (_, l): [string, string] => [`l${n * 90 + l}`, '123456']),
    }),
  );
  const { warnings } = await imported('PVT_labels', items);
  assert.deepEqual(warnings, ['labels beyond the 500 of a board left out: 40 (“l500”, “l501”, “l502”, …)']);
});

test('a large project is whole: 1 200 items, 150 comments on one, 60 labels on one, in order and with their times', async () => {
  const time = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString().replace('.000', '');
  const items = Array.from(
    { length: 1200 },
    (_, n): GivenItem => ({
      title: `Item ${n}`,
      createdAt: time(n),
      values: { F_status: n % 3 === 0 ? 'done' : 'todo' },
    }),
  );
  Object.assign(nth(items, 700), {
    comments: Array.from({ length: 150 }, (_, n) => ({ body: `Comment ${n}`, createdAt: time(2000 + n) })),
  });
  Object.assign(nth(items, 800), {
    labels: Array.from({ length: 60 }, (_, n): [string, string] => [`Label ${n}`, '123456']),
  });
  const { boardPublicId, cardOf } = await imported('PVT_large', items);
  const rows = await service.sql<{ list: string; title: string; at: number }>(
    `select l.name as list, c.title as title, c.created_at as at from cards c join lists l on l.id = c.list_id
     where c.board_id = '${boardPublicId}' order by l.position, c.position`,
  );
  const named = items.map(({ title }, n) => ({
    list: n % 3 === 0 ? 'Done' : 'Todo',
    title,
    at: Date.parse(time(n)) * 1000,
  }));
  assert.deepEqual(
    rows.map(({ list, title, at }) => ({ list, title, at: Number(at) })),
    [...named.filter(({ list }) => list === 'Todo'), ...named.filter(({ list }) => list === 'Done')],
  );
  const comments = await service.sql<{ comment: string; at: number }>(
    `select comment, created_at as at from comments where card_id in
      (select id from cards where board_id = '${boardPublicId}' and title = 'Item 700') order by created_at`,
  );
  assert.deepEqual(
    comments.map(({ comment, at }) => [comment, Number(at)]),
    Array.from({ length: 150 }, (_, n) => [`Comment ${n}`, Date.parse(time(2000 + n)) * 1000]),
  );
  assert.equal((await cardOf('Item 800')).labels.length, 60);
  assert.deepEqual(github.mistakes, []);
});
