import { sql } from 'kysely';
import { allPermissions } from '../../../../contract/permissions.ts';
import type { Actor } from '../../base/access/actor.ts';
import type { AccountWork, Work } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
import { Conflict, NotFound } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { noteEvent } from '../actions/security-log.ts';
import { addressOf } from '../admission.ts';
import { forgetCodes, forgetFactors } from '../factors/queries.ts';
import { issueMailToken, revokeMailTokens } from '../mail-tokens.ts';
import { type SecurityEventRow, securityEvents, userByEmail } from '../queries.ts';
import { endSessions } from '../sessions.ts';
import { deleteAccount } from './delete-account.ts';

/* The operator's actions on accounts, run on the machine itself. */

export interface ListedUser {
  email: string;
  name: string | null;
  createdAt: number;
  operatorSince: number | null;
  /** When a session or an API key was last used, to the minute. */
  lastUsedAt: number | null;
  disabledAt: number | null;
}

/** Excludes placeholders from imports and anonymised rows of deleted accounts. */
const page = query(
  'users.page',
  (_db, p: { after: string; limit: number }) => sql<ListedUser>`
  select u.email as email, u.name as name, u.created_at as "createdAt", u.disabled_at as "disabledAt",
    u.operator_since as "operatorSince",
    (select max(t.at) from (
      select max(s.last_used_at) as at from sessions s where s.user_id = u.id
      union all select max(k.last_used_at) from api_keys k where k.user_id = u.id) t) as "lastUsedAt"
  from users u where u.email > ${p.after} and u.email not like '%.invalid' order by u.email limit ${p.limit}`,
);

/** All accounts, by address, read in batches. */
export async function* listUsers(db: Reading): AsyncGenerator<ListedUser> {
  for (let after = ''; ; ) {
    const found = await db.all(page, { after, limit: 500 });
    yield* found;
    const last = found.at(-1);
    if (!last) return;
    after = last.email;
  }
}

const setDisabled = command('users.setDisabled', (db, p: { userId: string; at: number | null }) =>
  db.updateTable('users').set({ disabled_at: p.at }).where('id', '=', p.userId),
);

interface Account {
  id: string;
  email: string;
  disabledAt: number | null;
}

type InAccounts = Pick<AccountWork, 'tx' | 'now'>;

async function userWith(db: Reading, given: string) {
  const email = addressOf(given);
  const user = await db.first(userByEmail, { email });
  if (!user) throw new NotFound('no-account', { email });
  return user;
}

/**
 * Disables an account: its sessions and mailed tokens are revoked, and its API keys stop working immediately on every node. Its
 * memberships stay unchanged.
 */
export async function disableUser(work: AccountWork, given: string): Promise<void> {
  await disable(work, await userWith(work.tx, given));
}

async function disable(work: InAccounts, { id, email, disabledAt }: Account): Promise<void> {
  if (disabledAt !== null) return;
  await revokeMailTokens(work.tx, email, id);
  await work.tx.run(setDisabled, { userId: id, at: work.now });
  await endSessions(work.tx, id);
  await noteEvent(work, { userId: id, type: 'account.disabled', origin: null });
}

/** Enables an account: the owner must sign in again; API keys work again. */
export async function enableUser(work: AccountWork, given: string): Promise<void> {
  await enable(work, await userWith(work.tx, given));
}

async function enable(work: InAccounts, { id, disabledAt }: Account): Promise<void> {
  if (disabledAt === null) return;
  await work.tx.run(setDisabled, { userId: id, at: null });
  await noteEvent(work, { userId: id, type: 'account.enabled', origin: null });
}

const accountById = query('users.accountById', (db, p: { id: string }) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'disabled_at as disabledAt'])
    .where('id', '=', p.id)
    .where('bot_since', 'is', null)
    .where('deleted_at', 'is', null)
    .where('email', 'not like', '%.invalid'),
);

/** The account that an operator names on the page. Throws `NotFound`. */
async function accountWith({ tx, ofInstallation }: Work, id: string): Promise<Account> {
  ofInstallation();
  const account = await tx.first(accountById, { id });
  if (!account) throw new NotFound();
  return account;
}

/** Disables an account, or lets it be used again, for an operator. Throws `Conflict` for their own. */
export async function changeStanding(work: Work, id: string, isDisabled: boolean): Promise<void> {
  const account = await accountWith(work, id);
  if (id === work.actor.userId && isDisabled) throw new Conflict('own-account');
  await (isDisabled ? disable(work, account) : enable(work, account));
}

/** Ends all sessions of an account, for an operator; if it is their own, also the one of the request. */
export async function endSessionsOf(work: Work, id: string): Promise<void> {
  await accountWith(work, id);
  await endSessions(work.tx, id);
  await noteEvent(work, { userId: id, type: 'sessions.ended', origin: null });
}

const setOperator = command('users.setOperator', (db, p: { userId: string; at: number | null }) =>
  db.updateTable('users').set({ operator_since: p.at }).where('id', '=', p.userId),
);

/** Makes an account one of an operator of the installation. Throws `Conflict` if it cannot be used. */
export async function promoteUser(work: AccountWork, given: string): Promise<void> {
  const { id, email, disabledAt } = await userWith(work.tx, given);
  if (disabledAt !== null) throw new Conflict('disabled-operator', { email });
  await work.tx.run(setOperator, { userId: id, at: work.now });
  await noteEvent(work, { userId: id, type: 'operator.granted', origin: null });
}

/** Takes it back; the last operator may go, because the machine can name another one. */
export async function demoteUser(work: AccountWork, given: string): Promise<void> {
  const { id } = await userWith(work.tx, given);
  await work.tx.run(setOperator, { userId: id, at: null });
  await noteEvent(work, { userId: id, type: 'operator.revoked', origin: null });
}

interface OperatorRow {
  email: string;
  locale: string | null;
}

const operatorAddresses = query(
  'users.operatorAddresses',
  (_db, p: { after: string; limit: number }) => sql<OperatorRow>`
  select email, locale from users where email > ${p.after} and operator_since is not null and disabled_at is null and deleted_at is null
  order by email limit ${p.limit}`,
);

/** Where mails for the operators go. */
export const operatorsOf = (db: Reading): Promise<OperatorRow[]> =>
  db.all(operatorAddresses, { after: '', limit: 50 });

/** Removes the second factors of an account whose owner has lost them, and ends its sessions. */
export async function clearSecondFactors(work: AccountWork, given: string): Promise<void> {
  const { id: userId } = await userWith(work.tx, given);
  await work.tx.lock('users', null, [userId]);
  await work.tx.run(forgetFactors, { userId });
  await work.tx.run(forgetCodes, { userId });
  await endSessions(work.tx, userId);
  await noteEvent(work, { userId, type: 'secondFactors.cleared', origin: null });
}

/** The token of a link that opens an account once, also where only a provider may: for when that does not answer. */
export async function openWayInto(work: AccountWork, given: string): Promise<string> {
  const { id, email } = await userWith(work.tx, given);
  await noteEvent(work, { userId: id, type: 'signInLink.made', origin: null });
  return issueMailToken(work, 'magic-link', email, id);
}

/** Deletes an account as its owner would. Throws `Conflict` if they would have to appoint another admin first. */
export async function deleteUser(service: Pick<Service, 'db' | 'changeAs'>, given: string): Promise<void> {
  const { id: userId, email, name } = await userWith(service.db, given);
  const credential = { kind: 'session', id: '', lastUsedAt: 0 } as const;
  const actor: Actor = {
    userId,
    email,
    name,
    timeZone: null,
    mask: allPermissions,
    workspaceId: null,
    openBoards: null,
    limited: false,
    credential,
  };
  await deleteAccount(service, { actor, change: service.changeAs(actor) });
}

/** The newest security events of an account. */
export async function securityLogOf(db: Reading, given: string, limit: number): Promise<SecurityEventRow[]> {
  const { id: userId } = await userWith(db, given);
  return db.all(securityEvents, { userId, at: Number.MAX_SAFE_INTEGER, id: '', limit });
}
