import {
  dueReaders,
  mailDelay,
  type Pending,
  pendingMails,
  scheduleMails,
} from '../../base/changes/mailing.ts';
import { minute } from '../../base/clock.ts';
import { batches } from '../../base/db/batches.ts';
import type { Writing } from '../../base/db/database.ts';
import type { Service } from '../../base/service.ts';
import { settingsFrom, storedIn } from '../settings.ts';
import { readers } from './queries.ts';
import { type Letter, type Reader, sortPending } from './sorting.ts';

/** How long a node may take to send the mails of a turn; microseconds. */
const lease = 5 * minute;

/** Max people of a turn, notifications that are searched for them, and notifications of a turn. */
const most = { people: 5, due: 200, notifications: 1000 };

export interface Turn {
  /** Whether anything was due. */
  isMore: boolean;
  letters: Letter[];
  /** The mails must be sent before this; after it, another node may send them. Microseconds. */
  until: number;
}

/** Takes the mails that are due first: one transaction, after which only this node sends them until the lease ends. */
export const takeTurn = ({ maintain, clock }: Pick<Service, 'maintain' | 'clock'>): Promise<Turn> =>
  maintain(async (tx) => {
    const now = clock.now();
    const until = now + lease;
    const due = await tx.all(dueReaders, { now, limit: most.due });
    const all = due.slice(0, most.people).map(({ userId }) => userId);
    if (all.length === 0) return { isMore: false, letters: [], until };
    const pendingOf = (userIds: readonly string[]) =>
      tx.all(pendingMails, { userIds, until: now + mailDelay, limit: most.notifications });
    const found = await pendingOf(all);
    // Cut off in the middle, the digest of each of them would come in two mails.
    const userIds = found.length < most.notifications ? all : all.slice(0, 1);
    const pending = userIds.length === all.length ? found : await pendingOf(userIds);
    const known = await readersAmong(tx, userIds);
    const sorted = [...Map.groupBy(pending, ({ userId }) => userId)].map(
      ([userId, those]: [string, Pending[]]) => sortPending(those, known.get(userId), { now, until }),
    );
    for (const rows of batches(sorted.flatMap(({ scheduled }) => scheduled)))
      await tx.run(scheduleMails, { rows });
    return { isMore: true, letters: sorted.flatMap(({ letters }) => letters), until };
  });

export async function readersAmong(tx: Writing, userIds: readonly string[]): Promise<Map<string, Reader>> {
  const found = await tx.all(readers, { userIds });
  return new Map(
    found.map(({ settings, ...reader }) => [
      reader.userId,
      { ...reader, settings: settingsFrom(storedIn(settings ?? undefined)) },
    ]),
  );
}
