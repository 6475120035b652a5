import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { test } from 'node:test';
import { allTests, dependsOnEngine, onOneEngine } from './engines.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** What a file of `server` says that depends on the engine: its name, its plans, its statements, its transactions. */
const tellTales = [
  /\bengine\b[^-]*===/,
  /\bexplain\b/i,
  /deadlock/i,
  /from '.*\/testing\/(intents|killable-nodes|nodes|plans|reads|rows|statements)\b/,
  /from '.*\/(base\/)?db\//,
  /\bdb\.statements\b/,
];

const despite = [
  // Starts the service as a process because its memory is measured; what is read from a file does not depend on the engine.
  'server/src/imports/hostile-files.test.ts',
  // Reads all rows to see what was set; what is taken from a body is decided before any statement.
  'server/src/base/access/mass-assignment.test.ts',
];

test('no test that names an engine, a plan, a statement or a lock runs on one engine only', () => {
  const found = allTests()
    .filter((file) => file.startsWith('server/') && !dependsOnEngine(file) && !despite.includes(file))
    .flatMap((file) => tellTales.filter((sign) => sign.test(read(file))).map((sign) => `${file}: ${sign}`));
  assert.deepEqual(found, []);
});

test('a new test of the service or of a command runs on both engines', () => {
  const files = ['server/src/cards/new.test.ts', 'server/src/new/new.test.ts', 'cli/new.test.ts'];
  for (const file of [...files, 'web/tests/agreement.test.ts']) assert.ok(dependsOnEngine(file), file);
});

test('every pattern of the list matches a test', () => {
  const files = allTests();
  const idle = onOneEngine
    .flatMap((pattern) => expanded(pattern))
    .filter((pattern) => !files.some((file) => matchesGlob(file, pattern)));
  assert.deepEqual(idle, []);
});

/** The patterns that one with braces stands for. */
function expanded(pattern: string): string[] {
  const [, before = '', inside = '', behind = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return inside === '' ? [pattern] : inside.split(',').map((part) => before + part + behind);
}

test('`.ci/run` sends more requests and kills the service more often than `npm test`', () => {
  assert.ok(read('.ci/run').includes('npm test -- --long'));
  for (const file of ['crash', 'crash-webhooks', 'crash-exports', 'crash-imports', 'crash-upgrade'])
    assert.ok(read(`cli/${file}.test.ts`).includes('process.env.CRASHES'), file);
  assert.ok(read('server/src/testing/fuzz/fuzz.test.ts').includes('FUZZ_REQUESTS'));
});
