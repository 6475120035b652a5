import { setFlagsFromString } from 'node:v8';
import { readConfig } from '../server/src/base/config/config.ts';
import type { RunningService } from '../server/src/start.ts';
import { readArguments } from './arguments.ts';
import { pagesProblem } from './pages.ts';

/**
 * Percent by which the heap may grow before it is collected again. V8 lets a heap that is being filled fast grow to several
 * times its live size, which would be most of the service's memory under load.
 */
const heapGrowth = 30;

/** `serve [--new-database]`: runs the service until SIGINT or SIGTERM. Throws if it cannot start. */
export async function serve(args: string[]): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  const { options } = readArguments(args, [], { 'new-database': { type: 'boolean' } });
  const config = { ...readConfig(process.env), newDatabase: options['new-database'] };
  // Loading the service takes most of the startup time, so invalid settings are reported before it.
  const { startService } = await import('../server/src/start.ts');
  const service = await startService(config);
  // Before the address is printed: a reader of that line may end the service at once.
  closeOnSignal(service);
  printAddress(service);
}

/** Prints the address of the service: formatted for people on a terminal, otherwise as log entries for programs. */
function printAddress({ address, config, http }: RunningService): void {
  const dataIn = config.databaseUrl ? 'PostgreSQL' : config.dataDir;
  const problem = pagesProblem();
  if (process.stdout.isTTY) {
    console.log(`Taskboard listens on ${address}

  Sign up:  ${problem ?? `${address}/sign-up, in a browser`}
  The API:  ${address}/docs
  Data in:  ${dataIn}
`);
    return;
  }
  http.log.info({ dataIn }, `Taskboard listens on ${address} and is ready: sign up at ${address}/sign-up`);
  if (problem) http.log.warn(problem);
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds in which a second signal is ignored: npm forwards signals that the terminal already sent to the group. */
const echo = 500;

/** Milliseconds after `SHUTDOWN_TIMEOUT` in which everything else must end. */
const rest = 10_000;

/** Closes the service on the first signal; another one ends the process at once. */
export function closeOnSignal(service: Pick<RunningService, 'config' | 'close'>): void {
  let stoppedAt: number | undefined;
  const stop = () => {
    const now = performance.now();
    if (stoppedAt === undefined) {
      stoppedAt = now;
      void close(service);
    } else if (now - stoppedAt > echo) process.exit(1);
  };
  for (const signal of signals) process.on(signal, stop);
}

async function close(service: Pick<RunningService, 'config' | 'close'>): Promise<void> {
  setTimeout(
    () => giveUp('something did not end in time'),
    service.config.shutdownTimeout * 1000 + rest,
  ).unref();
  try {
    await service.close();
    process.exit();
  } catch (error) {
    giveUp(String(error));
  }
}

function giveUp(reason: string): never {
  console.error(`the service did not stop cleanly: ${reason}`);
  process.exit(1);
}
