import { sql } from 'kysely';
import { command } from '../../base/db/query.ts';

/* Statements by which other domains write accounts. */

export interface Placeholder {
  userId: string;
  email: string;
  name: string;
}

/**
 * Creates accounts that nobody can sign in to. The rows are sorted, so that two imports that create the same people cannot
 * deadlock.
 */
export const insertPlaceholders = command(
  'users.insertPlaceholders',
  (_db, p: { now: number; rows: Placeholder[] }, fn) => sql`
  insert into users (id, email, name, created_at)
  select r."userId", r.email, r.name, cast(${p.now} as bigint)
  from ${fn.rows(p.rows, { userId: 'text', email: 'text', name: 'text' })} r
  where true order by r.email
  on conflict (email) do nothing`,
);

/** Creates the account of a bot, to which nobody can sign in. */
export const insertBotAccount = command(
  'users.insertBot',
  (_db, p: { userId: string; email: string; name: string; image: string | null; now: number }) => sql<never>`
  insert into users (id, email, name, image, created_at, bot_since)
  values (${p.userId}, ${p.email}, ${p.name}, ${p.image}, ${p.now}, ${p.now})`,
);

export const nameBot = command(
  'users.nameBot',
  (db, p: { userId: string; name: string; image: string | null }) =>
    db
      .updateTable('users')
      .set({ name: p.name, image: p.image })
      .where('id', '=', p.userId)
      .where('bot_since', 'is not', null),
);
