import { type RawBuilder, sql } from 'kysely';
import { intersection, type Permission, type PermissionMask } from '../../../contract/permissions.ts';
import { type MemberRights, requirePermission } from '../base/access/authority.ts';
import { heldOnBoard, type Principal } from '../base/access/board-permissions.ts';
import type { Located } from '../base/access/locate.ts';
import type { ListThen } from '../base/changes/activity.ts';
import type { ChangedCard } from '../base/changes/record.ts';
import type { ChangedThing } from '../base/changes/undo-steps.ts';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';
import { Invalid, NotFound } from '../base/errors.ts';
import { type Standing, standingOf } from '../data/cards/standing.ts';

/** A precondition on a granted card; throws `PreconditionFailed` if it does not hold. */
export type Precondition = (tx: Reading, card: Located<'card'>) => Promise<void>;

/** A granted card as activities name it; `changed` has the fields that the change sets. */
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

/** An archived, deleted or restored card as it can be undone. */
export const stood = (card: Located<'card' | 'trashedCard'>, stands: Standing): ChangedThing => ({
  kind: 'card',
  id: card.id,
  before: { stands: standingOf(card) },
  after: { stands },
});

const listById = query(
  'cards.listById',
  (_db, p: Omit<Principal, 'mask'> & { workspaceId: string; id: string }) => sql<{
    id: string;
    boardId: string;
    name: string;
    index: number;
    completes: 0 | 1;
    limit: number | null;
    refusesOpenChecks: 0 | 1;
    archivedAt: number | null;
    held: PermissionMask | null;
  }>`
  select l.id as id, l.board_id as "boardId", l.name as name,
    (select count(*) from lists o where o.workspace_id = ${p.workspaceId} and o.board_id = l.board_id
      and o.position < l.position and o.archived_at is null and o.deleted_at is null) as "index",
    l.completes as completes, case when l.limit_refuses = 1 then l.card_limit end as "limit",
    l.refuses_open_checks as "refusesOpenChecks", l.archived_at as "archivedAt",
    ${heldOnBoard('b', p)} as held
  from lists l
  join boards b on b.workspace_id = ${p.workspaceId} and b.id = l.board_id and b.deleted_at is null
  where l.workspace_id = ${p.workspaceId} and l.id = ${p.id} and l.deleted_at is null`,
);

export interface TargetList {
  id: string;
  boardId: string;
  isArchived: boolean;
  /** Whether cards put there become done. */
  completes: boolean;
  /** How many cards may be in it; null if any number. */
  limit: number | null;
  /** Whether no card with open acceptance checks is put there. */
  refusesOpenChecks: boolean;
  /** The caller's permissions on its board, before the credential's mask. */
  held: PermissionMask;
  /** The list as activities show it. */
  shown: ListThen;
}

/**
 * A live list of the workspace by an id from a request body, if the caller has `permission` on its board. Throws `Invalid` for
 * unknown lists, and equally for lists elsewhere or on boards that the caller may not know of, so that an id reveals nothing.
 * Throws `Forbidden` if the permission is missing. Nothing can be put into an archived list: nobody would see it there.
 */
export async function listOf(
  tx: Reading,
  standing: InWorkspace,
  id: string,
  permission: Permission,
): Promise<TargetList> {
  const list = await findList(tx, standing, id);
  if (!list) throw new Invalid('unknown-list', { field: 'body/listPublicId' });
  requirePermission(intersection(list.held, standing.principal.mask), permission);
  if (list.isArchived) throw new Invalid('archived-list', { field: 'body/listPublicId' });
  return list;
}

/** The list of a granted card. Throws `NotFound` if it was moved to the trash after the card was granted. */
export async function listAround(tx: Reading, card: Located<'card'>): Promise<TargetList> {
  const list = await findList(tx, card, card.listId);
  if (!list) throw new NotFound();
  return list;
}

type InWorkspace = Pick<MemberRights, 'workspaceId' | 'principal'>;

/** A list of the workspace on a board that the caller may know of. */
export async function findList(
  tx: Reading,
  { workspaceId, principal }: InWorkspace,
  id: string,
): Promise<TargetList | undefined> {
  const list = await tx.first(listById, { workspaceId, id, ...principal });
  if (!list || list.held === null) return undefined;
  const { boardId, name, index, limit, archivedAt, held } = list;
  const completes = list.completes === 1;
  return {
    id,
    boardId,
    isArchived: archivedAt !== null,
    completes,
    limit,
    refusesOpenChecks: list.refusesOpenChecks === 1,
    held,
    shown: { publicId: id, name, index },
  };
}

/**
 * The id of the label on a board that corresponds to label `n` of the surrounding query: `n` itself if it is on that board,
 * otherwise the oldest of the same name and colour, or null.
 */
export const labelOnBoard = (p: { workspaceId: string; boardId: string }): RawBuilder<string | null> =>
  sql`case when n.board_id = ${p.boardId} then n.id else (
    select min(t.id) from labels t where t.workspace_id = ${p.workspaceId} and t.board_id = ${p.boardId}
      and t.deleted_at is null and t.name = n.name and lower(t.colour_code) = lower(n.colour_code)) end`;
