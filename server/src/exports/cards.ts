import type { Reading } from '../base/db/database.ts';
import type { Turns } from '../base/http/turns.ts';
import {
  type AttachmentRow,
  attachmentsOnCards,
  type CardRow,
  cardsOfBoard,
  cardsOfList,
  checklistsOnCards,
  exportedCards,
  type ItemRow,
  itemsOfChecklists,
  labelsOnCards,
  membersOnCards,
  type Outlined,
} from './queries.ts';

/*
 * An export reads a board while it is written: no more than its reader takes, by bounded statements, and with no connection
 * held in between.
 */

export interface ExportedCard extends CardRow {
  labels: string[];
  members: string[];
  checklists: { id: string; name: string; items: ItemRow[] }[];
  attachments: AttachmentRow[];
}

/** The database and the board to read. */
export interface Source {
  db: Reading;
  /** The steps of an export take turns with other exports and with requests. */
  turns: Turns;
  workspaceId: string;
  boardId: string;
  /** Whether the members of cards are shown. */
  showMembers: boolean;
}

/** Cards per page of outlines. */
const outlined = 2000;

/** Limits of a slice: cards, their bytes, and rows of one table that belong to them. */
const slice = { cards: 100, bytes: 128 * 1024, rows: 3000 };

/**
 * All cards of a board, in slices: live cards list by list in order, then archived ones. Each card appears once; one that was
 * missed because it moved meanwhile comes with the archived ones.
 */
export async function* cardsOf(source: Source, listIds: readonly string[]): AsyncGenerator<ExportedCard[]> {
  const seen = new Set<string>();
  for await (const page of outlinesOf(source, listIds)) {
    const fresh = page.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    for (const ids of cut(fresh)) yield* detailsOf(source, ids);
  }
}

async function* outlinesOf(
  { db, turns, workspaceId, boardId }: Source,
  listIds: readonly string[],
): AsyncGenerator<Outlined[]> {
  for (const listId of listIds) {
    for (let after = ''; ; ) {
      const p = { workspaceId, listId, after, limit: outlined };
      const page = await turns(() => db.all(cardsOfList, p));
      yield page;
      if (page.length < outlined) break;
      after = page.at(-1)?.position ?? '';
    }
  }
  for (let after = ''; ; ) {
    const p = { workspaceId, boardId, after, limit: outlined };
    const page = await turns(() => db.all(cardsOfBoard, p));
    yield page.filter(({ isLive }) => isLive === 1);
    if (page.length < outlined) return;
    after = page.at(-1)?.id ?? '';
  }
}

/** Splits cards into slices. */
function cut(cards: readonly Outlined[]): string[][] {
  const parts: string[][] = [];
  let room = { cards: 0, bytes: 0 };
  for (const { id, size } of cards) {
    if (room.cards < 1 || room.bytes < size) {
      parts.push([]);
      room = { ...slice };
    }
    parts.at(-1)?.push(id);
    room = { cards: room.cards - 1, bytes: room.bytes - size };
  }
  return parts;
}

async function* detailsOf(source: Source, ids: readonly string[]): AsyncGenerator<ExportedCard[]> {
  const on = await source.turns(() => hangingOn(source, ids, ids.length > 1 ? slice.rows : Infinity));
  if (!on) {
    const half = Math.ceil(ids.length / 2);
    yield* detailsOf(source, ids.slice(0, half));
    yield* detailsOf(source, ids.slice(half));
    return;
  }
  const { db, turns, workspaceId, boardId } = source;
  const cards = await turns(() => db.all(exportedCards, { workspaceId, boardId, ids }));
  const byId = new Map(cards.map((card) => [card.id, card]));
  const read = ids.flatMap((id) => {
    const card = byId.get(id);
    return card ? [{ ...card, ...on(id) }] : [];
  });
  if (read.length > 0) yield read;
}

type Hanging = (cardId: string) => Omit<ExportedCard, keyof CardRow>;

/** The contents of cards; undefined if they have more than `most` rows in one table. */
async function hangingOn(
  { db, workspaceId, showMembers }: Source,
  ids: readonly string[],
  most: number,
): Promise<Hanging | undefined> {
  // A million is more than one card can have.
  const p = { workspaceId, ids, limit: Math.min(most + 1, 1_000_000) };
  const [labels, members, checklists, attachments] = await Promise.all([
    db.all(labelsOnCards, p),
    showMembers ? db.all(membersOnCards, p) : [],
    db.all(checklistsOnCards, p),
    db.all(attachmentsOnCards, p),
  ]);
  const items = await db.all(itemsOfChecklists, { ...p, ids: checklists.map(({ id }) => id) });
  if ([labels, members, checklists, attachments, items].some(({ length }) => length > most)) return undefined;
  const labelsOf = Map.groupBy(labels.toSorted(byId), ({ cardId }) => cardId);
  const membersOf = Map.groupBy(members.toSorted(byId), ({ cardId }) => cardId);
  const itemsOf = Map.groupBy(items.toSorted(byPosition), ({ checklistId }) => checklistId);
  const checklistsOf = Map.groupBy(checklists.toSorted(byPosition), ({ cardId }) => cardId);
  const attachmentsOf = Map.groupBy(attachments.toSorted(byAge), ({ cardId }) => cardId);
  return (cardId) => ({
    labels: (labelsOf.get(cardId) ?? []).map(({ id }) => id),
    members: (membersOf.get(cardId) ?? []).map(({ id }) => id),
    checklists: (checklistsOf.get(cardId) ?? []).map(({ id, name }) => ({
      id,
      name,
      items: itemsOf.get(id) ?? [],
    })),
    attachments: attachmentsOf.get(cardId) ?? [],
  });
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const byId = (a: { id: string }, b: { id: string }) => compare(a.id, b.id);
const byPosition = (a: { position: string }, b: { position: string }) => compare(a.position, b.position);
const byAge = (a: AttachmentRow, b: AttachmentRow) => a.createdAt - b.createdAt || byId(a, b);
