import { sql } from 'kysely';
import { day } from '../../base/clock.ts';
import type { Condition, ReaderOf, To } from './condition.ts';

/* Who works on a card, and whether somebody may begin to, as conditions. */

const claimAt = ({ workspaceId }: To, now: unknown, only = sql``) => sql`exists (
  select 1 from card_claims o where o.workspace_id = ${workspaceId} and o.card_id = x.id and o.expires_at > ${now}${only})`;

export const isClaimed = ({ now }: ReaderOf): Condition => ({
  shape: 'claimed',
  values: [now],
  sql: (to, [at]) => claimAt(to, at),
});

/** A card that one of some members holds. */
export const isClaimedBy = (ids: readonly string[], { now }: ReaderOf): Condition => ({
  shape: 'claimed by',
  values: [now, ids],
  sql: (to, [at, of]) => claimAt(to, at, sql` and ${to.fn.isIn('o.member_id', to.fn.each(of as string[]))}`),
});

/** Open work whose start has come, and that nobody has claimed. */
export const isFree = ({ now, today }: ReaderOf): Condition => ({
  shape: 'free',
  values: [now, today * day],
  sql: (to, [at, dayAt]) => sql`(x.completed_at is null and x.archived_at is null and x.is_template = 0
    and (x.start_at is null or x.start_at <= case when x.start_at % ${sql.lit(day)} = 0
      then cast(${dayAt} as bigint) else cast(${at} as bigint) end)
    and not ${claimAt(to, at)})`,
});
