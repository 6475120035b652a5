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

/** A member who represents somebody known only from an import; nobody can sign in as one. */
export const placeholders = table('placeholders', {
  key: {
    workspace_id: text(),
    member_id: text(),
  },
  own: {
    /** The address of the person they represent; null if the import did not contain it. */
    email: nullable(text()),
    /** 0 until the import that created them is complete. */
    shown: flag(),
    created_at: micros(),
    /** The member into whom it was merged. */
    merged_into: later(text()),
    /** The user who requested the merge, or the member's own account if nobody did. */
    merged_by: later(text()),
    /** When a node may next continue merging it; null when nothing is left to do. */
    due_at: later(micros()),
    /** Attempts at merging it. */
    merge_attempts: integer(),
    /** Attempts at merging it that have not reported a result: those whose process died, and a running one. */
    merge_deaths: integer(),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    members: RowOf<typeof members>;
    placeholders: RowOf<typeof placeholders>;
  }
}
