import type { Work } from '../../base/changes/change.ts';
import type { ChangedCard } from '../../base/changes/record.ts';
import { deleteRow } from '../../base/db/statements.ts';
import { takeOff } from '../../cards/actions/members.ts';
import { runnerOf } from '../../data/bots/rows.ts';
import { cardClaims } from '../../data/claims/tables.ts';
import type { ClaimRow } from '../queries.ts';

export const removeClaim = deleteRow('card_claims.remove', cardClaims);

/**
 * Ends the claim of a locked card, and takes its holder off the card if the claim had put them there. Whoever runs the program that
 * held it is told, unless it gave the card back.
 */
export async function endClaim(
  work: Pick<Work, 'tx' | 'record' | 'actor' | 'tell'>,
  card: ChangedCard,
  claim: ClaimRow,
  how: 'returned' | 'revoked' | 'expired',
): Promise<void> {
  const { tx, record } = work;
  const { memberId, assigned } = claim;
  const { workspaceId, id: cardId } = card;
  // Before they are taken off: who is on the card is told.
  await record.activity({ type: `card.updated.claim.${how}`, card, memberId, undo: [] });
  if (assigned === 1) await takeOff(work, card, memberId);
  await tx.run(removeClaim, { workspaceId, cardId });
  if (how !== 'returned') await tellOwner(work, card, claim, how);
}

/** The owner of the bot, or of the API key; nobody of their own doing. */
async function tellOwner(
  { tx, actor, tell }: Pick<Work, 'tx' | 'actor' | 'tell'>,
  { workspaceId, boardId, id: cardId }: ChangedCard,
  { userId, userName, botSince, keyId, keyName }: ClaimRow,
  how: 'revoked' | 'expired',
): Promise<void> {
  const isBot = botSince !== null;
  if (userId === null || (!isBot && keyId === null)) return;
  const owner = await runnerOf(tx, workspaceId, { userId, isBot });
  if (owner === undefined || (how === 'revoked' && owner === actor.userId)) return;
  const name = (isBot ? userName : keyName) ?? undefined;
  const about = { claim: how, ...(name === undefined ? {} : { name }) };
  tell({ userId: owner, kind: 'claim-ended', workspaceId, boardId, cardId, about });
}
