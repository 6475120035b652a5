import { type Static, Type } from 'typebox';
import { named, oneOf } from './schema.ts';

/** How a card comes back once it is completed, and when people are reminded of it. */

export const Recurrence = named(
  'Recurrence',
  Type.Object(
    {
      rule: Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^[A-Za-z0-9=;,+:-]+$',
        description:
          'A rule of RFC 5545 for days: `FREQ` (`DAILY`, `WEEKLY`, `MONTHLY` or `YEARLY`), `INTERVAL`, `BYDAY`, `BYMONTHDAY`, ' +
          '`BYMONTH`, `BYSETPOS`, `WKST`, and `COUNT` or `UNTIL`. `COUNT` counts the cards from this one on',
        example: 'FREQ=WEEKLY;BYDAY=MO,TH',
      }),
      from: oneOf(['due', 'completion'], {
        description:
          'Whether the next card is due by the rule after the due date of this one, or after its completion',
      }),
      timeZone: Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
        description: 'Time zone of its days, by its name in the IANA database',
        example: 'Europe/Vienna',
      }),
    },
    { description: 'Makes the next card once this one is completed' },
  ),
);

export type Recurrence = Static<typeof Recurrence>;

/** Four weeks, in minutes. */
const earliestReminder = 40_320;

export const Reminders = Type.Array(Type.Integer({ minimum: 0, maximum: earliestReminder }), {
  maxItems: 5,
  description: 'Minutes before it is due at which its members and those who watch it are reminded',
  example: [60, 1440],
});
