import type { Readable } from 'node:stream';

/** The bytes from `start` to `end`, both of them included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where the bytes of files live. Keys are ours, never a caller's: segments of `a-z` and `0-9` with `/` between. A
 * file is never changed once it is stored. What a store elsewhere does not do throws `Unavailable`.
 */
export interface Storage {
  /**
   * Stores a file whole or not at all, and durably; false where the key is taken. Throws what `content` throws, and
   * `Unavailable` where there is no room. Who knows how many bytes there are says so: a store elsewhere wants to be told.
   */
  put(key: string, content: AsyncIterable<Uint8Array>, size?: number): Promise<boolean>;
  /** What is stored under a key; undefined for nothing. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** The bytes of a file, or of a part of it. Throws where there is none. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes a file, and what was uploaded for it; nothing under the key is fine. */
  delete(key: string): Promise<void>;
  /** Removes what has not grown since `before` (microseconds) and will never be whole. */
  tidy(before: number): Promise<void>;
  /** Where callers send files to, if it is not the service: what arrives there is no stored file until it is accepted. */
  readonly arrivals?: Arrivals;
}

/** What an address takes: exactly this, from a time until another (microseconds). */
export interface Expected {
  contentType: string;
  size: number;
  from: number;
  until: number;
}

/** A place of a store where callers put files themselves; what is there may be put again, and so is not yet stored. */
export interface Arrivals {
  /** Where to send the bytes of a file to, by PUT. */
  address(key: string, expected: Expected): Promise<string>;
  /** Stores what the service got in the place of the store. */
  put(
    key: string,
    content: AsyncIterable<Uint8Array>,
    expected: { contentType: string; size: number },
  ): Promise<void>;
  stat(key: string): Promise<{ size: number; contentType: string } | undefined>;
  /** Makes a stored file of what has arrived, which nobody can put again then. */
  accept(key: string): Promise<void>;
}
