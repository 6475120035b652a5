import { type RawBuilder, sql } from 'kysely';
import { isoMillis } from '../base/clock.ts';
import type { Reading } from '../base/db/database.ts';
import type { Functions, Piece } from '../base/db/functions.ts';
import { query } from '../base/db/query.ts';
import type { Turns } from '../base/http/turns.ts';
import { updatedAt } from '../data/cards/fragments.ts';
import { checklistPieces } from '../data/checklists/fragments.ts';
import {
  bounded,
  type Hanging,
  type HangingRead,
  hangingColumns,
  hangingIn,
  hangingTables,
  labelsOnBoard,
  type OfHanging,
  unbounded,
} from './hanging.ts';
import { aroundChecklists, checklistsOf, commentsOn, leftOut } from './large-card.ts';
import type { Outlined } from './outline.ts';

/** The sources that boards are read from. */
export interface Sources {
  db: Reading;
  turns: Turns;
}

/** The workspace and board of the cards, and what the caller may see of them. */
export interface CardView {
  workspaceId: string;
  boardId: string;
  showMembers: boolean;
  showEmails: boolean;
  /** In the `public` form, cards name nobody and only count their comments and attachments. */
  form: 'board' | 'page' | 'public';
  /** Only cards with this in a text, ignoring case; null for all. Lower case. */
  text: string | null;
}

/** A card as JSON. */
export interface Detailed {
  card: Outlined;
  json: string;
  /** The text that follows `json`, if it is too much for one read. */
  rest?: AsyncIterable<string>;
}

/** Contents of cards and their children, in one consistent state. */
export interface SliceRead extends HangingRead {
  /** Lines of each card; see `textLines`. */
  texts: string;
}

/** Contents of cards as lines: `description` and `title` are JSON; the times are microseconds, or empty. */
export const textLines = (
  fn: Functions,
  column: Record<'id' | 'number' | 'dueAt' | 'archivedAt' | 'updatedAt' | 'title' | 'description', Piece>,
  from: RawBuilder<unknown>,
): RawBuilder<string> => {
  const { id, number, dueAt, archivedAt, updatedAt, title, description } = column;
  return fn.lines([id, number, dueAt, archivedAt, updatedAt, fn.quoted(title), fn.quoted(description)], from);
};

const linesOfText = 7;

/** Whether cards show when they were last changed. */
export interface OfUpdates {
  showUpdates: boolean;
}

export const showsUpdates = ({ form }: Pick<CardView, 'form'>): OfUpdates => ({
  showUpdates: form === 'page',
});

/** When card `card` of the surrounding query was last changed; empty if that is not shown. */
export const updatedAtWhereShown = (
  fn: Functions,
  p: OfUpdates & { workspaceId: string },
  card: string,
): RawBuilder<string> =>
  sql`case when ${p.showUpdates} = 1 then cast(${updatedAt(fn, p.workspaceId, card)} as text) else '' end`;

const time = (column: string) => sql`coalesce(cast(${sql.raw(column)} as text), '')`;

/** Reads cards by id. */
const sliceRead = query(
  'boards.slice',
  (_db, p: OfHanging & OfUpdates & { ids: readonly string[] }, fn) => sql<SliceRead>`
  with
    ids as materialized (select each.id from ${fn.ids(p.ids)} each),
    ${labelsOnBoard(p, sql`1 = 0`)},
    ${hangingTables(fn, p)}
  select
    ${textLines(
      fn,
      {
        id: 'x.id',
        number: 'x.number',
        dueAt: time('x.due_at'),
        archivedAt: time('x.archived_at'),
        updatedAt: updatedAtWhereShown(fn, p, 'x'),
        title: 'x.title',
        description: 'x.description',
      },
      fn.lookUp({
        table: 'cards',
        workspaceId: p.workspaceId,
        column: 'id',
        values: sql`ids`,
        only: sql`deleted_at is null`,
      }),
    )} as texts,
    ${hangingColumns(fn, p)}`,
);

/** The texts of cards, for searching. */
const cardTexts = query(
  'boards.cardTexts',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<{
    id: string;
    title: string;
    description: string | null;
  }>`
  select x.id as id, x.title as title, x.description as description
  ${fn.lookUp({ table: 'cards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    and x.deleted_at is null`,
);

/**
 * Reads cards, in their order. Cards that have been deleted since they were outlined are left out, as are those that do not
 * match the text filter: their children are not read. Returns undefined if the cards have more children than one read
 * allows: the caller then reads half of them.
 */
export async function detailsOf(
  { db, turns }: Sources,
  view: CardView,
  outlined: readonly Outlined[],
): Promise<Detailed[] | undefined> {
  const wanted = view.text === null ? outlined : await saying(db, view, outlined, view.text);
  if (wanted.length === 0) return [];
  const ids = wanted.map(({ id }) => id);
  const details = detailsIn(
    await sliceOf(db, { ...view, ...showsUpdates(view), ...bounded, ids }),
    view,
    wanted,
  );
  if (details || wanted.length > 1) return details;
  return detailsOfLarge({ db, turns }, view, wanted);
}

/** Reads one card with more children than one read allows: the contents of its checklists are streamed. */
async function detailsOfLarge(
  { db, turns }: Sources,
  view: CardView,
  outlined: readonly Outlined[],
): Promise<Detailed[]> {
  const ids = outlined.map(({ id }) => id);
  const read = await sliceOf(db, { ...view, ...showsUpdates(view), ...unbounded, ids });
  const comments = await commentsOn(db, view.workspaceId, ids.join());
  const on = hangingIn(read, false);
  if (!on) return [];
  return shaped(read.texts, view, outlined, { ...on, comments, checklists: leftOut }).map(
    ({ card, json }) => {
      const [before, after] = aroundChecklists(json);
      const pieces = checklistPieces(db, turns, view.workspaceId, checklistsOf(read, card.id));
      return { card, json: before, rest: followedBy(pieces, after) };
    },
  );
}

async function* followedBy(pieces: AsyncIterable<string>, last: string): AsyncGenerator<string, void> {
  yield* pieces;
  yield last;
}

async function sliceOf(
  db: Reading,
  p: OfHanging & OfUpdates & { ids: readonly string[] },
): Promise<SliceRead> {
  const read = await db.first(sliceRead, p);
  if (!read) throw new Error('cards were not read');
  return read;
}

async function saying(
  db: Reading,
  { workspaceId }: CardView,
  outlined: readonly Outlined[],
  text: string,
): Promise<Outlined[]> {
  const rows = await db.all(cardTexts, { workspaceId, ids: outlined.map(({ id }) => id) });
  const found = rows.filter(({ title, description }) => says(text, title, description));
  const ids = new Set(found.map(({ id }) => id));
  return outlined.filter(({ id }) => ids.has(id));
}

const says = (text: string, ...texts: (string | null)[]): boolean =>
  texts.some((each) => each?.toLowerCase().includes(text));

/** Builds cards from the rows read, in their order; undefined if they have more children than one read allows. */
export function detailsIn(
  read: SliceRead,
  view: CardView,
  outlined: readonly Outlined[],
): Detailed[] | undefined {
  const on = hangingIn(read, true);
  return on && shaped(read.texts, view, outlined, on);
}

function shaped(
  texts: string,
  { form, text }: CardView,
  outlined: readonly Outlined[],
  on: Hanging,
): Detailed[] {
  const lines = texts === '' ? [] : texts.split('\n');
  const linesAt = new Map<string, number>();
  for (let at = 0; at < lines.length; at += linesOfText) linesAt.set(lines[at] ?? '', at);
  const shape = shapes[form];
  const details: Detailed[] = [];
  for (const card of outlined) {
    const at = linesAt.get(card.id);
    if (at === undefined) continue;
    const said = saidAt(lines, at);
    if (text === null || says(text, JSON.parse(said.title), JSON.parse(said.description)))
      details.push({ card, json: `{${shape(card, said, on)}}` });
  }
  return details;
}

/** Contents of a card, as JSON. */
interface Said {
  number: string;
  dueAt: string;
  archivedAt: string;
  updatedAt: string;
  title: string;
  description: string;
}

const saidAt = (lines: readonly string[], at: number): Said => ({
  number: lines[at + 1] ?? '',
  dueAt: timeJson(lines[at + 2]),
  archivedAt: timeJson(lines[at + 3]),
  updatedAt: timeJson(lines[at + 4]),
  title: lines[at + 5] ?? '',
  description: lines[at + 6] ?? '',
});

const timeJson = (micros = ''): string => (micros === '' ? 'null' : `"${isoMillis(Number(micros))}"`);

/** Writes the fields of a card as JSON; ids need no escaping. */
type Shape = (card: Outlined, said: Said, on: Hanging) => string;

const publicCard: Shape = ({ id, index }, { title, description, number, dueAt }, on) =>
  `"publicId":"${id}","title":${title},"description":${description},` +
  `"index":${index},"cardNumber":${number},"dueDate":${dueAt},"labels":${on.labels.json(id)},` +
  `"checklists":${on.checklists.json(id)},"commentCount":${on.comments.count(id)},` +
  `"attachmentCount":${on.attachments.count(id)}`;

const boardCard: Shape = (card, said, on) =>
  `${publicCard(card, said, on)},"members":${on.members.json(card.id)},` +
  `"attachments":${on.attachments.json(card.id)},"comments":${on.comments.json(card.id)}`;

/** The shape of a card in each kind of reply. */
const shapes: Record<CardView['form'], Shape> = {
  public: publicCard,
  board: boardCard,
  page: (card, said, on) =>
    `${boardCard(card, said, on)},"listPublicId":"${card.listId}","archivedAt":${said.archivedAt},` +
    `"updatedAt":${said.updatedAt}`,
};
