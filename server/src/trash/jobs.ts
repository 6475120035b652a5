import { type RawBuilder, sql } from 'kysely';
import { trashTime } from '../base/access/trash.ts';
import { hour } from '../base/clock.ts';
import type { Maintain } from '../base/db/database.ts';
import { type Query, query } from '../base/db/query.ts';
import { untilStopped } from '../base/jobs/until-stopped.ts';
import type { Service } from '../base/service.ts';
import {
  type Gone,
  removeBoard,
  removeCards,
  removeFields,
  removeLabels,
  removeLists,
} from '../boards/jobs.ts';

/*
 * Permanently removes what has been in the trash for too long, and what is left of boards that were moved or were never shown
 * (`boards/actions/create.ts`). Workspaces are removed by a job of their own.
 */

/** Added to the time in the trash, so that no restore that started in time is still running. */
const grace = hour;

interface Expired {
  before: number;
  limit: number;
}

interface Found {
  workspaceId: string;
  id: string;
}

type Due = Query<Expired, Found>;

const expired = (name: string, select: (p: Expired) => RawBuilder<unknown>): Due =>
  query(`trash.expired.${name}`, (_db, p: Expired) => sql<Found>`${select(p)} limit ${p.limit}`);

const expiredBoards = expired(
  'boards',
  (p) => sql`select workspace_id as "workspaceId", id from boards where deleted_at < ${p.before}`,
);

const expiredCards = expired(
  'cards',
  (p) => sql`
  select workspace_id as "workspaceId", id from cards where deleted_at < ${p.before}
  union all
  select c.workspace_id, c.id from lists l
  join cards c on c.workspace_id = l.workspace_id and c.board_id = l.board_id and c.list_id = l.id
  where l.deleted_at < ${p.before}`,
);

const expiredLists = expired(
  'lists',
  (p) => sql`select workspace_id as "workspaceId", id from lists where deleted_at < ${p.before}`,
);

/** Labels of abandoned imports; no other labels are in the trash. */
const expiredLabels = expired(
  'labels',
  (p) => sql`select workspace_id as "workspaceId", id from labels where deleted_at < ${p.before}`,
);

/** The same of fields. */
const expiredFields = expired(
  'fields',
  (p) => sql`select workspace_id as "workspaceId", id from fields where deleted_at < ${p.before}`,
);

type Stores = Pick<Service, 'db' | 'maintain' | 'storage' | 'clock' | 'stopping'>;

/** Permanently deletes what is due, in bounded transactions, until nothing is left. */
export function emptyTrash(all: Stores): Promise<void> {
  const before = all.clock.now() - trashTime - grace;
  return untilStopped(all, async (stores) => {
    await removeBoards(stores, before);
    await removeDue(stores, before, expiredCards, removeCards);
    await removeDue(stores, before, expiredLists, removeLists);
    await removeDue(stores, before, expiredLabels, removeLabels);
    await removeDue(stores, before, expiredFields, removeFields);
  });
}

/** Max rows of one batch. */
const takenAtOnce = 50;

async function removeDue(
  stores: Stores,
  before: number,
  due: Due,
  remove: (stores: Stores, some: Gone) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await stores.db.all(due, { before, limit: takenAtOnce });
    const [first] = rows;
    if (!first) return;
    const { workspaceId } = first;
    const ids = rows.flatMap((row) => (row.workspaceId === workspaceId ? [row.id] : []));
    await remove(stores, { workspaceId, ids, before });
  }
}

async function removeBoards(stores: Stores, before: number): Promise<void> {
  for (;;) {
    const board = await stores.db.first(expiredBoards, { before, limit: 1 });
    if (!board) return;
    const { workspaceId, id: boardId } = board;
    try {
      await removeBoard(
        { ...stores, maintain: whileDue(stores.maintain, board, before) },
        { workspaceId, boardId, before },
      );
    } catch (error) {
      if (!(error instanceof NoLongerDue)) throw error;
    }
  }
}

class NoLongerDue extends Error {}

const stillDue = query(
  'trash.stillDue',
  (_db, p: Found & { before: number }, fn) => sql`
  select id from boards where workspace_id = ${p.workspaceId} and id = ${p.id} and deleted_at < ${p.before} ${fn.hold()}`,
);

/**
 * A board that was moved away may be moved back, with the same ids, while its remains are being removed. So each transaction
 * locks the board's row and checks that it is still due.
 */
const whileDue =
  (maintain: Maintain, board: Found, before: number): Maintain =>
  (work) =>
    maintain(async (tx) => {
      if (!(await tx.first(stillDue, { ...board, before }))) throw new NoLongerDue();
      return work(tx);
    });
