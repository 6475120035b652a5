/** Parses a text of `fn.keys` into rows of the given number of columns. */
export function rowsFrom<R extends string[]>(keys: string, columns: R['length']): R[] {
  const all = keys === '' ? [] : keys.split(' ');
  const rows: R[] = [];
  for (let at = 0; at < all.length; at += columns) rows.push(all.slice(at, at + columns) as R);
  return rows;
}

/** Rows of `fn.lines` indexed by their first column; rows with the same value are adjacent. */
export interface Lines {
  rows: number;
  on: (first: string) => { from: number; count: number };
  field: (row: number, column: number) => string;
}

export function linesIn(text: string, columns: number): Lines {
  const all = text === '' ? [] : text.split('\n');
  const rows = all.length / columns;
  const runs = new Map<string, { from: number; count: number }>();
  for (let row = 0; row < rows; row++) {
    const first = all[row * columns] ?? '';
    const run = runs.get(first);
    if (run) run.count++;
    else runs.set(first, { from: row, count: 1 });
  }
  return {
    rows,
    on: (first) => runs.get(first) ?? { from: 0, count: 0 },
    field: (row, column) => all[row * columns + column] ?? '',
  };
}
