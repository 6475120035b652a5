import { type RawBuilder, sql } from 'kysely';
import { type Permission, systemRoles } from '../../../../contract/permissions.ts';
import { fieldsOf } from '../card-fields.ts';
import { positionIn, versionsOf } from '../changes/versions.ts';
import type { Reading } from '../db/database.ts';
import { type Query, query } from '../db/query.ts';
import { NotFound } from '../errors.ts';
import { type MemberRights, requirePermission } from './authority.ts';
import { heldInWorkspace, permissionsOnBoard } from './board-permissions.ts';
import type {
  AttachmentRow,
  BoardRow,
  BoardsRow,
  CardRow,
  ChecklistItemRow,
  ChecklistRow,
  FieldRow,
  ImportRow,
  LabelRow,
  ListRow,
  MemberRightsRow,
  OnBoardRow,
  Positioned,
  WorkspaceRow,
} from './located-rows.ts';
import { type Caller, type FoundRow, type OnBoards, standingIn } from './standing.ts';

/*
 * Finds the row that an id addresses together with the caller's permissions on it, in one statement.
 * Rows in the trash, below anything in the trash, or on a board that the caller may not know of are not found.
 */

const rights = (
  workspaceId: unknown,
  userId: string,
  live = 'and w.deleted_at is null',
): { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> } => ({
  columns: sql`w.id as "workspaceId", w.card_prefix as "cardPrefix", m.id as "memberId", m.status as status,
    r.level as "roleLevel", ${heldInWorkspace} as permissions,
    w.show_emails_to_members as "showEmailsToMembers", w.policies as policies`,
  joins: sql`join workspaces w on w.id = ${workspaceId} ${sql.raw(live)}
    left join members m on m.workspace_id = ${workspaceId} and m.user_id = ${userId}
    left join roles r on r.workspace_id = ${workspaceId} and r.id = m.role_id`,
});

/** The same on a board. On an open board the caller may have two roles; the higher one sets the rank. */
const standingOn = (
  board: string,
  access: RawBuilder<unknown> = sql.raw(`${board}.access`),
): ReturnType<typeof rights> => {
  const level = sql`r.level`;
  const asMember = sql`br.permissions`;
  return {
    columns: sql`${permissionsOnBoard({ access, level, inWorkspace: heldInWorkspace, asMember })} as "boardPermissions",
      case when r.level = ${sql.lit(systemRoles.admin.level)} or ${access} = 'workspace'
        and (br.level is null or r.level < br.level) then r.level else br.level end as "boardLevel",
      ${sql.raw(board)}.id as "onBoardId",
      case when ${access} = 'members' then 1 else 0 end as "isClosed"`,
    joins: sql`left join board_members bm
        on bm.workspace_id = w.id and bm.board_id = ${sql.raw(board)}.id and bm.member_id = m.id
      left join roles br on br.workspace_id = bm.workspace_id and br.id = bm.role_id`,
  };
};

type Address = { id: string; userId: string };

/** The workspace of the row, which is known once the row is found. */
const itsWorkspace = sql.raw('x.workspace_id');

/** `board` is the alias in `from` of the row's board. */
const located = <Row>(
  name: string,
  columns: string | RawBuilder<unknown>,
  from: string,
  where: string,
  board = 'b',
  order = '',
) =>
  query(`locate.${name}`, (_db, p: Address) => {
    const of = rights(itsWorkspace, p.userId);
    const on = standingOn(board);
    const own = typeof columns === 'string' ? sql.raw(columns) : columns;
    return sql<Row & MemberRightsRow & OnBoardRow>`select ${own}, ${of.columns}, ${on.columns}
      from ${sql.raw(from)} ${of.joins} ${on.joins} where ${sql.raw(where)} = ${p.id} ${sql.raw(order)}`;
  });

const columnsOfCard = (card: string) => `${card}.id as id, ${card}.board_id as "boardId",
  ${card}.list_id as "listId", ${card}.number as number, ${fieldsOf(card)}, ${card}.completed_by as "completedBy",
  ${card}.position as position, ${card}.archived_at as "archivedAt", ${card}.related as related`;

const listColumns = `x.id as id, x.board_id as "boardId", x.name as name, x.position as position,
  x.completes as completes, x.colour as colour, x.card_limit as "cardLimit", x.limit_refuses as "limitRefuses",
  x.refuses_open_checks as "refusesOpenChecks",
  x.archived_at as "archivedAt"`;

/** Live boards, lists and cards: nothing above them is in the trash. Archived ones can be addressed. */
const liveBoard = `join boards b on b.workspace_id = x.workspace_id and b.id = x.board_id and b.deleted_at is null`;
const around = (card: string) => `
  join lists l on l.workspace_id = x.workspace_id and l.id = ${card}.list_id and l.deleted_at is null
  join boards b on b.workspace_id = x.workspace_id and b.id = ${card}.board_id and b.deleted_at is null`;
const liveCard = `cards x ${around('x')}`;
const onCard = `join cards c on c.workspace_id = x.workspace_id and c.id = x.card_id and c.deleted_at is null
  ${around('c')}`;
const cardColumns = columnsOfCard('c');
const checklistColumns = `${cardColumns}, k.id as "checklistId", k.name as "checklistName",
  k.position as "checklistPosition"`;

const attachmentColumns = `${cardColumns}, x.id as "attachmentId", x.filename as filename,
  x.original_filename as "originalFilename", x.storage_key as "storageKey"`;

const queries = {
  workspace: query('locate.workspace', (_db, p: Address, fn) => {
    const of = rights(p.id, p.userId);
    const roles = sql`from (
      select distinct cast(br.permissions as text) as permissions from board_members bm
      join roles br on br.workspace_id = ${p.id} and br.id = bm.role_id
      where bm.workspace_id = ${p.id} and bm.member_id = m.id) held`;
    return sql<WorkspaceRow & MemberRightsRow & BoardsRow>`select x.id as id, x.name as name, x.slug as slug,
      ${positionIn(p.id)} as "changePosition", ${of.columns}, ${fn.keys(['held.permissions'], roles)} as "rolesOnBoards", case when exists (
        select 1 from boards where workspace_id = ${p.id} and access = 'members') then 1 else 0 end as "hasClosed"
      from workspaces x ${of.joins} where x.id = ${p.id}`;
  }),
  /** A workspace that may itself be in the trash. */
  trashedWorkspace: query('locate.trashedWorkspace', (_db, p: Address) => {
    const of = rights(p.id, p.userId, '');
    return sql<
      Omit<WorkspaceRow, 'changePosition'> & { deletedAt: number | null } & MemberRightsRow
    >`select x.id as id, x.name as name,
      x.slug as slug, x.deleted_at as "deletedAt", ${of.columns} from workspaces x ${of.joins} where x.id = ${p.id}`;
  }),
  board: located<BoardRow>(
    'board',
    sql`x.id as id, x.name as name, x.slug as slug, x.type as type, x.visibility as visibility,
      x.access as access, x.background as background, x.archived_at as "archivedAt",
      ${sql.raw(versionsOf('x.workspace_id', 'x.id'))} as versions, ${positionIn(itsWorkspace)} as "changePosition"`,
    'boards x',
    'x.deleted_at is null and x.id',
    'x',
  ),
  /** A board that may itself be in the trash; not the hidden copy that a move between workspaces leaves there. */
  trashedBoard: located<Omit<BoardRow, 'versions' | 'changePosition'> & { deletedAt: number | null }>(
    'trashedBoard',
    `x.id as id, x.name as name, x.slug as slug, x.type as type, x.visibility as visibility,
      x.access as access, x.background as background, x.archived_at as "archivedAt", x.deleted_at as "deletedAt"`,
    'boards x',
    'x.id',
    'x',
    `order by coalesce(x.deleted_at, ${Number.MAX_SAFE_INTEGER}) desc limit 1`,
  ),
  list: located<ListRow>('list', listColumns, `lists x ${liveBoard}`, 'x.deleted_at is null and x.id'),
  /** A list that may itself be in the trash; its board may not. */
  trashedList: located<ListRow & { deletedAt: number | null }>(
    'trashedList',
    `${listColumns}, x.deleted_at as "deletedAt"`,
    `lists x ${liveBoard}`,
    'x.id',
  ),
  label: located<LabelRow>(
    'label',
    `x.id as id, x.board_id as "boardId", x.name as name, x.colour_code as "colourCode"`,
    `labels x ${liveBoard}`,
    'x.deleted_at is null and x.id',
  ),
  field: located<FieldRow>(
    'field',
    'x.id as id, x.board_id as "boardId", x.name as name, x.type as type, x.workspace_field_id as "workspaceFieldId"',
    `fields x ${liveBoard}`,
    'x.deleted_at is null and x.id',
  ),
  card: located<CardRow>('card', columnsOfCard('x'), liveCard, 'x.deleted_at is null and x.id'),
  /** A card for its page. Changes do not need the log's position. */
  cardOfPage: located<CardRow & Positioned>(
    'cardOfPage',
    sql`${sql.raw(columnsOfCard('x'))}, ${positionIn(itsWorkspace)} as "changePosition"`,
    liveCard,
    'x.deleted_at is null and x.id',
  ),
  /** A card that may itself be in the trash; its list and board may not. */
  trashedCard: located<CardRow & { deletedAt: number | null }>(
    'trashedCard',
    `${columnsOfCard('x')}, x.deleted_at as "deletedAt"`,
    liveCard,
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
      x.due_at as "itemDueAt", x.member_id as "itemMemberId", x.position as "itemPosition",
      x.acceptance as "itemAcceptance", x.completed_at as "itemCompletedAt", x.completed_by as "itemCompletedBy",
      x.evidence as "itemEvidence"`,
    `checklist_items x
      join checklists k on k.workspace_id = x.workspace_id and k.id = x.checklist_id
      ${onCard.replace('x.card_id', 'k.card_id')}`,
    'x.id',
  ),
  /** The card of a live comment. */
  comment: located<CardRow>('comment', cardColumns, `comments x ${onCard}`, 'x.deleted_at is null and x.id'),
  attachment: located<AttachmentRow>('attachment', attachmentColumns, `attachments x ${onCard}`, 'x.id'),
  /** An attachment that may itself be in the trash; its card may not. */
  trashedAttachment: located<AttachmentRow & { deletedAt: number | null }>(
    'trashedAttachment',
    `${attachmentColumns}, x.deleted_at as "deletedAt"`,
    `(select workspace_id, id, card_id, filename, original_filename, storage_key, deleted_at from uploads
        where deleted_at is not null
      union all select workspace_id, id, card_id, filename, original_filename, storage_key, null from attachments) x
      ${onCard}`,
    'x.id',
  ),
  /** An import has the permissions of its board, if any; until it is completed, its owner can always access it. */
  import: query('locate.import', (_db, p: Address) => {
    const of = rights(itsWorkspace, p.userId);
    const isOwn = sql`x.state <> 'completed' and x.user_id = ${p.userId}`;
    const on = standingOn(
      'b',
      sql`case when ${isOwn} then 'workspace' else coalesce(b.access, 'workspace') end`,
    );
    return sql<ImportRow & MemberRightsRow & OnBoardRow>`select x.id as id, ${of.columns}, ${on.columns}
      from imports x
      left join boards b on b.workspace_id = x.workspace_id and b.id = x.board_id
      ${of.joins} ${on.joins}
      where x.id = ${p.id} and (x.state <> 'completed' or b.id is not null)`;
  }),
};

type Queries = typeof queries;
export type LocatedKind = keyof Queries;
type RowOf<Q> =
  Q extends Query<Address, infer R>
    ? Omit<R, keyof MemberRightsRow | keyof OnBoardRow | keyof BoardsRow>
    : never;
export type Located<K extends LocatedKind> = RowOf<Queries[K]> &
  MemberRights &
  (K extends 'workspace' ? OnBoards : unknown);

/**
 * Locates the row of `kind` that `id` addresses and checks that the actor holds `permission` there. Null only requires an
 * active member, for rules that are not about a permission.
 * Throws `NotFound` if there is no such row or the actor may not know of it, and `Forbidden` if the actor is not an active
 * member of its workspace or lacks the permission.
 */
export async function locate<K extends LocatedKind>(
  db: Reading,
  actor: Caller,
  kind: K,
  id: string,
  permission: Permission | null,
): Promise<Located<K>> {
  const found = await db.first(queries[kind] as Query<Address, FoundRow>, { id, userId: actor.userId });
  if (!found) throw new NotFound();
  const located = standingIn(found, actor);
  if (permission) requirePermission(located.permissions, permission);
  return located as unknown as Located<K>;
}

/**
 * Locates a workspace for a list that depends on permissions per board. The actor needs the permission in the workspace or
 * on at least one board; the listing statement itself checks each board.
 */
export async function locateBoardsOf(
  db: Reading,
  actor: Caller,
  workspaceId: string,
  permission: Permission,
): Promise<Located<'workspace'>> {
  const workspace = await locate(db, actor, 'workspace', workspaceId, null);
  requirePermission(workspace.anywhere, permission);
  return workspace;
}
