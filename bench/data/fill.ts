import type { Database } from '../../server/src/base/db/database.ts';
import { generate } from './generate.ts';
import type { Made, Size } from './generation.ts';
import { columns, inserts, laterInserts, type Row, type Table } from './tables.ts';

const batch = 5_000;

/** Fills an empty database. */
export async function fill(db: Database, size: Size, now: number): Promise<Made> {
  const { rows, made } = generate(size, now);
  for (const table of Object.keys(columns) as Table[]) await insertAll(db, inserts[table], rows[table]);
  return made;
}

/** Fills a table that not every version has. */
export const fillLater = (db: Database, table: string, rows: readonly Row[]): Promise<void> =>
  insertAll(db, laterInserts[table], rows);

/** Gives the cards of boards with fields their values. */
export async function fillFielded(db: Database, { fielded }: Made): Promise<void> {
  for (const { fields, values } of fielded) {
    await fillLater(db, 'fields', fields);
    await fillLater(db, 'values', values);
  }
}

async function insertAll(
  db: Database,
  insert: (typeof inserts)[string] | undefined,
  rows: readonly Row[],
): Promise<void> {
  if (!insert) throw new Error('this table is not filled');
  for (let at = 0; at < rows.length; at += batch) {
    await db.write((tx) => tx.run(insert, { rows: rows.slice(at, at + batch) }));
  }
}
