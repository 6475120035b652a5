import { Invalid } from '../base/errors.ts';
import { withAttachments } from './boardtool-json/attachments.ts';
import { readChecklists } from './boardtool-json/checklists.ts';
import {
  byPosition,
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  textsOf,
  timeOf,
} from './boardtool-json/fields.ts';
import { readHistory } from './boardtool-json/history.ts';
import { readLabels } from './boardtool-json/labels.ts';
import { countLosses } from './boardtool-json/losses.ts';
import { readPeople } from './boardtool-json/people.ts';
import type { ImportedBoard, ImportedCard } from './imported-board.ts';
import { Warnings } from './warnings.ts';

/** The list of cards whose own is not in the file; it is made only when there are such. */
const noList = 'No list';

/**
 * Reads the JSON that the board tool exports a board as (Trello: "Print, export and share", "Export as JSON").
 * Throws `Invalid` for what is no such file.
 */
export function readBoardtoolJson(content: unknown): ImportedBoard {
  const board = fieldsOf(content);
  if (!Array.isArray(board.lists) || !Array.isArray(board.cards)) {
    throw new Invalid('This is not a board export: it has no lists or no cards');
  }
  const warnings = new Warnings();
  const lists = readLists(board, warnings);
  const cards = lists.flatMap((list) => list.cards);
  const labels = readLabels(board, cards);
  const people = readPeople(board);
  const checklists = readChecklists(board, cards, warnings);
  const history = readHistory(board, cards, people, warnings);
  countLosses(board, cards, warnings);
  const read = (card: Fields, list: number): ImportedCard => {
    const id = textOf(card.id);
    return {
      title: textOf(card.name),
      description: withAttachments(card, warnings),
      list,
      labels: labels.on(card),
      members: textsOf(card.idMembers).flatMap((member) => people.place(member) ?? []),
      dueAt: timeOf(card.due),
      ...history.creation(id),
      archived: card.closed === true,
      archivedAt: history.archivedAt(id) ?? timeOf(card.dateClosed),
      number: numberOf(card.idShort) || null,
      key: textOf(card.shortLink) || null,
      checklists: checklists.get(id) ?? [],
      comments: history.comments(id),
      attachments: [],
    };
  };
  return {
    name: textOf(board.name),
    lists: lists.map(({ name, closed }) => ({ name, archived: closed })),
    labels: labels.labels,
    people: people.people,
    cards: lists.flatMap((list, index) => list.cards.map((card) => read(card, index))),
    total: cards.length,
    highestNumber: cards.reduce((highest, { idShort }) => Math.max(highest, numberOf(idShort)), 0),
    cardLink,
    warnings,
  };
}

/** An address of a card, with or without its name at the end. */
const cardLink = /https?:\/\/trello\.com\/c\/([A-Za-z0-9]{8})(?:\/[^\s()<>[\]"'`]*)?/g;

interface ReadList {
  name: string;
  closed: boolean;
  cards: Fields[];
}

/** The lists in order. */
function readLists(board: Fields, warnings: Warnings): ReadList[] {
  const cards = listOf(board.cards).toSorted(byPosition);
  const lists = listOf(board.lists).toSorted(byPosition);
  const read = lists.map((list): ReadList & { id: string } => {
    const id = textOf(list.id);
    const name = textOf(list.name);
    return { id, name, closed: list.closed === true, cards: cards.filter(({ idList }) => idList === id) };
  });
  const known = new Set<unknown>(read.map(({ id }) => id));
  const astray = cards.filter(({ idList }) => !known.has(idList));
  warnings.add(`cards whose list is not in the file put into the list “${noList}”`, astray.length);
  return astray.length > 0 ? [...read, { name: noList, closed: false, cards: astray }] : read;
}
