import type { Work } from '../../base/changes/change.ts';
import type { ChangedCard } from '../../base/changes/record.ts';
import { deleteRow } from '../../base/db/statements.ts';
import { takeOff } from '../../cards/actions/members.ts';
import { cardClaims } from '../../data/claims/tables.ts';
import type { ClaimRow } from '../queries.ts';

export const removeClaim = deleteRow('card_claims.remove', cardClaims);

/** Ends the claim of a locked card, and takes its holder off the card if the claim had put them there. */
export async function endClaim(
  work: Pick<Work, 'tx' | 'record'>,
  card: ChangedCard,
  { memberId, assigned }: Pick<ClaimRow, 'memberId' | 'assigned'>,
  how: 'returned' | 'revoked' | 'expired',
): Promise<void> {
  const { tx, record } = work;
  const { workspaceId, id: cardId } = card;
  // Before they are taken off: who is on the card is told.
  await record.activity({ type: `card.updated.claim.${how}`, card, memberId, undo: [] });
  if (assigned === 1) await takeOff(work, card, memberId);
  await tx.run(removeClaim, { workspaceId, cardId });
}
