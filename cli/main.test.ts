import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { version } from '../server/src/base/config/version.ts';
import { runTaskboard } from '../server/src/testing/taskboard.ts';

const folder = mkdtempSync(join(tmpdir(), 'taskboard-main-'));
after(() => rmSync(folder, { recursive: true }));

const run = (args: string[]) => runTaskboard(args, { DATA_DIR: folder });

/** The commands that `--help` lists. */
async function commands(): Promise<string[]> {
  const { output } = await run(['--help']);
  return output.slice(1).map((line) => /^ {2}(\S+(?: \S+)*) {2,}\S/.exec(line)?.[1] ?? '');
}

test('--help lists every command, and each command explains itself', async () => {
  const listed = await commands();
  for (const name of [
    'serve',
    'migrate',
    'doctor',
    'backup',
    'restore',
    'user create',
    'user reset-password',
  ]) {
    assert.ok(listed.includes(name), name);
  }
  for (const name of listed) {
    const { status, output, errors } = await run([...name.split(' '), '--help']);
    assert.deepEqual([status, errors], [0, []], name);
    assert.match(output[0] ?? '', new RegExp(`^usage: taskboard ${name}`));
  }
});

test('an unknown command and a wrong use of one end with 2 and say so in the first line', async () => {
  for (const [args, line] of [
    [['sreve'], /^unknown command: sreve$/],
    [['user'], /^unknown command: user$/],
    [['user', 'remove'], /^unknown command: user$/],
    [['user', 'delete'], /^<email> is missing \(usage: taskboard user delete <email>/],
    [['demo', 'a', 'b'], /^unexpected argument b \(usage:/],
    [['--port'], /^unknown command: --port$/],
    [['serve', 'now'], /^unexpected argument now \(usage: taskboard serve \[--new-database\]\)$/],
    [['backup'], /^<folder> is missing \(usage: taskboard backup <folder>/],
    [['restore', 'a', 'b'], /^unexpected argument b \(usage:/],
    [['backup', 'a', '--with-files'], /^Unknown option '--with-files' \(usage:/],
    [['user', 'create', 'ada'], /^email must be an email address like ada@example\.com \(usage:/],
    [['user', 'create', 'ada@example.com', '--name'], /^Option '--name <value>' argument missing/],
  ] as const) {
    const { status, output, errors } = await run([...args]);
    assert.deepEqual([status, output], [2, []], args.join(' '));
    assert.match(errors[0] ?? '', line);
  }
});

test('--version says which one it is', async () => {
  const { status, output, errors } = await run(['--version']);
  assert.deepEqual([status, output, errors], [0, [version], []]);
});

test('none of that has made anything', () => {
  assert.deepEqual(readdirSync(folder), []);
});
