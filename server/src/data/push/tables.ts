import { integer, later, micros, type RowOf, table, text } from '../../base/db/table.ts';

/** Browsers to which notifications of an account are pushed. */
export const pushSubscriptions = table('push_subscriptions', {
  key: {
    id: text(),
  },
  own: {
    user_id: text(),
    /** The session it was made in; it goes with it. */
    session_id: text(),
    /** Identifies the address at the push service, without telling it. */
    endpoint_hash: text(),
    /** JSON of the subscription, sealed: who knows the address and the keys can push. */
    subscription_sealed: text(),
    created_at: micros(),
    /** When there is something to do; null for nothing. While a node sends to it, the end of that node's claim. */
    due_at: later(micros()),
    /** Until then a node sends to it, or it is left alone after a failure. */
    held_until: micros(),
    /** How often sending has failed since it last succeeded, and since when. */
    failures: integer(),
    failing_since: later(micros()),
  },
});

/** Notifications that are to be pushed. */
export const pushes = table('pushes', {
  key: {
    subscription_id: text(),
    notification_id: text(),
  },
  own: {
    /** When the notification was told: one that was told again is pushed again. */
    told_at: micros(),
    due_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    push_subscriptions: RowOf<typeof pushSubscriptions>;
    pushes: RowOf<typeof pushes>;
  }
}
