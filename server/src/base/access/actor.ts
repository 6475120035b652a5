import { sql } from 'kysely';
import { allPermissions, type PermissionMask } from '../../../../contract/permissions.ts';
import { day } from '../clock.ts';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';
import { isDisabledWithOwner } from './bots.ts';
import { hashOf, kindOf } from './tokens.ts';

/** The acting user and the credential used, which may carry fewer permissions than the user has. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  /** The user's time zone; null counts as UTC. */
  readonly timeZone: string | null;
  /** The member's permissions that the credential allows. */
  readonly mask: PermissionMask;
  /** The only workspace that the credential can access; null for all. */
  readonly workspaceId: string | null;
  /** The only boards of it that the credential opens, as their ids separated by spaces; null for all. */
  readonly openBoards: string | null;
  /** Whether the credential was created with limits, however wide; if so, it cannot act for the whole account. */
  readonly limited: boolean;
  readonly credential: Credential;
  /** Whether it is a bot. */
  readonly isBot?: true;
  /** The undo that they carry out, and the name of the session that it undoes. */
  readonly undo?: { readonly id: string; readonly name: string };
  /** The rule of a board that acts for them; its depth is the number of rules in the chain of causes. */
  readonly rule?: { readonly id: string; readonly name: string; readonly depth: number };
  /** The connected code host that tells of what they do elsewhere. */
  readonly codeHost?: { readonly id: string; readonly name: string };
}

export type Credential = { readonly id: string; readonly lastUsedAt: number } & (
  | { readonly kind: 'session' }
  | { readonly kind: 'key'; readonly name: string }
);

/** The parts of an API key that other users may see. */
export interface KeyName {
  id: number;
  name: string;
  /** The id of the rule that did it instead of a key; the number is 0 then. */
  rule?: string;
  depth?: number;
  /** The id of the code host that told of it; the number is 0 then. */
  codeHost?: string;
  /** The id of the undo of what the key did; the number is 0 then. */
  undo?: string;
  /** Whether it acted for a bot. */
  isBot?: true;
}

/** The actor's API key, the rule or the code host that acts for them, or the undo that they carry out; undefined for a session. */
export function keyOf({ credential, rule, codeHost, undo, isBot }: Actor): KeyName | undefined {
  const mark = isBot ? { isBot } : {};
  if (undo) return { id: 0, name: undo.name, undo: undo.id, ...mark };
  if (rule) return { id: 0, name: rule.name, rule: rule.id, depth: rule.depth, ...mark };
  if (codeHost) return { id: 0, name: codeHost.name, codeHost: codeHost.id, ...mark };
  return credential.kind === 'key'
    ? { id: Number(credential.id), name: credential.name, ...mark }
    : undefined;
}

/** How long an unused session stays valid; microseconds. */
export const idleLife = 14 * day;

const bySession = query('actor.bySession', (db, p: { hash: string; now: number; usedSince: number }) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      'u.id as userId',
      'u.email',
      'u.name',
      'u.time_zone as timeZone',
      's.id as credentialId',
      's.last_used_at as lastUsedAt',
    ])
    .where('s.token_hash', '=', p.hash)
    .where('s.expires_at', '>', p.now)
    .where('s.last_used_at', '>', p.usedSince)
    .where('u.disabled_at', 'is', null),
);

const byKey = query('actor.byKey', (db, p: { hash: string; now: number }) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select([
      'u.id as userId',
      'u.email',
      'u.name',
      'u.time_zone as timeZone',
      'u.bot_since as botSince',
      'k.id as credentialId',
      'k.name as keyName',
      'k.last_used_at as lastUsedAt',
      'k.permissions',
      'k.workspace_id as workspaceId',
      'k.board_ids as openBoards',
    ])
    .where('k.key_hash', '=', p.hash)
    .where('u.disabled_at', 'is', null)
    .where(sql<boolean>`not ${isDisabledWithOwner('u')}`)
    .where((where) => where.or([where('k.expires_at', 'is', null), where('k.expires_at', '>', p.now)])),
);

/** Returns the actor for a session token or API key, or undefined. Runs one statement; nothing is cached. */
export async function authenticate(db: Reading, token: string, now: number): Promise<Actor | undefined> {
  const kind = kindOf(token);
  if (kind === 'session') {
    const row = await db.first(bySession, { hash: hashOf(token), now, usedSince: now - idleLife });
    if (!row) return undefined;
    const { userId, email, name, timeZone, credentialId, lastUsedAt } = row;
    const credential = { kind, id: credentialId, lastUsedAt };
    return {
      userId,
      email,
      name,
      timeZone,
      mask: allPermissions,
      workspaceId: null,
      openBoards: null,
      limited: false,
      credential,
    };
  }
  if (kind === 'key') {
    const row = await db.first(byKey, { hash: hashOf(token), now });
    if (!row) return undefined;
    const { userId, email, name, timeZone, permissions, workspaceId, openBoards } = row;
    const { credentialId, keyName, lastUsedAt, botSince } = row;
    const credential = { kind, id: String(credentialId), name: keyName, lastUsedAt: lastUsedAt ?? 0 };
    const limited = permissions !== null || workspaceId !== null || openBoards !== null;
    return {
      userId,
      email,
      name,
      timeZone,
      mask: permissions ?? allPermissions,
      workspaceId,
      openBoards,
      limited,
      credential,
      ...(botSince === null ? {} : { isBot: true }),
    };
  }
  return undefined;
}

const standing = query(
  'actor.standing',
  (
    _db,
    p: { sessions: readonly string[]; keys: readonly { id: number }[]; now: number; usedSince: number },
    fn,
  ) => sql<{
    sessions: string;
    keys: string;
  }>`
  select
    ${fn.keys(
      ['s.id'],
      sql`from sessions s join users u on u.id = s.user_id
        where ${fn.isIn('s.id', fn.each(p.sessions))} and s.expires_at > ${p.now} and s.last_used_at > ${p.usedSince}
          and u.disabled_at is null`,
    )} as sessions,
    ${fn.keys(
      ['cast(k.id as text)'],
      sql`from api_keys k join users u on u.id = k.user_id
        where ${fn.isIn('k.id', sql`(select x.id from ${fn.rows(p.keys, { id: 'integer' })} x)`)} and (k.expires_at is null or k.expires_at > ${p.now})
          and u.disabled_at is null and not ${isDisabledWithOwner('u')}`,
    )} as keys`,
);

type CredentialId = Pick<Actor['credential'], 'kind' | 'id'>;

/** Checks which of several credentials are still valid, with one statement for all of them. */
export async function validCredentials(
  db: Reading,
  credentials: readonly CredentialId[],
  now: number,
): Promise<(credential: CredentialId) => boolean> {
  const idsOf = (kind: CredentialId['kind']) => [
    ...new Set(credentials.flatMap((each) => (each.kind === kind ? each.id : []))),
  ];
  const [sessions, keys] = [idsOf('session'), idsOf('key')];
  const numbers = keys.map((id) => ({ id: Number(id) }));
  const found = await db.first(standing, { sessions, keys: numbers, now, usedSince: now - idleLife });
  const stand = { session: setOf(found?.sessions), key: setOf(found?.keys) };
  return ({ kind, id }) => stand[kind].has(id);
}

const setOf = (keys = ''): Set<string> => new Set(keys.split(' '));

/** Keeps the last-used time of credentials in memory and stores it periodically, so no request waits for the write. */
export interface LastUsed {
  touch(credential: Actor['credential'], now: number): void;
  flush(): Promise<void>;
}
