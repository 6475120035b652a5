import type { Channel } from '../../../contract/notification-settings.ts';
import { type Digest, type QuietHours, type Settings, type Subject, timingOf } from './settings.ts';
import { dayOf, momentOf, weekdayOf } from './wall-clock.ts';

/** When something is sent, and whether by itself or with what else was collected. */
export interface Sending {
  /** Microseconds; not before `now`, except for a digest that is due. */
  at: number;
  as: 'at-once' | 'digest';
}

/**
 * When to send something by a channel; undefined for never. A digest is the first one after `since`, when it could have been sent
 * at the earliest, so that asking again later does not put it off. During quiet hours, both wait for their end.
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
  const inZone = zone ?? 'UTC';
  const at = as === 'digest' ? nextDigest(settings.digest, inZone, since) : now;
  return { as, at: quietUntil(settings.quietHours, inZone, Math.max(at, now)) ?? at };
}

function nextDigest({ hour, days }: Digest, zone: string, since: number): number {
  const today = dayOf(zone, since);
  // Today's may be over, and a change of the zone's rules may skip a day.
  for (let ahead = 0; ahead <= 14; ahead++) {
    const moment = days.includes(weekdayOf(today + ahead))
      ? momentOf(zone, today + ahead, hour * 60)
      : since - 1;
    if (moment >= since) return moment;
  }
  return since;
}

/** The end of the quiet hours at a time; undefined if there are none. */
function quietUntil(quiet: QuietHours | null, zone: string, time: number): number | undefined {
  if (!quiet) return undefined;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const today = dayOf(zone, time);
  for (const day of [today - 1, today]) {
    const until = momentOf(zone, to > from ? day : day + 1, to);
    if (momentOf(zone, day, from) <= time && time < until) return until;
  }
  return undefined;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
