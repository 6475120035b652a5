import type { ImportedCard } from '../imported-board.ts';
import type { Loss } from '../warnings.ts';
import type { FileBoard, FileCard, ReadFormat, ReadingOptions } from './file-board.ts';

/* What the service and a process that reads a file of another tool tell each other (`base/processes/messages.ts`). */

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

/**
 * Max bytes of one part of an answer. A card with the max number of checklist items takes less, however they are encoded.
 */
export const longestPart = 5 * 1024 * 1024;
