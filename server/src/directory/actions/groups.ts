import { caps } from '../../../../contract/caps.ts';
import { requireGrantable, requireRank } from '../../base/access/authority.ts';
import { differences } from '../../base/changes/audit.ts';
import { cap } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { isTrustedBy, type OpenIdProvider } from '../../base/config/openid-providers.ts';
import { Conflict, Forbidden, NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { roleNamed } from '../../roles/actions/roles.ts';
import { groupsOf, insertGroup, removeGroup } from '../queries.ts';

/** As the provider of groups counts the directory of the workspace. */
export const directoryProvider = '';

const requireRoom = cap('group_roles', ['workspace_id'], caps.groupsOfWorkspace);

/** The providers whose word a workspace may take. */
export const trustedBy = (providers: readonly OpenIdProvider[], workspaceId: string): OpenIdProvider[] =>
  providers.filter((each) => each.groupsClaim !== undefined && isTrustedBy(each, workspaceId));

/**
 * Gives a role to a group of a provider. Only of one that the operator lets the workspace trust: otherwise whoever has a workspace
 * could make everybody of somebody else's group a member of it, and see who they are.
 */
export async function createGroup(
  work: Work,
  providers: readonly OpenIdProvider[],
  workspacePublicId: string,
  given: { provider: string | null; name: string; role: string },
) {
  const { tx, now } = work;
  const rights = await work.grant('workspace', workspacePublicId, 'workspace:manage');
  const { workspaceId } = rights;
  const { provider, name } = { ...given, provider: given.provider ?? directoryProvider };
  if (given.provider !== null && !trustedBy(providers, workspaceId).some(({ id }) => id === provider))
    throw new Forbidden('provider-not-trusted', { field: 'body/provider' });
  const role = await roleNamed(tx, workspaceId, given.role);
  requireRank(rights, role.level);
  requireGrantable(rights, role.permissions);
  const known = await tx.all(groupsOf, { workspaceId });
  if (known.some((each) => each.provider === provider && each.name === name))
    throw new Conflict('group-mapped', { field: 'body/name' });
  await requireRoom(tx, { workspace_id: workspaceId });
  const id = newId(now);
  await tx.run(insertGroup, { workspaceId, id, provider, name, roleId: role.id, createdAt: now });
  const group = { id, provider, name, role: role.name };
  await auditGroup(work, workspaceId, 'group.created', {}, group);
  return shownGroup(group);
}

export async function deleteGroup(work: Work, workspacePublicId: string, id: string) {
  const { workspaceId } = await work.grant('workspace', workspacePublicId, 'workspace:manage');
  const group = (await work.tx.all(groupsOf, { workspaceId })).find((each) => each.id === id);
  if (!group) throw new NotFound();
  await work.tx.run(removeGroup, { workspaceId, id });
  await auditGroup(work, workspaceId, 'group.deleted', group, {}, group);
  return { success: true };
}

interface Group {
  id: string;
  provider: string;
  name: string;
  role: string;
}

export const shownGroup = ({ id, provider, ...group }: Group) => ({
  publicId: id,
  provider: provider === directoryProvider ? null : provider,
  ...group,
});

const audited = ({ provider, role }: Partial<Group>) => ({ provider, role });

const auditGroup = (
  { audit }: Work,
  workspaceId: string,
  type: 'group.created' | 'group.deleted',
  before: Partial<Group>,
  after: Partial<Group>,
  { id = '', name = '' }: Partial<Group> = after,
): Promise<void> =>
  audit({
    type,
    workspaceId,
    subject: { id, name },
    detail: differences(audited(before), audited(after)),
  });
