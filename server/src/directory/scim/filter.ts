import { type Filter, parse } from 'scim2-parse-filter';
import { ScimFailure } from './failure.ts';
import { isObject, type Json, keyIn, type Resource } from './resource.ts';

/** Max characters of a filter: a directory asks for one value, or two. */
const longest = 1000;

export function filterFrom(text: string): (resource: Resource) => boolean {
  const parsed = parsedFilter(text);
  return (resource) => meets(resource, parsed);
}

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

/** Whether a resource meets a filter. Texts are compared without regard to case: none of ours is exact. */
export function meets(of: Json, filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((each) => meets(of, each));
    case 'or':
      return filter.filters.some((each) => meets(of, each));
    case 'not':
      return !meets(of, filter.filter);
    case '[]':
      return valuesAt(of, filter.attrPath).some((value) => meets(value, filter.valFilter));
    case 'pr':
      return valuesAt(of, filter.attrPath).some((value) => value !== null && value !== '');
    case 'ne':
      return !valuesAt(of, filter.attrPath).some((value) => compare.eq(value, filter.compValue));
    default: {
      const { op, attrPath, compValue } = filter;
      return valuesAt(of, attrPath).some((value) => compare[op](value, compValue));
    }
  }
}

type Compared = boolean | null | number | string;
type Compare = (value: Json, given: Compared) => boolean;

const folded = (value: Json): Json => (typeof value === 'string' ? value.toLowerCase() : value);

const texts =
  (test: (value: string, given: string) => boolean): Compare =>
  (value, given) =>
    typeof value === 'string' && typeof given === 'string' && test(value.toLowerCase(), given.toLowerCase());

/** Numbers as numbers, and texts as texts: times are written so that they sort. */
const ordered =
  (test: (order: number) => boolean): Compare =>
  (value, given) => {
    const [a, b] = [folded(value), folded(given)];
    if (a === null || b === null || typeof a !== typeof b || typeof a === 'object') return false;
    return test(a < (b as typeof a) ? -1 : a > (b as typeof a) ? 1 : 0);
  };

const compare: Record<'eq' | 'co' | 'sw' | 'ew' | 'gt' | 'lt' | 'ge' | 'le', Compare> = {
  eq: (value, given) => folded(value) === folded(given),
  co: texts((value, given) => value.includes(given)),
  sw: texts((value, given) => value.startsWith(given)),
  ew: texts((value, given) => value.endsWith(given)),
  gt: ordered((order) => order > 0),
  lt: ordered((order) => order < 0),
  ge: ordered((order) => order >= 0),
  le: ordered((order) => order <= 0),
};

/** The values of an attribute; those of one with several values are all of them, or their `value`. */
function valuesAt(of: Json, path: string): Json[] {
  const colon = path.lastIndexOf(':');
  const names = path.slice(colon + 1).split('.');
  const within =
    colon > 0 && !path.startsWith('urn:ietf:params:scim:schemas:core:') ? [path.slice(0, colon)] : [];
  const found = [...within, ...names].reduce<Json[]>(
    (values, name) => values.flatMap((each) => stepInto(each, name)),
    [of],
  );
  return found.flatMap((each) => (isObject(each) && 'value' in each ? [each, each.value ?? null] : [each]));
}

function stepInto(of: Json, name: string): Json[] {
  if (Array.isArray(of)) return of.flatMap((each) => stepInto(each, name));
  if (!isObject(of)) return [];
  const value = of[keyIn(of, name)];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
