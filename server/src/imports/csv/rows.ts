import { folded, type Plan } from './plan.ts';
import type { CsvRecord } from './records.ts';
import type { Source } from './sources/source.ts';
import { sources } from './sources.ts';

/** A row that is a card, with what other rows say of it. */
export interface CardRow extends CsvRecord {
  /** Where rows say it in another way than by a column. */
  title?: string;
  list?: string;
  labels?: string[];
  /** The line of the row of its parent. */
  parent?: number;
  comments?: { text: string; by: string; at: string }[];
  items?: { title: string; state: string; due: string; by: string }[];
}

/** Turns rows into cards. */
export interface Rows {
  /** The cards that are complete now. */
  take(row: CsvRecord): CardRow[];
  end(): CardRow[];
  /** Rows that are no cards and were left out, by what they are. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Lists that may have no card. */
  readonly lists: readonly string[];
}

export function rowsOf(plan: Plan): Rows {
  const { rows }: Source = sources[plan.source];
  if (rows === 'sections') return new SectionRows(plan);
  return rows === 'groups' && plan.before.length > 1 ? new GroupRows(plan) : plainRows;
}

const plainRows: Rows = { take: (row) => [row], end: () => [], skipped: new Map(), lists: [] };

/** A card has no more comments or items from other rows: it is held in memory until it is complete. */
const mostOfCard = 1000;

/** The labels in a title such as `Water the ferns @garden`. */
const labelsIn = /(?:^|\s)@([^\s@]+)/g;

/** Rows of sections, tasks, indented by their depth, and notes on the task before. */
class SectionRows implements Rows {
  readonly skipped = new Map<string, number>();
  readonly lists: string[] = [];
  readonly #places: Map<string, number>;
  #section: string | undefined;
  #task: CardRow | undefined;
  /** The lines of the last tasks by their depth. */
  readonly #above: number[] = [];

  constructor({ columns }: Plan) {
    this.#places = new Map(
      columns.map(({ heading, places: [first = -1] }) => [folded(heading), first] as const),
    );
  }

  take(row: CsvRecord): CardRow[] {
    const at = (heading: string) => (row.fields[this.#places.get(heading) ?? -1] ?? '').trim();
    const kind = at('type').toLowerCase();
    if (kind === 'note') {
      this.#note(at('content'), at('author'), at('date'));
      return [];
    }
    const done = this.end();
    if (kind === 'section') {
      this.#section = at('content');
      this.lists.push(this.#section);
      this.#above.length = 0;
    } else if (kind === 'task' || kind === '') this.#begin(row, at('content'), Number(at('indent')) || 1);
    else if (kind !== 'meta') this.#skip('rows of other types');
    return done;
  }

  end(): CardRow[] {
    const done = this.#task ? [this.#task] : [];
    this.#task = undefined;
    return done;
  }

  #begin(row: CsvRecord, content: string, indent: number): void {
    const depth = Math.min(Math.max(Math.trunc(indent), 1), 10);
    this.#above.length = Math.min(this.#above.length, depth - 1);
    const parent = this.#above.at(-1);
    this.#above[depth - 1] = row.line;
    this.#task = {
      ...row,
      title: content.replace(labelsIn, '').trim() || content,
      labels: [...content.matchAll(labelsIn)].map(([, label = '']) => label),
      ...(this.#section === undefined ? {} : { list: this.#section }),
      ...(parent === undefined ? {} : { parent }),
    };
  }

  #note(text: string, by: string, at: string): void {
    if (!this.#task) return this.#skip('notes without a task');
    this.#task.comments ??= [];
    if (this.#task.comments.length >= mostOfCard) return this.#skip('notes beyond 1000 on a task');
    this.#task.comments.push({ text, by, at });
  }

  #skip(what: string): void {
    this.skipped.set(what, (this.skipped.get(what) ?? 0) + 1);
  }
}

/** Rows in groups: the name of a group, the headings again, then items, each followed by its subitems with headings of their own. */
class GroupRows implements Rows {
  readonly skipped = new Map<string, number>();
  readonly #lists = new Set<string>();
  readonly #title: number;
  readonly #headings: string;
  #group: string;
  #sub: Map<string, number> | undefined;
  #item: CardRow | undefined;
  /** A row with nothing but a first value: the name of a group, if the headings follow. */
  #alone: CsvRecord | undefined;

  constructor({ columns, before }: Plan) {
    this.#title = columns.find(({ use }) => use === 'title')?.places[0] ?? 0;
    this.#headings = JSON.stringify(columns.map(({ heading }) => heading));
    this.#group = firstOf(before.at(-1));
    this.#lists.add(this.#group);
  }

  get lists(): string[] {
    return [...this.#lists];
  }

  take(row: CsvRecord): CardRow[] {
    if (this.#isHeadings(row)) {
      this.#group = firstOf(this.#alone) || this.#group;
      this.#lists.add(this.#group);
      [this.#alone, this.#sub] = [undefined, undefined];
      return [];
    }
    const done = this.#alone ? this.#begin(this.#alone) : [];
    this.#alone = undefined;
    const [first = '', second = ''] = row.fields.map((field) => field.trim());
    if (first === 'Subitems' && second === 'Name') {
      this.#sub = new Map(row.fields.map((field, place) => [folded(field), place]));
      return done;
    }
    if (this.#sub && first === '') {
      this.#subitem(row, this.#sub);
      return done;
    }
    this.#sub = undefined;
    if ((row.fields[this.#title] ?? '').trim() === '') {
      this.#skip('rows of sums, without a name');
      return done;
    }
    if (row.fields.every((field, place) => place === 0 || field.trim() === '')) {
      this.#alone = row;
      return done;
    }
    return [...done, ...this.#begin(row)];
  }

  end(): CardRow[] {
    const last = this.#alone ? this.#begin(this.#alone) : [];
    const done = this.#item ? [...last, this.#item] : last;
    [this.#item, this.#alone] = [undefined, undefined];
    return done;
  }

  #isHeadings({ fields }: CsvRecord): boolean {
    const names = new Set<string>();
    const headings = fields.flatMap((field, place) => {
      const heading = field.trim() || `column ${place + 1}`;
      return names.size < names.add(folded(heading)).size ? [heading] : [];
    });
    return JSON.stringify(headings) === this.#headings;
  }

  #begin(row: CsvRecord): CardRow[] {
    const done = this.#item ? [this.#item] : [];
    this.#item = { ...row, list: this.#group };
    return done;
  }

  #subitem({ fields }: CsvRecord, places: ReadonlyMap<string, number>): void {
    const at = (...headings: string[]) =>
      headings.map((heading) => (fields[places.get(heading) ?? -1] ?? '').trim()).find(Boolean) ?? '';
    const title = at('name');
    if (title === '' || !this.#item) return this.#skip('rows of sums, without a name');
    this.#item.items ??= [];
    if (this.#item.items.length >= mostOfCard) return this.#skip('subitems beyond 1000 of an item');
    const by = at('owner', 'person', 'people', 'assignee');
    this.#item.items.push({ title, state: at('status'), due: at('date', 'due date'), by });
  }

  #skip(what: string): void {
    this.skipped.set(what, (this.skipped.get(what) ?? 0) + 1);
  }
}

const firstOf = (row: CsvRecord | undefined): string =>
  row?.fields.map((field) => field.trim()).find(Boolean) ?? '';

/** The name of a board that stands before the headings, alone or after `Plan name`. */
export function boardIn({ before }: Plan): string {
  const [first = '', second] = (before[0]?.fields ?? []).map((field) => field.trim()).filter(Boolean);
  return second ?? first;
}
