import { counted, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** The searchable text of a board, card or comment; maintained by triggers. */
export const searchTexts = table('search_texts', {
  key: {
    workspace_id: text(),
    /** Of the board, card or comment. */
    id: text(),
  },
  own: {
    number: counted(),
    kind: text<'board' | 'card' | 'comment'>(),
    /** Folded name or title; empty for comments, null until the text is folded. */
    title: nullable(text()),
    /** Folded description or comment. */
    body: nullable(text()),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    search_texts: RowOf<typeof searchTexts>;
  }
}
