import { addBoard } from '../../boards/actions/create.ts';
import { type CardRow, insertCards } from '../../cards/rows.ts';
import type { ListThen } from '../../changes/activity.ts';
import type { Work } from '../../changes/change.ts';
import { positionsFor } from '../../changes/position.ts';
import { batches } from '../../db/batches.ts';
import { newId } from '../../ids.ts';
import { insertLabels } from '../../labels/actions.ts';
import { insertLists } from '../../lists/actions.ts';
import { takeNumbers } from '../../workspaces/actions/take-numbers.ts';
import type { ImportedBoard } from '../imported-board.ts';
import { type KnownPerson, knownPeople } from '../people.ts';
import type { Warnings } from '../warnings.ts';
import { type NewCard, writeOnCards } from './write-on-cards.ts';

/** The board that is being written. */
export interface Place {
  workspaceId: string;
  boardId: string;
}

/**
 * Stores a board of elsewhere, with all that hangs on its cards, in a workspace that the work holds: a few statements,
 * however many cards. Its texts are within our limits (`withinLimits`). No webhook is told.
 */
export async function writeBoard(
  given: Work,
  workspaceId: string,
  board: ImportedBoard,
  warnings: Warnings,
): Promise<{ publicId: string; name: string }> {
  const work = { ...given, record: given.record.withoutWebhooks };
  const { id: boardId, name } = await addBoard(work, workspaceId, { name: board.name });
  const place = { workspaceId, boardId };
  const lists = await writeLists(work, place, board.lists);
  const labels = await writeLabels(work, place, board.labels);
  const people = await knownPeople(work, workspaceId, board.people);
  for (const index of board.cards.flatMap(({ members }) => members)) {
    if (people[index]?.removed ?? true) warnings.add(noMember, 1, board.people[index]?.name);
  }
  const cards = await writeCards(work, place, board, { lists, people });
  await writeOnCards(work, place, cards, { labels, people });
  return { publicId: boardId, name };
}

const noMember = 'assignments to people who are not members left out';

async function writeLists(
  { tx, now }: Work,
  { workspaceId, boardId }: Place,
  lists: ImportedBoard['lists'],
): Promise<ListThen[]> {
  const positions = positionsFor(lists.length);
  const rows = lists.map(({ name }, index) => ({ id: newId(now), name, position: positions[index] ?? '' }));
  for (const batch of batches(rows)) await tx.run(insertLists, { workspaceId, boardId, now, rows: batch });
  return rows.map(({ id, name }, index) => ({ publicId: id, name, index }));
}

async function writeLabels(
  { tx, now }: Work,
  { workspaceId, boardId }: Place,
  labels: ImportedBoard['labels'],
): Promise<string[]> {
  const rows = labels.map((label) => ({ id: newId(now), ...label }));
  for (const batch of batches(rows)) await tx.run(insertLabels, { workspaceId, boardId, now, rows: batch });
  return rows.map(({ id }) => id);
}

async function writeCards(
  { tx, now, actor }: Work,
  { workspaceId, boardId }: Place,
  board: ImportedBoard,
  { lists, people }: { lists: ListThen[]; people: (KnownPerson | undefined)[] },
): Promise<NewCard[]> {
  if (board.cards.length === 0) return [];
  const first = await takeNumbers(tx, workspaceId, board.cards.length);
  const places = placesIn(lists, board.cards);
  const cards = board.cards.map((given): NewCard => {
    const list = lists[given.list];
    if (!list) throw new Error('an imported card is in no list');
    const author = given.createdBy === null ? undefined : people[given.createdBy]?.userId;
    const createdBy = author ?? actor.userId;
    return { id: newId(now), given, list, createdBy, createdAt: Math.min(given.createdAt ?? now, now) };
  });
  const rows = cards.map(
    ({ id, given, list, createdBy, createdAt }, index): CardRow => ({
      id,
      listId: list.publicId,
      number: first + index,
      title: given.title,
      description: given.description || null,
      dueAt: given.dueAt,
      position: places[index] ?? '',
      createdBy,
      createdAt,
      archivedAt: given.archived ? now : null,
    }),
  );
  for (const batch of batches(rows)) await tx.run(insertCards, { workspaceId, boardId, rows: batch });
  return cards;
}

/** The order key of every card in its list. */
function placesIn(lists: readonly ListThen[], cards: readonly { list: number }[]): string[] {
  const counts = lists.map((_list, index) => cards.filter(({ list }) => list === index).length);
  const free = counts.map((count) => positionsFor(count).values());
  return cards.map(({ list }) => free[list]?.next().value ?? '');
}
