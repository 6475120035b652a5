import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { archive } from './archive.ts';
import { build, commandIn, inside } from './dockerfile.ts';
import { freePort } from './postgres.ts';

/*
 * `npm run install-figures`: what it takes from nothing to a first account, for each way to install what is committed: seconds,
 * bytes that are fetched, bytes on the disk. Prints a table (docs/installing.md). Each way has ten minutes at the most;
 * `-- --ways clone,standalone` measures some of them.
 */

const root = join(import.meta.dirname, '..');
const most = 10 * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'taskboard-figures-'));

interface Figures {
  seconds: number;
  fetched: number;
  disk: number;
}

/** The PATH of this machine without the Node that npm prepends. */
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((place) => !place.includes('node_modules'))
  .join(delimiter);

const environment = (cache: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: path,
  npm_config_cache: join(folder, cache),
});

function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): void {
  execFileSync(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], timeout: most });
}

const bytesIn = (...places: string[]): number =>
  Number(
    /\d+/.exec(
      execFileSync('du', ['-sbc', ...places], { encoding: 'utf8' })
        .split('\n')
        .at(-2) ?? '',
    ),
  );

/** Starts the service and signs up as soon as it answers. */
async function firstAccount(
  program: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const port = String(await freePort());
  const settings = { LOG_LEVEL: 'error', PORT: port, DATA_DIR: mkdtempSync(join(folder, 'data-')) };
  const service = spawn(program, args, {
    cwd,
    env: { ...env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  try {
    const until = Date.now() + most;
    while (!(await signUp(port))) {
      if (service.exitCode !== null || Date.now() > until) throw new Error(`${program} does not start`);
      await sleep(50);
    }
  } finally {
    await end(service);
  }
}

const signUp = (port: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
  }).then(
    ({ ok }) => ok,
    () => false,
  );

async function end(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null) return;
  // The whole group: npm starts the service as a process of its own, and ends before it.
  const group = -(service.pid ?? 0);
  process.kill(group, 'SIGTERM');
  while (isThere(group)) await sleep(50);
}

function isThere(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

/** Seconds that the work takes. */
async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const name = `taskboard-${version}`;

/** `git clone --depth 1` and `npm start`. */
async function fromClone(cache: string): Promise<Figures> {
  const place = mkdtempSync(join(folder, 'clone-'));
  const env = environment(cache);
  const seconds = await timed(async () => {
    run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, '.'], place, env);
    await firstAccount('npm', ['start'], place, env);
  });
  const fetched = bytesIn(join(place, '.git')) + bytesIn(join(folder, cache, '_cacache/content-v2'));
  return { seconds, fetched, disk: bytesIn(place) };
}

/** The tarball of a release, `npm ci --omit=dev` and `npm start`. */
async function fromRelease(cache: string): Promise<Figures> {
  const place = mkdtempSync(join(folder, 'release-'));
  const env = environment(cache);
  const tarball = join(place, 'release.tar.gz');
  execFileSync('sh', ['-c', 'gzip -9 > "$0"', tarball], { input: archive(root, name) });
  const installed = join(place, name);
  const seconds = await timed(async () => {
    run('tar', ['-xzf', tarball], place, env);
    run('npm', ['ci', '--omit=dev'], installed, env);
    await firstAccount('npm', ['start'], installed, env);
  });
  const packages = bytesIn(join(folder, cache, '_cacache/content-v2'));
  return { seconds, fetched: statSync(tarball).size + packages, disk: bytesIn(installed) };
}

/** The release for machines like this one: unpacked and started, with no Node in the PATH. */
async function fromStandalone(cache: string): Promise<Figures> {
  const place = mkdtempSync(join(folder, 'standalone-'));
  run(process.execPath, [join(root, 'tools/standalone.ts'), '--out', place], root, environment(cache));
  const tarball = join(place, `${name}-${process.platform}-${process.arch}.tar.gz`);
  const bare = { PATH: '/usr/bin:/bin' };
  const seconds = await timed(async () => {
    run('tar', ['-xzf', tarball], place, bare);
    await firstAccount(join(place, name, 'bin/taskboard'), [], place, bare);
  });
  return { seconds, fetched: statSync(tarball).size, disk: bytesIn(join(place, name)) };
}

/** The layers that our image adds to Debian's, made by the steps of the Dockerfile; the time is that of unpacking and starting. */
async function fromImage(cache: string): Promise<Figures> {
  const place = join(folder, 'image');
  mkdirSync(place);
  const image = build(root, place, (command, cwd, env) => {
    run('sh', ['-c', command], cwd, { ...environment(cache), ...env });
  });
  const layer = join(folder, 'layer.tar.gz');
  run('tar', ['-czf', layer, '-C', image.root, 'app'], place, process.env);
  const pulled = join(folder, 'pulled');
  mkdirSync(pulled);
  const [program = '', ...args] = [...commandIn(image, 'ENTRYPOINT'), ...commandIn(image, 'CMD')];
  const at = { ...image, root: pulled };
  const seconds = await timed(async () => {
    run('tar', ['-xzf', layer], pulled, process.env);
    const PATH = `${inside(at, '/app/node_modules/.bin')}:${path}`;
    await firstAccount(program, args, inside(at, '.'), { PATH });
  });
  return { seconds, fetched: statSync(layer).size, disk: bytesIn(inside(at, '/app')) };
}

const ways: Record<string, [string, (cache: string) => Promise<Figures>, string[]]> = {
  clone: ['a clone, `npm start`', fromClone, ['empty', 'full']],
  release: ['the tarball of a release, `npm ci --omit=dev`, `npm start`', fromRelease, ['empty', 'full']],
  standalone: ['the release for the machine, `bin/taskboard`', fromStandalone, ['none']],
  image: ['the image, without the layers of Debian', fromImage, ['none']],
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

async function measure(chosen: string[]): Promise<void> {
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
  console.log(`${cpus().length} × ${cpus()[0]?.model}, load ${load}, ${new Date().toISOString()}\n`);
  console.log('| way | npm’s cache | seconds | MB fetched | MB on the disk |\n|---|---|---|---|---|');
  for (const way of chosen) {
    const [title, take, caches] = ways[way] ?? [];
    if (!title || !take) throw new Error(`there is no way ${way}: ${Object.keys(ways).join(', ')}`);
    for (const cache of caches ?? []) {
      const { seconds, fetched, disk } = await take(`cache-of-${way}`);
      // What is in the cache already is not fetched.
      const amount = cache === 'full' ? '–' : megabytes(fetched);
      console.log(`| ${title} | ${cache} | ${seconds.toFixed(1)} | ${amount} | ${megabytes(disk)} |`);
    }
  }
}

const { values } = parseArgs({ options: { ways: { type: 'string' } } });
try {
  await measure(values.ways?.split(',') ?? Object.keys(ways));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
