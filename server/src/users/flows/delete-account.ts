import { sql } from 'kysely';
import type { Origin } from '../../base/access/origin.ts';
import type { Caller, Change, Work } from '../../base/changes/change.ts';
import { forgetSomeOf } from '../../base/changes/forget-notifications.ts';
import { forgetKeysOf } from '../../base/changes/idempotency.ts';
import { raiseWhereShown } from '../../base/changes/versions.ts';
import { command, query } from '../../base/db/query.ts';
import { deleteRows } from '../../base/db/statements.ts';
import { languageFor, mailOf } from '../../base/mail/compose.ts';
import type { Service } from '../../base/service.ts';
import { forgetFavourites } from '../../data/boards/rows.ts';
import { forgetCalendars, forgetFeeds } from '../../data/calendars/rows.ts';
import { forgetIntegrations } from '../../data/integrations/rows.ts';
import { forgetSentTo, withdrawInvitations } from '../../data/invites/rows.ts';
import { forgetMailboxes } from '../../data/mailboxes/rows.ts';
import { anonymiseMembers, forgetPlaceholdersOf } from '../../data/members/rows.ts';
import { forgetNotificationSettings } from '../../data/notifications/rows.ts';
import { identities, securityEvents } from '../../data/users/tables.ts';
import { forgetUserViews, forgetViews } from '../../data/views/rows.ts';
import { endApiKeys } from '../actions/api-keys.ts';
import { forgetCodes, forgetFactors } from '../factors/queries.ts';
import { revokeMailTokens } from '../mail-tokens.ts';
import { preferences } from '../queries.ts';
import { endSessions } from '../sessions.ts';
import { leaveWorkspaces, requireAllHandedOver } from './leave-workspaces.ts';
import { type GivenProof, holdProven, type OwnerProof, ownerProof } from './owner-proof.ts';
import { withdrawReactions } from './withdraw-reactions.ts';

/*
 * What a user wrote belongs to its workspaces and stays. The row of the account stays for it, anonymised: its name is "Deleted
 * user", its address is undeliverable, and it has no credentials.
 */

const anonymise = command(
  'users.anonymise',
  (_db, p: { userId: string; now: number }) => sql`
  update users set email = 'deleted-' || id || '@deleted.invalid', name = 'Deleted user', image = null, time_zone = null, earlier_time_zone = null,
    earlier_time_zone_until = null, locale = null,
    password_hash = null, billing_customer_id = null, magic_link_at = null, email_verified_at = null,
    disabled_at = ${p.now}, deleted_at = ${p.now}
  where id = ${p.userId}`,
);

const forgetIdentities = deleteRows('identities.forgetUser', identities, ['user_id']);

const forgetSecurityEvents = deleteRows('security_events.forgetUser', securityEvents, ['user_id']);

/** Data that only the account itself sees. */
const own = [
  forgetFactors,
  forgetCodes,
  forgetIdentities,
  forgetIntegrations,
  forgetFavourites,
  forgetViews,
  forgetUserViews,
  forgetCalendars,
  forgetFeeds,
  forgetMailboxes,
  forgetKeysOf,
  forgetSecurityEvents,
  forgetNotificationSettings,
];

const anyMembership = query('users.anyMembership', (db, p: { userId: string }) =>
  db
    .selectFrom('members')
    .select('id')
    .where('user_id', '=', p.userId)
    .where('status', '<>', 'removed')
    .limit(1),
);

/**
 * Deletes the actor's account, after proof of ownership. Throws like `ownerProof`, and `Conflict` if a workspace with other
 * members has no other admin.
 */
export async function deleteOwnAccount(service: Service, caller: Caller, given: GivenProof, origin: Origin) {
  const { actor } = caller;
  const proof = await ownerProof(service, actor, given, origin);
  const known = await service.db.first(preferences, { userId: actor.userId });
  await deleteAccount(service, caller, proof);
  const reader = { to: actor.email, language: languageFor(known?.locale ?? null) };
  service.outbox.send(mailOf(reader, 'accountDeleted', service.publicUrl));
  return { success: true };
}

/** Deletes an account without proof of ownership, for the operator. */
export async function deleteAccount(
  { db }: Pick<Service, 'db'>,
  { actor, change }: Caller,
  proof?: OwnerProof,
): Promise<void> {
  await requireAllHandedOver(db, actor.userId);
  do {
    await leaveWorkspaces(change);
    await forgetTold(change);
    await withdrawReactions(db, { actor, change });
  } while (!(await forgotten(change, proof)));
}

/** Thrown to undo the last change, so that its proof can be used again. */
class JoinedMeanwhile extends Error {}

/** Returns false if the account has made or joined a workspace in the meantime. */
const forgotten = (change: Change, proof: OwnerProof | undefined): Promise<boolean> =>
  change((work) => forgetAccount(work, proof)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof JoinedMeanwhile) return false;
      throw error;
    },
  );

/** Removes what the actor was told and watches, in slices, so that others are not blocked for long. */
async function forgetTold(change: Change): Promise<void> {
  const some = ({ tx, actor, ownAccount }: Work) => {
    ownAccount();
    return forgetSomeOf(tx, actor.userId);
  };
  while (await change(some));
}

/** Whoever makes or joins a workspace holds the account, too. */
async function forgetAccount(work: Work, proof: OwnerProof | undefined): Promise<void> {
  const { tx, actor, now } = work;
  const { userId, email } = actor;
  work.ownAccount();
  if (proof) await holdProven(work, proof);
  else await tx.lock('users', null, [userId]);
  if (await tx.first(anyMembership, { userId })) throw new JoinedMeanwhile();
  await endSessions(tx, userId);
  await endApiKeys(work, userId);
  await revokeMailTokens(tx, email, userId);
  for (const forget of own) await tx.run(forget, { userId });
  await tx.run(withdrawInvitations, { email });
  await tx.run(forgetSentTo, { email });
  await tx.run(forgetPlaceholdersOf, { userId, email });
  await tx.run(anonymiseMembers, { userId, email });
  await tx.run(anonymise, { userId, now });
  await tx.run(raiseWhereShown, { userId, now });
}
