import { counted, list, number, word } from './counts.ts';

/* How cards repeat, and when people are reminded of them. */

export const repeatTexts = {
  name: 'Repeat',
  never: 'Never',
  several: 'Several',
  choose: 'Search',
  custom: 'Custom…',
  every: {
    DAILY: (count: number) => (count === 1 ? 'Every day' : `Every ${number(count)} days`),
    WEEKLY: (count: number) => (count === 1 ? 'Every week' : `Every ${number(count)} weeks`),
    MONTHLY: (count: number) => (count === 1 ? 'Every month' : `Every ${number(count)} months`),
    YEARLY: (count: number) => (count === 1 ? 'Every year' : `Every ${number(count)} years`),
  },
  weekdays: 'Every weekday',
  /** How often, and on which days, if that is said. */
  on: (often: string, day: string) => `${often} on ${day}`,
  days: (names: readonly string[]) => list(names),
  date: (date: number) => `day ${date}`,
  lastDay: 'the last day',
  nth: { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' } as Readonly<Record<number, string>>,
  nthDay: (nth: string, day: string) => `the ${nth} ${day}`,
  afterDone: (often: string) => `${often}, after it is done`,
  until: (often: string, day: string) => `${often}, until ${day}`,
  times: (often: string, count: number) => `${often}, ${counted(count, 'time', 'times')}`,
  /** Of a rule that this page cannot express. */
  byRule: (rule: string) => `By the rule ${rule}`,
  interval: 'Every',
  unit: 'Unit',
  units: {
    DAILY: (count: number) => word(count, 'day', 'days'),
    WEEKLY: (count: number) => word(count, 'week', 'weeks'),
    MONTHLY: (count: number) => word(count, 'month', 'months'),
    YEARLY: (count: number) => word(count, 'year', 'years'),
  },
  onDays: 'On',
  from: 'Counted from',
  fromDue: 'The due date',
  fromDone: 'When it is done',
  ends: 'Ends',
  endsNever: 'Never',
  endsOn: 'On a date',
  endsAfter: 'After a number of cards',
  lastDate: 'Last date',
  count: 'Number of cards, with this one',
  set: 'Set',
};

export const reminderTexts = {
  name: 'Reminder',
  choose: 'Choose, or write: 3 hours',
  atTime: 'When it is due',
  before: (span: string) => `${span} before`,
  all: ([first = '', ...others]: readonly string[]) =>
    list([first, ...others.map((each) => each.charAt(0).toLowerCase() + each.slice(1))]),
  /** Of a whole day: on it, on the day before, or earlier. */
  day: (days: number, time: string) =>
    days === 0
      ? `On the day at ${time}`
      : days === 1
        ? `The day before at ${time}`
        : `${number(days)} days before at ${time}`,
  usual: 'By default, members are reminded a day before.',
  most: (count: number) => `A card has at most ${counted(count, 'reminder', 'reminders')}.`,
};
