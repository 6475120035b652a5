import type { ColumnUse } from '../../../../../contract/import-columns.ts';

export interface Source {
  /** The program, for people to read. */
  name: string;
  /** A file is of this source if it has all headings of a line. */
  signs: readonly (readonly string[])[];
  columns: Partial<Record<ColumnUse, readonly string[]>>;
  /** How several values in one field are separated, by use; by commas, semicolons, bars and line breaks unless it is said. */
  separators?: Partial<Record<ColumnUse, 'none' | ';'>>;
  /** Finds the name of a field in its heading. */
  fieldName?: RegExp;
  /** Rows that are not cards. */
  rows?: 'sections' | 'groups';
}
