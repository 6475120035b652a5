import type { CallerOfSeveral } from '../../base/changes/change.ts';
import { markSome } from '../../base/changes/marking.ts';
import type { Told } from '../../base/changes/told.ts';
import { day, microsOf } from '../../base/clock.ts';
import { Invalid } from '../../base/errors.ts';
import { storable } from '../../base/storable.ts';
import { next } from '../queries.ts';
import { countUnread, viewingOf } from './inbox.ts';

export interface Marks {
  ids?: string[];
  before?: string;
  read?: boolean;
  archived?: boolean;
  snoozeUntil?: string;
}

/** Rows of one change: others wait for no longer than that. */
const slice = 500;

/** How far ahead something can be put off; microseconds. */
const longestSnooze = 366 * day;

const flagOf = (given: boolean | undefined): 0 | 1 | null => (given === undefined ? null : given ? 1 : 0);

/** Marks notifications: some by their ids, or all up to a time, in slices. */
export async function mark(
  { actor, change, lastChange }: CallerOfSeveral,
  told: Pick<Told, 'now'>,
  marks: Marks,
): Promise<{ unread: number }> {
  const { ids, before } = marks;
  const { userId } = actor;
  if ((ids === undefined) === (before === undefined)) throw new Invalid('ids-or-before', { field: 'body' });
  if (before !== undefined) {
    if (marks.snoozeUntil !== undefined || marks.read === false || marks.archived === false)
      throw new Invalid('before-marks-read', { field: 'body/before' });
    const until = storable(microsOf(before), 'before');
    const which = marks.archived ? next.kept : next.unread;
    const archived = marks.archived ? 1 : null;
    for (;;) {
      const marked = await change(async ({ tx, now, ownAccount }) => {
        ownAccount();
        // What is put off comes later than now.
        const upTo = Math.min(until, now);
        const ids = (await tx.all(which, { userId, before: upTo, limit: slice })).map(({ id }) => id);
        await tx.run(markSome, { userId, ids, now, read: 1, archived, until: null });
        return ids.length;
      });
      if (marked < slice) break;
    }
  }
  return lastChange(async ({ tx, now, ownAccount, later }) => {
    ownAccount();
    if (ids !== undefined) {
      const until =
        marks.snoozeUntil === undefined ? null : storable(microsOf(marks.snoozeUntil), 'snoozeUntil');
      if (until !== null && (until <= now || until > now + longestSnooze))
        throw new Invalid('snooze-out-of-range', { field: 'body/snoozeUntil' });
      await tx.run(markSome, {
        userId,
        ids,
        now,
        read: flagOf(marks.read),
        archived: flagOf(marks.archived),
        until,
      });
    }
    later(() => told.now([userId]));
    return { unread: await countUnread(tx, await viewingOf(tx, actor, now)) };
  });
}
