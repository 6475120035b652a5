import { reminderTexts as texts } from '../messages/card.ts';
import { locale, time } from '../messages/formats.ts';

/*
 * Reminders are minutes before a card is due. A whole day is due at its beginning, so that a reminder of it is at a time of
 * an earlier day: it is shown, and chosen, as that.
 */

const spans = [
  ['week', 10_080],
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

const aDay = 1440;

/** When people are reminded of a whole day: at nine. */
const morning = 540;

/** Four weeks: what the service takes. */
const earliest = 40_320;

export const usualMinutes = (isDay: boolean): readonly number[] =>
  isDay ? [0, aDay - morning, 2 * aDay - morning, 7 * aDay - morning] : [0, 10, 60, aDay, 2 * aDay];

export function wordsOfReminder(minutes: number, isDay: boolean): string {
  if (isDay) {
    const days = Math.ceil(minutes / aDay);
    return texts.day(days, time(new Date(2026, 0, 5, 0, days * aDay - minutes)));
  }
  if (minutes === 0) return texts.atTime;
  const [unit, length] = spans.find(([, each]) => minutes % each === 0) ?? ['minute', 1];
  const format = new Intl.NumberFormat(locale.value, { style: 'unit', unit, unitDisplay: 'long' });
  return texts.before(format.format(minutes / length));
}

/** What a unit is called in the page's language, with one and with several of it. */
const namesOf = (unit: (typeof spans)[number][0]): string[] =>
  (['long', 'short', 'narrow'] as const).flatMap((unitDisplay) => {
    const format = new Intl.NumberFormat(locale.value, { style: 'unit', unit, unitDisplay });
    const nameIn = (count: number) => format.formatToParts(count).find(({ type }) => type === 'unit')?.value;
    return [1, 2, 5].map((count) => nameIn(count)?.toLowerCase().replace(/\.$/, '') ?? '');
  });

const english = /^(?:m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:eeks?)?)$/;

/** A written span as minutes, of a whole day until nine o’clock; undefined if it is none, or one too long. */
export function readSpan(text: string, isDay: boolean): number | undefined {
  const [, count, word = ''] = /^(\d{1,5})\s?(\p{L}+)\.?(?: \p{L}+)?$/u.exec(text.trim().toLowerCase()) ?? [];
  const [unit, length] =
    spans.find(([name]) => namesOf(name).includes(word)) ??
    spans.find(([name]) => english.test(word) && name.startsWith(word.charAt(0))) ??
    [];
  if (count === undefined || length === undefined) return undefined;
  const minutes = Number(count) * length - (isDay && (unit === 'day' || unit === 'week') ? morning : 0);
  return minutes >= 0 && minutes <= earliest ? minutes : undefined;
}
