import type { ChannelKind } from '../../../../contract/channel-kinds.ts';
import type { Language } from '../../../../contract/languages.ts';
import { flag, integer, later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

export const webhooks = table('webhooks', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    name: text(),
    /** The chat service that a channel of a board posts to; null for a webhook. */
    kind: nullable(text<ChannelKind>()),
    /** The board of a channel; null for a webhook, which is for all boards. */
    board_id: nullable(text()),
    /** The language that a channel posts in; null for a webhook. */
    locale: nullable(text<Language>()),
    /** The only boards of whose events a webhook is notified, as ids separated by spaces; null for all. */
    only_boards: nullable(text()),
    /** JSON: the cards of which it is told; see `CardFilter`. Null for all. */
    filter: nullable(text()),
    /** Of a channel, only the origin: the rest may be a secret. */
    url: text(),
    /** The secret of a webhook; of a channel, its address and its token as JSON. */
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
