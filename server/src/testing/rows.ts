import { engine, type TestDatabase } from './database.ts';

/** Tables to ignore: internal ones, and those that are filled in later or by the mere passage of time. */
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

/** Rows that are gone, and rows that are new; a changed row counts as both. */
export function difference(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [
    ...before.filter((row) => !is.has(row)).map((row) => `- ${row}`),
    ...after.filter((row) => !was.has(row)).map((row) => `+ ${row}`),
  ];
}
