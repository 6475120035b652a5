import { later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** A mail to someone else that a user has had sent; kept for a day, to count them. */
export const sentInvitations = table('sent_invitations', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    user_id: text(),
    email: text(),
    sent_at: micros(),
  },
});

export const invites = table('invites', {
  key: {
    workspace_id: text(),
    id: text(),
  },
  own: {
    /** The invited member where the code was mailed to one; null is the link of the workspace. */
    member_id: nullable(text()),
    code_hash: text(),
    /** The code, to be shown again; null for what is mailed. */
    code_sealed: nullable(text()),
    created_by: text(),
    created_at: micros(),
    expires_at: micros(),
    deactivated_at: later(micros()),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    sent_invitations: RowOf<typeof sentInvitations>;
    invites: RowOf<typeof invites>;
  }
}
