import type { Readable } from 'node:stream';

/** The bytes from `start` to `end`, both of them included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where the bytes of files live. Keys are ours, never a caller's: segments of `a-z` and `0-9` with `/` between. A
 * file is never changed once it is stored.
 */
export interface Storage {
  /**
   * Stores a file whole or not at all, and durably; false where the key is taken. Throws what `content` throws, and
   * `Unavailable` where there is no room.
   */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<boolean>;
  /** What is stored under a key; undefined for nothing. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** The bytes of a file, or of a part of it. Throws where there is none. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes a file; nothing under the key is fine. */
  delete(key: string): Promise<void>;
  /** Removes what has not grown since `before` (microseconds) and will never be whole. */
  tidy(before: number): Promise<void>;
}
