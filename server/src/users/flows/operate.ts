import { sql } from 'kysely';
import { allPermissions } from '../../../../contract/permissions.ts';
import type { Actor } from '../../base/access/actor.ts';
import type { AccountWork } from '../../base/changes/change.ts';
import type { Reading } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
import { NotFound } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import { noteEvent } from '../actions/security-log.ts';
import { addressOf } from '../admission.ts';
import { revokeMailTokens } from '../mail-tokens.ts';
import { type SecurityEventRow, securityEvents, userByEmail } from '../queries.ts';
import { endSessions } from '../sessions.ts';
import { deleteAccount } from './delete-account.ts';

/* The operator's actions on accounts, run on the machine itself. */

export interface ListedUser {
  email: string;
  name: string | null;
  createdAt: number;
  /** When a session or an API key was last used, to the minute. */
  lastUsedAt: number | null;
  disabledAt: number | null;
}

/** Excludes placeholders from imports and anonymised rows of deleted accounts. */
const page = query(
  'users.page',
  (_db, p: { after: string; limit: number }) => sql<ListedUser>`
  select u.email as email, u.name as name, u.created_at as "createdAt", u.disabled_at as "disabledAt",
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
  const { id, email, disabledAt } = await userWith(work.tx, given);
  if (disabledAt !== null) return;
  await revokeMailTokens(work.tx, email, id);
  await work.tx.run(setDisabled, { userId: id, at: work.now });
  await endSessions(work.tx, id);
  await noteEvent(work, { userId: id, type: 'account.disabled', origin: null });
}

/** Enables an account: the owner must sign in again; API keys work again. */
export async function enableUser(work: AccountWork, given: string): Promise<void> {
  const { id, disabledAt } = await userWith(work.tx, given);
  if (disabledAt === null) return;
  await work.tx.run(setDisabled, { userId: id, at: null });
  await noteEvent(work, { userId: id, type: 'account.enabled', origin: null });
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
