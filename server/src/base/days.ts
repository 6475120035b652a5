import { day, hour, isoMicros, isoMillis, microsOf, minute, second } from './clock.ts';

/*
 * Whole days, and what the clocks on the wall show. A stored date is a whole day exactly if it is midnight in UTC, to the
 * microsecond: it is the same day everywhere, and over when that day is over for the reader. A time of day that happens to
 * be midnight in UTC is stored a microsecond later, which replies do not show.
 *
 * Days are their midnights in UTC, in microseconds. A zone is a name of the IANA database; null stands for UTC.
 */

export const isWholeDay = (at: number): boolean => at % day === 0;

/** A day as `2026-03-01`. */
export const isoDay = (at: number): string => isoMillis(at).slice(0, 10);

export type DayOrTime = { date: string } | { time: string };

/** A stored date as replies show it. */
export const dayOrTime = (at: number): DayOrTime =>
  isWholeDay(at) ? { date: isoDay(at) } : { time: isoMillis(at) };

export const dayOrTimeOrNull = (at: number | null): DayOrTime | null => (at === null ? null : dayOrTime(at));

/** A stored date as a date-time that `storedDate` reads as the same. */
export const exactDate = (at: number): string => (at % 1000 === 0 ? isoMillis(at) : isoMicros(at));

/** The same with days as days. */
export const writtenDate = (at: number): string => (isWholeDay(at) ? isoDay(at) : exactDate(at));

/** A day alone, and what clients send that have read one as a time. */
const wholeDayForm = /^\d{4}-\d\d-\d\d(?:T00:00(?::00(?:\.000)?)?Z)?$/i;
const dayAlone = /^[\d-]+$/;
const beyondMillis = /\.\d{4,}/;

/**
 * A date from a request as it is stored; NaN if it is invalid. A time that replies cannot tell from the one that is stored
 * leaves that as it is, so that whoever writes back what they read changes nothing. Microseconds are kept: tiles and exports have them, and
 * they tell a time that clocks leapt over (`recurrence.ts`).
 */
export function storedDate(given: string, before: number | null): number {
  const exact = microsOf(given);
  const at = Math.floor(exact / 1000) * 1000;
  const isExact = dayAlone.test(given) || beyondMillis.test(given);
  if (!isExact && before !== null && Math.floor(before / 1000) * 1000 === at) return before;
  return wholeDayForm.test(given) ? at : asTime(exact);
}

/** A time of day as it is stored. */
export function asTime(at: number): number {
  if (!isWholeDay(at)) return at;
  // Numbers of times after the year 2255 are further apart than a microsecond.
  return at + 1 > at ? at + 1 : at + 8;
}

/** More than there are, since upper and lower case are the same to `Intl`. */
const keptFormats = 1000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws `RangeError` for a zone that is unknown here. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const kept = formats.get(zone);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  if (formats.size >= keptFormats) formats.clear();
  formats.set(zone, made);
  return made;
}

/** Whether a text is the name of a time zone. Offsets such as `+02:00` are none: they know no summer time. */
export function isTimeZone(text: string): boolean {
  try {
    return /^[a-z]/i.test(text) && formatOf(text) !== undefined;
  } catch {
    return false;
  }
}

/** The zone, or UTC if this machine has never heard of it: the database may come from a newer one. */
const known = (zone: string | null): string | null => (zone === null || !isTimeZone(zone) ? null : zone);

/** What the clocks of a zone show at an instant, as the instant at which those of UTC show it. */
export function wallClock(at: number, zone: string | null): number {
  const name = known(zone);
  if (name === null) return at;
  const inSecond = ((at % second) + second) % second;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(name).formatToParts((at - inSecond) / 1000))
    parts[type] = Number(value);
  const {
    year = 0,
    month = 1,
    day: date = 1,
    hour: hours = 0,
    minute: minutes = 0,
    second: seconds = 0,
  } = parts;
  return Date.UTC(year, month - 1, date, hours, minutes, seconds) * 1000 + inSecond;
}

const floorTo = (at: number, unit: number): number => Math.floor(at / unit) * unit;

/** The day that an instant is on in a zone. */
export const dayIn = (at: number, zone: string | null): number => floorTo(wallClock(at, zone), day);

/** Minutes since midnight, as the clocks of a zone show them. */
export const minutesIn = (at: number, zone: string | null): number => {
  const shown = wallClock(at, zone);
  return Math.floor((shown - floorTo(shown, day)) / minute);
};

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (at: number): number => ((((at / day + 3) % 7) + 7) % 7) + 1;

/**
 * The first instant at which the clocks of a zone show a day and the minutes since its midnight. If they leap over it, at
 * the beginning of summer time or with a whole day at the date line, it is the instant of the leap.
 */
export function instantOf(of: number, zone: string | null, minutes = 0): number {
  const shown = of + minutes * minute;
  const [before, after] = [shown - day, shown + day];
  const found = [before, after]
    .map((at) => shown - (wallClock(at, zone) - at))
    .filter((at) => wallClock(at, zone) === shown);
  return found.length > 0 ? Math.min(...found) : leapOver(shown, zone, before, after);
}

/** The clocks show less than `shown` at `early`, and no less at `late`. */
function leapOver(shown: number, zone: string | null, early: number, late: number): number {
  if (late - early <= second) return late;
  const middle = early + floorTo((late - early) / 2, second);
  return wallClock(middle, zone) < shown
    ? leapOver(shown, zone, middle, late)
    : leapOver(shown, zone, early, middle);
}

/** When a stored date begins for a reader in a zone. */
export const startOf = (at: number, zone: string | null): number =>
  isWholeDay(at) ? instantOf(at, zone) : at;

/** When a stored date is over for a reader in a zone: a whole day when it ends, a time when it comes. */
export const endOf = (at: number, zone: string | null): number =>
  isWholeDay(at) ? instantOf(at + day, zone) : at;

/** How far the clocks of the first and the last zone are ahead of UTC and behind it. */
const furthest = { ahead: 14 * hour, behind: 12 * hour };

/** The instant at which a stored date begins in the first zone, and the one at which it is over in the last. */
export const earliestStart = (at: number): number => (isWholeDay(at) ? at - furthest.ahead : at);
export const latestEnd = (at: number): number => (isWholeDay(at) ? at + day + furthest.behind : at);

/** Whether one date is after another: of a day and a time, whether it is in every zone. */
export const isAfter = (one: number, other: number): boolean =>
  isWholeDay(one) === isWholeDay(other) ? one > other : earliestStart(one) > latestEnd(other);
