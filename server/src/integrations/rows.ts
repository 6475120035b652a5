import { command } from '../db/query.ts';

/* Statements by which other domains write connections. */

export const forgetIntegrations = command('integrations.forgetUser', (db, p: { userId: string }) =>
  db.deleteFrom('integrations').where('user_id', '=', p.userId),
);
