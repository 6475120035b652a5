import { insertCardLabels, insertCardMembers } from '../../cards/rows.ts';
import type { ListThen } from '../../changes/activity.ts';
import type { Work } from '../../changes/change.ts';
import type { PastActivity } from '../../changes/past.ts';
import { positionsFor } from '../../changes/position.ts';
import { type ChecklistRow, type ItemRow, insertChecklists, insertItems } from '../../checklists/rows.ts';
import { type CommentRow, insertComments } from '../../comments/rows.ts';
import { batches } from '../../db/batches.ts';
import { newId } from '../../ids.ts';
import type { ImportedCard } from '../imported-board.ts';
import type { KnownPerson } from '../people.ts';

/** A card that has been stored. */
export interface NewCard {
  id: string;
  given: ImportedCard;
  list: ListThen;
  createdBy: string;
  createdAt: number;
}

interface Known {
  labels: readonly string[];
  people: readonly (KnownPerson | undefined)[];
}

/** Stores what hangs on cards, and what happened to them. */
export async function writeOnCards(
  work: Work,
  place: { workspaceId: string; boardId: string },
  cards: readonly NewCard[],
  { labels, people }: Known,
): Promise<void> {
  await writeLabelsOn(work, place, cards, labels);
  await writeMembersOn(work, place, cards, people);
  await writeChecklists(work, place, cards);
  const comments = await writeComments(work, place, cards, people);
  await work.record.past(place.workspaceId, [...cards.map(creation), ...comments.map(commenting)]);
}

type Place = Parameters<typeof writeOnCards>[1];

async function writeLabelsOn(
  { tx }: Work,
  { workspaceId, boardId }: Place,
  cards: readonly NewCard[],
  labels: readonly string[],
): Promise<void> {
  const rows = cards.flatMap(({ id, given }) =>
    unique(given.labels.map((index) => labels[index])).map((labelId) => ({ cardId: id, labelId })),
  );
  for (const batch of batches(rows)) await tx.run(insertCardLabels, { workspaceId, boardId, rows: batch });
}

async function writeMembersOn(
  { tx }: Work,
  { workspaceId }: Place,
  cards: readonly NewCard[],
  people: Known['people'],
): Promise<void> {
  const memberOf = (index: number) => (people[index]?.removed ? undefined : people[index]?.memberId);
  const rows = cards.flatMap(({ id, given }) =>
    unique(given.members.map(memberOf)).map((memberId) => ({ cardId: id, memberId })),
  );
  for (const batch of batches(rows)) await tx.run(insertCardMembers, { workspaceId, rows: batch });
}

async function writeChecklists({ tx, now }: Work, { workspaceId }: Place, cards: readonly NewCard[]) {
  const checklists: ChecklistRow[] = [];
  const items: ItemRow[] = [];
  for (const card of cards) {
    const positions = positionsFor(card.given.checklists.length);
    for (const [index, checklist] of card.given.checklists.entries()) {
      const id = newId(now);
      checklists.push({ id, cardId: card.id, name: checklist.name, position: positions[index] ?? '' });
      const places = positionsFor(checklist.items.length);
      for (const [place, { title, completed }] of checklist.items.entries()) {
        const position = places[place] ?? '';
        items.push({ id: newId(now), checklistId: id, title, completed: completed ? 1 : 0, position });
      }
    }
  }
  for (const rows of batches(checklists)) await tx.run(insertChecklists, { workspaceId, now, rows });
  for (const rows of batches(items)) await tx.run(insertItems, { workspaceId, now, rows });
}

async function writeComments(
  { tx, now, actor }: Work,
  { workspaceId }: Place,
  cards: readonly NewCard[],
  people: Known['people'],
): Promise<CommentRow[]> {
  const rows = cards.flatMap(({ id, given }) =>
    given.comments.map(({ text, by, at, editedAt }) => ({
      id: newId(now),
      cardId: id,
      comment: text,
      userId: (by === null ? undefined : people[by]?.userId) ?? actor.userId,
      at: Math.min(at ?? now, now),
      editedAt: editedAt === null ? null : Math.min(editedAt, now),
    })),
  );
  for (const batch of batches(rows)) await tx.run(insertComments, { workspaceId, rows: batch });
  return rows;
}

const creation = ({ id, given, list, createdBy, createdAt }: NewCard): PastActivity => ({
  type: 'card.created',
  cardId: id,
  by: createdBy,
  at: createdAt,
  toTitle: given.title,
  toList: list,
});

const commenting = ({ id, cardId, userId, at }: CommentRow): PastActivity => ({
  type: 'card.updated.comment.added',
  cardId,
  by: userId,
  at,
  commentId: id,
});

const unique = (ids: readonly (string | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== undefined)),
];
