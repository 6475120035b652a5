import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileAddress, noFilter, queryOf } from './rules.ts';

test('both days of a filter are whole days where the user is', () => {
  assert.deepEqual(queryOf({ ...noFilter, from: '2031-11-26', to: '2031-11-30' }), {
    from: new Date(2031, 10, 26).toISOString(),
    until: new Date(2031, 11, 1).toISOString(),
  });
});

test('a file has what is shown', () => {
  assert.equal(fileAddress('w', 'csv', noFilter), '/api/v1/workspaces/w/audit/export?format=csv');
  assert.equal(
    fileAddress('w', 'jsonl', { ...noFilter, who: 'service', kind: 'role' }),
    '/api/v1/workspaces/w/audit/export?format=jsonl&user=service&kind=role',
  );
});
