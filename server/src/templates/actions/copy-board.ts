import { holds } from '../../../../contract/permissions.ts';
import { locate } from '../../access/locate.ts';
import { type HiddenBoard, hideBoard, type RunSlice, type Slice } from '../../boards/actions/create.ts';
import { insertCardLabels, insertCardMembers, insertCards } from '../../cards/rows.ts';
import type { ListThen } from '../../changes/activity.ts';
import { insertPast, type PastActivity } from '../../changes/past.ts';
import { insertChecklists, insertItems } from '../../checklists/rows.ts';
import { batches } from '../../db/batches.ts';
import { Forbidden, Invalid, NotFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { insertLabels } from '../../labels/actions.ts';
import { insertLists } from '../../lists/actions.ts';
import { takeNumbers } from '../../workspaces/actions/take-numbers.ts';
import {
  type CardContent,
  type Frame,
  frameOf,
  type ItemPlace,
  nextCards,
  nextItems,
  slice,
} from '../queries.ts';

/** A board, the one that is copied or the one that is made. */
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

/** A copy that nobody sees yet. */
export interface BegunCopy {
  board: HiddenBoard;
  source: Place;
  twins: Twins;
}

/** Makes the lists and labels of a board that the caller can read, on a new one in a workspace that the slice holds. */
export async function beginCopy(
  work: Slice,
  workspaceId: string,
  sourcePublicId: string,
  given: { name: string; type: 'regular' | 'template' },
): Promise<BegunCopy> {
  const source = await readableBoard(work, sourcePublicId);
  const board = await hideBoard(work, workspaceId, given);
  const twins = await copyFrame(work, { workspaceId, boardId: board.id }, await frameOf(work.tx, source));
  return { board, source, twins };
}

/**
 * Copies the cards, a bounded number in each slice; gives how much is on the copy. Members go along within their
 * workspace. Others may change the original meanwhile: a card is copied as it is when its turn comes.
 */
export async function copyCards(run: RunSlice, copy: BegunCopy): Promise<Record<string, number>> {
  const placed = new Set<string>();
  let cards = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const some = await run((work) => copySome(work, copy, from, placed));
    for (const card of some.cards) placed.add(placeOf(card));
    cards += some.cards.length;
    await copyItems(run, copy, some.checklists);
    after = some.last;
  }
  return { lists: copy.twins.lists.size, labels: copy.twins.labels.size, cards };
}

/** The board to copy. An id in a body tells nothing about workspaces elsewhere, so it is bad input at worst. */
export async function readableBoard({ tx, actor }: Slice, id: string): Promise<Place> {
  try {
    const board = await locate(tx, actor, 'board', id, 'board:view');
    if (holds(board.permissions, 'card:view')) return { workspaceId: board.workspaceId, boardId: board.id };
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof Forbidden)) throw error;
  }
  throw new Invalid('body/sourceBoardPublicId is not a board whose cards you can read');
}

async function copyFrame({ tx, now }: Slice, place: Place, frame: Frame): Promise<Twins> {
  const lists = frame.lists.map((list) => ({ ...list, from: list.id, id: newId(now) }));
  const labels = frame.labels.map((label) => ({ ...label, from: label.id, id: newId(now) }));
  for (const rows of batches(lists)) await tx.run(insertLists, { ...place, now, rows });
  for (const rows of batches(labels)) await tx.run(insertLabels, { ...place, now, rows });
  return {
    lists: new Map(lists.map(({ from, id, name }, index) => [from, { publicId: id, name, index }])),
    labels: new Map(labels.map(({ from, id }) => [from, id])),
  };
}

interface Copied {
  cards: NewCard[];
  /** The ids of checklists on the copy by those of the original. */
  checklists: ReadonlyMap<string, string>;
  last: string | undefined;
}

/** Copies the next cards after the id `after`, with all that hangs on them but the items of checklists. */
async function copySome(
  work: Slice,
  { board, source, twins }: BegunCopy,
  after: string,
  placed: ReadonlySet<string>,
): Promise<Copied> {
  const { tx, now, actor } = work;
  const { workspaceId, id: boardId } = board;
  const { cards: originals, last } = await nextCards(tx, source, after);
  const copies = originals.flatMap((card): NewCard[] => {
    // A card that was moved meanwhile into a list that is newer than the copy stays behind with it.
    const list = twins.lists.get(card.listId);
    return list ? [{ ...card, id: newId(now), list }] : [];
  });
  if (copies.length === 0) return { cards: [], checklists: new Map(), last };
  const cards = apart(copies, placed);
  const first = await takeNumbers(tx, workspaceId, cards.length);
  const rows = cards.map(({ id, list, title, description, dueAt, position }, index) => ({
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
  await tx.run(insertCards, { workspaceId, boardId, rows });
  await copyOnCards(work, board, source.workspaceId === workspaceId, cards, twins.labels);
  await insertPast(tx, workspaceId, now, cards.map(creation(work)));
  return { cards, checklists: await copyChecklists(work, workspaceId, cards), last };
}

const placeOf = ({ list, position }: NewCard): string => `${list.publicId} ${position}`;

/** Two cards that change places while they are copied may come with one order key: the later one stands behind. */
function apart(cards: readonly NewCard[], placed: ReadonlySet<string>): NewCard[] {
  const here = new Set<string>();
  return cards.map((card) => {
    let free = card;
    while (placed.has(placeOf(free)) || here.has(placeOf(free))) {
      free = { ...free, position: `${free.position}V` };
    }
    here.add(placeOf(free));
    return free;
  });
}

async function copyOnCards(
  { tx }: Slice,
  { workspaceId, id: boardId }: HiddenBoard,
  withMembers: boolean,
  cards: readonly NewCard[],
  labels: Twins['labels'],
): Promise<void> {
  const labelled = cards.flatMap((card) =>
    card.labels.flatMap((label) => {
      const labelId = labels.get(label);
      return labelId === undefined ? [] : [{ cardId: card.id, labelId }];
    }),
  );
  const assigned = cards.flatMap((card) =>
    withMembers ? card.members.map((memberId) => ({ cardId: card.id, memberId })) : [],
  );
  for (const rows of batches(labelled)) await tx.run(insertCardLabels, { workspaceId, boardId, rows });
  for (const rows of batches(assigned)) await tx.run(insertCardMembers, { workspaceId, rows });
}

async function copyChecklists(
  { tx, now }: Slice,
  workspaceId: string,
  cards: readonly NewCard[],
): Promise<Map<string, string>> {
  const copies = cards.flatMap((card) =>
    card.checklists.map((checklist) => ({
      ...checklist,
      from: checklist.id,
      id: newId(now),
      cardId: card.id,
    })),
  );
  for (const rows of batches(copies)) await tx.run(insertChecklists, { workspaceId, now, rows });
  return new Map(copies.map(({ from, id }) => [from, id]));
}

/** Nothing on a copy is done yet. */
async function copyItems(
  run: RunSlice,
  { board, source }: BegunCopy,
  checklists: ReadonlyMap<string, string>,
): Promise<void> {
  if (checklists.size === 0) return;
  const all = { workspaceId: source.workspaceId, checklistIds: [...checklists.keys()] };
  for (let after: ItemPlace | undefined = { checklistId: '', position: '' }; after; ) {
    const from: ItemPlace = after;
    after = await run(async ({ tx, now }) => {
      const items = await tx.all(nextItems, { ...all, ...from });
      const rows = items.flatMap(({ checklistId, title, position }) => {
        const twin = checklists.get(checklistId);
        return twin ? [{ id: newId(now), checklistId: twin, title, position, completed: 0 as const }] : [];
      });
      if (rows.length > 0) await tx.run(insertItems, { workspaceId: board.workspaceId, now, rows });
      return items.length < slice.items ? undefined : items.at(-1);
    });
  }
}

const creation =
  ({ actor, now }: Slice) =>
  ({ id, title, list }: NewCard): PastActivity => ({
    type: 'card.created',
    cardId: id,
    by: actor.userId,
    at: now,
    toTitle: title,
    toList: list,
  });
