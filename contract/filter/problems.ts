import type { Place } from './tree.ts';

/** What can be wrong with a filter, as one sentence without its end. A part in braces is a value. */
export const problemTexts = {
  'too-long': 'a filter has at most {max} characters',
  'too-many-terms': 'a filter has at most {max} terms, each value counted',
  'too-deep': 'parentheses are at most {max} deep',
  'unclosed-quote': 'the quotation mark is never closed',
  'unclosed-parenthesis': 'the parenthesis is never closed',
  'unexpected-parenthesis': 'no parenthesis is open here',
  'missing-term': 'something to look for is missing here',
  'missing-value': 'a value is missing after “{key}:”',
  'unknown-key':
    '“{key}” is no key of filters and no field of the board; put quotation marks around words with a colon',
  'unknown-value': '“{value}” is no value of “{key}”, which knows {allowed}',
  'not-a-date': '“{value}” is no date; write 2026-12-01, today, week, <7d, 2026-12-01..2026-12-24 or none',
  'not-a-number': '“{value}” is no number; write 5, >=5 or 3..8',
  'unknown-sort': '“{value}” is nothing to sort by; there are {allowed}',
  'too-many-sorts': 'cards are sorted by at most {max} things',
  'not-on-tiles': 'this filter is asked of cards as boards show them, where nobody can tell “{term}”',
  'sort-inside': '“sort:” stands outside of parentheses, without a minus sign before it',
} as const;

export type ProblemCode = keyof typeof problemTexts;

export interface Problem extends Place {
  code: ProblemCode;
  values: Readonly<Record<string, string>>;
}

/** The English sentence about a problem. */
export const problemText = ({ code, values }: Pick<Problem, 'code' | 'values'>): string =>
  problemTexts[code].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** Why a value cannot be read; its place is that of the value. */
export class Unreadable extends Error {
  readonly code: ProblemCode;
  readonly values: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, values: Readonly<Record<string, string>> = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}
