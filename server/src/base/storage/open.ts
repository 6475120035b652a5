import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** The storage selected by the settings. */
export function openStorage({ dataDir, objectStore }: Pick<Config, 'dataDir' | 'objectStore'>): Storage {
  const folder = filesIn(dataDir);
  return objectStore ? s3Storage(objectStore, folder) : diskStorage(folder);
}

/** The folder of files if no object store is configured. */
export const filesIn = (dataDir: string): string => join(dataDir, 'files');

/** The folder of temporary files, also if an object store is configured. */
export const incomingIn = (dataDir: string): string => join(filesIn(dataDir), 'incoming');
