import { copiedTables } from './copy/tables.ts';
import type { Run } from './database.ts';
import { isTable } from './installation.ts';
import { type Guard, notUpgraded } from './migrate.ts';

/*
 * Checks before and after a migration, in its transaction: if a row is missing or has a dangling reference, the
 * transaction is rolled back and the database is unchanged.
 */

/** Called before each upgrade, before anything is changed and while nobody else can write. */
export type BeforeUpgrade = (upgrade: {
  had: readonly string[];
  lacking: readonly string[];
}) => Promise<void>;

export const guardWith =
  (before?: BeforeUpgrade): Guard =>
  async (run, { engine, had, lacking }) => {
    const tables = copiedTables(had).map(({ name }) => name);
    // Nodes of the previous version may still be running; both counts must see the same rows.
    if (engine === 'postgres') await run(`lock table ${tables.join(', ')} in share row exclusive mode`);
    await before?.({ had, lacking: lacking.map(({ name }) => name) });
    const announced = new Set(lacking.flatMap(({ recounts }) => recounts ?? []));
    const counted = tables.filter((table) => !announced.has(table));
    const counts = await countsOf(run, counted);
    return async () => {
      const names = lacking.map(({ name }) => name).join(', ');
      for (const table of counted) {
        if (!(await isTable(run, engine, table))) {
          throw notUpgraded(`${names}: the table ${table} would be lost`);
        }
      }
      const after = await countsOf(run, counted);
      const other = counted.find((table) => counts.get(table) !== after.get(table));
      if (other !== undefined) {
        throw notUpgraded(
          `${names}: ${other} had ${counts.get(other)} rows and would have ${after.get(other)}`,
        );
      }
      if (engine === 'sqlite') await checkSqlite(run, names);
    };
  };

async function countsOf(run: Run, tables: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const table of tables) {
    const [row] = await run(`select count(*) as rows from ${table}`);
    counts.set(table, Number(row?.rows));
  }
  return counts;
}

/** PostgreSQL enforces foreign keys itself, even while tables are changed. */
async function checkSqlite(run: Run, names: string): Promise<void> {
  const [broken] = await run('pragma foreign_key_check');
  if (broken) throw notUpgraded(`${names}: a row of ${String(broken.table)} would refer to nothing`);
  const [check] = await run('pragma quick_check(1)');
  if (check?.quick_check !== 'ok') throw notUpgraded(`the file is damaged: ${String(check?.quick_check)}`);
}
