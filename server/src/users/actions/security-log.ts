import { sql } from 'kysely';
import type { SecurityEventType } from '../../../../contract/security-log.ts';
import type { Origin } from '../../base/access/origin.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import { tell } from '../../base/changes/telling.ts';
import type { Writing } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
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

/** Of these the owner is notified as well, since somebody else may have done it. */
const told: ReadonlySet<SecurityEventType> = new Set<SecurityEventType>([
  'signIn.succeeded',
  'password.set',
  'password.changed',
  'password.reset',
  'email.changed',
  'key.created',
]);

/** Whether an account has been used from a network before. */
const usedFrom = query(
  'security_events.usedFrom',
  (_db, p: { userId: string; network: string | null }) => sql<{ used: number }>`
  select count(*) as used from security_events
  where user_id = ${p.userId} and type in ('signIn.succeeded', 'account.created')
    and coalesce(network, '') = coalesce(cast(${p.network} as text), '')`,
);

/** Stores a security event of an account, in the transaction that causes it. */
export async function noteEvent(work: Pick<AccountWork, 'tx' | 'now'>, event: SecurityEvent): Promise<void> {
  const { tx, now } = work;
  const { userId, type, origin, detail } = event;
  if (told.has(type) && !(await isUsual(work, event))) await tellOwner(work, event);
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

/** Whether it is a sign-in from where there were some before. */
async function isUsual({ tx }: Pick<AccountWork, 'tx'>, { userId, type, origin }: SecurityEvent) {
  if (type !== 'signIn.succeeded') return false;
  const { used = 0 } = (await tx.first(usedFrom, { userId, network: origin?.network ?? null })) ?? {};
  return Number(used) > 0;
}

async function tellOwner(
  { tx, now }: Pick<AccountWork, 'tx' | 'now'>,
  { userId, type, origin }: SecurityEvent,
): Promise<void> {
  const about = {
    event: type,
    ...(origin?.network ? { address: origin.network } : {}),
    ...(origin?.userAgent ? { userAgent: origin.userAgent } : {}),
  };
  await tell(tx, [{ userId, kind: 'security', about }], { actorId: null, apiKey: null, now });
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
