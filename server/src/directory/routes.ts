import { groups } from '../../../contract/groups.ts';
import type { Actor } from '../base/access/actor.ts';
import { locate } from '../base/access/locate.ts';
import { bind } from '../base/http/bind.ts';
import type { Service } from '../base/service.ts';
import { createGroup, deleteGroup, shownGroup, trustedBy } from './actions/groups.ts';
import { groupsOf } from './queries.ts';
import { scimRoutes } from './scim/routes.ts';
import { settleRoles } from './scim/settle.ts';

export function directoryRoutes(service: Service): void {
  const { db, config } = service;
  const providers = config.openIdProviders;

  bind(service, groups.list, async ({ actor, params }) => {
    const { workspaceId } = await locate(
      db,
      actor,
      'workspace',
      params.workspacePublicId,
      'workspace:manage',
    );
    return {
      providers: trustedBy(providers, workspaceId).map(({ id, name }) => ({ id, name })),
      groups: (await db.all(groupsOf, { workspaceId })).map(shownGroup),
    };
  });

  /** People of the directory's groups have their roles at once; what is interrupted is made up for by its next request. */
  const settled = async <T>(actor: Actor, workspaceId: string, reply: Promise<T>): Promise<T> => {
    const made = await reply;
    await settleRoles(db, service.changeAs(actor), workspaceId);
    return made;
  };

  bind(service, groups.create, ({ actor, change, params, body }) => {
    const { workspacePublicId } = params;
    const made = change((work) => createGroup(work, providers, workspacePublicId, body));
    return settled(actor, workspacePublicId, made);
  });

  bind(service, groups.remove, ({ actor, change, params }) => {
    const { workspacePublicId, groupPublicId } = params;
    const removed = change((work) => deleteGroup(work, workspacePublicId, groupPublicId));
    return settled(actor, workspacePublicId, removed);
  });

  scimRoutes(service);
}
