import type { Migration } from './migration.ts';

/** Which provider has opened a session, and the name of the session there, which ends with it. */
export const sessionsOfProviders: Migration = {
  name: '0103-sessions-of-providers',
  shared: `
alter table sessions add column provider text;
alter table sessions add column provider_session text;
create index sessions_provider on sessions (provider_session) where provider_session is not null;
`,
};
