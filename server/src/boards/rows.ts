import { command } from '../db/query.ts';

/* Statements by which other domains write what belongs to boards. */

export const forgetFavourites = command('favourites.forgetUser', (db, p: { userId: string }) =>
  db.deleteFrom('favourites').where('user_id', '=', p.userId),
);
