import type { Migration } from './migration.ts';

/** When the code of an invited member was shown to somebody who may invite: since then it does not prove their address. */
export const shownInvitations: Migration = {
  name: '0042-shown-invitations',
  shared: `
alter table invites add column shown_at $integer;
`,
};
