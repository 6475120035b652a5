/*
 * A board of another service: what every importer reads and `writeBoard` stores. Lists, labels and people are named
 * by their places in the arrays of the board.
 */

export interface ImportedBoard {
  name: string;
  /** In order. */
  lists: { name: string }[];
  labels: { name: string; colourCode: string }[];
  people: ImportedPerson[];
  /** In the order of their lists. */
  cards: ImportedCard[];
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
  checklists: ImportedChecklist[];
  comments: ImportedComment[];
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
