import fc from 'fast-check';

/* Cards of a generated board, as plain as can be: names instead of ids, dates as they are written. */

export interface PlainCard {
  title: string;
  description: string;
  list: string;
  labels: string[];
  members: string[];
  /** A day, or a time in UTC; empty for none. */
  due: string;
  start: string;
  done: boolean;
  /** Of each item whether it is done. */
  items: boolean[];
  comments: number;
  /** Known once the card is made. */
  id: string;
  number: number;
  created: string;
}

export const words = [
  'release',
  'Notes',
  'ÄPFEL',
  'crème',
  'OR',
  'x:y',
  'a-b',
  '“quoted”',
  'Straße',
  '#1',
  'ﬁn',
] as const;
export const lists = ['To do', 'Done', 'later'] as const;
export const labels = ['Bug', 'bug fix', 'Später', 'none of these'] as const;
export const members = ['Ada Lovelace', 'Bob', 'bob fix'] as const;

/** Around the time that the clock of the test stands at, in all parts of the day. */
const days = [
  '2026-06-08',
  '2026-06-15',
  '2026-06-16',
  '2026-06-17',
  '2026-06-18',
  '2026-06-24',
  '2026-06-25',
  '2026-07-01',
];
const times = ['00:30', '10:59', '12:01', '14:30', '23:59'];
const day = fc.constantFrom(...days);

const date = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: day },
  { weight: 3, arbitrary: fc.tuple(day, fc.constantFrom(...times)).map(([on, at]) => `${on}T${at}:00.000Z`) },
);

const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .map((some) => some.join(' '));

export const plainCard: fc.Arbitrary<PlainCard> = fc
  .record({
    title: text,
    description: fc.oneof(fc.constant(''), text),
    list: fc.constantFrom(...lists),
    labels: fc.subarray([...labels]),
    members: fc.subarray([...members]),
    due: date,
    start: date,
    done: fc.boolean(),
    items: fc.array(fc.boolean(), { maxLength: 2 }),
    comments: fc.nat(2),
  })
  .map(({ start, ...card }) => ({
    ...card,
    // No card starts after it is due.
    start: card.due === '' || start.slice(0, 10) < card.due.slice(0, 10) ? start : '',
    id: '',
    number: 0,
    created: '',
  }));
