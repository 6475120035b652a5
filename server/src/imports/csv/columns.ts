import { Invalid } from '../../base/errors.ts';
import { type CsvRecord, recordsOf } from './records.ts';

/** What a column may be called, in small letters; `_`, `-` and spaces are the same. */
const names = {
  title: ['title', 'name', 'summary', 'card', 'card name', 'card title', 'task', 'task name', 'subject'],
  description: ['description', 'desc', 'card description', 'details', 'notes', 'body', 'text'],
  list: ['list', 'list name', 'status', 'column', 'column name', 'stage', 'state', 'section', 'bucket'],
  labels: ['labels', 'label', 'tags', 'tag', 'keywords', 'categories', 'category'],
  members: ['members', 'member', 'assignees', 'assignee', 'assigned to', 'owner', 'owners'],
  due: ['due', 'due date', 'due at', 'due on', 'duedate', 'deadline'],
  archived: ['archived', 'archived at', 'is archived', 'closed', 'closed at'],
  checklists: ['checklists', 'checklist', 'checklist items', 'subtasks'],
  number: ['number', 'card number'],
  created: ['created', 'created at', 'created on', 'creation date', 'date created'],
  board: ['board', 'board name', 'project'],
} as const;

export type Column = keyof typeof names;

const columnOf = new Map<string, Column>(
  Object.entries(names).flatMap(([column, all]) => all.map((name) => [name, column as Column] as const)),
);

/** Columns that a file may have several of; what they say is put together. */
const repeated = new Set<Column>(['labels', 'members']);

export interface Columns {
  /** Where each column is. */
  places: Map<Column, number[]>;
  /** Those that have no place with us. */
  others: { name: string; place: number }[];
  count: number;
}

export function columnsOf({ fields }: CsvRecord): Columns {
  const columns: Columns = { places: new Map(), others: [], count: fields.length };
  for (const [place, field] of fields.entries()) {
    const name = field.trim();
    const column = columnOf.get(name.toLowerCase().replace(/[\s_-]+/g, ' '));
    const found = column && columns.places.get(column);
    if (column && (!found || repeated.has(column))) columns.places.set(column, [...(found ?? []), place]);
    else columns.others.push({ name: name || `column ${place + 1}`, place });
  }
  return columns;
}

/** The rows of a text, the first of which names the columns; what separates fields is found out by that one. */
export function rowsOf(text: string): { columns: Columns; rows: Generator<CsvRecord> } {
  // Spreadsheets say it this way.
  const said = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(text);
  const separators = said?.[1] ? [said[1]] : [',', ';', '\t', '|'];
  const read = separators.map((separator) => {
    const rows = recordsOf(text, separator);
    try {
      if (said) rows.next();
      const first = rows.next();
      const header = first.done ? undefined : first.value;
      return { rows, columns: header && columnsOf(header), error: undefined };
    } catch (error) {
      return { rows, columns: undefined, error };
    }
  });
  const [best] = read.toSorted((a, b) => rank(b.columns) - rank(a.columns));
  if (!best?.columns) throw best?.error ?? new Invalid('The file is empty');
  const { columns, rows } = best;
  if (!columns.places.has('title')) {
    const found = columns.others.map(({ name }) => `“${name.slice(0, 60)}”`);
    const listed = found.slice(0, 20).join(', ') || 'none';
    throw new Invalid(
      `Line 1: no column is called “title”, “name” or “summary”. Columns that are not known: ${listed}`,
    );
  }
  return { columns, rows };
}

const rank = (columns: Columns | undefined): number =>
  columns ? 10_000 * columns.places.size + Math.min(columns.count, 9_999) : -1;
