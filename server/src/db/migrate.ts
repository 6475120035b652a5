import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Engine, Run, Source } from './database.ts';
import { initial } from './migrations/0001-initial.ts';
import { cardBlocks } from './migrations/0002-card-blocks.ts';
import { search } from './migrations/0003-search.ts';
import type { Migration } from './migrations/migration.ts';
import { type EngineName, query } from './query.ts';

/** Append only: a migration that has landed is never changed, for there are databases that have had it. */
const migrations: readonly Migration[] = [initial, cardBlocks, search];

/** Why this code cannot use a database; the message is the one line that the operator reads. */
export class Unusable extends Error {}

/**
 * Brings the schema up to this code's; gives the names of the migrations that were needed. Each is one transaction; any
 * number of processes may call it at once: one migrates, the others wait. Throws `Unusable` for a database that newer
 * code has migrated, and for one that a copy was made into by half.
 */
export async function migrate(db: Engine, all: readonly Migration[] = migrations): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const before = applied.length;
    await db.alone(async (run) => {
      const next = nextOf(all, await present(run, db.engine), db.engine);
      if (!next) return;
      for (const statement of statementsOf(next, db.engine)) await run(statement);
      await run(
        `insert into migrations (name, checksum, applied_at)
          values ('${next.name}', '${checksumOf(next, db.engine)}', ${Date.now() * 1000})`,
      );
      applied.push(next.name);
    });
    if (applied.length === before) return applied;
  }
}

const appliedMigrations = query(
  'migrations.applied',
  () => sql<{ name: string; checksum: string }>`select name, checksum from migrations`,
);

/** The migrations that a database lacks, which is left as it is. Throws `Unusable` as `migrate` does. */
export async function lackingMigrations(db: Database): Promise<string[]> {
  const rows = await db.all(appliedMigrations, {});
  const had = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  nextOf(migrations, had, db.engine);
  return migrations.map(({ name }) => name).filter((name) => !had.has(name));
}

/** What a database has had, by name, with the checksums. */
export async function hadMigrations(db: Source): Promise<Present> {
  let had: Present = new Map();
  await db.alone(async (run) => {
    had = await present(run, db.engine);
  });
  return had;
}

/** The statements that make the whole schema. */
export const schemaStatements = (engine: EngineName): string[] =>
  migrations.flatMap((migration) => statementsOf(migration, engine));

type Present = ReadonlyMap<string, string>;

/** The migrations that a database has had, by name, with their checksums. */
async function present(run: Run, engine: EngineName): Promise<Present> {
  const table = `create table if not exists migrations (name $key primary key, checksum text not null,
    applied_at $integer not null)`;
  await run(forEngine(table, engine));
  const rows = await run('select name, checksum from migrations order by name');
  return new Map(rows.map(({ name, checksum }) => [String(name), String(checksum)]));
}

/** The first migration that a database lacks. */
function nextOf(all: readonly Migration[], had: Present, engine: EngineName): Migration | undefined {
  if (had.has(unfinishedCopy)) {
    throw new Unusable('a copy into the database was not finished: run the same `taskboard copy` again');
  }
  const unknown = [...had.keys()].filter((name) => !all.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new Unusable(
      `the database is newer than this version of the service: it has had the migration ${unknown.join(', ')}`,
    );
  }
  for (const migration of all) {
    const checksum = had.get(migration.name);
    if (checksum === undefined) return migration;
    if (checksum !== checksumOf(migration, engine)) {
      throw new Unusable(
        `the database has had another migration ${migration.name} than the one of this version`,
      );
    }
  }
  return undefined;
}

/**
 * Stands among the migrations while a copy is made into a database: nobody takes a half for the whole, and whoever
 * copies again knows that what is there is theirs.
 */
export const unfinishedCopy = 'unfinished-copy';

const checksumOf = (migration: Migration, engine: EngineName): string =>
  createHash('sha256').update(statementsOf(migration, engine).join(';')).digest('hex');

function statementsOf({ shared, own }: Migration, engine: EngineName): string[] {
  const statements = shared.split(/;\s*(?:\n|$)/).filter((statement) => statement.trim() !== '');
  return [...statements.map((statement) => forEngine(statement, engine)), ...(own?.[engine] ?? [])];
}

const dialect: Record<EngineName, Record<string, string>> = {
  sqlite: {
    $key: 'text',
    $integer: 'integer',
    $counter: 'integer primary key autoincrement',
    $transaction: '0',
  },
  postgres: {
    $key: 'text collate "C"',
    $integer: 'bigint',
    $counter: 'bigint generated always as identity',
    $primary: 'primary key',
    $transaction: '(pg_current_xact_id()::text::bigint)',
  },
};

function forEngine(statement: string, engine: EngineName): string {
  // What SQLite counts up is its primary key by that.
  const keyed = engine === 'sqlite' ? statement.replace(/,\s*\$primary \([^)]*\)/, '') : statement;
  const translated = keyed.replace(/\$\w+/g, (word) => dialect[engine][word] ?? word);
  return engine === 'sqlite' && /^\s*create table/.test(translated) ? `${translated} strict` : translated;
}
