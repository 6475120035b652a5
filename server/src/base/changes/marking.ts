import { sql } from 'kysely';
import { command } from '../db/query.ts';

/* How somebody marks what they were told. */

interface MarkSome {
  userId: string;
  now: number;
  ids: readonly string[];
  /** 1 or 0 to set it, null to leave it as it is. */
  read: 0 | 1 | null;
  archived: 0 | 1 | null;
  /** Hides it until this time, or null; microseconds. */
  until: number | null;
}

/** Marks notifications of a user by their ids; what is hidden comes back unread, and is then pushed again. */
export const markSome = command(
  'notifications.markSome',
  (_db, p: MarkSome, fn) => sql<never>`
  update notifications set
    read_at = case when cast(${p.until} as bigint) is not null or cast(${p.read} as bigint) = 0 then null
      when cast(${p.read} as bigint) = 1 then coalesce(read_at, ${p.now}) else read_at end,
    archived_at = case when cast(${p.until} as bigint) is not null or cast(${p.archived} as bigint) = 0 then null
      when cast(${p.archived} as bigint) = 1 then coalesce(archived_at, ${p.now}) else archived_at end,
    told_at = coalesce(cast(${p.until} as bigint), told_at), push_at = cast(${p.until} as bigint)
  where user_id = ${p.userId} and ${fn.isIn('id', fn.each(p.ids))}`,
);
