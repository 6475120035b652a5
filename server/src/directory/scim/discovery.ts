import type { FastifyInstance } from 'fastify';
import { notFound, ScimFailure } from './failure.ts';
import { enterpriseSchema, groupSchema, userSchema } from './resource.ts';

/* What the service can do (RFC 7643, 5 to 7). */

const list = (resources: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

const config = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 100 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description:
        'An API key that is limited to one workspace and may manage its members, as a bearer token',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const resourceTypes = (base: string) =>
  [
    {
      id: 'User',
      endpoint: '/Users',
      schema: userSchema,
      extensions: [{ schema: enterpriseSchema, required: false }],
    },
    { id: 'Group', endpoint: '/Groups', schema: groupSchema, extensions: [] },
  ].map(({ id, endpoint, schema, extensions }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    endpoint,
    schema,
    schemaExtensions: extensions,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }));

interface Attribute {
  name: string;
  type: string;
  multiValued: boolean;
  required: boolean;
  caseExact: boolean;
  mutability: string;
  returned: string;
  uniqueness: string;
  subAttributes?: Attribute[];
}

const attribute = (name: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const complex = (name: string, parts: string[], more: Partial<Attribute> = {}): Attribute =>
  attribute(name, { type: 'complex', subAttributes: parts.map((part) => attribute(part)), ...more });

const schemas = (base: string) =>
  [
    {
      id: userSchema,
      name: 'User',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        complex('name', ['formatted', 'givenName', 'familyName']),
        ...['displayName', 'nickName', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'].map(
          (name) => attribute(name),
        ),
        attribute('active', { type: 'boolean' }),
        complex('emails', ['value', 'type', 'primary'], { multiValued: true }),
        complex('phoneNumbers', ['value', 'type'], { multiValued: true }),
        complex('groups', ['value', 'display', '$ref', 'type'], {
          multiValued: true,
          mutability: 'readOnly',
        }),
      ],
    },
    {
      id: groupSchema,
      name: 'Group',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        complex('members', ['value', 'display', '$ref', 'type'], { multiValued: true }),
      ],
    },
    {
      id: enterpriseSchema,
      name: 'EnterpriseUser',
      attributes: [
        ...['employeeNumber', 'costCenter', 'organization', 'division', 'department'].map((name) =>
          attribute(name),
        ),
        complex('manager', ['value', '$ref', 'displayName']),
      ],
    },
  ].map((each) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    description: each.name,
    ...each,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${each.id}` },
  }));

export function discovery(scope: FastifyInstance, base: string): void {
  const put = (path: string, body: object) =>
    scope.get(path, async (_request, reply) =>
      reply.header('content-type', 'application/scim+json; charset=utf-8').send(JSON.stringify(body)),
    );
  const all = (path: string, resources: readonly { id: string }[]) => {
    put(path, list(resources));
    scope.get<{ Params: { id: string } }>(`${path}/:id`, async ({ params }, reply) => {
      const found = resources.find(({ id }) => id.toLowerCase() === params.id.toLowerCase());
      if (!found) throw notFound();
      return reply.header('content-type', 'application/scim+json; charset=utf-8').send(JSON.stringify(found));
    });
  };
  put('/ServiceProviderConfig', config(base));
  all('/ResourceTypes', resourceTypes(base));
  all('/Schemas', schemas(base));
  for (const path of ['/Me', '/Bulk', '/.search'])
    scope.all(path, () => {
      throw new ScimFailure(501, 'This is not supported');
    });
}
