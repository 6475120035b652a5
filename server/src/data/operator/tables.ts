import { integer, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** A process of the service that shares the database. A node that stops removes its row; one that dies leaves it. */
export const nodes = table('nodes', {
  key: {
    id: text(),
  },
  own: {
    host: text(),
    version: text(),
    started_at: micros(),
    /** Its last heartbeat. */
    seen_at: micros(),
    /** JSON: what it knows of its machine, its mails and its backups; see `NodeState`. */
    state: text(),
  },
});

/** How large a workspace was when it was last counted. */
export const workspaceSizes = table('workspace_sizes', {
  key: {
    workspace_id: text(),
  },
  own: {
    members: integer(),
    boards: integer(),
    cards: integer(),
    /** Of its files. */
    bytes: integer(),
    /** When something in it last changed, as far as its log goes back. */
    changed_at: nullable(micros()),
    counted_at: micros(),
  },
});

/** A scheduled backup, by when it was due. */
export const backups = table('backups', {
  key: {
    due_at: micros(),
  },
  own: {
    state: text<'running' | 'done' | 'failed'>(),
    attempts: integer(),
    /** While it runs, until when its node has it; after a failure, when it is tried again. */
    leased_until: micros(),
    name: nullable(text()),
    started_at: micros(),
    ended_at: nullable(micros()),
    /** The size of its database. */
    bytes: nullable(integer()),
    /** Why the last attempt failed. */
    reason: nullable(text()),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    nodes: RowOf<typeof nodes>;
    workspace_sizes: RowOf<typeof workspaceSizes>;
    backups: RowOf<typeof backups>;
  }
}
