import { type Issue } from '../../../../contract/issues.ts';
import type { ImportedCard } from '../imported-board.ts';
import type { Loss } from '../warnings.ts';
import type { FileBoard, FileCard, ReadingOptions } from './file-board.ts';
import type { ReadFormat } from './readings.ts';

/*
 * The messages between the service and a process that reads a file. Each message has one answer, so at most one of either is in
 * flight.
 */

/** The first byte of a message. JSON follows `begin`, and raw bytes of the file follow `bytes`. */
export const kinds = { begin: 0, bytes: 1, end: 2, next: 3 } as const;

/** The first message to a process that reads a file of another tool. */
export interface Begin {
  format: ReadFormat;
  /** For temporary files. */
  folder: string;
  options: ReadingOptions;
}

export type Frame = Omit<FileBoard, 'cards' | 'warnings'>;

/**
 * A card, or a further part of the previous one if that is too large for one message: more of its description, more of the text
 * of its last comment, or more comments.
 */
export type PartOf<C> = C | { description: string } | { text: string } | Pick<ImportedCard, 'comments'>;

/** Some cards, and whether `next` returns more of them. */
export interface Slice<C> {
  cards: PartOf<C>[];
  hasMore: boolean;
}

export interface FileSlice extends Slice<FileCard> {
  /** Elements added to the frame since it was sent. */
  more: Pick<FileBoard, 'lists' | 'labels' | 'people'>;
  /** The losses; sent with the last cards. */
  report?: Loss[];
}

/** The answer if the file is invalid or something else failed. */
export interface Refusal {
  invalid?: Issue[];
  failed?: { message: string; code?: string };
}

/**
 * Max bytes of an answer, and of one part in it; the service parses an answer at once. A card with the max number of checklist
 * items takes less, however they are encoded.
 */
export const longestAnswer = 6 * 1024 * 1024;
export const longestPart = 5 * 1024 * 1024;
