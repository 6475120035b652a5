import { integer, micros, nullable, type RowOf, table, text } from '../base/db/table.ts';

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

declare module '../base/db/tables.ts' {
  interface Tables {
    members: RowOf<typeof members>;
  }
}
