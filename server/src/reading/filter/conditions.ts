import { type RawBuilder, sql } from 'kysely';
import { type Days, dayOf } from '../../../../contract/filter/ranges.ts';
import type { Meaning, Named, State, Thing } from '../../../../contract/filter/tree.ts';
import { afterAllTime, beforeAllTime, day } from '../../base/clock.ts';
import { instantOf } from '../../base/days.ts';
import { isClaimed, isClaimedBy, isFree } from './claim-conditions.ts';
import { type Condition, never, plain, type ReaderOf, type To } from './condition.ts';
import { counts, itemsOn } from './counts.ts';
import { combined, type Node, numberNode, sqlNode } from './nodes.ts';
import { isBlocked, isBlocking, isChild, isParent } from './relation-conditions.ts';

/* What a term means, as a condition. */

const exists =
  (table: string, only = sql`1 = 1`) =>
  ({ workspaceId }: To) =>
    sql`exists (select 1 from ${sql.raw(table)} o
      where o.workspace_id = ${workspaceId} and o.card_id = x.id and ${only})`;

/** A column of card `x` that is one of some ids. */
const oneOf = (column: 'list_id' | 'board_id' | 'created_by', ids: readonly string[]): Condition => ({
  shape: `${column} in`,
  values: [ids],
  sql: ({ fn }, [of]) =>
    sql`(x.${sql.raw(column)} is not null and ${fn.isIn(`x.${column}`, fn.each(of as string[]))})`,
});

/** A card that has one of some labels, or members. */
const hasOne = (
  table: 'card_labels' | 'card_members',
  column: string,
  ids: readonly string[],
): Condition => ({
  shape: `${table} in`,
  values: [ids],
  sql: (to, [of]) => exists(table, sql`${to.fn.isIn(`o.${column}`, to.fn.each(of as string[]))}`)(to),
});

/** A card with one of the things that have these ids. */
export function namedCondition(of: Named, ids: readonly string[], reader: ReaderOf): Condition {
  if (ids.length === 0) return never;
  if (of === 'label') return hasOne('card_labels', 'label_id', ids);
  if (of === 'member') return hasOne('card_members', 'member_id', ids);
  if (of === 'claimed') return isClaimedBy(ids, reader);
  return oneOf(of === 'list' ? 'list_id' : of === 'board' ? 'board_id' : 'created_by', ids);
}

const columnOf = {
  due: 'due_at',
  start: 'start_at',
  created: 'created_at',
  completed: 'completed_at',
} as const;

const isIn = (at: RawBuilder<unknown>, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`(${at} is not null and ${at} >= ${from} and ${at} < ${to})`;

const micros = (value: unknown) => sql`cast(${value} as bigint)`;

/** From when, and before when. */
function timesOf({ from, to }: Days, reader: ReaderOf) {
  const begins = from && dayOf(from, reader) * day;
  const ends = to && dayOf(to, reader) * day;
  const starts = begins === null ? beforeAllTime : instantOf(begins, reader.timeZone);
  const stops = ends === null ? afterAllTime : instantOf(ends, reader.timeZone);
  return { begins, ends, starts, stops };
}

function dateNode({ of, ...days }: Meaning & { what: 'date' }, reader: ReaderOf): Node {
  const { begins, ends, starts, stops } = timesOf(days, reader);
  if (of === 'updated') return numberNode(counts.updated, (at) => at >= starts && at < stops);
  const at = sql.raw(`x.${columnOf[of]}`);
  if (of !== 'due' && of !== 'start')
    return sqlNode({
      shape: of,
      values: [starts, stops],
      sql: (_, [a, b]) => isIn(at, micros(a), micros(b)),
    });
  return sqlNode({
    shape: of,
    values: [begins ?? beforeAllTime, starts, ends ?? afterAllTime, stops],
    sql: (_, [dayFrom, timeFrom, dayTo, timeTo]) =>
      isIn(at, dayOrTime(at, dayFrom, timeFrom), dayOrTime(at, dayTo, timeTo)),
  });
}

/** The first value for a whole day, the second for a time. */
const dayOrTime = (at: RawBuilder<unknown>, ofDay: unknown, ofTime: unknown) =>
  sql`case when ${at} % ${sql.lit(day)} = 0 then ${micros(ofDay)} else ${micros(ofTime)} end`;

const overdue = ({ today, now }: ReaderOf): Condition => ({
  shape: 'overdue',
  values: [today * day, now],
  sql: (_, [dayTo, timeTo]) =>
    sql`(x.due_at is not null and x.completed_at is null and x.due_at < ${dayOrTime(sql`x.due_at`, dayTo, timeTo)})`,
});

const present = (column: string) => () => sql`x.${sql.raw(column)} is not null`;

const has: Record<Thing, (to: To) => RawBuilder<unknown>> = {
  due: present('due_at'),
  start: present('start_at'),
  completed: present('completed_at'),
  label: exists('card_labels'),
  member: exists('card_members'),
  description: () => sql`(x.description is not null and x.description <> '')`,
  attachment: exists('attachments'),
  comment: exists('comments', sql`o.deleted_at is null`),
  checklist: (to) => sql`exists (select 1 ${itemsOn(to)})`,
  // As `coverJson` shows it: a picture that was chosen has its measures once it can be shown.
  cover: (to) => sql`case when x.cover is null then ${exists('attachments', sql`o.preview_size > 0`)(to)}
    else x.cover like '#%' or x.cover like '%.%' end`,
  reminder: present('reminders'),
  repeat: present('recurrence'),
};

/** More than there is of anything, and a number that both databases hold. */
const most = 1e15;

function countNode({ of, from, to }: Meaning & { what: 'count' }): Node {
  if (of !== 'number') return numberNode(counts[of], (count) => count >= from && count <= to);
  return sqlNode({
    shape: 'number',
    values: [Math.ceil(Math.max(from, -most)), Math.floor(Math.min(to, most))],
    sql: (_, [least, greatest]) => sql`(x.number between ${micros(least)} and ${micros(greatest)})`,
  });
}

const hasOpenItems = numberNode(counts.openItems, (count) => count > 0);
const hasNoOpenItems = numberNode(counts.openItems, (count) => count === 0);
const hasItems = numberNode(counts.items, (count) => count > 0);

function stateCondition(state: Exclude<State, 'ready'>, reader: ReaderOf): Condition {
  switch (state) {
    case 'claimed':
      return isClaimed(reader);
    case 'overdue':
      return overdue(reader);
    case 'blocking':
      return isBlocking(reader);
    case 'child':
      return isChild(reader);
    case 'blocked':
      return isBlocked;
    case 'parent':
      return isParent;
    default:
      return plain(state, is[state]);
  }
}

type Plain = Exclude<State, 'overdue' | 'blocking' | 'child' | 'blocked' | 'parent' | 'ready' | 'claimed'>;

const is: Record<Plain, (to: To) => RawBuilder<unknown>> = {
  open: () => sql`x.completed_at is null`,
  done: present('completed_at'),
  archived: present('archived_at'),
  template: () => sql`x.is_template = 1`,
};

/** Meanings that need neither names nor texts. */
export type Direct = Exclude<Meaning, { what: 'words' | 'text' | 'named' | 'field' }>;

export function nodeOf(meaning: Direct, reader: ReaderOf): Node {
  switch (meaning.what) {
    case 'me':
      return sqlNode(
        namedCondition(meaning.of, meaning.of === 'creator' ? [reader.userId] : reader.me, reader),
      );
    case 'date':
      return dateNode(meaning, reader);
    case 'has':
      return sqlNode(plain(`has ${meaning.thing}`, has[meaning.thing]));
    case 'hasNot':
      return sqlNode(plain(`no ${meaning.thing}`, (to) => sql`not ${has[meaning.thing](to)}`));
    case 'is':
      if (meaning.state === 'ready')
        return combined('and', [sqlNode(isFree(reader)), combined('not', [sqlNode(isBlocked)])]);
      return sqlNode(stateCondition(meaning.state, reader));
    case 'count':
      return countNode(meaning);
    case 'items':
      return meaning.are === 'open' ? hasOpenItems : combined('and', [hasItems, hasNoOpenItems]);
  }
}
