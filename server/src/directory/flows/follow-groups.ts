import { allPermissions } from '../../../../contract/permissions.ts';
import type { Actor } from '../../base/access/actor.ts';
import { isTrustedBy } from '../../base/config/openid-providers.ts';
import { Failure } from '../../base/errors.ts';
import type { Service } from '../../base/service.ts';
import type { Arrival } from '../../users/flows/sign-in-by-provider.ts';
import { follow } from '../actions/follow.ts';
import { concerned } from '../queries.ts';

/**
 * Has membership and role follow the groups of somebody who signs in, one workspace at a time. A workspace that refuses (it is full, a
 * bot would do more than its owner) keeps nobody from signing in; the next sign-in tries again.
 */
export async function followGroups(
  service: Pick<Service, 'db' | 'changeAs' | 'http'>,
  { userId, email, name, provider, groups }: Arrival,
): Promise<void> {
  if (groups === null || provider.workspaces === undefined) return;
  const given = { userId, provider: provider.id, names: groups };
  for (const { workspaceId } of await service.db.all(concerned, given)) {
    // A provider that the operator no longer lets the workspace trust changes nothing there.
    if (!isTrustedBy(provider, workspaceId)) continue;
    const change = service.changeAs(actorOf({ userId, email, name }));
    try {
      await change((work) => follow(work, { ...given, workspaceId, email }));
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      service.http.log.warn(
        { workspaceId, reason: error.details },
        'groups of a provider could not be followed',
      );
    }
  }
}

const actorOf = (user: Pick<Actor, 'userId' | 'email' | 'name'>): Actor => ({
  ...user,
  timeZone: null,
  mask: allPermissions,
  workspaceId: null,
  openBoards: null,
  limited: false,
  credential: { kind: 'session', id: '', lastUsedAt: 0 },
});
