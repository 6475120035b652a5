import type { api } from '../../../../contract/api.ts';
import type { ReplyOf } from '../../../../contract/operation.ts';
import { Order } from './order.ts';

/* A simple model of a board: lists, cards and their content in memory, without databases or order keys. */

export interface Item {
  id: string;
  title: string;
  completed: boolean;
}

export interface Checklist {
  id: string;
  name: string;
  items: Item[];
}

export interface Card {
  readonly id: string;
  readonly number: number;
  list: List;
  title: string;
  description: string | null;
  dueDate: string | null;
  readonly labels: Set<Label>;
  /** Ids of members. */
  readonly members: Set<string>;
  readonly checklists: Checklist[];
  archived: boolean;
  deleted: boolean;
}

export interface List {
  readonly id: string;
  name: string;
  archived: boolean;
  deleted: boolean;
  readonly cards: Order<Card>;
}

export interface Label {
  readonly id: string;
  name: string;
  colourCode: string;
}

export interface Board {
  readonly id: string;
  readonly members: readonly string[];
  readonly lists: Order<List>;
  /** Including archived and trashed ones. */
  readonly allLists: List[];
  readonly allCards: Card[];
  readonly labels: Label[];
  /** The number of the newest card. */
  counter: number;
}

export const newBoard = (id: string, members: readonly string[]): Board => ({
  id,
  members,
  lists: new Order(),
  allLists: [],
  allCards: [],
  labels: [],
  counter: 0,
});

export function addList(board: Board, { publicId: id, name }: { publicId: string; name: string }): void {
  const list = { id, name, archived: false, deleted: false, cards: new Order<Card>() };
  board.allLists.push(list);
  board.lists.put(list);
}

type NewCard = Pick<Card, 'id' | 'list' | 'title' | 'description' | 'dueDate'>;

export function addCard(board: Board, given: NewCard, index?: number): Card {
  const card = {
    ...given,
    number: ++board.counter,
    labels: new Set<Label>(),
    members: new Set<string>(),
    checklists: [],
    archived: false,
    deleted: false,
  };
  board.allCards.push(card);
  given.list.cards.put(card, index);
  return card;
}

/** Whether a card can be addressed: neither it nor its list is in the trash. */
export const isThere = (card: Card): boolean => !card.deleted && !card.list.deleted;

/** Whether a card has a place in its list, which may itself be archived. */
export const isLive = (card: Card): boolean => isThere(card) && !card.archived;

export type BoardRead = ReplyOf<typeof api.boards.get>;

const byId = <T extends { publicId: string }>(things: readonly T[]): T[] =>
  things.toSorted((a, b) => (a.publicId < b.publicId ? -1 : 1));

/** What a reader of the board should see. */
export const expected = ({ lists, labels }: Board) => ({
  labels: byId(labels.map(shownLabel)),
  lists: lists.here.map(({ id, name, cards }, index) => ({
    publicId: id,
    name,
    index,
    cards: cards.here.map(shownCard),
  })),
});

const shownLabel = ({ id, name, colourCode }: Label) => ({ publicId: id, name, colourCode });

const shownCard = (card: Card, index: number) => ({
  publicId: card.id,
  title: card.title,
  description: card.description,
  dueDate: card.dueDate,
  cardNumber: card.number,
  index,
  labels: byId([...card.labels].map(shownLabel)),
  members: [...card.members].toSorted(),
  checklists: card.checklists.map(({ id, name, items }, place) => ({
    publicId: id,
    name,
    index: place,
    items: items.map(({ id, title, completed }, at) => ({ publicId: id, title, completed, index: at })),
  })),
});

/** The service's answer in the same form. */
export const seen = ({ labels, lists }: BoardRead) => ({
  labels: byId(labels),
  lists: lists.map(({ cards, ...list }) => ({
    ...list,
    cards: cards.map((card) => ({
      publicId: card.publicId,
      title: card.title,
      description: card.description,
      dueDate: card.dueDate,
      cardNumber: card.cardNumber,
      index: card.index,
      labels: byId(card.labels),
      members: card.members.map(({ publicId }) => publicId).toSorted(),
      checklists: card.checklists,
    })),
  })),
});
