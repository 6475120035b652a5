import { Invalid } from '../base/errors.ts';
import type { BoardAccess } from '../data/boards/tables.ts';
import type { Warnings } from './warnings.ts';

/*
 * A board of another service: what every reader returns and `writeBoard` stores.
 *
 * A reader knows the other service and nothing of ours. It returns the frame of the board at once and its cards one at a
 * time, as they are asked for, each with all that hangs on it. At most one slice of them is held in memory, so a reader of a
 * large file or of many pages reads on only when it is asked for more; it may take as long as it likes over that, and throw
 * `Invalid` where what it reads is no good, with the reason for the caller.
 *
 * Lists, labels and people are named by their places in the arrays of the board. The arrays may grow while cards are
 * read, before a card names what is new; what is in them does not change any more.
 *
 * Texts and counts need not fit our limits: `limits.ts` sees to that, and says so in the warnings. What a reader leaves out by
 * itself it adds to the `warnings` of the board, a kind in a few words: nothing is dropped in silence.
 */

/** What is read is no good as a whole, whichever part it was seen at. */
export class Unreadable extends Invalid {}

export interface ImportedBoard {
  name: string;
  /** Without them it is a regular board, open to the workspace. On a closed one the importing user is the only member. */
  type?: 'regular' | 'template';
  access?: BoardAccess;
  /** In order. */
  lists: ImportedList[];
  labels: { name: string; colourCode: string }[];
  people: ImportedPerson[];
  /** In the order of their lists. Read once. */
  cards: Iterable<ImportedCard> | AsyncIterable<ImportedCard>;
  /** How many cards there are; null where that is not known beforehand. */
  total: number | null;
  /**
   * The highest number among the cards; 0 where they come without numbers, or it is not known beforehand. Then they get ours.
   */
  highestNumber: number;
  /** Finds links to cards of the board in texts; its first group is the key of a card. Global. Null where there are none. */
  cardLink: RegExp | null;
  warnings: Warnings;
}

export interface ImportedList {
  name: string;
  /** Live without it. Its cards are live or archived by themselves. */
  archived?: boolean;
  /** Microseconds; null or absent is not known. */
  archivedAt?: number | null;
}

export interface ImportedPerson {
  name: string;
  email: string | null;
  /**
   * Where it is set, and no member of the workspace has the address, the person becomes a member without access, so
   * that cards and comments keep their names.
   */
  username: string | null;
}

export interface ImportedCard {
  title: string;
  /** Markdown; empty where there is none. */
  description: string;
  list: number;
  labels: number[];
  members: number[];
  /** Times are in microseconds; null is not known. */
  dueAt: number | null;
  createdAt: number | null;
  createdBy: number | null;
  archived: boolean;
  archivedAt: number | null;
  /** As the other service counts; kept where the number is free. */
  number: number | null;
  /** By which links to it are known (`cardLink`). */
  key: string | null;
  /** Others of that kind, where one card has several addresses. */
  furtherKeys?: readonly string[];
  checklists: ImportedChecklist[];
  comments: ImportedComment[];
  attachments: ImportedAttachment[];
}

export interface ImportedChecklist {
  name: string;
  items: { title: string; completed: boolean }[];
}

export interface ImportedComment {
  text: string;
  by: number | null;
  at: number | null;
  editedAt: number | null;
}

export interface ImportedAttachment {
  name: string;
  /** As it was called where it came from, if that is another name. */
  originalName?: string;
  contentType: string;
  by: number | null;
  at: number | null;
  /**
   * The bytes, asked for when it is their turn. Null, or `Invalid`, where there are none: the rest goes on,
   * unless it is `Unreadable`.
   */
  open: () => Promise<Content | null>;
  /** Markdown that stands for it at the end of the description where there are no bytes. */
  link?: string;
}

/** The bytes of a file; they may bring their type along, which is then truer than the one that was known before. */
export interface Content extends AsyncIterable<Uint8Array> {
  contentType?: string | undefined;
}
