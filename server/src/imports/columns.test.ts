import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { addressOf } from '../../../contract/client.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { hostileFile } from '../testing/hostile/file.ts';
import { importFile, workOf } from '../testing/imports.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { tables } from '../testing/tables.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

type Columns = ReplyOf<typeof api.imports.columns>;

async function read(
  content: string | Uint8Array<ArrayBuffer>,
  workspacePublicId: string,
  { token }: Pick<Person, 'token'> = ada,
) {
  const reply = await service.raw(addressOf(api.imports.columns, {}, { workspacePublicId }), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: content,
  });
  const body: unknown = await reply.json();
  return {
    status: reply.status,
    columns: body as Columns,
    issues: (body as { issues: { message: string }[] }).issues,
  };
}

test('the columns of a table are shown with samples and with what they become', async () => {
  const { status, columns } = await read(tables.jira, await makeWorkspace(ada));
  assert.equal(status, 200);
  assert.deepEqual([columns.program, columns.rows], ['Jira', 3]);
  const points = columns.columns.find(({ heading }) => heading.includes('Story Points'));
  assert.deepEqual(
    { ...points, choices: points?.choices.includes('field-text') },
    {
      column: 25,
      heading: 'Custom field (Story Points)',
      values: 2,
      samples: ['3.0', '8.0'],
      use: 'field-number',
      choices: true,
    },
  );
  const labels = columns.columns.filter(({ heading }) => heading === 'Labels');
  assert.deepEqual(
    labels.map(({ column, values, samples }) => [column, values, samples]),
    [[18, 3, ['hull', 'paint', 'rope']]],
  );
});

test('the beginning of a table is enough, wherever it is cut off', async () => {
  const workspace = await makeWorkspace(ada);
  const bytes = Buffer.from(`${tables.plain}Tâche "é",,"`);
  for (const length of [bytes.length, bytes.length - 2, 400]) {
    const { status, columns } = await read(bytes.subarray(0, length), workspace);
    assert.deepEqual([status, columns.columns[0]?.heading], [200, 'Task'], `${length} bytes`);
  }
});

test('what is no table is refused, and so is one of more than 2 MB', async () => {
  const workspace = await makeWorkspace(ada);
  assert.equal((await read('', workspace)).status, 400);
  const { status, issues } = await read('title\n"open', workspace);
  assert.deepEqual([status, issues[0]?.message], [400, 'Line 2: a quote is opened and never closed']);
  assert.equal((await read(Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), workspace)).status, 413);
  // Any name of a column will do: people choose what it becomes.
  assert.equal((await read('was;wann\nPaint;', workspace)).status, 200);
  const stranger = await service.signUp('stranger');
  assert.equal((await read(tables.plain, workspace, stranger)).status, 403);
});

test('hostile tables harm nobody', async () => {
  const workspace = await makeWorkspace(ada);
  const all = Array.from({ length: 400 }, (_, seed) => hostileFile(seed)).filter(
    ({ format, content }) => format === 'csv' && content.length > 0 && content.length < 2 * 1024 * 1024,
  );
  assert.ok(all.length > 20);
  for (const { how, content } of all.slice(0, 25)) {
    const { status } = await read(Buffer.from(content), workspace);
    assert.ok(status === 200 || status === 400, `${how}: ${status}`);
  }
});

test('an import makes fields of columns, and matches addresses to members', async () => {
  const workspacePublicId = await makeWorkspace(ada);
  const ann = await service.signUp('ann');
  await addMember(service, workspacePublicId, ann);
  const done = await importFile(service, ada, {
    workspacePublicId,
    format: 'csv',
    name: 'Dry dock',
    content: tables.plain.replaceAll('ann@example.com', ann.email),
  });
  assert.deepEqual([done.state, done.boardName], ['completed', 'Dry dock']);
  const board = done.boardPublicId ?? '';
  const { fields, cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
  assert.deepEqual(
    fields.map(({ name, type }) => [name, type]),
    [
      ['Priority', 'select'],
      ['Cost', 'number'],
      ['Website', 'link'],
      ['Paid', 'checkbox'],
      ['Contact', 'person'],
    ],
  );
  const { fields: values } = await workOf(service, ada, board, 'Paint the hull');
  const priority = fields[0]?.options.find(({ name }) => name === 'High');
  assert.deepEqual(
    values.slice(0, 4).map(({ name, value }) => [name, value]),
    [
      ['Priority', priority?.publicId],
      ['Cost', 1200.5],
      ['Website', 'https://example.com/hull'],
      ['Paid', true],
    ],
  );
  const members = await ada.call(api.members.list, { params: { workspacePublicId } });
  const own = members.find(({ email }) => email === ann.email);
  assert.ok(own);
  const hull = cards.find(({ title }) => title === 'Paint the hull');
  assert.deepEqual(hull?.memberPublicIds, [own.publicId]);
});

test('tables as spreadsheets save them in other countries arrive whole, or are refused with a way out', async () => {
  const workspacePublicId = await makeWorkspace(ada);
  const found = await read(tables.hebrew, workspacePublicId);
  assert.deepEqual(
    found.columns.columns.map(({ use }) => use),
    ['title', 'description', 'list', 'labels', 'members', 'due', 'completed', 'field-number', 'field-select'],
  );
  const sent = { workspacePublicId, format: 'csv', name: 'Cale sèche' } as const;
  const { boardPublicId, warnings } = await importFile(service, ada, { ...sent, content: tables.french });
  const board = boardPublicId ?? '';
  const { lists, labels, fields, cards } = await ada.call(api.boards.snapshot, {
    params: { boardPublicId: board },
  });
  assert.deepEqual(
    [lists.map(({ name }) => name), labels.map(({ name }) => name)],
    [
      ['En cours', 'Fini'],
      ['coque', 'peinture'],
    ],
  );
  assert.deepEqual(
    fields.map(({ name, type }) => [name, type]),
    [
      ['Budget', 'number'],
      ['Priorité', 'select'],
    ],
  );
  const hull = cards.find(({ title }) => title === 'Repeindre la coque');
  assert.deepEqual(hull?.dueDate, '2026-12-24T00:00:00.000Z');
  const { fields: values } = await workOf(service, ada, board, 'Refaire la cuisine');
  assert.equal(values[0]?.value, 1250);
  assert.deepEqual(warnings, []);

  const old = Buffer.from(tables.french.replace('\ufeff', '').replaceAll('’', "'"), 'latin1');
  const refused = await importFile(service, ada, { ...sent, content: old });
  assert.deepEqual(
    [refused.state, refused.error],
    ['failed', 'Line 1: the text is not UTF-8; save the file as “CSV UTF-8”'],
  );
});

test('columns become what a request says, at once and in the background', async () => {
  const workspacePublicId = await makeWorkspace(ada);
  const content = 'Was,Grad\nPaint,3\nSand,4\n';
  const sent = {
    workspacePublicId,
    format: 'csv',
    content,
    name: 'Dock',
    mapping: '0:title,1:list',
  } as const;
  const { importPublicId } = await ada.call(api.imports.file, { body: sent });
  const atOnce = await ada.call(api.imports.get, { params: { importPublicId } });
  const later = await importFile(service, ada, sent);
  for (const { boardName, boardPublicId } of [atOnce, later]) {
    const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: boardPublicId ?? '' } });
    assert.deepEqual([boardName, lists.map(({ name }) => name)], ['Dock', ['3', '4']]);
  }
});

test('a mapping that does not fit is refused', async () => {
  const workspacePublicId = await makeWorkspace(ada);
  const body = { workspacePublicId, format: 'csv', content: 'title\nPaint' } as const;
  const { issues } = await ada.refused(400, api.imports.file, { body: { ...body, mapping: '4:due' } });
  assert.match(nth(issues, 0).message, /the table has no column 4/);
  await ada.refused(400, api.imports.file, { body: { ...body, mapping: '0:nonsense' } });
  const failed = await importFile(service, ada, { ...body, mapping: '4:due' });
  assert.equal(failed.state, 'failed');
  assert.match(failed.error ?? '', /the table has no column 4/);
});
