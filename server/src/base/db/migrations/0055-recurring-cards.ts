import type { Migration } from './migration.ts';

/** How a card comes back once it is completed, and the minutes before it is due at which people are reminded; both are JSON. */
export const recurringCards: Migration = {
  name: '0055-recurring-cards',
  shared: `
alter table cards add column recurrence text;
alter table cards add column reminders text;
`,
};
