import { computed, signal } from '@preact/signals';
import { t } from './t.ts';
import { language } from './tag.ts';

/*
 * Dates and times, in the page's language and in the format of a region: the browser's, or one that the user has chosen here.
 */

/** The region that the user has chosen; null for the browser's. */
export const region = signal<string | null>(null);

/** Regions that represent the ways of writing dates and times in the page's language. */
export const regions = (): readonly string[] => regionsOf[language] ?? [];

const regionsOf: Readonly<Record<string, readonly string[]>> = {
  en: ['GB', 'US', 'CH', 'SE'],
  de: ['DE', 'AT', 'CH'],
  fr: ['FR', 'BE', 'CH', 'CA'],
  es: ['ES', 'MX', 'AR', 'US'],
  he: ['IL'],
};

/** The region of the browser's language. Some browsers name languages that are none, such as `C`. */
export function browserRegion(): string {
  try {
    return new Intl.Locale(navigator.language).maximize().region ?? 'US';
  } catch {
    return 'US';
  }
}

/** The page's language, in the current region. */
export const locale = computed(() => `${language}-${region.value ?? browserRegion()}`);

type Given = Date | string;

/** A formatter for dates, in the user's time zone. */
function written(options: Intl.DateTimeFormatOptions): (date: Given) => string {
  const format = computed(() => new Intl.DateTimeFormat(locale.value, options));
  return (date) => format.value.format(new Date(date));
}

export const day = written({ dateStyle: 'medium' });
export const longDay = written({ dateStyle: 'long' });
export const weekday = written({ weekday: 'short', day: 'numeric', month: 'short' });
export const time = written({ timeStyle: 'short' });
export const moment = written({ dateStyle: 'medium', timeStyle: 'short' });
export const longMoment = written({ dateStyle: 'full', timeStyle: 'short' });
export const dayOfYear = written({ day: 'numeric', month: 'short' });
const dayOfWeek = written({ weekday: 'short' });

const ofDay = (options: Intl.DateTimeFormatOptions) => written({ ...options, timeZone: 'UTC' });

/** Names of whole days, which are midnights in UTC (`days.ts`). */
export const dayNames = {
  whole: ofDay({ dateStyle: 'full' }),
  near: ofDay({ weekday: 'short', day: 'numeric', month: 'short' }),
  month: ofDay({ month: 'long', year: 'numeric' }),
  weekday: ofDay({ weekday: 'long' }),
  shortWeekday: ofDay({ weekday: 'short' }),
  narrowWeekday: ofDay({ weekday: 'narrow' }),
};

const relative = computed(() => new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' }));

const startOf = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Days from now until a date; negative for earlier ones. */
export const daysUntil = (given: Given, now = new Date()): number =>
  Math.round((startOf(new Date(given)) - startOf(now)) / 86_400_000);

/** A day relative to now: yesterday to tomorrow, a day of the week for the next six, of this year, or of another. */
export function nearDay(given: Given, now = new Date()): string {
  const date = new Date(given);
  const days = daysUntil(date, now);
  if (Math.abs(days) <= 1) return relative.value.format(days, 'day');
  if (days > 0 && days <= 6) return dayOfWeek(date);
  return date.getFullYear() === now.getFullYear() ? dayOfYear(date) : day(date);
}

/** A text at the start of a line. */
export const atStart = (text: string): string => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** The current minute. */
const minute = signal(Date.now());
let clock: ReturnType<typeof setInterval> | undefined;

/** The current time, for what is updated every minute while it is shown; milliseconds. */
export function now(): number {
  clock ??= setInterval(() => {
    minute.value = Date.now();
  }, 60_000);
  return Math.max(minute.value, Date.now());
}

const steps = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const;

/** How long ago something was, or its day if that is more than a week. It is updated while it is shown. */
export function ago(given: Given): string {
  const seconds = (now() - new Date(given).getTime()) / 1000;
  if (seconds < 60) return t.justNow;
  if (seconds >= 7 * 86_400) return day(given);
  const [unit, length] = steps.findLast(([, least]) => seconds >= least) ?? steps[0];
  // In Hebrew, one and two are said by a word, behind which some browsers repeat them: “לפני דקה (1)”.
  return relative.value.format(-Math.floor(seconds / length), unit).replace(/ \(\d\)$/, '');
}

/** An example of a region's format. */
export const example = (chosen: string, date: Date): string =>
  new Intl.DateTimeFormat(`${language}-${chosen}`, { dateStyle: 'short', timeStyle: 'short' }).format(date);

export const regionName = (chosen: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(chosen) ?? chosen;
