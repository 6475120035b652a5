import { sql } from 'kysely';
import { seesBoard, seesByWorkspaceRole } from '../base/access/board-permissions.ts';
import { isBot } from '../base/access/bots.ts';
import { query } from '../base/db/query.ts';
import { memberFields } from '../data/members/fragments.ts';

interface PageOfPeople {
  workspaceId: string;
  boardId: string;
  showEmails: boolean;
  /** Only members after this one; empty for all. */
  afterMember: string;
  limit: number;
}

/** A page of those who can see a board, with the roles that let them. */
export const boardPeople = query('boards.people', (_db, p: PageOfPeople, fn) => {
  const { user, ...fields } = memberFields(fn, 'v.show_emails');
  return sql<{ id: string; json: string }>`
  with m as materialized (
    select m.id, m.email, m.status, m.user_id, r.id as role_id, r.name as role_name,
      case when ${seesByWorkspaceRole('b')} then 1 else 0 end as by_role
    from members m
    ${fn.row({ table: 'roles', as: 'r', workspaceId: p.workspaceId, id: 'm.role_id' })}
    join boards b on b.workspace_id = ${p.workspaceId} and b.id = ${p.boardId}
    where m.workspace_id = ${p.workspaceId} and m.id > ${p.afterMember} and m.status <> 'removed'
      and (select count(*) from placeholders h where h.workspace_id = ${p.workspaceId} and h.member_id = m.id) = 0
      and ${seesBoard('b', p.workspaceId)}
    order by m.id limit ${p.limit}
  )
  select m.id as id, ${fn.object({
    ...fields,
    // Looked up for each: PostgreSQL would read all accounts.
    user: fn.json(sql`(select ${user} from users u where u.id = m.user_id)`),
    isBot: fn.flag(sql`coalesce((select ${isBot('u')} from users u where u.id = m.user_id), 0)`),
    workspaceRole: sql`case when m.by_role = 1 then ${fn.object({ publicId: 'm.role_id', name: 'm.role_name' })} end`,
    boardRole: sql`case when held.id is not null then ${fn.object({ publicId: 'held.id', name: 'held.name' })} end`,
  })} as json
  from m
  cross join (select cast(${p.showEmails} as bigint) as show_emails) v
  left join board_members bm
    on bm.workspace_id = ${p.workspaceId} and bm.board_id = ${p.boardId} and bm.member_id = m.id
  ${fn.row({ table: 'roles', as: 'held', workspaceId: p.workspaceId, id: 'bm.role_id', left: true })}
  order by m.id`;
});
