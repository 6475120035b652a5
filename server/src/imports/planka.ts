import { Invalid } from '../base/errors.ts';
import { type Fields, fieldsOf, textOf, timeOf } from './boardtool-json/fields.ts';
import { checklistReader } from './planka/checklists.ts';
import { completionOf } from './planka/completion.ts';
import { descriptionReader } from './planka/description.ts';
import { countLosses } from './planka/losses.ts';
import { byPosition, plankaParts } from './planka/parts.ts';
import { colourNamed, placesOf } from './planka/places.ts';
import type { FileBoard, FileCard, Reading } from './reading/file-board.ts';
import { filledLists } from './reading/lists.ts';
import type { Parts } from './reading/parts.ts';
import { Warnings } from './warnings.ts';

/**
 * Reads a board as PLANKA's API returns it (`GET /api/boards/{id}`, saved as a file): PLANKA has no export of its own, and its
 * authors recommend this.
 */
export function plankaReading(): Reading {
  const parts = plankaParts();
  return {
    push: (bytes) => parts.push(bytes),
    end: () => {
      parts.splitter.end();
      return readPlanka(parts);
    },
  };
}

function readPlanka(parts: Parts): FileBoard {
  const board = fieldsOf(parts.get('item'));
  if (!parts.has('lists') || !parts.has('cards') || textOf(board.name) === '') {
    throw new Invalid('export-of-planka');
  }
  const warnings = new Warnings();
  const cards = parts.list('cards').toSorted(byPosition);
  const lists = filledLists(listsOf(parts, cards), cards, ({ listId }) => textOf(listId), warnings);
  const { labels, people, labelsOn, membersOn, person } = placesOf(parts);
  const checklists = checklistReader(parts, person);
  const description = descriptionReader(parts, warnings);
  countLosses(parts, warnings);
  const read = (card: Fields, list: number): FileCard => {
    const id = textOf(card.id);
    return {
      title: textOf(card.name),
      description: description(card),
      list,
      labels: labelsOn(id),
      members: membersOn(id),
      dueAt: timeOf(card.dueDate),
      ...completionOf(card, warnings),
      createdAt: timeOf(card.createdAt),
      createdBy: person(card.creatorUserId),
      archived: false,
      archivedAt: null,
      number: null,
      key: id || null,
      checklists: checklists(id),
      comments: [],
      attachments: [],
    };
  };
  function* all(): Generator<FileCard> {
    for (const [index, { cards: inList }] of lists.entries()) {
      for (const card of inList) yield read(card, index);
    }
  }
  return {
    name: textOf(board.name),
    lists: lists.map(({ list }) => list),
    labels,
    people,
    cards: all(),
    total: cards.length,
    highestNumber: 0,
    warnings,
  };
}

/** Every board has archive and trash lists, whose cards the API does not return with the board: they are kept only with cards. */
function listsOf(parts: Parts, cards: readonly Fields[]) {
  const used = new Set(cards.map(({ listId }) => listId));
  return parts
    .list('lists')
    .filter(({ id, type }) => !hidden.has(textOf(type)) || used.has(id))
    .toSorted(byPosition)
    .map(({ id, name, type, color }) => {
      const called = hidden.get(textOf(type));
      return {
        id: textOf(id),
        name: textOf(name) || (called ?? ''),
        completes: type === 'closed',
        colour: colourNamed(textOf(color)),
        archived: called !== undefined,
      };
    });
}

const hidden = new Map([
  ['archive', 'Archive'],
  ['trash', 'Trash'],
]);
