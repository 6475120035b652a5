import { Invalid } from '../base/errors.ts';
import { type Fields, fieldsOf, numberOf, textOf, textsOf, timeOf } from './boardtool-json/fields.ts';
import type { ImportedRelation } from './imported-board.ts';
import type { FileBoard, FileCard, Reading } from './reading/file-board.ts';
import { limitOf } from './reading/list-limit.ts';
import { filledLists } from './reading/lists.ts';
import { grouped, wholeOf } from './reading/parts.ts';
import { Warnings } from './warnings.ts';
import { attachmentsOf } from './wekan/attachments.ts';
import { checklistReader } from './wekan/checklists.ts';
import { descriptionReader } from './wekan/description.ts';
import { colourNamed, labelsOf } from './wekan/labels.ts';
import { countLosses } from './wekan/losses.ts';
import { WekanParts } from './wekan/parts.ts';
import { peopleOf } from './wekan/people.ts';
import { bySort, swimlanesOf } from './wekan/swimlanes.ts';

/** Reads the JSON that WeKan exports a board as (“Export board to JSON”), with or without attachments. */
export function wekanReading(): Reading {
  const parts = new WekanParts();
  return {
    push: (bytes) => parts.push(bytes),
    end: () => {
      parts.splitter.end();
      return readWekan(parts);
    },
  };
}

const limitIn = ({ enabled, soft, value }: Fields) =>
  enabled === true ? limitOf(numberOf(value), soft === true ? 'warn' : 'refuse') : null;

function readWekan(parts: WekanParts): FileBoard {
  if (!textOf(parts.get('_format')).startsWith('wekan-board-1.')) {
    throw new Invalid('export-of-wekan');
  }
  const warnings = new Warnings();
  const swimlanes = swimlanesOf(parts, warnings);
  const cards = parts.list('cards').toSorted((a, b) => swimlanes.compare(a, b) || bySort(a, b));
  const lists = filledLists(
    parts
      .list('lists')
      .toSorted(bySort)
      .map(({ _id, title, color, wipLimit, archived, archivedAt }) => ({
        id: textOf(_id),
        name: textOf(title),
        colour: colourNamed(textOf(color)),
        limit: limitIn(fieldsOf(wipLimit)),
        archived: archived === true,
        archivedAt: timeOf(archivedAt),
      })),
    cards,
    ({ listId }) => textOf(listId),
    warnings,
  );
  const labels = labelsOf(parts, swimlanes.names);
  const people = peopleOf(parts);
  countLosses(parts, warnings);
  const read = cardReader(parts, { swimlanes, labels, people }, warnings);
  function* all(): Generator<FileCard> {
    for (const [index, { cards: inList }] of lists.entries()) {
      for (const card of inList) yield read(card, index);
    }
  }
  return {
    name: textOf(parts.get('title')),
    lists: lists.map(({ list }) => list),
    labels: labels.labels,
    people: people.people,
    cards: all(),
    total: cards.length,
    highestNumber: cards.reduce((highest, { cardNumber }) => Math.max(highest, wholeOf(cardNumber) ?? 0), 0),
    warnings,
  };
}

interface Known {
  swimlanes: ReturnType<typeof swimlanesOf>;
  labels: ReturnType<typeof labelsOf>;
  people: ReturnType<typeof peopleOf>;
}

function cardReader(parts: WekanParts, { swimlanes, labels, people }: Known, warnings: Warnings) {
  const commentsOf = grouped(parts.list('comments'), ({ cardId }) => textOf(cardId));
  const checklists = checklistReader(parts);
  const attachments = attachmentsOf(parts, people.place, warnings);
  const description = descriptionReader(parts, warnings);
  const here = new Set(parts.list('cards').map(({ _id }) => textOf(_id)));
  return (card: Fields, list: number): FileCard => {
    const id = textOf(card._id);
    const files = attachments(id, textOf(card.coverId));
    const archivedAt = timeOf(card.archivedAt) ?? parts.archivedAt(id);
    return {
      title: textOf(card.title),
      description: description(card, files.links),
      list,
      labels: labels.on(card, swimlanes.nameOf(card)),
      members: [...new Set([...textsOf(card.members), ...textsOf(card.assignees)])].flatMap(
        (member) => people.place(member) ?? [],
      ),
      dueAt: timeOf(card.dueAt),
      startAt: timeOf(card.startAt),
      cover: colourNamed(textOf(card.color)),
      endsAt: timeOf(card.endAt),
      createdAt: timeOf(card.createdAt),
      createdBy: people.place(card.userId),
      archived: card.archived === true || swimlanes.isArchived(card),
      archivedAt,
      number: wholeOf(card.cardNumber),
      key: id || null,
      relations: parentOf(card, here),
      checklists: checklists(id),
      comments: commentsOf(id)
        .map((comment) => commentOf(comment, people.place))
        .filter(({ text }) => text.trim() !== '')
        .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)),
      attachments: files.attachments,
    };
  };
}

function parentOf({ parentId }: Fields, here: ReadonlySet<string>): ImportedRelation[] {
  const key = textOf(parentId);
  return key !== '' && here.has(key) ? [{ type: 'parent', key }] : [];
}

function commentOf({ text, userId, createdAt, modifiedAt }: Fields, place: Known['people']['place']) {
  const at = timeOf(createdAt);
  const changedAt = timeOf(modifiedAt);
  // WeKan also sets the time of modification when a comment is created.
  const isEdited = at !== null && changedAt !== null && changedAt - at > 1_000_000;
  return { text: textOf(text), by: place(userId), at, editedAt: isEdited ? changedAt : null };
}
