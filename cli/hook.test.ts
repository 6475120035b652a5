import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runTaskboard } from '../server/src/testing/taskboard.ts';

/* `taskboard hook`: a hook of Git that begins messages with the card that a branch is for. */

const folder = mkdtempSync(join(tmpdir(), 'taskboard-hook-'));
after(() => rmSync(folder, { recursive: true }));

// Settings of Git of whoever runs the tests have no say.
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Ada'],
      [`GIT_${who}_EMAIL`, 'ada@example.com'],
    ]),
  ),
};

let repositories = 0;

async function repository(prefix = 'WEB') {
  const cwd = join(folder, String(++repositories));
  mkdirSync(cwd);
  const git = (...args: string[]) => execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  const file = join(cwd, '.git/hooks/prepare-commit-msg');
  const { output } = await runTaskboard(['hook', prefix]);
  mkdirSync(join(cwd, '.git/hooks'), { recursive: true });
  writeFileSync(file, `${output.join('\n')}\n`, { mode: 0o755 });
  const commit = (...args: string[]) => {
    git('commit', '--quiet', '--allow-empty', ...args);
    return git('log', '-1', '--format=%B').trim();
  };
  return { cwd, git, commit, file };
}

test('the card of the branch begins the message, however the branch writes it', async () => {
  const { git, commit } = await repository();
  for (const [branch, expected] of [
    ['WEB-12', 'WEB-12 Paint'],
    ['feature/web-7-paint-the-harbour', 'WEB-7 Paint'],
    ['ada/fix_WEB-3_and_WEB-4', 'WEB-3 Paint'],
    ['main2', 'Paint'],
    ['cobweb-5', 'Paint'],
    ['web-5th', 'Paint'],
  ] as const) {
    git('checkout', '--quiet', '-B', branch);
    assert.equal(commit('-m', 'Paint'), expected, branch);
  }
});

test('a message is kept whole, also one from an editor', async () => {
  const { git, commit } = await repository();
  git('checkout', '--quiet', '-b', 'WEB-12');
  assert.equal(
    commit('-m', 'Paint', '-m', 'Because of *rust*; 100 % "sure"'),
    'WEB-12 Paint\n\nBecause of *rust*; 100 % "sure"',
  );
  // It writes after what is there, as somebody types.
  git('config', 'core.editor', `sh -c 'first=$(head -n 1 "$1"); printf "%sRig" "$first" >"$1"' -`);
  assert.equal(commit(), 'WEB-12 Rig');
});

test('what names the card, is to be squashed, amended or merged stays as it is', async () => {
  const { git, commit } = await repository();
  git('checkout', '--quiet', '-b', 'WEB-12');
  assert.equal(commit('-m', 'Paint, as web-12 says'), 'Paint, as web-12 says');
  assert.equal(commit('-m', 'Paint WEB-123'), 'WEB-12 Paint WEB-123');
  assert.equal(commit('--fixup=HEAD'), 'fixup! WEB-12 Paint WEB-123');
  assert.equal(commit('--amend', '--no-edit'), 'fixup! WEB-12 Paint WEB-123');
  git('checkout', '--quiet', '-b', 'WEB-13', 'HEAD~1');
  commit('-m', 'Other');
  git('merge', '--quiet', '--no-ff', '--no-edit', 'WEB-12');
  assert.match(git('log', '-1', '--format=%s'), /^Merge branch 'WEB-12'/);
  git('checkout', '--quiet', '--detach');
  assert.equal(commit('-m', 'Loose'), 'Loose');
});

test('it is installed where Git looks for hooks, again, and never over a hook of somebody else', async () => {
  const { cwd, git, file, commit } = await repository();
  const install = (...args: string[]) =>
    runTaskboard(['hook', ...args, '--install'], { GIT_DIR: join(cwd, '.git') });
  writeFileSync(file, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const refused = await install('WEB');
  assert.equal(refused.status, 1);
  assert.match(refused.errors[0] ?? '', /is there already: add to it what "taskboard hook WEB" prints/);
  rmSync(file);
  for (const prefix of ['WEB', 'OPS']) assert.equal((await install(prefix)).status, 0);
  assert.ok((statSync(file).mode & 0o111) > 0);
  git('checkout', '--quiet', '-b', 'ops-9');
  assert.equal(commit('-m', 'Tidy'), 'OPS-9 Tidy');
});

test('2: no prefix, or one that is none', async () => {
  for (const args of [[], ['a b'], ["x';rm"], ['ABCDEFGHIJK'], ['WEB', 'OPS']]) {
    assert.equal((await runTaskboard(['hook', ...args])).status, 2, args.join(' '));
  }
});
