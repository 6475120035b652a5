import { languageOf } from '../../../../contract/languages.ts';
import {
  dueReaders,
  mailDelay,
  type Pending,
  pendingMails,
  scheduleMails,
} from '../../base/changes/mailing.ts';
import { minute } from '../../base/clock.ts';
import { batches } from '../../base/db/batches.ts';
import type { Maintain, Writing } from '../../base/db/database.ts';
import { newId } from '../../base/ids.ts';
import type { Service } from '../../base/service.ts';
import { settingsFrom, storedIn } from '../settings.ts';
import { readers } from './queries.ts';
import { type Letter, type MailIds, type Reader, sortPending } from './sorting.ts';

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

type Parts = Pick<Service, 'maintain' | 'clock'>;

interface Times {
  now: number;
  until: number;
}

/** Takes the mails that are due first: after that only this node sends them until the lease ends. */
export async function takeTurn({ maintain, clock }: Parts): Promise<Turn> {
  const now = clock.now();
  const until = now + lease;
  const { first, letters } = await maintain(async (tx) => {
    const due = await tx.all(dueReaders, { now, limit: most.due });
    const userIds = due.slice(0, most.people).map(({ userId }) => userId);
    const [person] = userIds;
    if (person === undefined) return { letters: [] };
    const pending = await pendingOf(tx, userIds, now);
    // Cut off in the middle, the digest of each of them would come in two mails.
    if (pending.length === most.notifications) return { first: person };
    return { first: person, letters: await claim(tx, pending, { now, until }) };
  });
  if (first === undefined) return { isMore: false, letters: [], until };
  return { isMore: true, letters: letters ?? (await takeAllOf(maintain, first, { now, until })), until };
}

/** Takes all that is due for one person, in as many transactions as it needs: what is to come in one mail does. */
async function takeAllOf(maintain: Maintain, userId: string, { now, until }: Times): Promise<Letter[]> {
  const letters: Letter[] = [];
  let mails: MailIds | undefined;
  for (let isMore = true; isMore; ) {
    const taken = await maintain(async (tx) => {
      const pending = await pendingOf(tx, [userId], now);
      isMore = pending.length === most.notifications && (pending.at(-1)?.mailAt ?? now) <= now;
      if (isMore) mails ??= { digest: newId(now), 'at-once': newId(now) };
      return claim(tx, pending, { now, until, mails });
    });
    letters.push(...taken);
  }
  return [...Map.groupBy(letters, ({ mailId }) => mailId).values()].flatMap((parts) => {
    const [part] = parts;
    return part ? [{ ...part, notifications: parts.flatMap(({ notifications }) => notifications) }] : [];
  });
}

const pendingOf = (tx: Writing, userIds: readonly string[], now: number): Promise<Pending[]> =>
  tx.all(pendingMails, { userIds, until: now + mailDelay, limit: most.notifications });

/** Sorts what is pending, and stores what becomes of it; returns the mails. */
async function claim(
  tx: Writing,
  pending: readonly Pending[],
  times: Times & { mails?: MailIds | undefined },
): Promise<Letter[]> {
  const byUser = Map.groupBy(pending, ({ userId }) => userId);
  const known = await readersAmong(tx, [...byUser.keys()]);
  const sorted = [...byUser].map(([userId, those]) => sortPending(those, known.get(userId), times));
  for (const rows of batches(sorted.flatMap(({ scheduled }) => scheduled)))
    await tx.run(scheduleMails, { rows });
  return sorted.flatMap(({ letters }) => letters);
}

export async function readersAmong(tx: Writing, userIds: readonly string[]): Promise<Map<string, Reader>> {
  const found = await tx.all(readers, { userIds });
  return new Map(
    found.map(({ settings, locale, ...reader }) => [
      reader.userId,
      {
        ...reader,
        language: languageOf(locale) ?? 'en',
        settings: settingsFrom(storedIn(settings ?? undefined)),
      },
    ]),
  );
}
