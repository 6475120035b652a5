import type { Database } from '../../server/src/base/db/database.ts';
import { generate } from './generate.ts';
import type { Made, Size } from './generation.ts';
import { columns, inserts, type Table } from './tables.ts';

const batch = 5_000;

/** Fills an empty database. */
export async function fill(db: Database, size: Size, now: number): Promise<Made> {
  const { rows, made } = generate(size, now);
  for (const table of Object.keys(columns) as Table[]) {
    const insert = inserts[table];
    for (let at = 0; insert && at < rows[table].length; at += batch) {
      await db.write((tx) => tx.run(insert, { rows: rows[table].slice(at, at + batch) }));
    }
  }
  return made;
}
