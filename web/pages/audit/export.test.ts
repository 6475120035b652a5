import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf, jsonLinesOf } from './export.ts';

const entry = (name: string) => ({
  publicId: 'mi8f3k2a7q0x4v9z',
  type: 'role.created' as const,
  createdAt: '2031-11-26T12:00:00.000Z',
  user: { id: 'ada', name: 'Ada "A" Lovelace', email: null },
  subject: { type: 'role' as const, publicId: 'mi8f3k2a7q0x4v9y', name, email: null },
  detail: [{ field: 'name', from: null, to: name }],
});

test('no name in the file is taken for a formula', () => {
  for (const name of ['=1+1', "'=1", '+1', '-1', '@a', 'a;=1', '\t=1']) {
    const [, row = ''] = csvOf([entry(name)]).split('\r\n');
    assert.match(row, /,"?'|;'=/, name);
  }
});

test('names with quotes and line breaks stay one field', () => {
  const csv = csvOf([entry('a\nb')]);
  assert.ok(csv.includes('"Ada ""A"" Lovelace"'));
  assert.ok(csv.includes('"a\nb"'));
});

test('each entry is a line of JSON', () => {
  const lines = jsonLinesOf([entry('a\nb'), entry('c')])
    .trimEnd()
    .split('\n');
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { subject: { name: string } }).subject.name),
    ['a\nb', 'c'],
  );
});
