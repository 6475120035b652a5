import { sql } from 'kysely';
import type { SecurityEventType } from '../../../contract/security-log.ts';
import type { Reading } from '../base/db/database.ts';
import { query } from '../base/db/query.ts';

/* The security events of all accounts, for the operator. */

export interface AccountEvent {
  id: string;
  type: SecurityEventType;
  at: number;
  userId: string;
  email: string;
  name: string | null;
  network: string | null;
  userAgent: string | null;
  detail: string | null;
}

interface Slice {
  /** Only events after this one: its time in microseconds, its account and its id. */
  at: number;
  userId: string;
  id: string;
  until: number;
  limit: number;
}

const slice = query(
  'security_events.slice',
  (_db, p: Slice) => sql<AccountEvent>`
  select e.id as id, e.type as type, e.created_at as at, u.id as "userId", u.email as email, u.name as name,
    e.network as network, e.user_agent as "userAgent", e.detail as detail
  from (
    select * from security_events
    where (created_at, user_id, id) > (cast(${p.at} as bigint), cast(${p.userId} as text), cast(${p.id} as text))
      and created_at < cast(${p.until} as bigint)
    order by created_at, user_id, id limit ${p.limit}
  ) e join users u on u.id = e.user_id
  order by e.created_at, e.user_id, e.id`,
);

const ofSlice = 500;

/** The security events between two times in microseconds, oldest first, read in slices. */
export async function* eventsBetween(db: Reading, from: number, until: number): AsyncGenerator<AccountEvent> {
  for (let after = { at: from, userId: '', id: '' }; ; ) {
    const found = await db.all(slice, { ...after, until, limit: ofSlice });
    yield* found;
    const last = found.at(-1);
    if (!last || found.length < ofSlice) return;
    after = { at: last.at, userId: last.userId, id: last.id };
  }
}
