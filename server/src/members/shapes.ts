import { type RawBuilder, sql } from 'kysely';
import type { Functions } from '../db/functions.ts';

/** A column of addresses, null where `showEmails` is not 1. */
const visible = (showEmails: string, column: string) =>
  sql`case when ${sql.raw(showEmails)} = 1 then ${sql.raw(column)} end`;

const member = (fn: Functions, showEmails: string) => ({
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

/**
 * The members of a workspace, oldest first, without those who were removed; none of them unless `shown` is true.
 * `showEmails` is a column of the query around it.
 */
export const workspaceMembersJson = (
  fn: Functions,
  workspaceId: string,
  showEmails: string,
  shown: RawBuilder<unknown>,
): RawBuilder<string> =>
  fn.list(fn.object(member(fn, showEmails)), presentMembers(workspaceId, shown), 'm.id');

/** The same with the role of each and the time since when. */
export const membersWithRolesJson = (
  fn: Functions,
  workspaceId: string,
  showEmails: string,
  shown: RawBuilder<unknown>,
): RawBuilder<string> =>
  fn.list(
    fn.object({
      ...member(fn, showEmails),
      role: sql`(select r.name from roles r where r.workspace_id = ${workspaceId} and r.id = m.role_id)`,
      createdAt: fn.millis('m.created_at'),
    }),
    presentMembers(workspaceId, shown),
    'm.id',
  );

/** A member `m` with the account `u` as cards name them. */
export const cardMember = (fn: Functions, showEmails: string): RawBuilder<string> =>
  fn.object({
    publicId: 'm.id',
    email: visible(showEmails, 'm.email'),
    user: sql`case when u.id is not null then ${fn.object({ id: 'u.id', name: 'u.name' })} end`,
  });

/** The members on a card, none unless `shown` is true; `card` is the alias of the card in the query around it. */
export const cardMembersJson = (
  fn: Functions,
  workspaceId: unknown,
  card: string,
  showEmails: string,
  shown: RawBuilder<unknown>,
): RawBuilder<string> =>
  fn.list(
    cardMember(fn, showEmails),
    sql`from card_members cm
      join members m on m.workspace_id = ${workspaceId} and m.id = cm.member_id
      left join users u on u.id = m.user_id
      where cm.workspace_id = ${workspaceId} and cm.card_id = ${sql.raw(card)}.id and ${shown}`,
    'm.id',
  );
