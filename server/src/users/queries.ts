import { sql } from 'kysely';
import type { SecurityEventType } from '../../../contract/security-log.ts';
import { query } from '../base/db/query.ts';

/** The person with an address: bots have none to sign in with. */
export const userByEmail = query('users.byEmail', (db, p: { email: string }) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'password_hash as passwordHash', 'disabled_at as disabledAt'])
    .where('email', '=', p.email)
    .where('bot_since', 'is', null),
);

export const userById = query('users.byId', (db, p: { id: string }) =>
  db
    .selectFrom('users')
    .select(['email', 'name', 'disabled_at as disabledAt'])
    .where('id', '=', p.id)
    .where('bot_since', 'is', null)
    .where('deleted_at', 'is', null),
);

export const isDisabled = query('users.isDisabled', (db, p: { userId: string }) =>
  db.selectFrom('users').select('id').where('id', '=', p.userId).where('disabled_at', 'is not', null),
);

/** Whether the account with an address was signed in to from a network, within the time its log covers. */
export const hasSignedInFrom = query('users.hasSignedInFrom', (db, p: { email: string; network: string }) =>
  db
    .selectFrom('users as u')
    .innerJoin('security_events as e', 'e.user_id', 'u.id')
    .select('e.id')
    .where('u.email', '=', p.email)
    .where('e.type', '=', 'signIn.succeeded')
    .where('e.network', '=', p.network)
    .limit(1),
);

interface EventPage {
  userId: string;
  /** Only events older than this one: its time in microseconds, and its id. */
  at: number;
  id: string;
  limit: number;
}

/** The security events of an account, newest first. */
export const securityEvents = query(
  'security_events.newest',
  (_db, p: EventPage) => sql<SecurityEventRow>`
  select id, type, network, user_agent as "userAgent", detail, created_at as at from security_events
  where user_id = ${p.userId} and (created_at, id) < (cast(${p.at} as bigint), cast(${p.id} as text))
  order by created_at desc, id desc limit ${p.limit}`,
);

export interface SecurityEventRow {
  id: string;
  type: SecurityEventType;
  network: string | null;
  userAgent: string | null;
  detail: string | null;
  at: number;
}

export const profile = query('users.profile', (db, p: { userId: string; now: number }) =>
  db
    .selectFrom('users as u')
    .leftJoin('api_keys as k', (join) =>
      join.on('k.id', '=', (on) =>
        on
          .selectFrom('api_keys as newest')
          .select((of) => of.fn.max('newest.id').as('id'))
          .where('newest.user_id', '=', p.userId)
          .where((where) =>
            where.or([where('newest.expires_at', 'is', null), where('newest.expires_at', '>', p.now)]),
          ),
      ),
    )
    .select([
      'u.id',
      'u.email',
      'u.name',
      'u.image',
      'u.billing_customer_id as billingCustomerId',
      'u.password_hash as passwordHash',
      'u.magic_link_at as magicLinkAt',
      'k.id as keyId',
      'k.prefix as keyPrefix',
    ])
    .where('u.id', '=', p.userId),
);

export const preferences = query('users.preferences', (db, p: { userId: string }) =>
  db.selectFrom('users').select(['time_zone as timeZone', 'locale']).where('id', '=', p.userId),
);

export const openSessions = query(
  'sessions.open',
  (db, p: { userId: string; now: number; usedSince: number }) =>
    db
      .selectFrom('sessions')
      .select(['id', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'user_agent as userAgent'])
      .where('user_id', '=', p.userId)
      .where('expires_at', '>', p.now)
      .where('last_used_at', '>', p.usedSince)
      .orderBy('id', 'desc'),
);

export const apiKeysOf = query('api_keys.ofUser', (db, p: { userId: string }) =>
  db
    .selectFrom('api_keys as k')
    .leftJoin('oauth_grants as g', 'g.key_id', 'k.id')
    .select([
      'k.id',
      'k.name',
      'k.prefix',
      'k.permissions',
      'k.created_at as createdAt',
      'k.last_used_at as lastUsedAt',
      // A grant is renewed until it ends.
      sql<number | null>`case when g.key_id is null then k.expires_at else g.ends_at end`.as('expiresAt'),
      'k.workspace_id as workspaceId',
      'k.board_ids as openBoards',
      'g.redirect_uri as redirectUri',
    ])
    .where('k.user_id', '=', p.userId)
    // Nothing has come yet of a code that is not exchanged.
    .where((where) => where.or([where('g.key_id', 'is', null), where('g.code_used_at', 'is not', null)]))
    .orderBy('k.id', 'desc'),
);
