import type { Config } from '../../base/config/config.ts';
import { inStore } from './in-store.ts';
import { onDisk } from './on-disk.ts';
import type { BackupPlace } from './place.ts';

/** Where the service keeps its backups. */
export const placeOf = (config: Config): BackupPlace =>
  config.backupsIn === 'store' ? inStore(config) : onDisk(config, config.backupsIn?.folder);
