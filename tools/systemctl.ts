import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';

/*
 * The subset of `systemctl` that docs/self-hosting.md uses, for its test. Starts and stops the unit installed below
 * TEST_PREFIX, with its settings and folders and, if root runs the tests, as its user.
 */

const prefix = process.env.TEST_PREFIX ?? '';
const uid = Number(process.env.TEST_UID);
const [command = '', ...names] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const pidFile = join(prefix, 'service.pid');

if (names.includes('taskboard')) {
  if (['stop', 'restart'].includes(command)) await stop();
  if (['start', 'restart', 'enable'].includes(command)) await start();
}

async function start(): Promise<void> {
  const unit = readFileSync(join(prefix, 'etc/systemd/system/taskboard.service'), 'utf8');
  const all = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const [file = '', workdir = '', line = ''] = ['EnvironmentFile', 'WorkingDirectory', 'ExecStart'].flatMap(
    all,
  );
  const settings = { ...parseEnv(all('Environment').join('\n')), ...parseEnv(readFileSync(file, 'utf8')) };
  for (const folder of [settings.DATA_DIR, settings.NODE_COMPILE_CACHE]) ownFolder(folder ?? '');
  const [program = '', ...args] = line.split(' ');
  const log = openSync(join(prefix, 'service.log'), 'a');
  const service = spawn(program, args, {
    cwd: workdir,
    env: { ...settings, PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['ignore', log, log],
    ...(process.getuid?.() === 0 ? { uid, gid: uid } : {}),
  });
  writeFileSync(pidFile, String(service.pid));
  await until(() => answers(settings.PORT ?? '3000'));
  service.unref();
}

/** Creates StateDirectory and CacheDirectory if they are missing, and makes the service their owner. */
function ownFolder(folder: string): void {
  if (basename(dirname(dirname(folder))) !== 'var')
    throw new Error(`${folder} is none of the unit's folders`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(folder, uid, uid);
}

async function stop(): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  rmSync(pidFile);
  process.kill(pid, 'SIGTERM');
  await until(
    async () =>
      !existsSync(`/proc/${pid}`) || /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')),
  );
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries === 600)
      throw new Error(`it takes too long:\n${readFileSync(join(prefix, 'service.log'), 'utf8')}`);
    await sleep(100);
  }
}

async function answers(port: string): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}
