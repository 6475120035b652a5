import type { FieldType, FieldValue } from '../../../contract/field-types.ts';
import type { RelationType } from '../../../contract/relation-types.ts';
import type { CardValues } from '../base/card-fields.ts';
import { Invalid } from '../base/errors.ts';
import type { BoardAccess } from '../data/boards/tables.ts';
import type { ListTraits } from '../data/lists/traits.ts';
import type { BroughtRule } from '../rules/actions/bring.ts';
import type { CreateView } from '../views/actions/views.ts';
import type { Warnings } from './warnings.ts';

/*
 * A board from elsewhere, as every reader returns it and `writeBoard` stores it.
 *
 * A reader knows the other service and nothing of this one. It returns the frame of the board at once, then its cards one at a
 * time on demand, each with its contents. At most one slice of cards is held in memory, so a reader of a large file or of many
 * pages must read lazily. Reading may take any time. If the input is invalid, the reader throws `Invalid` with the reason.
 *
 * Lists, labels, fields and people are referred to by index in the arrays of the board. The arrays may grow while cards are read, before
 * a card refers to a new element; existing elements never change.
 *
 * Texts and counts may exceed the limits of the contract: `limits.ts` fits them and adds warnings. A reader adds whatever it
 * leaves out to the `warnings` of the board, as a kind in a few words: nothing is dropped silently.
 */

/** The input as a whole is unusable, even if only one part of it showed that. */
export class Unreadable extends Invalid {}

export interface ImportedBoard {
  name: string;
  /** By default a regular board, open to the workspace. On a closed board the importing user is the only member. */
  type?: 'regular' | 'template';
  access?: BoardAccess;
  /** A color, `#rrggbb`; its own by default. */
  background?: string | null;
  /** Behind its lists: a WebP in base64; none by default. */
  picture?: string | null;
  /** In order. */
  lists: ImportedList[];
  labels: { name: string; colourCode: string }[];
  /** None by default. */
  fields?: ImportedField[];
  people: ImportedPerson[];
  /** None by default; a board that gets lists takes none. */
  viewsAndRules?: ImportedViewsAndRules;
  /** In the order of their lists. Read once. */
  cards: Iterable<ImportedCard> | AsyncIterable<ImportedCard>;
  /** The number of cards; null if it is not known in advance. */
  total: number | null;
  /**
   * The highest card number; 0 if cards have no numbers or it is not known in advance. Cards then get new numbers.
   */
  highestNumber: number;
  /** Finds links to cards of the board in texts; global, the first group is the key of a card. Null if there are no links. */
  cardLink: RegExp | null;
  warnings: Warnings;
}

/** By default without a colour and a limit, and cards put there do not become done. */
export interface ImportedList extends Partial<ListTraits> {
  name: string;
  /** False by default. Cards of an archived list keep their own state. */
  archived?: boolean;
  /** Microseconds; null or absent if unknown. */
  archivedAt?: number | null;
}

export interface ImportedField {
  name: string;
  type: FieldType;
  options: { name: string; colour: string | null }[];
  currency: string | null;
  max: number | null;
  shownOnTile: boolean;
}

/** A value of a field; options are named, and a person is an index. */
export interface ImportedValue {
  field: number;
  value: FieldValue | { person: number };
}

/** What only exports of this service have. It names the rest of the board by the ids that this had there. */
export interface ImportedViewsAndRules {
  views: CreateView[];
  rules: BroughtRule[];
  /** Each in the order of the board. */
  ids: {
    /** Null in older exports. */
    board: string | null;
    lists: string[];
    labels: string[];
    /** With the id of the workspace's field, if it was one. */
    fields: { id: string; workspaceId: string | null; options: { id: string; name: string }[] }[];
    people: { user: string | null; member: string | null }[];
  };
}

export interface ImportedPerson {
  name: string;
  email: string | null;
  /**
   * If set, and no member of the workspace has the email address, the person becomes a placeholder, so that cards and comments
   * keep their names.
   */
  username: string | null;
}

/** The fields that every reader returns; others are empty if a reader leaves them out. */
type Common = 'title' | 'description' | 'dueAt';

export interface ImportedCard
  extends Pick<CardValues, 'title' | 'dueAt'>,
    Partial<Omit<CardValues, Common | 'fieldValues'>> {
  /** Markdown; may be empty. */
  description: string;
  list: number;
  labels: number[];
  members: number[];
  /** None by default. */
  values?: readonly ImportedValue[];
  /** Times are in microseconds; null if unknown. */
  createdAt: number | null;
  createdBy: number | null;
  archived: boolean;
  archivedAt: number | null;
  /** Whether it is done although the source does not say since when (`completedAt`). */
  completed?: boolean;
  /** When work on it ends, planned or not: it is done if that has passed. Microseconds. */
  endsAt?: number | null;
  /** The number in the other service; kept if it is free here. */
  number: number | null;
  /** Identifies the card in links (see `cardLink`). */
  key: string | null;
  /** More such keys, if one card has several addresses. */
  furtherKeys?: readonly string[];
  /** None by default. A reader may return a relation of two of its cards with one of them or with both. */
  relations?: readonly ImportedRelation[];
  checklists: ImportedChecklist[];
  comments: ImportedComment[];
  attachments: ImportedAttachment[];
}

/** What this card is to another one. */
export interface ImportedRelation {
  type: RelationType;
  /** The key of the other card. */
  key: string;
  /** Whether that is on another board: the key is its id on the installation that exported it. */
  isElsewhere?: boolean;
}

export interface ImportedChecklist {
  name: string;
  items: ImportedItem[];
}

export interface ImportedItem {
  title: string;
  completed: boolean;
  /** Microseconds. */
  dueAt?: number | null;
  /** Whose work it is. */
  member?: number | null;
  acceptance?: boolean;
  /** Microseconds. */
  completedAt?: number | null;
  evidence?: { text: string | null; link: string | null } | null;
}

export interface ImportedComment {
  /** Identifies it among the comments of its card. */
  key?: string;
  /** The key of the comment that it answers. */
  answers?: string | null;
  /** Those who reacted, by emoji. */
  reactions?: readonly { emoji: string; by: readonly (number | null)[] }[];
  text: string;
  by: number | null;
  at: number | null;
  editedAt: number | null;
}

export interface ImportedAttachment {
  name: string;
  /** The name in the other service, if it differs. */
  originalName?: string;
  contentType: string;
  by: number | null;
  at: number | null;
  /** Whether it is the cover of its card. */
  isCover?: boolean;
  /**
   * Opens the content when the file is attached. If it returns null or throws `Invalid`, there is no content and the import
   * continues; `Unreadable` ends it.
   */
  open: () => Promise<Content | null>;
  /** Markdown to add to the end of the description if there is no content. */
  link?: string;
}

/** The bytes of a file. If they come with a content type, it takes precedence over that of the attachment. */
export interface Content extends AsyncIterable<Uint8Array> {
  contentType?: string | undefined;
}
