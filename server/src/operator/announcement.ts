import type { BodyOf, ReplyOf } from '../../../contract/operation.ts';
import type { operator } from '../../../contract/operator.ts';
import type { Work } from '../base/changes/change.ts';
import { hour, isoMillis, microsOf } from '../base/clock.ts';
import type { Reading } from '../base/db/database.ts';
import { remember, remembered } from '../base/db/installation.ts';
import { newId } from '../base/ids.ts';

/* What the operator tells everybody: one sentence until a time, stored with the settings of the installation. */

export type Announcement = ReplyOf<typeof operator.announce>;

export async function announce(
  { tx, now, ofInstallation }: Work,
  { text, level, hours }: BodyOf<typeof operator.announce>,
): Promise<Announcement> {
  ofInstallation();
  const announcement: Announcement = { id: newId(now), text, level, until: isoMillis(now + hours * hour) };
  await remember(tx, 'announcement', JSON.stringify(announcement));
  return announcement;
}

export async function withdraw({ tx, ofInstallation }: Work): Promise<{ success: true }> {
  ofInstallation();
  await remember(tx, 'announcement', '');
  return { success: true };
}

/** The announcement, until it ends. */
export async function announcementAt(db: Reading, now: number): Promise<Announcement | null> {
  const stored = await remembered(db, 'announcement');
  if (!stored) return null;
  const announcement = JSON.parse(stored) as Announcement;
  return microsOf(announcement.until) > now ? announcement : null;
}
