import { criteria } from '../board/filter.ts';
import { type Criteria, dueRanges, fromAddress, nothing, toAddress } from '../board/match.ts';

/* The filter of the page as a view stores it: in the words of the filter language. */

/** The filter that is set now. */
export function filterText(): string {
  const { text, members, labels, due, is } = criteria.value;
  const terms = { member: members, label: labels, due, is };
  const written = Object.entries(terms).flatMap(([key, values]) =>
    values.length > 0 ? [`${key}:${values.join(',')}`] : [],
  );
  return [text.trim(), ...written].filter(Boolean).join(' ');
}

/** A stored filter in the form of an address. */
export function filterAddress(text: string): string {
  const found: Record<string, string[]> = {};
  const words = text.split(/\s+/).filter((word) => {
    const [, key = '', values = ''] = /^(member|label|due|is):(\S+)$/.exec(word) ?? [];
    if (key) found[key] = values.split(',');
    return word !== '' && key === '';
  });
  const { member = [], label = [], due = [], is = [] } = found;
  const parts: Criteria = {
    ...nothing,
    text: words.join(' '),
    members: member,
    labels: label,
    due: dueRanges.filter((each) => due.includes(each)),
    is: fromAddress(new URLSearchParams({ is: is.join() })).is,
  };
  return toAddress(parts);
}
