import { sql } from 'kysely';
import { idTimes, timeOfId } from '../../../../contract/ids.ts';
import type { Maintain, Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { Conflict, Invalid } from '../errors.ts';
import { removal, removeAll } from '../jobs/remove.ts';

/*
 * Ids that clients made. An id is looked up wherever it is, so it is one thing's among all that there is; keys of tables
 * cannot see to that, for they begin with the workspace. So each is claimed here, where of two at once one waits for the
 * other. The claim outlives the thing until the id is too old to be taken again.
 */

const claim = command(
  'claimed_ids.claim',
  (_db, p: { id: string; expiresAt: number }) => sql<{ one: number }>`
  insert into claimed_ids (id, expires_at) values (${p.id}, ${p.expiresAt})
  on conflict (id) do nothing
  returning 1 as one`,
);

/** Tables of what is on a board; the ids of most are made by the service. */
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
 * Sees to it that an id that a client made is that of nothing else. Throws `Invalid` where its time is too far from now,
 * `Conflict` where it is taken; by what is not told.
 */
export async function claimId(tx: Writing, now: number, id: string): Promise<void> {
  const madeAt = timeOfId(id, now / 1000);
  const age = now / 1000 - madeAt;
  if (age < -idTimes.ahead) throw new Invalid('body/publicId is an id of the future');
  if (age > idTimes.behind) throw new Invalid('body/publicId is too old');
  const expiresAt = (madeAt + idTimes.behind) * 1000;
  const [[claimed], found] = await Promise.all([tx.run(claim, { id, expiresAt }), tx.first(taken, { id })]);
  if (!claimed || found) throw new Conflict('body/publicId is taken');
}

const expired = removal(
  'claimed_ids.removeExpired',
  'claimed_ids',
  'id',
  (p: { now: number }) => sql`where expires_at < ${p.now}`,
);

/** Forgets ids that are too old to be taken. */
export const forgetIds = (maintain: Maintain, now: number): Promise<void> =>
  removeAll(maintain, [expired], { now });
