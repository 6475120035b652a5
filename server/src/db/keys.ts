/** The rows of so many columns that a text of `fn.keys` stands for. */
export function rowsFrom<R extends string[]>(keys: string, columns: R['length']): R[] {
  const all = keys === '' ? [] : keys.split(' ');
  const rows: R[] = [];
  for (let at = 0; at < all.length; at += columns) rows.push(all.slice(at, at + columns) as R);
  return rows;
}
