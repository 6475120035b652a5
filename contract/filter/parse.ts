import { type Problem, Unreadable } from './problems.ts';
import { Scanner } from './scan.ts';
import { termOf } from './terms.ts';
import type { Filter, Meaning, Sort, Term, Tree, Value } from './tree.ts';

/*
 * Reads a filter. Terms next to each other must all match, `OR` stands between alternatives and binds less, parentheses group,
 * a minus sign excludes. One pass, each character read once; the bounds keep what is made of a filter small.
 */

// A cursor has what cards are sorted by.
export const bounds = { characters: 1000, terms: 50, depth: 10, sorts: 5 };

export type Parsed = { filter: Filter; problem?: undefined } | { filter?: undefined; problem: Problem };

/** A problem at a place, on its way out of the parser. */
class Broken extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

export function parse(text: string): Parsed {
  if (text.length > bounds.characters) {
    const place = { position: bounds.characters, length: text.length - bounds.characters };
    return { problem: { code: 'too-long', values: { max: String(bounds.characters) }, ...place } };
  }
  try {
    return { filter: new Parser(text).filter() };
  } catch (error) {
    if (error instanceof Broken) return { problem: error.problem };
    throw error;
  }
}

class Parser {
  readonly #scan: Scanner;
  readonly #sort: Sort[] = [];
  #terms = 0;
  #depth = 0;

  constructor(text: string) {
    this.#scan = new Scanner(text);
  }

  filter(): Filter {
    const tree = this.#alternatives();
    if (!this.#scan.atEnd) this.#fail('unexpected-parenthesis', this.#scan.at, 1);
    return { tree, sort: this.#sort };
  }

  /** Terms with `OR` between them. Null if there are none, which only an empty filter may have, or one that only sorts. */
  #alternatives(): Tree | null {
    const of: Tree[] = [];
    for (;;) {
      const all = this.#sequence();
      const { at } = this.#scan;
      const isOr = this.#scan.takeOr();
      if (all === null && (isOr || of.length > 0 || this.#depth > 0)) this.#fail('missing-term', at, 0);
      if (all !== null) of.push(all);
      if (!isOr) break;
    }
    return of.length > 1 ? { kind: 'or', of } : (of[0] ?? null);
  }

  #sequence(): Tree | null {
    const of: Tree[] = [];
    while (this.#scan.startsTerm) {
      const found = this.#unary();
      if (found) of.push(found);
    }
    return of.length > 1 ? { kind: 'and', of } : (of[0] ?? null);
  }

  /** A term or a group, perhaps excluded. Null for an instruction to sort. */
  #unary(): Tree | null {
    const { at: start } = this.#scan;
    const not = this.#scan.takeMinus();
    if (not && !this.#scan.startsTerm) this.#fail('missing-term', this.#scan.at, 0);
    if (not && this.#scan.isAtMinus) {
      this.#deeper(start);
      const of = this.#unary();
      this.#depth--;
      return of && { kind: 'not', of };
    }
    const group = this.#group();
    if (group) return not ? { kind: 'not', of: group } : group;
    return this.#term(start, not);
  }

  #group(): Tree | null {
    const { at } = this.#scan;
    if (!this.#scan.take('(')) return null;
    this.#deeper(at);
    const inside = this.#alternatives();
    if (!this.#scan.take(')')) this.#fail('unclosed-parenthesis', at, 1);
    this.#depth--;
    return inside;
  }

  #deeper(at: number): void {
    if (++this.#depth > bounds.depth) this.#fail('too-deep', at, 1, { max: String(bounds.depth) });
  }

  #term(position: number, not: boolean): Term | null {
    const rest = this.#scan.rest + this.#scan.at - position;
    const { key, values, unclosed } = this.#scan.term();
    // What a filter costs follows from its values.
    this.#terms += Math.max(1, values.length);
    if (this.#terms > bounds.terms)
      this.#fail('too-many-terms', position, rest, { max: String(bounds.terms) });
    if (unclosed !== undefined) this.#fail('unclosed-quote', unclosed, 1);
    const length = this.#scan.at - position;
    const lower = key.text.toLowerCase();
    if (lower !== '' && values.length === 0) this.#fail('missing-value', this.#scan.at, 0, { key: key.text });
    if (lower === 'sort' && !key.quoted) {
      if (not || this.#depth > 0) this.#fail('sort-inside', position, length);
      this.#sort.push(...values.map(sortFrom));
      if (this.#sort.length > bounds.sorts)
        this.#fail('too-many-sorts', position, length, { max: String(bounds.sorts) });
      return null;
    }
    const row = key.quoted ? undefined : termOf(lower);
    const any = values.map((value) => this.#meaning(value, key, row));
    const inverted = not !== (row?.inverts === true);
    return { kind: 'term', key: lower, values, not: inverted, any, position, length };
  }

  #meaning(value: Value, key: Value, row: ReturnType<typeof termOf>): Meaning {
    if (key.text === '') return { what: 'words', text: value.text };
    const { text: name, position, length } = key;
    if (!row) return { what: 'field', name, value, at: { position, length } };
    try {
      return row.read(value);
    } catch (error) {
      if (error instanceof Unreadable)
        return this.#fail(error.code, value.position, value.length, error.values);
      throw error;
    }
  }

  #fail(code: Problem['code'], position: number, length: number, values: Problem['values'] = {}): never {
    throw new Broken({ code, position, length, values });
  }
}

const sortFrom = ({ text: by, descends = false, position, length }: Value): Sort => ({
  by,
  descending: descends,
  position,
  length,
});
