import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tools/postgres.ts';
import { cpuOf, maxMemoryOf, memoryOf } from './processes.ts';
import type { Store } from './store.ts';

/** A service in its own process, or several on one database; each on its own core as far as there are enough. */
export interface Server {
  address: string;
  addresses: string[];
  /** Milliseconds from the start of the process to the first reply. */
  startedIn: number;
  /** Seconds of processor time so far. */
  cpu(): number;
  /** Resident memory in megabytes. */
  memory(): number;
  /** Peak resident memory in megabytes so far. */
  mostMemory(): number;
  stop(): Promise<void>;
}

const pinned = availableParallelism() > 1 && existsSync('/usr/bin/taskset');

/** Keeps this process, which generates the load, off the service's core. */
export function keepAside(): void {
  if (pinned)
    spawn('taskset', ['-acp', `1-${availableParallelism() - 1}`, String(process.pid)], { stdio: 'ignore' });
}

/** Several nodes on one database, treated as one: the start time is that of the slowest, all other figures are sums. */
export async function startServers(
  { dataDir, databaseUrl }: Pick<Store, 'dataDir' | 'databaseUrl'>,
  { count, dir }: { count: number; dir: string },
): Promise<Server> {
  const environment = {
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    // One client signs in more often than any person does.
    SIGN_IN_LIMIT: '1000000',
    // The receivers of webhooks run on this machine.
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  };
  const servers = await Promise.all(
    Array.from({ length: count }, (_, core) =>
      startServer(environment, { dir, core: core % availableParallelism() }),
    ),
  );
  const sum = (of: (server: Server) => number) => servers.reduce((total, server) => total + of(server), 0);
  return {
    address: servers[0]?.address ?? '',
    addresses: servers.map(({ address }) => address),
    startedIn: Math.max(...servers.map(({ startedIn }) => startedIn)),
    cpu: () => sum((server) => server.cpu()),
    memory: () => sum((server) => server.memory()),
    mostMemory: () => sum((server) => server.mostMemory()),
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  };
}

/** Starts the service of the checkout in `dir`, by default this one. */
export async function startServer(
  environment: Record<string, string>,
  { dir = join(import.meta.dirname, '..'), core = 0 } = {},
): Promise<Server> {
  const port = await freePort();
  const began = performance.now();
  const command = [process.execPath, join(dir, 'cli', 'main.ts'), 'serve'];
  const [file = '', ...args] = pinned ? ['taskset', '-c', String(core), ...command] : command;
  const child = spawn(file, args, {
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      ANONYMOUS_RATE_LIMIT: 'off',
      // The same option as in `npm start`.
      NODE_OPTIONS: '--max-semi-space-size=8',
      PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const address = `http://127.0.0.1:${port}`;
  await answering(child, `${address}/api/v1/openapi.json`);
  return {
    address,
    addresses: [address],
    startedIn: performance.now() - began,
    cpu: () => cpuOf(child.pid ?? 0).own,
    memory: () => memoryOf(child.pid ?? 0),
    mostMemory: () => maxMemoryOf(child.pid ?? 0),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
