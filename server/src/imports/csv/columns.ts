import { type ColumnUse, mostMapped } from '../../../../contract/import-columns.ts';
import { Invalid } from '../../base/errors.ts';
import { oneLine } from '../../base/texts.ts';
import { Warnings } from '../warnings.ts';
import { fieldsOf } from './fields.ts';
import { ColumnValues } from './guess.ts';
import type { Column } from './plan.ts';
import { Utf8Text } from './records.ts';
import { reached, valuesIn } from './row-values.ts';
import { type Rows, rowsOf } from './rows.ts';
import { sources } from './sources.ts';
import { Table } from './table.ts';

/** The columns of a table, with samples and what they become. */
export interface TableColumns {
  program: string;
  rows: number;
  empty: number;
  columns: {
    column: number;
    heading: string;
    values: number;
    samples: string[];
    use: ColumnUse;
    choices: ColumnUse[];
  }[];
}

/** Max characters of a sample, and of a heading. */
const longest = 100;

/** Reads the columns of a table that arrives in chunks, and may be cut off. */
export function columnsReading(): { push(bytes: Uint8Array): void; end(): TableColumns } {
  const [text, table] = [new Utf8Text(), new Table(new Map(), false)];
  const values = new Map<Column, ColumnValues>();
  let cards: Rows | undefined;
  let rows = 0;
  const take = (piece: string, isLast: boolean) => {
    for (const row of table.rows(piece, isLast)) {
      cards ??= rowsOf(table.plan);
      for (const card of cards.take(row)) see(card);
    }
  };
  const see = (card: { fields: string[] }) => {
    rows++;
    for (const column of reached(table.plan.columns, card)) {
      const texts = valuesIn(card, column).map((each) => each.trim());
      if (texts.length > 0) seenIn(values, column).see(texts, column);
    }
  };
  return {
    push: (bytes) => take(text.decode(bytes), false),
    end() {
      try {
        take(text.decode(), true);
      } catch (error) {
        // The last row of a beginning may be cut off anywhere.
        if (!(error instanceof Invalid) || rows === 0) throw error;
      }
      for (const card of cards?.end() ?? []) see(card);
      return { ...shown(table, values), rows };
    },
  };
}

function seenIn(values: Map<Column, ColumnValues>, column: Column): ColumnValues {
  const known = values.get(column) ?? new ColumnValues();
  values.set(column, known);
  return known;
}

function shown({ plan }: Table, seen: ReadonlyMap<Column, ColumnValues>): Omit<TableColumns, 'rows'> {
  const ordered = new Map(plan.columns.flatMap((column) => [...entry(seen, column)]));
  const { columns: fields } = fieldsOf(ordered, plan, new Warnings());
  const types = new Map(fields.map(({ column, type }) => [column, type]));
  return {
    program: sources[plan.source].name,
    empty: plan.columns.length - ordered.size,
    columns: [...ordered].slice(0, mostMapped).map(([column, values]) => {
      const use = useOf(column, types.get(column));
      return {
        column: column.places[0] ?? 0,
        heading: short(column.heading),
        values: values.count,
        samples: values.samples.map(short),
        use,
        choices: [...new Set([use, ...values.uses])],
      };
    }),
  };
}

function* entry(seen: ReadonlyMap<Column, ColumnValues>, column: Column): Generator<[Column, ColumnValues]> {
  const values = seen.get(column);
  if (values) yield [column, values];
}

/** A column of which nothing would be stored is left out. */
const useOf = ({ use }: Column, type: string | undefined): ColumnUse => {
  if (!use.startsWith('field')) return use;
  return type === undefined ? 'leave-out' : (`field-${type}` as ColumnUse);
};

const short = (text: string): string => {
  const line = oneLine(text);
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line;
};
