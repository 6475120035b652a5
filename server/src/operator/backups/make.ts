import type { Secrets } from '../../base/access/secrets.ts';
import { day } from '../../base/clock.ts';
import type { BackupSettings } from '../../base/config/backups.ts';
import { remember, remembered } from '../../base/db/installation.ts';
import type { Renewing } from '../../base/jobs/leases.ts';
import { unlessAborted } from '../../base/jobs/unless-aborted.ts';
import { messageOf } from '../../base/message-of.ts';
import type { Service } from '../../base/service.ts';
import { keptOf, nameOf } from './kept.ts';
import type { BackupPlace } from './place.ts';
import { placeOf } from './places.ts';
import {
  asOf,
  type Claim,
  claim,
  end,
  forgetBefore,
  isDone,
  lastGood,
  lastWhole,
  leave,
  newestBackups,
  renew,
  retryAfter,
  setName,
} from './rows.ts';
import { machineZone, momentsAt } from './schedule.ts';

type Needed = Pick<Service, 'config' | 'db' | 'maintain' | 'clock' | 'secrets' | 'stopping' | 'http'>;

/** How long the rows of backups are kept, longer than any backup is told of. */
const rowsKept = 400 * day;

/** What takes longer waits for a disk or a store that does not answer. */
const longest = day;

/** Makes the backup that is due; returns false if it is made already, or another node makes it. */
export async function makeDue(
  service: Needed,
  settings: BackupSettings,
  renewing: Renewing,
): Promise<boolean> {
  const { db, maintain, clock } = service;
  const { due } = momentsAt(settings.schedule, clock.machine(), machineZone());
  if (await isDone(db, due)) return false;
  const mine = await claim(maintain, due, clock.now());
  if (!mine) return false;
  if (await makeClaimed(service, mine, renewing)) {
    const failure = await rotate(service, settings, due, renewing);
    if (failure !== undefined) await maintain((tx) => remember(tx, 'backups-stay', failure));
  }
  await forgetBefore(maintain, clock.now() - rowsKept);
  return true;
}

/** For the processes that are to end; milliseconds. */
const grace = 2000;

const lost = new Error('another node makes it');

/** Work that ends when the service stops, after the longest time, and once a beat finds that it is no longer this node's. */
function limited({ clock, stopping }: Needed, isMine: () => Promise<boolean>) {
  const ended = new AbortController();
  const begunAt = clock.elapsed();
  return {
    signal: AbortSignal.any([stopping, ended.signal]),
    async beat() {
      if (clock.elapsed() - begunAt > longest) ended.abort(new Error('it did not end within a day'));
      else if (!(await isMine())) ended.abort(lost);
    },
  };
}

/** Returns whether there is a new backup. */
async function makeClaimed(service: Needed, mine: Claim, renewing: Renewing): Promise<boolean> {
  const { maintain, clock, stopping, http } = service;
  const attempt = limited(service, () => renew(maintain, mine, clock.now()));
  const ended = { ...mine, bytes: null, reason: null, until: clock.now() };
  try {
    const made = await renewing(attempt, () =>
      unlessAborted(attempt.signal, make(service, mine, attempt.signal), grace),
    );
    return await end(maintain, { ...ended, ...made, state: 'done', now: clock.now() });
  } catch (error) {
    if (error === lost) return false;
    if (stopping.aborted) {
      await leave(maintain, mine, clock.now());
      return false;
    }
    const reason = reasonOf(error);
    http.log.error({ reason }, 'a scheduled backup failed');
    const now = clock.now();
    await end(maintain, { ...ended, state: 'failed', reason, now, until: now + retryAfter });
    return false;
  }
}

const reasonOf = (error: unknown): string => messageOf(error).slice(0, 500);

/** Removes the backups that need not be kept; returns why it could not, empty if it could, undefined if the service stops. */
async function rotate(
  service: Needed,
  settings: BackupSettings,
  due: number,
  renewing: Renewing,
): Promise<string | undefined> {
  const { db, clock, stopping, http, secrets } = service;
  const place = placeOf(service.config);
  const removal = limited(service, async () => true);
  const removeOld = async () => {
    const backups = await place.list(clock.machine());
    const kept = keptOf(backups, settings.keep);
    // Where files are missing, as on a disk that is not there, newer ones do not replace the last that has them.
    const whole = (await lastWhole(db, due))?.name;
    const old = backups.map(({ name }) => name).filter((name) => !kept.has(name) && name !== whole);
    await place.remove(old, secrets, removal.signal);
  };
  try {
    await renewing(removal, () => unlessAborted(removal.signal, removeOld(), grace));
    return '';
  } catch (err) {
    if (stopping.aborted) return undefined;
    http.log.error({ err }, 'old backups cannot be removed');
    return reasonOf(err);
  }
}

/** Makes and verifies the backup; returns the size of its database, and what is missing in it. */
async function make(service: Needed, mine: Claim, signal: AbortSignal) {
  const { maintain, clock, secrets } = service;
  const place = placeOf(service.config);
  await place.prepare(secrets, await unended(service), signal);
  const name = await freeName(place, secrets, mine.due, mine.attempt);
  await setName(maintain, mine, name);
  const { bytes, damaged } = await place.make(name, clock.now(), signal);
  return {
    bytes,
    reason: damaged === 0 ? null : `${damaged} files of attachments are missing or truncated in it`,
  };
}

/**
 * A name that nothing has yet. A database that was restored from an earlier backup knows nothing of those after it, and is due for
 * them again.
 */
async function freeName(place: BackupPlace, secrets: Secrets, due: number, attempt: number): Promise<string> {
  const name = nameOf(secrets, due, attempt);
  return (await place.has(name)) ? freeName(place, secrets, due, attempt + 1) : name;
}

/** The names of attempts that did not end well, stored before they began. */
async function unended({ db }: Needed): Promise<string[]> {
  const newest = await newestBackups(db, Number.MAX_SAFE_INTEGER);
  return newest.flatMap(({ name, state }) => (name && state !== 'done' ? [name] : []));
}

/** The last good backup, the newest attempts, and why old ones could not be removed, as of now. */
export async function stateOf({ db, clock }: Pick<Service, 'db' | 'clock'>, settings: BackupSettings) {
  const moments = momentsAt(settings.schedule, clock.machine(), machineZone());
  const [good, newest, stay = ''] = await Promise.all([
    lastGood(db, moments.next),
    newestBackups(db, moments.next),
    remembered(db, 'backups-stay'),
  ]);
  return { moments, good, newest: newest.map((row) => asOf(clock.now(), row)), stay };
}

export type BackupState = Awaited<ReturnType<typeof stateOf>>;
