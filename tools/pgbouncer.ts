import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort, unprivileged } from './postgres.ts';

/* A PgBouncer for tests, in transaction mode, in front of a server that listens on loopback. */

export interface PgBouncer {
  port: number;
  remove(): Promise<void>;
}

/** Starts one with a few connections to the server at `url`; undefined if PgBouncer is not installed. */
export async function startPgBouncer(url: string, connections: number): Promise<PgBouncer | undefined> {
  const program = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((path) => existsSync(path));
  if (!program) return undefined;
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'taskboard-pgbouncer-'));
  const file = join(dir, 'pgbouncer.ini');
  const { hostname, port: serverPort, username, password } = new URL(url);
  const login = `user=${username}${password && ` password='${decodeURIComponent(password)}'`}`;
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort || 5432} ${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    'server_login_retry = 1',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  if (unprivileged.uid !== undefined) {
    for (const path of [dir, file]) chownSync(path, unprivileged.uid, unprivileged.gid);
  }
  const server = spawn(program, [file], { ...unprivileged, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('process up')) resolve();
    });
    server.once('exit', () => reject(new Error(`PgBouncer did not start:\n${log}`)));
  });
  return {
    port,
    async remove() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
