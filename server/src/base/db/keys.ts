import type { Expression, RawBuilder } from 'kysely';
import type { Functions, Piece } from './functions.ts';

/** Parses a text of `fn.keys` into rows of the given number of columns. */
export function rowsFrom<R extends string[]>(keys: string, columns: R['length']): R[] {
  const all = keys === '' ? [] : keys.split(' ');
  const rows: R[] = [];
  for (let at = 0; at < all.length; at += columns) rows.push(all.slice(at, at + columns) as R);
  return rows;
}

/** Rows of `fn.lines`, by the names of their columns. */
export interface Lines<C extends string> {
  rows: number;
  field: (row: number, column: C) => string;
  /** The rows with a value in the first column; they must be adjacent. */
  on: (first: string) => { from: number; to: number };
}

export interface LineFormat<C extends string> {
  /** The lines as a column of a statement. */
  column(fn: Functions, pieces: Record<C, Piece>, from: Expression<unknown>): RawBuilder<string>;
  parse(text: string): Lines<C>;
}

/** Rows of texts with named columns, without the cost of JSON. */
export function lineFormat<C extends string>(...columns: C[]): LineFormat<C> {
  const width = columns.length;
  const offsets = Object.fromEntries(columns.map((name, offset) => [name, offset])) as Record<C, number>;
  return {
    column: (fn, pieces, from) =>
      fn.lines(
        columns.map((name) => pieces[name]),
        from,
      ),
    parse(text) {
      const fields = text === '' ? [] : text.split('\n');
      const rows = fields.length / width;
      const runs = new Map<string, { from: number; to: number }>();
      for (let row = 0; row < rows; row++) {
        const first = fields[row * width] ?? '';
        const run = runs.get(first);
        if (run) run.to = row + 1;
        else runs.set(first, { from: row, to: row + 1 });
      }
      return {
        rows,
        field: (row, column) => fields[row * width + offsets[column]] ?? '',
        on: (first) => runs.get(first) ?? noRows,
      };
    },
  };
}

const noRows = { from: 0, to: 0 };
