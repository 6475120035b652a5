import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../../base/db/functions.ts';

const definition = (fn: Functions, alias: string) => ({
  publicId: `${alias}.id`,
  name: `${alias}.name`,
  type: `${alias}.type`,
  options: fn.json(sql.raw(`coalesce(${alias}.options, '[]')`)),
  currency: fn.member(`${alias}.settings`, 'currency'),
  max: fn.member(`${alias}.settings`, 'max'),
  shownOnTile: fn.flag(`${alias}.shown_on_tile`),
  orderKey: `${alias}.position`,
});

/** A field as replies have it (`Field`); `alias` is that of its row in the surrounding query. */
export const field = (fn: Functions, alias: string): RawBuilder<string> =>
  fn.object({ ...definition(fn, alias), workspaceFieldPublicId: `${alias}.workspace_field_id` });

/** The fields of a workspace (`WorkspaceField`), in order. */
export const workspaceFieldsJson = (fn: Functions, p: { workspaceId: string }): RawBuilder<string> =>
  fn.list(
    fn.object(definition(fn, 'f')),
    sql`from workspace_fields f where f.workspace_id = ${p.workspaceId}`,
    'f.position',
  );

/** The fields of a board, in order. */
export const boardFieldsJson = (
  fn: Functions,
  p: { workspaceId: string; boardId: string },
): RawBuilder<string> =>
  fn.list(
    field(fn, 'f'),
    sql`from fields f where f.workspace_id = ${p.workspaceId} and f.board_id = ${p.boardId} and f.deleted_at is null`,
    'f.position',
  );

/**
 * The values of a card with their fields (`FieldOfCard`), in order. `card` is its alias in the surrounding query, `boardId` its
 * board. Most cards have none, and then no field is read.
 */
export const fieldsOfCardJson = (
  fn: Functions,
  workspaceId: unknown,
  card: string,
  boardId: RawBuilder<unknown>,
): RawBuilder<string> => {
  const value = fn.memberNamed(`${card}.field_values`, 'f.id');
  return sql`case when ${sql.raw(card)}.field_values is null then ${fn.json(sql`'[]'`)} else ${fn.list(
    fn.object({ publicId: 'f.id', name: 'f.name', type: 'f.type', value }),
    sql`from fields f where f.workspace_id = ${workspaceId} and f.board_id = ${boardId} and f.deleted_at is null
      and ${value} is not null`,
    'f.position',
  )} end`;
};
