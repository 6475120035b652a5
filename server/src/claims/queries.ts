import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Claim } from '../../../contract/claims.ts';
import { holds } from '../../../contract/permissions.ts';
import { type Actor, type KeyName, keyOf } from '../base/access/actor.ts';
import type { MemberRights } from '../base/access/authority.ts';
import { isoMillis } from '../base/clock.ts';
import { query } from '../base/db/query.ts';
import type { Cursor } from '../base/http/cursor.ts';
import { type OutlineParams, openCardsAfter } from '../reading/outline.ts';

export interface ClaimRow {
  cardId: string;
  memberId: string;
  userId: string | null;
  userName: string | null;
  /** Null unless the holder is a bot. */
  botSince: number | null;
  keyId: number | null;
  keyName: string | null;
  assigned: 0 | 1;
  claimedAt: number;
  expiresAt: number;
}

const columns = sql`o.card_id as "cardId", o.member_id as "memberId", m.user_id as "userId", u.name as "userName", u.bot_since as "botSince",
  o.key_id as "keyId", o.key_name as "keyName", o.assigned as assigned, o.claimed_at as "claimedAt",
  o.expires_at as "expiresAt"`;

/** The claim of a card, also one that has expired and of which nobody has been told. */
export const claimOf = query(
  'claims.ofCard',
  (_db, p: { workspaceId: string; cardId: string }) => sql<ClaimRow>`
  select ${columns} from card_claims o
  left join members m on m.workspace_id = ${p.workspaceId} and m.id = o.member_id
  left join users u on u.id = m.user_id
  where o.workspace_id = ${p.workspaceId} and o.card_id = ${p.cardId}`,
);

interface OnBoard {
  workspaceId: string;
  boardId: string;
  now: number;
}

/** Those of a board that have not expired, the next one to expire first. */
export const claimsOn = query(
  'claims.onBoard',
  (_db, p: OnBoard & Cursor & { limit: number }, fn) => sql<ClaimRow & Cursor>`
  select ${columns}, o.expires_at as at, o.card_id as id
  from (
    select x.* from card_claims x
    where x.workspace_id = ${p.workspaceId} and x.board_id = ${p.boardId} and x.expires_at > ${p.now}
      and (x.expires_at, x.card_id) > (cast(${p.at} as bigint), cast(${p.id} as text))
    order by x.expires_at, x.card_id limit ${p.limit}
  ) o
  ${fn.row({ table: 'members', as: 'm', workspaceId: p.workspaceId, id: 'o.member_id' })}
  left join users u on u.id = m.user_id
  order by o.expires_at, o.card_id`,
);

/** When the next claim of a board expires. */
export const nextExpiry = query(
  'claims.nextExpiry',
  (_db, p: OnBoard) => sql<{ at: number }>`
  select x.expires_at as at from card_claims x
  where x.workspace_id = ${p.workspaceId} and x.board_id = ${p.boardId} and x.expires_at > ${p.now}
  order by x.expires_at, x.card_id limit 1`,
);

/** Open cards of a board after a place; `isFree` is 0 for those that are claimed, completed or templates. */
export const candidates = query(
  'claims.candidates',
  (_db, p: OutlineParams & { now: number }, fn) => sql<{
    id: string;
    listPosition: string;
    position: string;
    isFree: 0 | 1;
  }>`
  select x.id as id, k.list_position as "listPosition", x.position as position,
    case when x.completed_at is null and x.is_template = 0 and not exists (
      select 1 from card_claims o
      where o.workspace_id = ${p.workspaceId} and o.card_id = x.id and o.expires_at > ${p.now}
    ) then 1 else 0 end as "isFree"
  ${openCardsAfter(fn, p, sql`l.archived_at is null`)}
  order by k.list_position, x.position limit ${p.limit}`,
);

/** The number of the key of a caller; null for a session. */
export const keyIdOf = (actor: Actor): number | null => keyOf(actor)?.id ?? null;

export const isMine = (
  claim: Pick<ClaimRow, 'memberId' | 'keyId'>,
  { memberId }: Pick<MemberRights, 'memberId'>,
  actor: Actor,
): boolean => claim.memberId === memberId && claim.keyId === keyIdOf(actor);

const keyIn = ({ keyId, keyName, botSince }: ClaimRow): KeyName | null =>
  keyId === null ? null : { id: keyId, name: keyName ?? '', ...(botSince === null ? {} : { isBot: true }) };

/** A claim as a caller sees it. */
export function shownClaim(
  claim: ClaimRow,
  rights: Pick<MemberRights, 'memberId' | 'permissions'>,
  actor: Actor,
): Static<typeof Claim> {
  const { cardId, memberId, userName, claimedAt, expiresAt } = claim;
  const mine = isMine(claim, rights, actor);
  const seesMembers = mine || holds(rights.permissions, 'member:view');
  return {
    cardPublicId: cardId,
    member: seesMembers ? { publicId: memberId, name: userName } : null,
    apiKey: seesMembers ? keyIn(claim) : null,
    mine,
    claimedAt: isoMillis(claimedAt),
    expiresAt: isoMillis(expiresAt),
  };
}
