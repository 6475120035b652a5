import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../db/functions.ts';

/** A label `n`. */
export const label = (fn: Functions): RawBuilder<string> =>
  fn.object({ publicId: 'n.id', name: 'n.name', colourCode: 'n.colour_code' });

/** The labels of a board, oldest first; `board` is the alias of the board in the query around it. */
export const boardLabelsJson = (fn: Functions, board: string): RawBuilder<string> =>
  fn.list(
    label(fn),
    sql.raw(`from labels n where n.workspace_id = ${board}.workspace_id and n.board_id = ${board}.id`),
    'n.id',
  );

/** The labels on a card, oldest first; `card` is the alias of the card in the query around it. */
export const cardLabelsJson = (fn: Functions, card: string): RawBuilder<string> =>
  fn.list(
    label(fn),
    sql.raw(`from card_labels cl
      join labels n on n.workspace_id = cl.workspace_id and n.id = cl.label_id
      where cl.workspace_id = ${card}.workspace_id and cl.card_id = ${card}.id`),
    'n.id',
  );
