import { sql } from 'kysely';
import {
  type About,
  collapseWindow,
  type NotificationKind,
  notificationKinds,
} from '../../../../contract/notifications.ts';
import { isBot } from '../access/bots.ts';
import { minute } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { command, query } from '../db/query.ts';
import { insertRows } from '../db/statements.ts';
import { newId } from '../ids.ts';
import { mailDelay } from './mailing.ts';
import { atOnce, type By, type Row, storeLater } from './spreading.ts';
import { notifications } from './tables.ts';

/*
 * Who is told of a change is stored in its transaction, so that nothing is lost. Whether they may see it is checked when it is
 * shown.
 */

/** What somebody is told outside of an activity of a card. */
export interface News {
  userId: string;
  kind: NotificationKind;
  /** Undefined for what is about their account. */
  workspaceId?: string;
  /** The board that it is about, if it is about one. */
  boardId?: string;
  cardId?: string;
  commentId?: string;
  about?: About;
}

/** What somebody is told of a card. */
export interface NewsOfCard {
  userId: string;
  kind: NotificationKind;
}

/** What is told again is not pushed again before this; microseconds. */
const pushPause = minute;

/** What the change tells, collected while it runs. A user is told of a card once for each kind, with a count. */
export class Telling {
  readonly #news = new Map<string, Row>();

  /** Adds something that is told outside of an activity. */
  add({ userId, kind, workspaceId = '', boardId, cardId, commentId, about }: News): void {
    const data = about ? JSON.stringify(about) : null;
    const place = { boardId: boardId ?? null, cardId: cardId ?? null, commentId: commentId ?? null };
    this.#add({ userId, kind, workspaceId, ...place, data });
  }

  /** Adds what a change of a card tells. */
  addAll(
    news: readonly NewsOfCard[],
    { workspaceId, boardId, id: cardId }: { workspaceId: string; boardId: string; id: string },
    commentId: string | null = null,
  ): void {
    for (const each of news) this.#add({ ...each, workspaceId, boardId, cardId, commentId, data: null });
  }

  /** What is not about a card is told each by itself. */
  #add(row: Omit<Row, 'times'>): void {
    const { userId, kind, cardId } = row;
    const key = cardId === null ? `${this.#news.size}` : `${userId} ${kind} ${cardId}`;
    this.#news.set(key, { ...row, times: (this.#news.get(key)?.times ?? 0) + 1 });
  }

  /** A card that was moved to a list that completes cards is completed: that says it. */
  #isSaid({ kind, userId, cardId }: Row): boolean {
    return kind === 'moved' && this.#news.has(`${userId} completed ${cardId}`);
  }

  /** Stores what was collected, beyond a number for later; returns the users who are told now. */
  async store(tx: Writing, by: By): Promise<readonly string[]> {
    const all = [...this.#news.values()].filter((row) => !this.#isSaid(row));
    // What is most personal does not wait.
    if (all.length > atOnce) all.sort((a, b) => rankOf(a) - rankOf(b));
    const now = all.slice(0, atOnce);
    for (const [workspaceId, those] of Map.groupBy(now, (news) => news.workspaceId))
      await storeSome(tx, workspaceId, those, by);
    for (const [workspaceId, those] of Map.groupBy(all.slice(atOnce), (news) => news.workspaceId))
      await storeLater(tx, workspaceId, those, by);
    return [...new Set(now.map(({ userId }) => userId))];
  }
}

const rankOf = ({ kind }: Row): number => notificationKinds.indexOf(kind);

/** Tells outside of a change, in a job or of an account; returns the users who are told. */
export function tell(tx: Writing, news: readonly News[], by: By): Promise<readonly string[]> {
  const telling = new Telling();
  for (const each of news) telling.add(each);
  return telling.store(tx, by);
}

/** Stores some at once: raises those that were told a short time ago. */
export async function storeSome(
  tx: Writing,
  workspaceId: string,
  news: readonly Row[],
  { actorId, apiKey, now, isMailed = false }: By,
): Promise<void> {
  const mailAt = now + mailDelay;
  // Questions are told each by itself, as each is answered by itself.
  const asked = news.map(({ userId, kind, cardId }) => ({
    userId,
    kind,
    cardId: kind === 'asked' ? null : cardId,
  }));
  const found = await tx.all(recent, { workspaceId, rows: asked, since: now - collapseWindow, now });
  const pushed = new Set(found.flatMap(({ ordinal, isPushed }) => (isPushed === 1 ? [Number(ordinal)] : [])));
  const known = new Map(found.flatMap(({ id, ordinal }) => (id === null ? [] : [[Number(ordinal), id]])));
  const ofBots = new Set(found.flatMap((each) => (each.isBot === 1 ? [Number(each.ordinal)] : [])));
  const raised = news.flatMap((each, index) => {
    const id = known.get(index);
    return id === undefined
      ? []
      : [
          {
            id,
            times: each.times,
            commentId: each.commentId,
            pushAt: pushed.has(index) ? now + pushPause : null,
          },
        ];
  });
  const rows = news.flatMap(({ workspaceId: _, ...each }, index) =>
    known.has(index) || ofBots.has(index)
      ? []
      : [
          {
            ...each,
            id: newId(now),
            actorId,
            apiKey,
            createdAt: now,
            toldAt: now,
            mailAt: isMailed ? null : mailAt,
            pushAt: pushed.has(index) ? now : null,
          },
        ],
  );
  if (raised.length > 0) await tx.run(raise, { workspaceId, rows: raised, actorId, apiKey, now, mailAt });
  if (rows.length > 0) await tx.run(insert, { workspaceId, rows });
}

interface Recent {
  workspaceId: string;
  rows: readonly { userId: string; kind: string; cardId: string | null }[];
  since: number;
  now: number;
}

/**
 * Unread notifications of the same kind on the same card that began a short time ago. Those that were put off are left alone until
 * they come back: told later than now. And whether browsers of the user are notified, and whether it is a bot, which is told
 * nothing: it reads what it asks for.
 */
const recent = query(
  'notifications.recent',
  (_db, p: Recent, fn) => sql<{
    ordinal: number;
    isBot: 0 | 1;
    isPushed: number;
    id: string | null;
  }>`
  select r.ordinal as ordinal,
    coalesce((select ${isBot('u')} from users u where u.id = r."userId"), 0) as "isBot",
    case when exists (select 1 from push_subscriptions s where s.user_id = r."userId") then 1 else 0 end as "isPushed", (
    select n.id from notifications n
    where n.workspace_id = ${p.workspaceId} and n.card_id = r."cardId" and n.user_id = r."userId" and n.kind = r.kind
      and n.created_at > ${p.since} and n.told_at <= ${p.now} and n.read_at is null and n.archived_at is null
    order by n.created_at desc limit 1
  ) as id
  from ${fn.rows(p.rows, { userId: 'text', kind: 'text', cardId: 'text' })} r`,
);

interface Raise {
  workspaceId: string;
  rows: readonly { id: string; times: number; commentId: string | null; pushAt: number | null }[];
  actorId: string | null;
  apiKey: string | null;
  now: number;
  mailAt: number;
}

const raise = command(
  'notifications.raise',
  (_db, p: Raise, fn) => sql<never>`
  update notifications set times = notifications.times + r.times, comment_id = coalesce(r."commentId", notifications.comment_id),
    actor_id = cast(${p.actorId} as text), api_key = cast(${p.apiKey} as text), told_at = ${p.now},
    push_at = coalesce(notifications.push_at, r."pushAt"), mail_at = coalesce(notifications.mail_at, ${p.mailAt})
  from ${fn.rows(p.rows, { id: 'text', times: 'integer', commentId: 'text', pushAt: 'integer' })} r
  where ${fn.unindexed('notifications.workspace_id')} = ${p.workspaceId} and notifications.id = r.id
    and ${fn.isIn('notifications.id', sql`(select r.id from ${fn.rows(p.rows, { id: 'text' })} r)`)}`,
);

const insert = insertRows('notifications.insertMany', notifications, ['workspace_id']);

/**
 * Notifies the account with a proved address of its invitation, if there is one. One statement for every address, so that how long
 * it takes does not say whether there is an account.
 */
export const tellInvited = command(
  'notifications.tellInvited',
  (
    _db,
    p: {
      workspaceId: string;
      id: string;
      email: string;
      actorId: string;
      apiKey: string | null;
      data: string;
      now: number;
    },
  ) => sql<never>`
  insert into notifications (workspace_id, id, user_id, kind, actor_id, api_key, data, times, created_at, told_at, push_at)
  select ${p.workspaceId}, ${p.id}, u.id, 'invited', ${p.actorId}, ${p.apiKey}, ${p.data}, 1, cast(${p.now} as bigint),
    cast(${p.now} as bigint), cast(${p.now} as bigint)
  from users u where u.email = ${p.email} and u.email_verified_at is not null and u.disabled_at is null`,
);
