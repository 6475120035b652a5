import { sql } from 'kysely';
import type { SecurityEventType } from '../../../../contract/security-log.ts';
import type { Origin } from '../../base/access/origin.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import { tell } from '../../base/changes/telling.ts';
import type { Writing } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
import { insertRow, insertRows } from '../../base/db/statements.ts';
import { newId } from '../../base/ids.ts';
import { languageFor, mailOf } from '../../base/mail/compose.ts';
import { securityEvents } from '../../data/users/tables.ts';

/* The security events of an account, for its owner and the operator. They never contain secrets. */

/** Max events kept per account and type: endless guesses displace only older guesses. */
const keptOfType = 200;

const insert = insertRow('security_events.insert', securityEvents);

const insertMany = insertRows('security_events.insertMany', securityEvents, [
  'type',
  'network',
  'user_agent',
  'browser',
  'detail',
  'created_at',
]);

/** The detail of what the operator did on the machine itself. */
const byOperator = 'by the operator';

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
  'application.allowed',
  'export.started',
  'key.ending',
  'key.ended',
  'secondFactor.demanded',
  'secondFactor.added',
  'secondFactor.removed',
  'secondFactors.cleared',
  'recoveryCodes.replaced',
  'recoveryCode.used',
]);

/** Of these they are told which key or workspace it is about. */
const isNamed: ReadonlySet<SecurityEventType> = new Set<SecurityEventType>([
  'key.ending',
  'key.ended',
  'secondFactor.demanded',
]);

/** What the owner is mailed whatever they have set, since it decides who gets in. A new address is told at the one of before. */
const mailed: Readonly<Partial<Record<SecurityEventType, 'passwordChanged' | 'factorsChanged'>>> = {
  'password.set': 'passwordChanged',
  'password.changed': 'passwordChanged',
  'password.reset': 'passwordChanged',
  'secondFactor.added': 'factorsChanged',
  'secondFactor.removed': 'factorsChanged',
  'recoveryCodes.replaced': 'factorsChanged',
};

const ownerOf = query('users.reader', (db, p: { userId: string }) =>
  db.selectFrom('users').select(['email', 'locale']).where('id', '=', p.userId),
);

/** Where an event is noted; commands of the operator and jobs send no mails themselves. */
export type Noting = Pick<AccountWork, 'tx' | 'now'> & Partial<Pick<AccountWork, 'mail' | 'publicUrl'>>;

/** The programs with which an account was used before, in a browser or from a network. */
const usedBefore = query(
  'security_events.usedBefore',
  (
    _db,
    p: {
      userId: string;
      type: SecurityEventType;
      orType: SecurityEventType;
      network: string | null;
      browser: string | null;
    },
  ) => sql<{
    userAgent: string | null;
    isBrowser: 0 | 1;
  }>`
  select user_agent as "userAgent", case when browser = cast(${p.browser} as text) then 1 else 0 end as "isBrowser"
  from security_events
  where user_id = ${p.userId} and type in (${p.type}, ${p.orType})
    and (browser = cast(${p.browser} as text) or coalesce(network, '') = coalesce(cast(${p.network} as text), ''))
  limit ${sql.lit(2 * keptOfType)}`,
);

/** The name of a program without its version, which changes every few weeks. */
const programOf = (userAgent: string | null): string => (userAgent ?? '').replace(/[\d._]+/g, '');

/** Stores a security event of an account, in the transaction that causes it. */
export async function noteEvent(work: Noting, event: SecurityEvent): Promise<void> {
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
    browser: origin?.browser ?? null,
    detail: detail ?? (origin ? null : byOperator),
    createdAt: now,
  });
}

/** Whether it is a sign-in or an export in a browser that was used for that before, or with the same program from the same network. */
async function isUsual({ tx }: Pick<AccountWork, 'tx'>, { userId, type, origin }: SecurityEvent) {
  if (type !== 'signIn.succeeded' && type !== 'export.started') return false;
  const orType = type === 'signIn.succeeded' ? 'account.created' : type;
  const { network = null, userAgent = null, browser = null } = origin ?? {};
  const before = await tx.all(usedBefore, { userId, type, orType, network, browser });
  return before.some((each) => each.isBrowser === 1 || programOf(each.userAgent) === programOf(userAgent));
}

/** Stores the same event of several accounts, which is caused by a job, and tells their owners. */
export async function noteEvents(
  { tx, now }: Pick<Noting, 'tx' | 'now'>,
  userIds: readonly string[],
  event: Omit<SecurityEvent, 'userId' | 'origin'>,
): Promise<void> {
  if (userIds.length === 0) return;
  const { type, detail = byOperator } = event;
  for (const userId of userIds) await tx.run(dropOldest, { userId, type });
  const rows = userIds.map((userId) => ({ userId, id: newId(now) }));
  const shared = { type, network: null, userAgent: null, browser: null, createdAt: now };
  await tx.run(insertMany, { ...shared, detail, rows });
  const about = aboutOf({ ...event, origin: null });
  const news = userIds.map((userId) => ({ userId, kind: 'security', about }) as const);
  await tell(tx, news, { actorId: null, apiKey: null, now });
}

const aboutOf = ({ type, origin, detail }: Omit<SecurityEvent, 'userId'>) => ({
  event: type,
  ...(isNamed.has(type) && detail !== undefined ? { name: detail } : {}),
  ...(origin?.network ? { address: origin.network } : {}),
  ...(origin?.userAgent ? { userAgent: origin.userAgent } : {}),
});

async function tellOwner({ tx, now, mail, publicUrl }: Noting, event: SecurityEvent): Promise<void> {
  const { userId, type, origin } = event;
  const kind = mailed[type];
  const owner = kind && mail && origin && (await tx.first(ownerOf, { userId }));
  if (owner) {
    const reader = { to: owner.email, language: languageFor(owner.locale) };
    mail(mailOf(reader, kind, `${publicUrl}/profile/security`));
  }
  const by = { actorId: null, apiKey: null, now, isMailed: owner !== undefined };
  await tell(tx, [{ userId, kind: 'security', about: aboutOf(event) }], by);
}

/** A refused sign-in. The account is looked up when it is stored. */
export interface Failure extends Origin {
  email: string;
  /** What was refused, if not the first step. */
  detail?: string | null;
  at: number;
}

const insertFailures = command(
  'security_events.insertFailures',
  (_db, p: { rows: (Failure & { id: string; detail: string | null })[] }, fn) => sql<{ userId: string }>`
  insert into security_events (user_id, id, type, network, user_agent, detail, created_at)
  select u.id, f.id, 'signIn.failed', f.network, f."userAgent", f.detail, f.at
  from ${fn.rows(p.rows, { id: 'text', email: 'text', network: 'text', userAgent: 'text', detail: 'text', at: 'integer' })} f
  join users u on u.email = f.email
  where true
  returning user_id as "userId"`,
);

/** Stores refused sign-ins; those that do not name an account are dropped. */
export async function storeFailures(tx: Writing, failures: readonly Failure[]): Promise<void> {
  const rows = failures.map((failure) => ({ detail: null, ...failure, id: newId(failure.at) }));
  const stored = await tx.run(insertFailures, { rows });
  for (const userId of new Set(stored.map((row) => row.userId))) {
    await tx.run(dropOldest, { userId, type: 'signIn.failed' });
  }
}
