import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { caps } from '../../../../contract/caps.ts';
import { allPermissions, holds } from '../../../../contract/permissions.ts';
import { locate } from '../../base/access/locate.ts';
import { lacksFactor } from '../../base/access/policies.ts';
import type { Work } from '../../base/changes/change.ts';
import { Forbidden } from '../../base/errors.ts';
import { parseJson } from '../../base/http/body.ts';
import { actorOf, tokenOf } from '../../base/http/credentials.ts';
import { asFailure } from '../../base/http/errors.ts';
import { createTurns, type Turns } from '../../base/http/turns.ts';
import type { Service } from '../../base/service.ts';
import type { Directory } from './caller.ts';
import { discovery } from './discovery.ts';
import { notFound, replyOf, ScimFailure, wrongValue } from './failure.ts';
import { createScimGroup, deleteScimGroup, groupIn, plain, replaceScimGroup, showGroups } from './groups.ts';
import { patched } from './patch.ts';
import { filterable, resourceFrom, showPeople } from './person.ts';
import { type PersonRow, peopleOf, personOf, type ScimGroupRow, scimGroupsOf } from './queries.ts';
import { expectedBy, isWanted, type Listing, list, type OfOne, send, sendOne } from './replies.ts';
import { keyIn, type Resource } from './resource.ts';
import { settleRoles } from './settle.ts';
import { createPerson, deletePerson, replacePerson } from './users.ts';

/*
 * SCIM 2.0 (RFC 7643, RFC 7644), for the directory of a workspace. Its paths, bodies and errors have the form that SCIM gives them, so
 * they are no operations of the API. The token is an API key that is limited to the workspace and may manage its members: it acts for
 * whoever made it, with their rights at that moment.
 */

export const scimPath = '/scim/v2';

const mediaTypes = ['application/scim+json', 'application/json'];

/** Max bytes of a body: that of a group with all people that a workspace may have. */
const bodyLimit = 512 * 1024;

/** Max keys and values of it. */
const mostValues = 10 * caps.membersOfWorkspace;

const needed = ['member:view', 'member:invite', 'member:edit', 'member:remove'] as const;

export function scimRoutes(service: Service): void {
  void service.http.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(mediaTypes, { parseAs: 'buffer', bodyLimit }, readBody);
      scope.setErrorHandler(sendFailure);
      scope.setNotFoundHandler((request, reply) => sendFailure(notFound(), request, reply));
      scope.addHook('onRequest', async (request, reply) => {
        request.actor = await actorOf(service, request, tokenOf(request));
        await service.limits.ofAccount(request.actor.userId, request, reply);
        if (lacksFactor(service.config, request.actor.facts)) throw new Forbidden('second-factor-required');
        requireSingle(request);
      });
      const turns = createTurns(1);
      discovery(scope, baseOf(service));
      resources(scope, service, people(service), turns);
      resources(scope, service, groups(service), turns);
    },
    { prefix: scimPath },
  );
}

const baseOf = ({ publicUrl }: Pick<Service, 'publicUrl'>): string => `${publicUrl}${scimPath}`;

/** Throws if a parameter of the address is there twice. */
function requireSingle({ query }: FastifyRequest): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>))
    if (Array.isArray(value)) throw wrongValue(`${name} must not be there twice`);
}

/** A body may always be empty: directories name its type also where there is none. */
async function readBody(_request: unknown, body: Buffer): Promise<unknown> {
  if (body.length === 0) return undefined;
  try {
    return parseJson(body, mostValues);
  } catch (error) {
    throw new ScimFailure(400, asFailure(error).details, 'invalidSyntax');
  }
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body, failure } = replyOf(error);
  if (failure && status >= 500) request.log.error({ err: failure.cause ?? error }, 'request failed');
  if (failure?.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  send(reply, status, body);
}

/**
 * The directory whose key a request has. What the key permits is to provide people; that these may then do what the role of a member
 * permits is its maker's to give, so within these paths it acts with all of their rights. Throws `ScimFailure`.
 */
function directoryOf(service: Service, { actor: holder }: FastifyRequest): Directory {
  const { workspaceId = null, openBoards = null, credential, mask = 0 } = holder ?? {};
  const isToken = credential?.kind === 'key' && workspaceId !== null && openBoards === null;
  if (!holder || !isToken || !needed.every((each) => holds(mask, each)))
    throw new ScimFailure(
      403,
      `The token must be an API key that is limited to one workspace and permits ${needed.join(', ')}`,
    );
  const actor = { ...holder, mask: allPermissions };
  return { service, actor, workspaceId, change: service.changeAs(actor) };
}

/** The same, after checking that its maker may see the members. */
async function readingDirectory(service: Service, request: FastifyRequest): Promise<Directory> {
  const directory = directoryOf(service, request);
  await locate(service.db, directory.actor, 'workspace', directory.workspaceId, 'member:edit');
  return directory;
}

/** A kind of resource: how it is read, shown and changed. */
interface Kind<Row> {
  path: string;
  all(workspaceId: string): Promise<Row[]>;
  /** Throws `ScimFailure` if there is none. */
  one(workspaceId: string, id: string): Promise<Row>;
  /** What filters are about. */
  filterable: (row: Row) => Resource;
  show(workspaceId: string, rows: readonly Row[], query: Listing): Promise<Resource[]>;
  create(work: Work, directory: Directory, resource: Resource): Promise<Row>;
  replace(
    work: Work,
    directory: Directory,
    id: string,
    change: (before: Resource) => Resource,
    expected: (version: number) => void,
  ): Promise<Row>;
  remove(work: Work, directory: Directory, id: string, expected: (version: number) => void): Promise<void>;
  /** What follows once a change is stored. */
  changed?(directory: Directory): Promise<void>;
}

function people(service: Service): Kind<PersonRow> {
  const { db } = service;
  const base = baseOf(service);
  return {
    path: '/Users',
    all: (workspaceId) => db.all(peopleOf, { workspaceId }),
    async one(workspaceId, memberId) {
      const row = await db.first(personOf, { workspaceId, memberId });
      if (!row) throw notFound();
      return row;
    },
    filterable,
    show: (workspaceId, rows) => showPeople(db, workspaceId, rows, base),
    create: createPerson,
    replace: replacePerson,
    remove: deletePerson,
  };
}

function groups(service: Service): Kind<ScimGroupRow> {
  const { db } = service;
  const base = baseOf(service);
  return {
    path: '/Groups',
    all: (workspaceId) => db.all(scimGroupsOf, { workspaceId }),
    one: (workspaceId, id) => groupIn(db, workspaceId, id),
    filterable: (row) => plain(row, base),
    show: async (workspaceId, rows, query) =>
      isWanted(query, 'members')
        ? showGroups(db, workspaceId, rows, base)
        : rows.map((row) => plain(row, base)),
    create: createScimGroup,
    replace: replaceScimGroup,
    remove: deleteScimGroup,
    // Roles follow once the groups are stored.
    changed: ({ change, workspaceId }) => settleRoles(db, change, workspaceId),
  };
}

function resources<Row>(scope: FastifyInstance, service: Service, kind: Kind<Row>, turns: Turns): void {
  const { path } = kind;
  const reply = async (
    request: FastifyRequest<OfOne>,
    to: FastifyReply,
    { workspaceId, row }: { workspaceId: string; row: Row },
    status?: number,
  ): Promise<FastifyReply> => {
    const [shown = {}] = await kind.show(workspaceId, [row], request.query);
    return sendOne(request, to, shown, status);
  };
  const changedBy = async <T>(directory: Directory, work: (work: Work) => Promise<T>): Promise<T> => {
    const value = await directory.change(work);
    await kind.changed?.(directory);
    return value;
  };

  scope.get<{ Querystring: Listing }>(path, async (request, to) => {
    const { workspaceId } = await readingDirectory(service, request);
    const show = (some: readonly Row[]) => kind.show(workspaceId, some, request.query);
    const page = await list(request.query, await kind.all(workspaceId), kind.filterable, show, turns);
    return send(to, 200, page);
  });

  scope.get<OfOne>(`${path}/:id`, async (request, to) => {
    const { workspaceId } = await readingDirectory(service, request);
    return reply(request, to, { workspaceId, row: await kind.one(workspaceId, request.params.id) });
  });

  scope.post<OfOne>(path, async (request, to) => {
    const directory = directoryOf(service, request);
    const resource = resourceFrom(request.body);
    const row = await changedBy(directory, (work) => kind.create(work, directory, resource));
    return reply(request, to, { workspaceId: directory.workspaceId, row }, 201);
  });

  const replace = async (
    request: FastifyRequest<OfOne>,
    to: FastifyReply,
    change: (before: Resource) => Resource,
  ): Promise<FastifyReply> => {
    const directory = directoryOf(service, request);
    const expected = expectedBy(request);
    const { id } = request.params;
    const row = await changedBy(directory, (work) => kind.replace(work, directory, id, change, expected));
    return reply(request, to, { workspaceId: directory.workspaceId, row });
  };

  scope.put<OfOne>(`${path}/:id`, (request, to) => {
    const resource = resourceFrom(request.body);
    return replace(request, to, () => resource);
  });

  scope.patch<OfOne>(`${path}/:id`, (request, to) => {
    const operations = operationsOf(request);
    return replace(request, to, (before) => patched(before, operations));
  });

  scope.delete<OfOne>(`${path}/:id`, async (request, to) => {
    const directory = directoryOf(service, request);
    const expected = expectedBy(request);
    await changedBy(directory, (work) => kind.remove(work, directory, request.params.id, expected));
    return to.code(204).send();
  });
}

const operationsOf = ({ body }: FastifyRequest) => {
  const resource = resourceFrom(body);
  return resource[keyIn(resource, 'Operations')];
};
