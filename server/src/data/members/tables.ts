import { flag, integer, later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

export type MemberStatus = 'invited' | 'active' | 'paused' | 'removed';

export const members = table('members', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    user_id: nullable(text()),
    email: text(),
    role_id: text(),
    status: text<MemberStatus>(),
    /** Masks of the overrides: granted and revoked on top of the role. No permission is in both. */
    granted: integer(),
    revoked: integer(),
    created_at: micros(),
  },
});

/** A member who stands for somebody of whom only an import knows; nobody can sign in as one. */
export const placeholders = table('placeholders', {
  key: {
    workspace_id: text(),
    member_id: text(),
  },
  own: {
    /** Whose they may be; null where the import did not say. */
    email: nullable(text()),
    /** 0 until the import that made them is whole. */
    shown: flag(),
    created_at: micros(),
    /** The member with whom it was merged. */
    merged_into: later(text()),
    /** Who asked for that; the account of the member, where nobody did. */
    merged_by: later(text()),
    /** From when on a node may go on with merging it; null where nothing is left to do. */
    due_at: later(micros()),
    /** Attempts at merging it that have not said how they ended: those at which a process died, and one under way. */
    merge_deaths: integer(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    members: RowOf<typeof members>;
    placeholders: RowOf<typeof placeholders>;
  }
}
