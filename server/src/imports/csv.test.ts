import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import { Invalid } from '../base/errors.ts';
import { SyncSpool } from '../base/storage/sync-spool.ts';
import { download } from '../testing/exports.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { csvReading } from './csv.ts';
import type { FileBoard } from './reading/file-board.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

/** Reads a file in chunks of `size` bytes. */
const readIn = (size: number, bytes: Uint8Array) => {
  const reading = csvReading(new SyncSpool(service.config.dataDir));
  for (let at = 0; at < bytes.length; at += size) reading.push(bytes.subarray(at, at + size));
  const { cards, warnings, ...board } = reading.end() as FileBoard;
  return { ...board, cards: [...cards], warnings: warnings.lines() };
};

/** Reads a file in chunks of several sizes; the result must be the same. */
const read = (text: string | Uint8Array) => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const board = attempt(() => readIn(bytes.length, bytes));
  for (const size of [1, 2, 7])
    assert.deepEqual(
      attempt(() => readIn(size, bytes)),
      board,
    );
  if (board instanceof Invalid) throw board;
  return board;
};

function attempt<T>(work: () => T): T | Invalid {
  try {
    return work();
  } catch (error) {
    assert.ok(error instanceof Invalid);
    return error;
  }
}
const titlesOf = (text: string) => read(text).cards.map(({ title }) => title);
const refused = (text: string | Uint8Array, reason: RegExp) => assert.throws(() => read(text), reason);

test('columns are found by their names, in any order and in several dialects', () => {
  for (const [separator, end, mark] of [
    [',', '\n', ''],
    [';', '\r\n', '\ufeff'],
    ['\t', '\r', ''],
  ] as const) {
    const rows = [
      ['Status', 'Summary', 'Due_Date', 'Tags', 'Assigned to', 'Details'],
      ['Doing', `"a ""b""${separator} c"`, '2026-12-24', '"x, y"', 'Ada', `"one${end}two"`],
      ['Done', 'second'],
      ['Doing', 'third', '', 'y'],
    ];
    const board = read(mark + rows.map((row) => row.join(separator)).join(end));
    assert.deepEqual(
      board.lists.map(({ name }) => name),
      ['Doing', 'Done'],
    );
    assert.deepEqual(
      board.labels.map(({ name }) => name),
      ['x', 'y'],
    );
    assert.deepEqual(
      board.people.map(({ name }) => name),
      ['Ada'],
    );
    const [first, third, second] = board.cards;
    assert.equal(first?.title, `a "b"${separator} c`);
    assert.equal(first?.description, `one${end}two`);
    assert.equal(first?.dueAt, Date.UTC(2026, 11, 24) * 1000);
    assert.deepEqual([first?.list, first?.labels, first?.members], [0, [0, 1], [0]]);
    assert.deepEqual([third?.title, third?.list, third?.labels], ['third', 0, [1]]);
    assert.deepEqual([second?.title, second?.list, second?.labels], ['second', 1, []]);
    assert.deepEqual(board.warnings, []);
  }
});

test('cards are done by a mark or since a time', () => {
  const text = 'title,done\na,yes\nb,no\nc,2026-03-01 10:00\nd,\ne,sometime\nf,Done\n';
  const { cards, warnings } = read(text);
  assert.deepEqual(
    cards.map(({ completed = false, completedAt }) => completed && (completedAt ?? true)),
    [true, false, Date.UTC(2026, 2, 1, 10) * 1000, false, false, true],
  );
  assert.deepEqual(warnings, ['times of completion that cannot be read left out: 1 (“line 6: sometime”)']);
});

test('odd files are read as they are meant', () => {
  assert.deepEqual(titlesOf('title'), []);
  assert.deepEqual(titlesOf('sep=;\r\nTitle;List\r\nPaint;To do\r\n'), ['Paint']);
  assert.deepEqual(titlesOf('\n\ntitle,list\n\n , \na,b\n'), ['a']);
  assert.deepEqual(titlesOf('title\n5" pipe\n""\n"x"'), ['5" pipe', 'x']);
  assert.deepEqual(titlesOf("title\n'=Paint\n'tis"), ['=Paint', "'tis"]);
  assert.deepEqual(titlesOf('title,list\na,b,,\n'), ['a']);
  const { cards } = read('title,labels,labels\nPaint,red,"blue, red"');
  assert.deepEqual(cards[0]?.labels, [0, 1]);
});

test('what cannot be read, or has no place, is reported', () => {
  const text =
    'title,due,archived,votes,empty,number,checklist\n' +
    'a,one day,perhaps,3,,WEB-7,"Steps\n[x] one\n[ ] two"\n' +
    ',2026-12-24 10:00+0200,yes,,,none,first\n';
  const { cards, fields, warnings } = read(text);
  // A column that is not known is a field.
  assert.deepEqual(
    fields?.map(({ name, type }) => [name, type]),
    [['votes', 'number']],
  );
  assert.deepEqual(cards[0]?.values, [{ field: 0, value: 3 }]);
  assert.deepEqual(warnings, [
    'due dates that cannot be read left out: 1 (“line 2: one day”)',
    'marks of archived cards that cannot be read: 1 (“line 2: perhaps”)',
    'cards without a title: 1 (“line 5”)',
    'card numbers that cannot be read: 1 (“line 5: none”)',
  ]);
  assert.deepEqual(
    cards.map(({ archived, number, dueAt }) => [archived, number, dueAt]),
    [
      [false, 7, null],
      [true, null, Date.UTC(2026, 11, 24, 8) * 1000],
    ],
  );
  assert.deepEqual(
    cards.map(({ checklists }) => checklists),
    [
      [
        {
          name: 'Steps',
          items: [
            { title: 'one', completed: true },
            { title: 'two', completed: false },
          ],
        },
      ],
      [{ name: 'Checklist', items: [{ title: 'first', completed: false }] }],
    ],
  );
});

test('a file that is none is refused with the line', () => {
  refused('', /The file is empty/);
  refused('\n\n', /The file is empty/);
  refused('{"name": "House"}', /Line 1: no column is called “title”, “name” or “summary”.*House/);
  refused('title,list\n"a\nb",c\n"d', /Line 4: a quote is opened and never closed/);
  refused('title,list\r\n"a"b,c', /Line 2: there is text after a closing quote/);
  refused('title,list\na,b\nc,d,e', /Line 3 has 3 fields, and the first line only 2/);
  refused('title,board\na,One\nb,Two', /Line 3: the file has cards of several boards/);
  refused(Buffer.from('title\nüb\nü', 'latin1'), /Line 2: the text is not UTF-8/);
  refused(Buffer.from('\ufefftitle\na', 'utf16le'), /Line 1: the text is not UTF-8/);
});

const imported = async (importPublicId: string) => {
  const one = await ada.call(api.imports.get, { params: { importPublicId } });
  const params = { boardPublicId: one.boardPublicId ?? '' };
  return { ...one, board: one.boardPublicId ? await ada.call(api.boards.get, { params }) : undefined };
};

test('our own export comes back with what it holds', async () => {
  const { workspace, board, lists, labels } = await makeBoard(ada, { name: 'Harbour' });
  const card = await makeCard(ada, nth(lists, 0), {
    title: '=Paint "the", pier',
    description: 'Both\n\n**sides**; all',
    labelPublicIds: labels.slice(0, 2),
    dueDate: '2026-12-24T10:00:00.000Z',
  });
  const params = { cardPublicId: card };
  const { publicId: checklistPublicId } = await ada.call(api.checklists.create, {
    params,
    body: { name: 'Steps' },
  });
  await ada.call(api.checklists.createItem, { params: { checklistPublicId }, body: { title: 'brush' } });
  const bob = await service.signUp('bob');
  await addMember(service, workspace, bob);
  const last = await makeCard(bob, nth(lists, 1), { title: 'Last' });
  for (const name of ['Empty', 'Also empty']) {
    await ada.call(api.checklists.create, { params: { cardPublicId: last }, body: { name } });
  }
  const reply = await download(service, ada, `/boards/${board}/export?format=csv`);
  const workspacePublicId = await makeWorkspace(ada);
  const sent = await service.raw(addressOf(api.imports.upload, {}, { workspacePublicId, format: 'csv' }), {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'text/csv' },
    body: await reply.arrayBuffer(),
  });
  const { importPublicId } = (await sent.json()) as { importPublicId: string };
  await service.jobs.run('imports');
  const { state, warnings, board: there } = await imported(importPublicId);
  assert.equal(state, 'completed');
  assert.deepEqual(warnings, ['column “Id” left out: 2']);
  const original = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  const shownOf = (of: typeof original | undefined) =>
    of?.lists
      .filter(({ cards }) => cards.length > 0)
      .map(({ name, cards }) => [
        name,
        cards.map(({ title, dueDate, labels }) => [
          title,
          dueDate,
          labels.map((label) => label.name).toSorted(),
        ]),
      ]);
  assert.deepEqual([there?.name, shownOf(there)], ['Harbour', shownOf(original)]);
  const back = await ada.call(api.cards.get, {
    params: { cardPublicId: nth(nth(there?.lists ?? [], 0).cards, 0).publicId },
  });
  assert.equal(back.description, 'Both\n\n**sides**; all');
  assert.deepEqual(
    back.checklists.map(({ name, items }) => [name, items.map(({ title }) => title)]),
    [['Steps', ['brush']]],
  );
  const lastBack = await ada.call(api.cards.get, {
    params: { cardPublicId: nth(nth(there?.lists ?? [], 1).cards, 0).publicId },
  });
  assert.deepEqual(
    lastBack.checklists.map(({ name, items }) => [name, items]),
    [
      ['Empty', []],
      ['Also empty', []],
    ],
  );
  assert.deepEqual(
    lastBack.activities.map(({ type, user }) => [type, user.name]),
    [['card.created', 'bob']],
  );
});

test('a table that is sent as text is imported at once, or refused with the line', async () => {
  const workspacePublicId = await makeWorkspace(ada);
  const body = { workspacePublicId, format: 'csv', content: 'name;list\nPaint;To do\nSand;Done' } as const;
  const { importPublicId } = await ada.call(api.imports.file, { body });
  const { board } = await imported(importPublicId);
  assert.deepEqual(
    board?.lists.map(({ name, cards }) => [name, cards.map(({ title }) => title)]),
    [
      ['To do', ['Paint']],
      ['Done', ['Sand']],
    ],
  );
  const { issues } = await ada.refused(400, api.imports.file, { body: { ...body, content: 'name\n"a' } });
  assert.deepEqual(issues, [{ message: 'Line 2: a quote is opened and never closed' }]);
});

test('start dates come with their cards, unless they are after the due date', async () => {
  const workspacePublicId = await makeWorkspace(ada);
  const content =
    'title,Begin date,due\nA,2026-05-01,2026-05-02\nB,2026-05-03,2026-05-02\nC,2026-05-03,\nD,soon,\n';
  const { importPublicId } = await ada.call(api.imports.file, {
    body: { workspacePublicId, format: 'csv', content },
  });
  const { board, report } = await imported(importPublicId);
  const params = { boardPublicId: board?.publicId ?? '' };
  const { cards } = await ada.call(api.boards.snapshot, { params });
  assert.deepEqual(Object.fromEntries(cards.map(({ title, startDate }) => [title, startDate])), {
    A: '2026-05-01T00:00:00.000Z',
    B: null,
    C: '2026-05-03T00:00:00.000Z',
    D: null,
  });
  assert.deepEqual(Object.fromEntries(report.map(({ kind, count }) => [kind, count])), {
    'start dates after the due date left out': 1,
    'start dates that cannot be read left out': 1,
  });
});

test('what a table does not name is called so in the language of whoever imports it', async () => {
  const eva = await service.signUp('eva');
  await eva.call(api.users.update, { body: { locale: 'de-CH' } });
  const workspacePublicId = await makeWorkspace(eva);
  const content = 'title,checklist\nPaint,sand it\n';
  const madeBy = async (importPublicId: string) => {
    const { boardPublicId } = await eva.call(api.imports.get, { params: { importPublicId } });
    return eva.call(api.boards.get, { params: { boardPublicId: boardPublicId ?? '' } });
  };
  const atOnce = await eva.call(api.imports.file, { body: { workspacePublicId, format: 'csv', content } });
  const later = await importFile(service, eva, { workspacePublicId, format: 'csv', content });
  for (const importPublicId of [atOnce.importPublicId, later.importPublicId]) {
    const { name, lists } = await madeBy(importPublicId);
    assert.deepEqual([name, lists.map((list) => list.name)], ['Importiertes Board', ['Karten']]);
    const params = { cardPublicId: lists[0]?.cards[0]?.publicId ?? '' };
    const { checklists } = await eva.call(api.cards.get, { params });
    assert.deepEqual(
      checklists.map((checklist) => checklist.name),
      ['Checkliste'],
    );
  }
  await eva.call(api.users.update, { body: { locale: 'pl' } });
  const { importPublicId } = await importFile(service, eva, { workspacePublicId, format: 'csv', content });
  assert.equal((await madeBy(importPublicId)).name, 'Imported board', 'there are no texts in that language');
});
