import type { Store } from '../sync/store.ts';

/*
 * Tokens in the title of a new card: `@` a member, `#` a label, `^` a list or one of its ends. They are completed while
 * the user types, and then removed from the title.
 */

export interface Completion {
  kind: 'member' | 'label' | 'list' | 'end';
  id: string;
  name: string;
  colour?: string;
}

export interface Token {
  sign: '@' | '#' | '^';
  word: string;
  /** The token's range in the text. */
  from: number;
  to: number;
}

/** The token before the caret, if any. */
export function tokenAt(text: string, caret: number): Token | undefined {
  const [, sign, word = ''] = /(?:^|\s)([@#^])(\S*)$/.exec(text.slice(0, caret)) ?? [];
  if (sign === undefined) return undefined;
  return { sign: sign as Token['sign'], word, from: caret - word.length - 1, to: caret };
}

/** The text without the token, and the new position of the caret. */
export function without(text: string, { from, to }: Token): { text: string; caret: number } {
  const before = text.slice(0, from);
  const after = text.slice(to);
  return { text: before + (/\s$/.test(before) ? after.trimStart() : after), caret: before.length };
}

/** Max number of suggestions. */
const most = 8;

export function completionsOf(
  store: Store,
  { sign, word }: Pick<Token, 'sign' | 'word'>,
  ends: { top: string; bottom: string },
): Completion[] {
  const wanted = word.toLocaleLowerCase();
  const all = { '@': membersOf, '#': labelsOf, '^': placesOf }[sign](store, ends);
  const rank = ({ name }: Completion): number => {
    const lower = name.toLocaleLowerCase();
    if (lower.startsWith(wanted)) return 0;
    return lower.split(/\s+/).some((each) => each.startsWith(wanted)) ? 1 : lower.includes(wanted) ? 2 : 3;
  };
  return all
    .filter((each) => rank(each) < 3)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, most);
}

const membersOf = (store: Store): Completion[] =>
  store.members.peek().flatMap((id) => {
    const member = store.peek('member', id);
    return member?.user && member.status === 'active'
      ? [{ kind: 'member' as const, id, name: member.user.name ?? '' }]
      : [];
  });

const labelsOf = (store: Store): Completion[] =>
  store.labels.peek().flatMap((id) => {
    const label = store.peek('label', id);
    return label ? [{ kind: 'label' as const, id, name: label.name, colour: label.colourCode }] : [];
  });

const placesOf = (store: Store, ends: { top: string; bottom: string }): Completion[] => [
  { kind: 'end', id: 'top', name: ends.top },
  { kind: 'end', id: 'bottom', name: ends.bottom },
  ...store.lists
    .peek()
    .map((id) => ({ kind: 'list' as const, id, name: store.peek('list', id)?.name ?? '' })),
];

/** One title per line, without list markers. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:[-*•–]|\d+[.)])(?:\s+\[[ xX]?\])?\s+/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);
