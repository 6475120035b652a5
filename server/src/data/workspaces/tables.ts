import { flag, integer, later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

export const workspaces = table('workspaces', {
  key: {
    id: text(),
  },
  own: {
    name: text(),
    slug: text(),
    description: nullable(text()),
    plan: text(),
    card_prefix: text(),
    show_emails_to_members: flag(),
    allow_public_boards: flag(),
    week_start_day: integer(),
    /** The number of the newest card; never decreases. */
    card_counter: integer(),
    created_by: text(),
    created_at: micros(),
    deleted_at: later(micros()),
    deleted_by: later(text()),
  },
});

/** A former slug of the workspace; no other workspace can take it until `free_at`. */
export const oldWorkspaceSlugs = table('old_workspace_slugs', {
  key: {
    workspace_id: text(),
    slug: text(),
  },
  own: {
    free_at: micros(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    workspaces: RowOf<typeof workspaces>;
    old_workspace_slugs: RowOf<typeof oldWorkspaceSlugs>;
  }
}
