import { engine, type TestDatabase } from './database.ts';

/** What follows from other rows by itself, sooner or later, and what is written by the mere passing of time. */
const left = /^(sqlite_|migrations$|search_)/;

/** Every row of every table, as `table {"column":"value"}`. */
export async function everyRow({ sql }: Pick<TestDatabase, 'sql'>): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    engine === 'sqlite'
      ? "select name from pragma_table_list where schema = 'main' and type = 'table'"
      : "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const names = tables.map(({ name }) => name).filter((name) => !left.test(name));
  if (engine === 'postgres') {
    const all = names.map((name) => `select '${name}' as name, row_to_json(x)::text as row from ${name} x`);
    const rows = await sql<{ name: string; row: string }>(all.join(' union all '));
    return rows.map(({ name, row }) => `${name} ${row}`);
  }
  const found = names.map(async (name) =>
    (await sql(`select * from ${name}`)).map((row) => `${name} ${JSON.stringify(row)}`),
  );
  return (await Promise.all(found)).flat();
}

/** Rows that are no more, and rows that are new; a row that was changed is one of each. */
export function difference(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [
    ...before.filter((row) => !is.has(row)).map((row) => `- ${row}`),
    ...after.filter((row) => !was.has(row)).map((row) => `+ ${row}`),
  ];
}
