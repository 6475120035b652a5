import { holds } from '../../../../contract/permissions.ts';
import { locate } from '../../access/locate.ts';
import { addBoard } from '../../boards/actions/create.ts';
import {
  insertCardLabels,
  insertCardMembers,
  insertCards,
  insertChecklists,
  insertItems,
  takeNumbers,
} from '../../cards/actions/rows.ts';
import type { ListThen } from '../../changes/activity.ts';
import type { Work } from '../../changes/change.ts';
import type { PastActivity } from '../../changes/past.ts';
import { batches } from '../../db/batches.ts';
import { Forbidden, Invalid, NotFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { insertLabels } from '../../labels/actions.ts';
import { insertLists } from '../../lists/actions.ts';
import { type BoardContent, type CardContent, contentOf } from '../queries.ts';

/** The board that is being made. */
interface Place {
  workspaceId: string;
  boardId: string;
}

/** What the ids of the original stand for on the copy. */
interface Twins {
  lists: ReadonlyMap<string, ListThen>;
  labels: ReadonlyMap<string, string>;
}

type NewCard = CardContent & { id: string; list: ListThen };

/**
 * Makes a board out of one that the caller can read, in a workspace that the work holds: a few statements, however much
 * is on it. Members go along within their workspace. Who follows the workspace is told of the board alone.
 */
export async function copyBoard(
  work: Work,
  workspaceId: string,
  sourcePublicId: string,
  { name, type }: { name: string; type: 'regular' | 'template' },
): Promise<{ publicId: string; name: string }> {
  const source = await readableBoard(work, sourcePublicId);
  const content = await contentOf(work.tx, source);
  const { lists, labels, cards } = content;
  const counts = { lists: lists.length, labels: labels.length, cards: cards.length };
  const { id: boardId } = await addBoard(work, workspaceId, { name, type }, counts);
  const place = { workspaceId, boardId };
  const twins = await copyListsAndLabels(work, place, content);
  const copies = await copyCards(work, place, cards, twins.lists);
  const inside = source.workspaceId === workspaceId;
  await copyOnCards(work, place, inside ? copies : copies.map(withoutMembers), twins.labels);
  await copyChecklists(work, workspaceId, copies);
  await work.record.past(
    workspaceId,
    copies.map((card) => creation(work, card)),
  );
  return { publicId: boardId, name };
}

/** The board to copy. An id in a body tells nothing about workspaces elsewhere, so it is bad input at worst. */
async function readableBoard({ tx, actor }: Work, id: string): Promise<Place> {
  try {
    const board = await locate(tx, actor, 'board', id, 'board:view');
    if (holds(board.permissions, 'card:view')) return { workspaceId: board.workspaceId, boardId: board.id };
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof Forbidden)) throw error;
  }
  throw new Invalid('body/sourceBoardPublicId addresses no board whose cards you can read');
}

async function copyListsAndLabels({ tx, now }: Work, place: Place, content: BoardContent): Promise<Twins> {
  const lists = content.lists.map((list) => ({ ...list, from: list.id, id: newId(now) }));
  const labels = content.labels.map((label) => ({ ...label, from: label.id, id: newId(now) }));
  for (const rows of batches(lists)) await tx.run(insertLists, { ...place, now, rows });
  for (const rows of batches(labels)) await tx.run(insertLabels, { ...place, now, rows });
  return {
    lists: new Map(lists.map(({ from, id, name }, index) => [from, { publicId: id, name, index }])),
    labels: new Map(labels.map(({ from, id }) => [from, id])),
  };
}

async function copyCards(
  { tx, actor, now }: Work,
  { workspaceId, boardId }: Place,
  cards: readonly CardContent[],
  lists: Twins['lists'],
): Promise<NewCard[]> {
  if (cards.length === 0) return [];
  const first = await takeNumbers(tx, workspaceId, cards.length);
  const copies = cards.map((card) => ({ ...card, id: newId(now), list: twinOf(lists, card.listId) }));
  const rows = copies.map(({ id, list, title, description, dueAt, position }, index) => ({
    id,
    listId: list.publicId,
    number: first + index,
    title,
    description,
    dueAt,
    position,
    createdBy: actor.userId,
    createdAt: now,
    archivedAt: null,
  }));
  for (const batch of batches(rows)) await tx.run(insertCards, { workspaceId, boardId, rows: batch });
  return copies;
}

async function copyOnCards(
  { tx }: Work,
  { workspaceId, boardId }: Place,
  cards: readonly NewCard[],
  labels: Twins['labels'],
): Promise<void> {
  const labelled = cards.flatMap((card) =>
    card.labels.map((label) => ({ cardId: card.id, labelId: twinOf(labels, label) })),
  );
  const assigned = cards.flatMap((card) => card.members.map((memberId) => ({ cardId: card.id, memberId })));
  for (const rows of batches(labelled)) await tx.run(insertCardLabels, { workspaceId, boardId, rows });
  for (const rows of batches(assigned)) await tx.run(insertCardMembers, { workspaceId, rows });
}

/** Nothing on a copy is done yet. */
async function copyChecklists({ tx, now }: Work, workspaceId: string, cards: readonly NewCard[]) {
  const copies = cards.flatMap((card) =>
    card.checklists.map((checklist) => ({ ...checklist, id: newId(now), cardId: card.id })),
  );
  const checklists = copies.map(({ items: _items, ...row }) => row);
  const items = copies.flatMap(({ id: checklistId, items }) =>
    items.map((item) => ({ ...item, id: newId(now), checklistId, completed: 0 as const })),
  );
  for (const rows of batches(checklists)) await tx.run(insertChecklists, { workspaceId, now, rows });
  for (const rows of batches(items)) await tx.run(insertItems, { workspaceId, now, rows });
}

const withoutMembers = (card: NewCard): NewCard => ({ ...card, members: [] });

const creation = ({ actor, now }: Work, { id, title, list }: NewCard): PastActivity => ({
  type: 'card.created',
  cardId: id,
  by: actor.userId,
  at: now,
  toTitle: title,
  toList: list,
});

function twinOf<T>(twins: ReadonlyMap<string, T>, id: string): T {
  const twin = twins.get(id);
  if (twin === undefined) throw new Error('a copied card refers to what was not copied');
  return twin;
}
