import type { EngineName } from '../query.ts';
import type { Migration } from './migration.ts';

/** The statements of a migration on an engine. */
export function statementsOf({ shared, own }: Migration, engine: EngineName): string[] {
  const statements = shared.split(/;\s*(?:\n|$)/).filter((statement) => statement.trim() !== '');
  return [...statements.map((statement) => forEngine(statement, engine)), ...(own?.[engine] ?? [])];
}

const dialect: Record<EngineName, Record<string, string>> = {
  sqlite: {
    $key: 'text',
    $integer: 'integer',
    $counter: 'integer primary key autoincrement',
    $transaction: '0',
    $clustered: 'without rowid,',
  },
  postgres: {
    $key: 'text collate "C"',
    $integer: 'bigint',
    $counter: 'bigint generated always as identity',
    $primary: 'primary key',
    $transaction: '(pg_current_xact_id()::text::bigint)',
    $clustered: '',
  },
};

export function forEngine(statement: string, engine: EngineName): string {
  // In SQLite an auto-increment column is already the primary key.
  const keyed = engine === 'sqlite' ? statement.replace(/,\s*\$primary \([^)]*\)/, '') : statement;
  const translated = keyed.replace(/\$\w+/g, (word) => dialect[engine][word] ?? word);
  return engine === 'sqlite' && /^\s*create table/.test(translated) ? `${translated} strict` : translated;
}
