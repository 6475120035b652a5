import type { NotificationKind } from '../../../../contract/notifications.ts';
import { flag, integer, later, micros, nullable, type RowOf, table, text } from '../db/table.ts';

/** Requests that are carried out only once, however often they are sent. */
export const idempotencyKeys = table('idempotency_keys', {
  key: {
    user_id: text(),
    key: text(),
  },
  own: {
    /** A signature of the request's content. */
    request: text(),
    /** Null until the request is answered; sealed, because some replies contain a secret. */
    reply_sealed: nullable(text()),
    /** The position of its change in the log; null if it logged nothing. */
    position: nullable(integer()),
    /** The request that holds the key until `expires_at`, if it makes several changes; otherwise null. */
    claimed_by: nullable(text()),
    expires_at: micros(),
  },
});

/** Ids created by clients; kept for as long as they would be accepted. */
export const claimedIds = table('claimed_ids', {
  key: {
    id: text(),
  },
  own: {
    expires_at: micros(),
  },
});

/** The version of a board, or of a workspace under its own id: it rises with each visible change. */
export const versions = table('versions', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    version: micros(),
    held_until: nullable(micros()),
    /** The position of the workspace's last change; used only in the workspace's own row. */
    position: integer(),
  },
});

export const activities = table('activities', {
  key: {
    workspace_id: text(),
    card_id: text(),
    /** Unique and rising within a card, so that it can serve as a cursor. */
    created_at: micros(),
  },
  own: {
    id: text(),
    type: text(),
    /** The acting user. */
    user_id: text(),
    /** `created_at` of the first entry of the group that this one is merged into; its own if it begins a group. */
    group_started_at: micros(),
    from_index: nullable(integer()),
    to_index: nullable(integer()),
    from_title: nullable(text()),
    to_title: nullable(text()),
    from_description: nullable(text()),
    to_description: nullable(text()),
    from_due_at: nullable(micros()),
    to_due_at: nullable(micros()),
    /** JSON `{from, to}`, of types that have no columns of their own; see `FieldChange`. */
    change: nullable(text()),
    /** JSON `{publicId, name, index}` as it was then. */
    from_list: nullable(text()),
    to_list: nullable(text()),
    /** JSON `{publicId, name}` as it was then. */
    label: nullable(text()),
    member_id: nullable(text()),
    comment_id: nullable(text()),
    /** JSON `{publicId, filename, originalFilename}` as it was then. */
    attachment: nullable(text()),
    /** JSON `{id, name}` of the API key used; null for a session. */
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
    /** The id of what changed, if it is neither the board nor the card itself. */
    subject_id: nullable(text()),
    user_id: text(),
    /** JSON `{id, name}` of the API key used; null for a session. */
    api_key: nullable(text()),
    created_at: micros(),
  },
});

/** What was done with API keys, so that it can be undone. */
export const undoSteps = table('undo_steps', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    board_id: text(),
    /** Null for changes of the board itself. */
    card_id: nullable(text()),
    type: text(),
    user_id: text(),
    /** The number of the API key, or the id of an undo. */
    session: text(),
    /** The name of the key then. */
    session_name: text(),
    /** JSON: `ChangedThing[]`; null if it cannot be undone. */
    things: nullable(text()),
    created_at: micros(),
  },
});

/** The audit log: who changed a workspace's settings, members, permissions or webhooks. */
export const auditEntries = table('audit_entries', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    type: text(),
    /** Null for actions of the service itself. */
    user_id: nullable(text()),
    /** The id of what was changed; its kind is the first part of `type`. */
    subject_id: text(),
    /** Its name at that time; null for members, who have their own names. */
    subject_name: nullable(text()),
    /** JSON array of `{field, from, to}`. */
    detail: text(),
    /** Whether it is about a board that only its members could access. */
    of_closed_board: flag(),
    created_at: micros(),
  },
});

/** The events sent to webhooks, stored once for all of them. */
export const webhookEvents = table('webhook_events', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    /** The JSON that is sent, built when the change happened. */
    body: text(),
    /** The event's board; null if it has none, or if the event is older than this column. */
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
    /** Null once the delivery has succeeded or failed. */
    next_attempt_at: nullable(micros()),
    /** Until then a node is sending it; after that, it is due again. */
    claimed_until: later(micros()),
  },
});

/** Who watches a board, a list or a card, or said that they do not. */
export const watches = table('watches', {
  key: {
    workspace_id: text(),
    user_id: text(),
    target_id: text(),
  },
  own: {
    /** 0 for somebody who does not want to be told, although they have a reason to be. */
    watches: flag(),
    created_at: micros(),
  },
});

/** What somebody was told. */
export const notifications = table('notifications', {
  key: {
    /** Empty for what is about the account. */
    workspace_id: text(),
    id: text(),
  },
  own: {
    user_id: text(),
    kind: text<NotificationKind>(),
    board_id: nullable(text()),
    card_id: nullable(text()),
    comment_id: nullable(text()),
    /** Who did it last, and the API key used then, as JSON. */
    actor_id: nullable(text()),
    api_key: nullable(text()),
    /** What one that is not about a card says, as JSON: `About` of the contract. */
    data: nullable(text()),
    /** How often it happened. */
    times: integer(),
    /** When it happened first. */
    created_at: micros(),
    /** When it happened last, or comes back after it was put off. */
    told_at: micros(),
    read_at: later(micros()),
    archived_at: later(micros()),
    /** When it is to be pushed to browsers; null for never, or no longer. */
    push_at: nullable(micros()),
    /** When it is to be mailed, or sent again if nothing is known of an attempt by then; null for never, or no longer. */
    mail_at: nullable(micros()),
    /** The mail that it is part of, while that is sent. */
    mail_id: later(text()),
    /** What was told up to this time has been mailed. */
    mailed_to: later(micros()),
  },
});

/** Whom a change is still to notify. */
export const notificationBatches = table('notification_batches', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    /** JSON: what is told, and to whom; see `spreading.ts`. */
    news: text(),
    /** The place of the first who has not been notified yet. */
    next: integer(),
    actor_id: nullable(text()),
    api_key: nullable(text()),
    created_at: micros(),
  },
});

declare module '../db/tables.ts' {
  interface Tables {
    notification_batches: RowOf<typeof notificationBatches>;
    watches: RowOf<typeof watches>;
    notifications: RowOf<typeof notifications>;
    idempotency_keys: RowOf<typeof idempotencyKeys>;
    claimed_ids: RowOf<typeof claimedIds>;
    versions: RowOf<typeof versions>;
    activities: RowOf<typeof activities>;
    changes: RowOf<typeof changes>;
    undo_steps: RowOf<typeof undoSteps>;
    audit_entries: RowOf<typeof auditEntries>;
    webhook_events: RowOf<typeof webhookEvents>;
    webhook_deliveries: RowOf<typeof webhookDeliveries>;
  }
}
