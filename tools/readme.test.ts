import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { caps } from '../contract/caps.ts';
import { runTaskboard, serveTaskboard } from '../server/src/testing/taskboard.ts';

/* The examples in the README work as printed. */

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'taskboard-readme-'));
const service = await serveTaskboard({ DATA_DIR: folder });
after(() => {
  service.process.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

for (const time of ['once', 'twice']) {
  test(`the script for a first board runs ${time}`, () => {
    const script = /```sh\n(api=[^]*?)```/.exec(readme)?.[1] ?? '';
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-eu', '-c', script.replaceAll('http://127.0.0.1:3000', service.address)],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0, stderr);
    assert.match(stdout, /title: 'Write the release notes'/);
  });
}

test('the documents have every command of `taskboard --help`, and no other', async () => {
  const { output } = await runTaskboard(['--help']);
  const commands = output.slice(1).map((line) => /^ {2}(\S+(?: \S+)*) {2,}\S/.exec(line)?.[1] ?? line);
  const table = /## Commands[^]*?\n\n(\|[^]*?)\n\n/.exec(readme)?.[1] ?? '';
  const listed = [...table.matchAll(/^\| `((?:user |workspace )?[a-z-]+)/gm)].map(([, name]) => name);
  assert.deepEqual(new Set(listed), new Set(commands));
  const guide = readFileSync(join(root, 'docs/self-hosting.md'), 'utf8');
  for (const name of commands) assert.match(guide, new RegExp(`\\btaskboard ${name}\\b`), name);
});

test('the page of limits has every cap as it is', () => {
  const limits = readFileSync(join(root, 'docs/limits.md'), 'utf8');
  const [table = ''] = /\| of \|[^]*?\n\n/.exec(limits) ?? [];
  const numbers = [...table.replace(/\| a file .*/, '').matchAll(/\d+/g)].map(([number]) => Number(number));
  const count = (all: number[]) => Object.groupBy(all, (each) => each);
  assert.deepEqual(count(numbers), count(Object.values(caps)));
});

test('the changelog has each version once, the newest first, and each of its groups once', () => {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
  const versions = sections
    .map((text) => text.split(/[ \n]/)[0] ?? '')
    .filter((title) => title !== 'Unreleased');
  assert.deepEqual(
    versions,
    [...new Set(versions)].sort((a, b) => b.localeCompare(a, 'en', { numeric: true })),
  );
  for (const text of sections) {
    const groups = [...text.matchAll(/^### (.+)$/gm)].map(([, group]) => group);
    assert.deepEqual(groups, [...new Set(groups)], text.split('\n')[0]);
    const order = ['Upgrading', 'Added', 'Changed', 'Fixed', 'Security'];
    assert.deepEqual(
      groups,
      order.filter((group) => groups.includes(group)),
      text.split('\n')[0],
    );
  }
});

test('it needs no program but curl and Node', () => {
  assert.doesNotMatch(readme, /\bjq\b/);
});

test('no document has npx fetch a package of our name, which anyone may take', () => {
  for (const file of [
    'README.md',
    'CONTRIBUTING.md',
    'docs/self-hosting.md',
    'docs/agents.md',
    'SECURITY.md',
  ]) {
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /npx taskboard/, file);
  }
});

test('every file that the documents link to is there', () => {
  for (const file of [
    'README.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'SECURITY.md',
    'docs/self-hosting.md',
    'docs/agents.md',
    'docs/limits.md',
  ]) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)) {
      assert.ok(existsSync(join(root, file, '..', target)), `${file} links to ${target}`);
    }
  }
});
