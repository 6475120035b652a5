import { fieldsOf, listOf, textOf } from '../boardtool-json/fields.ts';
import type { ImportedPerson } from '../imported-board.ts';
import type { Parts } from '../reading/parts.ts';

/** The people of a board; grows by people that are referred to but not in the file. */
export function peopleOf(parts: Parts) {
  const known = new Map(parts.list('users').map((user) => [textOf(user._id), user]));
  const places = new Map<string, number>();
  const people: ImportedPerson[] = [];
  const personOf = (id: string): ImportedPerson => {
    const { username, profile, emails } = known.get(id) ?? {};
    const name = textOf(fieldsOf(profile).fullname).trim() || textOf(username).trim() || 'Former member';
    const email = textOf(listOf(emails)[0]?.address).trim() || null;
    return { name, email, username: textOf(username).trim() || id };
  };
  const place = (id: unknown): number | null => {
    const key = textOf(id);
    if (key === '') return null;
    const found = places.get(key) ?? people.push(personOf(key)) - 1;
    places.set(key, found);
    return found;
  };
  return { people, place };
}
