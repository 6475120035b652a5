import { wholeDayOf } from '../messages/days.ts';

/*
 * Dates as people write them: `tomorrow 9am`, `fri`, `next mon`, `in 2 weeks`, `Nov 27`, `27.11. 17:00`. Names of days and
 * months are those of the page's language, and the English ones.
 */

export interface WrittenDate {
  /** Midnight of the day in UTC. */
  day: string;
  /** Hours and minutes; undefined for a whole day. */
  time: string | undefined;
}

const spans = { day: 1, week: 7 } as const;

/** The text as a date; undefined if it is not one. Without a year, or for a day of the week, the next one is meant. */
export function readDate(text: string, now: Date, locale: string): WrittenDate | undefined {
  const whole = fold(text);
  const clock = clockIn(whole);
  const rest = clock ? whole.replace(clock.written, ' ') : whole;
  const words = rest
    .replace(/[,.](?=\s|$)/g, ' ')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(?:at|on) /, '');
  if (words === '' && !clock) return undefined;
  const at = words === '' ? dayOfTime(clock?.time ?? '', now) : dayIn(words, now, locale);
  return at && at.getFullYear() < 10_000 ? { day: wholeDayOf(at), time: clock?.time } : undefined;
}

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().replace(/\s+/g, ' ').trim();

function clockIn(text: string): { written: string; time: string } | undefined {
  const found =
    /(?:\bat )?\b(?<hour>\d{1,2})(?::(?<minute>\d{2}))? ?(?<half>am|pm)\b/.exec(text) ??
    /(?:\bat )?\b(?<hour>\d{1,2}):(?<minute>\d{2})\b/.exec(text) ??
    /\bat (?<hour>\d{1,2})\b/.exec(text) ??
    /(?:\bat )?\b(?<noon>noon)\b/.exec(text);
  if (!found?.groups) return undefined;
  const { hour, minute = '00', half, noon } = found.groups;
  const given = noon ? 12 : Number(hour);
  if (half && (given < 1 || given > 12)) return undefined;
  const hours = half ? (given % 12) + (half === 'pm' ? 12 : 0) : given;
  if (hours > 23 || Number(minute) > 59) return undefined;
  return { written: found[0], time: `${String(hours).padStart(2, '0')}:${minute}` };
}

const inDays = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);

/** Today, or tomorrow if the time has passed. */
function dayOfTime(time: string, now: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const isOver = hours * 60 + minutes <= now.getHours() * 60 + now.getMinutes();
  return inDays(now, isOver ? 1 : 0);
}

function dayIn(words: string, now: Date, locale: string): Date | undefined {
  return relativeDay(words, now, locale) ?? dayOfWeek(words, now, locale) ?? calendarDay(words, now, locale);
}

function relativeDay(words: string, now: Date, locale: string): Date | undefined {
  const named = [0, 1].find((days) =>
    ['en', locale].some((each) => {
      const name = fold(new Intl.RelativeTimeFormat(each, { numeric: 'auto' }).format(days, 'day'));
      return words.length > 2 && name.startsWith(words);
    }),
  );
  if (named !== undefined) return inDays(now, named);
  if (words === 'next week') return inDays(now, (8 - now.getDay()) % 7 || 7);
  const [, count, unit] = /^(?:in |\+)?(an?|\d{1,4}) ?(d|day|w|week|m|month)s?$/.exec(words) ?? [];
  if (!count || !unit) return undefined;
  const many = /^an?$/.test(count) ? 1 : Number(count);
  if (unit.startsWith('m')) return monthLater(now, many);
  return inDays(now, many * (unit.startsWith('w') ? spans.week : spans.day));
}

/** The same day of a later month, or its last. */
function monthLater(now: Date, months: number): Date {
  const last = new Date(now.getFullYear(), now.getMonth() + months + 1, 0).getDate();
  return new Date(now.getFullYear(), now.getMonth() + months, Math.min(now.getDate(), last));
}

/** The number of a name that begins with a word; names are in order. */
function numberOf(word: string, locale: string, options: Intl.DateTimeFormatOptions, dates: readonly Date[]) {
  if (word.length < 2) return -1;
  for (const each of ['en', locale]) {
    const format = new Intl.DateTimeFormat(each, { ...options, timeZone: 'UTC' });
    const found = dates.findIndex((date) => fold(format.format(date)).startsWith(word));
    if (found >= 0) return found;
  }
  return -1;
}

/** Sunday to Saturday, and January to December. */
const weekdays = Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(2026, 1, 1 + index)));
const months = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2026, index, 1)));

function dayOfWeek(words: string, now: Date, locale: string): Date | undefined {
  const [, next, word = ''] = /^(next )?(\p{L}+)$/u.exec(words) ?? [];
  const found = numberOf(word, locale, { weekday: 'long' }, weekdays);
  if (found < 0) return undefined;
  if (!next) return inDays(now, (found - now.getDay() + 7) % 7 || 7);
  const monday = (8 - now.getDay()) % 7 || 7;
  return inDays(now, monday + ((found + 6) % 7));
}

function calendarDay(words: string, now: Date, locale: string): Date | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words) ?? [];
  if (isoYear) return dateOf(now, Number(isoDay), Number(isoMonth), isoYear);
  const [, first, second, year] = /^(\d{1,2})[./](\d{1,2})\.?(?:[/ ]?(\d{2}|\d{4}))?$/.exec(words) ?? [];
  if (first && second) {
    const isDayFirst = words.includes('.') || !isMonthFirst(locale);
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    return dateOf(now, Number(day), Number(month), year);
  }
  const named =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?(?<name>\p{L}{2,})(?: (?<year>\d{4}))?$/u.exec(words) ??
    /^(?<name>\p{L}{2,}) (?<day>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/u.exec(words);
  if (named?.groups) {
    const month = numberOf(named.groups.name ?? '', locale, { month: 'long' }, months);
    return month < 0 ? undefined : dateOf(now, Number(named.groups.day), month + 1, named.groups.year);
  }
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(words) ?? [];
  if (!day) return undefined;
  const isPast = Number(day) < now.getDate();
  const month = new Date(now.getFullYear(), now.getMonth() + (isPast ? 1 : 0));
  return dateOf(now, Number(day), month.getMonth() + 1, String(month.getFullYear()));
}

const isMonthFirst = (locale: string): boolean => {
  const parts = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day');
};

/** The day if it exists; without a year, the next one. */
function dateOf(now: Date, day: number, month: number, given: string | undefined): Date | undefined {
  const year =
    given === undefined ? now.getFullYear() : given.length === 2 ? 2000 + Number(given) : Number(given);
  const made = new Date(year, month - 1, day);
  if (made.getDate() !== day || day < 1 || month < 1 || month > 12) return undefined;
  return given === undefined && made < inDays(now, 0) ? new Date(year + 1, month - 1, day) : made;
}
