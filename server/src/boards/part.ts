import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../base/db/database.ts';
import type { Functions } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import { NotFound } from '../base/errors.ts';
import {
  type CardView,
  type Detailed,
  detailsIn,
  type OfUpdates,
  type SliceRead,
  showsUpdates,
  textLines,
  updatedAtWhereShown,
} from './details.ts';
import { bounded, hangingColumns, hangingTables, labelsOnBoard, type OfHanging } from './hanging.ts';
import {
  type CardCursor,
  cardsBefore,
  type OfOutline,
  type Outline,
  type OutlineRead,
  outlineColumn,
  outlinedIn,
  outlineTable,
  slice,
} from './outline.ts';

/*
 * A part of a board: the outline of some cards and, if they fit in one read, the cards themselves in the same statement. Most
 * boards are one part.
 */

export interface OfPart extends OfOutline, OfHanging, OfUpdates {}

/** The row that the database returns for a part; without the cards, everything but the outline is empty. */
export interface PartRead extends OutlineRead, SliceRead {
  /** 1 if the cards are included. */
  whole: number;
}

/** A part of a board; if `cards` is undefined, they are still to be read. */
export interface Part {
  outline: Outline;
  cards: Detailed[] | undefined;
}

/** Tables that `partColumns` select from. */
export const partTables = (fn: Functions, p: OfPart): RawBuilder<unknown> => sql`
  ${outlineTable(fn, p)},
  whole as materialized (
    select 1 as yes from (
      select count(*) as cards, coalesce(sum(size), 0) as bytes from outlined where passes = 1
    ) shown
    where cards <= ${sql.lit(slice.cards)} and bytes <= ${sql.lit(slice.bytes)}
  ),
  ids as materialized (select id from outlined where passes = 1 and exists (select 1 from whole)),
  ${labelsOnBoard(p, sql`${p.afterList} = '' and (select count(*) from outlined) < ${p.limit}`)},
  ${hangingTables(fn, p)}`;

export const partColumns = (fn: Functions, p: OfPart): RawBuilder<PartRead> => sql`
  ${outlineColumn(fn)} as outline,
  (select count(*) from whole) as whole,
  ${textLines(
    fn,
    {
      id: 'outlined.id',
      number: 'outlined.number',
      dueAt: sql`coalesce(cast(outlined.due_at as text), '')`,
      archivedAt: sql`''`,
      updatedAt: updatedAtWhereShown(fn, p, 'outlined'),
      title: textOf(p, 'title'),
      description: textOf(p, 'description'),
    },
    sql`from outlined where outlined.passes = 1 and exists (select 1 from whole)`,
  )} as texts,
  ${hangingColumns(fn, p)}`;

/** A text of an outlined card, long or short. */
const textOf = (p: OfPart, column: 'title' | 'description') => sql`
  case when outlined.title is not null then outlined.${sql.raw(column)} else (
    select c.${sql.raw(column)} from cards c where c.workspace_id = ${p.workspaceId} and c.id = outlined.id
  ) end`;

const partRead = query(
  'boards.part',
  (_db, p: OfPart, fn) => sql<PartRead>`
  with ${partTables(fn, p)}
  select ${cardsBefore(p)} as before, ${partColumns(fn, p)}`,
);

export function partIn(read: PartRead, p: OfPart, view: CardView): Part {
  const outline = outlinedIn(read, p);
  return { outline, cards: read.whole === 1 ? detailsIn(read, view, outline.cards) : undefined };
}

/** Reads the part after a cursor. */
export const partsOf =
  (db: Reading, p: Omit<OfPart, keyof CardCursor>, view: CardView) => async (place: CardCursor) => {
    const after = { ...p, ...place };
    const read = await db.first(partRead, after);
    if (!read) throw new NotFound();
    return partIn(read, after, view);
  };

/** The parameters of a part in addition to those of its outline. */
export const seenIn = (view: CardView) => {
  const { showMembers, showEmails } = view;
  return { showMembers, showEmails, ...showsUpdates(view), ...bounded };
};
