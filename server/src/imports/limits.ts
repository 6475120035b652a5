import { caps } from '../../../contract/caps.ts';
import { Invalid } from '../base/errors.ts';
import { manyLines, oneLine } from '../base/texts.ts';
import type {
  ImportedBoard,
  ImportedCard,
  ImportedComment,
  ImportedList,
  ImportedPerson,
} from './imported-board.ts';
import { piecesOf } from './pieces.ts';
import type { Warnings } from './warnings.ts';

/*
 * Makes what comes from elsewhere such as could have been sent to us: the limits are those of the contract. What is too
 * long for its place goes on in another, and the warnings say so.
 */

/** Characters of a description, or of a comment. */
export const longestText = 10_000;

const limits = {
  board: 100,
  list: 255,
  label: 36,
  title: 2000,
  text: longestText,
  checklist: 255,
  item: 500,
  person: 255,
  file: 255,
} as const;

/** What is longer than so many comments becomes a file. */
const mostPieces = 10;

export interface Fit {
  board(name: string): string;
  list(list: ImportedList): ImportedList;
  label(label: ImportedBoard['labels'][number]): ImportedBoard['labels'][number];
  person(person: ImportedPerson): ImportedPerson;
  /** Throws `Invalid` where there is more on a card than a card holds. */
  card(card: ImportedCard): ImportedCard;
}

/** Fits the parts of a board; what had to be changed for that is counted in `warnings`. */
export function fitOf(board: Pick<ImportedBoard, 'name'>, warnings: Warnings): Fit {
  const line = (text: string, kind: string): string => {
    if (/[\t\n\r\v\f\u0085\u2028\u2029]/.test(text.trim())) {
      warnings.note(`line breaks and tabs in ${kind} became spaces`, 1, oneLine(text));
    }
    return oneLine(text) || 'Untitled';
  };
  const name = (text: string, max: number, kind: string): string => {
    const whole = line(text, kind);
    const kept = cut(whole, max);
    if (kept !== whole) warnings.add(`${kind} cut to ${max} characters`, 1, kept);
    return kept;
  };
  return {
    board: (text) => name(text, limits.board, 'board names'),
    list: (list) => ({ ...list, name: name(list.name, limits.list, 'list names') }),
    label: (label) => ({ ...label, name: name(label.name, limits.label, 'labels') }),
    person: (person) => ({ ...person, name: cut(oneLine(person.name), limits.person) }),
    card(given) {
      requireRoomOn(board.name, given);
      const card = withTitle(given, line(given.title, 'card titles'), warnings);
      const whole = withItems(card, (text, kind) => line(text, kind), name, warnings);
      return withTexts(whole, warnings);
    },
  };
}

/** A title that is too long stands whole at the head of the description. */
function withTitle(card: ImportedCard, whole: string, warnings: Warnings): ImportedCard {
  const title = cut(whole, limits.title);
  if (title === whole) return { ...card, title };
  warnings.note(`card titles longer than ${limits.title} characters, whole in the description`, 1, title);
  const description = card.description === '' ? whole : `${whole}\n\n${card.description}`;
  return { ...card, title, description };
}

type Line = (text: string, kind: string) => string;
type Name = (text: string, max: number, kind: string) => string;

/** An item that is too long stands whole in a comment. */
function withItems(card: ImportedCard, line: Line, name: Name, warnings: Warnings): ImportedCard {
  const whole: ImportedComment[] = [];
  const checklists = card.checklists.map((checklist) => ({
    name: name(checklist.name, limits.checklist, 'checklist names'),
    items: checklist.items.map((item) => {
      const text = line(item.title, 'checklist items');
      const title = cut(text, limits.item);
      if (title !== text) {
        warnings.note(`checklist items longer than ${limits.item} characters, whole in a comment`, 1, title);
        whole.push(continuing(card, text));
      }
      return { ...item, title };
    }),
  }));
  const attachments = card.attachments.map((file) => ({
    ...file,
    name: name(file.name, limits.file, 'file names'),
  }));
  return { ...card, checklists, attachments, comments: [...whole, ...card.comments] };
}

const continuing = ({ createdBy, createdAt }: ImportedCard, text: string): ImportedComment => ({
  text,
  by: createdBy,
  at: createdAt,
  editedAt: null,
});

/** Texts go on in comments, and where they are very long, in a file. */
function withTexts(card: ImportedCard, warnings: Warnings): ImportedCard {
  const attachments = [...card.attachments];
  const split = (text: string, kind: string, by: number | null, at: number | null): string[] => {
    // A text may have millions of characters, and nothing else goes on meanwhile.
    const pieces = piecesOf(manyLines(text), limits.text, mostPieces);
    if (pieces.length <= mostPieces) {
      if (pieces.length > 1) warnings.note(`${kind} that go on in comments`, 1, card.title);
      return pieces;
    }
    warnings.note(`${kind} that go on in an attached file`, 1, card.title);
    const bytes = Buffer.from(text);
    attachments.push({
      name: `${kind}.md`,
      contentType: 'text/markdown',
      by,
      at,
      open: async () => once(bytes),
    });
    return pieces.slice(0, 1);
  };
  const { createdBy, createdAt } = card;
  const [description = '', ...more] = split(card.description, 'descriptions', createdBy, createdAt);
  const comments = card.comments.flatMap((comment) =>
    split(comment.text, 'comments', comment.by, comment.at).map((text) => ({ ...comment, text })),
  );
  return {
    ...card,
    description,
    comments: [...more.map((text) => continuing(card, text)), ...comments],
    attachments,
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Throws `Invalid` where a board has more lists, labels or people than we hold. */
export function requireRoomFor({
  name,
  lists,
  labels,
  people,
}: Pick<ImportedBoard, 'name' | 'lists' | 'labels' | 'people'>): void {
  requireAtMost(name, lists.length, caps.listsOfBoard, 'lists');
  requireAtMost(name, labels.length, caps.labelsOfBoard, 'labels');
  const named = people.filter(({ username }) => username !== null);
  requireAtMost(name, named.length, caps.membersOfWorkspace, 'members');
}

/** Throws `Invalid` where there is more on a card than a card holds. */
export function requireRoomOn(
  board: string,
  { title, checklists, attachments }: Pick<ImportedCard, 'title' | 'checklists'> & { attachments: unknown[] },
): void {
  const on = `on the card “${cut(oneLine(title), 60)}”`;
  requireAtMost(board, checklists.length, caps.checklistsOfCard, `checklists ${on}`);
  const items = checklists.map((checklist) => checklist.items.length);
  requireAtMost(board, Math.max(0, ...items), caps.itemsOfChecklist, `items in one checklist ${on}`);
  const all = items.reduce((total, each) => total + each, 0);
  requireAtMost(board, all, caps.itemsOfCard, `checklist items ${on}`);
  requireAtMost(board, attachments.length, caps.attachmentsOfCard, `attachments ${on}`);
}

function requireAtMost(board: string, count: number, most: number, what: string): void {
  if (count <= most) return;
  throw new Invalid(`“${cut(oneLine(board), 60)}”: at most ${most} ${what} are allowed, not ${count}`);
}

/** The first `max` characters. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // Twice as many units hold all characters that are kept.
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return characters.length <= max && text.length <= 2 * max
    ? text
    : `${characters.slice(0, max - 1).join('')}…`;
}
