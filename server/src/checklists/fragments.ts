import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../base/db/functions.ts';

/** The checklists of a card with their items, in order; `card` is the alias of the card in the query around it. */
export const checklistsJson = (fn: Functions, workspaceId: string, card: string): RawBuilder<string> =>
  fn.list(
    fn.object({
      publicId: 'k.id',
      name: 'k.name',
      index: 'k.place',
      items: fn.list(
        fn.object({
          publicId: 'i.id',
          title: 'i.title',
          completed: fn.flag('i.completed'),
          index: 'i.place',
        }),
        sql`from (
          select id, title, completed, row_number() over (order by position) - 1 as place from checklist_items
          where workspace_id = ${workspaceId} and checklist_id = k.id
        ) i`,
        'i.place',
      ),
    }),
    sql`from (
      select id, name, row_number() over (order by position) - 1 as place from checklists
      where workspace_id = ${workspaceId} and card_id = ${sql.raw(card)}.id
    ) k`,
    'k.place',
  );

/** `from … where …` for the items of a card, as `x`. */
export const itemsOnCard = (fn: Functions, p: { workspaceId: string; cardId: string }): RawBuilder<unknown> =>
  fn.lookUp({
    table: 'checklist_items',
    workspaceId: p.workspaceId,
    column: 'checklist_id',
    values: sql`(select id from checklists where workspace_id = ${p.workspaceId} and card_id = ${p.cardId})`,
  });
