import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '../../../../contract/notifications.ts';
import { minute } from '../clock.ts';
import type { Maintain } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { sliceSize } from '../jobs/remove.ts';

/*
 * Which notifications are due to be mailed. `mail_at` serves as a lease, too: while a mail is sent, its notifications are due again
 * later, so that nothing is lost if a node dies; they keep the id of the mail, so that it is the same mail.
 */

/** What happens on a card within this time of the first is one mail; microseconds. */
export const mailDelay = 2 * minute;

/** People with notifications that are due, longest first. */
export const dueReaders = query(
  'notifications.dueReaders',
  (_db, p: { now: number; limit: number }) => sql<{ userId: string }>`
  select distinct user_id as "userId" from (
    select user_id from notifications where mail_at <= ${p.now} order by mail_at limit ${p.limit}
  ) due`,
);

/** A notification that is to be mailed. */
export interface Pending {
  workspaceId: string;
  id: string;
  userId: string;
  kind: NotificationKind;
  boardId: string | null;
  cardId: string | null;
  createdAt: number;
  toldAt: number;
  readAt: number | null;
  archivedAt: number | null;
  mailAt: number;
  mailId: string | null;
  mailedTo: number | null;
}

/**
 * The notifications of some people that are due up to a time. They stay locked, so that no other node takes them: it waits, and then
 * finds that they are no longer due.
 */
export const pendingMails = query(
  'notifications.pendingMails',
  (_db, p: { userIds: readonly string[]; until: number; limit: number }, fn) => sql<Pending>`
  select workspace_id as "workspaceId", id as id, user_id as "userId", kind as kind, board_id as "boardId",
    card_id as "cardId", created_at as "createdAt", told_at as "toldAt", read_at as "readAt", archived_at as "archivedAt", mail_at as "mailAt",
    mail_id as "mailId", mailed_to as "mailedTo"
  from notifications
  where ${fn.isIn('user_id', fn.each(p.userIds))} and mail_at <= ${p.until}
  order by mail_at, id limit ${p.limit} ${fn.hold()}`,
);

/** When a notification is to be looked at again, and the mail that it is part of by then. */
export interface Scheduled {
  workspaceId: string;
  id: string;
  mailAt: number | null;
  mailId: string | null;
}

export const scheduleMails = command(
  'notifications.scheduleMails',
  (_db, p: { rows: readonly Scheduled[] }, fn) => sql<never>`
  update notifications set mail_at = r."mailAt", mail_id = r."mailId"
  from ${fn.rows(p.rows, { workspaceId: 'text', id: 'text', mailAt: 'integer', mailId: 'text' })} r
  where notifications.workspace_id = r."workspaceId" and notifications.id = r.id`,
);

interface OfMail {
  userId: string;
  mailId: string;
}

/** Notifications of a mail that one transaction updates. */
const ofMailAtOnce = 1000;

const someOfMail = ({ userId, mailId }: OfMail, only: RawBuilder<boolean>) => sql`(workspace_id, id) in (
    select * from (
      select workspace_id, id from notifications
      where user_id = ${userId} and mail_at is not null and mail_id = ${mailId} and ${only} limit ${sql.lit(ofMailAtOnce)}
    ) due limit ${sql.lit(ofMailAtOnce)}
  ) returning 1 as one`;

const endSome = command(
  'notifications.endMail',
  (_db, p: OfMail & { to: number }) => sql<{ one: number }>`
  update notifications set mailed_to = ${p.to}, mail_id = null,
    mail_at = case when told_at > ${p.to} then told_at + ${sql.lit(mailDelay)} end
  where ${someOfMail(p, sql`true`)}`,
);

const postponeSome = command(
  'notifications.postponeMail',
  (_db, p: OfMail & { mailAt: number }) => sql<{ one: number }>`
  update notifications set mail_at = ${p.mailAt} where ${someOfMail(p, sql`mail_at <> ${p.mailAt}`)}`,
);

/** Ends a mail: sent, or given up. What was told since is due to be mailed by itself. */
export async function endMail(maintain: Maintain, mail: OfMail & { to: number }): Promise<void> {
  while ((await maintain((tx) => tx.run(endSome, mail))).length === ofMailAtOnce);
}

/** Has a mail sent again later. */
export async function postponeMail(maintain: Maintain, mail: OfMail & { mailAt: number }): Promise<void> {
  while ((await maintain((tx) => tx.run(postponeSome, mail))).length === ofMailAtOnce);
}

const forgetSome = command(
  'notifications.forgetMails',
  (_db, p: { now: number }) => sql<{ one: number }>`
  update notifications set mail_at = null, mail_id = null where (workspace_id, id) in (
    select * from (
      select workspace_id, id from notifications where mail_at <= ${p.now} order by mail_at limit ${sql.lit(sliceSize)}
    ) due limit ${sql.lit(sliceSize)}
  ) returning 1 as one`,
);

/** Drops what is due where there is no mail server, so that it is not sent once there is one. */
export async function forgetMails(maintain: Maintain, now: number): Promise<void> {
  while ((await maintain((tx) => tx.run(forgetSome, { now }))).length === sliceSize);
}
