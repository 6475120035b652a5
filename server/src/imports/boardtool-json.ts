import { Invalid } from '../base/errors.ts';
import { notHeld, readAttachments } from './boardtool-json/attachments.ts';
import { highestNumber, readCard } from './boardtool-json/cards.ts';
import { readChecklists } from './boardtool-json/checklists.ts';
import { readCustomFields } from './boardtool-json/custom-fields.ts';
import {
  type Fields,
  fieldsOf,
  isWhole,
  listOf,
  numberOf,
  textOf,
  type Whole,
} from './boardtool-json/fields.ts';
import { readHistory } from './boardtool-json/history.ts';
import { readLabels } from './boardtool-json/labels.ts';
import { importedLists, readLists } from './boardtool-json/lists.ts';
import { countLosses } from './boardtool-json/losses.ts';
import { readPeople } from './boardtool-json/people.ts';
import { trelloLink } from './card-links.ts';
import type { ImportedBoard, ImportedCard } from './imported-board.ts';
import { Warnings } from './warnings.ts';

/**
 * Reads the JSON that the board tool exports a board as (Trello: "Print, export and share", "Export as JSON").
 * Throws `Invalid` for any other file. Cards, checklists and actions may be partial; `whole` returns the complete element.
 */
export function readBoardtoolJson(content: unknown, whole: Whole = isWhole): ImportedBoard {
  const board = fieldsOf(content);
  if (!Array.isArray(board.lists) || !Array.isArray(board.cards)) {
    throw new Invalid('export-of-trello');
  }
  const warnings = new Warnings();
  const lists = readLists(board, warnings);
  const cards = lists.flatMap((list) => list.cards);
  const labels = readLabels(board);
  const people = readPeople(board);
  const checklists = readChecklists(board, cards, { people, warnings }, whole);
  const comments = new Map(cards.map(({ id }): [string, Fields[]] => [textOf(id), []]));
  const history = readHistory((id) => comments.has(id), people, warnings);
  for (const card of cards) labels.see(whole(card));
  for (const action of listOf(board.actions)) {
    const reported = whole(action);
    people.see(reported);
    const cardId = history.see(reported);
    if (cardId !== undefined) comments.get(cardId)?.push(action);
  }
  warnings.note('history entries left out, other than creations and comments', history.others());
  warnings.add('comments missing from the file (it has only the newest actions)', absent(cards, comments));
  countLosses(board, cards.values().map(whole), warnings);
  const fields = readCustomFields(board, warnings);
  const surroundings = { labels, people, history, fields };
  function* all(): Generator<ImportedCard> {
    for (const [index, list] of lists.entries()) {
      for (const card of list.cards.values().map(whole)) {
        const id = textOf(card.id);
        yield readCard(card, index, surroundings, {
          description: readAttachments(card, people, notHeld, warnings).description,
          checklists: checklists(id),
          comments: (comments.get(id) ?? []).map(whole),
          attachments: [],
        });
      }
    }
  }
  return {
    name: textOf(board.name),
    lists: importedLists(lists, history),
    labels: labels.labels,
    fields: fields.fields,
    people: people.people,
    cards: all(),
    total: cards.length,
    highestNumber: highestNumber(cards),
    cardLink: trelloLink,
    warnings,
  };
}

/** Comments missing from the file: each card has its count of comments, but an export holds at most a thousand actions. */
const absent = (cards: readonly Fields[], comments: ReadonlyMap<string, readonly unknown[]>): number =>
  cards
    .map(({ id, badges }) => numberOf(fieldsOf(badges).comments) - (comments.get(textOf(id))?.length ?? 0))
    .reduce((sum, missing) => sum + Math.max(missing, 0), 0);
