import { readConfig } from '../server/src/base/config/config.ts';
import type { RunningService } from '../server/src/start.ts';
import { readArguments } from './arguments.ts';
import { pagesProblem } from './pages.ts';

/** `serve [--new-database]`: runs the service until SIGINT or SIGTERM. Throws what makes that impossible. */
export async function serve(args: string[]): Promise<void> {
  const { options } = readArguments(args, [], { 'new-database': { type: 'boolean' } });
  const config = { ...readConfig(process.env), newDatabase: options['new-database'] };
  // Loading the service is most of a start: a setting that makes it impossible is told before.
  const { startService } = await import('../server/src/start.ts');
  const service = await startService(config);
  // Before it is told that it listens: whoever reads that may end it at once.
  closeOnSignal(service);
  tell(service);
}

/** Says where the service is: to people on a terminal, and otherwise in the log, which programs read. */
function tell({ address, config, http }: RunningService): void {
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

/** Milliseconds: npm passes on what a terminal has already sent to the whole group, so that it comes twice. */
const echo = 500;

/** Milliseconds beyond `SHUTDOWN_TIMEOUT` in which everything else has to end. */
const rest = 10_000;

/** Closes the service on the first signal; another one ends the process at once. */
export function closeOnSignal(service: RunningService): void {
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

async function close(service: RunningService): Promise<void> {
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
