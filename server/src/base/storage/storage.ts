import type { Readable } from 'node:stream';

/** The bytes from `start` to `end`, both inclusive, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Stores the bytes of files. The service chooses the keys, never a caller: segments of `a-z` and `0-9` separated by `/`. A
 * stored file is never changed. Throws `Unavailable` if an object store fails.
 */
export interface Storage {
  /**
   * Stores a file atomically and durably; returns false if the key is taken. Throws any error of `content`, and `Unavailable`
   * if there is no space. Pass `size` if it is known, because object stores need it beforehand.
   */
  put(key: string, content: AsyncIterable<Uint8Array>, size?: number): Promise<boolean>;
  /** The size of the file under a key; undefined if there is none. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** The bytes of a file or a part of it. Throws if the file does not exist. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes a file and its upload, if any; succeeds if there is nothing under the key. */
  delete(key: string): Promise<void>;
  /** Removes unfinished files that have not grown since `before` (microseconds). */
  tidy(before: number): Promise<void>;
  /** Set if callers upload directly to the store: an upload there is not a stored file until it is accepted. */
  readonly arrivals?: Arrivals;
}

/** The only upload that a signed URL accepts, and when; times are in microseconds. */
export interface Expected {
  contentType: string;
  size: number;
  from: number;
  until: number;
}

/** The part of a store to which callers upload files directly. They may overwrite their uploads, so these are not yet stored. */
export interface Arrivals {
  /** The URL to which the bytes of a file are sent, by PUT. */
  address(key: string, expected: Expected): Promise<string>;
  /** Stores an upload that was sent to the service instead. */
  put(
    key: string,
    content: AsyncIterable<Uint8Array>,
    expected: { contentType: string; size: number },
  ): Promise<void>;
  stat(key: string): Promise<{ size: number; contentType: string } | undefined>;
  /** Turns an upload into a stored file, which callers can no longer overwrite. */
  accept(key: string): Promise<void>;
}
