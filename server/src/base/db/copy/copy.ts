import type { Engine, Source } from '../database.ts';
import { hadMigrations, migrate, migrationsNamed, unfinishedCopy } from '../migrate.ts';
import { type RowCopier, rowCopier } from './rows.ts';
import { copiedTables } from './tables.ts';

/** Why a copy cannot be made; the message is the one line that the operator reads. */
export class NoCopy extends Error {}

/** Told of the rows of a table that were copied so far, and of the end of a table. */
export type Tell = (table: string, rows: number, done: boolean) => void;

/**
 * Copies all that is in a database into an empty one, of the same engine or the other, a bounded number of rows at a
 * time, and compares the two in the end; gives the number of rows. Nothing may write to either meanwhile. Until it
 * is done no service starts on the target; a copy that broke off is gone on with by calling this again. Throws `NoCopy`.
 */
export async function copyDatabase(from: Source, to: Engine, tell: Tell = () => {}): Promise<number> {
  const had = [...(await hadMigrations(from)).keys()];
  const copiers = copiedTables(had).map(rowCopier);
  await begin(had, to, copiers);
  for (const copier of copiers) {
    let rows = 0;
    await copier.copy(from, to, (copied) => {
      rows = copied;
      tell(copier.table.name, rows, false);
    });
    tell(copier.table.name, rows, true);
  }
  if (to.engine === 'sqlite') await numberTexts(to);
  const rows = await compare(from, to, copiers);
  // It plans badly for tables of which it knows nothing, and would look at them by itself a minute later.
  if (to.engine === 'postgres') await to.alone(async (run) => void (await run('analyze')));
  await to.alone(async (run) => void (await run(`delete from migrations where name = '${unfinishedCopy}'`)));
  return rows;
}

/** Makes sure that there is room for a copy, or one that broke off, and marks the target as unfinished. */
async function begin(
  migrations: readonly string[],
  to: Engine,
  copiers: readonly RowCopier[],
): Promise<void> {
  const wanted = migrations.join();
  if (!(await hadMigrations(to)).has(unfinishedCopy)) {
    await migrate(to, migrationsNamed(migrations));
    for (const copier of copiers) {
      // What a start on the empty database has left: the original's takes its place.
      if (copier.table.name === 'installation') {
        await to.alone(async (run) => void (await run('delete from installation')));
      }
      if (!(await copier.isEmpty(to)))
        throw new NoCopy(`the target is not empty: it has ${copier.table.name}`);
    }
    await to.alone(async (run) => {
      await run(`insert into migrations (name, checksum, applied_at) values ('${unfinishedCopy}', '', 0)`);
    });
  }
  const had = [...(await hadMigrations(to)).keys()].filter((name) => name !== unfinishedCopy).join();
  if (had !== wanted) {
    throw new NoCopy(
      `source and target have had different migrations (${wanted} and ${had}): empty the target and copy again`,
    );
  }
}

/**
 * Numbers the texts that are searched in the order in which they were written, as their ids are; triggers have numbered
 * them table by table. SQLite's index of words, which is empty as yet, returns texts in the order of these numbers.
 */
const numberTexts = (to: Engine): Promise<void> =>
  to.alone(async (run) => {
    // No two may have the same number meanwhile.
    await run(`update search_texts set number = -n from (
      select workspace_id as w, id as i, row_number() over (order by id, workspace_id) as n from search_texts
    ) where workspace_id = w and id = i`);
    await run('update search_texts set number = -number');
  });

/** Throws where the two are not the same; gives the number of rows. */
async function compare(from: Source, to: Engine, copiers: readonly RowCopier[]): Promise<number> {
  let rows = 0;
  for (const { table, ...copier } of copiers) {
    const [original, copy] = await Promise.all([copier.sum(from), copier.sum(to)]);
    if (original.rows !== copy.rows || original.hash !== copy.hash) {
      throw new NoCopy(
        `${table.name} differs in the copy (${original.rows} rows in the source, ${copy.rows} in the copy): stop whatever writes to the source, empty the target and copy again`,
      );
    }
    rows += original.rows;
  }
  return rows;
}
