import { sql } from 'kysely';
import type { Engine, Reading, Run, Writing } from './database.ts';
import { command, query } from './query.ts';
import { deleteRow } from './statements.ts';
import { installation } from './tables.ts';

/*
 * The installation's own settings: the fingerprint of its secret key, the last service version that ran on it, when that
 * version last checked whether writes work, the sealed key with which it signs what it pushes, what the
 * operator announces, what operators were last told of the backups, which node tells them and until when, why old backups stay,
 * and how far everyone was told that a second factor is demanded.
 */

export type Remembered =
  | 'secret-key'
  | 'version'
  | 'checked-at'
  | 'push-key'
  | 'announcement'
  | 'backups-told'
  | 'backups-told-by'
  | 'backups-stay'
  | 'factor-demand';

const rememberedValue = query('installation.value', (db, p: { name: string }) =>
  db.selectFrom('installation').select('value').where('name', '=', p.name),
);

const store = command(
  'installation.store',
  (_db, p: { name: string; value: string }) =>
    sql`insert into installation (name, value) values (${p.name}, ${p.value})
      on conflict (name) do update set value = excluded.value`,
);

const storeFirst = command(
  'installation.storeFirst',
  (_db, p: { name: string; value: string }) =>
    sql`insert into installation (name, value) values (${p.name}, ${p.value}) on conflict (name) do nothing`,
);

const replace = command(
  'installation.replace',
  (_db, p: { name: string; was: string; value: string }) => sql<{ name: string }>`
    update installation set value = ${p.value} where name = ${p.name} and value = ${p.was} returning name`,
);

const drop = deleteRow('installation.drop', installation);

export const remembered = async (db: Reading, name: Remembered): Promise<string | undefined> =>
  (await db.first(rememberedValue, { name }))?.value;

export async function remember(tx: Writing, name: Remembered, value: string): Promise<void> {
  await tx.run(store, { name, value });
}

/** Stores a value unless there is one. */
export async function rememberFirst(tx: Writing, name: Remembered, value: string): Promise<void> {
  await tx.run(storeFirst, { name, value });
}

/** Stores a value instead of another; returns false if that is no longer the one that is stored. */
export const rememberInstead = async (
  tx: Writing,
  name: Remembered,
  was: string,
  value: string,
): Promise<boolean> => (await tx.run(replace, { name, was, value })).length > 0;

export async function forget(tx: Writing, name: Remembered): Promise<void> {
  await tx.run(drop, { name });
}

/** Like `remembered`, for a database that older code may have created; undefined if it has no such value. */
export async function rememberedIfAny(db: Engine, name: Remembered): Promise<string | undefined> {
  return (await hasInstallation(db)) ? remembered(db, name) : undefined;
}

async function hasInstallation(db: Engine): Promise<boolean> {
  let found = false;
  await db.alone(async (run) => {
    found = await isTable(run, db.engine, 'installation');
  });
  return found;
}

/** Whether our schema has this table. */
export async function isTable(run: Run, engine: Engine['engine'], name: string): Promise<boolean> {
  const rows = await run(
    engine === 'sqlite'
      ? `select 1 from sqlite_schema where type = 'table' and name = '${name}'`
      : `select 1 where to_regclass('${name}') is not null`,
  );
  return rows.length > 0;
}

/** The service version that last ran on the database; undefined if none was recorded. */
export async function usedBy(run: Run, engine: Engine['engine']): Promise<string | undefined> {
  if (!(await isTable(run, engine, 'installation'))) return undefined;
  const [row] = await run(`select value from installation where name = 'version'`);
  return row && String(row.value);
}
