import type { BackupSettings } from '../../base/config/backups.ts';
import type { Config } from '../../base/config/config.ts';
import { inStore } from './in-store.ts';
import { onDisk } from './on-disk.ts';
import type { BackupPlace } from './place.ts';

export const placeOf = (config: Config, { to }: Pick<BackupSettings, 'to'>): BackupPlace =>
  to === 'store' ? inStore(config) : onDisk(config, to?.folder);
