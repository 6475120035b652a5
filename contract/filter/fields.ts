import type { Field } from '../field-shapes.ts';
import { fold } from './fold.ts';
import { Unreadable } from './problems.ts';
import { dateWords, daysFrom, numbersFrom } from './ranges.ts';
import { type DayAt, isWord, type Meaning, type Value } from './tree.ts';

/*
 * The terms of the fields that people add to boards: which field a name means, and what a value asks of it. That depends on the
 * type of the field, so it is read when the board is known.
 */

/** A field, as filters look at it. */
export type FilterField = Pick<Field, 'publicId' | 'name' | 'type' | 'options'> &
  Partial<Pick<Field, 'workspaceFieldPublicId'>>;

/** What is asked of the value that a card has of a field. */
export type Asked =
  | { is: 'present' | 'absent' }
  | { is: 'me' }
  /** Including both bounds. */
  | { is: 'number'; from: number; to: number }
  /** From a day, before another one; null for no bound. */
  | { is: 'date'; from: DayAt | null; to: DayAt | null }
  /** One of these options. */
  | { is: 'chosen'; ids: readonly string[] }
  /** An id or a name of a member. */
  | { is: 'person'; name: string }
  | { is: 'text'; text: string };

/** What one value of a term asks, and of which fields: those that boards have by one name. */
export interface FieldTerm {
  fields: readonly FilterField[];
  asked: Asked;
}

interface WithName {
  publicId: string;
  name: string;
  workspaceFieldPublicId?: string | null;
}

const places = new WeakMap<readonly WithName[], ReadonlyMap<string, readonly number[]>>();

/** Where fields or options stand by their ids and names, which are folded once, however many terms look for them. */
export function placesIn(all: readonly WithName[]): ReadonlyMap<string, readonly number[]> {
  const known = places.get(all);
  if (known) return known;
  const index = new Map<string, number[]>();
  for (const [place, { publicId, name, workspaceFieldPublicId }] of all.entries()) {
    for (const key of new Set([publicId, fold(name), workspaceFieldPublicId ?? publicId])) {
      const found = index.get(key);
      if (found) found.push(place);
      else index.set(key, [place]);
    }
  }
  places.set(all, index);
  return index;
}

/** Those with a name, or an id, in order. */
function withName<T extends WithName>(name: string, all: readonly T[]): T[] {
  const index = placesIn(all);
  const found = new Set([...(index.get(fold(name.trim())) ?? []), ...(index.get(name) ?? [])]);
  return [...found].sort((a, b) => a - b).flatMap((place) => all[place] ?? []);
}

/** The fields with a name, or an id. */
export const fieldsNamed = (name: string, fields: readonly FilterField[]): FilterField[] =>
  withName(name, fields);

/** The options of a field with a name, or an id. */
const optionsNamed = ({ options }: FilterField, name: string): string[] =>
  withName(name, options).map(({ publicId }) => publicId);

/** What a value of a term asks of the fields of its name. Throws `Unreadable` if none of them has such values. */
export function fieldTerms(
  { name, value }: Meaning & { what: 'field' },
  all: readonly FilterField[],
): FieldTerm[] {
  const fields = fieldsNamed(name, all);
  if (fields.length === 0) return [];
  if (value === null || isWord(value, 'any')) return [{ fields, asked: { is: 'present' } }];
  if (isWord(value, 'none')) return [{ fields, asked: { is: 'absent' } }];
  return termsByType(name, value, fields);
}

/** The same where each board has fields of its own: none for a value that no field has. */
export function fieldTermsOrNone(
  meaning: Meaning & { what: 'field' },
  all: readonly FilterField[],
): FieldTerm[] {
  try {
    return fieldTerms(meaning, all);
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
}

function termsByType(name: string, value: Value, fields: readonly FilterField[]): FieldTerm[] {
  const terms: FieldTerm[] = [];
  let unread: Unreadable | undefined;
  for (const [type, of] of Map.groupBy(fields, ({ type }) => type)) {
    try {
      terms.push({ fields: of, asked: askedOf(type, name, value, of) });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unread = error;
    }
  }
  if (terms.length === 0 && unread) throw unread;
  return terms;
}

function askedOf(type: Field['type'], name: string, value: Value, fields: readonly FilterField[]): Asked {
  switch (type) {
    case 'number':
    case 'money':
    case 'rating':
      return { is: 'number', ...numbersFrom(value) };
    case 'date':
      return { is: 'date', ...daysFrom(value) };
    case 'select':
    case 'multi-select':
      return { is: 'chosen', ids: fields.flatMap((field) => optionsNamed(field, value.text)) };
    case 'person':
      return isWord(value, 'me') ? { is: 'me' } : { is: 'person', name: value.text };
    case 'checkbox':
      return { is: yes(value, name) ? 'present' : 'absent' };
    default:
      return { is: 'text', text: value.text };
  }
}

const yesAndNo = ['yes', 'no'] as const;

function yes(value: Value, key: string): boolean {
  const text = value.text.toLowerCase();
  if (text === 'yes' || text === 'true') return true;
  if (text === 'no' || text === 'false') return false;
  throw new Unreadable('unknown-value', { value: value.text, key, allowed: yesAndNo.join(', ') });
}

/** What can be written after the name of a field: names of options or members, or these words. */
export function offersOf({ type, options }: FilterField): {
  names: 'member' | readonly string[];
  words: readonly string[];
} {
  if (type === 'checkbox') return { names: [], words: yesAndNo };
  const words = ['none', 'any'];
  if (type === 'person') return { names: 'member', words: ['me', ...words] };
  if (type === 'date') return { names: [], words: [...dateWords, ...words] };
  return { names: options.map(({ name }) => name), words };
}

/** Characters of a text by which cards are sorted: cursors have them. */
const mostCompared = 100;

export const textKey = (text: string): string => fold(text).slice(0, mostCompared);

/** What a value of a field is sorted by; null for none. Of several options, the first one counts. */
export function fieldKey(
  { type, options }: FilterField,
  value: string | number | boolean | null | undefined,
  memberName: (id: string) => string | undefined,
): string | number | null {
  if (value === null || value === undefined || typeof value === 'number') return value ?? null;
  if (typeof value === 'boolean') return 1;
  if (type === 'date') return value.replace('Z', '');
  if (type === 'select' || type === 'multi-select') {
    const at = options.findIndex(({ publicId }) => publicId === value);
    return at < 0 ? null : at;
  }
  const text = type === 'person' ? memberName(value) : value;
  return text === undefined ? null : textKey(text);
}
