import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ranksFrom } from './ranks.ts';

const roles = [
  { name: 'Admin', hierarchyLevel: 0 },
  { name: 'Lead', hierarchyLevel: 99 },
  { name: 'Member', hierarchyLevel: 100 },
  { name: 'Guest', hierarchyLevel: 200 },
];

test('an admin gives any rank below their own: like a role, between two, or below the last', () => {
  assert.deepEqual(ranksFrom(roles, 0), [
    { level: 49, text: 'Between Admin and Lead' },
    { level: 99, text: 'Like Lead' },
    { level: 100, text: 'Like Member' },
    { level: 150, text: 'Between Member and Guest' },
    { level: 200, text: 'Like Guest' },
    { level: 600, text: 'Below Guest' },
  ]);
});

test('others give no rank above their own, and roles of one rank are one choice', () => {
  const more = [...roles, { name: 'Visitor', hierarchyLevel: 200 }];
  assert.deepEqual(
    ranksFrom(more, 100).map(({ text }) => text),
    ['Like Member', 'Between Member and Guest', 'Like Guest', 'Below Guest'],
  );
});
