import { criteria } from '../board/filter.ts';
import { nothing, toAddress } from '../board/match.ts';

/* The filter of the page as a view stores it: as one text in the filter language. */

/** The filter that is set now. */
export function filterText(): string {
  const { text, members, labels, due, is } = criteria.value;
  const terms = Object.entries({ member: members, label: labels, due, is }).flatMap(([key, values]) =>
    values.length > 0 ? [`${key}:${values.join(',')}`] : [],
  );
  // All terms must fit, and `or` binds less than that.
  const isEither = terms.length > 0 && /\sor\s/i.test(text);
  return [isEither ? `(${text.trim()})` : text.trim(), ...terms].filter(Boolean).join(' ');
}

/** A stored filter in the form of an address. */
export const filterAddress = (text: string): string => toAddress({ ...nothing, text });
