import { type RawBuilder, sql } from 'kysely';
import type { DueDateFilter } from '../../../../contract/filters.ts';
import { beforeAllTime, day, isoMillis, microsOf } from '../../base/clock.ts';
import type { Functions } from '../../base/db/functions.ts';

/** Due from `starts`, before `ends`; microseconds. Both are null for cards without a due date. */
export interface DueRange {
  starts: number | null;
  ends: number | null;
}

/** Filters of cards as a statement binds them; null matches every card. */
export interface CardFilters {
  members: string[] | null;
  labels: string[] | null;
  lists: string[] | null;
  due: DueRange[] | null;
  /** Microseconds. */
  updatedSince: number | null;
}

/** Filters as a client sends them. */
export interface SentCardFilters {
  members?: string[];
  labels?: string[];
  lists?: string[];
  dueDateFilters?: DueDateFilter[];
  query?: string;
  updatedSince?: string;
}

export const cardFiltersFrom = (sent: SentCardFilters, now: number): CardFilters => ({
  members: sent.members ?? null,
  labels: sent.labels ?? null,
  lists: sent.lists ?? null,
  due: dueRangesFrom(sent.dueDateFilters, now),
  updatedSince: sent.updatedSince === undefined ? null : microsOf(sent.updatedSince),
});

/** Days relative to today, from the first to before the second; null for cards without a due date. */
const dueDays: Record<DueDateFilter, readonly [number, number] | null> = {
  overdue: [-Infinity, 0],
  today: [0, 1],
  tomorrow: [1, 2],
  'next-week': [0, 8],
  'next-month': [8, 31],
  'no-due-date': null,
};

/** The ranges of due date filters at the time `now`; days are UTC. */
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

/** True for a card that is due in one of the ranges; `card` is its alias in the surrounding query. */
export const isDue = (fn: Functions, due: DueRange[] | null, card: string): RawBuilder<boolean> => {
  const dueAt = sql.raw(`${card}.due_at`);
  return sql`(cast(${due} as text) is null or exists (
    select 1 from ${fn.rows(due, { starts: 'integer', ends: 'integer' })} due
    where ${dueAt} >= due.starts and ${dueAt} < due.ends or ${dueAt} is null and due.starts is null))`;
};

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
 * True for a card that matches the filters by label, member, due date and last change; `card` is its alias in the surrounding
 * query. Lists are filtered as a whole, and texts are filtered where they are read.
 */
export const passes = (
  fn: Functions,
  p: CardFilters & { workspaceId: string },
  card: string,
): RawBuilder<boolean> => {
  const id = sql.raw(`${card}.id`);
  return sql`(${isDue(fn, p.due, card)}
    and (cast(${p.updatedSince} as bigint) is null or ${updatedAt(fn, p.workspaceId, card)} >= ${p.updatedSince})
    and (cast(${p.labels} as text) is null or exists (
      select 1 from card_labels cl
      where cl.workspace_id = ${p.workspaceId} and cl.card_id = ${id} and ${fn.isIn('cl.label_id', fn.each(p.labels))}))
    and (cast(${p.members} as text) is null or exists (
      select 1 from card_members cm
      where cm.workspace_id = ${p.workspaceId} and cm.card_id = ${id} and ${fn.isIn('cm.member_id', fn.each(p.members))})))`;
};

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

/*
 * Tiles: cards as a live board shows them (`LiveCard`). Each table is read once for all cards, by the table `ids` of the
 * statement, and the rows are joined here, so the number of statements does not grow with the number of cards.
 */

/** The row that the database returns for some tiles; `tilesIn` makes JSON of it. */
export interface TilesRead {
  /** Lines of each card. */
  tiles: string;
  /** Keys: the card, and the id of a label, or of a member. */
  tileLabels: string;
  tileMembers: string;
  /** Keys: the card, the kind, the count, and for attachments the newest picture. */
  tileCounts: string;
}

type OfTiles = { workspaceId: string };

const onTiles = (fn: Functions, p: OfTiles, table: string, only?: RawBuilder<unknown>) =>
  fn.lookUp({ table, workspaceId: p.workspaceId, column: 'card_id', values: sql`ids`, only });

/** A table that `tileColumns` select from. The statement defines it after `ids`, a table of the cards' `id`. */
export const tileTables = (fn: Functions, p: OfTiles): RawBuilder<unknown> => sql`
  checklists_of_tiles as materialized (select x.id, x.card_id ${onTiles(fn, p, 'checklists')})`;

/** Ids sort by age, so the greatest one is the newest. */
const newestPicture = sql.raw(`coalesce(
  max(case when x.preview_size > 0 then x.id || '.' || x.width || '.' || x.height end), '-')`);

const time = (column: string) => sql`coalesce(cast(${sql.raw(column)} as text), '')`;

/** Cards in the trash are left out. */
export const tileColumns = (fn: Functions, p: OfTiles): RawBuilder<TilesRead> => sql`
  ${fn.lines(
    [
      'x.id',
      'x.list_id',
      'x.position',
      'x.number',
      time('x.due_at'),
      time('x.archived_at'),
      sql`case when x.description is null or x.description = '' then 0 else 1 end`,
      fn.quoted('x.title'),
    ],
    fn.lookUp({
      table: 'cards',
      workspaceId: p.workspaceId,
      column: 'id',
      values: sql`ids`,
      only: sql`deleted_at is null`,
    }),
  )} as tiles,
  ${fn.keys(
    ['o.card_id', 'o.label_id'],
    sql`from (select x.card_id, x.label_id ${onTiles(fn, p, 'card_labels')} order by x.label_id) o`,
  )} as "tileLabels",
  ${fn.keys(
    ['o.card_id', 'o.member_id'],
    sql`from (select x.card_id, x.member_id ${onTiles(fn, p, 'card_members')} order by x.member_id) o`,
  )} as "tileMembers",
  ${fn.keys(
    ['o.card_id', 'o.what', 'o.count', 'o.cover'],
    sql`from (
      select x.card_id, 'comments' as what, count(*) as count, '-' as cover
      ${onTiles(fn, p, 'comments', sql`deleted_at is null`)} group by x.card_id
      union all
      select x.card_id, 'attachments', count(*), ${newestPicture} ${onTiles(fn, p, 'attachments')} group by x.card_id
      union all
      select k.card_id, case when x.completed = 1 then 'done' else 'open' end, count(*), '-' ${fn.lookUp({
        table: 'checklist_items',
        workspaceId: p.workspaceId,
        column: 'checklist_id',
        values: sql`checklists_of_tiles`,
      })} group by k.card_id, x.completed
    ) o`,
  )} as "tileCounts"`;

const linesOfTile = 8;

const timeOf = (micros = ''): string => (micros === '' ? 'null' : `"${isoMillis(Number(micros))}"`);

/** The JSON of each tile, by the id of its card; ids need no escaping. */
export function tilesIn(read: TilesRead): Map<string, string> {
  const lines = read.tiles === '' ? [] : read.tiles.split('\n');
  const labels = idsByCard(read.tileLabels);
  const members = idsByCard(read.tileMembers);
  const counts = countsByCard(read.tileCounts);
  const tiles = new Map<string, string>();
  for (let at = 0; at < lines.length; at += linesOfTile) {
    const id = lines[at] ?? '';
    const { comments, attachments, open, done, cover } = counts.get(id) ?? nothing;
    tiles.set(
      id,
      `{"publicId":"${id}","cardNumber":${lines[at + 3]},"title":${lines[at + 7]},"listPublicId":"${lines[at + 1]}",` +
        `"orderKey":"${lines[at + 2]}","labelPublicIds":[${labels.get(id) ?? ''}],` +
        `"memberPublicIds":[${members.get(id) ?? ''}],"dueDate":${timeOf(lines[at + 4])},` +
        `"hasDescription":${lines[at + 6] === '1'},"commentCount":${comments},"attachmentCount":${attachments},` +
        `"itemCount":${done + open},"completedItemCount":${done},"archivedAt":${timeOf(lines[at + 5])},"cover":${cover}}`,
    );
  }
  return tiles;
}

/** The ids on each card, as the elements of a JSON list. */
function idsByCard(keys: string): Map<string, string> {
  const found = new Map<string, string>();
  const fields = keys === '' ? [] : keys.split(' ');
  for (let at = 0; at < fields.length; at += 2) {
    const card = fields[at] ?? '';
    const others = found.get(card);
    const id = `"${fields[at + 1]}"`;
    found.set(card, others === undefined ? id : `${others},${id}`);
  }
  return found;
}

const nothing = { comments: 0, attachments: 0, open: 0, done: 0, cover: 'null' };

type Counted = 'comments' | 'attachments' | 'open' | 'done';

/** The JSON of a cover: its id, width and height. */
function coverOf(key = '-'): string {
  if (key === '-') return 'null';
  const [id, width, height] = key.split('.');
  return `{"attachmentPublicId":"${id}","width":${width},"height":${height}}`;
}

/** The numbers of children of each card. */
function countsByCard(keys: string): Map<string, typeof nothing> {
  const found = new Map<string, typeof nothing>();
  const fields = keys === '' ? [] : keys.split(' ');
  for (let at = 0; at < fields.length; at += 4) {
    const card = fields[at] ?? '';
    const counts = found.get(card) ?? { ...nothing };
    const what = fields[at + 1] as Counted;
    counts[what] = Number(fields[at + 2]);
    if (what === 'attachments') counts.cover = coverOf(fields[at + 3]);
    found.set(card, counts);
  }
  return found;
}
