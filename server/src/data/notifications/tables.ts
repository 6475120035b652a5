import { micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** How somebody wants to be told. */
export const notificationSettings = table('notification_settings', {
  key: {
    user_id: text(),
  },
  own: {
    /** JSON: only what they have set. */
    settings: text(),
    /** When their summary is due next; null if they want none. */
    summary_at: nullable(micros()),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    notification_settings: RowOf<typeof notificationSettings>;
  }
}
