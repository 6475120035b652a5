import type { AccountWork } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import { deleteRows } from '../../base/db/statements.ts';
import { forgetCalendars, forgetFeeds } from '../../data/calendars/rows.ts';
import { forgetMailboxes } from '../../data/mailboxes/rows.ts';
import { identities } from '../../data/users/tables.ts';
import { forgetCodes, forgetFactors } from '../factors/queries.ts';
import { endSessions } from '../sessions.ts';
import { endApiKeys } from './api-keys.ts';

/*
 * Signing up does not verify the address: someone else may have created the account first. So the user who first verifies the
 * address gets sole access, and all credentials from before are revoked.
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
 * Records that the caller reads the mail of the account. The first time, the password, all sessions, API keys, provider
 * identities, second factors and the addresses of calendars, feeds and mails are removed; later calls change nothing.
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
  await tx.run(forgetFactors, { userId });
  await tx.run(forgetCodes, { userId });
  await tx.run(forgetCalendars, { userId });
  await tx.run(forgetFeeds, { userId });
  await tx.run(forgetMailboxes, { userId });
}

const verify = command('users.verify', (db, p: Proof) =>
  db
    .updateTable('users')
    .set({ email_verified_at: p.now })
    .where('id', '=', p.userId)
    .where('email_verified_at', 'is', null),
);

/**
 * Like `proveAddress`, for a signed-in user. Until then only the credentials that the account was created with open it, so they
 * are its creator, and nothing has to be revoked.
 */
export async function proveOwnAddress(
  { tx, now }: Pick<AccountWork, 'tx' | 'now'>,
  userId: string,
): Promise<void> {
  await tx.run(verify, { userId, now });
}
