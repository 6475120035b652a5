import { flag, integer, later, micros, nullable, type RowOf, table, text } from '../db/table.ts';

/** A request that is carried out once, however often it is sent. */
export const idempotencyKeys = table('idempotency_keys', {
  key: {
    user_id: text(),
    key: text(),
  },
  own: {
    /** A signature of what was sent. */
    request: text(),
    /** Null until the request is answered; sealed, because some replies show a secret. */
    reply_sealed: nullable(text()),
    /** Of the change that it was; null where it logged nothing. */
    position: nullable(integer()),
    /** Which request holds the key until `expires_at`, where it is more than one change; null of all others. */
    claimed_by: nullable(text()),
    expires_at: micros(),
  },
});

/** Ids that clients made; they are remembered for as long as they would be taken. */
export const claimedIds = table('claimed_ids', {
  key: {
    id: text(),
  },
  own: {
    expires_at: micros(),
  },
});

/** What a board, or a workspace by its own id, is at: it rises with each change that they show. */
export const versions = table('versions', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    version: micros(),
    held_until: nullable(micros()),
    /** Of the last change of a workspace, in its own row. */
    position: integer(),
  },
});

export const activities = table('activities', {
  key: {
    workspace_id: text(),
    card_id: text(),
    /** Unique and rising within a card, so that it is a cursor. */
    created_at: micros(),
  },
  own: {
    id: text(),
    type: text(),
    /** The acting user. */
    user_id: text(),
    /** `created_at` of the first entry of the group this one is merged into; its own when it begins one. */
    group_started_at: micros(),
    from_index: nullable(integer()),
    to_index: nullable(integer()),
    from_title: nullable(text()),
    to_title: nullable(text()),
    from_description: nullable(text()),
    to_description: nullable(text()),
    from_due_at: nullable(micros()),
    to_due_at: nullable(micros()),
    /** JSON `{publicId, name, index}` as it was then. */
    from_list: nullable(text()),
    to_list: nullable(text()),
    /** JSON `{publicId, name}` as it was then. */
    label: nullable(text()),
    member_id: nullable(text()),
    comment_id: nullable(text()),
    /** JSON `{publicId, filename, originalFilename}` as it was then. */
    attachment: nullable(text()),
    /** JSON `{id, name}` of the API key by which it was done; null for a session. */
    api_key: nullable(text()),
  },
});

/** The change log that live streams follow. */
export const changes = table('changes', {
  key: {
    workspace_id: text(),
    /** 1, 2, 3 … within the workspace, in the order of the commits. */
    position: integer(),
  },
  own: {
    type: text(),
    board_id: nullable(text()),
    card_id: nullable(text()),
    /** What changed, where it is neither the board nor the card itself. */
    subject_id: nullable(text()),
    user_id: text(),
    /** JSON `{id, name}` of the API key by which it was done; null for a session. */
    api_key: nullable(text()),
    created_at: micros(),
  },
});

/** Who changed what about a workspace itself: its settings, people, rights and webhooks. */
export const auditEntries = table('audit_entries', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    type: text(),
    /** Null for what the service did by itself. */
    user_id: nullable(text()),
    /** The id of what was changed; the type begins with what that is. */
    subject_id: text(),
    /** What it was called then; null for members, who have names of their own. */
    subject_name: nullable(text()),
    /** JSON array of `{field, from, to}`. */
    detail: text(),
    /** Whether it is about a board that was open to its members only. */
    of_closed_board: flag(),
    created_at: micros(),
  },
});

/** What webhooks are told, once for all of them. */
export const webhookEvents = table('webhook_events', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    /** JSON as it is sent, made when the change happened. */
    body: text(),
    /** The board that it is about; null where it is about none, or is older than what this says. */
    board_id: nullable(text()),
    created_at: micros(),
  },
});

export const webhookDeliveries = table('webhook_deliveries', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    webhook_id: text(),
    event_id: text(),
    /** Type of the event. */
    event: text(),
    state: text<'pending' | 'succeeded' | 'failed'>(),
    attempts: integer(),
    status_code: later(integer()),
    error: later(text()),
    duration_ms: later(integer()),
    created_at: micros(),
    /** Null once it is over. */
    next_attempt_at: nullable(micros()),
    /** Until then a node is sending it; if nothing comes of that, it is due again. */
    claimed_until: later(micros()),
  },
});

declare module '../db/tables.ts' {
  interface Tables {
    idempotency_keys: RowOf<typeof idempotencyKeys>;
    claimed_ids: RowOf<typeof claimedIds>;
    versions: RowOf<typeof versions>;
    activities: RowOf<typeof activities>;
    changes: RowOf<typeof changes>;
    audit_entries: RowOf<typeof auditEntries>;
    webhook_events: RowOf<typeof webhookEvents>;
    webhook_deliveries: RowOf<typeof webhookDeliveries>;
  }
}
