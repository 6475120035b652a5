import { sql } from 'kysely';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { Unauthorized } from '../../base/errors.ts';

const openSessionOf = query('sessions.isOpen', (db, p: { userId: string; id: string }) =>
  db.selectFrom('sessions').select('id').where('user_id', '=', p.userId).where('id', '=', p.id),
);

const openKeyOf = query('api_keys.isOpen', (db, p: { userId: string; id: string }) =>
  db
    .selectFrom('api_keys')
    .select('id')
    .where('user_id', '=', p.userId)
    .where('id', '=', sql<number>`cast(${p.id} as bigint)`),
);

/**
 * Locks the account of the actor. Throws `Unauthorized` if their credential has ended since the request was authenticated: a
 * caller who was just locked out must not create anything in the account.
 */
export async function holdAccount({ tx, actor }: Pick<Work, 'tx' | 'actor'>): Promise<void> {
  const { userId, credential } = actor;
  await tx.lock('users', null, [userId]);
  const opened = { userId, id: credential.id };
  const open =
    credential.kind === 'session' ? await tx.first(openSessionOf, opened) : await tx.first(openKeyOf, opened);
  if (!open) throw new Unauthorized();
}
