import { allPermissions } from '../../../../contract/permissions.ts';
import type { Origin } from '../../base/access/origin.ts';
import type { Work } from '../../base/changes/change.ts';
import { effectiveOf, memberOf } from '../../members/actions/member.ts';
import { type CreateApiKey, createKeyFor, revokeKey } from '../../users/actions/api-keys.ts';
import { holdAccount } from '../../users/actions/hold-account.ts';
import { type BotAddress, grantKeys } from './bots.ts';

/** Creates a key that acts for a bot. The account of the actor is held first, as whenever a credential is made. */
export async function createBotKey(
  work: Work,
  address: BotAddress,
  given: Omit<CreateApiKey, 'workspacePublicId'>,
  origin: Origin,
) {
  await holdAccount(work);
  const { id: memberId, userId, name, workspaceId } = await grantKeys(work, address);
  const member = await memberOf(work.tx, workspaceId, memberId);
  const principal = {
    memberId,
    memberLevel: member.roleLevel,
    memberPermissions: effectiveOf(member),
    mask: allPermissions,
    openBoards: null,
  };
  return createKeyFor(work, { userId, name, workspaceId, principal }, given, origin);
}

/** Revokes a key of a bot, immediately on every node. */
export async function revokeBotKey(work: Work, address: BotAddress, keyId: number, origin: Origin) {
  const { userId } = await grantKeys(work, address);
  return revokeKey(work, { id: keyId, userId }, origin);
}
