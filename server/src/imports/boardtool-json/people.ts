import type { ImportedPerson } from '../imported-board.ts';
import { type Fields, fieldsOf, listOf, textOf } from './fields.ts';

export interface People {
  /** Grows by people that cards and comments refer to. */
  people: ImportedPerson[];
  /** Remembers the people that an action or a card describes, not only by id. */
  see(fields: Fields): void;
  /** The index of the person with this id in the board tool; null if the id is empty. */
  readonly place: (id: unknown) => number | null;
  /** The name of the person with this id, if known. */
  readonly nameOf: (id: unknown) => string | undefined;
}

/**
 * The members of the board, and everyone else who is referred to by id: former members are known from their actions, or by id
 * only.
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
