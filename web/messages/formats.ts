import { computed, signal } from '@preact/signals';

/*
 * Dates and times, in the words of the one language that there is and by the customs of a region: those of the browser,
 * or others that someone has chosen here.
 */

const stored = 'formats';

/** The region whose customs someone has chosen; null for those of the browser. */
export const region = signal<string | null>(localStorage.getItem(stored));

/** Regions that stand for the ways in which dates and times are written in English. */
export const regions = ['GB', 'US', 'CH', 'SE'] as const;

export function chooseRegion(chosen: string | null): void {
  region.value = chosen;
  if (chosen === null) localStorage.removeItem(stored);
  else localStorage.setItem(stored, chosen);
}

export const browserRegion = (): string =>
  new Intl.Locale(navigator.language || 'en').maximize().region ?? 'US';

const of = <T>(make: (locale: string) => T) => {
  const made = computed(() => make(`en-${region.value ?? browserRegion()}`));
  return (): T => made.value;
};

const dayFormat = of((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const momentFormat = of(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);
const relativeFormat = of((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

type Given = Date | string;

export const day = (date: Given): string => dayFormat().format(new Date(date));
export const moment = (date: Given): string => momentFormat().format(new Date(date));

const steps = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const;

/** How long ago something was, and its day where that is longer than a week. */
export function ago(date: Given, now = Date.now()): string {
  const seconds = (now - new Date(date).getTime()) / 1000;
  if (seconds >= 7 * 86_400) return day(date);
  const [unit, length] = steps.findLast(([, least]) => seconds >= least) ?? ['minute', 60];
  return relativeFormat().format(-Math.floor(seconds / length), unit);
}

/** How something looks by the customs of a region. */
export const example = (chosen: string, date: Date): string =>
  new Intl.DateTimeFormat(`en-${chosen}`, { dateStyle: 'short', timeStyle: 'short' }).format(date);

export const regionName = (chosen: string): string =>
  new Intl.DisplayNames('en', { type: 'region' }).of(chosen) ?? chosen;
