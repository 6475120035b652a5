import { fold } from './fold.ts';
import type { Problem } from './problems.ts';
import { sorts, termOf } from './terms.ts';
import { type Filter, type Meaning, type Named, type Term, termsOf } from './tree.ts';

/* What a filter names, and whether it exists. */

export interface Candidate {
  id: string;
  name: string;
}

/** The ids of those that a filter names: by id or by name; of people also by a part of the name. */
export function idsOf(of: Named, name: string, candidates: readonly Candidate[]): string[] {
  const wanted = fold(name.trim());
  const isPerson = of === 'member' || of === 'creator';
  return candidates
    .filter((each) => {
      if (each.id === name) return true;
      const folded = fold(each.name);
      return folded === wanted || (isPerson && folded.split(/\s+/).includes(wanted));
    })
    .map(({ id }) => id);
}

/** The first field or order that a filter names and that does not exist, as a problem. */
export function unknownIn(filter: Filter, isField: (name: string) => boolean): Problem | undefined {
  for (const term of termsOf(filter.tree)) {
    for (const [index, meaning] of term.any.entries()) {
      if (meaning.what === 'field' && !isField(meaning.name)) return unknownField(term, meaning, index);
    }
  }
  const sort = filter.sort.find(({ by }) => !isOwnSort(by) && !isField(by));
  if (!sort) return undefined;
  const { by: value, position, length } = sort;
  return { code: 'unknown-sort', values: { value, allowed: sorts.join(', ') }, position, length };
}

export const isOwnSort = (by: string): boolean => sorts.some((each) => each === by.toLowerCase());

function unknownField(term: Term, { name, value }: Meaning & { what: 'field' }, index: number): Problem {
  const [{ position }, written] = [term, term.values[index]];
  // After `has:` and `no:` the name of the field is the value.
  if (value === null && written) {
    const values = { value: name, key: term.key, allowed: termValues(term.key) };
    return { code: 'unknown-value', values, position: written.position, length: written.length };
  }
  return { code: 'unknown-key', values: { key: name }, position, length: name.length };
}

const termValues = (key: string): string => {
  const offers = termOf(key)?.offers;
  return typeof offers === 'object' ? offers.join(', ') : '';
};
