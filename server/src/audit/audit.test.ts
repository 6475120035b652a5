import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { permissions } from '../../../contract/permissions.ts';
import { forgetAudit } from '../base/changes/forget-audit.ts';
import { day, isoMillis } from '../base/clock.ts';
import { makeBoard, makeMember, makeWorkspace } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: 'hooks.test' });
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const nobody = service.caller();

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });
const log = async (workspace: string, viewer: Pick<Person, 'call'> = ada) =>
  (await viewer.call(api.audit.list, at(workspace))).entries;

/** The entries, oldest first, without ids and times. */
const told = async (workspace: string, viewer?: Pick<Person, 'call'>) =>
  (await log(workspace, viewer))
    .map(({ type, user, subject, detail }) => ({
      type,
      by: user?.name,
      subject: subject.name ?? subject.email,
      detail: detail.map(({ field, from, to }) => `${field}: ${from ?? '–'} → ${to ?? '–'}`),
    }))
    .reverse();

const lastOf = async (workspace: string) => (await told(workspace)).at(-1);

test('the log shows from the first day who did what to whom', async () => {
  const { publicId: workspace, slug } = await ada.call(api.workspaces.create, { body: { name: 'Engines' } });
  const member = await makeMember(service, ada, workspace, bob, 'guest');
  const params = { workspacePublicId: workspace, memberPublicId: member };
  await ada.call(api.members.changeRole, { params, body: { role: 'member' } });
  await ada.call(api.members.grant, { params, body: { permission: 'board:delete' } });
  await ada.call(api.members.revoke, { params, body: { permission: 'card:create' } });
  await ada.call(api.members.reset, { params });
  await ada.call(api.members.changeStatus, { params, body: { status: 'paused' } });
  await ada.call(api.members.remove, { params });
  const subject = 'bob';
  assert.deepEqual(await told(workspace), [
    {
      type: 'workspace.created',
      by: 'ada',
      subject: 'Engines',
      detail: ['name: – → Engines', `slug: – → ${slug}`, 'cardPrefix: – → ENG'],
    },
    { type: 'member.invited', by: 'ada', subject, detail: ['role: – → guest', 'status: – → invited'] },
    { type: 'member.joined', by: 'bob', subject, detail: ['status: invited → active'] },
    { type: 'member.updated', by: 'ada', subject, detail: ['role: guest → member'] },
    { type: 'member.updated', by: 'ada', subject, detail: ['granted: – → board:delete'] },
    { type: 'member.updated', by: 'ada', subject, detail: ['revoked: – → card:create'] },
    {
      type: 'member.updated',
      by: 'ada',
      subject,
      detail: ['granted: board:delete → –', 'revoked: card:create → –'],
    },
    { type: 'member.updated', by: 'ada', subject, detail: ['status: active → paused'] },
    { type: 'member.removed', by: 'ada', subject, detail: ['role: member → –', 'status: paused → removed'] },
  ]);
});

test('an entry is whole: who, whom, when', async () => {
  const workspace = await makeWorkspace(ada);
  const before = isoMillis(service.clock.now());
  const member = await makeMember(service, ada, workspace, bob);
  const [joined, invited] = await log(workspace);
  assert.ok(invited && joined);
  assert.deepEqual(invited, {
    publicId: invited.publicId,
    type: 'member.invited',
    createdAt: invited.createdAt,
    user: { id: ada.id, name: 'ada', email: ada.email, isBot: false },
    subject: { type: 'member', publicId: member, name: 'bob', email: bob.email },
    detail: [
      { field: 'role', from: null, to: 'member' },
      { field: 'status', from: null, to: 'invited' },
    ],
  });
  assert.ok(before <= invited.createdAt && invited.createdAt <= joined.createdAt);
});

test('an invited person without an account is logged by address', async () => {
  const workspace = await makeWorkspace(ada);
  await ada.call(api.invites.inviteMember, { ...at(workspace), body: { email: 'new@example.com' } });
  const [entry] = await log(workspace);
  assert.deepEqual([entry?.subject.name, entry?.subject.email], [null, 'new@example.com']);
});

test('changes of workspace settings are logged field by field', async () => {
  const workspace = await makeWorkspace(ada, 'Before');
  const body = { name: 'After', showEmailsToMembers: false, weekStartDay: 6, description: 'x'.repeat(600) };
  await ada.call(api.workspaces.update, { ...at(workspace), body: body as never });
  assert.deepEqual(await lastOf(workspace), {
    type: 'workspace.updated',
    by: 'ada',
    subject: 'After',
    detail: [
      'name: Before → After',
      `description: – → ${'x'.repeat(500)}…`,
      'weekStartDay: 1 → 6',
      'showEmailsToMembers: true → false',
    ],
  });
});

test('what a body holds besides the settings is not logged', async () => {
  const workspace = await makeWorkspace(ada, 'Before');
  await ada.call(api.workspaces.update, {
    ...at(workspace),
    body: { name: 'Before', plan: 'gold', id: 'x' } as never,
  });
  assert.equal((await lastOf(workspace))?.type, 'workspace.created');
});

test('roles are logged with what they permit', async () => {
  const workspace = await makeWorkspace(ada);
  const { publicId } = await ada.call(api.roles.create, {
    ...at(workspace),
    body: { name: 'Writer', permissions: ['card:view', 'card:edit'] },
  });
  const of = { params: { workspacePublicId: workspace, rolePublicId: publicId } };
  await ada.call(api.roles.grant, { ...of, body: { permission: 'card:create' } });
  await ada.call(api.roles.update, { ...of, body: { name: 'Author', hierarchyLevel: 50 } });
  await ada.call(api.roles.delete, of);
  assert.deepEqual((await told(workspace)).slice(1), [
    {
      type: 'role.created',
      by: 'ada',
      subject: 'Writer',
      detail: ['name: – → Writer', 'hierarchyLevel: – → 100', 'permissions: – → card:view, card:edit'],
    },
    {
      type: 'role.updated',
      by: 'ada',
      subject: 'Writer',
      detail: ['permissions: card:view, card:edit → card:view, card:create, card:edit'],
    },
    {
      type: 'role.updated',
      by: 'ada',
      subject: 'Author',
      detail: ['name: Writer → Author', 'hierarchyLevel: 100 → 50'],
    },
    {
      type: 'role.deleted',
      by: 'ada',
      subject: 'Author',
      detail: [
        'name: Author → –',
        'hierarchyLevel: 50 → –',
        'permissions: card:view, card:create, card:edit → –',
      ],
    },
  ]);
});

test('for a webhook, the log shows where it leads; that its secret or the rest of its address changed, but not to what', async () => {
  const workspace = await makeWorkspace(ada);
  const url = 'https://hooks.test/a-secret';
  const { publicId } = await ada.call(api.webhooks.create, {
    ...at(workspace),
    body: { name: 'Chat', url, events: ['card.*'] },
  });
  const of = { params: { workspacePublicId: workspace, webhookPublicId: publicId } };
  await ada.call(api.webhooks.rotateSecret, of);
  await ada.call(api.webhooks.update, { ...of, body: { url: 'https://hooks.test/another', active: false } });
  await ada.call(api.webhooks.update, { ...of, body: { url: 'https://hooks.test:8443/another' } });
  const entries = (await told(workspace)).slice(1);
  assert.deepEqual(
    entries.map(({ type, detail }) => [type, ...detail]),
    [
      [
        'webhook.created',
        'name: – → Chat',
        'url: – → https://hooks.test',
        'events: – → card.*',
        'active: – → true',
      ],
      ['webhook.updated', 'secret: – → –'],
      ['webhook.updated', 'active: true → false', 'url: – → –'],
      ['webhook.updated', 'url: https://hooks.test → https://hooks.test:8443'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(entries), /whsec_|a-secret|another/);
});

test('publishing, hiding and moving a board are logged, in both workspaces; no other change of it is', async () => {
  const { workspace, board } = await makeBoard(ada, { name: 'Plans' });
  const target = await makeWorkspace(ada);
  const params = { boardPublicId: board };
  for (const body of [{ visibility: 'public' }, { name: 'Plan' }, { visibility: 'private' }] as const) {
    await ada.call(api.boards.update, { params, body });
  }
  await ada.call(api.boards.move, { params, body: { targetWorkspacePublicId: target } });
  const detail = [`workspace: ${workspace} → ${target}`];
  assert.deepEqual((await told(workspace)).slice(1), [
    { type: 'board.published', by: 'ada', subject: 'Plans', detail: [] },
    { type: 'board.unpublished', by: 'ada', subject: 'Plan', detail: [] },
    { type: 'board.movedOut', by: 'ada', subject: 'Plan', detail },
  ]);
  assert.deepEqual(await lastOf(target), { type: 'board.movedIn', by: 'ada', subject: 'Plan', detail });
});

test('a key for one workspace is logged there; a key for the whole account, nowhere', async () => {
  const [workspace, other] = [await makeWorkspace(ada), await makeWorkspace(ada)];
  const { id: all } = await ada.call(api.users.createApiKey, { body: { name: 'all' } });
  await ada.call(api.users.deleteApiKey, { params: { id: all } });
  const { id, key, prefix } = await ada.call(api.users.createApiKey, {
    body: { name: 'robot', permissions: ['card:view'], workspacePublicId: workspace },
  });
  await ada.call(api.users.deleteApiKey, { params: { id } });
  const entries = await told(workspace);
  assert.deepEqual(entries.slice(1), [
    {
      type: 'key.created',
      by: 'ada',
      subject: 'robot',
      detail: [`prefix: – → ${prefix}`, 'permissions: – → card:view'],
    },
    { type: 'key.revoked', by: 'ada', subject: 'robot', detail: [`prefix: ${prefix} → –`] },
  ]);
  assert.doesNotMatch(JSON.stringify(await log(workspace)), new RegExp(key));
  assert.equal((await told(other)).length, 1);
});

test('joining by the link is logged, but not its code', async () => {
  const workspace = await makeWorkspace(ada);
  const { inviteCode, expiresAt } = await ada.call(api.invites.createLink, at(workspace));
  const cem = await service.signUp('cem');
  await cem.call(api.invites.accept, { body: { inviteCode } });
  await cem.call(api.invites.accept, { body: { inviteCode } });
  await ada.call(api.invites.deactivateLink, at(workspace));
  await ada.call(api.invites.deactivateLink, at(workspace));
  const entries = (await told(workspace)).slice(1);
  assert.deepEqual(entries, [
    {
      type: 'invite.created',
      by: 'ada',
      subject: null,
      detail: ['role: – → member', `expiresAt: – → ${expiresAt}`],
    },
    { type: 'member.joined', by: 'cem', subject: 'cem', detail: ['role: – → member', 'status: – → active'] },
    { type: 'invite.deactivated', by: 'ada', subject: null, detail: [] },
  ]);
  assert.doesNotMatch(JSON.stringify(entries), /tbi_/);
});

test('an invitation that is sent again is logged again, and one that is refused is not', async () => {
  const workspace = await makeWorkspace(ada);
  const invite = { ...at(workspace), body: { email: 'late@example.com' } };
  await ada.call(api.invites.inviteMember, invite);
  await ada.refused(409, api.invites.inviteMember, invite);
  service.clock.pass(8 * day);
  await ada.call(api.invites.inviteMember, invite);
  const types = (await told(workspace)).map(({ type }) => type);
  assert.deepEqual(types, ['workspace.created', 'member.invited', 'member.invited']);
});

test('what was undone because it may not be leaves no entry', async () => {
  const workspace = await makeWorkspace(ada);
  const { members } = await ada.call(api.workspaces.get, at(workspace));
  const params = { workspacePublicId: workspace, memberPublicId: members[0]?.publicId ?? '' };
  await ada.refused(403, api.members.remove, { params });
  await ada.refused(403, api.members.changeRole, { params, body: { role: 'guest' } });
  assert.equal((await log(workspace)).length, 1);
});

test('of 16 changes at once each is logged, and each begins where the one before ended', async () => {
  const workspace = await makeWorkspace(ada);
  const member = await makeMember(service, ada, workspace, bob, 'guest');
  const params = { workspacePublicId: workspace, memberPublicId: member };
  await Promise.all(
    permissions
      .slice(0, 16)
      .map((permission) => ada.call(api.members.grant, { params, body: { permission } })),
  );
  const steps = (await log(workspace))
    .filter(({ type }) => type === 'member.updated')
    .map(({ detail }) => detail[0])
    .reverse();
  assert.equal(steps.length, 16);
  steps.forEach((step, index) => assert.equal(step?.from, index === 0 ? null : steps[index - 1]?.to));
});

test('pages hold every entry once, the newest first, whatever is written meanwhile', async () => {
  const workspace = await makeWorkspace(ada, 'Name 0');
  const rename = (number: number) =>
    ada.call(api.workspaces.update, { ...at(workspace), body: { name: `Name ${number}` } });
  for (let number = 1; number <= 25; number++) await rename(number);
  const seen: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page: { entries: { subject: { name: string | null } }[]; nextCursor: string | null } =
      await ada.call(api.audit.list, {
        ...at(workspace),
        query: { limit: 10, ...(cursor ? { cursor } : {}) },
      });
    seen.push(...page.entries.map(({ subject }) => subject.name ?? ''));
    cursor = page.nextCursor;
    await rename(100 + pages++);
  } while (cursor);
  assert.equal(pages, 3);
  assert.deepEqual(
    seen,
    Array.from({ length: 26 }, (_, index) => `Name ${25 - index}`),
  );
});

test('a page has 20 entries unless 1 to 100 are asked for; a cursor is one of this list', async () => {
  const workspace = await makeWorkspace(ada);
  for (let number = 1; number <= 20; number++) {
    await ada.call(api.workspaces.update, { ...at(workspace), body: { name: `Name ${number}` } });
  }
  const page = await ada.call(api.audit.list, at(workspace));
  assert.deepEqual([page.entries.length, page.hasMore], [20, true]);
  for (const limit of [0, 101, 1.5]) {
    await ada.refused(400, api.audit.list, { ...at(workspace), query: { limit } });
  }
  for (const cursor of ['x', '1', `1.${'0'.repeat(17)}`]) {
    await ada.refused(400, api.audit.list, { ...at(workspace), query: { cursor } });
  }
});

test('only who manages the workspace reads the log', async () => {
  const workspace = await makeWorkspace(ada);
  await makeMember(service, ada, workspace, bob, 'member');
  const eve = await service.signUp('eve');
  await nobody.refused(401, api.audit.list, at(workspace));
  await bob.refused(403, api.audit.list, at(workspace));
  await eve.refused(403, api.audit.list, at(workspace));
  await ada.refused(404, api.audit.list, at('0123456789abcdef'));
  await ada.refused(400, api.audit.list, at('short'));
  await ada.call(api.workspaces.delete, at(workspace));
  await ada.refused(404, api.audit.list, at(workspace));
  await ada.call(api.workspaces.restore, at(workspace));
  const types = (await log(workspace)).map(({ type }) => type);
  assert.deepEqual(types.slice(0, 2), ['workspace.restored', 'workspace.deleted']);
});

test('addresses that the workspace hides are hidden here too', async () => {
  const workspace = await makeWorkspace(ada);
  const manager = await service.signUp('manager');
  await addMember(service, workspace, manager, { granted: ['workspace:manage'] });
  await makeMember(service, ada, workspace, bob);
  assert.equal((await log(workspace, manager))[0]?.user?.email, bob.email);
  await ada.call(api.workspaces.update, { ...at(workspace), body: { showEmailsToMembers: false } });
  assert.doesNotMatch(JSON.stringify(await log(workspace, manager)), /@/);
  assert.match(JSON.stringify(await log(workspace)), /@/);
});

test('entries go after a year, more than one batch of them, and no sooner', async () => {
  const workspace = await makeWorkspace(ada);
  const old = service.clock.now();
  const rows = Array.from({ length: 1200 }, (_, index) => {
    const id = `old${String(index).padStart(13, '0')}`;
    return `('${workspace}', '${id}', 'role.created', '${ada.id}', 'x', '[]', ${old})`;
  });
  await service.sql(`insert into audit_entries
    (workspace_id, id, type, user_id, subject_id, detail, created_at) values ${rows.join(', ')}`);
  service.clock.pass(day);
  await ada.call(api.workspaces.update, { ...at(workspace), body: { name: 'Renamed' } });
  const left = async () =>
    (await service.sql(`select id from audit_entries where workspace_id = '${workspace}'`)).length;
  service.clock.pass(363 * day);
  await forgetAudit(service);
  assert.equal(await left(), 1202);
  service.clock.pass(day + 1);
  await forgetAudit(service);
  assert.equal(await left(), 1);
});
