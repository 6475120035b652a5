import { createHash } from 'node:crypto';
import type { Engine, Run, Source } from './database.ts';
import { isTable, usedBy } from './installation.ts';
import { migrations } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import { forEngine, statementsOf } from './migrations/statements.ts';
import type { EngineName } from './query.ts';

/** Why this version cannot use a database. The message is the single line shown to the operator. */
export class Unusable extends Error {}

/** Checks a database's content during a migration; returns the check to run afterwards. */
export type Guard = (run: Run, upgrade: Upgrade) => Promise<() => Promise<void>>;

export interface Upgrade {
  readonly engine: EngineName;
  /** The migrations already applied. */
  readonly had: readonly string[];
  /** The pending migrations, in order. */
  readonly lacking: readonly Migration[];
}

/**
 * Migrates the schema to this version and returns the names of the applied migrations. All run in one transaction, so a
 * database is unchanged if one fails. Any number of processes may call this at once: one migrates, the others wait. For a
 * database that is not new, `guard` runs its checks. Throws `Unusable` for a database that newer code has migrated, that
 * holds an unfinished copy, or that cannot be migrated.
 */
export async function migrate(
  db: Engine,
  all: readonly Migration[] = migrations,
  guard?: Guard,
): Promise<string[]> {
  const applied: string[] = [];
  await db.alone(async (run) => {
    const had = await present(run, db.engine);
    const lacking = await lackingOf(all, run, db.engine);
    if (lacking.length === 0) return;
    const isNew = had.size === 0;
    const upgrade = { engine: db.engine, had: [...had.keys()], lacking };
    await makeTable(run, db.engine);
    const check = isNew ? undefined : await guard?.(run, upgrade);
    for (const migration of lacking) {
      await apply(run, migration, db.engine);
      applied.push(migration.name);
    }
    await check?.();
  });
  return applied;
}

/** Creates, in an empty database, the schema as it is after these migrations. */
export async function install(run: Run, engine: EngineName, had: readonly string[]): Promise<void> {
  await makeTable(run, engine);
  for (const migration of migrationsNamed(had)) await apply(run, migration, engine);
}

async function makeTable(run: Run, engine: EngineName): Promise<void> {
  const table = `create table if not exists migrations (name $key primary key, checksum text not null,
    applied_at $integer not null)`;
  await run(forEngine(table, engine));
}

async function apply(run: Run, migration: Migration, engine: EngineName): Promise<void> {
  try {
    for (const statement of statementsOf(migration, engine)) await run(statement);
    await run(
      `insert into migrations (name, checksum, applied_at)
        values ('${migration.name}', '${checksumOf(migration, engine)}', ${Date.now() * 1000})`,
    );
  } catch (error) {
    throw isOurs(error)
      ? notUpgraded(`${migration.name}: ${String((error as Error).message)}`, error)
      : error;
  }
}

/** An error caused by the statement, not by losing the connection or a race with another transaction. */
const isOurs = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code !== '40P01';

/** The database could not be migrated to this version, and is unchanged. */
export const notUpgraded = (why: string, cause?: unknown): Unusable =>
  new Unusable(
    `the database cannot be updated to this version (${why}): it is unchanged, go on with the previous version`,
    {
      cause,
    },
  );

/** The pending migrations of a database, which is not changed. Throws `Unusable` like `migrate`. */
export async function lackingMigrations(db: Engine): Promise<string[]> {
  let lacking: readonly Migration[] = [];
  await db.alone(async (run) => {
    lacking = await lackingOf(migrations, run, db.engine);
  });
  return lacking.map(({ name }) => name);
}

/** The migrations already applied to a database, by name, with their checksums. */
export async function hadMigrations(db: Source): Promise<Present> {
  let had: Present = new Map();
  await db.alone(async (run) => {
    had = await present(run, db.engine);
  });
  return had;
}

/** Our migrations with these names. */
export const migrationsNamed = (names: Iterable<string>): Migration[] => {
  const wanted = new Set(names);
  return migrations.filter(({ name }) => wanted.has(name));
};

/** The statements that create the whole schema, or the schema as it is after only these migrations. */
export const schemaStatements = (engine: EngineName, had?: Iterable<string>): string[] =>
  (had ? migrationsNamed(had) : migrations).flatMap((migration) => statementsOf(migration, engine));

type Present = ReadonlyMap<string, string>;

async function present(run: Run, engine: EngineName): Promise<Present> {
  if (!(await isTable(run, engine, 'migrations'))) return new Map();
  const rows = await run('select name, checksum from migrations order by name');
  return new Map(rows.map(({ name, checksum }) => [String(name), String(checksum)]));
}

/** The pending migrations, in order. */
async function lackingOf(all: readonly Migration[], run: Run, engine: EngineName): Promise<Migration[]> {
  const had = await present(run, engine);
  if (had.has(unfinishedCopy)) {
    throw new Unusable('a copy into the database was not finished: run the same `taskboard` command again');
  }
  const unknown = [...had.keys()].filter((name) => !all.some((migration) => migration.name === name));
  if (unknown.length > 0) throw await newer(run, engine, unknown.join(', '));
  const changed = all.find(
    (migration) => had.has(migration.name) && had.get(migration.name) !== checksumOf(migration, engine),
  );
  if (changed) {
    throw new Unusable(
      `the database has had a migration ${changed.name} that is not the one of this version: it was made by a version between two releases, and only that version can read it`,
    );
  }
  return all.filter(({ name }) => !had.has(name));
}

async function newer(run: Run, engine: EngineName, names: string): Promise<Unusable> {
  const version = await usedBy(run, engine);
  const by = version === undefined ? 'the version that made it' : `version ${version}`;
  return new Unusable(
    `the database is newer than this version of the service: it has had the migration ${names}; use ${by} or a later one, or go back with its \`taskboard rollback\``,
  );
}

/**
 * Recorded among the migrations while a copy is being made into a database, so that nobody takes an unfinished copy for a
 * whole one, and a repeated copy knows that the existing rows are its own.
 */
export const unfinishedCopy = 'unfinished-copy';

const checksumOf = (migration: Migration, engine: EngineName): string =>
  createHash('sha256').update(statementsOf(migration, engine).join(';')).digest('hex');
