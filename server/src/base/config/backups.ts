import { isAbsolute } from 'node:path';
import { BadSetting } from './bad-setting.ts';
import { folder, type Text } from './values.ts';

/** How many backups are kept: the newest, and the newest of each of the last days, weeks and months. */
export interface Keep {
  newest: number;
  days: number;
  weeks: number;
  months: number;
}

/** When the service backs itself up, where to, and how many backups it keeps. */
export interface BackupSettings {
  /** As it was set. */
  text: string;
  /** A time of day in minutes since midnight, by the clocks of the machine's time zone; or hours from one to the next. */
  schedule: { at: number } | { every: number };
  keep: Keep;
}

/** The object store, or a folder; undefined for the one in `DATA_DIR`. */
export type BackupsIn = 'store' | { folder: string } | undefined;

/** Undefined without `BACKUP_SCHEDULE`. */
export function backupSettings(text: Text): BackupSettings | undefined {
  const keep = keepOf(text('BACKUP_KEEP') ?? '7');
  const schedule = text('BACKUP_SCHEDULE');
  if (schedule === undefined || schedule === 'off') return undefined;
  return { text: schedule, schedule: scheduleOf(schedule), keep };
}

/** Where backups are, whether any are made by themselves or not. */
export function backupsIn(text: Text): BackupsIn {
  const given = text('BACKUP_TO');
  if (given === undefined) return undefined;
  if (given === 'store') {
    if (text('S3_BUCKET') !== undefined) return 'store';
    throw new BadSetting('S3_BUCKET is missing: BACKUP_TO=store is set, so backups go to an object store');
  }
  const path = folder(text, 'BACKUP_TO');
  if (path !== undefined && isAbsolute(given)) return { folder: path };
  throw new BadSetting(
    `BACKUP_TO=${given} is not allowed: it must be the whole path of a folder, from /, or store`,
  );
}

function scheduleOf(text: string): BackupSettings['schedule'] {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined) return { at: Number(hours) * 60 + Number(minutes) };
  const every = Number(/^(\d{1,3})h$/.exec(text)?.[1]);
  if (every >= 1 && every <= 168) return { every };
  throw new BadSetting(
    `BACKUP_SCHEDULE=${text} is not allowed: it must be a time of day such as 03:00, or hours such as 6h (1h to 168h), or off`,
  );
}

/** Max backups of a kind. */
const most = 1000;

function keepOf(text: string): Keep {
  const keep: Keep = { newest: 0, days: 0, weeks: 0, months: 0 };
  const kinds = { '': 'newest', d: 'days', w: 'weeks', m: 'months' } as const;
  for (const part of text.split(',')) {
    const [, count = '', kind = ''] = /^\s*(\d+)([dwm]?)\s*$/.exec(part) ?? [];
    const number = Number(count);
    if (count === '' || number < 1 || number > most) {
      throw new BadSetting(
        `BACKUP_KEEP=${text} is not allowed: it must be how many are kept, such as 7, or of how many days, weeks and months, such as 7d,4w,6m`,
      );
    }
    keep[kinds[kind as keyof typeof kinds]] = number;
  }
  return keep;
}
