import type { Migration } from './migration.ts';

/** The browsers of security events: nobody is warned of one that they have used before. */
export const knownBrowsers: Migration = {
  name: '0102-known-browsers',
  shared: `
alter table security_events add column browser text;
`,
};
