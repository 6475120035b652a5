import type { Origin } from '../../base/access/origin.ts';
import type { Caller } from '../../base/changes/change.ts';
import { command } from '../../base/db/query.ts';
import type { Service } from '../../base/service.ts';
import { forgetCalendars, forgetFeeds } from '../../data/calendars/rows.ts';
import { forgetMailboxes } from '../../data/mailboxes/rows.ts';
import { endApiKeys } from '../actions/api-keys.ts';
import { holdAccount } from '../actions/hold-account.ts';
import { noteEvent } from '../actions/security-log.ts';
import { requireUncommon } from '../guessable.ts';
import { revokeMailTokens } from '../mail-tokens.ts';
import { requireOpenWay } from '../openid/only-ways.ts';
import { passwords } from '../passwords.ts';
import { endSessions } from '../sessions.ts';
import { type GivenProof, holdProven, ownerProof } from './owner-proof.ts';

const replace = command('users.replacePassword', (db, p: { userId: string; to: string }) =>
  db.updateTable('users').set({ password_hash: p.to }).where('id', '=', p.userId),
);

interface Given extends GivenProof {
  newPassword: string;
  revokeApiKeys?: boolean;
}

/**
 * Sets the actor's password and revokes all mailed tokens and all sessions except that of the request; on request also what
 * programs use: API keys and addresses of calendars and feeds. Throws like `ownerProof`.
 */
export async function changePassword(
  service: Service,
  { actor, change }: Caller,
  given: Given,
  origin: Origin,
) {
  const { userId, email } = actor;
  requireOpenWay(service.config, email);
  requireUncommon(given.newPassword, actor, 'newPassword');
  const proof = await ownerProof(service, actor, given, origin);
  const to = await passwords.hash(given.newPassword, origin.network);
  return change(async (work) => {
    const { tx, ownAccount } = work;
    ownAccount();
    await holdProven(work, proof);
    await holdAccount(work);
    await revokeMailTokens(tx, email, userId);
    await tx.run(replace, { userId, to });
    await endSessions(tx, userId, actor.credential.id);
    if (given.revokeApiKeys) {
      await endApiKeys(work, userId);
      await tx.run(forgetCalendars, { userId });
      await tx.run(forgetFeeds, { userId });
      await tx.run(forgetMailboxes, { userId });
    }
    const type = proof.passwordHash === null ? 'password.set' : 'password.changed';
    await noteEvent(work, { userId, type, origin });
    return { success: true };
  });
}
