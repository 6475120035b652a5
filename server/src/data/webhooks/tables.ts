import { flag, integer, later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

export const webhooks = table('webhooks', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    name: text(),
    url: text(),
    secret_sealed: text(),
    /** The secret before the last rotation; it also signs until `previous_secret_until`. */
    previous_secret_sealed: later(text()),
    previous_secret_until: later(micros()),
    /** JSON array of event patterns. */
    events: text(),
    active: flag(),
    /** Null if it is not known any more. */
    created_by: nullable(text()),
    created_at: micros(),
    updated_at: nullable(micros()),
    /** Since when every attempt has failed. */
    failing_since: later(micros()),
    /** When an attempt last succeeded, and how many have failed since. */
    last_succeeded_at: later(micros()),
    failures: integer(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    webhooks: RowOf<typeof webhooks>;
  }
}
