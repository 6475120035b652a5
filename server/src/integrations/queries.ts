import type { Provider } from '../../../contract/integrations.ts';
import { query } from '../base/db/query.ts';

export const integrationsOf = query('integrations.ofUser', (db, p: { userId: string }) =>
  db
    .selectFrom('integrations')
    .select(['provider', 'account', 'connected_at as connectedAt'])
    .where('user_id', '=', p.userId),
);

export const sealedToken = query('integrations.token', (db, p: { userId: string; provider: Provider }) =>
  db
    .selectFrom('integrations')
    .select('token_sealed as sealed')
    .where('user_id', '=', p.userId)
    .where('provider', '=', p.provider),
);
