import { signal } from '@preact/signals';

/* Initials of people, made unique among those who are shown together. */

export interface Named {
  id: string;
  name: string;
}

const lettersOf = (word: string | undefined): string[] => Array.from(word ?? '');

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => lettersOf(word)[0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
}

/** What to show instead of equal initials, best first: a number, the second letter of the first name or of the last. */
function othersFor(name: string): string[] {
  const words = name.trim().split(/\s+/);
  const [first, last] = [lettersOf(words[0]), lettersOf(words.at(-1))];
  const number = /\d+$/.exec(name)?.[0];
  return [
    ...(number ? [number.length > 1 ? number.slice(-2) : `${first[0] ?? ''}${number}`] : []),
    `${first[0] ?? ''}${first[1] ?? ''}`,
    `${last[0] ?? ''}${last[1] ?? ''}`,
    ...last.slice(2).map((letter) => `${first[0] ?? ''}${letter}`),
  ].map((each) => each.toUpperCase());
}

/** The initials of people by their ids: no two are equal, as far as two characters allow. */
export function uniqueInitials(people: readonly Named[]): Map<string, string> {
  const groups = Map.groupBy(people, ({ name }) => initialsOf(name));
  const chosen = new Map<string, string>();
  const taken = new Set<string>();
  const take = (id: string, initials: string) => {
    chosen.set(id, initials);
    taken.add(initials);
  };
  for (const [initials, [one, ...others]] of groups) if (one && others.length === 0) take(one.id, initials);
  for (const [initials, group] of groups) {
    if (group.length === 1) continue;
    for (const { id, name } of group) take(id, othersFor(name).find((each) => !taken.has(each)) ?? initials);
  }
  return chosen;
}

/** Those of the people on the open board. */
export const initialsHere = signal<ReadonlyMap<string, string>>(new Map());
