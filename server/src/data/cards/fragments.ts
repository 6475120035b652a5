import { type RawBuilder, sql } from 'kysely';
import type { DueDateFilter } from '../../../../contract/filters.ts';
import { beforeAllTime, day, microsOf, minute } from '../../base/clock.ts';
import { dayIn, instantOf } from '../../base/days.ts';
import type { Functions } from '../../base/db/functions.ts';

/**
 * Whole days from `dayStarts`, before `dayEnds`, and times from `starts`, before `ends`; microseconds. All are null for cards
 * without a due date.
 */
export interface DueRange {
  dayStarts: number | null;
  dayEnds: number | null;
  starts: number | null;
  ends: number | null;
  /** 1 leaves out completed cards. */
  open: 0 | 1;
}

/** Who reads, and when: days begin and end by the reader's clock. */
export interface ReadAt {
  now: number;
  /** Null counts as UTC. */
  timeZone: string | null;
}

/** The minute of a reading, on which a reply that others may have depends. */
export const toTheMinute = ({ now, timeZone }: ReadAt): ReadAt => ({
  now: Math.floor(now / minute) * minute,
  timeZone,
});

/** Filters of cards as a statement binds them; null matches every card. */
export interface CardFilters {
  members: string[] | null;
  labels: string[] | null;
  lists: string[] | null;
  due: DueRange[] | null;
  /** 1 for completed cards only, 0 for open ones only. */
  isCompleted: 0 | 1 | null;
  /** Microseconds. */
  updatedSince: number | null;
}

/** Filters as a client sends them. */
export interface SentCardFilters {
  members?: string[];
  labels?: string[];
  lists?: string[];
  dueDateFilters?: DueDateFilter[];
  completed?: boolean;
  query?: string;
  updatedSince?: string;
}

export const completionFrom = (completed: boolean | undefined): 0 | 1 | null =>
  completed === undefined ? null : completed ? 1 : 0;

export const cardFiltersFrom = (sent: SentCardFilters, at: ReadAt): CardFilters => ({
  members: sent.members ?? null,
  labels: sent.labels ?? null,
  lists: sent.lists ?? null,
  due: dueRangesFrom(sent.dueDateFilters, at),
  isCompleted: completionFrom(sent.completed),
  updatedSince: sent.updatedSince === undefined ? null : microsOf(sent.updatedSince),
});

/** Days relative to today, from the first to before the second; null for cards without a due date. */
const dueDays: Record<Exclude<DueDateFilter, 'overdue' | 'no-due-date'>, readonly [number, number]> = {
  today: [0, 1],
  tomorrow: [1, 2],
  'next-week': [0, 8],
  'next-month': [8, 31],
};

/** The ranges of due date filters. A whole day is overdue once it has ended for the reader, and a time once it has passed. */
export function dueRangesFrom(
  filters: DueDateFilter[] | undefined,
  { now, timeZone }: ReadAt,
): DueRange[] | null {
  if (filters === undefined) return null;
  const today = dayIn(now, timeZone);
  return filters.map((filter) => {
    if (filter === 'no-due-date')
      return { dayStarts: null, dayEnds: null, starts: null, ends: null, open: 0 };
    if (filter === 'overdue') {
      return { dayStarts: beforeAllTime, dayEnds: today, starts: beforeAllTime, ends: now, open: 1 };
    }
    const [dayStarts, dayEnds] = dueDays[filter].map((days) => today + days * day) as [number, number];
    const [starts, ends] = [instantOf(dayStarts, timeZone), instantOf(dayEnds, timeZone)];
    return { dayStarts, dayEnds, starts, ends, open: 0 };
  });
}

/** True for a card that is due in one of the ranges; `card` is its alias in the surrounding query. */
export const isDue = (fn: Functions, due: DueRange[] | null, card: string): RawBuilder<boolean> => {
  const [dueAt, completedAt] = [sql.raw(`${card}.due_at`), sql.raw(`${card}.completed_at`)];
  const isDay = sql`${dueAt} % ${sql.lit(day)} = 0`;
  return sql`(cast(${due} as text) is null or exists (
    select 1 from ${fn.rows(due, dueColumns)} due
    where (due.open = 0 or ${completedAt} is null)
        and ${dueAt} >= case when ${isDay} then due."dayStarts" else due.starts end
        and ${dueAt} < case when ${isDay} then due."dayEnds" else due.ends end
      or ${dueAt} is null and due.starts is null))`;
};

const dueColumns = {
  dayStarts: 'integer',
  dayEnds: 'integer',
  starts: 'integer',
  ends: 'integer',
  open: 'integer',
} as const;

/** The cards that the members in `seats` are on, or that have an open item of theirs. */
export const cardsOfSeats = (fn: Functions): RawBuilder<unknown> => sql`
    select seat.workspace_id, seat.id as member_id, cm.card_id
    from seats seat cross join card_members cm
    where cm.workspace_id = seat.workspace_id and cm.member_id = seat.id
    union select seat.workspace_id, seat.id, k.card_id
    from seats seat cross join checklist_items i
    ${fn.row({ table: 'checklists', as: 'k', workspaceId: sql.ref('i.workspace_id'), id: 'i.checklist_id' })}
    where i.workspace_id = seat.workspace_id and i.member_id = seat.id and i.completed = 0`;

/** True for a card that is completed, or open, as asked; `card` is its alias in the surrounding query. */
export const isCompleted = (completed: 0 | 1 | null, card: string): RawBuilder<boolean> =>
  sql`(cast(${completed} as bigint) is null
    or case when ${sql.raw(card)}.completed_at is null then 0 else 1 end = ${completed})`;

/**
 * When card `card` of the surrounding query was last changed: the time of its newest activity, or of a change that has no
 * activity. Changes to its board (names of labels, lists and members, or the removal of one of them) do not count.
 */
export const updatedAt = (fn: Functions, workspaceId: string, card: string): RawBuilder<number> =>
  fn.greatest(
    sql`coalesce(${sql.raw(card)}.touched_at, ${sql.raw(card)}.created_at)`,
    sql`coalesce((
      select max(a.created_at) from activities a
      where a.workspace_id = ${workspaceId} and a.card_id = ${sql.raw(card)}.id
    ), 0)`,
  );

/**
 * True for a card that matches the filters by label, member, due date, completion and last change; `card` is its alias in the surrounding
 * query. Lists are filtered as a whole, and texts are filtered where they are read. Templates have no say in what is due or whose it
 * is: they pass if only lists or the last change are asked for.
 */
export const passes = (
  fn: Functions,
  p: CardFilters & { workspaceId: string },
  card: string,
): RawBuilder<boolean> => {
  const id = sql.raw(`${card}.id`);
  return sql`((${sql.raw(card)}.is_template = 0 or cast(${p.due} as text) is null and cast(${p.isCompleted} as bigint) is null
      and cast(${p.labels} as text) is null and cast(${p.members} as text) is null)
    and ${isDue(fn, p.due, card)} and ${isCompleted(p.isCompleted, card)}
    and (cast(${p.updatedSince} as bigint) is null or ${updatedAt(fn, p.workspaceId, card)} >= ${p.updatedSince})
    and (cast(${p.labels} as text) is null or exists (
      select 1 from card_labels cl
      where cl.workspace_id = ${p.workspaceId} and cl.card_id = ${id} and ${fn.isIn('cl.label_id', fn.each(p.labels))}))
    and (cast(${p.members} as text) is null or exists (
      select 1 from card_members cm
      where cm.workspace_id = ${p.workspaceId} and cm.card_id = ${id} and ${fn.isIn('cm.member_id', fn.each(p.members))})))`;
};

/** The number of live cards in list `list` of the surrounding query that are work: all but templates. */
export const workIn = (workspaceId: string, list: string): RawBuilder<number> =>
  sql`cast(coalesce((
      select sum(k.cards) from card_blocks k where k.workspace_id = ${workspaceId} and k.list_id = ${sql.raw(list)}
    ), 0) - (
      select count(*) from cards t where t.workspace_id = ${workspaceId} and t.list_id = ${sql.raw(list)}
        and t.is_template = 1 and t.archived_at is null and t.deleted_at is null
    ) as bigint)`;

/** The number of live cards before card `card` of the surrounding query: those of earlier blocks, and of its own. */
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
