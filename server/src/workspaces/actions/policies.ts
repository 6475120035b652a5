import { noPolicies, type Policies, policyCodes } from '../../../../contract/policies.ts';
import { networkFrom } from '../../base/access/network.ts';
import { demandedIn, unmet } from '../../base/access/policies.ts';
import { auditOn, differences } from '../../base/changes/audit.ts';
import type { AccountWork, Work } from '../../base/changes/change.ts';
import type { OpenIdProvider } from '../../base/config/openid-providers.ts';
import type { Reading } from '../../base/db/database.ts';
import { query } from '../../base/db/query.ts';
import { updateRow } from '../../base/db/statements.ts';
import { Conflict, Invalid, NotFound } from '../../base/errors.ts';
import { workspaces } from '../../data/workspaces/tables.ts';
import { noteDemand } from '../factor-demands.ts';

/* What a workspace demands of whoever opens it. How it is judged: `base/access/policies.ts`. */

const stored = query('workspaces.policies', (db, p: { workspaceId: string }) =>
  db.selectFrom('workspaces').select('policies').where('id', '=', p.workspaceId),
);

const set = updateRow('workspaces.setPolicies', workspaces, ['policies']);

export const policiesOf = async (db: Reading, workspaceId: string): Promise<Policies> =>
  demandedIn((await db.first(stored, { workspaceId }))?.policies ?? null);

/** A body may have fields that nobody knows, which are not kept. */
const known = (given: Partial<Policies>): Partial<Policies> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name in noPolicies));

/** Each in one way, and once. Throws `Invalid`. */
function networksIn(given: readonly string[]): string[] {
  const networks = given.map((text, at) => {
    const network = networkFrom(text.trim());
    if (network === undefined)
      throw new Invalid('wrong-network', { field: `body/addresses/${at}`, network: text });
    return network;
  });
  return [...new Set(networks)];
}

const named = query('workspaces.nameOf', (db, p: { workspaceId: string }) =>
  db.selectFrom('workspaces').select('name').where('id', '=', p.workspaceId),
);

/** Clears the policies of a workspace for the operator, for when they have locked everybody out. Throws `NotFound`. */
export async function clearPolicies({ tx, now }: AccountWork, workspaceId: string): Promise<void> {
  await tx.lock('workspaces', workspaceId, [workspaceId]);
  const workspace = await tx.first(named, { workspaceId });
  if (!workspace) throw new NotFound('no-workspace', { id: workspaceId });
  const detail = differences(await policiesOf(tx, workspaceId), noPolicies);
  if (detail.length === 0) return;
  await tx.run(set, { id: workspaceId, policies: null });
  await noteDemand(tx, workspaceId, false);
  const audit = auditOn(tx, null, now, () => {});
  await audit({ type: 'policies.updated', workspaceId, subject: { id: workspaceId, ...workspace }, detail });
}

/** Changes the given policies. Throws `Conflict` for one that the caller does not meet. */
export async function updatePolicies(
  { tx, actor, grant, audit, quiet }: Work,
  workspacePublicId: string,
  given: Partial<Policies>,
  providers: readonly OpenIdProvider[],
): Promise<Policies> {
  const workspace = await grant('workspace', workspacePublicId, 'workspace:manage');
  const { id: workspaceId, name } = workspace;
  const before = demandedIn(workspace.policies);
  const after = {
    ...before,
    ...known(given),
    ...(given.addresses ? { addresses: networksIn(given.addresses) } : {}),
  };
  const { provider } = given;
  if (provider && !providers.some(({ id }) => id === provider))
    throw new Invalid('unknown-provider', { field: 'body/provider' });
  const detail = differences(before, after);
  if (detail.length === 0) {
    quiet();
    return before;
  }
  const { facts } = actor;
  // Keys open it without the provider, so with one alone somebody could lock out all people.
  const isByKey = after.provider !== null && after.provider !== before.provider && facts?.kind === 'key';
  const locked = isByKey ? 'provider' : facts && unmet(after, facts);
  if (locked) throw new Conflict('policy-unmet', { policy: policyCodes[locked] });
  const isNone = differences(noPolicies, after).length === 0;
  await tx.run(set, { id: workspaceId, policies: isNone ? null : JSON.stringify(after) });
  if (after.secondFactor !== before.secondFactor) await noteDemand(tx, workspaceId, after.secondFactor);
  await audit({ type: 'policies.updated', workspaceId, subject: { id: workspaceId, name }, detail });
  return after;
}
