import type { Column } from './plan.ts';
import type { CardRow } from './rows.ts';
import { plainOf } from './values.ts';

/** The values of a row in a column, without those that are empty. */
export function valuesIn({ fields }: Pick<CardRow, 'fields'>, { places }: Pick<Column, 'places'>): string[] {
  const values: string[] = [];
  for (const place of places) {
    if (place >= fields.length) break;
    const value = plainOf(fields[place] ?? '');
    if (value.trim() !== '') values.push(value);
  }
  return values;
}

/** The columns, in the order of their places, that a row reaches: a million short rows may stand below 2000 headings. */
export function reached(columns: readonly Column[], { fields }: Pick<CardRow, 'fields'>): readonly Column[] {
  const end = columns.findIndex(({ places: [first = 0] }) => first >= fields.length);
  return end < 0 ? columns : columns.slice(0, end);
}
