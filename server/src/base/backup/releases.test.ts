import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { releases as fixtures } from '../../testing/release.ts';
import { releases } from './releases.ts';

/* The list of releases agrees with the data that is kept of them, and with the commits that it names. */

const root = join(import.meta.dirname, '../../../..');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const isHere = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0;

test('every release has left data behind for the tests of updates', () => {
  assert.deepEqual(
    releases.map(({ version }) => `v${version}`),
    fixtures,
  );
});

for (const { version, commit, lastMigration } of releases) {
  const skip = !isHere(commit) && 'this clone lacks the commit';
  test(`${version} was the version, and ${lastMigration} the last migration, of its commit`, { skip }, () => {
    const manifest = JSON.parse(git('show', `${commit}:package.json`)) as { version: string };
    assert.equal(manifest.version, version);
    const files = git('ls-tree', '-r', '--name-only', commit, 'server/src');
    const numbered = [...files.matchAll(/\/migrations\/(\d{4}-\S+)\.ts$/gm)].map(([, name = '']) => name);
    assert.equal(numbered.sort().at(-1), lastMigration);
  });
}
