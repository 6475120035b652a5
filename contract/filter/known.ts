import { fold } from './fold.ts';
import { arePeople, type Named } from './tree.ts';

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
  const index = indexOf(candidates, arePeople(of));
  return [...new Set([...(index.get(fold(name.trim())) ?? []), ...(index.get(name) ?? [])])];
}
