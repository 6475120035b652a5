import { micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

export const integrations = table('integrations', {
  key: {
    user_id: text(),
    provider: text<'codehost' | 'boardtool'>(),
  },
  own: {
    token_sealed: text(),
    account: nullable(text()),
    connected_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    integrations: RowOf<typeof integrations>;
  }
}
