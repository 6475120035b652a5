import { Invalid } from '../../base/errors.ts';
import { type CsvRecord, longestRow, Records } from './records.ts';

/** Accepted names of columns, in lower case; `_`, `-` and spaces are equivalent. */
const names = {
  title: ['title', 'name', 'summary', 'card', 'card name', 'card title', 'task', 'task name', 'subject'],
  description: ['description', 'desc', 'card description', 'details', 'notes', 'body', 'text'],
  list: ['list', 'list name', 'status', 'column', 'column name', 'stage', 'state', 'section', 'bucket'],
  labels: ['labels', 'label', 'tags', 'tag', 'keywords', 'categories', 'category'],
  members: ['members', 'member', 'assignees', 'assignee', 'assigned to', 'owner', 'owners'],
  due: ['due', 'due date', 'due at', 'due on', 'duedate', 'deadline'],
  start: [
    'start',
    'start date',
    'start at',
    'starts on',
    'startdate',
    'begin',
    'begin date',
    'begins on',
    'date started',
  ],
  completed: [
    'completed',
    'completed at',
    'completed on',
    'completed date',
    'date completed',
    'completion date',
    'is completed',
    'complete',
    'due complete',
    'done',
    'done at',
    'done on',
    'is done',
  ],
  archived: ['archived', 'archived at', 'is archived', 'closed', 'closed at'],
  checklists: ['checklists', 'checklist', 'checklist items', 'subtasks'],
  number: ['number', 'card number'],
  created: ['created', 'created at', 'created on', 'creation date', 'date created'],
  creator: ['created by', 'creator'],
  board: ['board', 'board name', 'project'],
} as const;

export type Column = keyof typeof names;

const columnOf = new Map<string, Column>(
  Object.entries(names).flatMap(([column, all]) => all.map((name) => [name, column as Column] as const)),
);

/** Columns that identify an export of this service. */
const ownColumns = ['Checklists', 'Attachments', 'Created by', 'Id'];

/** Columns that a file may have several of; their values are combined. */
const repeated = new Set<Column>(['labels', 'members']);

export interface Columns {
  /** The indexes of each column. */
  places: Map<Column, number[]>;
  /** Columns that map to nothing here. */
  others: { name: string; place: number }[];
  count: number;
  /** Whether the file is an export of this service. */
  isOwn: boolean;
}

export function columnsOf({ fields }: CsvRecord): Columns {
  const isOwn = ownColumns.every((name) => fields.includes(name));
  const columns: Columns = { places: new Map(), others: [], count: fields.length, isOwn };
  for (const [place, field] of fields.entries()) {
    const name = field.trim();
    const column = columnOf.get(name.toLowerCase().replace(/[\s_-]+/g, ' '));
    const found = column && columns.places.get(column);
    if (column && (!found || repeated.has(column))) columns.places.set(column, [...(found ?? []), place]);
    else columns.others.push({ name: name || `column ${place + 1}`, place });
  }
  return columns;
}

/** A separator of fields, and the columns of the first row if it is used. */
interface Dialect {
  records: Records;
  columns?: Columns;
  error?: unknown;
}

/** Max characters of the first row, which is parsed once per separator. */
const longestHeader = 1024 * 1024;

/** `sep=;`, as spreadsheets write it. */
const maxSeparatorLine = 7;

/** A table that arrives in chunks. The first row names the columns, and is used to detect the separator. */
export class Table {
  #head = '';
  #dialects: Dialect[] | undefined;
  #found: { columns: Columns; records: Records } | undefined;

  /** Throws `Invalid` if there are none. */
  get columns(): Columns {
    if (!this.#found) throw new Invalid('file-empty');
    return this.#found.columns;
  }

  /** Adds text and returns the rows that are complete now, except the first. */
  *rows(text: string, isLast: boolean): Generator<CsvRecord> {
    if (this.#found) this.#found.records.add(text);
    else this.#begin(text, isLast);
    for (;;) {
      const row = this.#found?.records.next(isLast);
      if (!row) return;
      yield row;
    }
  }

  #begin(text: string, isLast: boolean): void {
    if (this.#dialects) for (const { records } of this.#dialects) records.add(text);
    else {
      this.#head += text;
      if (this.#head.length < maxSeparatorLine && !isLast) return;
      this.#dialects = dialectsOf(this.#head);
    }
    for (const dialect of this.#dialects) readHeader(dialect, isLast);
    if (isLast || this.#dialects.every(({ columns, error }) => columns ?? error)) {
      this.#found = bestOf(this.#dialects);
    }
  }
}

function dialectsOf(text: string): Dialect[] {
  const stated = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(text);
  const separators = stated?.[1] ? [stated[1]] : [',', ';', '\t', '|'];
  return separators.map((separator) => {
    const records = new Records(separator, stated ? 2 : 1);
    records.longest = longestHeader;
    records.add(text.slice(stated?.[0].length));
    return { records };
  });
}

function readHeader(dialect: Dialect, isLast: boolean): void {
  if (dialect.columns ?? dialect.error) return;
  try {
    const header = dialect.records.next(isLast);
    if (header) dialect.columns = columnsOf(header);
  } catch (error) {
    dialect.error = error;
  }
}

function bestOf(dialects: readonly Dialect[]) {
  const [best] = dialects.toSorted((a, b) => rank(b.columns) - rank(a.columns));
  if (!best?.columns) throw best?.error ?? new Invalid('file-empty');
  const { columns, records } = best;
  if (!columns.places.has('title')) {
    const found = columns.others.map(({ name }) => `“${name.slice(0, 60)}”`);
    const listed = found.slice(0, 20).join(', ') || 'none';
    throw new Invalid('line-without-title', { columns: listed });
  }
  records.longest = longestRow;
  return { columns, records };
}

const rank = (columns: Columns | undefined): number =>
  columns ? 10_000 * columns.places.size + Math.min(columns.count, 9_999) : -1;
