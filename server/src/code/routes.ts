import { cardCode, codeHosts } from '../../../contract/code-hosts.ts';
import { locate } from '../base/access/locate.ts';
import { isoMillis, isoMillisOrNull } from '../base/clock.ts';
import { NotFound } from '../base/errors.ts';
import { bind } from '../base/http/bind.ts';
import { cursorFrom, pageOf } from '../base/http/cursor.ts';
import { targetCheck } from '../base/outgoing/target.ts';
import type { Service } from '../base/service.ts';
import { connect, disconnect, rename, rotateSecret } from './actions/hosts.ts';
import { unlink } from './actions/link.ts';
import { forgetToken, setToken } from './actions/token.ts';
import { postComments } from './flows/comment.ts';
import { receive } from './flows/receive.ts';
import { deliveriesOf, type HostRow, hostById, hostsOf, type ListedLink, linksOf } from './queries.ts';

export function codeRoutes(service: Service): void {
  const { db, publicUrl } = service;
  const shown = (host: HostRow) => shownHost(host, publicUrl);

  bind(service, codeHosts.list, async ({ actor, params }) => {
    const { workspaceId } = await locate(
      db,
      actor,
      'workspace',
      params.workspacePublicId,
      'workspace:manage',
    );
    return (await db.all(hostsOf, { workspaceId })).map(shown);
  });

  bind(service, codeHosts.create, ({ change, params, body }) =>
    change(async (work) => {
      const { host, secret } = await connect(work, params.workspacePublicId, body);
      return { ...shown(host), secret };
    }),
  );

  bind(service, codeHosts.rename, ({ change, params, body }) =>
    change(async (work) => shown(await rename(work, params, body.name))),
  );

  bind(service, codeHosts.delete, ({ change, params }) => change((work) => disconnect(work, params)));

  bind(service, codeHosts.rotateSecret, ({ change, params }) => change((work) => rotateSecret(work, params)));

  commentRoutes(service);

  bind(service, codeHosts.deliveries, async ({ actor, params, query: { limit = 20, cursor } }) => {
    const { workspaceId } = await locate(
      db,
      actor,
      'workspace',
      params.workspacePublicId,
      'workspace:manage',
    );
    const hostId = params.codeHostPublicId;
    if (!(await db.first(hostById, { workspaceId, id: hostId }))) throw new NotFound();
    const found = await db.all(deliveriesOf, {
      workspaceId,
      hostId,
      ...cursorFrom(cursor),
      limit: limit + 1,
    });
    const { shown: deliveries, ...page } = pageOf(found, limit);
    return {
      deliveries: deliveries.map(({ at, ...rest }) => ({ ...rest, createdAt: isoMillis(at) })),
      ...page,
    };
  });

  bind(service, codeHosts.receive, async ({ params, request, body }) => {
    const { headers } = request;
    return { outcome: await receive(service, params.codeHostPublicId, { headers, body }) };
  });

  bind(service, cardCode.list, async ({ actor, params, query: { limit = 50, cursor } }) => {
    const { workspaceId, id: cardId } = await locate(db, actor, 'card', params.cardPublicId, 'card:view');
    const found = await db.all(linksOf, { workspaceId, cardId, ...cursorFrom(cursor), limit: limit + 1 });
    const { shown: links, ...page } = pageOf(found, limit);
    return { links: links.map(shownLink), ...page };
  });

  bind(service, cardCode.unlink, ({ change, params }) => change((work) => unlink(work, params)));
}

/** Binds what comments on pull requests need. */
function commentRoutes(service: Service): void {
  const { db, publicUrl } = service;
  const checkTarget = targetCheck(service.outgoing, 'body/url');
  bind(service, codeHosts.setToken, async ({ actor, change, params, body }) => {
    // The permission is checked before the address is looked up.
    await locate(db, actor, 'workspace', params.workspacePublicId, 'workspace:manage');
    await checkTarget(actor, body.url);
    return change(async (work) => shownHost(await setToken(work, params, body), publicUrl));
  });

  bind(service, codeHosts.forgetToken, ({ change, params }) =>
    change(async (work) => shownHost(await forgetToken(work, params), publicUrl)),
  );

  service.jobs.every('code-comments', 5, () => postComments(service));
}

const shownHost = (host: HostRow, publicUrl: string) => ({
  publicId: host.id,
  kind: host.kind,
  name: host.name,
  url: `${publicUrl}/api/v1/hooks/code/${host.id}`,
  createdAt: isoMillis(host.createdAt),
  updatedAt: isoMillisOrNull(host.updatedAt),
  lastDeliveredAt: isoMillisOrNull(host.lastDeliveredAt),
  lastRefusedAt: isoMillisOrNull(host.lastRefusedAt),
  comments:
    host.tokenSealed === null
      ? null
      : {
          url: host.apiUrl ?? '',
          lastPostedAt: isoMillisOrNull(host.lastPostedAt),
          problem: host.postProblem,
        },
});

const shownLink = ({ id, ref, at, hostKind, hostName, ...rest }: ListedLink) => ({
  publicId: id,
  ...rest,
  commit: rest.kind === 'commit' ? ref.slice(ref.indexOf(':') + 1) : null,
  host: hostKind !== null && hostName !== null ? { kind: hostKind, name: hostName } : null,
  changedAt: isoMillis(at),
});
