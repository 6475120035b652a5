import Sqlite from 'better-sqlite3';
import { schemaStatements } from '../migrate.ts';

/* The tables to copy, read from the catalogue of an empty database, so new tables are included automatically. */

export interface CopiedTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, 'text' | 'integer'>>;
  /** The columns of a unique index that exists on both engines; rows are copied in its order. */
  readonly key: readonly string[];
  /** The auto-increment column, if any. */
  readonly counter: string | undefined;
}

/** Tables that triggers fill, in the copy too, and what nodes note anew by themselves. */
const uncopied = new Set([
  'card_blocks',
  'field_values',
  'search_texts',
  'presences',
  'nodes',
  'workspace_sizes',
]);

/** Every copied table, after those it references. For an older database, `had` names its migrations. */
export const copiedTables = (had?: Iterable<string>): CopiedTable[] =>
  inCatalogue(had, (db, names) =>
    inOrder(
      db,
      names.filter((name) => !uncopied.has(name)),
    ).map((name) => tableOf(db, name)),
  );

/** The tables that are not copied. */
export const uncopiedTables = (had?: Iterable<string>): string[] =>
  inCatalogue(had, (_db, names) => names.filter((name) => uncopied.has(name)));

function inCatalogue<T>(
  had: Iterable<string> | undefined,
  look: (db: Sqlite.Database, names: string[]) => T,
): T {
  const db = new Sqlite(':memory:');
  try {
    for (const statement of schemaStatements('sqlite', had)) db.exec(statement);
    const names = column<string>(
      db,
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'
        order by name`,
    );
    return look(
      db,
      names.filter((name) => name !== 'migrations'),
    );
  } finally {
    db.close();
  }
}

const column = <T>(db: Sqlite.Database, sql: string, ...parameters: unknown[]): T[] =>
  db.prepare(sql).pluck().all(parameters) as T[];

function inOrder(db: Sqlite.Database, names: readonly string[]): string[] {
  const ordered: string[] = [];
  const add = (name: string) => {
    if (ordered.includes(name)) return;
    for (const target of column<string>(db, 'select "table" from pragma_foreign_key_list(?)', name))
      add(target);
    ordered.push(name);
  };
  for (const name of names) add(name);
  return ordered;
}

interface ColumnRow {
  name: string;
  type: string;
  pk: number;
}

function tableOf(db: Sqlite.Database, name: string): CopiedTable {
  const columns = db.prepare('select name, type, pk from pragma_table_info(?)').all(name) as ColumnRow[];
  const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const counter = primary.length === 1 && primary[0]?.type === 'INTEGER' ? primary[0].name : undefined;
  return {
    name,
    columns: Object.fromEntries(
      columns.map(({ name: each, type }) => [each, type === 'INTEGER' ? 'integer' : 'text'] as const),
    ),
    key: counter === undefined ? primary.map((each) => each.name) : keyWith(db, name, counter),
    counter,
  };
}

/** SQLite auto-increments only a single-column primary key; on PostgreSQL that column is merely unique. */
function keyWith(db: Sqlite.Database, table: string, counter: string): string[] {
  const indexes = column<string>(db, 'select name from pragma_index_list(?) where "unique" = 1', table);
  const found = indexes
    .map((index) => column<string>(db, 'select name from pragma_index_info(?) order by seqno', index))
    .find((columns) => columns.includes(counter));
  return found ?? [counter];
}
