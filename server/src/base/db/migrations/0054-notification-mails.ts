import type { Migration } from './migration.ts';

/**
 * When a notification is to be mailed, the mail that it is part of while that is sent, and up to when it has been mailed. What was
 * told before is not mailed.
 */
export const notificationMails: Migration = {
  name: '0054-notification-mails',
  shared: `
alter table notifications add column mail_at $integer;
alter table notifications add column mail_id $key;
alter table notifications add column mailed_to $integer;
create index notifications_mails on notifications (mail_at) where mail_at is not null;
create index notifications_mails_of on notifications (user_id, mail_at) where mail_at is not null;
`,
};
