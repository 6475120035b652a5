import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from './storage.ts';
import { sync } from './sync.ts';

/** Files in a folder, which is made (mode 700, its files 600) when the first one is stored. */
export function diskStorage(folder: string): Storage {
  const files = join(folder, 'stored');
  /** What is still being written; on the same disk, so that it can be moved by name. */
  const incoming = join(folder, 'incoming');
  const pathOf = (key: string): string => {
    if (!/^[0-9a-z]+(\/[0-9a-z]+)*$/.test(key)) throw new Error('a storage key is not one of ours');
    return join(files, key);
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      const temporary = join(incoming, randomUUID());
      await makeFolder(incoming);
      await makeFolder(dirname(path));
      try {
        await write(temporary, content);
        // A second name, not a rename: it fails where the key is taken instead of replacing what is there.
        await link(temporary, path);
        await sync(dirname(path));
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      } finally {
        await rm(temporary, { force: true });
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
    async tidy(before) {
      for (const name of await readdir(incoming).catch(() => [])) {
        const path = join(incoming, name);
        const begun = await stat(path).catch(() => undefined);
        if (begun && begun.mtimeMs * 1000 < before) await rm(path, { force: true });
      }
    },
  };
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

async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first !== undefined) await sync(dirname(first));
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
