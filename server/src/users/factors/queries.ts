import { sql } from 'kysely';
import { command, query } from '../../base/db/query.ts';
import { allColumns, deleteRow, deleteRows, insertRow, insertRows } from '../../base/db/statements.ts';
import type { ValuesOf } from '../../base/db/table.ts';
import { recoveryCodes, secondFactors } from '../../data/users/tables.ts';

export type FactorRow = ValuesOf<typeof secondFactors>;

/** The confirmed factors of an account, oldest first. */
export const factorsOf = query(
  'second_factors.ofUser',
  (_db, p: { userId: string }) => sql<FactorRow>`
  select ${allColumns(secondFactors, 'f')} from second_factors f
  where f.user_id = ${p.userId} and f.confirmed_at is not null order by f.created_at, f.id`,
);

export const factorOf = query(
  'second_factors.byId',
  (_db, p: { userId: string; id: string }) => sql<FactorRow>`
  select ${allColumns(secondFactors, 'f')} from second_factors f where f.id = ${p.id} and f.user_id = ${p.userId}`,
);

/** A passkey, whoever's it is. */
export const factorByCredential = query(
  'second_factors.byCredential',
  (_db, p: { credentialId: string }) => sql<FactorRow>`
  select ${allColumns(secondFactors, 'f')} from second_factors f
  where f.credential_id = ${p.credentialId} and f.confirmed_at is not null`,
);

export const insertFactor = insertRow('second_factors.insert', secondFactors);

export const removeFactor = deleteRow('second_factors.remove', secondFactors);

/** Confirms a factor that was begun; returns nothing if it was confirmed before. */
export const confirmFactor = command(
  'second_factors.confirm',
  (
    _db,
    p: { id: string; secretSealed: string; credentialId: string | null; counter: number; now: number },
  ) => sql<{
    id: string;
  }>`
  update second_factors set secret_sealed = ${p.secretSealed}, credential_id = ${p.credentialId}, counter = ${p.counter},
    confirmed_at = ${p.now}, last_used_at = ${p.now}
  where id = ${p.id} and confirmed_at is null returning id`,
);

/** Notes the use of a factor; returns nothing if its counter has been there before. */
export const useFactor = command(
  'second_factors.use',
  (_db, p: { id: string; counter: number; now: number }) => sql<{ id: string }>`
  update second_factors set counter = ${p.counter}, last_used_at = ${p.now}
  where id = ${p.id} and confirmed_at is not null and (counter < ${p.counter} or (counter = 0 and ${p.counter} = 0 and kind = 'passkey'))
  returning id`,
);

/** Removes what was begun and never confirmed. */
export const forgetBegun = command(
  'second_factors.forgetBegun',
  (_db, p: { userId: string }) => sql<never>`
  delete from second_factors where user_id = ${p.userId} and confirmed_at is null`,
);

export const forgetFactors = deleteRows('second_factors.forgetUser', secondFactors, ['user_id']);

export const insertCodes = insertRows('recovery_codes.insertMany', recoveryCodes, ['user_id', 'created_at']);

export const forgetCodes = deleteRows('recovery_codes.forgetUser', recoveryCodes, ['user_id']);

/** Uses up a recovery code; returns nothing if there is no such one. */
export const useCode = command(
  'recovery_codes.use',
  (_db, p: { userId: string; hash: string }) => sql<{ hash: string }>`
  delete from recovery_codes where user_id = ${p.userId} and code_hash = ${p.hash} returning code_hash as hash`,
);

export const codesLeft = query(
  'recovery_codes.left',
  (_db, p: { userId: string }) => sql<{ count: number }>`
  select count(*) as count from recovery_codes where user_id = ${p.userId}`,
);

/** When a session was last confirmed. */
export const confirmation = query('sessions.confirmation', (db, p: { id: string }) =>
  db.selectFrom('sessions').select('confirmed_at as confirmedAt').where('id', '=', p.id),
);

export const confirmSession = command('sessions.confirm', (db, p: { id: string; now: number }) =>
  db.updateTable('sessions').set({ confirmed_at: p.now }).where('id', '=', p.id),
);
