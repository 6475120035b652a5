import fc from 'fast-check';
import type { FieldType } from '../../../../contract/field-types.ts';

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
  isTemplate: boolean;
  /** Of each item whether it is done. */
  items: boolean[];
  comments: number;
  /** Who has claimed it, whom that has put on it; empty if nobody has. */
  claimedBy: string;
  hasLapsed: boolean;
  /** A color, `none`, or empty for the newest picture, which no card has. */
  cover: string;
  /** Values of the fields of the board by name; those that have none are left out. */
  values: Readonly<Record<string, PlainValue>>;
  /** Which of the cards before it, if any, it blocks, and which is its parent; 0 for none. */
  blocks: number;
  parent: number;
  /** Which of `blocked`, `blocking`, `parent` and `child` it is. */
  is: readonly string[];
  /** Known once the card is made. */
  id: string;
  number: number;
  created: string;
}

/** Options and members by name, dates as they are written. */
export type PlainValue = string | number | boolean | string[];

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

/** The fields of the board, with the options of those that have some. */
export const fields = {
  Note: { type: 'text', options: [] },
  Cost: { type: 'money', options: [] },
  'Story points': { type: 'number', options: [] },
  Worth: { type: 'rating', options: [] },
  When: { type: 'date', options: [] },
  Stage: { type: 'select', options: ['Draft', 'In print', 'Später'] },
  Kinds: { type: 'multi-select', options: ['Bug', 'bug fix', 'none'] },
  Owner: { type: 'person', options: [] },
  Ready: { type: 'checkbox', options: [] },
  due: { type: 'link', options: [] },
} satisfies Record<string, { type: FieldType; options: string[] }>;

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
    isTemplate: fc.nat(4).map((number) => number === 0),
    items: fc.array(fc.boolean(), { maxLength: 2 }),
    comments: fc.nat(2),
    claimedBy: fc.constantFrom('', '', ...members),
    hasLapsed: fc.nat(3).map((number) => number === 0),
    cover: fc.constantFrom('', 'none', '#a1b2c3'),
    values: fc.record(
      {
        Note: text,
        Cost: fc.constantFrom(-3, 0, 0.1, 1, 1.5, 2.9999, 100),
        'Story points': fc.constantFrom(-1, 0, 1, 2, 2.000001, 1e11, 1e-7),
        Worth: fc.integer({ min: 1, max: 5 }),
        When: date.filter((given) => given !== ''),
        Stage: fc.constantFrom(...fields.Stage.options),
        Kinds: fc.subarray(fields.Kinds.options, { minLength: 1 }),
        Owner: fc.constantFrom(...members),
        Ready: fc.constant(true),
        due: fc.constantFrom('https://example.com/Notes', 'mailto:crème@example.com'),
      },
      { requiredKeys: [] },
    ),
    blocks: fc.nat(20),
    parent: fc.nat(20),
  })
  .map(({ start, claimedBy, ...card }) => ({
    ...card,
    start,
    claimedBy: card.done || card.isTemplate ? '' : claimedBy,
  }))
  .map(({ start, ...card }) => ({
    ...card,
    members: card.claimedBy === '' ? card.members : [...new Set([...card.members, card.claimedBy])],
    // No card starts after it is due.
    start: card.due === '' || start.slice(0, 10) < card.due.slice(0, 10) ? start : '',
    values: card.values as PlainCard['values'],
    is: [],
    id: '',
    number: 0,
    created: '',
  }));

/** Cards that are related to no later ones, with what they are to each other: templates block nothing, and are no children. */
export function related(cards: readonly PlainCard[]): PlainCard[] {
  const all = cards.map((card, at) => ({
    ...card,
    blocks: card.blocks > at ? 0 : card.blocks,
    parent: card.parent > at ? 0 : card.parent,
  }));
  return all.map((card, at) => {
    const [target, place] = [all[card.blocks - 1], at + 1];
    const facts = {
      blocked: all.some(({ blocks, done, isTemplate }) => blocks === place && !done && !isTemplate),
      blocking: !card.isTemplate && !card.done && target !== undefined && !target.done,
      parent: all.some(({ parent, isTemplate }) => parent === place && !isTemplate),
      child: !card.isTemplate && card.parent > 0,
    };
    return { ...card, is: Object.entries(facts).flatMap(([fact, isSo]) => (isSo ? fact : [])) };
  });
}
