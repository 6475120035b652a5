import { Invalid } from '../../base/errors.ts';
import { type Mapping, type Plan, planOf } from './plan.ts';
import { type CsvRecord, longestRow, Records } from './records.ts';

/** A separator of fields, and what its first rows say. */
interface Dialect {
  separator: string;
  records: Records;
  /** Rows before the headings. */
  before: CsvRecord[];
  plan?: Plan;
  /** Rows that were taken for such and are cards. */
  rest: CsvRecord[];
  error?: unknown;
}

/** Max characters of the first row, which is parsed once per separator. */
const longestHeader = 1024 * 1024;

/** `sep=;`, as spreadsheets write it. */
const maxSeparatorLine = 7;

/** Rows before the headings, such as the name of a board, have at most so many values; and there are so many of them. */
const titleCells = 2;
const titleRows = 10;

/** A table that arrives in chunks. The row of the headings is used to detect the separator. */
export class Table {
  readonly #mapping: Mapping;
  readonly #needsTitle: boolean;
  #head = '';
  #dialects: Dialect[] | undefined;
  #found: { plan: Plan; records: Records; rest: CsvRecord[] } | undefined;

  /** A table whose cards have no title is refused if `needsTitle` is set. */
  constructor(mapping: Mapping = new Map(), needsTitle = true) {
    this.#mapping = mapping;
    this.#needsTitle = needsTitle;
  }

  /** Throws `Invalid` if there are no headings. */
  get plan(): Plan {
    if (!this.#found) throw new Invalid('file-empty');
    return this.#found.plan;
  }

  /** Adds text and returns the rows that are complete now, except the headings and what comes before them. */
  *rows(text: string, isLast: boolean): Generator<CsvRecord> {
    if (this.#found) this.#found.records.add(text);
    else this.#begin(text, isLast);
    for (;;) {
      const row = this.#found?.rest.shift() ?? this.#found?.records.next(isLast);
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
    for (const dialect of this.#dialects) readHeader(dialect, isLast, this.#mapping);
    const titled = this.#dialects.filter(({ plan }) => plan && hasTitle(plan));
    const fewest = Math.min(...titled.map(({ before }) => before.length));
    const isDone = ({ plan, error, before }: Dialect) => plan ?? error ?? before.length > fewest;
    if (isLast || this.#dialects.every(isDone)) this.#found = this.#best(this.#dialects);
  }

  #best(dialects: readonly Dialect[]) {
    const [best] = dialects.toSorted((a, b) => rank(b) - rank(a));
    if (!best?.plan) throw best?.error ?? new Invalid('file-empty');
    const { plan, records, rest } = best;
    if (this.#needsTitle && !hasTitle(plan)) {
      const found = plan.columns.map(({ heading }) => `“${heading.slice(0, 60)}”`);
      throw new Invalid('line-without-title', { columns: found.slice(0, 20).join(', ') || 'none' });
    }
    records.longest = longestRow;
    return { plan, records, rest };
  }
}

const hasTitle = ({ columns }: Plan): boolean => columns.some(({ use }) => use === 'title');

function dialectsOf(text: string): Dialect[] {
  const stated = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(text);
  const separators = stated?.[1] ? [stated[1]] : [',', ';', '\t', '|'];
  return separators.map((separator) => {
    const records = new Records(separator, stated ? 2 : 1);
    records.longest = longestHeader;
    records.add(text.slice(stated?.[0].length));
    return { separator, records, before: [], rest: [] };
  });
}

/** The headings are the first row with a title, or with more values than a row before them has; else the very first row. */
function readHeader(dialect: Dialect, isLast: boolean, mapping: Mapping): void {
  const { before, separator } = dialect;
  try {
    while (!dialect.plan && !dialect.error) {
      const row = before.length < titleRows ? dialect.records.next(isLast) : undefined;
      if (row) {
        const values = row.fields.filter((field) => field.trim() !== '').length;
        const isHeader = values > titleCells || hasTitle(planOf(row));
        if (isHeader) dialect.plan = planOf(row, { before, mapping, separator });
        else before.push(row);
        continue;
      }
      if (before.length < titleRows && !isLast) return;
      const [first, ...rest] = before;
      if (!first) return;
      dialect.plan = planOf(first, { mapping, separator });
      dialect.rest = rest;
    }
  } catch (error) {
    dialect.error = error;
  }
}

/** Headings that are known count most, then the number of headings. */
function rank({ plan }: Dialect): number {
  if (!plan) return -1;
  const known = plan.columns.filter(({ use }) => !use.startsWith('field')).length;
  const ahead = hasTitle(plan) ? 1e9 - 1e6 * plan.before.length : 0;
  return ahead + 10_000 * known + Math.min(plan.count, 9_999);
}
