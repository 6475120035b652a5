import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Creates a folder that only this user can read, and those above it, unless it exists. (Node's recursive option never
 * returns on a file system without new folders, such as /proc.)
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

/** Whether other users of this machine can read a folder or a file. */
export const isOpenToOthers = (path: string): boolean => (statSync(path).mode & 0o077) !== 0;
