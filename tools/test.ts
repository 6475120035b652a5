import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { databaseFile, openDatabase } from '../server/src/base/db/open.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { entriesOf } from './together.ts';

/*
 * `npm test`: runs the whole suite on the embedded database, then the tests that use a database on PostgreSQL. Arguments name
 * test files; `--engine sqlite` or `--engine postgres` runs one of the two; `--test-name-pattern` selects tests by name.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string' },
    'test-name-pattern': { type: 'string', multiple: true, default: [] },
  },
});
const { engine } = values;
if (engine !== undefined && engine !== 'sqlite' && engine !== 'postgres') {
  console.error(`--engine must be sqlite or postgres, not ${engine}`);
  process.exit(2);
}
const options = values['test-name-pattern'].map((pattern) => `--test-name-pattern=${pattern}`);
const files = positionals.length > 0 ? positionals : undefined;

const root = join(import.meta.dirname, '..');

/** Files that run at once; the PostgreSQL of the tests has connections for eight. */
const concurrency = Math.min(8, Math.max(2, availableParallelism()));

/** These run on both engines; the commands among them run next to a service on the engine of the run. */
const onBothEngines = [
  'server/**/*.test.ts',
  'web/tests/agreement.test.ts',
  'cli/{backup,crash-imports,crash-upgrade,crash-webhooks,doctor,full-disk,migrate,refused-starts,serve,upgrade,user}.test.ts',
];

let failed = false;
if (engine !== 'postgres') await onSqlite();
if (engine !== 'sqlite') await onPostgres();
process.exit(failed ? 1 : 0);

async function onSqlite(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-migrated-'));
  const db = await openDatabase({ dataDir, databaseUrl: undefined });
  await db.close();
  try {
    await suite(files ?? ['{contract,server,cli,tools,web}/**/*.test.ts'], {
      TEST_MIGRATED: join(dataDir, databaseFile),
    });
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

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
  const template = await migratedOn(url);
  try {
    console.log('\n# PostgreSQL');
    await suite(files ?? onBothEngines, {
      TEST_DATABASE_URL: url,
      TEST_ENGINE: 'postgres',
      TEST_MIGRATED: template.name,
    });
  } finally {
    await template.remove();
    await postgres?.remove();
  }
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

async function suite(patterns: string[], environment: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-tests-'));
  // Installed packages have tests of their own.
  const found = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).sort();
  // A name pattern needs separate files: in a shared process, the enclosing tests have other names.
  const entries = options.length > 0 ? found : entriesOf(found, folder);
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-reporter=./tools/reporter.ts',
      `--test-concurrency=${concurrency}`,
      // For a test, or for a whole file that shares its process.
      '--test-timeout=900000',
      ...options,
      ...entries,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      // Code compiled by one process is reused by the next.
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'tests'),
        ...environment,
      },
    },
  );
  const [code] = await once(child, 'exit');
  rmSync(folder, { recursive: true });
  if (code !== 0) failed = true;
}
