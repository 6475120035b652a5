import assert from 'node:assert/strict';
import { api } from '../../../contract/api.ts';
import type { Person, TestService } from './service.ts';

/* The directory of a company, which provides people by SCIM. */

export interface Reply {
  status: number;
  body: Record<string, unknown> & { Resources?: Record<string, unknown>[] };
  headers: Headers;
}

export interface Scim {
  readonly token: string;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Makes a request that must be answered with a status. */
  expect(status: number, method: string, path: string, body?: unknown): Promise<Reply['body']>;
}

export const scimPermissions = [
  'workspace:view',
  'member:view',
  'member:invite',
  'member:edit',
  'member:remove',
] as const;

/** The directory of a workspace, whose token an admin has made. */
export async function scimOf(
  service: Pick<TestService, 'address'>,
  admin: Pick<Person, 'call'>,
  workspacePublicId: string,
): Promise<Scim> {
  const { key } = await admin.call(api.users.createApiKey, {
    body: { name: 'Directory', workspacePublicId, permissions: [...scimPermissions] },
  });
  return scimWith(service, key);
}

export function scimWith({ address }: Pick<TestService, 'address'>, token: string): Scim {
  const ask: Scim['ask'] = async (method, path, body, headers = {}) => {
    const reply = await fetch(`${address}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, body: text ? JSON.parse(text) : {}, headers: reply.headers } as Reply;
  };
  return {
    token,
    ask,
    async expect(status, method, path, body) {
      const reply = await ask(method, path, body);
      assert.equal(reply.status, status, `${method} ${path}: ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
  };
}

const schemas = {
  user: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  group: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  patch: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
};

/** Requests as directories make them. */
export const scimUser = (userName: string, more: object = {}) => ({
  schemas: schemas.user,
  userName,
  externalId: `ext-${userName}`,
  name: { givenName: userName.split('@')[0], familyName: 'Smith' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  active: true,
  ...more,
});

export const scimGroup = (displayName: string, members: string[] = []) => ({
  schemas: schemas.group,
  displayName,
  members: members.map((value) => ({ value })),
});

export const scimPatch = (...operations: object[]) => ({ schemas: schemas.patch, Operations: operations });
