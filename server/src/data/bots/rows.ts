import { type RawBuilder, sql } from 'kysely';
import { systemRoles } from '../../../../contract/permissions.ts';
import { heldByMember, heldInWorkspace } from '../../base/access/board-permissions.ts';
import type { Reading } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import { bots } from './tables.ts';

export const insertBot = insertRow('bots.insert', bots);

export const botOfMember = query('bots.ofMember', (db, p: { workspaceId: string; memberId: string }) =>
  db
    .selectFrom('bots')
    .select('user_id as userId')
    .where('workspace_id', '=', p.workspaceId)
    .where('member_id', '=', p.memberId),
);

/** The account that owns a bot. */
const ownerOfBot = query(
  'bots.ownerOf',
  (_db, p: { workspaceId: string; userId: string }) => sql<{ userId: string }>`
  select m.user_id as "userId" from bots t
  join members m on m.workspace_id = ${p.workspaceId} and m.id = t.owner_id and m.status = 'active'
  where t.workspace_id = ${p.workspaceId} and t.user_id = ${p.userId}`,
);

/** Whose program acts by an API key: the owner of a bot, whom it may not have any more, or else the account itself. */
export async function runnerOf(
  tx: Reading,
  workspaceId: string,
  { userId, isBot = false }: { userId: string; isBot?: boolean },
): Promise<string | undefined> {
  return isBot ? (await tx.first(ownerOfBot, { workspaceId, userId }))?.userId : userId;
}

/** Forgets who owns a removed bot; returns its account, and nothing for a member who is no bot. */
export const forgetBot = command('bots.forget', (db, p: { workspaceId: string; memberId: string }) =>
  db
    .deleteFrom('bots')
    .where('workspace_id', '=', p.workspaceId)
    .where('member_id', '=', p.memberId)
    .returning('user_id as userId'),
);

/** The owner of bot `t`, as `m` with role `r`, like the bot itself in the surrounding query. */
const ofOwner = (workspaceId: unknown, value: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select ${value} from members m
  join roles r on r.workspace_id = ${workspaceId} and r.id = m.role_id
  where m.workspace_id = ${workspaceId} and m.id = t.owner_id and m.status = 'active')`;

/** The active bots `t` of a workspace that may do more than their owners, or are admins. */
const beyondOwners = (workspaceId: unknown): RawBuilder<unknown> => sql`from bots t
  join members m on m.workspace_id = ${workspaceId} and m.id = t.member_id and m.status = 'active'
  join roles r on r.workspace_id = ${workspaceId} and r.id = m.role_id
  where t.workspace_id = ${workspaceId} and (
    r.level = ${sql.lit(systemRoles.admin.level)}
    or r.level < coalesce(${ofOwner(workspaceId, sql`r.level`)}, ${sql.lit(Number.MAX_SAFE_INTEGER)})
    or (${heldInWorkspace} & ~coalesce(${ofOwner(workspaceId, heldInWorkspace)}, 0)) <> 0
    or exists (
      select 1 from board_members x
      join boards b on b.workspace_id = ${workspaceId} and b.id = x.board_id
      where x.workspace_id = ${workspaceId} and x.member_id = m.id
        and (coalesce(${heldByMember('b', workspaceId)}, 0)
          & ~coalesce(${ofOwner(workspaceId, heldByMember('b', workspaceId))}, 0)) <> 0))`;

/** Finds a bot if it is active and may do more than its owner. */
export const botBeyondOwner = query(
  'bots.beyondOwner',
  (_db, p: { workspaceId: string; memberId: string }) => sql<{ id: string }>`
  select t.member_id as id ${beyondOwners(p.workspaceId)} and t.member_id = ${p.memberId}`,
);

interface PausedBot {
  id: string;
  role: string;
}

/** The bots that may do more than their owners, who have changed. */
export const botsBeyondOwners = query(
  'bots.beyondOwners',
  (_db, p: { workspaceId: string }) => sql<PausedBot>`
  select t.member_id as id, r.name as role ${beyondOwners(p.workspaceId)} order by t.member_id`,
);
