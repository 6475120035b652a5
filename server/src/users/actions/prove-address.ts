import type { AccountWork } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { deleteRows } from '../../base/db/statements.ts';
import { identities } from '../../data/users/tables.ts';
import { endSessions } from '../sessions.ts';
import { endApiKeys } from './api-keys.ts';

/*
 * A sign-up proves no address: anyone may have made the account before the one whose address it is. So whoever proves
 * it first gets the account alone, and every way in that was there before is closed.
 */

interface Proof {
  userId: string;
  now: number;
}

const claim = command('users.claim', (db, p: Proof) =>
  db
    .updateTable('users')
    .set({ email_verified_at: p.now, password_hash: null })
    .where('id', '=', p.userId)
    .where('email_verified_at', 'is', null)
    .returning('id'),
);

const unlink = deleteRows('identities.endAll', identities, ['user_id']);

/**
 * Says that whoever is at work reads the mail of the account. The first time the password, all sessions, API keys and
 * identities of providers end; later times change nothing.
 */
export async function proveAddress(
  { tx, now }: Pick<AccountWork, 'tx' | 'now'>,
  userId: string,
): Promise<void> {
  const [claimed] = await tx.run(claim, { userId, now });
  if (!claimed) return;
  await endSessions(tx, userId);
  await endApiKeys({ tx, now }, userId);
  await tx.run(unlink, { userId });
}

const verify = command('users.verify', (db, p: Proof) =>
  db
    .updateTable('users')
    .set({ email_verified_at: p.now })
    .where('id', '=', p.userId)
    .where('email_verified_at', 'is', null),
);

/**
 * The same of someone who is signed in: as nothing but what the account was made with opens it until then, they are
 * who made it, and there is nobody to shut out.
 */
export async function proveOwnAddress(
  { tx, now }: Pick<AccountWork, 'tx' | 'now'>,
  userId: string,
): Promise<void> {
  await tx.run(verify, { userId, now });
}
