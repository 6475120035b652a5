import type { ImportFormat } from '../../../../contract/imports.ts';
import type { Language } from '../../../../contract/languages.ts';
import type { ByteRange } from '../../base/storage/storage.ts';
import type { ImportedAttachment, ImportedBoard, ImportedCard } from '../imported-board.ts';

/*
 * A board as a reader returns it from its process. Functions cannot be sent to the service, and bytes of files need not be: the
 * process sends only where files are, and the service reads them when it attaches them.
 */

/** The formats that `child.ts` reads in a separate process. */
export type ReadFormat = ImportFormat | 'vikunja';

/** The location of the bytes of an attached file. */
export type FileSource =
  /** A range of base64 in the file: a JSON string without its quotes. */
  | { base64: ByteRange }
  /** The base64 itself, if it is short. */
  | { text: string }
  /** The name of a file in the zip. */
  | { name: string }
  /** The beginning of the name of exactly one file in the zip. */
  | { prefix: string };

export interface FileAttachment extends Omit<ImportedAttachment, 'open'> {
  from: FileSource;
}

export interface FileCard extends Omit<ImportedCard, 'attachments'> {
  attachments: FileAttachment[];
}

export interface FileBoard extends Omit<ImportedBoard, 'cards' | 'cardLink'> {
  cards: Iterable<FileCard>;
}

/** Reads a file in chunks. At the end, returns the board or asks for the same chunks again. */
export interface Reading {
  push(bytes: Uint8Array): void;
  end(): FileBoard | 'again';
}

export interface ReadingOptions {
  /** The id or the name of the board to read, if the file has several. */
  board?: string;
  /** What the board is called if the file does not say, and what the columns of a table become. */
  name?: string;
  mapping?: string;
  /** The language of what the file does not name. */
  locale?: Language;
  /** Whether only the columns of a table are asked for. */
  columns?: true;
}

const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;

/** The content type that a file states, if it is well-formed. */
export const contentTypeOf = (said: string): string =>
  mediaType.test(said) ? said.toLowerCase() : 'application/octet-stream';
