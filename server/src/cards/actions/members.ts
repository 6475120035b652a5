import { sql } from 'kysely';
import { cannotSee, seesBoard } from '../../base/access/board-permissions.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Work } from '../../base/changes/change.ts';
import type { ChangedCard } from '../../base/changes/record.ts';
import { cameOrWent } from '../../base/changes/undo-steps.ts';
import type { Writing } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { deleteRow, insertRow } from '../../base/db/statements.ts';
import { Invalid, NotFound } from '../../base/errors.ts';
import { cardMembers } from '../../data/cards/tables.ts';
import { changedCard } from '../lookups.ts';

interface MemberOfCard {
  workspaceId: string;
  cardId: string;
  memberId: string;
}

export interface FoundMember {
  id: string;
  /** 1 if the member is on the card. */
  on: 0 | 1;
  /** 1 if the member sees the board of the card, and may be put on it. */
  sees: 0 | 1;
}

/** A member who was removed from the workspace can still be taken off a card, but not put on one. */
const memberForCard = query(
  'cards.memberForCard',
  (_db, p: MemberOfCard & { boardId: string }) => sql<FoundMember>`
  select m.id as id, case when cm.member_id is null then 0 else 1 end as "on",
    case when ${seesBoard('b', p.workspaceId)} then 1 else 0 end as sees
  from members m
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}
  left join card_members cm
    on cm.workspace_id = ${p.workspaceId} and cm.card_id = ${p.cardId} and cm.member_id = m.id
  where m.workspace_id = ${p.workspaceId} and m.id = ${p.memberId}
    and (m.status <> 'removed' or cm.member_id is not null)`,
);

interface OnBoard {
  workspaceId: string;
  boardId: string;
  cardId: string;
}

/** A member on a card who cannot see a board. */
const shutOut = query(
  'cards.membersShutOut',
  (_db, p: OnBoard) => sql<{ id: string }>`
  select m.id as id
  from card_members cm
  join members m on m.workspace_id = ${p.workspaceId} and m.id = cm.member_id and m.status <> 'removed'
  where cm.workspace_id = ${p.workspaceId} and cm.card_id = ${p.cardId}
    and ${cannotSee(sql`${p.boardId}`, p.workspaceId)}
  limit 1`,
);

export const membersOn = query('cards.membersOn', (db, p: { workspaceId: string; cardId: string }) =>
  db
    .selectFrom('card_members')
    .select('member_id as id')
    .where('workspace_id', '=', p.workspaceId)
    .where('card_id', '=', p.cardId)
    .orderBy('member_id'),
);

/**
 * Throws `Invalid`, naming a field, if a member of a locked card cannot see the board that it moves to. The members are locked:
 * if one loses access to the board earlier, it is noticed here; if later, that change takes them off the card.
 */
export async function requireSight(tx: Writing, to: OnBoard, field: string): Promise<void> {
  const { workspaceId } = to;
  const memberIds = (await tx.all(membersOn, to)).map(({ id }) => id);
  if (memberIds.length === 0) return;
  const found = await tx.lockAndRead('members', workspaceId, memberIds, () => tx.first(shutOut, to));
  if (found) throw new Invalid('member-blind-there', { field: `body/${field}`, id: found.id });
}

const put = insertRow('cards.putMember', cardMembers);

const take = deleteRow('cards.takeMember', cardMembers);

/**
 * A member of the workspace of a granted card, or undefined. The member is locked: if they are removed from the workspace
 * earlier, it is noticed here; if later, the removal takes them off the card.
 */
export async function findMember(
  tx: Writing,
  card: Located<'card'>,
  memberId: string,
): Promise<FoundMember | undefined> {
  const { workspaceId, boardId, id: cardId } = card;
  const place = { workspaceId, boardId, cardId, memberId };
  return tx.lockAndRead('members', workspaceId, [memberId], () => tx.first(memberForCard, place));
}

/**
 * Puts a member on a granted card, or takes one off; returns whether that changed anything. If not, nothing is written or
 * recorded. Throws `Invalid`, naming the field `named`, for a member who cannot see the board.
 */
export async function setMember(
  { tx, record, quiet }: Work,
  card: Located<'card'>,
  member: FoundMember,
  wanted: boolean,
  named = 'path/workspaceMemberPublicId',
): Promise<boolean> {
  if (wanted === (member.on === 1)) {
    quiet();
    return false;
  }
  if (wanted && member.sees === 0) throw new Invalid('member-blind', { field: named });
  const { workspaceId, id: cardId } = card;
  const place = { workspaceId, cardId, memberId: member.id };
  await Promise.all([
    wanted ? tx.run(put, place) : tx.run(take, place),
    record.activity({
      type: wanted ? 'card.updated.member.added' : 'card.updated.member.removed',
      card: changedCard(card),
      memberId: member.id,
      undo: [cameOrWent('member', `${cardId} ${member.id}`, wanted)],
    }),
  ]);
  return true;
}

/** Takes a member off a locked card, if they are still on it. */
export async function takeOff(
  { tx, record }: Pick<Work, 'tx' | 'record'>,
  card: ChangedCard,
  memberId: string,
): Promise<void> {
  const place = { workspaceId: card.workspaceId, cardId: card.id };
  const on = await tx.all(membersOn, place);
  if (!on.some(({ id }) => id === memberId)) return;
  await tx.run(take, { ...place, memberId });
  const undo = [cameOrWent('member', `${card.id} ${memberId}`, false)];
  await record.activity({ type: 'card.updated.member.removed', card, memberId, undo });
}

/** Puts a member on a card, or takes them off if they are on it (E9). */
export async function toggleMember(work: Work, cardPublicId: string, memberPublicId: string) {
  const { card, member } = await grantMember(work, cardPublicId, memberPublicId);
  const newMember = member.on === 0;
  await setMember(work, card, member, newMember);
  return { newMember };
}

/** Puts a member on a card, if they are not on it. */
export async function addMember(work: Work, cardPublicId: string, memberPublicId: string) {
  const { card, member } = await grantMember(work, cardPublicId, memberPublicId);
  await setMember(work, card, member, true);
  return { success: true };
}

/** Takes a member off a card, if they are on it. */
export async function removeMember(work: Work, cardPublicId: string, memberPublicId: string) {
  const { card, member } = await grantMember(work, cardPublicId, memberPublicId);
  await setMember(work, card, member, false);
  return { success: true };
}

async function grantMember({ tx, grant }: Work, cardPublicId: string, memberPublicId: string) {
  const card = await grant('card', cardPublicId, 'card:edit');
  const member = await findMember(tx, card, memberPublicId);
  if (!member) throw new NotFound('not-a-member', { field: 'path/workspaceMemberPublicId' });
  return { card, member };
}
