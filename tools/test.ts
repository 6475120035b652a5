import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Postgres, startPostgres } from './postgres.ts';

/*
 * `npm test`: the whole suite on the embedded database, then what touches a database on PostgreSQL. Arguments name
 * test files; `--engine sqlite` or `--engine postgres` runs one of the two.
 */

const given = process.argv.slice(2);
const flag = given.indexOf('--engine');
const engine = flag === -1 ? undefined : given.splice(flag, 2)[1];
const files = given.length > 0 ? given : undefined;

/** The commands that are here run beside a service on the engine of the run. */
const onBothEngines = ['server/**/*.test.ts', 'cli/{backup,doctor,migrate,serve,user}.test.ts'];

let failed = false;
if (engine !== 'postgres') await suite(files ?? ['{contract,server,cli,tools}/**/*.test.ts'], {});
if (engine !== 'sqlite') await onPostgres();
process.exit(failed ? 1 : 0);

async function onPostgres(): Promise<void> {
  let postgres: Postgres | undefined;
  let url = process.env.TEST_DATABASE_URL;
  if (!url) {
    try {
      postgres = await startPostgres();
    } catch (error) {
      console.error(`\nPOSTGRESQL WAS NOT TESTED: set TEST_DATABASE_URL, or install it.\n${String(error)}\n`);
      failed = true;
      return;
    }
    url = postgres.url;
  }
  try {
    console.log('\n# PostgreSQL');
    await suite(files ?? onBothEngines, { TEST_DATABASE_URL: url, TEST_ENGINE: 'postgres' });
  } finally {
    await postgres?.remove();
  }
}

async function suite(patterns: string[], environment: Record<string, string>): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=2', '--test-timeout=300000', ...patterns],
    { stdio: 'inherit', env: { ...process.env, ...environment } },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) failed = true;
}
