import type { Migration } from './migration.ts';

/** The new ids of imported cards that are related to some of other boards, for the imports of those. */
export const importedRelations: Migration = {
  name: '0079-imported-relations',
  shared: `
alter table imports add column known_cards text;
create index imports_known_cards on imports (workspace_id, id) where known_cards is not null;
`,
};
