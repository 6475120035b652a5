import { type RawBuilder, sql } from 'kysely';
import type { Located } from '../access/locate.ts';
import type { ListThen } from '../changes/activity.ts';
import type { ChangedCard } from '../changes/record.ts';
import { microsOf } from '../clock.ts';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';
import { Invalid, NotFound } from '../errors.ts';

/** What a caller expects of a granted card; throws `PreconditionFailed` where it is otherwise. */
export type Precondition = (tx: Reading, card: Located<'card'>) => Promise<void>;

/** A granted card as activities name it; `changed` is what is different now. */
export const changedCard = (
  card: Located<'card'>,
  changed: Partial<Pick<ChangedCard, 'boardId' | 'listId' | 'title'>> = {},
): ChangedCard => ({
  workspaceId: card.workspaceId,
  boardId: card.boardId,
  listId: card.listId,
  id: card.id,
  number: card.number,
  title: card.title,
  ...changed,
});

const listById = query(
  'cards.listById',
  (_db, p: { workspaceId: string; id: string }) => sql<{
    id: string;
    boardId: string;
    name: string;
    index: number;
  }>`
  select l.id as id, l.board_id as "boardId", l.name as name,
    (select count(*) from lists o where o.workspace_id = ${p.workspaceId} and o.board_id = l.board_id
      and o.position < l.position and o.deleted_at is null) as "index"
  from lists l
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = l.board_id and b.deleted_at is null
  where l.workspace_id = ${p.workspaceId} and l.id = ${p.id} and l.deleted_at is null`,
);

export interface TargetList {
  id: string;
  boardId: string;
  /** The list as activities show it. */
  shown: ListThen;
}

/**
 * A live list of the workspace by an id that stood in a body. Throws `Invalid`, also for a list elsewhere, so that
 * an id tells nothing about other workspaces.
 */
export async function listOf(tx: Reading, workspaceId: string, id: string): Promise<TargetList> {
  const list = await findList(tx, workspaceId, id);
  if (!list) throw new Invalid('body/listPublicId is not a list of this workspace');
  return list;
}

/** The list that a granted card is in. Throws `NotFound` where it went into the trash after the card was granted. */
export async function listAround(tx: Reading, card: Located<'card'>): Promise<TargetList> {
  const list = await findList(tx, card.workspaceId, card.listId);
  if (!list) throw new NotFound();
  return list;
}

async function findList(tx: Reading, workspaceId: string, id: string): Promise<TargetList | undefined> {
  const list = await tx.first(listById, { workspaceId, id });
  if (!list) return undefined;
  const { boardId, name, index } = list;
  return { id, boardId, shown: { publicId: id, name, index } };
}

/**
 * The id of the label on a board that stands for label `n` of the query around it: on its own board itself,
 * elsewhere the oldest of the same name and colour, or null.
 */
export const labelOnBoard = (p: { workspaceId: string; boardId: string }): RawBuilder<string | null> =>
  sql`case when n.board_id = ${p.boardId} then n.id else (
    select min(t.id) from labels t where t.workspace_id = ${p.workspaceId} and t.board_id = ${p.boardId}
      and t.name = n.name and lower(t.colour_code) = lower(n.colour_code)) end`;

/** A due date as it is stored: to the millisecond, as it is shown. Throws `Invalid` for a leap second. */
export function dueAtOf(date: string): number {
  const micros = microsOf(date);
  if (Number.isNaN(micros)) throw new Invalid('body/dueDate is not a time that can be stored');
  return Math.floor(micros / 1000) * 1000;
}
