import { type RawBuilder, sql } from 'kysely';
import { holds, type Permission } from '../../../contract/permissions.ts';
import { versionsOf } from '../changes/versions.ts';
import type { Reading } from '../db/database.ts';
import { type Query, query } from '../db/query.ts';
import { Forbidden, NotFound } from '../errors.ts';
import type { Actor } from './actor.ts';
import { requireHolds, type Standing } from './authority.ts';

/*
 * Finds the row that an id addresses together with what the caller may do in its workspace, in one statement.
 * A row in the trash, or below something in the trash, addresses nothing.
 */

interface StandingRow {
  workspaceId: string;
  cardPrefix: string;
  memberId: string | null;
  status: string | null;
  roleLevel: number | null;
  permissions: number | null;
  showEmailsToMembers: number;
}

export interface WorkspaceRow {
  id: string;
  name: string;
  slug: string;
}

export interface BoardRow {
  id: string;
  name: string;
  slug: string;
  type: 'regular' | 'template';
  visibility: 'private' | 'public';
  archivedAt: number | null;
  /** Another text means that something has changed which the board shows. */
  versions: string;
}

export interface ListRow {
  id: string;
  boardId: string;
  name: string;
  position: string;
}

export interface LabelRow {
  id: string;
  boardId: string;
  name: string;
  colourCode: string;
}

export interface CardRow {
  id: string;
  boardId: string;
  listId: string;
  number: number;
  title: string;
  description: string | null;
  dueAt: number | null;
  position: string;
  archivedAt: number | null;
}

/** What hangs on a card carries the card it hangs on. */
export interface ChecklistRow extends CardRow {
  checklistId: string;
  checklistName: string;
  checklistPosition: string;
}

export interface ChecklistItemRow extends ChecklistRow {
  itemId: string;
  itemTitle: string;
  itemCompleted: number;
  itemPosition: string;
}

export interface AttachmentRow extends CardRow {
  attachmentId: string;
  filename: string;
  originalFilename: string;
  storageKey: string;
}

const standing = (
  workspaceId: string,
  userId: string,
  live = 'and w.deleted_at is null',
): { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> } => ({
  columns: sql`w.id as "workspaceId", w.card_prefix as "cardPrefix", m.id as "memberId", m.status as status,
    r.level as "roleLevel", (r.permissions | m.granted) & ~m.revoked as permissions,
    w.show_emails_to_members as "showEmailsToMembers"`,
  joins: sql`join workspaces w on w.id = ${sql.raw(workspaceId)} ${sql.raw(live)}
    left join members m on m.workspace_id = w.id and m.user_id = ${userId}
    left join roles r on r.workspace_id = m.workspace_id and r.id = m.role_id`,
});

type Address = { id: string; userId: string };

const located = <Row>(name: string, columns: string, from: string, where: string, order = '') =>
  query(`locate.${name}`, (_db, p: Address) => {
    const of = standing('x.workspace_id', p.userId);
    return sql<Row & StandingRow>`select ${sql.raw(columns)}, ${of.columns}
      from ${sql.raw(from)} ${of.joins} where ${sql.raw(where)} = ${p.id} ${sql.raw(order)}`;
  });

const cardColumns = `c.id as id, c.board_id as "boardId", c.list_id as "listId", c.number as number,
  c.title as title, c.description as description, c.due_at as "dueAt", c.position as position,
  c.archived_at as "archivedAt"`;

/** Live boards, lists and cards: nothing above them is in the trash. */
const liveBoard = `join boards b on b.workspace_id = x.workspace_id and b.id = x.board_id and b.deleted_at is null`;
const liveCard = (join: string) => `${join}
  join lists l on l.workspace_id = c.workspace_id and l.id = c.list_id and l.deleted_at is null
  join boards b on b.workspace_id = c.workspace_id and b.id = c.board_id and b.deleted_at is null`;
const onCard = liveCard(
  'join cards c on c.workspace_id = x.workspace_id and c.id = x.card_id and c.deleted_at is null',
);
const checklistColumns = `${cardColumns}, k.id as "checklistId", k.name as "checklistName",
  k.position as "checklistPosition"`;

const queries = {
  workspace: query('locate.workspace', (_db, p: Address) => {
    const of = standing('x.id', p.userId);
    return sql<WorkspaceRow & StandingRow>`select x.id as id, x.name as name, x.slug as slug, ${of.columns}
      from workspaces x ${of.joins} where x.id = ${p.id}`;
  }),
  /** A workspace that may itself be in the trash. */
  trashedWorkspace: query('locate.trashedWorkspace', (_db, p: Address) => {
    const of = standing('x.id', p.userId, '');
    return sql<WorkspaceRow & { deletedAt: number | null } & StandingRow>`select x.id as id, x.name as name,
      x.slug as slug, x.deleted_at as "deletedAt", ${of.columns} from workspaces x ${of.joins} where x.id = ${p.id}`;
  }),
  board: located<BoardRow>(
    'board',
    `x.id as id, x.name as name, x.slug as slug, x.type as type, x.visibility as visibility,
      x.archived_at as "archivedAt", ${versionsOf('x.workspace_id', 'x.id')} as versions`,
    'boards x',
    'x.deleted_at is null and x.id',
  ),
  /** A board that may itself be in the trash: not what a move has there of it that is not shown yet, or any more. */
  trashedBoard: located<Omit<BoardRow, 'versions'> & { deletedAt: number | null }>(
    'trashedBoard',
    `x.id as id, x.name as name, x.slug as slug, x.type as type, x.visibility as visibility,
      x.archived_at as "archivedAt", x.deleted_at as "deletedAt"`,
    'boards x',
    'x.id',
    `order by coalesce(x.deleted_at, ${Number.MAX_SAFE_INTEGER}) desc limit 1`,
  ),
  list: located<ListRow>(
    'list',
    `x.id as id, x.board_id as "boardId", x.name as name, x.position as position`,
    `lists x ${liveBoard}`,
    'x.deleted_at is null and x.id',
  ),
  /** A list that may itself be in the trash; its board may not. */
  trashedList: located<ListRow & { deletedAt: number | null }>(
    'trashedList',
    `x.id as id, x.board_id as "boardId", x.name as name, x.position as position, x.deleted_at as "deletedAt"`,
    `lists x ${liveBoard}`,
    'x.id',
  ),
  label: located<LabelRow>(
    'label',
    `x.id as id, x.board_id as "boardId", x.name as name, x.colour_code as "colourCode"`,
    `labels x ${liveBoard}`,
    'x.id',
  ),
  card: located<CardRow>(
    'card',
    cardColumns,
    liveCard(`cards x join cards c on c.workspace_id = x.workspace_id and c.id = x.id`),
    'x.deleted_at is null and x.id',
  ),
  /** A card that may itself be in the trash; what it is in may not. */
  trashedCard: located<CardRow & { deletedAt: number | null }>(
    'trashedCard',
    `${cardColumns}, c.deleted_at as "deletedAt"`,
    liveCard(`cards x join cards c on c.workspace_id = x.workspace_id and c.id = x.id`),
    'x.id',
  ),
  checklist: located<ChecklistRow>(
    'checklist',
    checklistColumns,
    `checklists x ${onCard} join checklists k on k.workspace_id = x.workspace_id and k.id = x.id`,
    'x.id',
  ),
  checklistItem: located<ChecklistItemRow>(
    'checklistItem',
    `${checklistColumns}, x.id as "itemId", x.title as "itemTitle", x.completed as "itemCompleted",
      x.position as "itemPosition"`,
    `checklist_items x
      join checklists k on k.workspace_id = x.workspace_id and k.id = x.checklist_id
      ${onCard.replace('x.card_id', 'k.card_id')}`,
    'x.id',
  ),
  attachment: located<AttachmentRow>(
    'attachment',
    `${cardColumns}, x.id as "attachmentId", x.filename as filename,
      x.original_filename as "originalFilename", x.storage_key as "storageKey"`,
    `attachments x ${onCard}`,
    'x.id',
  ),
};

type Queries = typeof queries;
export type LocatedKind = keyof Queries;
type RowOf<Q> = Q extends Query<Address, infer R> ? Omit<R, keyof StandingRow> : never;
export type Located<K extends LocatedKind> = RowOf<Queries[K]> & Standing;

/**
 * Locates the row of `kind` that `id` addresses and checks that the actor holds `permission` in its workspace; null
 * asks for an active member only, where the rest of the rule is not about a permission of the workspace.
 * Throws `NotFound` where there is none, `Forbidden` where the actor is no active member, or holds too little.
 */
export async function locate<K extends LocatedKind>(
  db: Reading,
  actor: Pick<Actor, 'userId' | 'mask' | 'workspaceId'>,
  kind: K,
  id: string,
  permission: Permission | null,
): Promise<Located<K>> {
  const found = await db.first(queries[kind] as Query<Address, StandingRow>, { id, userId: actor.userId });
  if (!found) throw new NotFound();
  const { status, memberId, roleLevel, permissions, showEmailsToMembers, ...row } = found;
  const open = actor.workspaceId === null || actor.workspaceId === found.workspaceId;
  if (!open || status !== 'active' || memberId === null || roleLevel === null || permissions === null) {
    throw new Forbidden();
  }
  const effective = permissions & actor.mask;
  if (permission) requireHolds(effective, permission);
  const showEmails = showEmailsToMembers === 1 || holds(effective, 'member:edit');
  return { ...row, memberId, roleLevel, permissions: effective, showEmails } as unknown as Located<K>;
}
