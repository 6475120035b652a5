import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, commandIn, inside, type Stage } from './dockerfile.ts';
import { freePort } from './postgres.ts';

const context = join(import.meta.dirname, '..');

const isRoot = process.getuid?.() === 0;
const folder = mkdtempSync(join(tmpdir(), 'taskboard-image-'));
after(() => {
  execFileSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true });
});

/** The PATH of this machine without the Node that npm prepends: the image starts with another one. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((place) => !place.includes('node_modules'))
  .join(delimiter);

/** The environment that npm needs to install packages here: its cache, and the certificate of a proxy. */
const { npm_config_cache, NODE_EXTRA_CA_CERTS } = process.env;
const reachingTheRegistry = { npm_config_cache, NODE_EXTRA_CA_CERTS };

let image: Stage;
let service: ChildProcess | undefined;
after(() => service?.kill('SIGKILL'));

/** The environment of the image, with its paths mapped to this machine. */
function environment(): Record<string, string> {
  const env = { ...image.env, PORT: port, HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  const places = (image.env.PATH ?? '').replace('$PATH', path).split(':');
  const own = places.map((place) => (place.startsWith('/app') ? inside(image, place) : place));
  return { ...env, PATH: own.join(delimiter), DATA_DIR: inside(image, image.env.DATA_DIR ?? '') };
}

/** The user of the image; without root, which is needed to switch users, the current user. */
function user(): { uid?: number; gid?: number } {
  const [uid, gid] = (image.settings.USER ?? '').split(':').map(Number);
  return isRoot ? { uid, gid } : {};
}

let port: string;

test('its steps make an image that holds production packages alone, and no tests', {
  timeout: 240_000,
}, () => {
  image = build(context, folder, (command, cwd, env) => {
    execFileSync('sh', ['-c', command], {
      cwd,
      env: { PATH: path, HOME: folder, ...reachingTheRegistry, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  });
  const files = readdirSync(image.root, { recursive: true, encoding: 'utf8' });
  assert.ok(files.includes('app/cli/main.ts'));
  assert.deepEqual(
    files.filter((file) => /\.test\.ts$|src\/testing/.test(file) && !file.includes('node_modules')),
    [],
  );
  assert.ok(!existsSync(inside(image, '/app/node_modules/typescript')), 'no development packages');
});

test('it runs as a user of its own, with a volume for everything that it writes', () => {
  assert.match(image.settings.USER ?? '', /^[1-9]\d+:[1-9]\d+$/);
  assert.equal(image.settings.VOLUME, image.env.DATA_DIR);
});

test('started as that user on a tree that it cannot write, it becomes healthy, takes a sign-up and stops on a signal', {
  timeout: 120_000,
}, async () => {
  port = String(await freePort());
  chmodSync(folder, 0o755);
  execFileSync('chmod', ['-R', 'go-w,a+rX', inside(image, '/app')]);
  if (isRoot) chownSync(inside(image, '/data'), user().uid ?? 0, user().gid ?? 0);
  else execFileSync('chmod', ['-R', 'a-w', inside(image, '/app')]);
  const run = { cwd: inside(image, '.'), env: environment(), ...user() };
  assert.notEqual(checkHealth(run), 0, 'not healthy before it runs');

  const [program = '', ...args] = [...commandIn(image, 'ENTRYPOINT'), ...commandIn(image, 'CMD')];
  service = spawn(program, args, { ...run, stdio: ['ignore', 'ignore', 'inherit'] });
  for (let tries = 0; checkHealth(run) !== 0; tries++) {
    assert.ok(tries < 600 && service.exitCode === null, 'it does not become healthy');
    await sleep(100);
  }

  const signedUp = await fetch(`http://127.0.0.1:${port}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
  });
  assert.ok(signedUp.ok, await signedUp.text());
  assert.ok(existsSync(join(inside(image, '/data'), 'taskboard.db')), 'data is in the volume');

  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

function checkHealth(run: { cwd: string; env: Record<string, string>; uid?: number; gid?: number }) {
  const [program = '', ...args] = commandIn(image, 'HEALTHCHECK');
  return spawnSync(program, args, run).status;
}
