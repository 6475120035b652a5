import { initial } from './migrations/0001-initial.ts';
import type { EngineName } from './query.ts';

/** Append only: a migration that has landed is never changed. */
const migrations: readonly { name: string; sql: string }[] = [{ name: '0001-initial', sql: initial }];

/** What one engine can do for the migrator; each call of `transaction` is one transaction under one lock. */
export interface MigrationTarget {
  readonly engine: EngineName;
  /** Runs `work` alone: a second process waits until it is done. */
  transaction(
    work: (run: (sql: string) => Promise<Record<string, unknown>[]>) => Promise<void>,
  ): Promise<void>;
}

/**
 * Brings the schema up to this code's. Each migration is one transaction; any number of processes may call it
 * at once. Throws when the database was written by newer code.
 */
export async function migrate(target: MigrationTarget): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    let done = false;
    await target.transaction(async (run) => {
      await run(
        forEngine(
          'create table if not exists migrations (name $key primary key, applied_at $integer not null)',
          target.engine,
        ),
      );
      const present = (await run('select name from migrations order by name')).map((row) => String(row.name));
      const unknown = present.filter((name) => !migrations.some((migration) => migration.name === name));
      if (unknown.length > 0) {
        throw new Error(
          `the database is newer than this version of the service (it has ${unknown.join(', ')})`,
        );
      }
      const next = migrations.find((migration) => !present.includes(migration.name));
      if (!next) {
        done = true;
        return;
      }
      for (const statement of next.sql.split(/;\s*(?:\n|$)/).filter((part) => part.trim() !== '')) {
        await run(forEngine(statement, target.engine));
      }
      await run(`insert into migrations (name, applied_at) values ('${next.name}', ${Date.now() * 1000})`);
      applied.push(next.name);
    });
    if (done) return applied;
  }
}

const dialect: Record<EngineName, Record<string, string>> = {
  sqlite: {
    $key: 'text',
    $integer: 'integer',
    $counter: 'integer primary key autoincrement',
    $primary: 'unique',
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
  const translated = statement.replace(/\$\w+/g, (word) => dialect[engine][word] ?? word);
  return engine === 'sqlite' && /^\s*create table/.test(translated) ? `${translated} strict` : translated;
}
