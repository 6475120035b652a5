import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../../base/db/functions.ts';
import { contentFields } from '../../base/db/statements.ts';
import { labels } from './tables.ts';

/** A label `n` with its contents. */
export const label = (fn: Functions): RawBuilder<string> =>
  fn.object({ publicId: 'n.id', ...contentFields(labels, 'n') });

/** The labels of a board, oldest first; `board` is the alias of the board in the surrounding query. */
export const boardLabelsJson = (fn: Functions, workspaceId: string, board: string): RawBuilder<string> =>
  fn.list(
    label(fn),
    sql`from labels n where n.workspace_id = ${workspaceId} and n.board_id = ${sql.raw(board)}.id
      and n.deleted_at is null`,
    'n.id',
  );

/** The labels on a card, oldest first; `card` is the alias of the card in the surrounding query. */
export const cardLabelsJson = (fn: Functions, workspaceId: unknown, card: string): RawBuilder<string> =>
  fn.list(
    label(fn),
    sql`from card_labels cl
      join labels n on n.workspace_id = ${workspaceId} and n.id = cl.label_id
      where cl.workspace_id = ${workspaceId} and cl.card_id = ${sql.raw(card)}.id`,
    'n.id',
  );

/** `from … where …` for the labels on a card, as `x`. */
export const labelsOnCard = (
  fn: Functions,
  p: { workspaceId: string; cardId: string },
): RawBuilder<unknown> =>
  fn.lookUp({
    table: 'labels',
    workspaceId: p.workspaceId,
    column: 'id',
    values: sql`(select label_id as id from card_labels
      where workspace_id = ${p.workspaceId} and card_id = ${p.cardId})`,
  });
