import { Invalid } from '../base/errors.ts';
import { notHeld, readAttachments } from './boardtool-json/attachments.ts';
import { cardLink, highestNumber, readCard } from './boardtool-json/cards.ts';
import { readChecklists } from './boardtool-json/checklists.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf } from './boardtool-json/fields.ts';
import { readHistory } from './boardtool-json/history.ts';
import { readLabels } from './boardtool-json/labels.ts';
import { importedLists, readLists } from './boardtool-json/lists.ts';
import { countLosses } from './boardtool-json/losses.ts';
import { readPeople } from './boardtool-json/people.ts';
import type { ImportedBoard, ImportedCard } from './imported-board.ts';
import { Warnings } from './warnings.ts';

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
  const labels = readLabels(board);
  const people = readPeople(board);
  const checklists = readChecklists(board, cards, warnings);
  const comments = new Map(cards.map(({ id }): [string, Fields[]] => [textOf(id), []]));
  const history = readHistory((id) => comments.has(id), people, warnings);
  for (const card of cards) labels.see(card);
  for (const action of listOf(board.actions)) {
    people.see(action);
    const cardId = history.see(action);
    if (cardId !== undefined) comments.get(cardId)?.push(action);
  }
  warnings.add('history entries left out, other than creations and comments', history.others());
  warnings.add('comments missing from the file (it has only the newest actions)', absent(cards, comments));
  countLosses(board, cards, warnings);
  const read = (card: Fields, list: number): ImportedCard => {
    const id = textOf(card.id);
    const { description } = readAttachments(card, people, notHeld, warnings);
    return readCard(
      card,
      list,
      { labels, people, history },
      {
        description,
        checklists: checklists.get(id) ?? [],
        comments: comments.get(id) ?? [],
        attachments: [],
      },
    );
  };
  return {
    name: textOf(board.name),
    lists: importedLists(lists, history),
    labels: labels.labels,
    people: people.people,
    cards: lists.flatMap((list, index) => list.cards.map((card) => read(card, index))),
    total: cards.length,
    highestNumber: highestNumber(cards),
    cardLink,
    warnings,
  };
}

/** Cards say how many comments they have; an export holds a thousand actions at the most. */
const absent = (cards: readonly Fields[], comments: ReadonlyMap<string, readonly unknown[]>): number =>
  cards
    .map(({ id, badges }) => numberOf(fieldsOf(badges).comments) - (comments.get(textOf(id))?.length ?? 0))
    .reduce((sum, missing) => sum + Math.max(missing, 0), 0);
