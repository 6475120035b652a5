import type { Migration } from './migration.ts';

/** The only boards of whose events a webhook is notified; webhooks from before are notified of all. */
export const webhooksOfBoards: Migration = {
  name: '0072-webhooks-of-boards',
  shared: `
alter table webhooks add column only_boards text;
`,
};
