import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../../base/db/functions.ts';

/** A board as its live page shows it (`LiveBoard`); `board` is its alias in the surrounding query. */
export const liveBoard = (fn: Functions, board: string): RawBuilder<string> =>
  fn.object({
    publicId: `${board}.id`,
    name: `${board}.name`,
    slug: `${board}.slug`,
    type: `${board}.type`,
    visibility: `${board}.visibility`,
    access: `${board}.access`,
    isArchived: fn.flag(sql.raw(`case when ${board}.archived_at is null then 0 else 1 end`)),
  });
