import { sql } from 'kysely';
import { command } from '../../base/db/query.ts';
import { deleteRows } from '../../base/db/statements.ts';
import { sentInvitations } from './tables.ts';

/* Statements by which other domains write invitations. */

interface Codes {
  workspaceId: string;
  memberId: string;
  /** Empty for someone without an account. */
  userId: string;
}

/** Deletes the code that was mailed to a member, and the link that the member made and may have kept. */
export const withdrawInvites = command('invites.withdraw', (db, p: Codes) =>
  db
    .deleteFrom('invites')
    .where('workspace_id', '=', p.workspaceId)
    .where((where) =>
      where.or([
        where('member_id', '=', p.memberId),
        where.and([where('member_id', 'is', null), where('created_by', '=', p.userId)]),
      ]),
    ),
);

/** Deletes the links that an account has made in workspaces that it leaves. */
export const withdrawLinks = command(
  'invites.withdrawLinks',
  (_db, p: { userId: string; memberIds: string[] }, fn) => sql`
  delete from invites where created_by = ${p.userId} and member_id is null and workspace_id in (
    select workspace_id from members where user_id = ${p.userId} and ${fn.isIn('id', fn.each(p.memberIds))})`,
);

/** Deletes the codes that were mailed to an address with which nobody has joined. */
export const withdrawInvitations = command(
  'invites.withdrawOfAddress',
  (_db, p: { email: string }) => sql`
  delete from invites where (workspace_id, member_id) in (
    select workspace_id, id from members where email = ${p.email} and user_id is null)`,
);

/** Forgets that invitations were mailed to an address. */
export const forgetSentTo = deleteRows('sent_invitations.forgetAddress', sentInvitations, ['email']);
