import { caps } from '../../../../contract/caps.ts';
import type { FieldType } from '../../../../contract/field-types.ts';
import type { ImportedField, ImportedValue } from '../imported-board.ts';
import type { Warnings } from '../warnings.ts';
import { byPosition, type Fields, fieldsOf, listOf, textOf } from './fields.ts';
import { colourNamed } from './labels.ts';

/* The fields that boards of the board tool have, and the values of their cards. */

const types: Readonly<Record<string, FieldType>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  checkbox: 'checkbox',
  list: 'select',
};

export interface CustomFields {
  fields: ImportedField[];
  valuesOn(card: Fields): ImportedValue[];
}

export function readCustomFields(board: Fields, warnings: Warnings): CustomFields {
  const found = listOf(board.customFields).toSorted(byPosition);
  const known = found.filter(({ type }) => Object.hasOwn(types, textOf(type)));
  const kept = known.slice(0, caps.fieldsOfBoard);
  for (const { name } of found.filter((field) => !kept.includes(field)))
    warnings.leftOut('custom fields', 1, textOf(name) || undefined);
  const places = new Map(kept.map(({ id }, place) => [textOf(id), place]));
  return {
    fields: kept.map(fieldOf),
    valuesOn: (card) =>
      listOf(card.customFieldItems).flatMap((item): ImportedValue[] => {
        const place = places.get(textOf(item.idCustomField));
        const value = place === undefined ? undefined : valueOf(item, kept[place] ?? {});
        if (place !== undefined && value !== undefined) return [{ field: place, value }];
        warnings.leftOut('custom field values');
        return [];
      }),
  };
}

const fieldOf = ({ name, type, options, display }: Fields): ImportedField => ({
  name: textOf(name),
  type: types[textOf(type)] ?? 'text',
  options: listOf(options)
    .toSorted(byPosition)
    .slice(0, caps.optionsOfField)
    .map(({ value, color }) => ({ name: textOf(fieldsOf(value).text), colour: colourNamed(textOf(color)) })),
  currency: null,
  max: null,
  shownOnTile: fieldsOf(display).cardFront !== false,
});

function valueOf({ value, idValue }: Fields, { type, options }: Fields): ImportedValue['value'] | undefined {
  const { text, number, date, checked } = fieldsOf(value);
  switch (type) {
    case 'list': {
      const option = listOf(options).find(({ id }) => id === idValue);
      return textOf(fieldsOf(option?.value).text) || undefined;
    }
    case 'number':
      return textOf(number).trim() === '' || Number.isNaN(Number(number)) ? undefined : Number(number);
    case 'checkbox':
      return checked === 'true';
    case 'date':
      return textOf(date) || undefined;
    default:
      return textOf(text) || undefined;
  }
}
