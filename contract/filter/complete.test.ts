import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completionsAt } from './complete.ts';

const names = {
  label: ['Bug', 'To do', 'bug fix'],
  member: ['Ada Lovelace', 'Bob'],
  list: ['Done'],
  board: [],
};

/** The text with the first thing that is offered, or what is offered, at the mark `|`. */
function offered(marked: string): { names: string[]; first: string } {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { from, to, options } = completionsAt(text, caret, (of) => names[of]);
  return {
    names: options.map(({ name }) => name),
    first: text.slice(0, from) + (options[0]?.text ?? '') + text.slice(to),
  };
}

test('keys, names, words and orders are completed where they are written', () => {
  assert.deepEqual(offered('la|').names, ['label:']);
  assert.equal(offered('due:today -la|').first, 'due:today -label:');
  assert.deepEqual(offered('label:bu|').names, ['Bug', 'bug fix']);
  assert.equal(offered('(label:to| x').first, '(label:"To do"  x');
  assert.equal(offered('label:Bug,"To d|').first, 'label:Bug,"To do" ');
  assert.deepEqual(offered('@|').names, ['me', 'Ada Lovelace', 'Bob']);
  assert.equal(offered('a @love|').first, 'a @"Ada Lovelace" ');
  assert.deepEqual(offered('is:o|').names, ['open', 'overdue', 'done']);
  assert.deepEqual(offered('due:to|').names, ['today', 'tomorrow']);
  assert.deepEqual(offered('sort:up|').names, ['updated']);
  assert.deepEqual(offered('"a b" x:|').names, []);
  assert.deepEqual(offered('"label:|').names, []);
  assert.equal(offered('|').names[0], '@me');
});
