import { sql } from 'kysely';
import type { SecurityEventType } from '../../../../contract/security-log.ts';
import type { Origin } from '../../base/access/origin.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import type { Writing } from '../../base/db/database.ts';
import { command } from '../../base/db/query.ts';
import { insertRow } from '../../base/db/statements.ts';
import { newId } from '../../base/ids.ts';
import { securityEvents } from '../../data/users/tables.ts';

/* The security events of an account, for its owner and the operator. They never contain secrets. */

/** Max events kept per account and type: endless guesses displace only older guesses. */
const keptOfType = 200;

const insert = insertRow('security_events.insert', securityEvents);

const dropOldest = command(
  'security_events.dropOldest',
  (_db, p: { userId: string; type: SecurityEventType }) => sql`
  delete from security_events where user_id = ${p.userId} and type = ${p.type} and created_at <= (
    select created_at from security_events where user_id = ${p.userId} and type = ${p.type}
    order by created_at desc limit 1 offset ${sql.lit(keptOfType - 1)}
  )`,
);

export interface SecurityEvent {
  userId: string;
  type: SecurityEventType;
  /** Null for the operator, on the machine itself. */
  origin: Origin | null;
  detail?: string;
}

/** Stores a security event of an account, in the transaction that causes it. */
export async function noteEvent(
  { tx, now }: Pick<AccountWork, 'tx' | 'now'>,
  { userId, type, origin, detail }: SecurityEvent,
): Promise<void> {
  await tx.run(dropOldest, { userId, type });
  await tx.run(insert, {
    userId,
    id: newId(now),
    type,
    network: origin?.network ?? null,
    userAgent: origin?.userAgent ?? null,
    detail: detail ?? (origin ? null : 'by the operator'),
    createdAt: now,
  });
}

/** A refused sign-in. The account is looked up when it is stored. */
export interface Failure extends Origin {
  email: string;
  at: number;
}

const insertFailures = command(
  'security_events.insertFailures',
  (_db, p: { rows: (Failure & { id: string })[] }, fn) => sql<{ userId: string }>`
  insert into security_events (user_id, id, type, network, user_agent, detail, created_at)
  select u.id, f.id, 'signIn.failed', f.network, f."userAgent", null, f.at
  from ${fn.rows(p.rows, { id: 'text', email: 'text', network: 'text', userAgent: 'text', at: 'integer' })} f
  join users u on u.email = f.email
  where true
  returning user_id as "userId"`,
);

/** Stores refused sign-ins; those that do not name an account are dropped. */
export async function storeFailures(tx: Writing, failures: readonly Failure[]): Promise<void> {
  const rows = failures.map((failure) => ({ ...failure, id: newId(failure.at) }));
  const stored = await tx.run(insertFailures, { rows });
  for (const userId of new Set(stored.map((row) => row.userId))) {
    await tx.run(dropOldest, { userId, type: 'signIn.failed' });
  }
}
