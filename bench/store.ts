import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Postgres, startPostgres } from '../tools/postgres.ts';
import { childrenOf, cpuOf } from './processes.ts';

/** The data of a service under measurement; it is deleted afterwards. */
export interface Store {
  engine: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Runs the maintenance that a database would do by itself within an hour. */
  settle(): Promise<void>;
  /** Seconds of processor time of the database so far, outside the service. */
  cpu(): number;
  /** A copy of the data for another service; there must be no connections. It is deleted with the original. */
  copy(): Promise<Store>;
  remove(): Promise<void>;
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'taskboard-bench-'));

export function sqliteStore(): Store {
  const folders: string[] = [];
  const storeIn = (dataDir: string): Store => {
    folders.push(dataDir);
    return {
      engine: 'SQLite',
      dataDir,
      databaseUrl: undefined,
      settle: async () => {},
      cpu: () => 0,
      async copy() {
        const folder = newFolder();
        cpSync(dataDir, folder, { recursive: true });
        return storeIn(folder);
      },
      remove: async () => removeAll(folders),
    };
  };
  return storeIn(newFolder());
}

/** A separate server with durable writes, as an operator runs it. */
export async function postgresStore(): Promise<Store> {
  const postgres = await startPostgres({ settings: { fsync: 'on', shared_buffers: '256MB' } });
  const folders: string[] = [];
  let copies = 0;
  const storeOn = async (name: string, template: string): Promise<Store> => {
    await run(postgres.url, `create database ${name} template ${template}`);
    const address = new URL(postgres.url);
    address.pathname = `/${name}`;
    const dataDir = newFolder();
    folders.push(dataDir);
    return {
      engine: 'PostgreSQL',
      dataDir,
      databaseUrl: address.href,
      settle: () => run(address.href, 'vacuum analyze', 'checkpoint'),
      cpu: () => cpuOfServer(postgres),
      copy: () => storeOn(`copy${++copies}`, name),
      async remove() {
        await postgres.remove();
        removeAll(folders);
      },
    };
  };
  return storeOn('taskboard', 'template1');
}

function removeAll(folders: string[]): void {
  for (const folder of folders) rmSync(folder, { recursive: true });
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Sums the server's main process, its child processes, and the children that have ended. */
function cpuOfServer({ dataDir }: Postgres): number {
  const first = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const started = childrenOf(first).map((pid) => cpuOf(pid).own);
  const { own, ended } = cpuOf(first);
  return started.reduce((sum, seconds) => sum + seconds, own + ended);
}
