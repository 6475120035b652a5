import type { Migration } from './migration.ts';

/** How people want to be told: what they have set, as JSON, which no statement looks into. */
export const notificationSettings: Migration = {
  name: '0051-notification-settings',
  shared: `
create table notification_settings (
  user_id $key not null references users (id),
  settings text not null,
  primary key (user_id)
);
`,
};
