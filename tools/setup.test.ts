import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { version } from '../server/src/base/config/version.ts';

const root = join(import.meta.dirname, '..');

const lockfile = {
  '': { version: '0.1.0', optionalDependencies: { sharp: '0.35.0' } },
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/argon2-darwin': { version: '1.0.0', optional: true },
  'node_modules/sharp': { version: '0.35.0', optional: true },
  'node_modules/typescript': { version: '7.0.0', dev: true },
};
const production = { 'node_modules/fastify': { version: '5.0.0' } };
const developed = { ...production, 'node_modules/typescript': { version: '7.0.0', dev: true } };
const everything = { ...developed, 'node_modules/sharp': { version: '0.35.0', optional: true } };
const linters = { 'node_modules/biome': { version: '2.0.0', dev: true } };

interface Tree {
  /** Packages that npm has recorded as installed, in the root and in `tools/lint`. */
  installed?: Record<string, object>;
  linters?: Record<string, object>;
  withoutNode?: boolean;
  /** The paths where a browser is searched for, if the tree includes its package. */
  browsers?: string[];
}

/** The npm commands that the setup of a tree runs, as `folder: command`. */
function setUp(t: TestContext, purpose: string, tree: Tree): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-setup-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const list = (packages: object) => JSON.stringify({ packages });
  write('package-lock.json', list(lockfile));
  write('tools/lint/package-lock.json', list(linters));
  if (tree.installed) write('node_modules/.package-lock.json', list(tree.installed));
  if (tree.linters) write('tools/lint/node_modules/.package-lock.json', list(tree.linters));
  if (!tree.withoutNode) write('node_modules/node/bin/node', '');
  if (tree.browsers) {
    write('tools/browser/places.json', JSON.stringify(tree.browsers));
    write(
      'tools/browser/package-lock.json',
      list({ 'node_modules/chromium': { version: '1.0.0', dev: true } }),
    );
  }
  write('bin/npm', `#!/bin/sh\necho "$PWD: $*" >> ${join(folder, 'calls')}\n`);
  chmodSync(join(folder, 'bin/npm'), 0o755);
  for (const file of ['tools/setup.mjs', 'server/src/pages/sources.mjs'])
    cpSync(join(root, file), join(folder, file));
  execFileSync(process.execPath, [join(folder, 'tools/setup.mjs'), purpose], {
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` },
    stdio: 'pipe',
  });
  if (!existsSync(join(folder, 'calls'))) return [];
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  return calls.map((call) => call.replace(folder, '.').replace(/ --no-fund.*/, ''));
}

const cases: [string, string, Tree, string[]][] = [
  ['a fresh clone gets what the service needs before it starts', 'run', {}, ['.: ci --omit=dev']],
  ['a fresh clone gets everything before its tests', 'develop', {}, ['.: ci']],
  ['a production install starts without installing anything', 'run', { installed: production }, []],
  ['a production install gets the rest before its tests', 'develop', { installed: production }, ['.: ci']],
  ['what the service can do without its tests have', 'develop', { installed: developed }, ['.: ci']],
  ['what is all there is left alone', 'develop', { installed: everything }, []],
  [
    'a package of another version is replaced',
    'run',
    { installed: { 'node_modules/fastify': { version: '4.0.0' } } },
    ['.: ci --omit=dev'],
  ],
  [
    'an install without scripts, which has no Node 24, is done again',
    'run',
    { installed: production, withoutNode: true },
    ['.: ci --omit=dev'],
  ],
  [
    'linters are installed when they are needed, apart',
    'lint',
    { installed: everything },
    ['./tools/lint: install --no-save'],
  ],
  [
    'a browser is installed where the machine has none',
    'develop',
    { installed: everything, browsers: ['/nowhere/chromium'] },
    process.platform === 'linux' && process.arch === 'x64' ? ['./tools/browser: ci'] : [],
  ],
  ['the browser of the machine is enough', 'develop', { installed: everything, browsers: ['/'] }, []],
  [
    'what only runs the service needs no browser',
    'run',
    { installed: production, browsers: ['/nowhere/chromium'] },
    [],
  ],
  ['linters that are there are left alone', 'lint', { installed: everything, linters }, []],
];

for (const [name, purpose, tree, expected] of cases) {
  test(name, (t) => assert.deepEqual(setUp(t, purpose, tree), expected));
}

test('what the service and its pages need is installed at the same time', { timeout: 60_000 }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-setup-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const file of ['tools/setup.mjs', 'server/src/pages/sources.mjs'])
    cpSync(join(root, file), join(folder, file));
  for (const place of ['bin', 'contract', 'web', 'node_modules/node/bin'])
    mkdirSync(join(folder, place), { recursive: true });
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: lockfile }));
  writeFileSync(join(folder, 'web/vite.config.ts'), '');
  writeFileSync(join(folder, 'web/package-lock.json'), JSON.stringify({ packages: linters }));
  // Each waits for the other: one opens the pipe to read, the other to write.
  const [pipe, calls] = [join(folder, 'pipe'), join(folder, 'calls')];
  execFileSync('mkfifo', [pipe]);
  const meet = `case $PWD in */web) read -r line < ${pipe};; *) echo here > ${pipe};; esac`;
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n${meet}\necho "$1" >> ${calls}\n`, { mode: 0o755 });
  // Stands for the Node that builds the pages.
  writeFileSync(
    join(folder, 'node_modules/node/bin/node'),
    `#!/bin/sh\necho build >> ${calls}; mkdir ${folder}/web/dist\n`,
    {
      mode: 0o755,
    },
  );
  execFileSync(process.execPath, [join(folder, 'tools/setup.mjs'), 'run'], {
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` },
    stdio: 'pipe',
    timeout: 30_000,
  });
  assert.equal(readFileSync(calls, 'utf8'), 'ci\nci\nbuild\n');
});

test('missing pages that this user cannot write are reported in one line, before anything is built', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-setup-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const file of ['tools/setup.mjs', 'server/src/pages/sources.mjs'])
    cpSync(join(root, file), join(folder, file));
  for (const place of ['web', 'contract', 'node_modules/node/bin'])
    mkdirSync(join(folder, place), { recursive: true });
  for (const file of ['web/vite.config.ts', 'node_modules/node/bin/node'])
    writeFileSync(join(folder, file), '');
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'web'), 0o555);
  const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const told = spawnSync(process.execPath, [join(folder, 'tools/setup.mjs'), 'run'], {
    encoding: 'utf8',
    ...somebody,
  });
  assert.equal(told.status, 1);
  assert.match(told.stderr, /^The pages are not built, .* cannot write .*: run "npm run build" in .*\n$/);
});

test('the lockfile of the root has the binaries of every platform, so that `npm ci` takes it', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const listed = Object.keys(packages);
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !listed.some((path) => path.endsWith(`node_modules/${name}`)));
  assert.deepEqual(missing, []);
});

const launcher = join(root, 'cli/taskboard.mjs');
const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })`;

test('an older Node hands the command over to the one that the service brings', () => {
  const told = spawnSync(process.execPath, ['--import', older, launcher, 'nonsense'], { encoding: 'utf8' });
  assert.equal(told.status, 2);
  assert.match(told.stderr, /^unknown command: nonsense/);
});

test('the Node of the machine runs the commands, whichever it is and by either name', () => {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((place) => !place.includes('node_modules'))
    .join(delimiter);
  for (const file of ['main.ts', 'taskboard.mjs']) {
    const told = spawnSync('node', [join(root, 'cli', file), '--version'], {
      encoding: 'utf8',
      env: { ...process.env, PATH: path },
    });
    assert.deepEqual([told.status, told.stdout, told.stderr], [0, `${version}\n`, ''], file);
  }
});

test('without an install the command says in one line what to do', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-launcher-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'cli'));
  cpSync(launcher, join(folder, 'cli/taskboard.mjs'));
  const told = spawnSync(process.execPath, [join(folder, 'cli/taskboard.mjs'), 'serve'], {
    encoding: 'utf8',
  });
  assert.equal(told.status, 1);
  assert.equal(told.stderr, `Taskboard is not installed yet: run "npm ci --omit=dev" in ${folder}\n`);
});
