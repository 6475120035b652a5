import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../../base/db/functions.ts';

/** A list as a live board shows it (`LiveList`); `list` is its alias in the surrounding query. */
export const liveList = (fn: Functions, list: string): RawBuilder<string> =>
  fn.object({
    publicId: `${list}.id`,
    name: `${list}.name`,
    orderKey: `${list}.position`,
    completes: fn.flag(`${list}.completes`),
    colour: `${list}.colour`,
    limit: sql`case when ${sql.raw(list)}.card_limit is not null then ${fn.object({
      cards: `${list}.card_limit`,
      mode: sql`case when ${sql.raw(list)}.limit_refuses = 1 then 'refuse' else 'warn' end`,
    })} end`,
    refusesOpenChecks: fn.flag(`${list}.refuses_open_checks`),
  });
