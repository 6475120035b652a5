import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Unavailable } from '../errors.ts';
import type { Storage } from './storage.ts';
import { sync } from './sync.ts';

/** Files in a folder, which is made (mode 700, its files 600) when the first one is stored. */
export function diskStorage(folder: string): Storage {
  /** What is still being written; on the same disk, so that it can be moved by name. */
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
        // What cannot be removed now is tidied up later.
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

/** Removes what nobody has written to since `before`. */
export async function tidyFolder(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const begun = await stat(path).catch(() => undefined);
    if (begun && begun.mtimeMs * 1000 < before) await rm(path, { force: true });
  }
}

/**
 * Gives `work` a file of what comes, for as long as it takes: who has to know beforehand how much it is gets it from
 * there.
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

/** What is told of a disk that takes nothing. */
export const storing = (error: unknown): unknown =>
  capReached.has(codeOf(error) ?? '') ? new Unavailable(error) : error;

/** Where the files are that stay, below the folder of a storage; made when the first one is stored. */
export const storedIn = (folder: string): string => join(folder, 'stored');

/** Where a stored file is, below the folder of a storage. */
const storedPath = (folder: string, key: string): string => join(storedIn(folder), checkedKey(key));

/** A key as it was given. Throws where it is not one of ours. */
export function checkedKey(key: string): string {
  if (/^[0-9a-z]+(\/[0-9a-z]+)*$/.test(key)) return key;
  throw new Error('a storage key is not one of ours');
}

/** Gives a stored file a name in another storage, too, or copies it where that is on another disk. */
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

/** Gives a file a second name; false where it is taken, where a rename would replace what is there. */
async function named(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** What the system calls a disk that is full, broken or not to be written to. */
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

/** Whole or not at all: what has its name is taken for whole. */
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
