import { setTimeout as pause } from 'node:timers/promises';
import { withoutTokens } from '../../base/access/tokens.ts';
import { day, minute } from '../../base/clock.ts';
import { dayIn, isoDay } from '../../base/days.ts';
import { type Mail, NotYet } from '../../base/mail/mail.ts';
import type { Service } from '../../base/service.ts';
import { revised } from '../../data/notifications/rows.ts';
import { nextDigest } from '../when-to-send.ts';
import { mailAs } from './letter.ts';
import type { Reader } from './sorting.ts';
import { summaryOf } from './summary.ts';
import { claimSummaries, dueSummaries, scheduleSummary } from './summary-queries.ts';
import { readersAmong } from './turn.ts';
import { addressFor } from './unsubscribe-address.ts';

/*
 * Sends the summaries that are due, a few at a time. Who is due is taken until a lease ends: if the node dies, another one sends the
 * summary again, with the same id on the same day. What the mail server does not take yet is tried again after the lease.
 */

/** How long a node may take to send those that it has taken; microseconds. */
const lease = 5 * minute;

/** Summaries that are taken at once. */
const atOnce = 10;

/** The least time that each takes, in milliseconds: so a node sends at most ten a second. */
const least = 100;

type Parts = Pick<
  Service,
  'db' | 'maintain' | 'clock' | 'outbox' | 'secrets' | 'publicUrl' | 'stopping' | 'http'
>;

/** Sends all summaries that are due; `rest` is set by tests. */
export async function sendSummaries(service: Parts, rest = least): Promise<void> {
  const { maintain, clock, stopping } = service;
  for (;;) {
    const { isMore, userIds, known, until } = await take(service);
    if (!isMore) return;
    for (const userId of userIds) {
      // Close to its end, the lease would be another node's before the mail is marked as sent.
      if (stopping.aborted || clock.now() > until - minute) return;
      const reader = known.get(userId);
      if (reader && !(await sendTo(service, reader))) return;
      const summaryAt = nextFor(reader, clock.now());
      await maintain((tx) => tx.run(scheduleSummary, { userId, summaryAt, before: until }));
      await pause(rest, undefined, { signal: stopping }).catch(() => {});
    }
  }
}

/** Whose address is not proved is looked at again a day later. */
const nextFor = (reader: Reader | undefined, now: number): number | null =>
  !reader ? now + day : reader.settings.summary ? nextDigest(reader.settings, reader.zone, now) : null;

const take = ({ maintain, clock }: Parts) =>
  maintain(async (tx) => {
    const now = clock.now();
    const until = now + lease;
    const all = await tx.all(dueSummaries, { now, limit: atOnce });
    const known = await readersAmong(tx, idsOf(all));
    const isRevised = ({ summaryAt }: { summaryAt: number }) => Number(summaryAt) === revised;
    for (const { userId } of all.filter(isRevised))
      await tx.run(scheduleSummary, { userId, summaryAt: nextFor(known.get(userId), now), before: revised });
    const userIds = idsOf(all.filter((each) => !isRevised(each)));
    if (userIds.length > 0) await tx.run(claimSummaries, { userIds, until });
    return { isMore: all.length > 0, userIds, until, known };
  });

const idsOf = (rows: readonly { userId: string }[]): string[] => rows.map(({ userId }) => userId);

/** Sends a summary, if there is anything to say; returns false if the mail server does not take it yet. */
async function sendTo(service: Parts, reader: Reader): Promise<boolean> {
  const { outbox, http } = service;
  const mail = await mailFor(service, reader);
  if (!mail) return true;
  try {
    await outbox.attempt(mail);
  } catch (error) {
    const known = { user: reader.userId, reason: withoutTokens(String(error)) };
    const isLater = error instanceof NotYet;
    http.log.warn(known, `a summary ${isLater ? 'is sent again later' : 'was given up'}`);
    return !isLater;
  }
  return true;
}

async function mailFor(service: Parts, reader: Reader): Promise<Mail | undefined> {
  const { db, clock, publicUrl } = service;
  const { userId, email, zone, language } = reader;
  const now = clock.now();
  const addresses = { publicUrl, unsubscribe: addressFor(service, userId, 'summary'), language };
  const content = await summaryOf(db, { now, reader, addresses });
  const id = `${userId}.${isoDay(dayIn(now, zone))}.summary`;
  return content && mailAs({ to: email, id }, content, addresses);
}
