import type { ImportedPerson } from '../imported-board.ts';
import { type Fields, fieldsOf, listOf, textOf } from './fields.ts';

export interface People {
  /** Grows by those that cards and comments name. */
  people: ImportedPerson[];
  /** The place of the person with this id of the board tool; null where there is no id. */
  readonly place: (id: unknown) => number | null;
}

/**
 * The members of the board, and whoever else is named by their id: someone who has left the board is known from what
 * they did, or by the id alone.
 */
export function readPeople(board: Fields): People {
  const members = listOf(board.members);
  const seen = listOf(board.actions).flatMap((action) => [
    fieldsOf(action.memberCreator),
    fieldsOf(action.member),
  ]);
  const known = new Map([...seen, ...members].map((person) => [textOf(person.id), person]));
  const places = new Map<string, number>();
  const people: ImportedPerson[] = [];
  const place = (id: unknown): number | null => {
    const key = textOf(id);
    if (key === '') return null;
    const found = places.get(key) ?? people.push(personOf(key, known.get(key) ?? {})) - 1;
    places.set(key, found);
    return found;
  };
  for (const { id } of members) place(id);
  return { people, place };
}

const personOf = (id: string, { username, fullName, email }: Fields): ImportedPerson => ({
  name: textOf(fullName).trim() || textOf(username).trim() || 'Former member',
  email: textOf(email).trim() || null,
  username: textOf(username).trim() || id,
});
