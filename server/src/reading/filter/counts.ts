import { type RawBuilder, sql } from 'kysely';
import { updatedAt } from '../../data/cards/fragments.ts';
import type { Condition, To } from './condition.ts';

/* Numbers of card `x` for which many rows of it are read: once, however many terms compare with them. */

const counted = (shape: string, count: (to: To) => RawBuilder<unknown>): Condition => ({
  shape,
  values: [],
  isDear: true,
  isNumber: true,
  sql: count,
});

/** Items of card `x`. */
export const itemsOn = ({ workspaceId }: To, only = sql`1 = 1`) => sql`from checklists k
  cross join checklist_items i
  where k.workspace_id = ${workspaceId} and k.card_id = x.id
    and i.workspace_id = ${workspaceId} and i.checklist_id = k.id and ${only}`;

export const counts = {
  items: counted('items', (to) => sql`(select count(*) ${itemsOn(to)})`),
  openItems: counted('open items', (to) => sql`(select count(*) ${itemsOn(to, sql`i.completed = 0`)})`),
  comments: counted(
    'comments',
    ({ workspaceId }) => sql`(
      select count(*) from comments o
      where o.workspace_id = ${workspaceId} and o.card_id = x.id and o.deleted_at is null)`,
  ),
  attachments: counted(
    'attachments',
    ({ workspaceId }) => sql`(
      select count(*) from attachments o where o.workspace_id = ${workspaceId} and o.card_id = x.id)`,
  ),
  /** Microseconds. */
  updated: counted('updated', ({ fn, workspaceId }) => updatedAt(fn, workspaceId, 'x')),
};
