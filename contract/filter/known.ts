import { fold } from './fold.ts';
import type { Problem } from './problems.ts';
import { sorts, termOf } from './terms.ts';
import { type Filter, type Meaning, type Named, type Term, termsOf } from './tree.ts';

/* What a filter names, and whether it exists. */

export interface Candidate {
  id: string;
  name: string;
}

const folded = new WeakMap<Candidate, string>();

/** The name as it is compared: folded once, however many words are looked for. */
export function foldedName(candidate: Candidate): string {
  const name = folded.get(candidate) ?? fold(candidate.name);
  folded.set(candidate, name);
  return name;
}

/** Ids by what names them. */
const indexes = new WeakMap<readonly Candidate[], Map<string, string[]>>();

function indexOf(candidates: readonly Candidate[], isPerson: boolean): Map<string, string[]> {
  const known = indexes.get(candidates);
  if (known) return known;
  const index = new Map<string, string[]>();
  for (const each of candidates) {
    const name = foldedName(each);
    for (const key of new Set([each.id, name, ...(isPerson ? name.split(/\s+/) : [])])) {
      const ids = index.get(key);
      if (ids) ids.push(each.id);
      else index.set(key, [each.id]);
    }
  }
  indexes.set(candidates, index);
  return index;
}

/** The ids of those that a filter names: by id or by name; of people also by a part of the name. */
export function idsOf(of: Named, name: string, candidates: readonly Candidate[]): string[] {
  const index = indexOf(candidates, of === 'member' || of === 'creator');
  return [...new Set([...(index.get(fold(name.trim())) ?? []), ...(index.get(name) ?? [])])];
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
