import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedWith } from './shared.ts';

const shared = (fields: Record<string, string>) => {
  const { title, description } = sharedWith(new URLSearchParams(fields));
  return [title, description];
};

test('what is shared has a title and, if there is more, a description', () => {
  const url = 'https://example.com/a';
  assert.deepEqual(shared({ title: 'A page', url }), ['A page', url]);
  assert.deepEqual(shared({ title: 'A page', text: url }), ['A page', url]);
  assert.deepEqual(shared({ title: 'A page', text: 'A page', url }), ['A page', url]);
  assert.deepEqual(shared({ title: 'A page', text: `Read ${url}`, url }), ['A page', `Read ${url}`]);
  assert.deepEqual(shared({ text: 'Buy milk' }), ['Buy milk', '']);
  assert.deepEqual(shared({ text: 'Buy milk\n\nand bread\nand salt' }), ['Buy milk', 'and bread\nand salt']);
  assert.deepEqual(shared({ text: 'Buy milk', url }), ['Buy milk', url]);
  assert.deepEqual(shared({ url }), [url, '']);
  assert.deepEqual(shared({ text: url }), [url, '']);
  assert.deepEqual(shared({}), ['', '']);
});

test('a title is one line, and no longer than a title may be', () => {
  assert.deepEqual(shared({ title: ' A\r\n title ' }), ['A title', '']);
  assert.equal(shared({ title: 'a'.repeat(3000) })[0]?.length, 2000);
});
