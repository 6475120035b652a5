import { sql } from 'kysely';
import { command, query } from '../base/db/query.ts';
import { deleteRow } from '../base/db/statements.ts';
import { pushSubscriptions } from '../data/push/tables.ts';

/* Subscriptions of browsers, and what is to be pushed to each. */

/** The most that an account has. */
const mostOfUser = 20;

interface NewSubscription {
  id: string;
  userId: string;
  sessionId: string;
  endpointHash: string;
  sealed: string;
  now: number;
}

/** Subscribes a browser; returns nothing if the session has ended. */
export const insert = command(
  'push_subscriptions.insert',
  (_db, p: NewSubscription) => sql<{ id: string; userAgent: string | null; createdAt: number }>`
  insert into push_subscriptions (id, user_id, session_id, endpoint_hash, subscription_sealed, created_at, held_until, failures)
  select cast(${p.id} as text), s.user_id, s.id, cast(${p.endpointHash} as text), cast(${p.sealed} as text),
    cast(${p.now} as bigint), 0, 0
  from sessions s where s.id = ${p.sessionId} and s.user_id = ${p.userId}
  on conflict (endpoint_hash) do update set user_id = excluded.user_id, session_id = excluded.session_id,
    subscription_sealed = excluded.subscription_sealed, created_at = excluded.created_at
  returning id, created_at as "createdAt",
    (select s.user_agent from sessions s where s.id = push_subscriptions.session_id) as "userAgent"`,
);

/** Removes the subscription of anybody else in the same browser. */
export const removeOther = command(
  'push_subscriptions.removeOther',
  (db, p: { userId: string; endpointHash: string }) =>
    db
      .deleteFrom('push_subscriptions')
      .where('endpoint_hash', '=', p.endpointHash)
      .where('user_id', '<>', p.userId),
);

export const removeOwn = command(
  'push_subscriptions.removeOwn',
  (db, p: { userId: string; endpointHash: string }) =>
    db
      .deleteFrom('push_subscriptions')
      .where('endpoint_hash', '=', p.endpointHash)
      .where('user_id', '=', p.userId),
);

/** Makes room for one more. */
export const dropOldest = command(
  'push_subscriptions.dropOldest',
  (_db, p: { userId: string; endpointHash: string }) => sql<never>`
  delete from push_subscriptions where user_id = ${p.userId} and endpoint_hash <> ${p.endpointHash} and created_at <= (
    select created_at from push_subscriptions where user_id = ${p.userId} and endpoint_hash <> ${p.endpointHash}
    order by created_at desc limit 1 offset ${sql.lit(mostOfUser - 1)}
  )`,
);

export const remove = deleteRow('push_subscriptions.remove', pushSubscriptions);

export const subscriptionsOf = query('push_subscriptions.ofUser', (db, p: { userId: string }) =>
  db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select([
      'p.id',
      'p.session_id as sessionId',
      'p.endpoint_hash as endpointHash',
      'p.subscription_sealed as sealed',
      's.user_agent as userAgent',
      'p.created_at as createdAt',
    ])
    .where('p.user_id', '=', p.userId)
    .orderBy('p.created_at', 'desc')
    .limit(mostOfUser),
);

/** Those to which something is to be sent. */
export const due = query('push_subscriptions.due', (db, p: { now: number; limit: number }) =>
  db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('due_at', '<=', p.now)
    .orderBy('due_at')
    .limit(p.limit),
);

/** A subscription that only this node sends to until its claim ends. */
export interface Claimed {
  id: string;
  userId: string;
  endpointHash: string;
  sealed: string;
  failures: number;
  failingSince: number | null;
  timeZone: string | null;
  locale: string | null;
  sessionId: string;
}

/** Claims a subscription to which something is to be sent; returns nothing if another node was faster. */
export const claim = command(
  'push_subscriptions.claim',
  (_db, p: { id: string; now: number; until: number }) => sql<Claimed>`
  update push_subscriptions set held_until = ${p.until}, due_at = ${p.until}
  where id = ${p.id} and due_at <= ${p.now}
  returning id, user_id as "userId", endpoint_hash as "endpointHash", subscription_sealed as sealed, failures,
    failing_since as "failingSince", (select u.time_zone from users u where u.id = push_subscriptions.user_id) as "timeZone",
    (select u.locale from users u where u.id = push_subscriptions.user_id) as locale, session_id as "sessionId"`,
);

/** Releases all claims, and what was left alone after a failure. */
export const releasePushes = command(
  'push_subscriptions.releaseAll',
  (_db, p: { now: number }) => sql<never>`
  update push_subscriptions set due_at = ${p.now}, held_until = 0 where due_at > ${p.now}`,
);

/** Ends a claim; returns nothing if it has expired and another node has the subscription now. */
export const release = command(
  'push_subscriptions.release',
  (
    _db,
    p: { id: string; claimedUntil: number; until: number; failures: number; failingSince: number | null },
  ) => sql<{ released: number }>`
  update push_subscriptions set held_until = ${p.until}, failures = ${p.failures}, failing_since = ${p.failingSince}
  where id = ${p.id} and held_until = ${p.claimedUntil}
  returning 1 as released`,
);

/**
 * Sets when there is something to do next. A statement of its own after `release`, which holds the row: it sees what others
 * have added until then.
 */
export const setDue = command(
  'push_subscriptions.setDue',
  (_db, p: { id: string }, fn) => sql<{ dueAt: number | null }>`
  update push_subscriptions set due_at = (
    select ${fn.greatest('push_subscriptions.held_until', 'min(d.due_at)')} from pushes d where d.subscription_id = ${p.id}
    having min(d.due_at) is not null
  )
  where id = ${p.id}
  returning due_at as "dueAt"`,
);

/** Has the browsers of a user look for what is to be pushed. */
export const wakeUser = command(
  'push_subscriptions.wakeUser',
  (_db, p: { userId: string; now: number }) => sql<never>`
  update push_subscriptions set due_at = case when held_until > ${p.now} then held_until else ${p.now} end
  where user_id = ${p.userId} and (due_at is null or due_at > ${p.now})`,
);

/** Has a notification pushed to each browser of its user; one that waits already is pushed as it is then. */
export const addPushes = command(
  'pushes.add',
  (_db, p: { notificationId: string; userId: string; toldAt: number; now: number }) => sql<never>`
  insert into pushes (subscription_id, notification_id, told_at, due_at)
  select s.id, cast(${p.notificationId} as text), cast(${p.toldAt} as bigint),
    cast(${p.now} as bigint)
  from push_subscriptions s where s.user_id = ${p.userId}
  on conflict (subscription_id, notification_id) do update set told_at = excluded.told_at`,
);

export interface DuePush {
  notificationId: string;
  toldAt: number;
  dueAt: number;
}

export const duePushes = query(
  'pushes.due',
  (_db, p: { subscriptionId: string; now: number; limit: number }) => sql<DuePush>`
  select notification_id as "notificationId", told_at as "toldAt",
    due_at as "dueAt"
  from pushes where subscription_id = ${p.subscriptionId} and due_at <= ${p.now} order by due_at limit ${p.limit}`,
);

interface One {
  subscriptionId: string;
  notificationId: string;
}

/** Removes one that is done, unless it has been told again meanwhile. */
export const removePush = command(
  'pushes.remove',
  (_db, p: One & { toldAt: number }) => sql<never>`
  delete from pushes where subscription_id = ${p.subscriptionId} and notification_id = ${p.notificationId}
    and told_at <= ${p.toldAt}`,
);

export const postponePush = command(
  'pushes.postpone',
  (_db, p: One & { dueAt: number }) => sql<never>`
  update pushes set due_at = ${p.dueAt} where subscription_id = ${p.subscriptionId}
    and notification_id = ${p.notificationId}`,
);
