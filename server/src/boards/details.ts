import { sql } from 'kysely';
import { isoMillis } from '../clock.ts';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';
import { type Hanging, hangingOn } from './hanging.ts';
import type { Outlined } from './outline.ts';

/** Which cards of a workspace are read, and what the caller may see of them. */
export interface CardView {
  workspaceId: string;
  boardId: string;
  showMembers: boolean;
  showEmails: boolean;
  /** For everyone a card names nobody, and says only how much hangs on it. */
  form: 'board' | 'page' | 'public';
  /** Only cards with this in a text, whatever the case; null for all. */
  text: string | null;
}

/** A card as JSON. */
export interface Detailed {
  card: Outlined;
  json: string;
}

interface TextRow {
  id: string;
  title: string;
  description: string | null;
  number: number;
  dueAt: number | null;
  archivedAt: number | null;
}

const cardTexts = query(
  'boards.cardTexts',
  (_db, p: { workspaceId: string; ids: readonly string[] }, fn) => sql<TextRow>`
  select x.id as id, x.title as title, x.description as description, x.number as number, x.due_at as "dueAt",
    x.archived_at as "archivedAt"
  ${fn.lookUp({ table: 'cards', workspaceId: p.workspaceId, column: 'id', values: fn.ids(p.ids) })}
    and x.deleted_at is null`,
);

/** Cards that were read together. */
export interface Slice {
  cards: Detailed[];
  /** The versions of the board when they were read; null where nothing was. */
  versions: string | null;
}

/**
 * Reads cards, in their order. Those that have vanished since they were outlined are left out, as are those without
 * the text that is looked for. Undefined where more hangs on them than is read at once: then half of them is to be read.
 */
export async function detailsOf(
  db: Reading,
  view: CardView,
  outlined: readonly Outlined[],
): Promise<Slice | undefined> {
  const { workspaceId, text } = view;
  const rows = await db.all(cardTexts, { workspaceId, ids: outlined.map(({ id }) => id) });
  const said = new Map(rows.filter((row) => text === null || says(row, text)).map((row) => [row.id, row]));
  const ids = outlined.map(({ id }) => id).filter((id) => said.has(id));
  if (ids.length === 0) return { cards: [], versions: null };
  const on = await hangingOn(db, { ...view, ids });
  if (!on) return undefined;
  const shape = shapes[view.form];
  const cards = outlined.flatMap((card) => {
    const row = said.get(card.id);
    return row ? [{ card, json: `{${shape(card, row, on.of(card.id))}}` }] : [];
  });
  return { cards, versions: on.versions };
}

const says = ({ title, description }: TextRow, text: string): boolean =>
  title.toLowerCase().includes(text) || (description?.toLowerCase().includes(text) ?? false);

/** The fields of a card as JSON; ids and times have nothing in them that would have to be escaped. */
type Shape = (card: Outlined, row: TextRow, on: Hanging) => string;

const publicCard: Shape = ({ id, index }, { title, description, number, dueAt }, on) =>
  `"publicId":"${id}","title":${JSON.stringify(title)},"description":${JSON.stringify(description)},` +
  `"index":${index},"cardNumber":${number},"dueDate":${timeJson(dueAt)},"labels":${on.labels},` +
  `"checklists":${on.checklists},"commentCount":${on.commentCount},"attachmentCount":${on.attachmentCount}`;

const boardCard: Shape = (card, row, on) =>
  `${publicCard(card, row, on)},"members":${on.members},"attachments":${on.attachments},"comments":${on.comments}`;

/** A card as each kind of reply has it. */
const shapes: Record<CardView['form'], Shape> = {
  public: publicCard,
  board: boardCard,
  page: (card, row, on) =>
    `${boardCard(card, row, on)},"listPublicId":"${card.listId}","archivedAt":${timeJson(row.archivedAt)}`,
};

const timeJson = (micros: number | null): string => (micros === null ? 'null' : `"${isoMillis(micros)}"`);
