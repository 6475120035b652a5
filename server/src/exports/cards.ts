import type { Principal } from '../base/access/board-permissions.ts';
import type { Reading } from '../base/db/database.ts';
import type { Turns } from '../base/http/turns.ts';
import {
  bounded,
  type Checklist,
  checklistsOf,
  childrenOf,
  maxRows,
  wholeCard,
} from '../reading/children.ts';
import type { CardFilter } from '../reading/filter/filter.ts';
import { cut, halved } from '../reading/slices.ts';
import {
  type AttachmentRow,
  attachmentsOnCards,
  type CardRow,
  cardsOfBoard,
  cardsOfList,
  exportedCards,
  type ItemWork,
  itemWorkOnCards,
  type Outlined,
  type RelationRow,
  relationsOnCards,
} from './queries.ts';

/*
 * An export reads a board while it is written: no more than its reader takes, by bounded statements, and with no connection
 * held in between.
 */

export interface ExportedCard extends CardRow {
  labels: string[];
  members: string[];
  checklists: (Omit<Checklist, 'items'> & { items: ExportedItem[] })[];
  attachments: AttachmentRow[];
  relations: RelationRow[];
}

type ExportedItem = Checklist['items'][number] & Omit<ItemWork, 'id'>;

/** The database and the board to read. */
export interface Source {
  db: Reading;
  /** The steps of an export take turns with other exports and with requests. */
  turns: Turns;
  workspaceId: string;
  boardId: string;
  /** Who reads it. */
  principal: Principal;
  /** Whether the members of cards are shown. */
  showMembers: boolean;
  /** Only cards that pass; null for all. */
  filter: CardFilter | null;
}

/** Cards per page of outlines. */
const outlined = 2000;

/** Max size of a slice. */
const slice = { rows: 100, bytes: 128 * 1024 };

/**
 * All cards of a board, in slices: live cards list by list in order, then archived ones. Each card appears once; one that was
 * missed because it moved meanwhile comes with the archived ones.
 */
export async function* cardsOf(source: Source, listIds: readonly string[]): AsyncGenerator<ExportedCard[]> {
  const seen = new Set<string>();
  for await (const page of outlinesOf(source, listIds)) {
    const fresh = page.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    const passing = await source.filter?.passing(fresh.map(({ id }) => id));
    for (const some of cut(passing ? fresh.filter(({ id }) => passing.has(id)) : fresh, slice)) {
      const ids = some.map(({ id }) => id);
      for await (const cards of halved(ids, (each) => readCards(source, each)))
        if (cards.length > 0) yield cards;
    }
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

/** Reads cards that are still there; undefined if they have too many children for one read, unless it is only one card. */
async function readCards(source: Source, ids: readonly string[]): Promise<ExportedCard[] | undefined> {
  const { db, turns, workspaceId, boardId, showMembers } = source;
  const max = ids.length > 1 ? bounded : wholeCard;
  const p = { workspaceId, boardId, ids };
  const children = await turns(() => childrenOf(db, { ...p, ...max, showMembers, showItemWork: false }));
  const attachments = await turns(() => db.all(attachmentsOnCards, { ...p, limit: max.maxRows }));
  if (ids.length > 1 && (children.hasMore || attachments.length > maxRows)) return undefined;
  const works = new Map((await turns(() => db.all(itemWorkOnCards, p))).map((each) => [each.id, each]));
  const withWork = (item: Checklist['items'][number]): ExportedItem => {
    const work = works.get(item.id) ?? nothing;
    return { ...item, ...work, memberId: showMembers ? work.memberId : null };
  };
  const cards = new Map((await turns(() => db.all(exportedCards, p))).map((card) => [card.id, card]));
  const relations = await relationsOf(source, [...cards.values()]);
  if (relations === undefined) return undefined;
  const attachmentsOf = Map.groupBy(attachments.toSorted(byAge), ({ cardId }) => cardId);
  return ids.flatMap((id) => {
    const card = cards.get(id);
    if (!card) return [];
    return {
      ...card,
      labels: children.labels.on(id).map((label) => label.id),
      members: children.members.on(id).map((member) => member.id),
      checklists: checklistsOf(children, id).map(({ items, ...rest }) => ({
        ...rest,
        items: items.map(withWork),
      })),
      attachments: attachmentsOf.get(id) ?? [],
      relations: relations.get(id) ?? [],
    };
  });
}

/** Of an item that is due at no time, nobody's, and no acceptance check. */
const nothing = { dueAt: null, memberId: null, acceptance: 0, completedAt: null, evidence: null } as const;

/** The relations of cards by card; undefined if they are too many for one read, unless it is only one card. */
async function relationsOf(
  { db, turns, workspaceId, principal }: Source,
  cards: readonly CardRow[],
): Promise<Map<string, RelationRow[]> | undefined> {
  const ids = cards.flatMap(({ id, related }) => (related === 1 ? [id] : []));
  if (ids.length === 0) return new Map();
  const p = { ...principal, workspaceId, ids, limit: maxRows + 1 };
  const found = await turns(() => db.all(relationsOnCards, p));
  return found.length > maxRows && cards.length > 1 ? undefined : Map.groupBy(found, ({ cardId }) => cardId);
}

const byAge = (a: AttachmentRow, b: AttachmentRow) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
