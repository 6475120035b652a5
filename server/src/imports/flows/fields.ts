import type { Field } from '../../../../contract/field-shapes.ts';
import { type FieldValue, foldedName } from '../../../../contract/field-types.ts';
import { newId } from '../../base/ids.ts';
import { positionsAfter } from '../../base/ordering/order.ts';
import { type BoardKey, writeFields } from '../../boards/actions/content.ts';
import { unusedName } from '../../data/fields/names.ts';
import { storedFrom } from '../../data/fields/stored.ts';
import { valueFrom } from '../../data/fields/values.ts';
import { colourAt } from '../../labels/actions/labels.ts';
import type { ImportedCard, ImportedField } from '../imported-board.ts';
import type { KnownPerson } from '../people.ts';

/* The fields of an imported board, and the values of its cards. */

/**
 * The fields for those of an import: a field of the board of the same name and type, or a new one, which has no id yet and a
 * name that no other has.
 */
export function fieldsFor(
  imported: readonly ImportedField[],
  known: readonly Field[],
  makeId: () => string,
): { all: Field[]; made: Field[] } {
  const names = new Set(known.map(({ name }) => foldedName(name)));
  const last =
    known
      .map(({ orderKey }) => orderKey)
      .sort()
      .at(-1) ?? null;
  const keys = positionsAfter(last, imported.length);
  const reused = new Set<Field>();
  const made: Field[] = [];
  const all = imported.map((field, index) => {
    const twin = known.find(
      (each) =>
        !reused.has(each) && each.type === field.type && foldedName(each.name) === foldedName(field.name),
    );
    if (twin) {
      reused.add(twin);
      return twin;
    }
    const created = newField(field, unusedName(field.name, names), keys[index] ?? '', makeId);
    made.push(created);
    return created;
  });
  return { all, made };
}

/** The same, with the new ones written; returns their ids as well. */
export async function writeFieldsFor(
  slice: Parameters<typeof writeFields>[0],
  place: BoardKey,
  imported: readonly ImportedField[],
  known: readonly Field[],
): Promise<{ all: Field[]; added: string[] }> {
  const { all, made } = fieldsFor(imported, known, () => newId(slice.now));
  const added = await writeFields(slice, place, made.map(storedFrom));
  const ids = new Map(made.map((field, index) => [field, added[index] ?? '']));
  return { all: all.map((field) => ({ ...field, publicId: ids.get(field) ?? field.publicId })), added };
}

const newField = (
  { type, options, currency, max, shownOnTile }: ImportedField,
  name: string,
  orderKey: string,
  makeId: () => string,
): Field => ({
  publicId: '',
  name,
  type,
  options: distinct(options).map((option, index) => ({
    publicId: makeId(),
    name: option.name,
    colour: option.colour ?? colourAt(index),
  })),
  currency: type === 'money' ? (currency ?? 'EUR') : null,
  max: type === 'rating' ? (max ?? 5) : null,
  shownOnTile,
  orderKey,
  workspaceFieldPublicId: null,
});

const distinct = (options: ImportedField['options']): ImportedField['options'] =>
  [...new Map(options.toReversed().map((option) => [foldedName(option.name), option])).values()].reverse();

/** The values of a card by the ids of the fields, and how many of them their fields do not take. */
export function valuesOfCard(
  fields: readonly Field[],
  people: readonly (KnownPerson | undefined)[],
  card: { values?: ImportedCard['values'] | undefined },
): { values: Record<string, FieldValue>; lost: number } {
  const values: Record<string, FieldValue> = {};
  let lost = 0;
  for (const { field: index, value } of card.values ?? []) {
    const field = fields[index];
    const stored =
      field && (isPerson(value) ? memberOf(field, people[value.person]) : valueFrom(field, value));
    if (field && stored !== null && stored !== undefined) values[field.publicId] = stored;
    else if (stored === undefined) lost++;
  }
  return { values, lost };
}

const isPerson = (value: unknown): value is { person: number } =>
  typeof value === 'object' && value !== null && 'person' in value;

const memberOf = (field: Field, person: KnownPerson | undefined): string | undefined =>
  field.type !== 'person' || person === undefined || person.removed ? undefined : person.memberId;
