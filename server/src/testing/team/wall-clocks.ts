import { day, minute } from '../../base/clock.ts';

/*
 * When digests come and quiet hours end, found by looking at the clock on the wall every quarter of an hour: slow, and nothing
 * of how the service finds it.
 */

export interface Digest {
  hour: number;
  days: number[];
}

export interface QuietHours {
  from: string;
  to: string;
}

const quarter = 15 * minute;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The date and the minutes since midnight that clocks in a zone show. */
function shownAt(at: number, zone: string | null): { date: number; minutes: number } {
  const timeZone = zone ?? 'UTC';
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  const [date = '', time = ''] = format.format(at / 1000).split(' ');
  return { date: Date.parse(date) * 1000, minutes: minutesOf(time) };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const weekdayOf = (date: number): number => new Date(date / 1000).getUTCDay() || 7;

/** When quiet hours end that hold at a time; undefined if none do. */
export function quietUntil(quiet: QuietHours | null, zone: string | null, at: number): number | undefined {
  if (!quiet) return undefined;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const isQuiet = (time: number) => {
    const { minutes } = shownAt(time, zone);
    return from < to ? from <= minutes && minutes < to : from <= minutes || minutes < to;
  };
  if (!isQuiet(at)) return undefined;
  let end = Math.floor(at / quarter) * quarter;
  while (isQuiet(end)) end += quarter;
  return end;
}

/** When the first digest is sent that is sent no earlier than at a time: one that falls into quiet hours is, at their end. */
export function digestAfter(
  { hour, days }: Digest,
  quiet: QuietHours | null,
  zone: string | null,
  since: number,
): number {
  const begun = new Set<number>();
  for (let at = Math.floor(since / quarter) * quarter - 2 * day; ; at += quarter) {
    const { date, minutes } = shownAt(at, zone);
    // When clocks go back, an hour comes twice.
    if (minutes < hour * 60 || begun.has(date)) continue;
    begun.add(date);
    // The first day may have begun before.
    const isWhole = begun.size > 1;
    const sent = quietUntil(quiet, zone, at) ?? at;
    if (isWhole && days.includes(weekdayOf(date)) && sent >= since) return sent;
  }
}
