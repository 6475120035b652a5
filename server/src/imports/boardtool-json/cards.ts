import type { ImportedAttachment, ImportedCard, ImportedChecklist } from '../imported-board.ts';
import { remindersOf } from '../reading/reminders.ts';
import type { CustomFields } from './custom-fields.ts';
import { type Fields, fieldsOf, numberOf, textOf, textsOf, timeOf } from './fields.ts';
import type { History } from './history.ts';
import { colourNamed, type Labels } from './labels.ts';
import type { People } from './people.ts';

/** The parts of the board that a card refers to. */
export interface Surroundings {
  labels: Labels;
  people: People;
  history: History;
  fields: CustomFields;
}

/** The contents of a card that a file and the API provide in different ways. */
export interface CardContents {
  description: string;
  checklists: ImportedChecklist[];
  /** Actions that are comments. */
  comments: readonly Fields[];
  attachments: ImportedAttachment[];
}

/** Converts a card; `list` is the index of its list. */
export function readCard(
  card: Fields,
  list: number,
  { labels, people, history, fields }: Surroundings,
  { description, checklists, comments, attachments }: CardContents,
): ImportedCard {
  const id = textOf(card.id);
  return {
    title: textOf(card.name),
    description,
    list,
    labels: labels.on(card),
    members: textsOf(card.idMembers).flatMap((member) => people.place(member) ?? []),
    dueAt: timeOf(card.due),
    startAt: timeOf(card.start),
    reminders: remindersIn(card),
    cover: colourNamed(textOf(fieldsOf(card.cover).color)),
    isTemplate: card.isTemplate === true ? 1 : 0,
    values: fields.valuesOn(card),
    ...history.completion(card),
    ...history.creation(id),
    archived: card.closed === true,
    archivedAt: history.archivedAt(card),
    number: numberOf(card.idShort) || null,
    key: textOf(card.shortLink) || null,
    checklists,
    comments: history.comments(comments),
    attachments,
  };
}

/** The id of the attachment that is the cover of a card. */
export const coverIn = ({ cover, idAttachmentCover }: Fields): string =>
  textOf(fieldsOf(cover).idAttachment) || textOf(idAttachmentCover);

/** Minutes before the due date; a negative number means none. */
const remindersIn = ({ due, dueReminder }: Fields): string | null =>
  remindersOf(textOf(due) !== '' && typeof dueReminder === 'number' ? [dueReminder] : []);

/** The fields of a card that are needed before the card itself is read. */
export const headOf = ({ id, idList, pos, idShort, badges }: Fields): Fields => ({
  id,
  idList,
  pos,
  idShort,
  badges: { comments: numberOf(fieldsOf(badges).comments) },
});

export const highestNumber = (cards: readonly Fields[]): number =>
  cards.reduce((highest, { idShort }) => Math.max(highest, numberOf(idShort)), 0);
