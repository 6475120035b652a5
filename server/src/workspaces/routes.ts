import type { ReplyOf } from '../../../contract/operation.ts';
import { bitOf } from '../../../contract/permissions.ts';
import { policies } from '../../../contract/policies.ts';
import { workspaces } from '../../../contract/workspaces.ts';
import { maskInWorkspace } from '../base/access/board-permissions.ts';
import { locate } from '../base/access/locate.ts';
import { closedTo, demandedIn, openWorkspacesOf } from '../base/access/policies.ts';
import { trashTime } from '../base/access/trash.ts';
import { hour, second } from '../base/clock.ts';
import { NotFound } from '../base/errors.ts';
import { bind, Json } from '../base/http/bind.ts';
import { setPosition } from '../base/http/position.ts';
import type { Service } from '../base/service.ts';
import { shownMembers } from '../data/members/fragments.ts';
import { createWorkspace } from './actions/create.ts';
import { updatePolicies } from './actions/policies.ts';
import { deleteWorkspace, restoreWorkspace } from './actions/trash.ts';
import { updateWorkspace } from './actions/update.ts';
import { tellOfDemands } from './factor-demands.ts';
import { purgeWorkspaces } from './jobs.ts';
import { forgetWorkspaceSlugs, isMember, slugHolder } from './old-slugs.ts';
import { myWorkspaces, workspaceDetail, workspaceNamed } from './queries.ts';
import { isReserved } from './slug.ts';

export function workspaceRoutes(service: Service): void {
  const { db, clock } = service;

  bind(service, workspaces.list, async ({ actor, query: { deleted = false } }) => {
    const found = await db.first(myWorkspaces, {
      userId: actor.userId,
      ...(await openWorkspacesOf(db, actor)),
      mask: maskInWorkspace(actor),
      needed: bitOf(deleted ? 'workspace:delete' : 'workspace:view'),
      deleted,
      since: clock.now() - trashTime,
    });
    return new Json(found?.json ?? '[]');
  });

  bind(service, workspaces.create, ({ change, body }) => change((work) => createWorkspace(work, body)));

  bind(service, workspaces.checkSlug, async ({ actor, query: { workspaceSlug: slug } }) => {
    const holder = await slugHolder(db, slug, clock.now());
    const wasOurs = holder?.isOld === 1 && (await isMember(db, actor, holder.workspaceId));
    const reserved = isReserved(slug) || (holder !== undefined && !wasOurs);
    return { isAvailable: !reserved, isReserved: reserved };
  });

  bind(service, workspaces.get, async ({ actor, params, query, reply }) => {
    const named = await db.first(workspaceNamed, { given: params.workspacePublicId, now: clock.now() });
    if (!named) throw new NotFound();
    const workspace = await locate(db, actor, 'workspace', named.id, 'workspace:view');
    setPosition(reply, workspace.changePosition);
    const members = shownMembers(workspace);
    // Without members in the reply, the query need not find out whom the caller may see on which board.
    const shown =
      query.workspaceMembers === 'none' ? { ...members, showMembers: false, showAllMembers: true } : members;
    const found = await db.first(workspaceDetail, shown);
    if (!found) throw new NotFound();
    return new Json(found.json);
  });

  bind(
    service,
    workspaces.update,
    // What a change returns is stored with the idempotency key of the request: a value, as for any other change.
    ({ change, params, body }) =>
      change(async (work): Promise<ReplyOf<typeof workspaces.update>> => {
        return JSON.parse(await updateWorkspace(work, params.workspacePublicId, body));
      }),
  );

  bind(service, workspaces.delete, ({ change, params }) =>
    change((work) => deleteWorkspace(work, params.workspacePublicId)),
  );

  bind(service, workspaces.restore, ({ change, params }) =>
    change((work) => restoreWorkspace(work, params.workspacePublicId)),
  );

  policyRoutes(service);

  service.jobs.every('old-workspace-slugs', hour / second, () =>
    forgetWorkspaceSlugs(service.maintain, clock.now()),
  );
  service.jobs.every('factor-demands', 30, tellOfDemands(service));
  service.jobs.every('expired-workspaces', hour / second, () => purgeWorkspaces(service));
}

function policyRoutes(service: Service): void {
  const { db } = service;

  bind(service, policies.get, async ({ actor, params }) => {
    const id = params.workspacePublicId;
    return demandedIn((await locate(db, actor, 'workspace', id, 'workspace:manage')).policies);
  });

  bind(service, policies.update, async ({ change, params, body }) => {
    const updated = await change((work) =>
      updatePolicies(work, params.workspacePublicId, body, service.config.openIdProviders),
    );
    service.jobs.soon('factor-demands');
    return updated;
  });

  bind(service, policies.closed, async ({ actor }) =>
    (await closedTo(db, actor)).map(({ id, ...of }) => ({ publicId: id, ...of })),
  );
}
