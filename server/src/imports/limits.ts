import { caps } from '../../../contract/caps.ts';
import { isAfter } from '../base/days.ts';
import { Invalid } from '../base/errors.ts';
import { manyLines, oneLine } from '../base/texts.ts';
import type {
  ImportedBoard,
  ImportedCard,
  ImportedComment,
  ImportedField,
  ImportedList,
  ImportedPerson,
} from './imported-board.ts';
import { piecesOf } from './pieces.ts';
import type { Warnings } from './warnings.ts';

/*
 * Fits imported data to the limits of the contract. Text that is too long for its field continues elsewhere on the card, with
 * a warning.
 */

/** Max characters of a description or a comment. */
export const longestText = 10_000;

const limits = {
  board: 100,
  list: 255,
  label: 36,
  field: 60,
  title: 2000,
  text: longestText,
  checklist: 255,
  item: 500,
  person: 255,
  file: 255,
} as const;

/** Text that needs more comments than this becomes a file. */
const maxPieces = 10;

export interface Fit {
  board(name: string): string;
  list(list: ImportedList): ImportedList;
  label(label: ImportedBoard['labels'][number]): ImportedBoard['labels'][number];
  field(field: ImportedField): ImportedField;
  person(person: ImportedPerson): ImportedPerson;
  /** Throws `Invalid` if the card exceeds a limit that it cannot be fitted to. */
  card(card: ImportedCard): ImportedCard;
}

/** Fits the parts of a board; changes are counted in `warnings`. */
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
    field: (field) => ({
      ...field,
      name: name(field.name, limits.field, 'field names'),
      options: field.options.map((option) => ({
        ...option,
        name: name(option.name, limits.field, 'options of fields'),
      })),
    }),
    person: (person) => ({ ...person, name: cut(oneLine(person.name), limits.person) }),
    card(given) {
      requireRoomOn(board.name, given);
      const card = withDates(withTitle(given, line(given.title, 'card titles'), warnings), warnings);
      const whole = withItems(card, (text, kind) => line(text, kind), name, warnings);
      return withTexts(whole, warnings);
    },
  };
}

/** Puts the full text of a title that is too long at the head of the description. */
function withTitle(card: ImportedCard, whole: string, warnings: Warnings): ImportedCard {
  const title = cut(whole, limits.title);
  if (title === whole) return { ...card, title };
  warnings.note(`card titles longer than ${limits.title} characters, whole in the description`, 1, title);
  const description = card.description === '' ? whole : `${whole}\n\n${card.description}`;
  return { ...card, title, description };
}

/** Leaves out a start date after the due date, which nobody could have set here. */
function withDates(card: ImportedCard, warnings: Warnings): ImportedCard {
  const { startAt = null, dueAt } = card;
  if (startAt === null || dueAt === null || !isAfter(startAt, dueAt)) return card;
  warnings.add('start dates after the due date left out', 1, card.title);
  return { ...card, startAt: null };
}

type Line = (text: string, kind: string) => string;
type Name = (text: string, max: number, kind: string) => string;

/** Puts the full text of an item that is too long into a comment. */
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

/** Continues long texts in comments, and very long ones in a file. */
function withTexts(card: ImportedCard, warnings: Warnings): ImportedCard {
  const attachments = [...card.attachments];
  const split = (text: string, kind: string, by: number | null, at: number | null): string[] => {
    // A text may have millions of characters, and splitting it blocks the event loop: the number of pieces is bounded.
    const pieces = piecesOf(manyLines(text), limits.text, maxPieces);
    if (pieces.length <= maxPieces) {
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
    split(comment.text, 'comments', comment.by, comment.at).map((text, index) => ({
      ...(index === 0 ? comment : { by: comment.by, at: comment.at, editedAt: comment.editedAt }),
      text,
    })),
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

/** Throws `Invalid` if a board has more of anything than a board may have. */
export function requireRoomFor({
  name,
  lists,
  labels,
  fields = [],
  people,
}: Pick<ImportedBoard, 'name' | 'lists' | 'labels' | 'fields' | 'people'>): void {
  requireAtMost(name, lists.length, caps.listsOfBoard, 'lists');
  requireAtMost(name, labels.length, caps.labelsOfBoard, 'labels');
  requireAtMost(name, fields.length, caps.fieldsOfBoard, 'fields');
  const options = Math.max(0, ...fields.map((field) => field.options.length));
  requireAtMost(name, options, caps.optionsOfField, 'options of a field');
  const named = people.filter(({ username }) => username !== null);
  requireAtMost(name, named.length, caps.membersOfWorkspace, 'members');
}

/** Throws `Invalid` if a card has more checklists, items or attachments than it may have. */
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
  throw new Invalid('board-limit-of-file', { board: cut(oneLine(board), 60), max: most, what, count });
}

/** Shortens a text to `max` characters, with an ellipsis if it was longer. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // A character takes at most two UTF-16 units.
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return characters.length <= max && text.length <= 2 * max
    ? text
    : `${characters.slice(0, max - 1).join('')}…`;
}
