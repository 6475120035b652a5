import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** Where the settings say that files live. */
export function openStorage({ dataDir, objectStore }: Pick<Config, 'dataDir' | 'objectStore'>): Storage {
  const folder = filesIn(dataDir);
  return objectStore ? s3Storage(objectStore, folder) : diskStorage(folder);
}

/** The folder of files where there is no store elsewhere. */
export const filesIn = (dataDir: string): string => join(dataDir, 'files');

/** Where files are that are only there for a while, wherever those that stay are. */
export const incomingIn = (dataDir: string): string => join(filesIn(dataDir), 'incoming');
