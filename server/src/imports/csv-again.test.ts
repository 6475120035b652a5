import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../../contract/client.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { relationTypes } from '../../../contract/relation-types.ts';
import { download } from '../testing/exports.ts';
import { attach } from '../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { Table } from './csv/table.ts';

/* Exports a board as a table, imports that and exports it again: what a table carries is the same. */

const seed = Number(process.env.EXPORT_SEED ?? 20_261_126);
const numRuns = Number(process.env.EXPORT_RUNS ?? 4);

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const word = fc.string({
  unit: fc.constantFrom(...Array.from('abZ0 é漢"\\=@<;|,\'')),
  maxLength: 8,
});
const name = word.map((text) => `x${text}x`);
const text = fc
  .array(fc.oneof(word, fc.constantFrom('\n', '\n\n- item', '\n=1+1', '\t@x', ';+2')), { maxLength: 6 })
  .map((parts) => `x${parts.join('')}x`);
const date = fc.constantFrom(null, '2026-05-04', '2026-05-04T00:00:00+00:00', '2026-05-04T09:30:00.123Z');

const card = fc.record({
  title: fc.oneof(name, fc.constantFrom('=SUM(A1)', "'=x", '-1', '@me')),
  description: fc.option(text),
  dueDate: date,
  startDate: fc.constantFrom(null, '2026-05-01'),
  completed: fc.boolean(),
  list: fc.nat({ max: 1 }),
  labels: fc.uniqueArray(fc.nat({ max: 2 }), { maxLength: 3 }),
  members: fc.uniqueArray(fc.nat({ max: 1 }), { maxLength: 2 }),
  isArchived: fc.boolean(),
  byBob: fc.boolean(),
  checklists: fc.array(
    fc.record({
      name,
      items: fc.array(fc.record({ title: name, completed: fc.boolean() }), { maxLength: 3 }),
    }),
    { maxLength: 2 },
  ),
  values: fc.record(
    {
      Note: name,
      Cost: fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
      When: fc.constantFrom('2026-03-01', '2026-03-01T09:30:00.123Z'),
      Stage: fc.constantFrom('Draft', 'Done'),
      Tags: fc.subarray(['A', 'B', 'C']),
      due_date: name,
      Parent: fc.constantFrom(true, false),
    },
    { requiredKeys: [] },
  ),
});

const board = fc.record({
  lists: fc.tuple(name, name).filter(([one, other]) => one !== other),
  labels: fc.uniqueArray(name, { minLength: 3, maxLength: 3 }),
  cards: fc.array(card, { minLength: 1, maxLength: 6 }),
  relations: fc.array(
    fc.record({ from: fc.nat({ max: 5 }), type: fc.constantFrom(...relationTypes), to: fc.nat({ max: 5 }) }),
    { maxLength: 8 },
  ),
});

type Board = typeof board extends fc.Arbitrary<infer T> ? T : never;

/** The fields of each board; some are called like other columns. */
const fields: BodyOf<typeof api.fields.create>[] = [
  { name: 'Note', type: 'text' },
  { name: 'Cost', type: 'number' },
  { name: 'When', type: 'date' },
  { name: 'Stage', type: 'select', options: [{ name: 'Draft' }, { name: 'Done' }] },
  { name: 'Tags', type: 'multi-select', options: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] },
  { name: 'due_date', type: 'text' },
  { name: 'Parent', type: 'checkbox' },
];

const onCard = (cardPublicId: string) => ({ params: { cardPublicId } });

async function make(given: Board): Promise<string> {
  const workspace = await makeWorkspace(ada);
  const params = { workspacePublicId: workspace };
  const adas = (await ada.call(api.workspaces.get, { params })).members[0]?.publicId ?? '';
  const members = [adas, await addMember(service, workspace, bob)];
  const { publicId: id } = await ada.call(api.boards.create, {
    params,
    body: { name: 'Harbour', lists: [...given.lists], labels: given.labels },
  });
  const onBoard = { params: { boardPublicId: id } };
  for (const body of fields) await ada.call(api.fields.create, { ...onBoard, body });
  const { lists, labels } = await ada.call(api.boards.get, onBoard);
  const made: string[] = [];
  for (const each of given.cards) {
    const { list, byBob, values, checklists, isArchived, ...plain } = each;
    const publicId = await makeCard(byBob ? bob : ada, nth(lists, list).publicId, {
      ...plain,
      fields: values,
      labelPublicIds: each.labels.map((place) => nth(labels, place).publicId),
      memberPublicIds: each.members.map((place) => nth(members, place)),
    });
    made.push(publicId);
    for (const { name: called, items } of checklists) {
      const body = { name: called };
      const { publicId: checklistPublicId } = await ada.call(api.checklists.create, {
        ...onCard(publicId),
        body,
      });
      for (const { title, completed } of items) {
        const item = await ada.call(api.checklists.createItem, {
          params: { checklistPublicId },
          body: { title },
        });
        const of = { params: { checklistItemPublicId: item.publicId } };
        if (completed) await ada.call(api.checklists.updateItem, { ...of, body: { completed } });
      }
    }
    if (isArchived) await ada.call(api.cards.archive, onCard(publicId));
  }
  for (const { from, type, to } of given.relations) {
    const [one, other] = [made[from], made[to]];
    if (one === undefined || other === undefined || from === to) continue;
    await ada
      .call(api.relations.create, { ...onCard(one), body: { type, cardPublicId: other } })
      .catch((error: unknown) => {
        // Such as circles.
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
      });
  }
  return id;
}

/** The table of a board, and its rows by the headings of the cells that are filled, by number; keys have no prefix. */
async function tableOf(boardPublicId: string) {
  const file = await download(service, ada, `/boards/${boardPublicId}/export?format=csv`);
  const content = await file.text();
  const table = new Table(new Map());
  const rows = [...table.rows(content.replace('\ufeff', ''), true)].map((row) =>
    Object.fromEntries(
      table.plan.columns.flatMap(({ heading, places: [place = -1] }) => {
        const cell = row.fields[place] ?? '';
        return cell === '' || heading === 'Id' ? [] : [[heading, plain(heading, cell)]];
      }),
    ),
  );
  return { content, rows: rows.toSorted((a, b) => numberIn(a) - numberIn(b)) };
}

const keys = ['Number', 'Parent', 'Blocked by', 'Relates to', 'Duplicates'];

/** Keys without a prefix, and names in any order. */
function plain(heading: string, cell: string): string {
  const isList = keys.includes(heading) || ['Labels', 'Members'].includes(heading);
  if (!isList) return cell;
  const parts = cell.startsWith('[') ? (JSON.parse(cell) as string[]) : cell.split(', ');
  const named = parts.map((part) => (keys.includes(heading) ? part.replace(/^\w+-/, '#') : part));
  return named.toSorted().join('\n');
}

const numberIn = ({ Number: number = '' }: Record<string, string>): number => Number(number.slice(1));

test('a board that is exported as a table, imported and exported again is the same', async () => {
  await fc.assert(
    fc.asyncProperty(board, async (given) => {
      const first = await tableOf(await make(given));
      assert.equal(first.rows.length, given.cards.length);
      const ended = await importFile(service, ada, {
        workspacePublicId: await makeWorkspace(ada),
        format: 'csv',
        content: first.content,
      });
      assert.deepEqual([ended.state, ended.error], ['completed', null]);
      assert.deepEqual(
        ended.report.map(({ kind }) => kind),
        ['column “Id” left out'],
      );
      const again = await tableOf(ended.boardPublicId ?? '');
      assert.deepEqual(again.rows, first.rows);
    }),
    // Each try takes two workspaces.
    { seed, numRuns, endOnFailure: true },
  );
});

test('relations to cards of other boards become lines of descriptions, and files stay behind', async () => {
  const { workspace, board: one, lists } = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace });
  const here = await makeCard(ada, nth(lists, 0), { title: 'Here', description: 'Text' });
  const there = await makeCard(ada, nth(other.lists, 0), { title: 'There' });
  const body = { type: 'blocked-by' as const, cardPublicId: there };
  await ada.call(api.relations.create, { ...onCard(here), body });
  await attach(ada, here, { filename: 'plan.txt', content: 'plan' });
  const { content } = await tableOf(one);
  const ended = await importFile(service, ada, {
    workspacePublicId: await makeWorkspace(ada),
    format: 'csv',
    content,
  });
  const { rows } = await tableOf(ended.boardPublicId ?? '');
  assert.deepEqual(
    rows.map(({ Description = '' }) => Description.replace(/\w+-2/, '#2')),
    ['Text\n\n- **Blocked by:** #2'],
  );
  assert.deepEqual(
    ended.report.map(({ kind }) => kind),
    ['column “Attachments” left out', 'column “Id” left out'],
  );
});
