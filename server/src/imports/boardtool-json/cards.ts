import type { ImportedAttachment, ImportedCard, ImportedChecklist } from '../imported-board.ts';
import { type Fields, fieldsOf, numberOf, textOf, textsOf, timeOf } from './fields.ts';
import type { History } from './history.ts';
import type { Labels } from './labels.ts';
import type { People } from './people.ts';

/** What a card stands in. */
export interface Surroundings {
  labels: Labels;
  people: People;
  history: History;
}

/** What hangs on a card, as far as it is read in different ways from a file and over the network. */
export interface Hanging {
  description: string;
  checklists: ImportedChecklist[];
  /** Actions that are comments. */
  comments: readonly Fields[];
  attachments: ImportedAttachment[];
}

/** A card of the list with this place. */
export function readCard(
  card: Fields,
  list: number,
  { labels, people, history }: Surroundings,
  { description, checklists, comments, attachments }: Hanging,
): ImportedCard {
  const id = textOf(card.id);
  return {
    title: textOf(card.name),
    description,
    list,
    labels: labels.on(card),
    members: textsOf(card.idMembers).flatMap((member) => people.place(member) ?? []),
    dueAt: timeOf(card.due),
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

/** What is needed of a card before it is its turn. */
export const headOf = ({ id, idList, pos, idShort, badges }: Fields): Fields => ({
  id,
  idList,
  pos,
  idShort,
  badges: { comments: numberOf(fieldsOf(badges).comments) },
});

export const highestNumber = (cards: readonly Fields[]): number =>
  cards.reduce((highest, { idShort }) => Math.max(highest, numberOf(idShort)), 0);
