import type { Language } from '../../../contract/languages.ts';
import { Invalid } from '../base/errors.ts';
import type { Place } from '../base/storage/spool.ts';
import type { SyncSpool } from '../base/storage/sync-spool.ts';
import { DecimalMark } from './csv/amounts.ts';
import { CardReader, type ColumnField } from './csv/cards.ts';
import { DateOrder } from './csv/dates.ts';
import { fieldsOf, reportLeftOut } from './csv/fields.ts';
import { ColumnValues } from './csv/guess.ts';
import { labelColours, placesIn } from './csv/places.ts';
import type { Column, Habits, Mapping, Plan } from './csv/plan.ts';
import { type CsvRecord, Utf8Text } from './csv/records.ts';
import { Relatives } from './csv/relatives.ts';
import { reached, valuesIn } from './csv/row-values.ts';
import { boardIn, type CardRow, type Rows, rowsOf } from './csv/rows.ts';
import { Table } from './csv/table.ts';
import { numberOf, personKey, personOf } from './csv/values.ts';
import type { FileBoard, FileCard, Reading } from './reading/file-board.ts';
import { type Unnamed, unnamedIn } from './unnamed.ts';
import { Warnings } from './warnings.ts';

export interface CsvOptions {
  /** The name of the board if the file has none. */
  name?: string;
  mapping?: Mapping;
  /** That of whoever imports it, for what the file does not name. */
  locale?: Language;
}

/**
 * Reads a table of cards from CSV, one card per row; a row names the columns. Throws `Invalid` with the line number if a row
 * cannot be read. Rows are spooled as they arrive: lists are written one after the other, and what columns become is known only
 * at the end.
 */
export function csvReading(spool: SyncSpool, { name, mapping, locale = 'en' }: CsvOptions = {}): Reading {
  const unnamed = unnamedIn[locale];
  const names = { ...unnamed, board: name || unnamed.board };
  const [text, table] = [new Utf8Text(), new Table(mapping)];
  let board: CsvBoard | undefined;
  const take = (piece: string, isLast: boolean) => {
    for (const row of table.rows(piece, isLast)) {
      board ??= new CsvBoard(spool, table.plan, names);
      board.take(row);
    }
  };
  return {
    push: (bytes) => take(text.decode(bytes), false),
    end() {
      take(text.decode(), true);
      board ??= new CsvBoard(spool, table.plan, names);
      return board.end();
    },
  };
}

class CsvBoard {
  readonly #spool: SyncSpool;
  readonly #plan: Plan;
  readonly #unnamed: Unnamed;
  readonly #rows: Rows;
  readonly #values: ReadonlyMap<Column, ColumnValues>;
  /** Columns of which a card has one value. */
  readonly #single: ReadonlyMap<Single, readonly Column[]>;
  readonly #relatives: Relatives;
  readonly #cards: { list: number; place: Place }[] = [];
  readonly #warnings = new Warnings();
  readonly #lists: FileBoard['lists'] = [];
  readonly #listOf = placesIn(this.#lists, (name) => ({ name }));
  #name: string | undefined;
  #highestNumber = 0;

  constructor(spool: SyncSpool, plan: Plan, unnamed: Unnamed) {
    this.#spool = spool;
    this.#plan = plan;
    this.#unnamed = unnamed;
    this.#rows = rowsOf(plan);
    this.#relatives = new Relatives(plan);
    this.#values = new Map(plan.columns.map((column) => [column, new ColumnValues()]));
    this.#single = new Map(single.map((use) => [use, plan.columns.filter((column) => column.use === use)]));
    for (const name of this.#rows.lists) this.#listOf(name);
  }

  take(row: CsvRecord): void {
    if (this.#plan.before.length < 2) requireFit(row, this.#plan.count);
    for (const card of this.#rows.take(row)) this.#keep(card);
  }

  end(): FileBoard {
    for (const card of this.#rows.end()) this.#keep(card);
    for (const each of this.#rows.lists) this.#listOf(each);
    if (this.#lists.length === 0) this.#listOf(this.#unnamed.list);
    for (const [what, count] of this.#rows.skipped) this.#warnings.note(`${what} left out`, count);
    const labels: FileBoard['labels'] = [];
    const people: FileBoard['people'] = [];
    const { columns, fields } = fieldsOf(this.#values, this.#plan, this.#warnings);
    reportLeftOut(this.#values, this.#warnings);
    const places = {
      labelOf: placesIn(labels, (each) => ({ name: each, colourCode: labelColours(labels.length) })),
      personOf: placesIn(people, personOf, personKey),
    };
    const known = {
      ...this.#habits(columns),
      relatives: this.#relatives,
      checklist: this.#unnamed.checklist,
    };
    const reader = new CardReader(this.#plan, columns, places, known, this.#warnings);
    return {
      name: this.#name ?? (boardIn(this.#plan) || this.#unnamed.board),
      lists: this.#lists,
      labels,
      fields,
      people,
      cards: this.#inOrder(reader),
      total: this.#cards.length,
      highestNumber: this.#highestNumber,
      warnings: this.#warnings,
    };
  }

  /** How dates and numbers are written: texts that look like some, in fields of texts, do not count. */
  #habits(fields: readonly ColumnField[]): Habits {
    const typed = new Map(fields.map(({ column, type }) => [column, type]));
    const [order, mark] = [new DateOrder(), new DecimalMark()];
    for (const [column, values] of this.#values) {
      if (isDated(column.use) || typed.get(column) === 'date') order.add(values.order);
      if (typed.get(column) === 'number') mark.add(values.decimals);
    }
    const { habits } = this.#plan;
    const dayFirst = order.isDayFirst(habits.dayFirst);
    const decimal = mark.of(habits.decimal);
    const dates = order.unclear;
    const form = dayFirst ? 'day, month and year' : 'month, day and year';
    if (dates) this.#warnings.note(`dates read as ${form}`, dates.count, dates.example);
    const numbers = decimal === ',' && mark.unclear;
    if (numbers) this.#warnings.note('numbers read with a decimal comma', numbers.count, numbers.example);
    return { dayFirst, decimal };
  }

  *#inOrder(reader: CardReader): Generator<FileCard> {
    for (const { list, place } of this.#cards.toSorted((a, b) => a.list - b.list)) {
      yield reader.read(this.#spool.get(place) as CardRow, list);
    }
  }

  #keep(card: CardRow): void {
    const first = (use: Single) =>
      reached(this.#single.get(use) ?? [], card)
        .flatMap((column) => valuesIn(card, column))[0]
        ?.trim() ?? '';
    for (const column of reached(this.#plan.columns, card)) {
      const texts = valuesIn(card, column).map((text) => text.trim());
      if (texts.length === 0) continue;
      this.#values.get(column)?.see(texts, column);
    }
    this.#nameIt(first('board'), card.line);
    this.#highestNumber = Math.max(this.#highestNumber, numberOf(first('number')) ?? 0);
    this.#relatives.see(card, valuesIn);
    const list = this.#listOf(card.list || first('list') || this.#unnamed.list);
    this.#cards.push({ list, place: this.#spool.put(card) });
  }

  #nameIt(name: string, line: number): void {
    if (name !== '' && this.#name !== undefined && name !== this.#name) {
      throw new Invalid('line-of-other-board', { line });
    }
    if (name !== '') this.#name = name;
  }
}

const single = ['board', 'number', 'list'] as const;
type Single = (typeof single)[number];

/** Columns whose dates tell whether days or months come first, as those of fields do. */
const isDated = (use: Column['use']): boolean =>
  ['due', 'start', 'created', 'completed', 'archived'].includes(use);

/** Rows may be shorter than the first one, because spreadsheets omit trailing empty fields. */
function requireFit({ line, fields }: CsvRecord, count: number): void {
  if (!fields.slice(count).some((field) => field.trim() !== '')) return;
  throw new Invalid('line-fields', { line, fields: fields.length, count });
}
