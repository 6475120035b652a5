import type { Engine, Source } from '../database.ts';
import { hadMigrations, migrate, migrationsNamed, unfinishedCopy } from '../migrate.ts';
import { type RowCopier, rowCopier } from './rows.ts';
import { copiedTables } from './tables.ts';

/** Why a copy cannot be made. The message is the single line shown to the operator. */
export class NoCopy extends Error {}

/** Called with the number of rows of a table copied so far, and when the table is done. */
export type Tell = (table: string, rows: number, done: boolean) => void;

/**
 * Copies a database into an empty one, of the same engine or the other, in batches, then compares the two and returns the
 * number of rows. Nothing may write to either database meanwhile. No service starts on the target until the copy is
 * complete. Calling this again resumes an interrupted copy. Throws `NoCopy`.
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
  // Without statistics PostgreSQL plans badly; autovacuum would only gather them about a minute later.
  if (to.engine === 'postgres') await to.alone(async (run) => void (await run('analyze')));
  await to.alone(async (run) => void (await run(`delete from migrations where name = '${unfinishedCopy}'`)));
  return rows;
}

/** Checks that the target is empty or holds an interrupted copy, and marks it as unfinished. */
async function begin(
  migrations: readonly string[],
  to: Engine,
  copiers: readonly RowCopier[],
): Promise<void> {
  const wanted = migrations.join();
  if (!(await hadMigrations(to)).has(unfinishedCopy)) {
    await migrate(to, migrationsNamed(migrations));
    for (const copier of copiers) {
      // Rows left by starting a service on the empty database; the original's replace them.
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
 * Numbers the search texts in the order in which they were written, which is the order of their ids; triggers have
 * numbered them table by table. SQLite's full-text index, still empty, returns texts in the order of these numbers.
 */
const numberTexts = (to: Engine): Promise<void> =>
  to.alone(async (run) => {
    // Numbers must stay unique in between, hence the negative ones.
    await run(`update search_texts set number = -n from (
      select workspace_id as w, id as i, row_number() over (order by id, workspace_id) as n from search_texts
    ) where workspace_id = w and id = i`);
    await run('update search_texts set number = -number');
  });

/** Throws if the two differ; returns the number of rows. */
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
