import type { Migration } from './migration.ts';

/** Where a key has ended, though it opens other workspaces, and of which ends its owner was told. */
export const endsOfKeys: Migration = {
  name: '0101-ends-of-keys',
  shared: `
alter table api_keys add column ended_in text;
alter table api_keys add column told_ends text;
`,
};
