import { sql } from 'kysely';
import { idTimes, timeOfId } from '../../../../contract/ids.ts';
import type { Maintain, Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { Conflict, Invalid } from '../errors.ts';
import { removal, removeAll } from '../jobs/remove.ts';

/*
 * Ids created by clients. An id must be unique across all workspaces, because it is looked up without one. Primary keys
 * cannot ensure that, because they begin with the workspace. So each id is claimed here; of two concurrent claims, one
 * waits for the other. The claim outlives the row, until the id is too old to be accepted again.
 */

const claim = command(
  'claimed_ids.claim',
  (_db, p: { id: string; expiresAt: number }) => sql<{ one: number }>`
  insert into claimed_ids (id, expires_at) values (${p.id}, ${p.expiresAt})
  on conflict (id) do nothing
  returning 1 as one`,
);

/** Boards and the tables of their contents; the service creates most of their ids. */
const tables = [
  'boards',
  'lists',
  'labels',
  'cards',
  'checklists',
  'checklist_items',
  'comments',
  'attachments',
];

const taken = query('claimed_ids.taken', (_db, p: { id: string }) => {
  const found = tables.map((table) => sql`exists (select 1 from ${sql.table(table)} where id = ${p.id})`);
  return sql<{ one: number }>`select 1 as one where ${sql.join(found, sql` or `)}`;
});

/**
 * Ensures that an id created by a client is unique. Throws `Invalid` if its time is too far from now, and `Conflict` if it
 * is taken, without revealing by what.
 */
export async function claimId(tx: Writing, now: number, id: string): Promise<void> {
  const madeAt = timeOfId(id, now / 1000);
  const age = now / 1000 - madeAt;
  if (age < -idTimes.ahead) throw new Invalid('id-of-future', { field: 'body/publicId' });
  if (age > idTimes.behind) throw new Invalid('id-too-old', { field: 'body/publicId' });
  const expiresAt = (madeAt + idTimes.behind) * 1000;
  const [[claimed], found] = await Promise.all([tx.run(claim, { id, expiresAt }), tx.first(taken, { id })]);
  if (!claimed || found) throw new Conflict('id-taken', { field: 'body/publicId' });
}

const expired = removal(
  'claimed_ids.removeExpired',
  'claimed_ids',
  'id',
  (p: { now: number }) => sql`where expires_at < ${p.now}`,
);

/** Removes claims on ids that are too old to be accepted. */
export const forgetIds = (maintain: Maintain, now: number): Promise<void> =>
  removeAll(maintain, [expired], { now });
