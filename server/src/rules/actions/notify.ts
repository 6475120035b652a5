import { sql } from 'kysely';
import type { Action } from '../../../../contract/rule-shapes.ts';
import { seesBoard } from '../../base/access/board-permissions.ts';
import type { Work } from '../../base/changes/change.ts';
import { query } from '../../base/db/query.ts';
import { shortened } from '../../base/texts.ts';
import type { OfBoard } from '../queries.ts';
import type { Performance } from './performance.ts';

interface OfCards extends OfBoard {
  cardIds: readonly string[];
}

/** The accounts of the members on cards, if they see the board. */
const concerned = query(
  'rules.concerned',
  (_db, p: OfCards, fn) => sql<{ userId: string; cardId: string }>`
  with found as materialized (
    select x.member_id, x.card_id
    ${fn.lookUp({ table: 'card_members', workspaceId: p.workspaceId, column: 'card_id', values: fn.ids(p.cardIds) })}
  )
  select m.user_id as "userId", f.card_id as "cardId"
  from found f
  ${fn.row({ table: 'members', as: 'm', workspaceId: p.workspaceId, id: 'f.member_id' })}
  ${fn.row({ table: 'roles', as: 'r', workspaceId: p.workspaceId, id: 'm.role_id' })}
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}
  where m.user_id is not null and m.status = 'active' and ${seesBoard('b', p.workspaceId, 'card:view')}`,
);

const oneMember = query(
  'rules.oneMember',
  (_db, p: OfBoard & { memberId: string }) => sql<{ userId: string }>`
  select m.user_id as "userId"
  from members m
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
  where m.workspace_id = ${p.workspaceId} and m.id = ${p.memberId} and m.user_id is not null and m.status = 'active'
    and ${seesBoard('b', p.workspaceId, 'card:view')}`,
);

const longestText = 300;

/** Tells a member, or all on the cards; without either, the maker of the rule. */
export async function notify(
  work: Work,
  of: Performance,
  { memberPublicId, text = '' }: Action,
): Promise<void> {
  const { workspaceId, boardId, cardIds, rule } = of;
  const about = { name: rule.name, publicId: rule.id, text: shortened(text, longestText) };
  const place = { workspaceId, boardId, about, kind: 'rule' as const };
  const tell = (userId: string, cardId?: string) =>
    work.tell({ userId, ...place, ...(cardId === undefined ? {} : { cardId }) });
  if (memberPublicId === undefined && cardIds.length > 0) {
    const found = await work.tx.all(concerned, { workspaceId, boardId, cardIds });
    for (const { userId, cardId } of found) tell(userId, cardId);
    return;
  }
  const asked = { workspaceId, boardId, memberId: memberPublicId ?? '' };
  const found = memberPublicId === undefined ? undefined : await work.tx.first(oneMember, asked);
  const userId = memberPublicId === undefined ? rule.madeBy : found?.userId;
  if (userId === undefined) return;
  if (cardIds.length === 0) tell(userId);
  for (const cardId of cardIds) tell(userId, cardId);
}
