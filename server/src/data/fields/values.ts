import { Type } from 'typebox';
import type { Field, FieldOption } from '../../../../contract/field-shapes.ts';
import {
  type FieldValue,
  foldedName,
  greatestNumber,
  longestText,
  mostChosen,
} from '../../../../contract/field-types.ts';
import { DueDateInput } from '../../../../contract/schema.ts';
import { oneLine } from '../../../../contract/text-patterns.ts';
import { storedDate, writtenDate } from '../../base/days.ts';
import { bodyValidator } from '../../base/http/validate.ts';

/* What is a value of a field, and how it is stored. */

const line = new RegExp(oneLine, 'u');
const schemes = new Set(['http:', 'https:', 'mailto:']);

type Chosen = Pick<Field, 'type' | 'options' | 'max'>;

/**
 * A value as it is stored; null if it is none, and undefined if the field does not take it. Whether a person sees the board is
 * left to the caller.
 */
export function valueFrom(field: Chosen, given: FieldValue | null): FieldValue | null | undefined {
  if (given === null || given === '' || given === false) return null;
  if (Array.isArray(given))
    return field.type === 'multi-select' ? severalOf(field.options, given) : undefined;
  switch (field.type) {
    case 'number':
    case 'money':
    case 'rating':
      return typeof given === 'number' && isFitting(field, given) ? given : undefined;
    case 'checkbox':
      return given === true ? true : undefined;
    case 'multi-select':
      return undefined;
    default:
      return typeof given === 'string' ? textFrom(field, given) : undefined;
  }
}

function textFrom({ type, options }: Chosen, given: string): string | null | undefined {
  const text = given.trim();
  if (type === 'select') return optionOf(options, text);
  if (type === 'date') return dateFrom(text);
  if (type === 'person') return text.length <= 64 ? text : undefined;
  if (text === '') return null;
  if (Array.from(text).length > longestText || !line.test(text)) return undefined;
  return type === 'link' && !isAddress(text) ? undefined : text;
}

const isDate = bodyValidator(Type.Object({ date: DueDateInput('A date') }));

/** A day or a time, as it is written again. */
function dateFrom(text: string): string | undefined {
  const given = { date: text };
  return isDate(given) ? writtenDate(storedDate(given.date, null)) : undefined;
}

const isFitting = ({ type, max }: Chosen, given: number): boolean =>
  type === 'rating'
    ? Number.isInteger(given) && given >= 1 && given <= (max ?? 5)
    : Math.abs(given) <= greatestNumber && (type === 'number' || Number(given.toFixed(4)) === given);

function isAddress(text: string): boolean {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  return address !== undefined && schemes.has(address.protocol) && !/\s/.test(text);
}

const optionOf = (options: readonly FieldOption[], given: string): string | undefined =>
  (
    options.find(({ publicId }) => publicId === given) ??
    options.find(({ name }) => foldedName(name) === foldedName(given))
  )?.publicId;

/** In the order of the options, so that equal choices are equal values. */
function severalOf(options: readonly FieldOption[], given: readonly string[]): string[] | null | undefined {
  const chosen = new Set(given.map((each) => optionOf(options, each.trim())));
  if (chosen.has(undefined) || chosen.size > mostChosen) return undefined;
  const ids = options.flatMap(({ publicId }) => (chosen.has(publicId) ? [publicId] : []));
  return ids.length === 0 ? null : ids;
}
