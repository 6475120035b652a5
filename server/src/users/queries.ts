import { query } from '../db/query.ts';

export const userByEmail = query('users.byEmail', (db, p: { email: string }) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'password_hash as passwordHash'])
    .where('email', '=', p.email),
);

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

export const openSessions = query('sessions.open', (db, p: { userId: string; now: number }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'user_agent as userAgent'])
    .where('user_id', '=', p.userId)
    .where('expires_at', '>', p.now)
    .orderBy('id', 'desc'),
);

export const apiKeysOf = query('api_keys.ofUser', (db, p: { userId: string }) =>
  db
    .selectFrom('api_keys')
    .select([
      'id',
      'name',
      'prefix',
      'permissions',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', p.userId)
    .orderBy('id', 'desc'),
);
