import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startPostgres } from './postgres.ts';

/*
 * `npm run fuzz [-- --requests 20000] [--minutes 30] [--engine sqlite|postgres] [--seed 7] [--path 0:1:2]`
 *
 * Sends unusual requests until the given number is answered or the given time has passed. On a failure, it prints the
 * options that reproduce it.
 */

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string' },
    minutes: { type: 'string' },
    engine: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    path: { type: 'string' },
  },
});

const requests = options.requests ?? (options.minutes ? '1000000000' : '20000');
const environment = {
  FUZZ_REQUESTS: requests,
  FUZZ_SECONDS: String(Number(options.minutes ?? 60) * 60),
  FUZZ_SEED: options.seed,
  NODE_COMPILE_CACHE: 'node_modules/.cache/tests',
  ...(options.path ? { FUZZ_PATH: options.path } : {}),
};

console.log(`seed ${options.seed}`);
const runs = [
  ...(options.engine === 'postgres' ? [] : [fuzz({ TEST_ENGINE: 'sqlite' })]),
  ...(options.engine === 'sqlite' ? [] : [onPostgres()]),
];
const passed = await Promise.all(runs);
process.exit(passed.every(Boolean) ? 0 : 1);

async function onPostgres(): Promise<boolean> {
  const given = process.env.TEST_DATABASE_URL;
  const postgres = given ? undefined : await startPostgres();
  try {
    return await fuzz({ TEST_ENGINE: 'postgres', TEST_DATABASE_URL: given ?? postgres?.url ?? '' });
  } finally {
    await postgres?.remove();
  }
}

/** Runs the fuzzer in a process of its own; returns whether it succeeded. */
async function fuzz(engine: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, ['server/src/testing/fuzz/fuzz.test.ts'], {
    cwd: `${import.meta.dirname}/..`,
    stdio: 'inherit',
    env: { ...process.env, ...environment, ...engine },
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}
