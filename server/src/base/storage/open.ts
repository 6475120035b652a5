import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { diskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** Where the settings say that files live. */
export const openStorage = (config: Pick<Config, 'dataDir'>): Storage =>
  diskStorage(join(config.dataDir, 'files'));
