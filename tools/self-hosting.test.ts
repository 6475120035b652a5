import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from '../server/src/base/config/config.ts';
import { freePort } from './postgres.ts';

/*
 * Follows docs/self-hosting.md: runs each of its shell blocks in order, on a clone of this repository. /etc, /opt, /usr/local
 * and /var are mapped to folders of the test. If root runs the tests, the user `taskboard` is a different user, so reading
 * files that it has no access to fails. `programs` contains the replacements for system programs.
 */

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/self-hosting.md'), 'utf8');
const prefix = mkdtempSync(join(tmpdir(), 'taskboard-self-hosting-'));
const port = await freePort();
const isRoot = process.getuid?.() === 0;
const uid = 65_534;

interface Block {
  language: string;
  text: string;
  /** Why the block is not run here. */
  notRun: string | undefined;
}

const blocks: Block[] = [
  ...document.matchAll(/(?:<!-- not run: (.+?) -->\n)?^ *```(\w*)\n([^]*?)^ *```$/gm),
].map(([, notRun, language = '', text = '']) => ({ language, text, notRun }));

const script = (body: string): string => `#!/bin/sh\n${body}\n`;
const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
const become = isRoot ? `exec setpriv --reuid=${uid} --regid=${uid} --clear-groups -- "$@"` : 'exec "$@"';
const owner = isRoot ? String(uid) : '';

const programs: Record<string, string> = {
  // The Dockerfile test covers the installation; here the packages of this clone are used. Scripts run unchanged.
  npm: script(`case "$*" in
  'ci --omit=dev') from=${root};;
  'ci '*) from=${root}/web;;
  *) exec ${npm} "$@";; esac
rm -rf node_modules; cp -Rl $from/node_modules node_modules 2>/dev/null || cp -R $from/node_modules node_modules`),
  useradd: script(':'),
  // Removes the options of the real program, `-u taskboard --`.
  runuser: script(`[ "$1 $2 $3" = '-u taskboard --' ] || exit 1; shift 3\n${become}`),
  // Replaces the user by its numeric id; without root, the current user owns everything anyway.
  install: script(`for argument do shift; case $argument in
  -o|-g) ${isRoot ? 'set -- "$@" "$argument"' : ':'};;
  taskboard) set -- "$@" ${owner};;
  *) set -- "$@" "$argument";; esac; done
exec /usr/bin/install "$@"`),
  // What the document asks of systemd: starts and stops the unit with its settings and folders, as its user if root runs this.
  systemctl: script(`case "$*" in *taskboard*);; *) exit 0;; esac
pid=${prefix}/service.pid log=${prefix}/service.log tries=0
of() { sed -n "s/^$1=//p" ${prefix}/etc/systemd/system/taskboard.service; }
until_it() { until "$@"; do tries=$((tries + 1)); [ $tries -lt 600 ] || { cat $log >&2; exit 1; }; sleep 0.1; done; }
has_ended() { ! grep -qs '^State:[[:space:]]*[^Z[:space:]]' /proc/$(cat $pid)/status; }
answers() { ${process.execPath} -e 'fetch("http://127.0.0.1:${port}/readyz").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'; }
case $1 in
stop) if [ -f $pid ]; then kill $(cat $pid); until_it has_ended; rm $pid; fi;;
start|enable)
  /usr/bin/install -d -m 700 ${isRoot ? `-o ${uid} -g ${uid}` : ''} ${prefix}/var/lib/$(of StateDirectory) ${prefix}/var/cache/$(of CacheDirectory)
  cd $(of WorkingDirectory); set -- $(of ExecStart); node=$1; shift
  setsid env -i PATH=/usr/bin:/bin $(of Environment) ${isRoot ? `setpriv --reuid=${uid} --regid=${uid} --clear-groups --` : ''} \\
    $node --env-file=$(of EnvironmentFile) "$@" </dev/null >>$log 2>&1 &
  echo $! >$pid; until_it answers;;
esac`),
};

/** The text with the paths of this test: all system paths get the prefix. */
const placed = (text: string): string =>
  text
    .replace(/(?<![\w.])\/(etc|opt|var|usr\/local)\//g, `${prefix}/$1/`)
    .replaceAll(/\d{4}-\d\d-\d\d/g, '$(date +%F)');

const environment = {
  HOME: prefix,
  PATH: `${prefix}/bin:${prefix}/usr/local/bin:${process.env.PATH}`,
  TZ: 'UTC',
  // Each installation clones from a different address, so Git replaces the example's.
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: `url.${root}.insteadOf`,
  GIT_CONFIG_VALUE_0: 'https://git.example.com/taskboard.git',
  GIT_CONFIG_KEY_1: 'safe.directory',
  GIT_CONFIG_VALUE_1: '*',
};

const shell = (text: string) =>
  spawnSync('sh', ['-eu', '-c', placed(text)], { cwd: prefix, encoding: 'utf8', env: environment });

function prepare(): void {
  chmodSync(prefix, 0o755);
  for (const folder of [
    'bin',
    'opt',
    'usr/local/bin',
    'etc/systemd/system',
    'etc/caddy',
    'etc/nginx/conf.d',
    'var/lib',
    'var/backups',
    'var/cache',
  ]) {
    mkdirSync(join(prefix, folder), { recursive: true });
  }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(prefix, 'bin', name), text, { mode: 0o755 });
  }
}

/** Replaces the system paths in the files that were just cloned. */
function place(): void {
  for (const file of ['deploy/taskboard', 'deploy/taskboard.service']) {
    const path = join(prefix, 'opt/taskboard', file);
    writeFileSync(path, placed(readFileSync(path, 'utf8')));
  }
}

prepare();
after(() => {
  shell('systemctl stop taskboard');
  rmSync(prefix, { recursive: true });
});

const runnable = blocks.filter(({ language, notRun }) => language === 'sh' && notRun === undefined);
const titleOf = ({ text }: Block): string => text.trim().split('\n')[0] ?? '';

test('the document has blocks to run', () => assert.ok(runnable.length >= 6, `${runnable.length}`));

for (const block of runnable) {
  test(`the block "${titleOf(block)}" runs`, { timeout: 120_000 }, () => {
    const [clone, ...rest] = block.text.split(/(?<=\/opt\/taskboard)\n/);
    if (block.text.startsWith('git clone')) {
      assert.equal(shell(clone ?? '').status, 0);
      place();
    }
    const { status, stdout, stderr } = shell(
      block.text.startsWith('git clone') ? rest.join('\n') : block.text,
    );
    assert.equal(status, 0, `${stdout}${stderr}`);
    if (block.text.startsWith('git clone')) configure();
  });
}

/** Writes the settings that the document proposes, with a free port. */
function configure(): void {
  const example = blocks.find(({ language, text }) => language === 'ini' && text.startsWith('PUBLIC_URL='));
  assert.ok(example);
  const text = example.text.replace(/^SMTP_URL=.*\n/m, '');
  appendFileSync(join(prefix, 'etc/taskboard.env'), `${text}PORT=${port}\nLOG_LEVEL=error\n`);
}

test('after all of it the service answers, and the backups are whole', async () => {
  assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
  for (const name of [new Date().toISOString().slice(0, 10), 'before-upgrade']) {
    assert.ok(existsSync(join(prefix, 'var/backups/taskboard', name, 'backup.json')), name);
  }
  assert.ok(existsSync(join(prefix, 'var/lib/taskboard.broken')), 'the restore began with an empty folder');
});

test('who opens the address to sign up at is sent a page', async () => {
  const reply = await fetch(`http://127.0.0.1:${port}/sign-up`, { headers: { accept: 'text/html' } });
  assert.equal(reply.status, 200);
  assert.match(await reply.text(), /^<!doctype html>[^]*src="\/assets\//);
});

test('an upgrade without a build is noticed', () => {
  const page = join(prefix, 'opt/taskboard/web/main.tsx');
  const before = readFileSync(page);
  appendFileSync(page, '// Of the next version.\n');
  const { status, stdout } = shell('taskboard doctor');
  assert.equal(status, 1);
  assert.match(stdout, /^wrong +pages +the pages were built from other sources .*: run "npm run build" in /m);
  writeFileSync(page, before);
  assert.equal(shell('taskboard doctor').status, 0);
});

test('nobody else can read the settings', { skip: !isRoot && 'only root can become somebody else' }, () => {
  const file = join(prefix, 'etc/taskboard.env');
  assert.equal(execFileSync('stat', ['-c', '%a %g', file], { encoding: 'utf8' }).trim(), `640 ${uid}`);
});

for (const block of blocks.filter(({ notRun }) => notRun !== undefined)) {
  test(`the block "${titleOf(block)}" is shell at least (not run: ${block.notRun})`, () => {
    execFileSync('sh', ['-n', '-c', block.text]);
  });
}

for (const { text } of blocks.filter(({ language }) => language === 'ini')) {
  const settings = parseEnv(text);
  if (!Object.keys(settings).some((name) => /^[A-Z_]+$/.test(name))) continue;
  test(`the settings ${Object.keys(settings).join(', ')} are ones that the service takes`, () => {
    const asked = new Set<PropertyKey>();
    readConfig(new Proxy(settings, { get: (target, name) => (asked.add(name), Reflect.get(target, name)) }));
    assert.deepEqual(
      Object.keys(settings).filter((name) => !asked.has(name)),
      [],
    );
  });
}

test('every shell block is run, or says why not', () => {
  const known = ['sh', 'ini', 'sql', 'nginx'];
  assert.deepEqual(blocks.filter(({ language }) => !known.includes(language)).map(titleOf), []);
});
