import { sql } from 'kysely';
import { linesIn, shortColumns } from '../base/card-fields.ts';
import { isoMillis } from '../base/clock.ts';
import { lineFormat } from '../base/db/keys.ts';
import { passes, updatedAt } from '../data/cards/fragments.ts';
import { checklistPieces } from '../data/checklists/fragments.ts';
import { fieldsOfCardJson } from '../data/fields/fragments.ts';
import { factsFrom, relationFacts } from '../data/relations/fragments.ts';
import { includes, matching } from './card-texts.ts';
import { bounded, childrenTables, unbounded } from './children.ts';
import {
  type ChildrenJson,
  parseShownChildren,
  type ShownChildrenParams,
  type ShownChildrenRead,
  shownChildrenColumns,
} from './children-json.ts';
import { aroundChecklists, checklistNames, commentsOn, leftOut } from './large-card.ts';
import {
  archiveOutline,
  type CardCursor,
  type FilterParams,
  filteredLists,
  type Outlined,
  type OutlineParams,
  parseArchive,
  parseOutline,
} from './outline.ts';
import { type CardForm, type PartRead, partQuery, rowOf, sliceQuery } from './part.ts';
import type { CardReader, Part, Sources } from './slices.ts';

/* Cards as boards and pages of cards have them. */

/** The workspace and board of the cards, and what the caller may see of them. */
export interface CardView {
  workspaceId: string;
  boardId: string;
  showMembers: boolean;
  showEmails: boolean;
  /** In the `public` form, cards name nobody and only count their comments and attachments. */
  form: 'board' | 'page' | 'pageWithWork' | 'public';
  /** Only cards with this in a text, ignoring case; null for all. Lower case. */
  text: string | null;
}

/** A card as JSON. */
export interface CardJson {
  card: Outlined;
  json: string;
  /** The text that follows `json`, if it is too much for one read. */
  rest?: AsyncIterable<string>;
}

export interface CardsParams extends ShownChildrenParams {
  /** Whether cards show when they were last changed. */
  showUpdates: boolean;
}

export interface CardsRead extends ShownChildrenRead {
  /** Lines; see `cardLines`. */
  cards: string;
}

/** The fields that later came to cards. */
const work = linesIn('work');

/** Texts are JSON; times are microseconds, or empty. */
const cardLines = lineFormat(
  'id',
  'number',
  'dueDate',
  'archivedAt',
  'updatedAt',
  'title',
  'description',
  'completedBy',
  'fieldsWithNames',
  'relations',
  ...work.names,
);

/** Max bytes of the texts that are read together with an outline; longer ones are looked up when needed. */
const maxShort = 4096;

const short = (column: string) =>
  sql`case when octet_length(x.title) + coalesce(octet_length(x.description), 0) <= ${sql.lit(maxShort)}
    then x.${sql.raw(column)} end as ${sql.raw(column)}`;

/** A text of card `x`, which the outline has if it is short. */
const textOf = (p: { workspaceId: string }, column: 'title' | 'description') => sql`
  case when x.title is not null then x.${sql.raw(column)} else (
    select c.${sql.raw(column)} from cards c where c.workspace_id = ${p.workspaceId} and c.id = x.id
  ) end`;

const time = (column: string) => sql`coalesce(cast(${sql.raw(column)} as text), '')`;

export const cardForm: CardForm<CardsParams, CardsRead, FilterParams> = {
  outline: (fn, p) => ({
    size: sql`octet_length(x.title) + coalesce(octet_length(x.description), 0)`,
    columns: sql`x.number, ${sql.raw(shortColumns('x'))}, x.completed_by, x.archived_at, x.related, x.created_at, x.touched_at, ${short('title')}, ${short('description')}`,
    passes: passes(fn, p, 'x'),
    lists: filteredLists(fn, p),
  }),
  tables: childrenTables,
  columns: (fn, p, from) => sql`
    ${cardLines.column(
      fn,
      {
        id: 'x.id',
        number: 'x.number',
        dueDate: time('x.due_at'),
        archivedAt: time('x.archived_at'),
        updatedAt: sql`case when ${p.showUpdates} = 1 then cast(${updatedAt(fn, p.workspaceId, 'x')} as text) else '' end`,
        title: fn.quoted(textOf(p, 'title')),
        description: fn.quoted(textOf(p, 'description')),
        completedBy: sql`coalesce(x.completed_by, '')`,
        fieldsWithNames: sql`case when cast(${p.showItemWork} as bigint) = 1 and x.field_values is not null
          then cast(${fieldsOfCardJson(fn, p.workspaceId, 'x', sql`${p.boardId}`)} as text) else '' end`,
        relations: sql`case when cast(${p.showItemWork} as bigint) = 1
          then ${relationFacts(fn, p.workspaceId, 'x')} else '' end`,
        ...work.pieces(fn, 'x'),
      },
      from,
    )} as cards,
    ${shownChildrenColumns(fn, p)}`,
};

const partOfCards = partQuery('reading.part', cardForm);
const cardsById = sliceQuery('reading.cards', cardForm);

/** The parameters of cards in addition to those of their outline. */
export const shownIn = ({ showMembers, showEmails, form }: CardView) => ({
  showMembers,
  showEmails,
  showUpdates: form === 'page' || form === 'pageWithWork',
  showItemWork: form === 'pageWithWork',
  ...bounded,
});

export type CardsOutline = FilterParams & Omit<OutlineParams, keyof CardCursor>;

/** Reads the cards of a board. */
export const cardReader = (sources: Sources, of: CardsOutline, view: CardView): CardReader<CardJson> => ({
  async after(cursor) {
    const p = { ...of, ...shownIn(view), ...cursor };
    return parsePart(await rowOf(sources.db, partOfCards, p), p, view);
  },
  cards: (outlined) => cardsOf(sources, view, outlined),
});

/** Reads archived cards; the time of a cursor is its `afterList`. */
export const archiveReader = (sources: Sources, of: CardsOutline, view: CardView): CardReader<CardJson> => ({
  async after(cursor) {
    const p = { ...of, ...cursor, at: Number(cursor.afterList), id: cursor.afterCard };
    const outline = parseArchive(await rowOf(sources.db, archiveOutline, p), p.limit);
    return { outline, cards: undefined };
  },
  cards: (outlined) => cardsOf(sources, view, outlined),
});

export function parsePart(
  read: PartRead<CardsRead>,
  p: Pick<OutlineParams, 'afterList' | 'limit'>,
  view: CardView,
): Part<CardJson> {
  const outline = parseOutline(read, p);
  if (read.whole !== 1) return { outline, cards: undefined };
  const children = parseShownChildren(read);
  return { outline, cards: children.hasMore ? undefined : render(read.cards, view, outline.cards, children) };
}

/**
 * Reads cards, in their order. Cards that have been deleted since they were outlined are left out, as are those that do not
 * match the text filter: their children are not read. Returns undefined if the cards have more children than one read
 * allows: the caller then reads half of them.
 */
async function cardsOf(
  sources: Sources,
  view: CardView,
  outlined: readonly Outlined[],
): Promise<CardJson[] | undefined> {
  const wanted = view.text === null ? outlined : await matching(sources, view, outlined, view.text);
  if (wanted.length === 0) return [];
  const p = { ...view, ...shownIn(view), ids: wanted.map(({ id }) => id) };
  const read = await rowOf(sources.db, cardsById, p);
  const children = parseShownChildren(read);
  if (!children.hasMore) return render(read.cards, view, wanted, children);
  return wanted.length > 1 ? undefined : readLarge(sources, view, wanted);
}

/** Reads one card with more children than one read allows: the contents of its checklists are streamed. */
async function readLarge(
  { db, turns }: Sources,
  view: CardView,
  outlined: readonly Outlined[],
): Promise<CardJson[]> {
  const ids = outlined.map(({ id }) => id);
  const read = await rowOf(db, cardsById, { ...view, ...shownIn(view), ...unbounded, ids });
  const comments = await commentsOn(db, view.workspaceId, ids.join());
  const children = { ...parseShownChildren(read), comments, checklists: leftOut };
  return render(read.cards, view, outlined, children).map(({ card, json }) => {
    const [before, after] = aroundChecklists(json);
    const work = view.form === 'pageWithWork' ? view : undefined;
    const pieces = checklistPieces(db, turns, view.workspaceId, checklistNames(read, card.id), work);
    return { card, json: before, rest: followedBy(pieces, after) };
  });
}

async function* followedBy(pieces: AsyncIterable<string>, last: string): AsyncGenerator<string, void> {
  yield* pieces;
  yield last;
}

/** The cards that were read, in the order of the outline. */
function render(
  cards: string,
  { form, text }: CardView,
  outlined: readonly Outlined[],
  children: ChildrenJson,
): CardJson[] {
  const lines = cardLines.parse(cards);
  const rendered: CardJson[] = [];
  for (const card of outlined) {
    const { from, to } = lines.on(card.id);
    if (from === to) continue;
    const title = lines.field(from, 'title');
    const description = lines.field(from, 'description');
    if (text !== null && !includes(text, JSON.parse(title), JSON.parse(description))) continue;
    const fields = {
      title,
      description,
      number: lines.field(from, 'number'),
      dueDate: timeJson(lines.field(from, 'dueDate')),
      archivedAt: timeJson(lines.field(from, 'archivedAt')),
      updatedAt: timeJson(lines.field(from, 'updatedAt')),
      work: workJson((name) => lines.field(from, name)),
    };
    rendered.push({ card, json: `{${shapes[form](card, fields, children)}}` });
  }
  return rendered;
}

/** Contents of a card, as JSON. */
type FieldsJson = Record<
  'number' | 'dueDate' | 'archivedAt' | 'updatedAt' | 'title' | 'description' | 'work',
  string
>;

const timeJson = (micros: string): string => (micros === '' ? 'null' : `"${isoMillis(Number(micros))}"`);

const workJson = (
  lineOf: (
    name: 'dueDate' | 'completedBy' | 'fieldsWithNames' | 'relations' | (typeof work.names)[number],
  ) => string,
): string =>
  `${work.json(lineOf)},"completedBy":${lineOf('completedBy') ? `"${lineOf('completedBy')}"` : 'null'},` +
  `${work.datesJson(lineOf)},"fields":${lineOf('fieldsWithNames') || '[]'},` +
  JSON.stringify(factsFrom(lineOf('relations'))).slice(1, -1);

/** Writes the fields of a card as JSON; ids need no escaping. */
type Shape = (card: Outlined, fields: FieldsJson, children: ChildrenJson) => string;

const publicCard: Shape = ({ id, index }, { title, description, number, dueDate }, children) =>
  `"publicId":"${id}","title":${title},"description":${description},` +
  `"index":${index},"cardNumber":${number},"dueDate":${dueDate},"labels":${children.labels.json(id)},` +
  `"checklists":${children.checklists.json(id)},"commentCount":${children.comments.count(id)},` +
  `"attachmentCount":${children.attachments.count(id)}`;

const boardCard: Shape = (card, fields, children) =>
  `${publicCard(card, fields, children)},"members":${children.members.json(card.id)},` +
  `"attachments":${children.attachments.json(card.id)},"comments":${children.comments.json(card.id)}`;

const cardOfPage: Shape = (card, fields, children) =>
  `${boardCard(card, fields, children)},"listPublicId":"${card.listId}","archivedAt":${fields.archivedAt},` +
  `"updatedAt":${fields.updatedAt}`;

/** The shape of a card in each kind of reply. */
const shapes: Record<CardView['form'], Shape> = {
  public: publicCard,
  board: boardCard,
  page: cardOfPage,
  pageWithWork: (card, fields, children) => `${cardOfPage(card, fields, children)},"work":{${fields.work}}`,
};
