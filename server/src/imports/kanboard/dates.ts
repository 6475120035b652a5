import { microsOf } from '../../base/clock.ts';
import type { Warnings } from '../warnings.ts';

/** Microseconds; null if it is not a date. */
export type ReadDate = (field: string) => number | null;

const endOfTime = 253_402_300_800_000_000;

/** The formats that Kanboard offers: `12/24/2026 15:30`, `24/12/2026 3:30 pm`, `24.12.2026`, `2026-12-24`. */
const form = /^(\d{1,4})([/._-])(\d{1,2})\2(\d{1,4})(?: (\d{1,2}):(\d\d)(?: ?([ap])m)?)?$/i;

/**
 * Reads dates in the format of the file, in UTC. Dates with a number above 12 show whether the day or the month comes first; by
 * default it is the month, as in Kanboard.
 */
export function datesOf(fields: readonly string[], warnings: Warnings): ReadDate {
  const slashed = fields.flatMap((field) => {
    const [, first = '', mark, second = ''] = form.exec(field) ?? [];
    return mark === '/' && first.length <= 2 ? [{ field, first: Number(first), second: Number(second) }] : [];
  });
  const isDayFirst = slashed.some(({ first }) => first > 12);
  if (!isDayFirst && !slashed.some(({ second }) => second > 12)) {
    const open = slashed.filter(({ first, second }) => first !== second);
    for (const { field } of open) warnings.add('dates read as month/day that may be day/month', 1, field);
  }
  return (field) => {
    if (field === '') return null;
    const micros = microsIn(field, isDayFirst);
    if (micros === null) warnings.add('dates that cannot be read left out', 1, field);
    return micros;
  };
}

function microsIn(field: string, isDayFirst: boolean): number | null {
  const [, first = '', mark = '', second = '', third = '', hour = '0', minute = '00', half] =
    form.exec(field) ?? [];
  const [year, month, day] = partsOf(first, mark, second, third, isDayFirst);
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const two = (part: string | number) => String(part).padStart(2, '0');
  const micros = microsOf(`${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}:00Z`);
  return micros >= 0 && micros < endOfTime ? micros : null;
}

function partsOf(
  first: string,
  mark: string,
  second: string,
  third: string,
  isDayFirst: boolean,
): [year: string, month: string, day: string] {
  if (first.length === 4) return [first, second, third];
  return mark === '.' || isDayFirst ? [third, second, first] : [third, first, second];
}
