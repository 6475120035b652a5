import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { databaseFile, openDatabase } from '../server/src/base/db/open.ts';
import { allTests, dependsOnEngine, inOrder, ofBothAtOnce } from './engines.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { report } from './reporter.ts';
import { countTimes } from './times.ts';
import { entriesOf, type OnEngine } from './together.ts';

/*
 * `npm test`: runs every test on the embedded database, and those that may depend on the engine on PostgreSQL, at the same time.
 * Arguments are test files, folders or parts of their paths, which run on the embedded database only. Options: `--engine
 * sqlite|postgres`; `--both` runs every file, or the named ones, on both; `--long`, for `.ci/run`, sends more unusual
 * requests and kills the service more often; `--times` prints the processor time of each file; `--test-name-pattern`
 * selects tests by name.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string' },
    both: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
  },
});
const { engine, both } = values;
if (engine !== undefined && engine !== 'sqlite' && engine !== 'postgres') {
  console.error(`--engine must be sqlite or postgres, not ${engine}`);
  process.exit(2);
}
const testNamePatterns = values['test-name-pattern'];

const root = join(import.meta.dirname, '..');
const named = positionals.length > 0 ? selected(positionals) : undefined;

/** Processes of tests at once: twice as many as there are processors, since many wait for timers, browsers and processes. */
const concurrency = Math.min(8, availableParallelism() * 2);

/** The databases of the tests lie here. */
const folder = mkdtempSync(join(roomInMemory() ?? tmpdir(), 'taskboard-databases-'));
// PostgreSQL may run as another user.
chmodSync(folder, 0o711);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const aborted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    aborted.abort();
    process.exit(1);
  });
}

let failed = false;
const onSqlite = engine === 'postgres' ? [] : (named ?? allTests());
const onPostgres = engine === 'postgres' || both || (engine !== 'sqlite' && !named) ? postgresFiles() : [];
const server = onPostgres.length > 0 ? await postgresServer() : undefined;
try {
  await suite([
    ...(onSqlite.length > 0 ? [{ files: onSqlite, environment: await sqliteEnvironment() }] : []),
    ...(server ? [{ files: onPostgres, environment: server.environment, name: 'PostgreSQL' }] : []),
  ]);
} finally {
  await server?.remove();
}
process.exit(failed ? 1 : 0);

function postgresFiles(): string[] {
  if (named) return named;
  return allTests().filter(both ? (file) => !ofBothAtOnce.includes(file) : dependsOnEngine);
}

/** The test files with these names; a name may be a path, a folder or part of one. Exits if a name matches none. */
function selected(names: string[]): string[] {
  const files = allTests();
  const found = names.map((name) => {
    const path = relative(root, resolve(name));
    return files.includes(path) ? [path] : files.filter((file) => file.includes(name));
  });
  const unknown = names.filter((_, n) => found[n]?.length === 0);
  if (unknown.length > 0) {
    console.error(`no test file matches ${unknown.join(', ')}`);
    process.exit(2);
  }
  return [...new Set(found.flat())];
}

/** A folder in memory with room for the largest databases of the tests, where syncing to disk takes no time; not everywhere. */
function roomInMemory(): string | undefined {
  const shared = '/dev/shm';
  if (!existsSync(shared)) return undefined;
  const { bavail, bsize } = statfsSync(shared);
  return bavail * bsize >= 4 * 2 ** 30 ? shared : undefined;
}

async function sqliteEnvironment(): Promise<Record<string, string>> {
  const dataDir = join(folder, 'migrated');
  const db = await openDatabase({ dataDir, databaseUrl: undefined });
  await db.close();
  // A crash is one of the embedded database; the other engine's tests kill nodes a few times.
  const often: Record<string, string> = values.long ? { CRASHES: '10' } : {};
  return { ...often, TEST_MIGRATED: join(dataDir, databaseFile) };
}

interface PostgresServer {
  environment: Record<string, string>;
  remove(): Promise<void>;
}

async function postgresServer(): Promise<PostgresServer | undefined> {
  let postgres: Postgres | undefined;
  let url = process.env.TEST_DATABASE_URL;
  if (!url) {
    try {
      // Its data is disposable, and each database that is dropped costs a checkpoint.
      const settings = { synchronous_commit: 'off', full_page_writes: 'off' };
      postgres = await startPostgres({ folder, settings });
    } catch (error) {
      console.error(`\nPOSTGRESQL IS NOT TESTED: set TEST_DATABASE_URL, or install it.\n${String(error)}\n`);
      failed = true;
      return undefined;
    }
    url = postgres.url;
  }
  const template = await migratedOn(url);
  return {
    environment: {
      TEST_DATABASE_URL: url,
      TEST_ENGINE: 'postgres',
      TEST_MIGRATED: template.name,
      // Each takes three times as long here, so that there are half as many, and others every day.
      ...(values.long
        ? { FUZZ_REQUESTS: '5000', FUZZ_SEED: String(Math.floor(Date.now() / 86_400_000)) }
        : {}),
    },
    async remove() {
      await template.remove();
      await postgres?.remove();
    },
  };
}

/** Creates a database with all migrations, as a template for those of the tests. */
async function migratedOn(server: string): Promise<{ name: string; remove(): Promise<void> }> {
  const name = `taskboard_migrated_${process.pid}`;
  const on = async (command: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(command);
    await client.end();
  };
  await on(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const db = await openDatabase({ dataDir: tmpdir(), databaseUrl: url.href });
  await db.close();
  return { name, remove: () => on(`drop database ${name} with (force)`) };
}

async function bundled(): Promise<string> {
  const { bundlePrograms } = await import('./bundle.ts');
  return bundlePrograms();
}

async function suite(engines: OnEngine[]): Promise<void> {
  const programs = mkdtempSync(join(folder, 'programs-'));
  // A name pattern needs separate files: in a shared process, the enclosing tests have other names.
  const isShared = testNamePatterns.length === 0;
  const entries = inOrder(engines.flatMap((on) => entriesOf(on, programs, isShared)));
  const times = values.times ? countTimes() : undefined;
  const events = run({
    files: entries.map(({ module }) => module),
    concurrency,
    // For a test, or for a whole file that shares its process.
    timeout: 900_000,
    testNamePatterns,
    // Room for what is soon garbage: it is collected less often, which saves a tenth of the time.
    execArgv: ['--max-semi-space-size=64'],
    cwd: root,
    signal: aborted.signal,
    env: {
      ...process.env,
      // Code compiled by one process is reused by the next.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'tests'),
      TEST_DATABASES: folder,
      // The named files start what is in the sources: bundling takes longer than some of them.
      ...(named ? {} : { TEST_PROGRAMS: await bundled() }),
      ...(values.long ? { FUZZ_REQUESTS: '10000' } : {}),
    },
  });
  events.once('test:fail', () => {
    failed = true;
  });
  for await (const text of report(events)) process.stdout.write(text);
  for (const line of times?.end() ?? []) process.stdout.write(line);
}
