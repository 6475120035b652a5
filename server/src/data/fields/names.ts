import { foldedName } from '../../../../contract/field-types.ts';

/** The name, or the first one like it that no other field has; it is then taken. `names` are folded. */
export function unusedName(name: string, names: Set<string>): string {
  let free = name;
  for (let n = 2; names.has(foldedName(free)); n++) free = `${Array.from(name).slice(0, 55).join('')} ${n}`;
  names.add(foldedName(free));
  return free;
}
