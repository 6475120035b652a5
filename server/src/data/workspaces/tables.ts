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
    /** What it demands of whoever opens it, as JSON; null if it demands nothing. */
    policies: later(text()),
    /** The most bytes of its files, as an operator has set it; null for that of the installation. */
    storage_quota: later(integer()),
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

/** The slugs of workspaces, claimed here: a slug is taken if it is. */
export const workspaceSlugs = table('workspace_slugs', {
  key: {
    slug: text(),
  },
  own: {
    /** The workspace. */
    held_by: text(),
  },
});

/** Workspaces that demand a second factor since a short time, whose members are being told. */
export const factorDemands = table('factor_demands', {
  key: {
    workspace_id: text(),
  },
  own: {
    /** The last member, by id, who was told if they have none; '' for nobody yet. */
    told_to: text(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    factor_demands: RowOf<typeof factorDemands>;
    workspaces: RowOf<typeof workspaces>;
    workspace_slugs: RowOf<typeof workspaceSlugs>;
    old_workspace_slugs: RowOf<typeof oldWorkspaceSlugs>;
  }
}
