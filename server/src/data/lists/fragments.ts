import type { RawBuilder } from 'kysely';
import type { Functions } from '../../base/db/functions.ts';

/** A list as a live board shows it (`LiveList`); `list` is its alias in the surrounding query. */
export const liveList = (fn: Functions, list: string): RawBuilder<string> =>
  fn.object({
    publicId: `${list}.id`,
    name: `${list}.name`,
    orderKey: `${list}.position`,
    completes: fn.flag(`${list}.completes`),
  });
