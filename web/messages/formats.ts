import { computed, signal } from '@preact/signals';

/*
 * Dates and times, in the words of the one language that there is and by the customs of a region: those of the browser,
 * or others that someone has chosen here.
 */

const stored = 'formats';

/** The region whose customs someone has chosen; null for those of the browser. */
export const region = signal<string | null>(null);

/** Takes up what was chosen before the page was loaded. */
export function recallRegion(): void {
  region.value = localStorage.getItem(stored);
}

/** Regions that stand for the ways in which dates and times are written in English. */
export const regions = ['GB', 'US', 'CH', 'SE'] as const;

export function chooseRegion(chosen: string | null): void {
  region.value = chosen;
  if (chosen === null) localStorage.removeItem(stored);
  else localStorage.setItem(stored, chosen);
}

export const browserRegion = (): string =>
  new Intl.Locale(navigator.language || 'en').maximize().region ?? 'US';

/** English, by the customs that hold here. */
export const locale = computed(() => `en-${region.value ?? browserRegion()}`);

type Given = Date | string;

/** A way to write dates: in the zone of whoever reads them. */
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
const dayOfYear = written({ day: 'numeric', month: 'short' });

const relative = computed(() => new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' }));

const startOf = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** A day as it is seen from now: today, a day of this year, or one of another. */
export function nearDay(given: Given, now = new Date()): string {
  const date = new Date(given);
  const days = Math.round((startOf(date) - startOf(now)) / 86_400_000);
  if (Math.abs(days) <= 1) return relative.value.format(days, 'day');
  return date.getFullYear() === now.getFullYear() ? dayOfYear(date) : day(date);
}

/** The minute that it is: what is shown by it is shown anew when another begins. */
const minute = signal(Date.now());
let clock: ReturnType<typeof setInterval> | undefined;

function now(): number {
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

/** How long ago something was, and its day where that is longer than a week. It stays true while it is shown. */
export function ago(given: Given): string {
  const seconds = (now() - new Date(given).getTime()) / 1000;
  if (seconds < 60) return 'just now';
  if (seconds >= 7 * 86_400) return day(given);
  const [unit, length] = steps.findLast(([, least]) => seconds >= least) ?? steps[0];
  return relative.value.format(-Math.floor(seconds / length), unit);
}

/** How something looks by the customs of a region. */
export const example = (chosen: string, date: Date): string =>
  new Intl.DateTimeFormat(`en-${chosen}`, { dateStyle: 'short', timeStyle: 'short' }).format(date);

export const regionName = (chosen: string): string =>
  new Intl.DisplayNames('en', { type: 'region' }).of(chosen) ?? chosen;
