import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, storing } from './disk.ts';

/** The place of a spooled value. */
export interface Place {
  at: number;
  length: number;
}

/**
 * Spools JSON to the disk and reads it back in another order, to sort more data than should be held in memory. The file is
 * unlinked as soon as it is created, so that nothing remains however the process ends.
 */
export class Spool {
  readonly #file: FileHandle;
  #end = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async in(folder: string): Promise<Spool> {
    const path = join(folder, randomUUID());
    try {
      await makeFolder(folder);
      const file = await open(path, 'wx+', 0o600);
      await unlink(path);
      return new Spool(file);
    } catch (error) {
      throw storing(error);
    }
  }

  /** Appends values to the spool; returns their places. */
  async put(values: readonly unknown[]): Promise<Place[]> {
    const texts = values.map((value) => Buffer.from(JSON.stringify(value)));
    const places = texts.map(({ length }) => {
      const at = this.#end;
      this.#end += length;
      return { at, length };
    });
    try {
      const all = Buffer.concat(texts);
      for (let done = 0; done < all.length; ) {
        const { bytesWritten } = await this.#file.write(all, done, undefined, (places[0]?.at ?? 0) + done);
        done += bytesWritten;
      }
    } catch (error) {
      throw storing(error);
    }
    return places;
  }

  async get({ at, length }: Place): Promise<unknown> {
    const buffer = Buffer.alloc(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.#file.read(buffer, done, undefined, at + done);
      if (bytesRead === 0) throw new Error('what was put aside is not there any more');
      done += bytesRead;
    }
    return JSON.parse(buffer.toString());
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
