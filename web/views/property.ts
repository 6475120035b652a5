import type { IconNode } from 'lucide';
import type { ComponentChildren, ComponentType } from 'preact';
import type { PicksProps } from '../card/picks.tsx';
import type { CardOperation } from '../sync/bulk.ts';
import type { Entities } from '../sync/mutation.ts';

/* What a property of cards is to a view. */

export type Card = Entities['card'];

/** What changes a card; the card is added. */
export type Change = Omit<CardOperation, 'cardPublicId'>;

export interface Group {
  /** Empty for cards without the property. */
  id: string;
  name: string;
  /** Before its name. */
  mark?: ComponentChildren;
  /** Whether that has its name in it. */
  isNamed?: true;
}

export interface Groups {
  /** All groups, in order, whether there are cards in them or not. */
  all: readonly Group[];
  /** The ids of the groups that a card is in. */
  of: (card: Card) => readonly string[];
  /** What puts a card from one group into another; undefined if that cannot be said in one way. */
  put?: (card: Card, to: string, from: string) => readonly Change[] | undefined;
}

export interface Property {
  id: string;
  name: string;
  icon: IconNode;
  /** In rems. */
  width: number;
  /** Every view has it, before all others. */
  isFixed?: true;
  /** A view that says nothing of its columns has it. */
  isUsual?: true;
  /** Numbers are at the end side. */
  isNumber?: true;
  /** Cards are sorted by it; those without come last. */
  sortBy: (card: Card) => number | string | undefined;
  /** Read by whoever asks for it, because it subscribes to what the groups are called. */
  groups?: () => Groups;
  cell: (card: Card) => ComponentChildren;
  /** The value as text, as it is copied. */
  text: (card: Card) => string;
  /** What is said of it where people point at it, unless that is the text. */
  title?: (card: Card) => string;
  /** What a pasted or written text changes; undefined if it is not understood. */
  write?: (card: Card, text: string) => readonly Change[] | undefined;
  /** Edited where it stands, and not by a picker. */
  isWritten?: true;
  Picks?: ComponentType<PicksProps>;
  /** Below a group of cards: a sum, or how many. */
  foot?: (cards: readonly Card[]) => string;
}
