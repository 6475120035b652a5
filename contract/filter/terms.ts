import { Unreadable } from './problems.ts';
import { dateWords, daysFrom, numbersFrom } from './ranges.ts';
import {
  arePeople,
  type DateOf,
  isWord,
  type Meaning,
  type Named,
  states,
  things,
  type Value,
} from './tree.ts';

/*
 * The table of terms: every key, how its values are read, and what can be offered after it.
 *
 * To add a term: give it a row here. If none of the meanings in `tree.ts` fits, add one there; types then name the two places
 * that must know it, the test of a card on the page (`card-passes.ts`) and the condition in SQL
 * (`server/src/reading/filter/conditions.ts`). Then add the term to `docs/filters.md`, and to the generator and the model of
 * `server/src/testing/filters/filters.ts`, with which
 * `server/src/boards/filter-property.test.ts` compares the page, both databases and the model. A value of `is:`,
 * `has:` and `no:` is added to its list in `tree.ts`, in the same way.
 */

/** What can follow a key: things of a board, or these words. */
export type Offered = 'label' | 'member' | 'list' | 'board' | readonly string[];

interface TermKind {
  offers: Offered;
  read: (value: Value) => Meaning;
  /** The term passes the cards that its meaning does not. */
  inverts?: true;
}

/** The entry of a list that a value is; throws with the list. */
function oneOf<W extends string>(key: string, allowed: readonly W[], { text }: Value): W {
  const found = allowed.find((each) => each === text.toLowerCase());
  if (found === undefined)
    throw new Unreadable('unknown-value', { value: text, key, allowed: allowed.join(', ') });
  return found;
}

const isThing = (text: string): text is (typeof things)[number] => things.some((each) => each === text);

const thing = ({ text: name, quoted, position, length }: Value): Meaning => {
  const known = name.toLowerCase();
  if (!quoted && isThing(known)) return { what: 'has', thing: known };
  return { what: 'field', name, value: null, at: { position, length } };
};

/** `none` and `any` are answered by whether there is one. */
const none = (of: 'due' | 'start' | 'completed' | 'label' | 'member'): Meaning => ({
  what: 'hasNot',
  thing: of,
});

const date = (of: DateOf, ...more: string[]): TermKind => ({
  offers: [...dateWords, ...more],
  read: (value) => {
    if (of !== 'created' && of !== 'updated') {
      if (isWord(value, 'none')) return none(of);
      if (isWord(value, 'any')) return { what: 'has', thing: of };
    }
    if (of === 'due' && isWord(value, 'overdue')) return { what: 'is', state: 'overdue' };
    return { what: 'date', of, ...daysFrom(value) };
  },
});

const name = (of: Named, offers: Offered): TermKind => ({
  offers,
  read: (value) => {
    if (of === 'label' || of === 'member') {
      if (isWord(value, 'none')) return none(of);
      if (isWord(value, 'any')) return { what: 'has', thing: of };
    }
    if (arePeople(of) && isWord(value, 'me')) return { what: 'me', of };
    return { what: 'named', of, name: value.text };
  },
});

const text = (of: 'title' | 'description' | 'either'): TermKind => ({
  offers: [],
  read: (value) => ({ what: 'text', of, text: value.text }),
});

const count = (of: 'number' | 'comments' | 'attachments'): TermKind => ({
  offers: [],
  read: (value) => ({ what: 'count', of, ...numbersFrom(value) }),
});

export const terms: Readonly<Record<string, TermKind>> = {
  text: text('either'),
  title: text('title'),
  description: text('description'),
  label: name('label', 'label'),
  member: name('member', 'member'),
  list: name('list', 'list'),
  board: name('board', 'board'),
  creator: name('creator', 'member'),
  claimed: name('claimed', 'member'),
  due: date('due', 'overdue', 'none', 'any'),
  start: date('start', 'none', 'any'),
  created: date('created'),
  updated: date('updated'),
  completed: date('completed', 'none', 'any'),
  is: { offers: states, read: (value) => ({ what: 'is', state: oneOf('is', states, value) }) },
  has: { offers: things, read: thing },
  no: { offers: things, read: thing, inverts: true },
  number: count('number'),
  comments: count('comments'),
  attachments: count('attachments'),
  items: {
    offers: ['open', 'done', 'none'],
    read: (value) => {
      if (isWord(value, 'none')) return { what: 'count', of: 'items', from: 0, to: 0 };
      if (isWord(value, 'open') || isWord(value, 'done'))
        return { what: 'items', are: isWord(value, 'open') ? 'open' : 'done' };
      return { what: 'count', of: 'items', ...numbersFrom(value) };
    },
  },
};

/** The keys as they are offered. */
export const keys: readonly string[] = [...Object.keys(terms), 'sort'];

/** What cards can be sorted by, in addition to fields of the board. */
export const sorts = [
  'position',
  'title',
  'number',
  'due',
  'start',
  'created',
  'updated',
  'completed',
] as const;

/** The row of a key; undefined for one that may be a field of the board. */
export const termOf = (key: string): TermKind | undefined =>
  Object.hasOwn(terms, key) ? terms[key] : undefined;
