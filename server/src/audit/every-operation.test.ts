import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, operations } from '../../../contract/api.ts';
import { ApiError } from '../../../contract/client.ts';
import type { Operation } from '../../../contract/operation.ts';
import { type ExampleIds, exampleInput } from '../testing/example-input.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { makeThings } from '../testing/things.ts';

/*
 * Calls every operation that changes something as an admin, with inputs generated from the contract: those about the workspace
 * itself write one entry each, all others none. New operations are covered automatically.
 */

const service = await testService();
const admin = await service.signUp('admin');

const changing = operations.filter(({ method, access }) => method !== 'GET' && access.includes(':'));
const audited = changing.filter(
  ({ id, access }) => /^(workspace|member):/.test(access) || id.endsWith('BoardMember'),
);
const others = changing.filter((operation) => !audited.includes(operation));

/** What must exist for an operation to change something. */
const before: Record<string, (things: ExampleIds) => Promise<unknown>> = {
  restoreWorkspace: (things) => admin.call(api.workspaces.delete, inWorkspace(things)),
  deactivateInviteLink: (things) => admin.call(api.invites.createLink, inWorkspace(things)),
  resetMemberPermissions: override,
  resetAllMemberPermissions: override,
  inviteMemberAgain: invited,
  deleteCodeHostToken: ({ workspace, codeHost }) =>
    admin.call(api.codeHosts.setToken, {
      params: { workspacePublicId: workspace, codeHostPublicId: codeHost },
      body: { token: 'a-token' },
    }),
  createMemberInviteLink: invited,
  endWorkspaceKey: keyOfExample,
};

/** Bodies for operations whose generated example would be refused, or change nothing. */
const bodies: Record<string, Record<string, unknown>> = {
  changeMemberRole: { role: 'member' },
  changeMemberStatus: { status: 'paused' },
  revokeRolePermission: { permission: 'card:view' },
  updateWorkspacePolicies: { longestKeyLife: 365 },
};

/** The number of entries for operations that deviate from the rule. */
const written: Record<string, number> = {
  // It changes nothing and only sends a message.
  testWebhook: 0,
  testChannel: 0,
  // One in each workspace.
  moveBoard: 2,
};

/** Operations that write another entry when called again. */
const again = [
  'createBot',
  'createInviteLink',
  'inviteMemberAgain',
  'createWebhook',
  'createChannel',
  'rotateWebhookSecret',
  'redeliverWebhook',
  'createCodeHost',
  'rotateCodeHostSecret',
  'redeliverChannel',
];

const inWorkspace = ({ workspace }: ExampleIds) => ({ params: { workspacePublicId: workspace } });

function override({ workspace, member }: ExampleIds) {
  const params = { workspacePublicId: workspace, memberPublicId: member };
  return admin.call(api.members.grant, { params, body: { permission: 'card:edit' } });
}

/** A key with the number that the example names. */
async function keyOfExample({ workspace }: ExampleIds) {
  const body = { name: 'Key', workspacePublicId: workspace };
  const { id } = await admin.call(api.users.createApiKey, { body });
  await service.sql(`update api_keys set id = 1 where id = ${id}`);
}

/** Takes a member who has been invited, and has not joined. */
async function invited(things: ExampleIds) {
  const body = { email: `${things.workspace}@example.com` };
  const { publicId } = await admin.call(api.invites.inviteMember, { ...inWorkspace(things), body });
  things.member = publicId;
}

async function prepared(operation: Operation) {
  const things = await makeThings(service, admin, await service.signUp(`target-${operation.id}`));
  await before[operation.id]?.(things);
  const input = exampleInput(operation, things);
  const body = bodies[operation.id];
  return { ...input, ...(body ? { body } : {}) };
}

const entries = () =>
  service.sql<{ type: string; user_id: string; detail: string }>(
    'select type, user_id, detail from audit_entries order by created_at, id',
  );

/** The status of a call, and the number of entries it wrote. */
async function outcomeOf(operation: Operation, input: object): Promise<{ status: number; count: number }> {
  const { length } = await entries();
  const status = await admin.call(operation, input as never).then(
    () => 200,
    (error: unknown) => {
      if (error instanceof ApiError) return error.status;
      throw error;
    },
  );
  const all = await entries();
  for (const entry of all.slice(length)) assert.equal(entry.user_id, admin.id, entry.type);
  return { status, count: all.length - length };
}

test('there is something to walk', () => {
  assert.ok(audited.length > 20);
  assert.ok(others.length > 20);
  const known = changing.map(({ id }) => id);
  const special = [before, bodies, written].flatMap((each) => Object.keys(each));
  assert.deepEqual(
    [...special, ...again].filter((id) => !known.includes(id)),
    [],
  );
});

for (const operation of audited) {
  test(`${operation.id} writes one entry, and none when nothing changes`, async () => {
    const input = await prepared(operation);
    const expected = written[operation.id] ?? 1;
    assert.deepEqual(await outcomeOf(operation, input), { status: 200, count: expected });
    const repeated = await outcomeOf(operation, input);
    assert.equal(repeated.count, again.includes(operation.id) ? 1 : 0);
  });
}

test('what is not about the workspace itself writes none', async () => {
  for (const operation of others) {
    const { status, count } = await outcomeOf(operation, await prepared(operation));
    assert.equal(count, status === 200 ? (written[operation.id] ?? 0) : 0, operation.id);
  }
});

test('what is refused writes none', async () => {
  const things = await makeThings(service, admin, await service.signUp('target'));
  const guest = await service.signUp('guest');
  await addMember(service, things.workspace, guest, { role: 'guest' });
  const { length } = await entries();
  for (const operation of audited) {
    await guest.refused(403, operation, exampleInput(operation, things) as never);
  }
  assert.equal((await entries()).length, length);
});

test('no entry holds a secret', async () => {
  for (const { type, detail } of await entries()) {
    assert.doesNotMatch(detail, /tb[smi]_|tbk_[\w-]{9}|whsec_|v1\.|\/hooks\//, type);
  }
});
