import { sql } from 'kysely';
import { caps } from '../../../../contract/caps.ts';
import { maskOf, type Permission, permissionsIn } from '../../../../contract/permissions.ts';
import { mayOnBoard, type Principal } from '../../base/access/board-permissions.ts';
import type { Origin } from '../../base/access/origin.ts';
import { hashOf, newToken, prefixOf } from '../../base/access/tokens.ts';
import { auditOn, type Difference, differences } from '../../base/changes/audit.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { isoMillis, isoMillisOrNull, microsOf } from '../../base/clock.ts';
import type { Reading } from '../../base/db/database.ts';
import { command, query } from '../../base/db/query.ts';
import { fromBody, Invalid, NotFound } from '../../base/errors.ts';
import { placeOf } from '../oauth/return-address.ts';
import { apiKeysOf } from '../queries.ts';
import { holdAccount } from './hold-account.ts';
import { noteEvent } from './security-log.ts';

interface InsertedKey {
  userId: string;
  name: string;
  prefix: string;
  hash: string;
  permissions: number | null;
  workspaceId: string | null;
  openBoards: string | null;
  now: number;
  expiresAt: number | null;
}

const insert = command('api_keys.insert', (db, p: InsertedKey) =>
  db
    .insertInto('api_keys')
    .values({
      user_id: p.userId,
      name: p.name,
      prefix: p.prefix,
      key_hash: p.hash,
      permissions: p.permissions,
      workspace_id: p.workspaceId,
      board_ids: p.openBoards,
      created_at: p.now,
      last_used_at: null,
      expires_at: p.expiresAt,
    })
    .returning('id'),
);

const requireRoom = cap('api_keys', ['user_id'], caps.keysOfUser, { what: 'API keys' });

export interface CreateApiKey {
  name: string;
  expiresAt?: string | null;
  permissions?: Permission[] | null;
  workspacePublicId?: string | null;
  boardPublicIds?: string[] | null;
}

/**
 * Creates a key that acts for the actor, within its limits. Permissions are checked at each use, so a key never allows more than
 * its owner holds then. With `worksUntil`, it expires then already, until it is renewed. Throws `Invalid`, and `Forbidden` for a
 * workspace in which the actor is not active.
 */
export async function createApiKey(work: Work, given: CreateApiKey, origin: Origin, worksUntil?: number) {
  work.ownAccount();
  await holdAccount(work);
  return storeKey(work, work.actor, given, () => placesOf(work, given), origin, worksUntil);
}

/** A bot for which somebody may make keys, with its rights. */
interface KeyHolder {
  userId: string;
  name: string;
  workspaceId: string;
  principal: Principal;
}

/**
 * Creates a key that acts for a bot, in its workspace only. The caller holds the account of the actor, and the grant to do so.
 * Throws `Invalid` for boards that the bot cannot see.
 */
export const createKeyFor = (
  work: Work,
  bot: KeyHolder,
  given: Omit<CreateApiKey, 'workspacePublicId'>,
  origin: Origin,
) =>
  storeKey(
    work,
    bot,
    given,
    async () => {
      const { workspaceId, principal } = bot;
      return { workspaceId, openBoards: await boardsOf(work.tx, { ...principal, workspaceId }, given) };
    },
    origin,
  );

/** Where a key gives access: in one workspace, to some of its boards, or in all. */
interface Places {
  workspaceId: string | null;
  openBoards: string | null;
}

async function storeKey(
  work: Work,
  { userId, name: bot }: { userId: string; name: string | null },
  given: CreateApiKey,
  places: () => Promise<Places>,
  origin: Origin,
  worksUntil?: number,
) {
  const { tx, actor, now } = work;
  await requireRoom(tx, { user_id: userId });
  const expiresAt = given.expiresAt ? microsOf(given.expiresAt) : null;
  // Written so that NaN fails too.
  if (expiresAt !== null && !(expiresAt > now)) throw new Invalid('key-expired', { field: 'body/expiresAt' });
  const permissions = given.permissions ? maskOf(given.permissions) : null;
  const { workspaceId, openBoards } = await places();
  const key = newToken('key');
  const stored = { name: given.name, prefix: prefixOf(key), permissions, expiresAt, workspaceId, openBoards };
  const [made] = await tx.run(insert, {
    ...stored,
    expiresAt: worksUntil ?? expiresAt,
    userId,
    hash: hashOf(key),
    now,
  });
  if (!made) throw new Error('an API key was not stored');
  const shape = apiKeyShape({ ...stored, id: made.id, createdAt: now, lastUsedAt: null, redirectUri: null });
  const ofBot = userId === actor.userId ? {} : { bot };
  await auditKey(
    work,
    'key.created',
    { ...shape, workspaceId },
    differences({}, { ...limitsOf(shape), ...ofBot }),
  );
  const type = worksUntil === undefined ? 'key.created' : 'application.allowed';
  await noteEvent(work, { userId: actor.userId, type, origin, detail: keyText(stored) });
  return { ...shape, key };
}

/** How the security log names a key. */
export const keyText = ({ name, prefix }: { name: string; prefix: string }): string => `${name} (${prefix}…)`;

/** A key for one workspace is in its audit log, for its admins; a key for all workspaces concerns only its owner. */
async function auditKey(
  { audit }: Pick<Work, 'audit'>,
  type: 'key.created' | 'key.revoked',
  { id, name, workspaceId }: { id: number; name: string; workspaceId: string | null },
  detail: Difference[],
): Promise<void> {
  if (workspaceId === null) return;
  await audit({ type, workspaceId, subject: { id: String(id), name }, detail });
}

/** The prefix is shown wherever keys are listed: it identifies a key, and is not a secret. */
const limitsOf = ({ prefix, permissions, expiresAt, boardPublicIds }: ReturnType<typeof apiKeyShape>) => ({
  prefix,
  permissions,
  expiresAt,
  ...(boardPublicIds ? { boards: boardPublicIds.length } : {}),
});

const boardsSeen = query(
  'api_keys.boardsSeen',
  (_db, p: Principal & { workspaceId: string; ids: readonly string[] }, fn) => sql<{ id: string }>`
  select b.id as id from boards b
  where b.workspace_id = ${p.workspaceId} and b.deleted_at is null and ${fn.isIn('b.id', fn.each(p.ids))}
    and ${mayOnBoard('b', p, 'board:view')}`,
);

/** The workspace and the boards to which a key is limited. */
async function placesOf({ tx, grant }: Work, given: CreateApiKey): Promise<Places> {
  const { workspacePublicId: id, boardPublicIds: ids } = given;
  if (!id) {
    if (ids) throw new Invalid('boards-without-workspace', { field: 'body/boardPublicIds' });
    return { workspaceId: null, openBoards: null };
  }
  const { id: workspaceId, principal } = await fromBody('workspacePublicId', grant('workspace', id, null));
  return { workspaceId, openBoards: await boardsOf(tx, { ...principal, workspaceId }, given) };
}

/** The boards to which a key is limited, which its holder must see; null for all. Throws `Invalid`. */
async function boardsOf(
  tx: Reading,
  holder: Principal & { workspaceId: string },
  { boardPublicIds: ids }: CreateApiKey,
): Promise<string | null> {
  if (!ids) return null;
  const seen = new Set((await tx.all(boardsSeen, { ...holder, ids })).map((board) => board.id));
  const unknown = ids.findIndex((each) => !seen.has(each));
  if (unknown !== -1) throw new Invalid('not-found', { field: `body/boardPublicIds/${unknown}` });
  return [...new Set(ids)].join(' ');
}

const remove = command('api_keys.delete', (db, p: { id: number; userId: string }) =>
  db
    .deleteFrom('api_keys')
    .where('id', '=', p.id)
    .where('user_id', '=', p.userId)
    .returning(['id', 'name', 'prefix', 'workspace_id as workspaceId']),
);

/** Revokes one of the actor's keys, immediately on every node. */
export async function deleteApiKey(work: Work, id: number, origin: Origin) {
  work.ownAccount();
  return revokeKey(work, { id, userId: work.actor.userId }, origin);
}

/** Revokes a key of an account. The caller holds the grant to do so. */
export async function revokeKey(work: Work, key: { id: number; userId: string }, origin: Origin) {
  const { tx, actor } = work;
  const [revoked] = await tx.run(remove, key);
  if (!revoked) throw new NotFound();
  await auditKey(work, 'key.revoked', revoked, differences({ prefix: revoked.prefix }, {}));
  await noteEvent(work, { userId: actor.userId, type: 'key.revoked', origin, detail: keyText(revoked) });
  return { success: true };
}

/** Removes a key of whoever it is; the caller has the grant to do so. */
export const removeKey = command('api_keys.end', (db, p: { id: number }) =>
  db
    .deleteFrom('api_keys')
    .where('id', '=', p.id)
    .returning(['id', 'user_id as userId', 'name', 'prefix', 'workspace_id as workspaceId']),
);

/** Revokes a key without its owner: what it belongs to has ended. */
export async function endApiKey(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  id: number,
  origin: Origin,
): Promise<void> {
  const [revoked] = await tx.run(removeKey, { id });
  if (!revoked) return;
  const { userId } = revoked;
  const audit = auditOn(tx, userId, now, () => {});
  await auditKey({ audit }, 'key.revoked', revoked, differences({ prefix: revoked.prefix }, {}));
  await noteEvent({ tx, now }, { userId, type: 'key.revoked', origin, detail: keyText(revoked) });
}

interface KeyRow {
  id: number;
  name: string;
  prefix: string;
  permissions: number | null;
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
  workspaceId: string | null;
  openBoards: string | null;
  /** The application that it belongs to, as what it returns to; null for a key that its owner keeps. */
  redirectUri: string | null;
}

/** The boards that a key opens, of which it stores the ids; null for all. */
export const boardIdsIn = (openBoards: string | null): string[] | null => openBoards?.split(' ') ?? null;

/** A stored key as shown to its owner. */
export const apiKeyShape = (key: KeyRow) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  createdAt: isoMillis(key.createdAt),
  lastUsedAt: isoMillisOrNull(key.lastUsedAt),
  expiresAt: isoMillisOrNull(key.expiresAt),
  permissions: key.permissions === null ? null : permissionsIn(key.permissions),
  workspacePublicId: key.workspaceId,
  boardPublicIds: boardIdsIn(key.openBoards),
  application: key.redirectUri === null ? null : { host: placeOf(key.redirectUri).target },
});

/** The keys of an account as shown to its owner, newest first. */
export const keysOf = async (db: Reading, userId: string) =>
  (await db.all(apiKeysOf, { userId })).map(apiKeyShape);

const removeAll = command('api_keys.endAll', (db, p: { userId: string }) =>
  db
    .deleteFrom('api_keys')
    .where('user_id', '=', p.userId)
    .returning(['id', 'name', 'prefix', 'workspace_id as workspaceId']),
);

/** Revokes all keys of an account, immediately on every node; `by` others than its owner for a bot. */
export async function endApiKeys(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  userId: string,
  by = userId,
): Promise<void> {
  const audit = auditOn(tx, by, now, () => {});
  for (const revoked of await tx.run(removeAll, { userId })) {
    await auditKey({ audit }, 'key.revoked', revoked, differences({ prefix: revoked.prefix }, {}));
  }
}
