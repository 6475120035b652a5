/* A filter that has been read: what `parse.ts` returns, and what is made of it for the page and for the databases. */

/** Where something stands in the text of a filter; characters as JavaScript counts them. */
export interface Place {
  position: number;
  length: number;
}

/** A value as it is written after a key. */
export interface Value extends Place {
  text: string;
  /** In quotes nothing has a special meaning. */
  quoted: boolean;
  /** Only of `sort:`, where a minus sign stands before a value. */
  descends?: boolean;
}

/** Whether a value is a word with a meaning of its own. */
export const isWord = ({ text, quoted }: Value, word: string): boolean =>
  !quoted && text.toLowerCase() === word;

/** A day that is known when the filter is used: days since 1970, or counted from a day of the reader's calendar. */
export interface DayAt {
  from: 'epoch' | 'today' | 'week' | 'month';
  days: number;
  months?: number;
}

export const dates = ['due', 'start', 'created', 'updated', 'completed'] as const;
export type DateOf = (typeof dates)[number];

export const things = [
  'due',
  'start',
  'label',
  'member',
  'description',
  'attachment',
  'comment',
  'checklist',
  'cover',
  'reminder',
  'repeat',
] as const;
export type Thing = (typeof things)[number] | 'completed';

export const states = [
  'open',
  'done',
  'overdue',
  'archived',
  'template',
  'blocked',
  'blocking',
  'parent',
  'child',
  'ready',
  'claimed',
] as const;
export type State = (typeof states)[number];

export const counts = ['number', 'items', 'comments', 'attachments'] as const;
export type CountOf = (typeof counts)[number];

export const named = ['label', 'member', 'list', 'board', 'creator', 'claimed'] as const;
export type Named = (typeof named)[number];

export const people = ['member', 'creator', 'claimed'] as const;
export type People = (typeof people)[number];

/** Whether people are named. */
export const arePeople = (of: Named): of is People => people.some((each) => each === of);

/**
 * What one value of a term asks of a card. To each kind belong a test of the page (`card-passes.ts`) and a condition for the
 * databases (`server/src/reading/filter/conditions.ts`); types tell where one is missing.
 */
export type Meaning =
  /** In the title, the number, or the name of a label or member. */
  | { what: 'words'; text: string }
  | { what: 'text'; of: 'title' | 'description' | 'either'; text: string }
  /** An id or a name. */
  | { what: 'named'; of: Named; name: string }
  /** The reader is on the card, has created it, or holds it. */
  | { what: 'me'; of: People }
  /** From a day, before another one; null for no bound. */
  | { what: 'date'; of: DateOf; from: DayAt | null; to: DayAt | null }
  | { what: 'has' | 'hasNot'; thing: Thing }
  | { what: 'is'; state: State }
  /** Including both bounds. */
  | { what: 'count'; of: CountOf; from: number; to: number }
  | { what: 'items'; are: 'open' | 'done' }
  /** A field that the board defines; without a value, whether the card has one. */
  | { what: 'field'; name: string; value: Value | null; at: Place };

/** A term: a card passes with any of its meanings, and with `not` with none of them. */
export interface Term extends Place {
  kind: 'term';
  /** In lower case; empty for words. */
  key: string;
  values: readonly Value[];
  not: boolean;
  any: readonly Meaning[];
}

export type Tree = { kind: 'and' | 'or'; of: readonly Tree[] } | { kind: 'not'; of: Tree } | Term;

export interface Sort extends Place {
  by: string;
  descending: boolean;
}

export interface Filter {
  /** Null passes every card. */
  tree: Tree | null;
  sort: readonly Sort[];
}

const isTemplate: Meaning = { what: 'is', state: 'template' };

/** Whether a tree has to do with templates. Others do not pass them. */
export const namesTemplates = (tree: Tree | null): boolean =>
  termsOf(tree).some(({ any }) => any.some((each) => each.what === 'is' && each.state === 'template'));

/** A tree that templates do not pass, unless it asks for them. */
export function withoutTemplates(tree: Tree): Tree {
  if (namesTemplates(tree)) return tree;
  const values = [{ text: 'template', quoted: false, position: 0, length: 0 }];
  const term: Term = {
    kind: 'term',
    key: 'is',
    values,
    position: 0,
    length: 0,
    not: true,
    any: [isTemplate],
  };
  return { kind: 'and', of: [tree, term] };
}

/** The terms of a tree, as they are written. */
export function termsOf(tree: Tree | null): Term[] {
  if (tree === null) return [];
  if (tree.kind === 'term') return [tree];
  return tree.kind === 'not' ? termsOf(tree.of) : tree.of.flatMap(termsOf);
}
