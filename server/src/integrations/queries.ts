import type { Provider } from '../../../contract/integrations.ts';
import { query } from '../base/db/query.ts';

export const integrationsOf = query('integrations.ofUser', (db, p: { userId: string }) =>
  db
    .selectFrom('integrations')
    .select(['provider', 'account', 'connected_at as connectedAt'])
    .where('user_id', '=', p.userId),
);

/** The connection of a user to a provider, with the user's email address here. */
export const connectionOf = query('integrations.token', (db, p: { userId: string; provider: Provider }) =>
  db
    .selectFrom('integrations')
    .innerJoin('users', 'users.id', 'integrations.user_id')
    .select(['token_sealed as sealed', 'account', 'users.email as email'])
    .where('user_id', '=', p.userId)
    .where('provider', '=', p.provider),
);
