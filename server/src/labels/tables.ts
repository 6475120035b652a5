import { micros, type RowOf, table, text } from '../db/table.ts';

export const labels = table('labels', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    board_id: text(),
    created_at: micros(),
  },
  content: {
    name: text(),
    colour_code: text(),
  },
});

declare module '../db/tables.ts' {
  interface Tables {
    labels: RowOf<typeof labels>;
  }
}
