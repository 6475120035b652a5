import type { Migration } from './migration.ts';

/** The language of the messages of a channel; those that were there before speak English. */
export const channelLanguages: Migration = {
  name: '0110-channel-languages',
  shared: `
alter table webhooks add column locale text;
update webhooks set locale = 'en' where board_id is not null;
`,
};
