import type { ColumnUse } from '../../../../../contract/import-columns.ts';

/** What a table may be headed by. */
export type Headed = Exclude<
  ColumnUse,
  | 'member-emails'
  | 'key'
  | 'parent'
  | 'blocked-by'
  | 'blocks'
  | 'relates'
  | 'duplicates'
  | 'detail'
  | 'leave-out'
  | `field${string}`
>;

/** The words of tables in a language that are not those of English ones; texts are lists with commas. */
export interface Words {
  columns: Readonly<Record<Headed, string>>;
  /** Columns of these names are choices even if few rows have them. */
  choices: string;
  yes: string;
  no: string;
  /** The states of a card. */
  done: string;
  open: string;
  /** What decimals follow wherever the language is written. */
  decimal?: ',';
}
