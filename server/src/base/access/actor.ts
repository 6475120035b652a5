import { sql } from 'kysely';
import { allPermissions, type PermissionMask } from '../../../../contract/permissions.ts';
import { day } from '../clock.ts';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';
import { isDisabledWithOwner } from './bots.ts';
import { type Facts, hasSecondFactor, idleOf, keyFacts, policiesOfWorkspaces, unmetIn } from './policies.ts';
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
  /** What policies judge the credential by; undefined for what acts in the background. */
  readonly facts?: Facts;
  /** Whether it is a bot. */
  readonly isBot?: true;
  /** Whether it is an operator of the installation. */
  readonly isOperator?: true;
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
      'u.operator_since as operatorSince',
      's.id as credentialId',
      's.last_used_at as lastUsedAt',
      hasSecondFactor.as('hasSecondFactor'),
      's.provider',
      's.created_at as openedAt',
      's.acted_at as actedAt',
      's.longest_idle as longestIdle',
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
      'u.operator_since as operatorSince',
      'k.id as credentialId',
      'k.name as keyName',
      'k.last_used_at as lastUsedAt',
      'k.permissions',
      'k.workspace_id as workspaceId',
      'k.board_ids as openBoards',
      'k.created_at as createdAt',
      'k.ended_in as endedIn',
      hasSecondFactor.as('hasSecondFactor'),
    ])
    .where('k.key_hash', '=', p.hash)
    .where('u.disabled_at', 'is', null)
    .where(sql<boolean>`not ${isDisabledWithOwner('u')}`)
    .where((where) => where.or([where('k.expires_at', 'is', null), where('k.expires_at', '>', p.now)])),
);

/** Returns the actor for a session token or API key, or undefined. Runs one statement; nothing is cached. */
export async function authenticate(
  db: Reading,
  token: string,
  now: number,
  network?: string,
): Promise<Actor | undefined> {
  const kind = kindOf(token);
  if (kind === 'session') {
    const row = await db.first(bySession, { hash: hashOf(token), now, usedSince: now - idleLife });
    if (!row) return undefined;
    const { userId, email, name, timeZone, credentialId, lastUsedAt, provider, openedAt, operatorSince } =
      row;
    const credential = { kind, id: credentialId, lastUsedAt };
    const hasSecondFactor = row.hasSecondFactor === 1;
    const idle = idleOf(now, row);
    const facts = { kind, isBot: false, hasSecondFactor, provider, openedAt, idle, network, now };
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
      ...(operatorSince === null ? {} : { isOperator: true }),
      facts,
    };
  }
  if (kind === 'key') {
    const row = await db.first(byKey, { hash: hashOf(token), now });
    if (!row) return undefined;
    const { userId, email, name, timeZone, permissions, workspaceId, openBoards } = row;
    const { credentialId, keyName, lastUsedAt, botSince, operatorSince } = row;
    const credential = { kind, id: String(credentialId), name: keyName, lastUsedAt: lastUsedAt ?? 0 };
    const limited = permissions !== null || workspaceId !== null || openBoards !== null;
    const facts = {
      kind,
      isBot: botSince !== null,
      hasSecondFactor: row.hasSecondFactor === 1,
      key: keyFacts(now, row),
      isOfWorkspace: workspaceId !== null,
      network,
      now,
    };
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
      facts,
      ...(botSince === null ? {} : { isBot: true }),
      ...(operatorSince === null ? {} : { isOperator: true }),
    };
  }
  return undefined;
}

interface Standing {
  kind: Credential['kind'];
  id: string;
  isBot: 0 | 1;
  hasSecondFactor: 0 | 1;
  createdAt: number;
  lastUsedAt: number | null;
  /** Of keys only. */
  endedIn: string | null;
  /** Of sessions only. */
  provider: string | null;
  actedAt: number | null;
  longestIdle: number | null;
}

const standing = query(
  'actor.standing',
  (
    _db,
    p: { sessions: readonly string[]; keys: readonly { id: number }[]; now: number; usedSince: number },
    fn,
  ) => {
    const facts = sql`case when u.bot_since is null then 0 else 1 end as "isBot", ${hasSecondFactor} as "hasSecondFactor"`;
    return sql<Standing>`
    select 'session' as kind, s.id as id, ${facts}, s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
      null as "endedIn", s.provider as provider, s.acted_at as "actedAt", s.longest_idle as "longestIdle"
    from sessions s join users u on u.id = s.user_id
    where ${fn.isIn('s.id', fn.each(p.sessions))} and s.expires_at > ${p.now} and s.last_used_at > ${p.usedSince}
      and u.disabled_at is null
    union all
    select 'key' as kind, cast(k.id as text) as id, ${facts}, k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
      k.ended_in as "endedIn", null as provider, null as "actedAt", null as "longestIdle"
    from api_keys k join users u on u.id = k.user_id
    where ${fn.isIn('k.id', sql`(select x.id from ${fn.rows(p.keys, { id: 'integer' })} x)`)} and (k.expires_at is null or k.expires_at > ${p.now})
      and u.disabled_at is null and not ${isDisabledWithOwner('u')}`;
  },
);

/** Who uses a credential for longer than one request. */
export interface Holder {
  readonly credential: Pick<Credential, 'kind' | 'id'>;
  /** The workspace that it follows, if it is only one. */
  readonly followed?: string;
  /** As they were when it began to. */
  readonly facts?: Facts | undefined;
}

/**
 * Checks which of several credentials are still valid, what they were, and meet the policies of the workspaces that they follow. Returns
 * what policies judge these by now, and nothing of the others.
 */
export async function validCredentials(
  db: Reading,
  holders: readonly Holder[],
  now: number,
): Promise<(holder: Holder) => Facts | undefined> {
  const idsOf = (wanted: Credential['kind']) => [
    ...new Set(holders.flatMap(({ credential: { kind, id } }) => (kind === wanted ? id : []))),
  ];
  const keys = idsOf('key').map((id) => ({ id: Number(id) }));
  const workspaces = [...new Set(holders.flatMap(({ followed }) => followed ?? []))];
  const [found, policies] = await Promise.all([
    db.all(standing, { sessions: idsOf('session'), keys, now, usedSince: now - idleLife }),
    policiesOfWorkspaces(db, workspaces),
  ]);
  const facts = new Map(
    found.map(({ kind, id, isBot, hasSecondFactor: has, ...of }): [string, Facts] => {
      const used =
        kind === 'key'
          ? { key: keyFacts(now, of) }
          : {
              provider: of.provider,
              openedAt: of.createdAt,
              idle: idleOf(now, { ...of, lastUsedAt: of.lastUsedAt ?? of.createdAt }),
            };
      return [`${kind} ${id}`, { kind, isBot: isBot === 1, hasSecondFactor: has === 1, now, ...used }];
    }),
  );
  return ({ credential: { kind, id }, followed, facts: before }) => {
    const of = facts.get(`${kind} ${id}`);
    if (!of || (before && before.hasSecondFactor !== of.hasSecondFactor)) return undefined;
    const all = { ...before, ...of };
    const unmet = followed === undefined ? undefined : unmetIn(followed, policies.get(followed) ?? null, all);
    return unmet === undefined ? all : undefined;
  };
}

/** Keeps the last-used time of credentials in memory and stores it periodically, so no request waits for the write. */
export interface LastUsed {
  /** `isActed`: whether somebody did something with it, or it was only kept in use. */
  touch(credential: Actor['credential'], now: number, isActed: boolean): void;
  flush(): Promise<void>;
}
