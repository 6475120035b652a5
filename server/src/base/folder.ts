import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder that only we may look into, and those above it, unless it is there. (Node's own recursive way never
 * ends where a file system takes no folders, as /proc.)
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

/** Whether others on this machine may look into a folder, or read a file. */
export const isOpenToOthers = (path: string): boolean => (statSync(path).mode & 0o077) !== 0;
