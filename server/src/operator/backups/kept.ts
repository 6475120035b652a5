import { markOf } from '../../base/access/key-mark.ts';
import type { Secrets } from '../../base/access/secrets.ts';
import { hashOf } from '../../base/access/tokens.ts';
import { day, isoMillis } from '../../base/clock.ts';
import type { Keep } from '../../base/config/backups.ts';
import { weekdayOf } from '../../base/days.ts';

/* Names of scheduled backups, and which of them are kept. */

const form = /^taskboard-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f]{8})(?:-\d+)?$/;

/** What stands in the names of an installation's backups, as several may share a folder. */
const shortMarkOf = (secrets: Secrets): string => hashOf(markOf(secrets)).slice(0, 8);

/** The name of a backup: when it was due, and which installation it is of. */
export function nameOf(secrets: Secrets, due: number, attempt: number): string {
  const stamp = isoMillis(due).replace(/[-:]|\.\d+/g, '');
  return `taskboard-${stamp}-${shortMarkOf(secrets)}${attempt > 1 ? `-${attempt}` : ''}`;
}

/** Whether a name is one that `nameOf` gives this installation. */
export const isNameOf = (secrets: Secrets, name: string): boolean =>
  form.exec(name)?.[7] === shortMarkOf(secrets);

export interface Kept {
  name: string;
  /** When it was due. */
  at: number;
}

/** A backup with this name; undefined if scheduled ones are not called so. */
export function keptAs(name: string): Kept | undefined {
  const [, ...parts] = form.exec(name) ?? [];
  if (parts.length === 0) return undefined;
  const [year = 0, month = 1, date, hours, minutes, seconds] = parts.slice(0, 6).map(Number);
  return { name, at: Date.UTC(year, month - 1, date, hours, minutes, seconds) * 1000 };
}

export const newestFirst = (backups: readonly Kept[]): Kept[] =>
  backups.toSorted((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1));

/** Those to keep: the newest, and the newest of each of the last days, weeks and months that have any. */
export function keptOf(backups: readonly Kept[], keep: Keep): Set<string> {
  const kept = new Set(backups.slice(0, Math.max(keep.newest, 1)).map(({ name }) => name));
  const monday = (at: number) => Math.floor(at / day) - (weekdayOf(Math.floor(at / day) * day) - 1);
  const periods: [number, (at: number) => string | number][] = [
    [keep.days, (at) => Math.floor(at / day)],
    [keep.weeks, monday],
    [keep.months, (at) => isoMillis(at).slice(0, 7)],
  ];
  for (const [count, periodOf] of periods) {
    const seen = new Set<string | number>();
    for (const { name, at } of backups) {
      const period = periodOf(at);
      if (seen.has(period) || seen.size === count) continue;
      seen.add(period);
      kept.add(name);
    }
  }
  return kept;
}
