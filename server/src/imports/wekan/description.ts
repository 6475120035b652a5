import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../boardtool-json/fields.ts';
import { type Detail, descriptionOf, type Link } from '../reading/description.ts';
import type { Warnings } from '../warnings.ts';
import type { WekanParts } from './parts.ts';

/** Data of a card without an equivalent here, such as other dates, becomes lines of the description. */
export function descriptionReader(parts: WekanParts, warnings: Warnings) {
  const fields = new Map(parts.list('customFields').map((field) => [field._id, field]));
  const keep = (kind: string, details: Detail[]): Detail[] => {
    warnings.note(`${kind} kept in the description`, details.length);
    return details;
  };
  return (card: Fields, links: readonly Link[]): string =>
    descriptionOf(
      textOf(card.description),
      [
        ...keep('dates of receipt and end', datesOf(card)),
        ...keep('hours spent', timeSpentOn(card)),
        ...keep('people who requested or assigned cards', askedBy(card)),
        ...keep(
          'custom field values',
          listOf(card.customFields).flatMap(({ _id, value }) => valueOf(fields.get(_id) ?? {}, value)),
        ),
      ],
      links,
    );
}

const textDetail = (name: string, value: unknown): Detail[] => {
  const text = textOf(value).trim();
  return text === '' ? [] : [{ name, value: text }];
};

const datesOf = ({ receivedAt, endAt }: Fields): Detail[] => [
  ...textDetail('Received', receivedAt),
  ...textDetail('End', endAt),
];

const timeSpentOn = ({ spentTime, isOvertime }: Fields): Detail[] => {
  const hours = numberOf(spentTime);
  return hours > 0
    ? [{ name: 'Hours spent', value: `${hours}${isOvertime === true ? ' (overtime)' : ''}` }]
    : [];
};

const askedBy = ({ requestedBy, assignedBy }: Fields): Detail[] => [
  ...textDetail('Requested by', requestedBy),
  ...textDetail('Assigned by', assignedBy),
];

/** The value of a custom field as text. */
function valueOf({ name, settings }: Fields, value: unknown): Detail[] {
  const option = listOf(fieldsOf(settings).dropdownItems).find(({ _id }) => _id === value && value !== '');
  const words = option ? textOf(option.name) : wordsOf(value);
  return textDetail(textOf(name) || 'Custom field', words);
}

function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.map(wordsOf).join(', ') : textOf(value);
}
