import type { Field } from '../../contract/field-shapes.ts';
import type { FieldValue } from '../../contract/field-types.ts';
import { fieldTexts } from '../messages/fields.ts';
import { locale } from '../messages/formats.ts';
import { byOrder } from '../sync/by-order.ts';
import { kept } from '../sync/in-store.ts';
import { shortDate } from './due.ts';
import type { OpenBoard } from './open.ts';

/* The fields of a board and the values of its cards, as they are shown. */

/** The fields of a board, in order; a component that asks is rendered when they change. */
export const fieldsOf = ({ store }: OpenBoard): Field[] =>
  store.fields.value.flatMap((id) => store.get('field', id).value ?? []).sort(byOrder);

/** A date as the page has others: days are written as midnight in UTC. */
export const dateOf = (value: string): string => (value.length === 10 ? `${value}T00:00:00.000Z` : value);

/** The chosen options. */
export const chosenIn = ({ options }: Field, value: FieldValue) => {
  const chosen = Array.isArray(value) ? value : [value];
  return options.filter(({ publicId }) => chosen.includes(publicId));
};

/** The name of a member who is the value of a field. */
const personIn = ({ store }: OpenBoard, id: string): string =>
  store.get('member', id).value?.user?.name ?? '…';

/** Making one takes longer than showing a card. */
const formats = new Map<string, Intl.NumberFormat>();

/** What writes numbers, or amounts of a currency, which may be empty. */
const formatOf = (currency: string | undefined): Intl.NumberFormat =>
  kept(formats, `${locale.value} ${currency}`, () => {
    const style = currency ? ({ style: 'currency', currency } as const) : {};
    return new Intl.NumberFormat(locale.value, {
      ...style,
      maximumFractionDigits: currency === undefined ? 10 : 4,
    });
  });

/** A value in few letters. */
export function wordsOf(board: OpenBoard, field: Field, value: FieldValue): string {
  const { type, currency, max } = field;
  if (typeof value === 'number') {
    if (type === 'rating') return '★'.repeat(value) + '☆'.repeat(Math.max(0, (max ?? value) - value));
    return formatOf(type === 'money' ? (currency ?? '') : undefined).format(value);
  }
  if (typeof value === 'boolean') return fieldTexts.yes;
  if (type === 'person') return personIn(board, String(value));
  if (type === 'date') return shortDate(dateOf(String(value)));
  if (type === 'link') return String(value).replace(/^(?:https?:\/\/|mailto:)(?:www\.)?|\/$/g, '');
  return field.options.length > 0
    ? chosenIn(field, value)
        .map(({ name }) => name)
        .join(', ')
    : String(value);
}
