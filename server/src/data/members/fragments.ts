import { type RawBuilder, sql } from 'kysely';
import { holds, systemRoles } from '../../../../contract/permissions.ts';
import {
  heldInWorkspaceBy,
  mayOnBoard,
  type Principal,
  seesBoard,
} from '../../base/access/board-permissions.ts';
import { addressShown, isBot } from '../../base/access/bots.ts';
import type { Located } from '../../base/access/locate.ts';
import type { Functions } from '../../base/db/functions.ts';

/** A column of email addresses, null unless `showEmails` is 1, and for bots. */
const visible = (showEmails: string, column: string) =>
  sql`case when ${sql.raw(showEmails)} = 1 then ${addressShown(column)} end`;

/** The fields of member `m` with the account `u`. */
export const memberFields = (fn: Functions, showEmails: string) => ({
  publicId: 'm.id',
  email: visible(showEmails, 'm.email'),
  status: 'm.status',
  user: sql`case when u.id is not null then ${fn.object({
    id: 'u.id',
    name: 'u.name',
    email: visible(showEmails, 'u.email'),
    image: 'u.image',
  })} end`,
});

const presentMembers = (workspaceId: string, shown: RawBuilder<unknown>) => sql`from members m
  left join users u on u.id = m.user_id
  where m.workspace_id = ${workspaceId} and m.status <> 'removed' and ${shown}`;

/** The active admins `o` of a workspace from whom nothing is revoked: each of them can run it. */
export const ableAdmins = (workspaceId: unknown): RawBuilder<unknown> => sql`from members o
  join roles a on a.workspace_id = ${workspaceId} and a.id = o.role_id and a.level = ${sql.lit(systemRoles.admin.level)}
  where o.workspace_id = ${workspaceId} and o.status = 'active' and o.revoked = 0`;

/**
 * The members of a workspace, oldest first, without removed ones; none unless `shown` is true.
 * `showEmails` is a column of the surrounding query.
 */
export const workspaceMembersJson = (
  fn: Functions,
  workspaceId: string,
  showEmails: string,
  shown: RawBuilder<unknown>,
): RawBuilder<string> =>
  fn.list(fn.object(memberFields(fn, showEmails)), presentMembers(workspaceId, shown), 'm.id');

/** The members of a workspace as a live board shows them, without email addresses. */
export const liveMembersJson = (
  fn: Functions,
  workspaceId: string,
  shown: RawBuilder<unknown>,
): RawBuilder<string> => fn.list(liveMember(fn), presentMembers(workspaceId, shown), 'm.id');

/**
 * True for member `m` if the row `v` says that the members of board `b` are shown, and either all members of the workspace
 * are shown or `m` sees the board.
 */
export const membersShown = (workspaceId: unknown): RawBuilder<boolean> =>
  sql`v.show_members = 1 and (v.show_all_members = 1 or ${seesAs(workspaceId, sql`${seesBoard('b', workspaceId)}`)})`;

/** True for member `m` if a condition on role `r` holds. */
const seesAs = (workspaceId: unknown, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from roles r where r.workspace_id = ${workspaceId} and r.id = m.role_id and ${condition})`;

export interface ShownMembers extends Principal {
  workspaceId: string;
  showMembers: boolean;
  /** Whether all members of the workspace are shown, or only those with whom the caller shares a board. */
  showAllMembers: boolean;
}

/** Which members of a located workspace the caller is shown. */
export const shownMembers = ({ workspaceId, showEmails, anywhere, principal }: Located<'workspace'>) => ({
  workspaceId,
  showEmails,
  showMembers: holds(anywhere, 'member:view'),
  showAllMembers: holds(heldInWorkspaceBy(principal), 'member:view'),
  ...principal,
});

/** The table `boards_seen` that `sharing` selects from; empty if all members are shown. */
export const boardsSeen = (p: ShownMembers): RawBuilder<unknown> => sql`
  boards_seen as materialized (
    select b.id, b.access from boards b
    where b.workspace_id = ${p.workspaceId} and b.deleted_at is null and cast(${p.showAllMembers} as bigint) = 0
      and ${mayOnBoard('b', p, 'board:view', 'member:view')}
  )`;

/** True for a member `m` who is shown. */
export const sharing = (p: ShownMembers): RawBuilder<boolean> => sql`cast(${p.showMembers} as bigint) = 1
  and (cast(${p.showAllMembers} as bigint) = 1 or ${seesAs(
    p.workspaceId,
    sql`exists (select 1 from boards_seen seen where ${seesBoard('seen', p.workspaceId)})`,
  )})`;

/** The members of a workspace, each with their role and the time since when. */
export const membersWithRolesJson = (
  fn: Functions,
  workspaceId: string,
  showEmails: string,
  shown: RawBuilder<unknown>,
): RawBuilder<string> =>
  fn.list(
    fn.object({
      ...memberFields(fn, showEmails),
      role: sql`(select r.name from roles r where r.workspace_id = ${workspaceId} and r.id = m.role_id)`,
      createdAt: fn.millis('m.created_at'),
      isBot: fn.flag(isBot('u')),
      isPlaceholder: fn.flag(sql`(
        select count(*) from placeholders h where h.workspace_id = ${workspaceId} and h.member_id = m.id)`),
    }),
    presentMembers(workspaceId, shown),
    'm.id',
  );

/** An account, as what it did names it (`Person`). */
export const personJson = (fn: Functions, user: string): RawBuilder<string> =>
  fn.object({ id: `${user}.id`, name: `${user}.name`, isBot: fn.flag(isBot(user)) });

/** A member `m` with the account `u`, as cards show them. */
export const cardMember = (fn: Functions, showEmails: string): RawBuilder<string> =>
  fn.object({
    publicId: 'm.id',
    email: visible(showEmails, 'm.email'),
    user: sql`case when u.id is not null then ${fn.object({ id: 'u.id', name: 'u.name' })} end`,
  });

/** The members on a card, none unless `shown` is true; `card` is the alias of the card in the surrounding query. */
export const cardMembersJson = (
  fn: Functions,
  workspaceId: unknown,
  card: string,
  showEmails: string,
  shown: RawBuilder<unknown>,
): RawBuilder<string> =>
  fn.list(
    cardMember(fn, showEmails),
    sql`from (select x.id, x.email, x.user_id ${fn.lookUp({
      table: 'members',
      workspaceId,
      column: 'id',
      values: sql`(select cm.member_id as id from card_members cm
        where cm.workspace_id = ${workspaceId} and cm.card_id = ${sql.raw(card)}.id)`,
    })}) m left join users u on u.id = m.user_id where ${shown}`,
    'm.id',
  );

const liveFields = (fn: Functions) => ({
  publicId: 'm.id',
  status: 'm.status',
  rolePublicId: 'm.role_id',
  isBot: fn.flag(isBot('u')),
  user: sql`case when u.id is not null then ${fn.object({ id: 'u.id', name: 'u.name', image: 'u.image' })} end`,
});

/** Member `m` with the account `u` as a live board shows them (`LiveMember`), to readers who may see members. */
export const liveMember = (fn: Functions): RawBuilder<string> => fn.object(liveFields(fn));

/** The same with their role on a board (`LiveBoardMember`). */
export const liveBoardMember = (fn: Functions): RawBuilder<string> =>
  fn.object({ ...liveFields(fn), boardRolePublicId: 'm.board_role_id' });
