import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/* The table after ASVS 5.0 names every requirement of levels 1 and 2, and tests that exist. */

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

/** How many requirements of levels 1 and 2 each section has; in ASVS 5.0 those come first. */
const sections: Record<string, number> = Object.assign(
  {},
  { '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  { '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  { '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  { '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  { '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  { '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  { '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  { '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  { '9.1': 3, '9.2': 4 },
  { '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  { '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  { '12.1': 3, '12.2': 2, '12.3': 4 },
  { '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  { '14.1': 2, '14.2': 4, '14.3': 3 },
  { '15.1': 3, '15.2': 3, '15.3': 7 },
  { '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
);

const rows = [...document.matchAll(/^\| (\d[^|]*) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, numbers = '', asked = '', how = '', tests = '']) => ({
    numbers: numbers.split(', '),
    asked,
    how,
    tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  }),
);

test('every requirement has one row', () => {
  const all = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  const named = rows.flatMap(({ numbers }) => numbers).filter((number) => number !== '17.*');
  assert.deepEqual(named.toSorted(), all.toSorted());
});

test('every test that is named exists', () => {
  const named = new Set(rows.flatMap(({ tests }) => tests));
  assert.ok(named.size > 80);
  for (const path of named) {
    const isThere = [path, `server/src/${path}`].some((each) => existsSync(join(root, each)));
    assert.ok(path.endsWith('.test.ts') && isThere, path);
  }
});

test('what has no test does not apply, is not met, or is up to the operator', () => {
  for (const { numbers, how, tests } of rows) {
    if (tests.length === 0) assert.match(how, /^n\/a: |^\*\*(Not met|Operator)\*\*/, numbers.join());
  }
});
