import { type RawBuilder, sql } from 'kysely';
import type { Permission, PermissionMask } from '../../../contract/permissions.ts';
import { requirePermission, type Standing } from '../base/access/authority.ts';
import { heldOnBoard, type Principal } from '../base/access/board-permissions.ts';
import type { Located } from '../base/access/locate.ts';
import type { ListThen } from '../base/changes/activity.ts';
import type { ChangedCard } from '../base/changes/record.ts';
import { microsOf } from '../base/clock.ts';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import { Invalid, NotFound } from '../base/errors.ts';

/** What a caller expects of a granted card; throws `PreconditionFailed` where it is otherwise. */
export type Precondition = (tx: Reading, card: Located<'card'>) => Promise<void>;

/** A granted card as activities name it; `changed` is what is different now. */
export const changedCard = (
  card: Located<'card' | 'trashedCard'>,
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
  (_db, p: Omit<Principal, 'mask'> & { workspaceId: string; id: string }) => sql<{
    id: string;
    boardId: string;
    name: string;
    index: number;
    archivedAt: number | null;
    held: PermissionMask | null;
  }>`
  select l.id as id, l.board_id as "boardId", l.name as name,
    (select count(*) from lists o where o.workspace_id = ${p.workspaceId} and o.board_id = l.board_id
      and o.position < l.position and o.archived_at is null and o.deleted_at is null) as "index",
    l.archived_at as "archivedAt",
    ${heldOnBoard('b', p)} as held
  from lists l
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = l.board_id and b.deleted_at is null
  where l.workspace_id = ${p.workspaceId} and l.id = ${p.id} and l.deleted_at is null`,
);

export interface TargetList {
  id: string;
  boardId: string;
  isArchived: boolean;
  /** What the caller holds on its board, whatever the credential lets through. */
  held: PermissionMask;
  /** The list as activities show it. */
  shown: ListThen;
}

/**
 * A live list of the workspace by an id that stood in a body, where the caller may do something. Throws `Invalid`, also
 * for a list elsewhere, or on a board that the caller may not know of, so that an id tells nothing; `Forbidden` where the
 * caller may not do that on the board of the list. Nothing comes into an archived list: nobody would see it there.
 */
export async function listOf(
  tx: Reading,
  standing: InWorkspace,
  id: string,
  permission: Permission,
): Promise<TargetList> {
  const list = await findList(tx, standing, id);
  if (!list) throw new Invalid('body/listPublicId is not a list of this workspace');
  requirePermission(list.held & standing.principal.mask, permission);
  if (list.isArchived) throw new Invalid('body/listPublicId is an archived list');
  return list;
}

/** The list that a granted card is in. Throws `NotFound` where it went into the trash after the card was granted. */
export async function listAround(tx: Reading, card: Located<'card'>): Promise<TargetList> {
  const list = await findList(tx, card, card.listId);
  if (!list) throw new NotFound();
  return list;
}

type InWorkspace = Pick<Standing, 'workspaceId' | 'principal'>;

async function findList(
  tx: Reading,
  { workspaceId, principal }: InWorkspace,
  id: string,
): Promise<TargetList | undefined> {
  const list = await tx.first(listById, { workspaceId, id, ...principal });
  if (!list || list.held === null) return undefined;
  const { boardId, name, index, archivedAt, held } = list;
  return { id, boardId, isArchived: archivedAt !== null, held, shown: { publicId: id, name, index } };
}

/**
 * The id of the label on a board that stands for label `n` of the query around it: on its own board itself,
 * elsewhere the oldest of the same name and colour, or null.
 */
export const labelOnBoard = (p: { workspaceId: string; boardId: string }): RawBuilder<string | null> =>
  sql`case when n.board_id = ${p.boardId} then n.id else (
    select min(t.id) from labels t where t.workspace_id = ${p.workspaceId} and t.board_id = ${p.boardId}
      and t.deleted_at is null and t.name = n.name and lower(t.colour_code) = lower(n.colour_code)) end`;

/** A due date as it is stored: to the millisecond, as it is shown. Throws `Invalid` for a leap second. */
export function dueAtOf(date: string): number {
  const micros = microsOf(date);
  if (Number.isNaN(micros)) throw new Invalid('body/dueDate is not a time that can be stored');
  return Math.floor(micros / 1000) * 1000;
}
