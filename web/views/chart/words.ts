import { computed } from '@preact/signals';
import type { Static } from 'typebox';
import type { flow } from '../../../contract/flow.ts';
import type { OpenBoard } from '../../board/open.ts';
import { locale } from '../../messages/formats.ts';

export type Flow = Static<typeof flow.read.reply>;

export const secondsOfDay = 86_400;

const dayForm = computed(
  () => new Intl.DateTimeFormat(locale.value, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** A day such as `2026-03-01`, in short. */
export const shortDay = (day: string): string => dayForm.value.format(new Date(day));

const unit = (name: 'minute' | 'hour' | 'day') =>
  computed(
    () =>
      new Intl.NumberFormat(locale.value, {
        style: 'unit',
        unit: name,
        unitDisplay: 'long',
        maximumFractionDigits: 1,
      }),
  );
const [minutes, hours, days] = [unit('minute'), unit('hour'), unit('day')];

/** How long something took: in days, in hours for less than two days, in minutes, at least one, for less than two hours. */
export function duration(seconds: number): string {
  if (seconds >= 2 * secondsOfDay) return days.value.format(Math.round(seconds / secondsOfDay));
  if (seconds >= 7200) return hours.value.format(Math.round(seconds / 360) / 10);
  return minutes.value.format(Math.max(1, Math.round(seconds / 60)));
}

/** What a card is called; its key alone where the page does not have the card, as of archived ones. */
export function nameOfCard(
  { follower, store }: OpenBoard,
  { publicId, number }: Flow['open'][number],
): string {
  const prefix = follower.workspace.peek().cardPrefix;
  const key = prefix ? `${prefix}-${number}` : `#${number}`;
  return [key, store.peek('card', publicId)?.title].filter(Boolean).join(' ');
}

/** Seconds from one date to another. */
export const between = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;
