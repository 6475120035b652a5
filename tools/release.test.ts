import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { releases } from '../server/src/base/backup/releases.ts';
import { pagesState } from '../server/src/pages/sources.mjs';
import { freePort } from './postgres.ts';

/* Builds a release from a clone of this repository, installs its tarball and uses it. */

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'taskboard-release-'));
const clone = join(folder, 'clone');
after(() => rmSync(folder, { recursive: true }));

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
    cwd: clone,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

/** Runs the release script; returns its status and output. */
function release(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/release.ts', ...args], {
    cwd: clone,
    encoding: 'utf8',
    env: {
      ...process.env,
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
    },
  });
  return { status, said: stdout + stderr };
}

const changelog = join(clone, 'CHANGELOG.md');

/** Adds a newest section to the changelog and commits it. */
function titled(title: string): void {
  const rest = git('show', 'origin/HEAD:CHANGELOG.md').replace(/^## Unreleased$/m, '## 9.8.0 – 2026-01-01');
  writeFileSync(changelog, rest.replace(/^## /m, `## ${title}\n\n### Added\n\n- Something new.\n\n## `));
  git('commit', '--all', '--quiet', '--message', 'changelog');
}

test('prepare a clone', { timeout: 60_000 }, () => {
  spawnSync('git', ['clone', '--quiet', '--shared', '--no-tags', root, clone]);
  for (const packages of ['node_modules', 'web/node_modules']) {
    const [from, to] = [join(root, packages), join(clone, packages)];
    if (spawnSync('cp', ['-Rl', from, to]).status !== 0) cpSync(from, to, { recursive: true });
  }
  // They are built again if they are of other sources; `dockerfile.test.ts` builds them, too.
  if (pagesState(root) === 'current')
    cpSync(join(root, 'web/dist'), join(clone, 'web/dist'), { recursive: true });
  const manifest = join(clone, 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": ".*"/, '"version": "9.9.9"'));
  const built = spawnSync(process.execPath, ['tools/setup.mjs', 'run'], { cwd: clone, encoding: 'utf8' });
  assert.equal(built.status, 0, built.stderr);
});

test('what is not committed, dated or new is no release', () => {
  assert.deepEqual(release(), { status: 1, said: 'no release is made: not everything is committed\n' });
  titled('Unreleased');
  const undated = 'no release is made: CHANGELOG.md does not begin with a section "## 9.9.9 – <date>"\n';
  assert.deepEqual(release(), { status: 1, said: undated });
  titled('9.9.9');
  assert.deepEqual(release(), { status: 1, said: undated });
  titled('9.9.9 – 2026-11-23');
  git('tag', 'v9.9.9', 'HEAD~1');
  const tagged = /^no release is made: v9\.9\.9 is a tag already/;
  assert.match(release().said, tagged);
  git('tag', '--force', 'v9.9.9', 'HEAD');
  assert.match(release('--tag').said, tagged);
  git('tag', '--delete', 'v9.9.9');
  assert.ok(!existsSync(join(clone, 'release')));
});

test('the same commit makes the same files twice, with their checksums, and a tag only when it is asked for', {
  timeout: 120_000,
}, () => {
  const first = release('--out', join(folder, 'first'));
  assert.equal(first.status, 0, first.said);
  assert.equal(git('tag'), '');
  const second = release('--out', join(folder, 'second'), '--tag');
  assert.equal(second.status, 0, second.said);
  const sums = readFileSync(join(folder, 'first/SHA256SUMS'), 'utf8');
  assert.equal(readFileSync(join(folder, 'second/SHA256SUMS'), 'utf8'), sums);
  for (const line of sums.trim().split('\n')) {
    const [sum = '', file = ''] = line.split('  ');
    assert.equal(hash('sha256', readFileSync(join(folder, 'first', file))), sum, file);
  }
  const notes = '### Added\n\n- Something new.\n';
  assert.equal(readFileSync(join(folder, 'first/NOTES.md'), 'utf8'), notes);
  assert.equal(git('cat-file', '-t', 'v9.9.9'), 'tag');
  assert.equal(git('tag', '--list', '--format=%(contents)', 'v9.9.9'), `Taskboard 9.9.9\n\n${notes}`.trim());
  assert.equal(
    release('--out', join(folder, 'tagged')).status,
    0,
    'the files of a tag can be made at its commit',
  );
});

/** What of a bill of materials does not meet the schema of CycloneDX 1.5, which is what npm writes. */
function unlikeCycloneDX(bill: unknown): unknown {
  const schemas = new URL('res/schema/', import.meta.resolve('@cyclonedx/cyclonedx-library/package.json'));
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, schemas), 'utf8')) as object;
  // Its keywords for editors, and formats of internationalized addresses, are not known.
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: { 'iri-reference': true, 'idn-email': true },
  });
  addFormats.default(ajv);
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}`);
  const isValid = ajv.compile(read('bom-1.5.SNAPSHOT.schema.json'));
  return isValid(bill) ? [] : isValid.errors;
}

test('the bill of materials is CycloneDX and has what runs and what is in the pages, and nothing else', () => {
  const text = readFileSync(join(folder, 'first/taskboard-9.9.9.cdx.json'), 'utf8');
  const bill = JSON.parse(text) as {
    bomFormat: string;
    specVersion: string;
    metadata: { component: { name: string; version: string } };
    components: { name: string; version: string }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  assert.deepEqual([bill.bomFormat, bill.specVersion], ['CycloneDX', '1.5']);
  assert.deepEqual(unlikeCycloneDX(bill), []);
  assert.deepEqual([bill.metadata.component.name, bill.metadata.component.version], ['taskboard', '9.9.9']);
  const names = new Set(bill.components.map(({ name }) => name));
  for (const name of ['fastify', 'better-sqlite3', 'preact', 'dompurify']) assert.ok(names.has(name), name);
  for (const name of ['typescript', 'playwright-core']) assert.ok(!names.has(name), name);
  const own = bill.dependencies.find(({ ref }) => ref === 'taskboard@9.9.9')?.dependsOn ?? [];
  assert.ok(own.some((ref) => ref.startsWith('preact@')) && own.some((ref) => ref.startsWith('fastify@')));
});

/** The PATH of this machine without the Node that npm prepends. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((place) => !place.includes('node_modules'))
  .join(delimiter);

test('installed from the tarball with production packages alone it serves pages, and builds none', {
  timeout: 240_000,
}, async (t) => {
  const run = (command: string, ...args: string[]) => {
    const env = { ...process.env, PATH: path };
    const { status, stderr } = spawnSync(command, args, { cwd: join(folder), encoding: 'utf8', env });
    assert.equal(status, 0, stderr);
  };
  run('tar', '-xzf', join(folder, 'first/taskboard-9.9.9.tar.gz'));
  const installed = join(folder, 'taskboard-9.9.9');
  run('npm', 'ci', '--omit=dev', '--prefer-offline', '--prefix', installed);
  const port = await freePort();
  const service = spawn('npm', ['start'], {
    cwd: installed,
    env: {
      ...process.env,
      PATH: path,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  t.after(() => process.kill(-(service.pid ?? 0), 'SIGKILL'));
  for (let tries = 0; !(await answers(port)); tries++) {
    assert.ok(tries < 600 && service.exitCode === null, 'it does not start');
    await sleep(100);
  }
  const page = await fetch(`http://127.0.0.1:${port}/sign-up`, { headers: { accept: 'text/html' } });
  assert.equal(page.status, 200);
  assert.match(await page.text(), /^<!doctype html>/);
  assert.ok(!existsSync(join(installed, 'web/node_modules')), 'nothing was installed to build pages with');
});

test('the release for machines like this one runs without Node, npm and a registry', {
  timeout: 480_000,
  skip: process.platform !== 'linux' && 'IT IS MADE ON LINUX ONLY',
}, async (t) => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/standalone.ts', '--out', folder], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  assert.equal(status, 0, stderr);
  const file = `taskboard-9.9.9-linux-${process.arch}.tar.gz`;
  const [sum] = readFileSync(join(folder, `${file}.sha256`), 'utf8').split('  ');
  assert.equal(hash('sha256', readFileSync(join(folder, file))), sum);
  const place = mkdtempSync(join(folder, 'unpacked-'));
  assert.equal(spawnSync('tar', ['-xzf', join(folder, file), '-C', place]).status, 0);
  const installed = join(place, 'taskboard-9.9.9');
  const binaries = readdirSync(join(installed, 'node_modules/better-sqlite3/prebuilds'));
  assert.deepEqual(binaries, [`linux-${process.arch}.node`]);
  assert.ok(!existsSync(join(installed, 'node_modules/typescript')), 'no development packages');

  const glibc = newestGlibc(installed);
  for (const file of ['bin/taskboard', 'docs/installing.md', 'docs/self-hosting.md'])
    assert.match(readFileSync(join(installed, file), 'utf8'), new RegExp(`glibc ${glibc} or newer`), file);

  // All that its script takes of a machine.
  const bare = mkdtempSync(join(folder, 'bare-'));
  for (const program of ['dirname', 'readlink']) symlinkSync(`/usr/bin/${program}`, join(bare, program));
  const port = await freePort();
  const service = spawn(join(installed, 'bin/taskboard'), [], {
    cwd: place,
    env: { PATH: bare, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  t.after(() => service.kill('SIGKILL'));
  for (let tries = 0; !(await answers(port)); tries++) {
    assert.ok(tries < 600 && service.exitCode === null, 'it does not start');
    await sleep(100);
  }
  const signedUp = await fetch(`http://127.0.0.1:${port}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
  });
  assert.ok(signedUp.ok, await signedUp.text());
  const page = await fetch(`http://127.0.0.1:${port}/sign-in`, { headers: { accept: 'text/html' } });
  assert.match(await page.text(), /^<!doctype html>/);
  assert.ok(existsSync(join(place, 'data/taskboard.db')), 'its data is where it was started');
});

test('where its Node does not run it says what it takes', () => {
  const place = mkdtempSync(join(folder, 'elsewhere-'));
  cpSync(join(root, 'bin'), join(place, 'bin'), { recursive: true });
  const { status, stderr } = spawnSync(join(place, 'bin/taskboard'), { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /node does not run here: it takes .* Linux with glibc \d\.\d+ or newer\n$/);
});

/** The version of glibc that everything in the folder runs with. */
function newestGlibc(installed: string): string | undefined {
  const asked = spawnSync('grep', ['-rahoE', 'GLIBC_2\\.[0-9]+', join(installed, 'node_modules')], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  });
  assert.equal(asked.status, 0, asked.stderr);
  return asked.stdout
    .split('\n')
    .map((symbol) => symbol.replace('GLIBC_', ''))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

test('the versions that the guide goes back to are releases', () => {
  const guide = readFileSync(join(root, 'docs/self-hosting.md'), 'utf8');
  const named = [...guide.matchAll(/git checkout v(\S+)/g)].map(([, version]) => version);
  assert.ok(named.length > 0);
  for (const version of named)
    assert.ok(
      releases.some((release) => release.version === version),
      version,
    );
});
