import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { breaches, type Source } from './architecture.ts';

const root = join(import.meta.dirname, '..');

const sources: Source[] = ['contract', 'server', 'cli', 'web', 'tools', 'bench'].flatMap((area) => {
  try {
    return readdirSync(join(root, area), { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));
  } catch {
    return [];
  }
});

const standing = breaches(sources);

test('the code keeps the rules', () => {
  assert.ok(sources.length > 80, 'the files were found');
  assert.deepEqual(standing, []);
});

const planted: [string, Source, RegExp][] = [
  [
    'a contract that imports the server',
    { path: 'contract/x.ts', text: "import { a } from '../server/src/clock.ts';" },
    /contract imports nothing/,
  ],
  [
    'a foundation that knows a domain',
    { path: 'server/src/access/x.ts', text: "import { a } from '../cards/actions/create.ts';" },
    /foundation knows no domain/,
  ],
  [
    'a domain that imports a later one',
    { path: 'server/src/boards/x.ts', text: "import {\n  a,\n} from '../cards/actions/create.ts';" },
    /cards does not come before boards/,
  ],
  [
    'a domain that imports the queries of another',
    { path: 'server/src/cards/x.ts', text: "import type { A } from '../boards/queries.ts';" },
    /only actions and shapes/,
  ],
  [
    'a folder that is nothing known',
    { path: 'server/src/helpers/x.ts', text: "import { a } from '../cards/actions/create.ts';" },
    /neither a domain/,
  ],
  [
    'a dynamic import of a driver',
    { path: 'server/src/cards/x.ts', text: "const pg = await import('pg');" },
    /only db\/ knows the engines/,
  ],
  ['a file that is too long', { path: 'server/src/cards/x.ts', text: '\n'.repeat(301) }, /301 lines/],
  ['a clock that no test can set', { path: 'server/src/cards/x.ts', text: 'const t = Date.now();' }, /clock/],
  [
    'code that imports a test',
    { path: 'server/src/cards/x.ts', text: "import { a } from '../testing/service.ts';" },
    /only tests import tests/,
  ],
];

for (const [name, source, expected] of planted) {
  test(`${name} is found`, () => {
    const found = breaches([...sources, source]).filter((breach) => !standing.includes(breach));
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', expected);
  });
}

test('a cycle is found', () => {
  const found = breaches([
    { path: 'server/src/a.ts', text: "import { b } from './b.ts';" },
    { path: 'server/src/b.ts', text: "import { type T, a } from './a.ts';" },
  ]);
  assert.deepEqual(found, ['a cycle: server/src/a.ts -> server/src/b.ts -> server/src/a.ts']);
});
