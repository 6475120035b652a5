import { emojiOf } from '../../../../contract/emoji.ts';
import type { Field } from '../../../../contract/field-shapes.ts';
import type { Actor } from '../../base/access/actor.ts';
import { storedValues } from '../../base/card-field-forms.ts';
import { valuesOf } from '../../base/card-fields.ts';
import type { ListThen } from '../../base/changes/activity.ts';
import { newId } from '../../base/ids.ts';
import { positionsFor } from '../../base/ordering/order.ts';
import type { NewCard, NewChecklist, NewComment, NewItem } from '../../boards/actions/content.ts';
import { mostEmoji, mostReactions, storedReactions } from '../../data/comments/reactions.ts';
import type {
  ImportedCard,
  ImportedChecklist,
  ImportedComment,
  ImportedList,
  ImportedPerson,
} from '../imported-board.ts';
import type { KnownPerson } from '../people.ts';
import { firstOfCard } from '../slices.ts';
import type { Warnings } from '../warnings.ts';
import { valuesOfCard } from './fields.ts';

/** The parts of a board that are already written; a card refers to them by index. */
interface Known {
  lists: readonly ListThen[];
  /** Undefined for a label that no longer exists. */
  labels: readonly (string | undefined)[];
  fields: readonly Field[];
  people: readonly (KnownPerson | undefined)[];
}

/** When a list or a card was archived: never in the future, and now if unknown. */
export const archivedAtOf = (
  { archived, archivedAt }: Pick<ImportedCard | ImportedList, 'archived' | 'archivedAt'>,
  now: number,
): number | null => (archived ? Math.min(archivedAt ?? now, now) : null);

/** When a card was completed; now if only that it was is known. */
function completedAtOf(card: ImportedCard, now: number): number | null {
  const { completed = false, completedAt = null, endsAt = null } = card;
  if (completedAt !== null) return completedAt;
  if (endsAt !== null && endsAt <= now) return endsAt;
  return completed ? now : null;
}

/** Converts an imported card to the row that is written. */
export function newCard(
  { actor, now }: { actor: Actor; now: number },
  known: Known,
  card: ImportedCard,
  { position, number }: { position: string; number: number | undefined },
): NewCard {
  const list = known.lists[card.list];
  if (!list) throw new Error('an imported card is in no list');
  const userOf = (index: number | null) =>
    (index === null ? null : known.people[index]?.userId) ?? actor.userId;
  const memberOf = (index: number) => {
    const person = known.people[index];
    return person?.removed ? undefined : person?.memberId;
  };
  const createdAt = Math.min(card.createdAt ?? now, now);
  const comments = commentsOf(card, now).map(({ id, replyTo, text, by, at, editedAt, reactions }) => ({
    id,
    replyTo,
    reactions: reactionsOf(reactions, (index) => known.people[index]?.userId),
    comment: text,
    createdBy: userOf(by),
    createdAt: Math.min(at ?? now, now),
    updatedAt: editedAt === null ? null : Math.min(editedAt, now),
  }));
  return {
    madeId: newId(now),
    ...(number === undefined ? {} : { number }),
    ...valuesOf(card),
    fieldValues: storedValues(valuesOfCard(known.fields, known.people, card).values),
    completedAt: completedAtOf(card, now),
    completedBy: null,
    description: card.description || null,
    position,
    list,
    createdBy: userOf(card.createdBy),
    createdAt,
    archivedAt: archivedAtOf(card, now),
    labels: unique(card.labels.map((index) => known.labels[index])),
    members: unique(card.members.map(memberOf)),
    checklists: placed(card.checklists).map((checklist) => newChecklist(checklist, memberOf)),
    comments: comments.map((comment, index) => ({
      ...comment,
      ...loggedLater(comments, index, createdAt),
    })),
  };
}

/** Counts what of a card has no place here: assignments, and values of fields. */
export function countLost(
  { members, checklists, title, values }: ImportedCard,
  { fields, people }: Pick<Known, 'fields' | 'people'>,
  given: readonly ImportedPerson[],
  warnings: Warnings,
): void {
  const { lost } = valuesOfCard(fields, people, { values });
  warnings.add('values that their fields do not take left out', lost, title);
  const ofItems = checklists.flatMap(({ items }) => items.flatMap(({ member }) => member ?? []));
  for (const index of [...members, ...ofItems]) {
    if (people[index]?.removed ?? true)
      warnings.add('assignments to people who are not members left out', 1, given[index]?.name);
  }
}

/** Comments with their new ids, and those of the comments that they answer. */
function commentsOf({ comments }: ImportedCard, now: number) {
  const made = comments.map((comment) => ({ ...comment, id: newId(now) }));
  const byKey = new Map(made.toReversed().flatMap(({ key, id }) => (key === undefined ? [] : [[key, id]])));
  return made.map((comment) => ({ ...comment, replyTo: byKey.get(comment.answers ?? '') ?? null }));
}

/** Reactions of people who are known here; an emoji that is none, or too many of them, are left out. */
function reactionsOf(
  given: ImportedComment['reactions'] = [],
  userOf: (person: number) => string | null | undefined,
): string | null {
  const reactions = given.flatMap(({ emoji: text, by }) => {
    const emoji = emojiOf(text);
    const users = unique(by.map((index) => (index === null ? undefined : (userOf(index) ?? undefined))));
    return emoji === undefined || users.length === 0 ? [] : [{ emoji, users: users.slice(0, mostOfOne) }];
  });
  return storedReactions(reactions.slice(0, mostEmoji));
}

/** So that all emoji of a comment together stay within what it may have. */
const mostOfOne = mostReactions / mostEmoji;

/** Comments written by later transactions are logged after those of the first. */
function loggedLater(
  comments: readonly { createdAt: number }[],
  index: number,
  createdAt: number,
): Pick<NewComment, 'loggedAt'> {
  if (index < firstOfCard) return {};
  const first = comments
    .slice(0, firstOfCard)
    .reduce((latest, each) => Math.max(latest, each.createdAt), createdAt);
  return { loggedAt: first + firstOfCard + index };
}

type Followers = {
  items: (NewItem & { checklistId: string })[];
  comments: (NewComment & { cardId: string })[];
};

/** The items and comments that `firstOf` leaves out, with the ids of the cards and checklists written first. */
export function restOf(cards: readonly NewCard[], checklistIds: readonly string[][]): Followers {
  const items = cards.flatMap((card, index) =>
    card.checklists.flatMap(({ items: all }, place) =>
      all
        .slice(firstOfChecklist)
        .map((item) => ({ ...item, checklistId: checklistIds[index]?.[place] ?? '' })),
    ),
  );
  const comments = cards.flatMap((card) =>
    card.comments.slice(firstOfCard).map((comment) => ({ ...comment, cardId: card.madeId ?? '' })),
  );
  return { items, comments };
}

/** The part of a card that is written first. */
export const firstOf = (card: NewCard): NewCard => ({
  ...card,
  comments: card.comments.slice(0, firstOfCard),
  checklists: card.checklists.map(firstItems),
});

/** Small enough that the max number of checklists on a card stays within a slice. */
const firstOfChecklist = 10;

const firstItems = (checklist: NewChecklist): NewChecklist => ({
  ...checklist,
  items: checklist.items.slice(0, firstOfChecklist),
});

export function* inParts<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += firstOfCard) yield all.slice(start, start + firstOfCard);
}

/** Adds positions, in the given order. */
function placed<T>(given: readonly T[]): (T & { position: string })[] {
  const positions = positionsFor(given.length);
  return given.map((each, index) => ({ ...each, position: positions[index] ?? '' }));
}

const newChecklist = (
  { name, position, items }: ImportedChecklist & { position: string },
  memberOf: (index: number) => string | undefined,
): NewChecklist => ({
  name,
  position,
  items: placed(items).map(({ title, position, completed, dueAt = null, member = null, ...item }) => ({
    title,
    position,
    completed: completed ? 1 : 0,
    completedAt: completed ? (item.completedAt ?? null) : null,
    completedBy: null,
    evidence: item.evidence ? JSON.stringify({ ...item.evidence, attachmentPublicId: null }) : null,
    acceptance: item.acceptance ? 1 : 0,
    dueAt,
    memberId: (member === null ? null : memberOf(member)) ?? null,
  })),
});

const unique = (ids: readonly (string | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== undefined)),
];
