import type { ImportedCard } from '../imported-board.ts';
import type { Loss } from '../warnings.ts';
import type { FileBoard, FileCard, ReadingOptions } from './file-board.ts';
import type { ReadFormat } from './readings.ts';

/*
 * What the service and a process that reads a file say to each other. Each message has one answer, so that neither has more
 * under way than that.
 */

/** The first byte of a message; what the process begins with follows as JSON, and bytes of the file as they are. */
export const kinds = { begin: 0, bytes: 1, end: 2, next: 3 } as const;

/** What the process that reads a file of another tool begins with. */
export interface Begin {
  format: ReadFormat;
  /** For what is more than memory should hold. */
  folder: string;
  options: ReadingOptions;
}

export type Frame = Omit<FileBoard, 'cards' | 'warnings'>;

/**
 * A card, or more of the one before, which may have more than can be handed over at once: its description goes on, or the text of
 * its last comment, or it has further comments.
 */
export type PartOf<C> = C | { description: string } | { text: string } | Pick<ImportedCard, 'comments'>;

/** Some cards, and whether `next` returns more of them. */
export interface Slice<C> {
  cards: PartOf<C>[];
  goesOn: boolean;
}

export interface FileSlice extends Slice<FileCard> {
  /** What has come to the frame since it was given. */
  more: Pick<FileBoard, 'lists' | 'labels' | 'people'>;
  /** What was left out; along with the last cards. */
  report?: Loss[];
}

/** Why there is no answer: the file is no good, or something else failed. */
export interface Refusal {
  invalid?: string[];
  failed?: { message: string; code?: string };
}

/**
 * Bytes of an answer, and of one thing in it, which the service parses at once. A card with all the checklist items that it may
 * have takes less, however they are written.
 */
export const longestAnswer = 6 * 1024 * 1024;
export const longestPart = 5 * 1024 * 1024;
