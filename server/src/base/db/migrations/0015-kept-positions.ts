import type { Migration } from './migration.ts';

/** A repeated request is answered with the position that the first one reached. */
export const keptPositions: Migration = {
  name: '0015-kept-positions',
  shared: `
alter table idempotency_keys add column position $integer;
`,
};
