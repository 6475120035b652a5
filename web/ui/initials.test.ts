import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uniqueInitials } from './initials.ts';

const initials = (...names: string[]) => [
  ...uniqueInitials(names.map((name, index) => ({ id: String(index), name }))).values(),
];

test('initials are those of the first and the last word', () => {
  assert.deepEqual(initials('Ada Lovelace', 'Charles', 'Grace Brewster Hopper'), ['AL', 'C', 'GH']);
});

test('people with the same initials get another letter or their number', () => {
  assert.deepEqual(initials('Mark', 'Mia'), ['MA', 'MI']);
  assert.deepEqual(initials('Member 1', 'Member 10', 'Member 11'), ['M1', '10', '11']);
  assert.deepEqual(new Set(initials('Ada Moreau', 'Anna Miller', 'Adam Marsh')).size, 3);
});

test('a name without letters, and names that are equal, still have something to show', () => {
  assert.deepEqual(initials(''), ['?']);
  assert.equal(initials('Ada', 'Ada', 'Ada').filter(Boolean).length, 3);
});
