import { type Filter, parse } from 'scim2-parse-filter';
import { ScimFailure } from './failure.ts';
import { isObject, type Json, valueIn } from './resource.ts';

/** Max characters of a filter: a directory asks for one value, or two. */
const longest = 1000;

type Test = (of: Json) => boolean;

export const filterFrom = (text: string): Test => testOf(parsedFilter(text));

export function parsedFilter(text: string): Filter {
  const wrong = new ScimFailure(400, 'The filter cannot be read', 'invalidFilter');
  // Deeper ones would exhaust the stack.
  if (text.length > longest || (text.match(/[([]/g) ?? []).length > 20) throw wrong;
  try {
    return parse(text);
  } catch {
    throw wrong;
  }
}

/** How many values a filter compares with each resource or entry. */
export function comparisonsOf(filter: Filter): number {
  if (filter.op === 'and' || filter.op === 'or')
    return filter.filters.reduce((sum, each) => sum + comparisonsOf(each), 0);
  if (filter.op === 'not') return comparisonsOf(filter.filter);
  return filter.op === '[]' ? comparisonsOf(filter.valFilter) : 1;
}

/** The test of a filter, which is put to thousands. Texts are compared without regard to case: none of ours is exact. */
export function testOf(filter: Filter): Test {
  switch (filter.op) {
    case 'and': {
      const all = filter.filters.map(testOf);
      return (of) => all.every((test) => test(of));
    }
    case 'or': {
      const all = filter.filters.map(testOf);
      return (of) => all.some((test) => test(of));
    }
    case 'not': {
      const test = testOf(filter.filter);
      return (of) => !test(of);
    }
    case '[]': {
      const test = testOf(filter.valFilter);
      return anyAt(filter.attrPath, (value) => isObject(value) && test(value));
    }
    case 'pr':
      return anyAt(filter.attrPath, (value) => value !== null && value !== '');
    case 'ne': {
      const isAny = anyAt(filter.attrPath, compare.eq(folded(filter.compValue)));
      return (of) => !isAny(of);
    }
    default:
      return anyAt(filter.attrPath, compare[filter.op](folded(filter.compValue)));
  }
}

type Compared = boolean | null | number | string;
/** `given` is in lower case. */
type Compare = (given: Compared) => Test;

const folded = <T extends Json>(value: T): T =>
  typeof value === 'string' ? (value.toLowerCase() as T) : value;

const texts =
  (test: (value: string, given: string) => boolean): Compare =>
  (given) =>
  (value) =>
    typeof value === 'string' && typeof given === 'string' && test(value.toLowerCase(), given);

/** Numbers as numbers, and texts as texts: times are written so that they sort. */
const ordered =
  (test: (order: number) => boolean): Compare =>
  (given) =>
  (value) => {
    const a = folded(value);
    if (a === null || given === null || typeof a !== typeof given || typeof a === 'object') return false;
    return test(a < given ? -1 : a > given ? 1 : 0);
  };

const compare: Record<'eq' | 'co' | 'sw' | 'ew' | 'gt' | 'lt' | 'ge' | 'le', Compare> = {
  eq: (given) => (value) => folded(value) === given,
  co: texts((value, given) => value.includes(given)),
  sw: texts((value, given) => value.startsWith(given)),
  ew: texts((value, given) => value.endsWith(given)),
  gt: ordered((order) => order > 0),
  lt: ordered((order) => order < 0),
  ge: ordered((order) => order >= 0),
  le: ordered((order) => order <= 0),
};

/** Tests the values of an attribute; those of one with several values are all of them, or their `value`. */
function anyAt(path: string, test: Test): Test {
  const colon = path.lastIndexOf(':');
  const names = path.slice(colon + 1).split('.');
  const within =
    colon > 0 && !path.startsWith('urn:ietf:params:scim:schemas:core:') ? [path.slice(0, colon)] : [];
  const way = [...within, ...names];
  const anyFrom = (of: Json, step: number): boolean => {
    if (Array.isArray(of)) return of.some((each) => anyFrom(each, step));
    const name = way[step];
    if (name === undefined) return test(of) || (isObject(of) && 'value' in of && test(of.value ?? null));
    const value = isObject(of) ? valueIn(of, name) : undefined;
    return value !== undefined && anyFrom(value, step + 1);
  };
  return (of) => anyFrom(of, 0);
}
