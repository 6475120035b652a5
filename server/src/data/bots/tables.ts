import { micros, type RowOf, table, text } from '../../base/db/table.ts';

/** A member that is a program; removed bots have no row. */
export const bots = table('bots', {
  key: {
    workspace_id: text(),
    member_id: text(),
  },
  own: {
    user_id: text(),
    /** The member who answers for it. */
    owner_id: text(),
    created_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    bots: RowOf<typeof bots>;
  }
}
