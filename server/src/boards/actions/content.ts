import { nextAlarm } from '../../base/alarms.ts';
import type { ListThen } from '../../base/changes/activity.ts';
import type { Work } from '../../base/changes/change.ts';
import { insertHistory, type PastActivity } from '../../base/changes/history.ts';
import { withoutPicture } from '../../base/covers.ts';
import { batches } from '../../base/db/batches.ts';
import type { ContentOf, ValuesOf } from '../../base/db/table.ts';
import { newId } from '../../base/ids.ts';
import { insertCardLabels, insertCardMembers, insertCards } from '../../data/cards/rows.ts';
import type { cards } from '../../data/cards/tables.ts';
import { insertChecklists, insertItems } from '../../data/checklists/rows.ts';
import type { checklistItems, checklists } from '../../data/checklists/tables.ts';
import { asksNothing } from '../../data/comments/questions.ts';
import { insertComments } from '../../data/comments/rows.ts';
import { insertFields } from '../../data/fields/rows.ts';
import type { fields } from '../../data/fields/tables.ts';
import { insertLabels } from '../../data/labels/rows.ts';
import type { labels } from '../../data/labels/tables.ts';
import { insertLists } from '../../data/lists/rows.ts';
import type { lists } from '../../data/lists/tables.ts';
import { takeNumbers } from '../../workspaces/actions/take-numbers.ts';

/*
 * Writes the contents of a board that is created as a whole, by an import or as a copy: in a few statements, however large it
 * is, and without an event for each entity.
 */

type Slice = Pick<Work, 'tx' | 'now'>;

/** The board to write to. */
export interface BoardKey {
  workspaceId: string;
  boardId: string;
}

export interface NewItem
  extends ContentOf<typeof checklistItems>,
    Pick<ValuesOf<typeof checklistItems>, 'completed' | 'completedAt' | 'completedBy' | 'evidence'> {}

export interface NewChecklist extends ContentOf<typeof checklists> {
  items: readonly NewItem[];
}

export interface NewComment {
  id?: string;
  comment: string;
  createdBy: string;
  /** Times are in microseconds. */
  createdAt: number;
  updatedAt: number | null;
  /** The time of its activity, if it differs from `createdAt`. */
  loggedAt?: number;
  /** The id of a comment of the same card. */
  replyTo?: string | null;
  /** As they are stored. */
  reactions?: string | null;
}

export interface NewCard extends ContentOf<typeof cards> {
  /** Its id, if the caller has made one. */
  madeId?: string;
  /** A number no other card has, already counted by the workspace; without it the card gets the next number. */
  number?: number;
  list: ListThen;
  createdBy: string;
  createdAt: number;
  archivedAt: number | null;
  /** Ids of labels of the board. */
  labels: readonly string[];
  /** Ids of members of the workspace. */
  members: readonly string[];
  checklists: readonly NewChecklist[];
  comments: readonly NewComment[];
}

export interface NewList extends ContentOf<typeof lists> {
  /** Microseconds; the list is live without it. */
  archivedAt?: number | null;
}

/** Writes lists; returns them as activities name them. */
export async function writeLists(
  { tx, now }: Slice,
  place: BoardKey,
  given: readonly NewList[],
): Promise<ListThen[]> {
  const rows = given.map((list) => ({ archivedAt: null, ...list, id: newId(now) }));
  for (const batch of batches(rows)) await tx.run(insertLists, { ...place, createdAt: now, rows: batch });
  let index = 0;
  return rows.map(({ id, name, archivedAt }) => ({
    publicId: id,
    name,
    index: archivedAt === null ? index++ : index,
  }));
}

/** Writes labels; returns their ids. */
export async function writeLabels(
  { tx, now }: Slice,
  place: BoardKey,
  given: readonly ContentOf<typeof labels>[],
): Promise<string[]> {
  const rows = given.map((label) => ({ ...label, id: newId(now) }));
  for (const batch of batches(rows)) await tx.run(insertLabels, { ...place, createdAt: now, rows: batch });
  return rows.map(({ id }) => id);
}

/** Writes fields; returns their ids. */
export async function writeFields(
  { tx, now }: Slice,
  place: BoardKey,
  given: readonly ContentOf<typeof fields>[],
): Promise<string[]> {
  const rows = given.map((field) => ({ ...field, id: newId(now) }));
  for (const batch of batches(rows)) await tx.run(insertFields, { ...place, createdAt: now, rows: batch });
  return rows.map(({ id }) => id);
}

/**
 * Writes cards with all their children and their history; returns the ids of the checklists of each. If they are too much for
 * one transaction, the caller writes the rest with `writeItems` and `writeComments`.
 */
export async function writeCards(
  slice: Slice & Pick<Work, 'actor'>,
  place: BoardKey,
  given: readonly NewCard[],
): Promise<string[][]> {
  if (given.length === 0) return [];
  const { cards, checklists } = await writeWithoutHistory(slice, place, given);
  const { workspaceId } = place;
  const comments = await insertAll(slice, workspaceId, commentsOn(cards));
  await insertHistory(slice, workspaceId, [...cards.map(creation), ...comments.map(commenting)]);
  return checklists;
}

/** Writes cards with all their children but comments; returns them with their ids and numbers. */
export async function writeWithoutHistory(slice: Slice, place: BoardKey, given: readonly NewCard[]) {
  const { tx, now } = slice;
  const { workspaceId } = place;
  const unnumbered = given.filter(({ number }) => number === undefined).length;
  let next = unnumbered > 0 ? await takeNumbers(tx, workspaceId, unnumbered) : 0;
  const cards = given.map((card) => ({
    ...card,
    id: card.madeId ?? newId(now),
    listId: card.list.publicId,
    number: card.number ?? next++,
    cover: withoutPicture(card.cover),
    touchedAt: now,
    related: 0 as const,
    alarmAt: nextAlarm(card, now),
  }));
  for (const rows of batches(cards.map(rowOf))) await tx.run(insertCards, { ...place, rows });
  const labelled = cards.flatMap(({ id, labels }) => labels.map((labelId) => ({ cardId: id, labelId })));
  for (const rows of batches(labelled)) await tx.run(insertCardLabels, { ...place, rows });
  const assigned = cards.flatMap(({ id, members }) => members.map((memberId) => ({ cardId: id, memberId })));
  for (const rows of batches(assigned)) await tx.run(insertCardMembers, { ...place, rows });
  return { cards, checklists: await writeChecklists(slice, workspaceId, cards) };
}

type CommentOnCard = NewComment & { cardId: string };

const commentsOn = (cards: readonly CardWithId[]) =>
  cards.flatMap((card) => card.comments.map((comment) => ({ ...comment, cardId: card.id })));

async function insertAll({ tx, now }: Slice, workspaceId: string, given: readonly CommentOnCard[]) {
  const comments = given.map((comment) => ({ ...comment, id: comment.id ?? newId(now) }));
  const rows = comments.map(({ loggedAt, ...row }) => ({
    replyTo: null,
    reactions: null,
    ...asksNothing,
    ...row,
  }));
  for (const batch of batches(rows)) await tx.run(insertComments, { workspaceId, rows: batch });
  return comments;
}

/** Writes further comments; their `loggedAt` must be later than all earlier activities of their cards. */
export async function writeComments(
  slice: Slice & Pick<Work, 'actor'>,
  workspaceId: string,
  given: readonly CommentOnCard[],
): Promise<void> {
  const comments = await insertAll(slice, workspaceId, given);
  await insertHistory(slice, workspaceId, comments.map(commenting));
}

type CardWithId = NewCard & {
  id: string;
  listId: string;
  number: number;
  touchedAt: number;
  related: 0;
  alarmAt: number | null;
};

/** Only the columns of the statement: the card's children would be sent along for nothing. */
const rowOf = ({ madeId, list, labels, members, checklists, comments, ...row }: CardWithId) => row;

async function writeChecklists(
  slice: Slice,
  workspaceId: string,
  cards: readonly CardWithId[],
): Promise<string[][]> {
  const { tx, now } = slice;
  const byCard = cards.map(({ id, checklists }) =>
    checklists.map((checklist) => ({ ...checklist, id: newId(now), cardId: id })),
  );
  const all = byCard.flat();
  const rows = all.map(({ items, ...row }) => row);
  for (const batch of batches(rows)) {
    await tx.run(insertChecklists, { workspaceId, createdAt: now, rows: batch });
  }
  const items = all.flatMap(({ id, items }) => items.map((item) => ({ ...item, checklistId: id })));
  await writeItems(slice, workspaceId, items);
  return byCard.map((checklists) => checklists.map(({ id }) => id));
}

export async function writeItems(
  { tx, now }: Slice,
  workspaceId: string,
  given: readonly (NewItem & { checklistId: string })[],
): Promise<void> {
  const items = given.map((item) => ({ ...item, id: newId(now) }));
  for (const rows of batches(items)) await tx.run(insertItems, { workspaceId, createdAt: now, rows });
}

const creation = ({ id, title, list, createdBy, createdAt }: CardWithId): PastActivity => ({
  type: 'card.created',
  cardId: id,
  by: createdBy,
  at: createdAt,
  toTitle: title,
  toList: list,
});

const commenting = (comment: NewComment & { id: string; cardId: string }): PastActivity => ({
  type: 'card.updated.comment.added',
  cardId: comment.cardId,
  by: comment.createdBy,
  at: comment.loggedAt ?? comment.createdAt,
  commentId: comment.id,
});
