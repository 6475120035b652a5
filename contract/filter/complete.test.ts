import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completionsAt } from './complete.ts';
import type { FilterField } from './fields.ts';

const names = {
  label: ['Bug', 'To do', 'bug fix'],
  member: ['Ada Lovelace', 'Bob'],
  list: ['Done'],
  board: [],
};

const field = (name: string, type: FilterField['type'], options: string[] = []): FilterField => ({
  publicId: name,
  name,
  type,
  options: options.map((each) => ({ publicId: each, name: each, colour: '' })),
});

const fields = [
  field('Stage', 'select', ['Draft', 'In print']),
  field('Story points', 'number'),
  field('Owner', 'person'),
  field('Due', 'date'),
];

/** The text with the first thing that is offered, or what is offered, at the mark `|`. */
function offered(marked: string): { names: string[]; first: string } {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { from, to, options } = completionsAt(text, caret, { namesOf: (of) => names[of], fields });
  return {
    names: options.map(({ name }) => name),
    first: text.slice(0, from) + (options[0]?.text ?? '') + text.slice(to),
  };
}

test('keys, names, words and orders are completed where they are written', () => {
  assert.deepEqual(offered('la|').names, ['label:', 'claimed:']);
  assert.equal(offered('due:today -la|').first, 'due:today -label:');
  assert.deepEqual(offered('label:bu|').names, ['Bug', 'bug fix']);
  assert.equal(offered('(label:to| x').first, '(label:"To do"  x');
  assert.equal(offered('label:Bug,"To d|').first, 'label:Bug,"To do" ');
  assert.deepEqual(offered('@|').names, ['me', 'Ada Lovelace', 'Bob']);
  assert.equal(offered('a @love|').first, 'a @"Ada Lovelace" ');
  assert.deepEqual(offered('is:o|').names, ['open', 'overdue', 'done', 'blocked', 'blocking']);
  assert.deepEqual(offered('due:to|').names, ['today', 'tomorrow']);
  assert.deepEqual(offered('sort:up|').names, ['updated']);
  assert.equal(offered('sort:due,-up|').first, 'sort:due,-updated ');
  assert.deepEqual(offered('"a b" x:|').names, []);
  assert.deepEqual(offered('"label:|').names, []);
  assert.equal(offered('|').names[0], '@me');
});

test('fields of the board are completed, and what they can be', () => {
  assert.deepEqual(offered('sta|').names, ['start:', 'Stage:']);
  assert.equal(offered('stor|').first, '"Story points":');
  assert.equal(offered('is:open "Story p|').first, 'is:open "Story points":');
  assert.deepEqual(offered('due|').names, ['due:', 'Due:']);
  assert.equal(offered('"du|').first, '"Due":');
  assert.equal(offered('Stage:pri|').first, 'Stage:"In print" ');
  assert.deepEqual(offered('stage:|').names, ['Draft', 'In print', 'none', 'any']);
  assert.deepEqual(offered('"Story points":|').names, ['none', 'any']);
  assert.deepEqual(offered('Owner:|').names, ['Ada Lovelace', 'Bob', 'me', 'none', 'any']);
  assert.equal(offered('"Due":to|').first, '"Due":today ');
  assert.deepEqual(offered('has:sto|').names, ['Story points']);
  assert.equal(offered('sort:stor|').first, 'sort:"Story points" ');
});
