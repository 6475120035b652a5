import { later, micros, nullable, type RowOf, table, text } from '../../base/db/table.ts';

/** An invitation mail sent on behalf of a user; kept for a day, to limit their number. */
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
    /** The invited member if the code is for one; null for the link of the workspace. */
    member_id: nullable(text()),
    code_hash: text(),
    /** The code, so that it can be shown again; null if it was mailed by an earlier version. */
    code_sealed: nullable(text()),
    created_by: text(),
    created_at: micros(),
    expires_at: micros(),
    deactivated_at: later(micros()),
    /** When the code of a member was shown to somebody who may invite; null if only the mail has it, so that it proves the address. */
    shown_at: later(micros()),
  },
});

declare module '../../base/db/tables.ts' {
  interface Tables {
    sent_invitations: RowOf<typeof sentInvitations>;
    invites: RowOf<typeof invites>;
  }
}
