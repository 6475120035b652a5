import { type RawBuilder, sql } from 'kysely';
import {
  type ClosedBy,
  noPolicies,
  type Policies,
  type PolicyName,
  policyNames,
} from '../../../../contract/policies.ts';
import { day, hour, minute } from '../clock.ts';
import type { Reading } from '../db/database.ts';
import { query } from '../db/query.ts';
import { isNoneOf } from './board-permissions.ts';
import { isInNetworks } from './network.ts';

/*
 * The policies of workspaces: what they demand of a credential. They are read with the workspace, judged here, and nowhere else, and
 * hold wherever rights are read: `locate` refuses what is in a closed workspace, and statements across workspaces leave it out
 * (`opensWorkspace`).
 */

/** What a credential is judged by. */
export interface Facts {
  /**
   * An address is one that stands for a person: of a calendar or a feed, or for mails. A person is one who is sent mails, whatever they
   * have signed in with, and wherever they read them.
   */
  readonly kind: 'session' | 'key' | 'address' | 'person';
  /** Whether the account is a bot's. */
  readonly isBot: boolean;
  readonly hasSecondFactor: boolean;
  readonly key?: KeyFacts;
  /** Of a session: the OpenID provider that opened it, `*` for the operator, null for any other way; and when it was opened. */
  readonly provider?: string | null;
  readonly openedAt?: number;
  /** Of a session: the longest time for which it was unused, to now; microseconds. */
  readonly idle?: number;
  /** Whether a key opens nothing but one workspace. */
  readonly isOfWorkspace?: boolean;
  /** The network address of the request; undefined for what comes by no request of theirs. */
  readonly network?: string | undefined;
  /** When it is judged; microseconds. */
  readonly now: number;
}

/** What an API key is judged by. */
export interface KeyFacts {
  /** How long ago it was made, and last used if it was; microseconds. */
  readonly age: number;
  readonly unused: number;
  /** The workspaces in which it was ended, as their ids separated by spaces; null for none. */
  readonly endedIn: string | null;
}

export const keyFacts = (
  now: number,
  key: { createdAt: number; lastUsedAt: number | null; endedIn: string | null },
): KeyFacts => ({
  age: now - key.createdAt,
  unused: now - (key.lastUsedAt ?? key.createdAt),
  endedIn: key.endedIn,
});

/** The longest time for which a session was unused; being used again does not make up for it. */
export const idleOf = (
  now: number,
  session: { lastUsedAt: number; actedAt: number | null; longestIdle: number | null },
): number => Math.max(session.longestIdle ?? 0, now - (session.actedAt ?? session.lastUsedAt));

const isWithin = (days: number | null, time: number): boolean => days === null || time < days * day;

const rules: Record<PolicyName, (policies: Policies, facts: Facts) => boolean> = {
  secondFactor: ({ secondFactor }, { isBot, hasSecondFactor }) => !secondFactor || isBot || hasSecondFactor,
  personalKeys: ({ personalKeys }, { kind, isBot }) => personalKeys || kind !== 'key' || isBot,
  longestKeyLife: ({ longestKeyLife }, { key }) => !key || isWithin(longestKeyLife, key.age),
  unusedKeyLife: ({ unusedKeyLife }, { key }) => !key || isWithin(unusedKeyLife, key.unused),
  // A key that is limited to the workspace was made in it, and its admins see it; one of a whole account says nothing of either.
  provider: ({ provider }, { kind, isBot, isOfWorkspace, provider: by }) =>
    provider === null ||
    isBot ||
    kind === 'person' ||
    (kind === 'key' && isOfWorkspace === true) ||
    by === provider ||
    by === '*',
  sessionHours: ({ sessionHours }, { kind, openedAt = 0, now }) =>
    sessionHours === null || kind !== 'session' || openedAt + sessionHours * hour > now,
  idleMinutes: ({ idleMinutes }, { idle = 0 }) => idleMinutes === null || idle < idleMinutes * minute,
  addresses: ({ addresses }, { kind, network }) =>
    addresses.length === 0 ||
    kind === 'person' ||
    (network !== undefined && isInNetworks(network, addresses)),
};

/** The first policy that a credential does not meet; undefined if it meets all. */
export const unmet = (policies: Policies, facts: Facts): PolicyName | undefined =>
  policyNames.find((name) => !rules[name](policies, facts));

/** What a workspace demands, as it is stored. Policies that came later are as in a workspace that demands nothing. */
export const demandedIn = (stored: string | null): Policies =>
  stored === null ? noPolicies : { ...noPolicies, ...(JSON.parse(stored) as Partial<Policies>) };

/** When a key ends by the policies of a workspace, unless it is used; null for never. Microseconds. */
export function endOfKey(
  { longestKeyLife, unusedKeyLife }: Policies,
  { createdAt, lastUsedAt }: { createdAt: number; lastUsedAt: number | null },
): number | null {
  const ends = [
    longestKeyLife === null ? [] : createdAt + longestKeyLife * day,
    unusedKeyLife === null ? [] : (lastUsedAt ?? createdAt) + unusedKeyLife * day,
  ].flat();
  return ends.length > 0 ? Math.min(...ends) : null;
}

/**
 * Why a workspace is closed to a credential: the first of its policies that is not met, as they are stored, or because the key was ended
 * there. What acts in the background has no facts, and opens everything.
 */
export function unmetIn(
  workspaceId: string,
  stored: string | null,
  facts: Facts | undefined,
): ClosedBy | undefined {
  if (!facts) return undefined;
  if (facts.key?.endedIn?.includes(workspaceId)) return 'endedKey';
  return stored === null ? undefined : unmet(demandedIn(stored), facts);
}

/** Whether the account `u` of the enclosing statement has a second factor: 0 or 1. */
export const hasSecondFactor = sql<0 | 1>`case when exists (
  select 1 from second_factors sf where sf.user_id = u.id and sf.confirmed_at is not null) then 1 else 0 end`;

const ofPerson = query('policies.factsOfPerson', (db, p: { userId: string }) =>
  db.selectFrom('users as u').select(hasSecondFactor.as('hasSecondFactor')).where('u.id', '=', p.userId),
);

const factsBy =
  (kind: 'address' | 'person') =>
  async (db: Reading, userId: string): Promise<Facts> => {
    const found = await db.first(ofPerson, { userId });
    // No time matters to these.
    return { kind, isBot: false, hasSecondFactor: found?.hasSecondFactor === 1, now: 0 };
  };

/** Whether an account lacks the second factor that the installation demands of all; bots need none. */
export const lacksFactor = (
  { demandsSecondFactor }: { demandsSecondFactor: boolean },
  facts: Pick<Facts, 'isBot' | 'hasSecondFactor'> | undefined,
): boolean => demandsSecondFactor && facts !== undefined && !facts.isBot && !facts.hasSecondFactor;

/** What the addresses of a person are judged by: of calendars and feeds, and for mails. */
export const factsOfAddresses = factsBy('address');

/** What the mails to a person are judged by. */
export const factsOfPerson = factsBy('person');

interface Demanding {
  id: string;
  name: string;
  policies: string | null;
}

const demandingOf = query(
  'policies.ofUser',
  (_db, p: { userId: string; endedIn: string | null }) => sql<Demanding>`
  select w.id as id, w.name as name, w.policies as policies from members m
  join workspaces w on w.id = m.workspace_id
  where m.user_id = ${p.userId} and m.status = 'active' and w.deleted_at is null
    and (w.policies is not null or replace(cast(${p.endedIn} as text), w.id, '') <> cast(${p.endedIn} as text))
  order by lower(w.name), w.id`,
);

/** The user's workspaces whose policies close them to a credential, by name, each with the first one that it does not meet. */
export async function closedTo(
  db: Reading,
  { userId, facts }: { userId: string; facts?: Facts },
): Promise<{ id: string; name: string; policy: ClosedBy; provider: string | null }[]> {
  const endedIn = facts?.key?.endedIn ?? null;
  const demanding = facts ? await db.all(demandingOf, { userId, endedIn }) : [];
  return demanding.flatMap(({ id, name, policies }) => {
    const policy = unmetIn(id, policies, facts);
    return policy ? [{ id, name, policy, provider: demandedIn(policies).provider }] : [];
  });
}

const policiesOfSome = query(
  'policies.ofWorkspaces',
  (_db, p: { ids: readonly string[] }, fn) => sql<{ id: string; policies: string }>`
  select id, policies from workspaces where ${fn.isIn('id', fn.each(p.ids))} and policies is not null`,
);

/** What some workspaces demand now, by their ids; nothing of those that demand nothing. */
export async function policiesOfWorkspaces(
  db: Reading,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = ids.length > 0 ? await db.all(policiesOfSome, { ids }) : [];
  return new Map(found.map(({ id, policies }) => [id, policies]));
}

/** The workspaces that a credential opens, as statements take them. */
export interface OpenWorkspaces {
  /** The only one; null for all. */
  openWorkspaceId: string | null;
  /** Those that are closed to it, as their ids separated by spaces; null for none. */
  closedWorkspaces: string | null;
}

/** Whether a credential opens a workspace, within a statement. */
export const opensWorkspace = (
  column: string,
  { openWorkspaceId, closedWorkspaces }: OpenWorkspaces,
): RawBuilder<boolean> => {
  const id = sql.raw(column);
  return sql`(cast(${openWorkspaceId} as text) is null or ${id} = ${openWorkspaceId})
    and ${isNoneOf(id, sql`cast(${closedWorkspaces} as text)`)}`;
};

export async function openWorkspacesOf(
  db: Reading,
  actor: { userId: string; workspaceId: string | null; facts?: Facts },
): Promise<OpenWorkspaces> {
  const closed = await closedTo(db, actor);
  return {
    openWorkspaceId: actor.workspaceId,
    closedWorkspaces: closed.length > 0 ? closed.map(({ id }) => id).join(' ') : null,
  };
}
