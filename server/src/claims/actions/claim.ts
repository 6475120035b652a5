import { sql } from 'kysely';
import type { Static } from 'typebox';
import { type Claim, leases } from '../../../../contract/claims.ts';
import { keyOf } from '../../base/access/actor.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import { isoMillis, second } from '../../base/clock.ts';
import { command } from '../../base/db/query.ts';
import { updateRow } from '../../base/db/statements.ts';
import { Conflict, NotFound } from '../../base/errors.ts';
import { findMember, setMember } from '../../cards/actions/members.ts';
import { cardClaims } from '../../data/claims/tables.ts';
import { type ClaimRow, claimOf, isMine, shownClaim } from '../queries.ts';
import { endClaim } from './end.ts';

interface NewClaim {
  workspaceId: string;
  cardId: string;
  boardId: string;
  memberId: string;
  keyId: number | null;
  keyName: string | null;
  assigned: 0 | 1;
  now: number;
  expiresAt: number;
}

const insert = command(
  'card_claims.insert',
  (_db, p: NewClaim) => sql<never>`
  insert into card_claims
    (workspace_id, card_id, board_id, member_id, key_id, key_name, assigned, claimed_at, expires_at)
  values (${p.workspaceId}, ${p.cardId}, ${p.boardId}, ${p.memberId}, ${p.keyId}, ${p.keyName}, ${p.assigned}, ${p.now},
    ${p.expiresAt})`,
);

const renew = updateRow('card_claims.renew', cardClaims, ['expires_at']);

const expiryOf = (now: number, leaseSeconds: number = leases.usual): number => now + leaseSeconds * second;

/**
 * Puts the caller on a granted card that is open work, and stores that they have claimed it; a claim that has expired is ended
 * first. Nobody else can do so meanwhile, since the card is locked.
 */
export async function claimCard(
  work: Work,
  card: Located<'card'>,
  leaseSeconds: number | undefined,
): Promise<Static<typeof Claim>> {
  const { tx, actor, now, record } = work;
  const { workspaceId, id: cardId, boardId, memberId } = card;
  const member = await findMember(tx, card, memberId);
  if (!member) throw new NotFound();
  const left = await tx.first(claimOf, { workspaceId, cardId });
  if (left) await endClaim(work, card, left, 'expired');
  const isOn = left?.memberId === memberId && left.assigned === 1 ? 0 : member.on;
  const key = keyOf(actor);
  const undo = [{ kind: 'claim' as const, id: cardId, before: null, after: { memberId, claimedAt: now } }];
  await record.activity({ type: 'card.updated.claim.made', card, memberId, undo });
  const assigned = await setMember(work, card, { ...member, on: isOn }, true);
  const expiresAt = expiryOf(now, leaseSeconds);
  const claim = { memberId, keyId: key?.id ?? null, keyName: key?.name ?? null, expiresAt };
  await tx.run(insert, { workspaceId, cardId, boardId, ...claim, assigned: assigned ? 1 : 0, now });
  const row = {
    ...claim,
    cardId,
    userId: actor.userId,
    userName: actor.name,
    botSince: actor.isBot ? now : null,
    claimedAt: now,
  };
  return shownClaim({ ...row, assigned: assigned ? 1 : 0 }, card, actor);
}

const isLive = (claim: ClaimRow | undefined, now: number): claim is ClaimRow =>
  claim !== undefined && claim.expiresAt > now;

const claimedBy = ({ userName, keyName, expiresAt }: ClaimRow): Conflict =>
  new Conflict('claimed', { name: keyName ?? userName ?? 'somebody', until: isoMillis(expiresAt) });

/** Claims a card, or renews the claim of the caller. */
export async function putClaim(work: Work, cardPublicId: string, leaseSeconds: number | undefined) {
  const { tx, actor, now } = work;
  const card = await work.grant('card', cardPublicId, 'card:edit');
  const { workspaceId, id: cardId } = card;
  const claim = await tx.first(claimOf, { workspaceId, cardId });
  if (isLive(claim, now)) {
    if (!isMine(claim, card, actor)) throw claimedBy(claim);
    const expiresAt = expiryOf(now, leaseSeconds);
    await tx.run(renew, { workspaceId, cardId, expiresAt });
    work.record.live('card.updated.claim.renewed', workspaceId, { boardId: card.boardId, cardId });
    return shownClaim({ ...claim, expiresAt }, card, actor);
  }
  if (card.completedAt !== null || card.archivedAt !== null || card.isTemplate === 1)
    throw new Conflict('not-open-work');
  return claimCard(work, card, leaseSeconds);
}

/** Gives a card back, or takes it back from its holder. */
export async function deleteClaim(work: Work, cardPublicId: string): Promise<{ success: true }> {
  const { tx, actor, now } = work;
  const card = await work.grant('card', cardPublicId, 'card:edit');
  const claim = await tx.first(claimOf, { workspaceId: card.workspaceId, cardId: card.id });
  if (!isLive(claim, now)) {
    work.quiet();
    return { success: true };
  }
  const mine = isMine(claim, card, actor);
  if (!mine && actor.credential.kind !== 'session') throw claimedBy(claim);
  await endClaim(work, card, claim, mine ? 'returned' : 'revoked');
  return { success: true };
}
