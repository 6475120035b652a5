import type { Secrets } from '../../base/access/secrets.ts';
import { day } from '../../base/clock.ts';
import type { BackupSettings } from '../../base/config/backups.ts';
import type { Renewing } from '../../base/jobs/leases.ts';
import { messageOf } from '../../base/message-of.ts';
import type { Service } from '../../base/service.ts';
import { keptOf, nameOf } from './kept.ts';
import type { BackupPlace } from './place.ts';
import { placeOf } from './places.ts';
import {
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

/** What came of a backup that was due. */
export interface Attempt {
  /** Why backups that need not be kept could not be removed; null if they were, undefined if there is no new one. */
  rotation: string | null | undefined;
}

/** Makes the backup that is due; undefined if it is made already, or another node makes it. */
export async function makeDue(
  service: Needed,
  settings: BackupSettings,
  renewing: Renewing,
): Promise<Attempt | undefined> {
  const { db, maintain, clock } = service;
  const { due } = momentsAt(settings.schedule, clock.machine(), machineZone());
  if (await isDone(db, due)) return undefined;
  const mine = await claim(maintain, due, clock.now());
  if (!mine) return undefined;
  const rotation = await makeClaimed(service, settings, mine, renewing);
  await forgetBefore(maintain, clock.now() - rowsKept);
  return { rotation };
}

/** Returns what became of the backups before it. */
async function makeClaimed(
  service: Needed,
  settings: BackupSettings,
  mine: Claim,
  renewing: Renewing,
): Promise<Attempt['rotation']> {
  const { maintain, clock, stopping, http, secrets } = service;
  const place = placeOf(service.config);
  const lost = new AbortController();
  const lease = {
    async beat() {
      if (!(await renew(maintain, mine, clock.now()))) lost.abort();
    },
  };
  const ended = { ...mine, bytes: null, reason: null, until: clock.now() };
  try {
    const made = await renewing(lease, () =>
      make(service, place, mine, AbortSignal.any([stopping, lost.signal])),
    );
    await end(maintain, { ...ended, ...made, state: 'done', now: clock.now() });
  } catch (error) {
    if (lost.signal.aborted) return undefined;
    if (stopping.aborted) {
      await leave(maintain, mine, clock.now());
      return undefined;
    }
    const reason = messageOf(error).slice(0, 500);
    http.log.error({ reason }, 'a scheduled backup failed');
    const now = clock.now();
    await end(maintain, { ...ended, state: 'failed', reason, now, until: now + retryAfter });
    return undefined;
  }
  try {
    const backups = await place.list(clock.machine());
    const kept = keptOf(backups, settings.keep);
    // Where files are missing, as on a disk that is not there, newer ones do not replace the last that has them.
    const whole = (await lastWhole(service.db, mine.due))?.name;
    const old = backups.map(({ name }) => name).filter((name) => !kept.has(name) && name !== whole);
    await place.remove(old, secrets);
    return null;
  } catch (err) {
    http.log.error({ err }, 'old backups cannot be removed');
    return messageOf(err).slice(0, 500);
  }
}

/** Makes and verifies the backup; returns the size of its database, and what is missing in it. */
async function make(
  service: Needed,
  place: BackupPlace,
  { due, attempt, ...mine }: Claim,
  signal: AbortSignal,
) {
  const { maintain, clock, secrets } = service;
  await place.prepare(secrets, await unended(service));
  const name = await freeName(place, secrets, due, attempt);
  await setName(maintain, { ...mine, due, attempt }, name);
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

/** The last good backup, and the newest attempts, as of now. */
export async function stateOf({ db, clock }: Pick<Service, 'db' | 'clock'>, settings: BackupSettings) {
  const moments = momentsAt(settings.schedule, clock.machine(), machineZone());
  const [good, newest] = await Promise.all([lastGood(db, moments.next), newestBackups(db, moments.next)]);
  return { moments, good, newest };
}

export type BackupState = Awaited<ReturnType<typeof stateOf>>;
