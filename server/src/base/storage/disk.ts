import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Unavailable } from '../errors.ts';
import type { Storage } from './storage.ts';
import { sync } from './sync.ts';

/** Stores files in a folder, which is created with the first file (mode 700, its files 600). */
export function diskStorage(folder: string): Storage {
  /** Files still being written; on the same disk, so that they can be renamed into place. */
  const incoming = join(folder, 'incoming');
  const pathOf = (key: string): string => storedPath(folder, key);
  return {
    async put(key, content) {
      const path = pathOf(key);
      const temporary = join(incoming, randomUUID());
      try {
        await makeFolder(incoming);
        await makeFolder(dirname(path));
        await write(temporary, content);
        if (!(await named(temporary, path))) return false;
        await sync(dirname(path));
        return true;
      } catch (error) {
        throw storing(error);
      } finally {
        // If it cannot be removed now, `tidy` does so later.
        await rm(temporary, { force: true }).catch(() => {});
      }
    },
    async stat(key) {
      try {
        const { size } = await stat(pathOf(key));
        return { size };
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async open(key, range) {
      const file = await open(pathOf(key), 'r');
      return file.createReadStream(range);
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    tidy: (before) => tidyFolder(incoming, before),
  };
}

/** Removes files that have not been written to since `before` (microseconds). */
export async function tidyFolder(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const begun = await stat(path).catch(() => undefined);
    if (begun && begun.mtimeMs * 1000 < before) await rm(path, { force: true });
  }
}

/**
 * Writes `content` to a temporary file for the duration of `work`, for callers that need to know its size beforehand.
 */
export async function whileOnDisk<T>(
  folder: string,
  content: AsyncIterable<Uint8Array>,
  work: (path: string, size: number) => Promise<T>,
): Promise<T> {
  const path = join(folder, randomUUID());
  try {
    try {
      await makeFolder(folder);
      await write(path, content);
    } catch (error) {
      throw storing(error);
    }
    return await work(path, (await stat(path)).size);
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

/** Maps errors of a disk that accepts no data to `Unavailable`. */
export const storing = (error: unknown): unknown =>
  capReached.has(codeOf(error) ?? '') ? new Unavailable(error) : error;

/** The folder of stored files, below that of a storage; created with the first file. */
export const storedIn = (folder: string): string => join(folder, 'stored');

/** The path of a stored file, below the folder of a storage. */
const storedPath = (folder: string, key: string): string => join(storedIn(folder), checkedKey(key));

/** Returns the key. Throws if it does not have the form of our own keys. */
export function checkedKey(key: string): string {
  if (/^[0-9a-z]+(\/[0-9a-z]+)*$/.test(key)) return key;
  throw new Error('a storage key is not one of ours');
}

/** Hard-links a stored file into another storage, or copies it if that is on another disk. */
export async function linkStored(from: string, to: string, key: string): Promise<void> {
  const target = storedPath(to, key);
  await makeFolder(dirname(target));
  try {
    await link(storedPath(from, key), target);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(codeOf(error) ?? '')) throw error;
    await copyAs(storedPath(from, key), target, join(to, 'incoming', randomUUID()));
  }
  await sync(dirname(target));
}

/** Hard-links a file under a second name; returns false if the name is taken. A rename would replace the existing file. */
async function named(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** System error codes of a disk that is full, broken or not writable. */
const capReached = new Set([
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

/** Copies a file atomically: a file under its final name is assumed to be whole. */
async function copyAs(from: string, target: string, temporary: string): Promise<void> {
  await makeFolder(dirname(temporary));
  try {
    await copyFile(from, temporary);
    await sync(temporary);
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first !== undefined) await sync(dirname(first));
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
