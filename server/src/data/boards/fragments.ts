import { type RawBuilder, sql } from 'kysely';
import type { Background } from '../../../../contract/board-shapes.ts';
import type { Functions } from '../../base/db/functions.ts';

/** A board of a workspace as its live page shows it (`LiveBoard`); `board` is its alias in the surrounding query. */
export const liveBoard = (fn: Functions, workspaceId: string, board: string): RawBuilder<string> =>
  fn.object({
    publicId: `${board}.id`,
    name: `${board}.name`,
    slug: `${board}.slug`,
    type: `${board}.type`,
    visibility: `${board}.visibility`,
    access: `${board}.access`,
    isArchived: fn.flag(sql.raw(`case when ${board}.archived_at is null then 0 else 1 end`)),
    background: sql`case when ${sql.raw(board)}.background is not null then ${fn.object({ colour: `${board}.background` })} end`,
    picture: sql`(
      select bp.id from board_pictures bp where bp.workspace_id = ${workspaceId} and bp.board_id = ${sql.raw(board)}.id)`,
  });

/** A background as replies and exports show it. */
export const shownBackground = (stored: string | null): Background =>
  stored === null ? null : { colour: stored };

/** True if anyone may read the board `b` of the workspace `w`. */
export const isPublic: RawBuilder<boolean> = sql`
  w.deleted_at is null and w.allow_public_boards = 1 and b.visibility = 'public' and b.type = 'regular'
    and b.archived_at is null and b.deleted_at is null`;
