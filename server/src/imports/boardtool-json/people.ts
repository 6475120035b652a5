import type { ImportedPerson } from '../imported-board.ts';
import { type Fields, fieldsOf, listOf, textOf } from './fields.ts';

export interface People {
  /** Grows by those that cards and comments name. */
  people: ImportedPerson[];
  /** Takes the people that an action or a card tells of by more than their ids. */
  see(fields: Fields): void;
  /** The place of the person with this id of the board tool; null where there is no id. */
  readonly place: (id: unknown) => number | null;
  /** What the person with this id is called, as far as that is known. */
  readonly nameOf: (id: unknown) => string | undefined;
}

/**
 * The members of the board, and whoever else is named by their id: someone who has left the board is known from what
 * they did, or by the id alone.
 */
export function readPeople(board: Fields): People {
  const members = listOf(board.members);
  const known = new Map(members.map((person) => [textOf(person.id), person]));
  const isMember = new Set(known.keys());
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
  return {
    people,
    see({ memberCreator, member, members }) {
      for (const person of [fieldsOf(memberCreator), fieldsOf(member), ...listOf(members)]) {
        const id = textOf(person.id);
        if (id !== '' && !isMember.has(id)) known.set(id, person);
      }
    },
    place,
    nameOf: (id) => {
      const person = known.get(textOf(id));
      return person && nameIn(person);
    },
  };
}

const nameIn = ({ fullName, username }: Fields): string | undefined =>
  textOf(fullName).trim() || textOf(username).trim() || undefined;

const personOf = (id: string, person: Fields): ImportedPerson => ({
  name: nameIn(person) ?? 'Former member',
  email: textOf(person.email).trim() || null,
  username: textOf(person.username).trim() || id,
});
