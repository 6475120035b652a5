import { type RawBuilder, sql } from 'kysely';
import type { DueDateFilter } from '../../../contract/filters.ts';
import { beforeAllTime, day } from '../base/clock.ts';
import type { Functions } from '../base/db/functions.ts';

/** Due from `starts`, before `ends`; microseconds. Both are null for cards that are never due. */
export interface DueRange {
  starts: number | null;
  ends: number | null;
}

/** Filters of cards as a statement binds them; null lets every card pass. */
export interface CardFilters {
  members: string[] | null;
  labels: string[] | null;
  lists: string[] | null;
  due: DueRange[] | null;
}

/** Filters as a caller sends them. */
export interface SentCardFilters {
  members?: string[];
  labels?: string[];
  lists?: string[];
  dueDateFilters?: DueDateFilter[];
  query?: string;
}

export const cardFiltersFrom = (sent: SentCardFilters, now: number): CardFilters => ({
  members: sent.members ?? null,
  labels: sent.labels ?? null,
  lists: sent.lists ?? null,
  due: dueRangesFrom(sent.dueDateFilters, now),
});

/** Days from today, the first and the one after the last; null for cards without a due date. */
const dueDays: Record<DueDateFilter, readonly [number, number] | null> = {
  overdue: [-Infinity, 0],
  today: [0, 1],
  tomorrow: [1, 2],
  'next-week': [0, 8],
  'next-month': [8, 31],
  'no-due-date': null,
};

/** The ranges that due date filters stand for at the time `now`: days are those of UTC. */
export function dueRangesFrom(filters: DueDateFilter[] | undefined, now: number): DueRange[] | null {
  if (filters === undefined) return null;
  const today = Math.floor(now / day) * day;
  return filters.map((filter) => {
    const days = dueDays[filter];
    if (days === null) return { starts: null, ends: null };
    const [first, end] = days;
    return { starts: Math.max(today + first * day, beforeAllTime), ends: today + end * day };
  });
}

/** True for a card that is due in one of the ranges; `card` is its alias in the query around it. */
export const isDue = (fn: Functions, due: DueRange[] | null, card: string): RawBuilder<boolean> => {
  const dueAt = sql.raw(`${card}.due_at`);
  return sql`(cast(${due} as text) is null or exists (
    select 1 from ${fn.rows(due, { starts: 'integer', ends: 'integer' })} due
    where ${dueAt} >= due.starts and ${dueAt} < due.ends or ${dueAt} is null and due.starts is null))`;
};

/**
 * True for a card with one of the labels and members that is due then; `card` is its alias in the query around it. Whole
 * lists pass or do not, and texts are looked through where they are read.
 */
export const passes = (
  fn: Functions,
  p: CardFilters & { workspaceId: string },
  card: string,
): RawBuilder<boolean> => {
  const id = sql.raw(`${card}.id`);
  return sql`(${isDue(fn, p.due, card)}
    and (cast(${p.labels} as text) is null or exists (
      select 1 from card_labels cl
      where cl.workspace_id = ${p.workspaceId} and cl.card_id = ${id} and cl.label_id in ${fn.each(p.labels)}))
    and (cast(${p.members} as text) is null or exists (
      select 1 from card_members cm
      where cm.workspace_id = ${p.workspaceId} and cm.card_id = ${id} and cm.member_id in ${fn.each(p.members)})))`;
};

/** The number of live cards before card `card` of the query around it: those of whole blocks, and of its own. */
export const cardIndex = (workspaceId: string, card: string): RawBuilder<number> => {
  const [listId, position] = [sql.raw(`${card}.list_id`), sql.raw(`${card}.position`)];
  return sql`(select cast(
      coalesce((
        select sum(e.cards) from card_blocks e
        where e.workspace_id = ${workspaceId} and e.list_id = k.list_id and e.starts < k.starts
      ), 0) + (
        select count(*) from cards o
        where o.workspace_id = ${workspaceId} and o.list_id = k.list_id
          and o.position >= k.starts and o.position < ${position}
          and o.archived_at is null and o.deleted_at is null
      ) as bigint)
    from card_blocks k
    where k.workspace_id = ${workspaceId} and k.list_id = ${listId} and k.starts <= ${position}
    order by k.starts desc limit 1)`;
};
