import type { Channel } from '../../../contract/notification-settings.ts';
import { day } from '../base/clock.ts';
import { dayIn, instantOf, weekdayOf } from '../base/days.ts';
import { type QuietHours, type Settings, type Subject, timingOf } from './settings.ts';

/** When something is sent, and whether by itself or with what else was collected. */
export interface Sending {
  /** Microseconds; not before `now`, except for a digest that is due. */
  at: number;
  as: 'at-once' | 'digest';
}

/**
 * When to send something by a channel; undefined for never. A digest is the first one that is sent after `since`, when it could
 * have been sent at the earliest, so that asking again later does not put it off. During quiet hours, both wait for their end.
 */
export function whenToSend(
  settings: Settings,
  zone: string | null,
  subject: Subject,
  channel: Exclude<Channel, 'page'>,
  now: number,
  since = now,
): Sending | undefined {
  const as = timingOf(settings, subject, channel);
  if (as === 'off') return undefined;
  const at = as === 'digest' ? nextDigest(settings, zone, since) : now;
  return { as, at: quietUntil(settings.quietHours, zone, Math.max(at, now)) ?? at };
}

/** The beginning of the last day before today on which there are digests: what happened since then is news. */
export function beginningOfNews({ digest: { days } }: Times, zone: string | null, now: number): number {
  const today = dayIn(now, zone);
  const back = [1, 2, 3, 4, 5, 6, 7].find((each) => days.includes(weekdayOf(today - each * day))) ?? 1;
  return today - back * day;
}

type Times = Pick<Settings, 'digest' | 'quietHours'>;

/** The next time, from one on, at which digests and summaries are sent. */
export function nextDigest(
  { digest: { hour, days }, quietHours }: Times,
  zone: string | null,
  since: number,
): number {
  const today = dayIn(since, zone);
  // Yesterday's may wait for the end of quiet hours, today's may be over, and a day may be left out at the date line.
  for (let ahead = -1; ahead <= 14; ahead++) {
    const on = today + ahead * day;
    if (!days.includes(weekdayOf(on))) continue;
    const at = instantOf(on, zone, hour * 60);
    const sent = quietUntil(quietHours, zone, at) ?? at;
    if (sent >= since) return sent;
  }
  return since;
}

/** The end of the quiet hours at a time; undefined if there are none. */
function quietUntil(quiet: QuietHours | null, zone: string | null, time: number): number | undefined {
  if (!quiet) return undefined;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const today = dayIn(time, zone);
  for (const on of [today - day, today]) {
    const until = instantOf(to > from ? on : on + day, zone, to);
    if (instantOf(on, zone, from) <= time && time < until) return until;
  }
  return undefined;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
