import { sql } from 'kysely';
import { bitOf, holds } from '../../../../contract/permissions.ts';
import type { Action } from '../../../../contract/rule-shapes.ts';
import { heldInWorkspace, isAmong } from '../../base/access/board-permissions.ts';
import type { Work } from '../../base/changes/change.ts';
import { mayReceive } from '../../base/changes/deliveries.ts';
import type { ChangedCard } from '../../base/changes/record.ts';
import { query } from '../../base/db/query.ts';
import { Conflict, Forbidden, Invalid } from '../../base/errors.ts';
import type { OfBoard } from '../queries.ts';
import type { Performance } from './performance.ts';

interface Asked extends OfBoard {
  webhookId: string;
  userId: string;
}

/** A webhook of the workspace or a channel of the board, and whether a user may manage it, and it may hear of the board. */
const receiver = query(
  'rules.receiver',
  (_db, p: Asked) => sql<{ active: 0 | 1; isFailing: 0 | 1; hears: 0 | 1; isManaged: 0 | 1 }>`
  select h.active as active, case when h.failing_since is null then 0 else 1 end as "isFailing",
    case when ${isAmong(sql`cast(${p.boardId} as text)`, sql`h.only_boards`)}
      and ${mayReceive('h', p.workspaceId, sql`cast(${p.boardId} as text)`)} then 1 else 0 end as hears,
    case when exists (
      select 1 from members m
      join roles r on r.workspace_id = ${p.workspaceId} and r.id = m.role_id
      join users u on u.id = m.user_id and u.disabled_at is null
      where m.workspace_id = ${p.workspaceId} and m.user_id = ${p.userId} and m.status = 'active'
        and (${heldInWorkspace} & ${sql.lit(bitOf('workspace:manage'))}) <> 0) then 1 else 0 end as "isManaged"
  from webhooks h
  where h.workspace_id = ${p.workspaceId} and h.id = ${p.webhookId} and (h.board_id is null or h.board_id = ${p.boardId})`,
);

const changed = query(
  'rules.changedCards',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<ChangedCard>`
  select c.workspace_id as "workspaceId", c.board_id as "boardId", c.list_id as "listId", c.id as id, c.number as number,
    c.title as title
  from cards c where c.workspace_id = ${p.workspaceId} and ${fn.isIn('c.id', fn.each(p.ids))}`,
);

/**
 * Sends to a webhook what the rule says, once for each card. Who made the rule must still be allowed to manage webhooks, whoever
 * presses it: they have said what is sent where.
 */
export async function sendTo(
  { tx, record }: Work,
  { workspaceId, boardId, cardIds, rule }: Performance,
  { webhookPublicId = '', text }: Action,
): Promise<void> {
  const field = 'body/webhookPublicId';
  const asked = { workspaceId, boardId, webhookId: webhookPublicId, userId: rule.madeBy };
  const found = await tx.first(receiver, asked);
  if (!found) throw new Invalid('not-found', { field });
  if (found.isManaged === 0 || !holds(rule.mask, 'workspace:manage'))
    throw new Forbidden('webhook-without-manager', { field });
  if (found.hears === 0) throw new Invalid('webhook-of-others', { field });
  if (found.active === 0) throw new Conflict('webhook-inactive');
  const cards = cardIds.length === 0 ? [undefined] : await tx.all(changed, { workspaceId, ids: cardIds });
  const said = { workspaceId, boardId, rule: { publicId: rule.id, name: rule.name }, text };
  const to = { id: webhookPublicId, isFailing: found.isFailing === 1 };
  for (const card of cards) await record.send({ ...said, to, card });
}
