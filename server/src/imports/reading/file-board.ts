import type { ByteRange } from '../../base/storage/storage.ts';
import type { ImportedAttachment, ImportedBoard, ImportedCard } from '../imported-board.ts';

/*
 * A board as a reader returns it from its process. Only the places of files cross to the service, which reads their bytes when it
 * is their turn: functions cannot cross, and bytes need not.
 */

/** Where the bytes of an attached file are. */
export type FileSource =
  /** In a text of the file in base64, between its quotes. */
  | { base64: ByteRange }
  /** This is the base64: a short one. */
  | { text: string }
  /** In the zip, under this name. */
  | { name: string }
  /** In the zip, under the one name that begins so. */
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

/** Takes a file piece by piece, and returns the board at its end, or asks for the same pieces a second time. */
export interface Reading {
  push(bytes: Uint8Array): void;
  end(): FileBoard | 'again';
}

export interface ReadingOptions {
  /** Which board of several, by its id or its name. */
  board?: string;
}

const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/;

/** What somebody's file says its type is, where that can be one. */
export const contentTypeOf = (said: string): string =>
  mediaType.test(said) ? said.toLowerCase() : 'application/octet-stream';
