import { day, minute } from '../base/clock.ts';

/* What clocks in a time zone show. Times are microseconds since 1970; days are numbered from 1970, Thursday, on. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** How far the clocks of a zone are ahead of UTC. */
function offsetAt(zone: string, time: number): number {
  const seconds = Math.floor(time / 1_000_000);
  const parts = Object.fromEntries(
    formatIn(zone)
      .formatToParts(seconds * 1000)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day: date = 0, hour = 0, minute: past = 0, second = 0 } = parts;
  return (Date.UTC(year, month - 1, date, hour, past, second) / 1000 - seconds) * 1_000_000;
}

/** The day that it is in a zone. */
export const dayOf = (zone: string, time: number): number => Math.floor((time + offsetAt(zone, time)) / day);

/** The day of the week, 1 for Monday to 7 for Sunday. */
export const weekdayOf = (dayNumber: number): number => ((((dayNumber + 3) % 7) + 7) % 7) + 1;

/**
 * When clocks in a zone show a time of day. Of two such moments, where clocks go back, the first; where they go forward past it,
 * the moment as many minutes after the change.
 */
export function momentOf(zone: string, dayNumber: number, minutes: number): number {
  const shown = dayNumber * day + minutes * minute;
  const offsets = [offsetAt(zone, shown - day), offsetAt(zone, shown + day)];
  const moments = offsets.map((offset) => shown - offset);
  const right = moments.filter((moment) => moment + offsetAt(zone, moment) === shown);
  return right.length > 0 ? Math.min(...right) : Math.max(...moments);
}
