import { caps } from '../../../contract/caps.ts';
import { Invalid } from '../base/errors.ts';
import { manyLines, oneLine } from '../base/texts.ts';
import type { ImportedBoard, ImportedCard } from './imported-board.ts';
import type { Warnings } from './warnings.ts';

/* Makes texts of elsewhere such as could have been sent to us: the limits are those of the contract. */

const limits = {
  board: 100,
  list: 255,
  label: 36,
  title: 2000,
  text: 10_000,
  checklist: 255,
  item: 500,
} as const;

/**
 * The board with every text within our limits; what had to be cut is counted in `warnings`. Throws `Invalid` where there
 * is more of a kind than we hold.
 */
export function withinLimits(board: ImportedBoard, warnings: Warnings): ImportedBoard {
  requireRoom(board);
  const name = (text: string, max: number, kind: string, example?: string) =>
    cut(oneLine(text) || 'Untitled', max, (cutText) =>
      warnings.add(`${kind} cut to ${max} characters`, 1, example ?? cutText),
    );
  const markdown = (text: string, kind: string, example: string) =>
    cut(manyLines(text), limits.text, () =>
      warnings.add(`${kind} cut to ${limits.text} characters`, 1, example),
    );
  const card = (given: ImportedCard): ImportedCard => {
    const title = name(given.title, limits.title, 'card titles');
    return {
      ...given,
      title,
      description: markdown(given.description, 'descriptions', title),
      checklists: given.checklists.map((checklist) => ({
        name: name(checklist.name, limits.checklist, 'checklist names'),
        items: checklist.items.map((item) => ({
          ...item,
          title: name(item.title, limits.item, 'checklist items', title),
        })),
      })),
      comments: given.comments.map((comment) => ({
        ...comment,
        text: markdown(comment.text, 'comments', title),
      })),
    };
  };
  return {
    name: name(board.name, limits.board, 'board names'),
    lists: board.lists.map((list) => ({ name: name(list.name, limits.list, 'list names') })),
    labels: board.labels.map((label) => ({ ...label, name: name(label.name, limits.label, 'labels') })),
    people: board.people.map((person) => ({ ...person, name: cut(oneLine(person.name), 255, () => {}) })),
    cards: board.cards.map(card),
  };
}

function requireRoom({ name, lists, labels, cards }: ImportedBoard): void {
  const require = (count: number, most: number, what: string) => {
    if (count > most) throw new Invalid(`“${name}”: at most ${most} ${what} are allowed, not ${count}`);
  };
  require(lists.length, caps.listsOfBoard, 'lists');
  require(labels.length, caps.labelsOfBoard, 'labels');
  for (const { title, checklists } of cards) {
    require(checklists.length, caps.checklistsOfCard, `checklists on the card “${title}”`);
    const items = checklists.map((checklist) => checklist.items.length);
    require(Math.max(0, ...items), caps.itemsOfChecklist, `items in one checklist on the card “${title}”`);
    require(sum(items), caps.itemsOfCard, `checklist items on the card “${title}”`);
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The first `max` characters; `onCut` is told where that is less than all. */
function cut(text: string, max: number, onCut: (text: string) => void): string {
  if (text.length <= max) return text;
  const characters = Array.from(text);
  if (characters.length <= max) return text;
  const kept = `${characters.slice(0, max - 1).join('')}…`;
  onCut(kept);
  return kept;
}
