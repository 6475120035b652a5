import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { keyProblem } from '../../server/src/base/access/key-mark.ts';
import { type KnownFile, knownFiles } from '../../server/src/base/backup/files.ts';
import { isoMillis, minute, second } from '../../server/src/base/clock.ts';
import type { Config } from '../../server/src/base/config/config.ts';
import type { Database, Engine } from '../../server/src/base/db/database.ts';
import { lostDatabase } from '../../server/src/base/db/lost-file.ts';
import { lackingMigrations } from '../../server/src/base/db/migrate.ts';
import { databaseFile, openEngine } from '../../server/src/base/db/open.ts';
import { query } from '../../server/src/base/db/query.ts';
import { atMost } from '../../server/src/base/jobs/at-most.ts';
import { checkStore } from '../../server/src/base/storage/check-store.ts';
import { filesIn, openStorage } from '../../server/src/base/storage/open.ts';
import { reasonOf } from '../reason.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Examines the database, and whether the clock and the files are consistent with it. */
export async function* examineDatabase(config: Config): AsyncGenerator<Finding> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, databaseFile))) {
    const lost = lostDatabase(config);
    yield lost ? wrong('database', lost) : note('database', 'there is none yet: the first start creates it');
    return;
  }
  try {
    const db = openEngine(config);
    try {
      yield* examine(config, db);
    } finally {
      await db.close();
    }
  } catch (error) {
    yield wrong('database', reasonOf(error));
  }
}

async function* examine(config: Config, db: Engine): AsyncGenerator<Finding> {
  await db.check();
  yield ok('database', `${db.engine} answers`);
  const lacking = await lackingMigrations(db);
  yield lacking.length === 0
    ? ok('schema', 'is up to date')
    : note('schema', `is from an older version: the next start applies ${lacking.join(', ')}`);
  const keyWrong = await keyProblem(config, db);
  yield keyWrong ? wrong('key', keyWrong) : ok('key', 'is the one that the database was used with');
  yield* db.engine === 'sqlite' ? examineSqlite(db) : examinePostgres(db);
  yield await examineClock(db);
  yield await examineWebhooks(db);
  yield* examineFiles(config, db);
}

const integrity = query('doctor.integrity', () => sql<{ integrity_check: string }>`pragma integrity_check`);
const brokenKeys = query('doctor.foreignKeys', () => sql<{ table: string }>`pragma foreign_key_check`);

async function* examineSqlite(db: Database): AsyncGenerator<Finding> {
  const [first] = await db.all(integrity, {});
  yield first?.integrity_check === 'ok'
    ? ok('integrity', 'the database file is intact')
    : wrong('integrity', `the database file is damaged: ${first?.integrity_check}: restore a backup`);
  const broken = await db.all(brokenKeys, {});
  const tables = [...new Set(broken.map(({ table }) => table))];
  yield broken.length === 0
    ? ok('references', 'no row refers to one that is missing')
    : wrong('references', `${broken.length} rows refer to ones that are missing, in ${tables.join(', ')}`);
}

const server = query(
  'doctor.server',
  () => sql<{ version: number; encoding: string; fsync: string; unchecked: number; invalid: number }>`select
    cast(current_setting('server_version_num') as integer) as version,
    current_setting('server_encoding') as encoding,
    current_setting('fsync') as fsync,
    (select count(*) from pg_constraint where not convalidated) as unchecked,
    (select count(*) from pg_index where not indisvalid) as invalid`,
);

async function* examinePostgres(db: Database): AsyncGenerator<Finding> {
  const found = await db.first(server, {});
  if (!found) return;
  const { version, encoding, fsync, unchecked, invalid } = found;
  const major = Math.floor(version / 10_000);
  yield major >= 15
    ? ok('server', `is PostgreSQL ${major}`)
    : wrong('server', `is PostgreSQL ${major}: 15 or newer is needed`);
  if (encoding !== 'UTF8')
    yield wrong('server', `the encoding of the database is ${encoding}: UTF8 is needed`);
  if (fsync !== 'on') yield wrong('server', 'fsync is off: a power failure loses what was acknowledged');
  yield unchecked + invalid === 0
    ? ok('references', 'every constraint and index is valid')
    : wrong('references', `${unchecked} constraints and ${invalid} indexes are not valid`);
}

const serverClock = query(
  'doctor.clock',
  () => sql<{ now: number }>`select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) as now`,
);

const newestChange = query('doctor.newestChange', (db) =>
  db.selectFrom('changes').select((of) => of.fn.max('created_at').as('at')),
);

/** The clock can only be compared with recorded times and with the database server. */
async function examineClock(db: Database): Promise<Finding> {
  const before = Date.now() * 1000;
  const elsewhere = db.engine === 'postgres' ? (await db.first(serverClock, {}))?.now : undefined;
  const after = Date.now() * 1000;
  const apart = elsewhere === undefined ? 0 : Math.max(before - elsewhere, elsewhere - after, 0);
  if (apart > 2 * second) {
    return wrong('clock', `this machine and the database are ${Math.round(apart / second)} s apart`);
  }
  const newest = (await db.first(newestChange, {}))?.at ?? 0;
  return newest > after + 2 * second
    ? wrong('clock', `it is ${isoMillis(after)} here, but something was recorded at ${isoMillis(newest)}`)
    : ok('clock', `it is ${isoMillis(after)}, and nothing recorded is later`);
}

const lateDeliveries = query('doctor.lateDeliveries', (db, p: { before: number }) =>
  db
    .selectFrom('webhook_deliveries')
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('next_attempt_at').as('since')])
    .where('next_attempt_at', '<', p.before),
);

/** How long a delivery may be overdue; those to a dead receiver exceed this. */
const lateAfter = 10 * minute;

async function examineWebhooks(db: Database): Promise<Finding> {
  const { count = 0, since = null } =
    (await db.first(lateDeliveries, { before: Date.now() * 1000 - lateAfter })) ?? {};
  return since === null
    ? ok('webhooks', 'no delivery is late')
    : note(
        'webhooks',
        `${count} deliveries should have been sent by now, the first at ${isoMillis(since)}: no service was running, or receivers do not answer`,
      );
}

async function* examineFiles(config: Config, db: Database): AsyncGenerator<Finding> {
  if (config.objectStore) {
    try {
      await checkStore(config.objectStore, filesIn(config.dataDir), Date.now() * 1000);
      yield ok('storage', `the bucket ${config.objectStore.bucket} takes, gives and deletes files`);
    } catch (error) {
      yield wrong('storage', reasonOf(error));
      return;
    }
  }
  const storage = openStorage(config);
  const limited = atMost(8);
  const attached = (await db.all(knownFiles, {})).filter((file) => file.attached);
  const isThere = async ({ storageKey, size }: KnownFile) => (await storage.stat(storageKey))?.size === size;
  try {
    const there = await Promise.all(attached.map((file) => limited(() => isThere(file))));
    const missing = attached.filter((_, index) => !there[index]).map(({ storageKey }) => storageKey);
    yield missing.length === 0
      ? ok('files', `the files of all ${attached.length} attachments are there`)
      : wrong(
          'files',
          `${missing.length} of ${attached.length} are missing or truncated: ${shortened(missing)}`,
        );
  } catch (error) {
    yield wrong('files', reasonOf(error));
  }
}

const shortened = (keys: string[]): string =>
  keys.slice(0, 5).join(', ') + (keys.length > 5 ? ` and ${keys.length - 5} more` : '');
