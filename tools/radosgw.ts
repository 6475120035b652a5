import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { installed } from './installed.ts';
import { freePort, unprivileged } from './postgres.ts';

/*
 * An S3 server for tests: Ceph's radosgw on loopback, with the smallest cluster that it supports (one monitor, one in-memory
 * store). The Debian packages are `radosgw`, `ceph-mon` and `ceph-osd`.
 */

export interface Radosgw {
  /** The settings for a service that uses it; the bucket exists. */
  settings: Record<`S3_${string}`, string>;
  /** Suspends it: connections are accepted, but nothing is answered. */
  pause(): void;
  resume(): void;
  /** Ends the gateway as if it had crashed: nothing listens. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port and with the same data. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

export const radosgwIsMissing = (): string | false =>
  !needed.every((program) => installed(program)) && 'needs radosgw, ceph-mon and ceph-osd';

const needed = ['radosgw', 'radosgw-admin', 'monmaptool', 'ceph-mon', 'ceph-osd'];

const accessKey = 'TASKBOARDTEST';
const secretKey = 'secret of the taskboard tests/+=';
const bucket = 'taskboard-test';

/** Milliseconds until a start counts as stuck. */
const patience = 40_000;

/** A daemon that does not find the other one sometimes waits forever, also a second time. */
const attempts = 4;

/** Starts one; takes some seconds. `virtualHost` is a domain below which it takes buckets as hosts. */
export async function startRadosgw(virtualHost = 'localhost', attempt = 1): Promise<Radosgw> {
  try {
    return await startOnce(virtualHost);
  } catch (error) {
    if (attempt === attempts) throw error;
    console.error(`radosgw is started once more: ${String(error)}`);
    return startRadosgw(virtualHost, attempt + 1);
  }
}

async function startOnce(virtualHost: string): Promise<Radosgw> {
  const dir = mkdtempSync(join(tmpdir(), 'taskboard-radosgw-'));
  const programs = new Programs(dir);
  let gateway: ChildProcess | undefined;

  const remove = async () => {
    await programs.endAll();
    rmSync(dir, { recursive: true, force: true });
  };
  const [monitor, port] = [await freePort(), await freePort()];
  const endpoint = `http://127.0.0.1:${port}`;
  const start = async () => {
    gateway = programs.begin('radosgw', '-n', 'client.radosgw', '-f');
    await programs.answers(gateway, endpoint);
  };
  try {
    writeFolder(dir, configurationOf(dir, monitor, port, virtualHost));
    await beginCluster(programs, dir, monitor);
    await makeUser(programs);
    await start();
    await makeBucket(endpoint);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKey,
      S3_SECRET_ACCESS_KEY: secretKey,
    },
    pause: () => void gateway?.kill('SIGSTOP'),
    resume: () => void gateway?.kill('SIGCONT'),
    kill: async () => {
      if (gateway) await end(gateway);
    },
    start,
    remove,
  };
}

const configurationFile = 'ceph.conf';

/** The programs of one cluster. Its errors have the end of what they all have said. */
class Programs {
  readonly #dir: string;
  readonly #running: ChildProcess[] = [];
  readonly #stuck = AbortSignal.timeout(patience);
  #said = '';

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Starts a daemon. */
  begin(program: string, ...args: string[]): ChildProcess {
    const child = spawn(installed(program) ?? program, ['-c', join(this.#dir, configurationFile), ...args], {
      ...unprivileged,
      cwd: this.#dir,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-4000);
    });
    this.#running.push(child);
    return child;
  }

  /** Runs a program to its end. */
  async run(program: string, ...args: string[]): Promise<void> {
    const child = this.begin(program, ...args);
    const [code] = (await once(child, 'exit', { signal: this.#stuck })) as [number | null];
    if (code !== 0) throw new Error(`${program} failed:\n${this.#said}`);
  }

  /** Resolves when a daemon answers at an address. */
  async answers(daemon: ChildProcess, endpoint: string): Promise<void> {
    const until = Date.now() + patience;
    const isUp = () => fetch(endpoint).then(Boolean, () => false);
    while (!(await isUp())) {
      if (daemon.exitCode !== null) throw new Error(`radosgw did not start:\n${this.#said}`);
      if (Date.now() > until) throw new Error(`radosgw does not answer:\n${this.#said}`);
      await pause(50);
    }
  }

  /** Ends the last ones first: the gateway waits for the others. */
  async endAll(): Promise<void> {
    for (const child of this.#running.toReversed()) await end(child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Makes the folders of the daemons and their configuration. */
function writeFolder(dir: string, configuration: string): void {
  const folders = ['monitor', 'store', 'gateway'];
  for (const name of folders) mkdirSync(join(dir, name));
  writeFileSync(join(dir, configurationFile), configuration);
  if (unprivileged.uid === undefined) return;
  for (const name of ['', ...folders, configurationFile])
    chownSync(join(dir, name), unprivileged.uid, unprivileged.gid);
}

/** Starts the monitor and the store. */
async function beginCluster(programs: Programs, dir: string, monitor: number): Promise<void> {
  const map = join(dir, 'monmap');
  const address = `v1:127.0.0.1:${monitor}`;
  await programs.run('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', address, map);
  await programs.run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map);
  programs.begin('ceph-mon', '-i', 'a', '-f');
  await programs.run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', randomUUID());
  programs.begin('ceph-osd', '-i', '0', '-f');
}

function makeUser(programs: Programs): Promise<void> {
  const user = ['--uid', 'test', '--display-name', 'test'];
  const keys = ['--access-key', accessKey, '--secret-key', secretKey];
  return programs.run('radosgw-admin', 'user', 'create', ...user, ...keys);
}

async function makeBucket(endpoint: string): Promise<void> {
  const keys = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const client = new AwsClient({ ...keys, service: 's3', region: 'us-east-1' });
  const { status } = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
  if (status !== 200) throw new Error(`the bucket was answered with ${status}`);
}

const cluster = randomUUID();

const configurationOf = (dir: string, monitor: number, port: number, virtualHost: string): string => `[global]
fsid = ${cluster}
mon host = v1:127.0.0.1:${monitor}/0
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms bind msgr2 = false
run dir = ${dir}
admin socket =
pid file =
log file =
log to stderr = true
err to stderr = true
mon data = ${join(dir, 'monitor')}
mon data avail crit = 0
mon data avail warn = 0
# The defaults wait for others to join in; nobody else is there.
paxos propose interval = 0.02
paxos min wait = 0.01
mon allow pool size one = true
osd data = ${join(dir, 'store')}
osd objectstore = memstore
memstore device bytes = 2147483648
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
rgw data = ${join(dir, 'gateway')}
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw dns name = ${virtualHost}
rgw rados pool pg num min = 1
rgw run sync thread = false
`;
