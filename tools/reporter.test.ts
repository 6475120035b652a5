import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** The output of `npm test` for a file with these tests. */
function reportOf(t: TestContext, body: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-reporter-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.test.mjs'), `import { test } from 'node:test';\n${body}`);
  const { NODE_TEST_CONTEXT: _inner, ...env } = process.env;
  writeFileSync(
    join(folder, 'run.mjs'),
    `import { run } from 'node:test';
    import { report } from '${pathToFileURL(join(import.meta.dirname, 'reporter.ts')).href}';
    for await (const text of report(run({ files: ['a.test.mjs'] }))) process.stdout.write(text);`,
  );
  return spawnSync(process.execPath, ['run.mjs'], { encoding: 'utf8', cwd: folder, env }).stdout;
}

test('a green run is a dot for each file, why tests were skipped, and the closing counts', (t) => {
  const report = reportOf(
    t,
    `test('a', () => console.log('chatter'));
     test('b', { skip: 'no such engine' }, () => {});`,
  );
  assert.match(
    report,
    /^\.\n\n# not tested 1 ×: no such engine\n# tests 2\n# suites 0\n# pass 1\n# fail 0\n/,
  );
  assert.doesNotMatch(report, /chatter/);
});

test('a failure is reported in full: place, error with its cause, output of the file', (t) => {
  const report = reportOf(
    t,
    `test('outer', async (t) => {
       await t.test('inner', () => {
         console.log('chatter');
         throw new Error('broken', { cause: new Error('reason') });
       });
     });`,
  );
  assert.match(report, /✖ inner \(a\.test\.mjs:3\)\n {4}Error: broken\n[^]*Error: reason/);
  assert.match(report, /a\.test\.mjs printed:\n {4}chatter/);
  assert.match(report, /\n# fail 2\n/);
  assert.equal(report.match(/✖/g)?.length, 1, 'the outer test only repeats it');
});

test('a file that does not even start is a failure with what it printed', (t) => {
  const report = reportOf(t, `throw new Error('top');`);
  assert.match(report, /Error: top[^]*✖ .*a\.test\.mjs[^]*# fail 1\n/);
});
