import type { Field } from '../../../contract/field-shapes.ts';
import type { FieldValue } from '../../../contract/field-types.ts';
import { valuesIn } from '../base/card-field-forms.ts';
import type { BoardSource } from './board.ts';
import type { ExportedCard } from './cards.ts';
import type { People } from './people.ts';

/* The values of fields, for people to read. */

/** The members who are values of some fields of a card. */
export function peopleIn(fields: readonly Field[], stored: string | null): string[] {
  if (fields.length === 0 || stored === null) return [];
  const values = valuesIn(stored);
  return fields.flatMap(({ publicId }) => {
    const value = values[publicId];
    return typeof value === 'string' ? [value] : [];
  });
}

/** Looks up the people that texts of these cards name. */
export const meetNamed = ({ people, fields }: BoardSource, cards: readonly ExportedCard[]) =>
  people.meet({
    members: cards.flatMap(({ members, fieldValues }) => [...members, ...peopleIn(fields, fieldValues)]),
    users: cards.map(({ createdBy }) => createdBy),
  });

/** The values of a card as texts, in the order of the fields; empty where there is none. */
export function textsOf(fields: readonly Field[], stored: string | null, people: People): string[] {
  const values = valuesIn(stored);
  return fields.map((field) => {
    const value = values[field.publicId];
    return value === undefined ? '' : textOf(field, value, people);
  });
}

function textOf({ type, options }: Field, value: FieldValue, people: People): string {
  if (type === 'person') return people.nameOfMember(String(value));
  if (type === 'checkbox') return 'yes';
  if (options.length === 0) return String(value);
  const chosen = Array.isArray(value) ? value : [value];
  return options.flatMap(({ publicId, name }) => (chosen.includes(publicId) ? [name] : [])).join(', ');
}
