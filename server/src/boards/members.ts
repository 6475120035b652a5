import { type RawBuilder, sql } from 'kysely';
import { cannotSee } from '../base/access/board-permissions.ts';
import { isBot } from '../base/access/bots.ts';
import { query } from '../base/db/query.ts';
import { memberFields } from '../data/members/fragments.ts';

interface OfBoard {
  workspaceId: string;
  boardId: string;
}

interface ReadMembers extends OfBoard {
  showEmails: boolean;
  showMembers: boolean;
}

/** Who has access to a board, with its members, as JSON. */
export const boardMembersRead = query(
  'boards.members',
  (_db, p: ReadMembers, fn) => sql<{ json: string }>`
  select ${fn.object({
    access: 'b.access',
    members: fn.list(
      fn.object({
        ...memberFields(fn, 'b.show_emails'),
        isBot: fn.flag(isBot('u')),
        role: fn.object({ publicId: 'r.id', name: 'r.name' }),
      }),
      sql`from board_members bm
        join members m on m.workspace_id = ${p.workspaceId} and m.id = bm.member_id
        join roles r on r.workspace_id = ${p.workspaceId} and r.id = bm.role_id
        left join users u on u.id = m.user_id
        where bm.workspace_id = ${p.workspaceId} and bm.board_id = ${p.boardId} and b.show_members = 1`,
      'm.id',
    ),
  })} as json
  from (
    select access, cast(${p.showEmails} as bigint) as show_emails, cast(${p.showMembers} as bigint) as show_members
    from boards where workspace_id = ${p.workspaceId} and id = ${p.boardId}
  ) b`,
);

/** The role that a member has on a board. */
export interface BoardRole {
  id: string;
  name: string;
  level: number;
  permissions: number;
}

export const boardRole = query(
  'boards.roleOfMember',
  (_db, p: OfBoard & { memberId: string }) => sql<BoardRole>`
  select r.id as id, r.name as name, r.level as level, r.permissions as permissions
  from board_members bm
  join roles r on r.workspace_id = ${p.workspaceId} and r.id = bm.role_id
  where bm.workspace_id = ${p.workspaceId} and bm.board_id = ${p.boardId} and bm.member_id = ${p.memberId}`,
);

const shutOut = (p: OfBoard, only: RawBuilder<unknown>) => sql<{ id: string }>`
  select m.id as id from members m
  where m.workspace_id = ${p.workspaceId} and ${only} and m.status <> 'removed'
    and ${cannotSee(sql`${p.boardId}`, p.workspaceId)}`;

/** The members of the workspace who cannot see a board. */
export const membersShutOut = query('boards.membersShutOut', (_db, p: OfBoard) => shutOut(p, sql`1 = 1`));

/** The member, if they cannot see the board. */
export const memberShutOut = query('boards.memberShutOut', (_db, p: OfBoard & { memberId: string }) =>
  shutOut(p, sql`m.id = ${p.memberId}`),
);
