import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { testDatabase } from '../testing/database.ts';
import { scimGroup, scimOf } from '../testing/directory.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { type OpenIdServer, openIdServer } from '../testing/openid-provider.ts';
import { signInBy } from '../testing/provider-sign-in.ts';
import { looseOpenIdServer } from '../testing/second-openid-provider.ts';
import { type Person, testService } from '../testing/service.ts';

/* Membership and roles follow the groups that a provider names at each sign-in. */

const publicUrl = 'https://boards.example.com';
const redirectUri = `${publicUrl}/signed-in`;
const server = await openIdServer({ redirectUris: [redirectUri] });
const loose = await looseOpenIdServer();
after(() => loose.stop());
const settings = {
  PUBLIC_URL: publicUrl,
  ...server.settings('ACME'),
  OIDC_ACME_DOMAINS: 'example.com',
  OIDC_ACME_GROUPS_CLAIM: 'groups',
  ...loose.settings('OTHER'),
  OIDC_OTHER_DOMAINS: 'example.org',
  OIDC_OTHER_GROUPS_CLAIM: 'groups',
};
const database = await testDatabase({ migrated: true });
const before = await testService(settings, {}, database);
const admin = await before.signUp('admin');
const acme = await makeWorkspace(admin);
const labs = await makeWorkspace(admin);
const theirs = await makeWorkspace(await before.signUp('stranger'));
await before.close();
const service = await testService(
  { ...settings, OIDC_ACME_WORKSPACES: `${acme}, ${labs}`, OIDC_OTHER_WORKSPACES: acme },
  {},
  database,
);
after(() => database.remove());
const boss = { ...admin, ...service.caller(admin.token) };

const people = { acme: server.people, other: loose.people };
const servers: Record<string, Pick<OpenIdServer, 'signIn'>> = { acme: server, other: loose };

/** Signs somebody in with groups. */
async function arrive(sub: string, groups: unknown, provider: 'acme' | 'other' = 'acme') {
  const domain = provider === 'acme' ? 'example.com' : 'example.org';
  people[provider][sub] = { email: `${sub}@${domain}`, email_verified: true, groups };
  const of = servers[provider];
  assert.ok(of);
  const { token, user } = await signInBy(service, of, provider, redirectUri, sub);
  return { ...user, token, ...service.caller(token) } as unknown as Person;
}

const inWorkspace = (workspacePublicId: string) => ({ params: { workspacePublicId } });

async function map(workspace: string, name: string, role: string, provider: string | null = 'acme') {
  const body = { provider, name, role };
  return (await boss.call(api.groups.create, { ...inWorkspace(workspace), body })).publicId;
}

/** Role and status of somebody, or undefined if they are no member. */
async function memberOf(workspace: string, email: string) {
  const members = await boss.call(api.members.list, inWorkspace(workspace));
  const found = members.find((each) => each.email === email);
  return found && `${found.role} ${found.status}`;
}

const idOf = async (workspace: string, email: string) => {
  const members = await boss.call(api.members.list, inWorkspace(workspace));
  return members.find((each) => each.email === email)?.publicId ?? '';
};

suite('mapping', () => {
  test('an admin maps groups of the providers that the operator lets the workspace trust, and of no others', async () => {
    const body = { provider: 'acme', name: 'mapping', role: 'member' };
    assert.deepEqual((await boss.call(api.groups.list, inWorkspace(labs))).providers, [
      { id: 'acme', name: 'Acme' },
    ]);
    const group = await boss.call(api.groups.create, { ...inWorkspace(labs), body });
    assert.deepEqual((await boss.call(api.groups.list, inWorkspace(labs))).groups, [group]);
    await boss.refused(409, api.groups.create, { ...inWorkspace(labs), body });
    await boss.refused(400, api.groups.create, {
      ...inWorkspace(labs),
      body: { ...body, name: 'x', role: 'no such role' },
    });
    await boss.refused(403, api.groups.create, {
      ...inWorkspace(labs),
      body: { ...body, provider: 'other' },
    });
    const params = { workspacePublicId: labs, groupPublicId: group.publicId };
    await boss.call(api.groups.remove, { params });
    await boss.refused(404, api.groups.remove, { params });
    const { entries } = await boss.call(api.audit.list, { ...inWorkspace(labs), query: {} });
    assert.deepEqual(
      entries.slice(0, 2).map(({ type, subject }) => [type, subject.name]),
      [
        ['group.deleted', 'mapping'],
        ['group.created', 'mapping'],
      ],
    );
  });

  test('the admin of a workspace that the operator has not named cannot take people of the provider in', async () => {
    const { token } = await service.caller().call(api.auth.signIn, {
      body: { email: 'stranger@example.com', password: 'password of stranger' },
    });
    const stranger = service.caller(token);
    assert.deepEqual((await stranger.call(api.groups.list, inWorkspace(theirs))).providers, []);
    for (const provider of ['acme', 'other', 'no-such-provider'])
      await stranger.refused(403, api.groups.create, {
        ...inWorkspace(theirs),
        body: { provider, name: 'engineering', role: 'member' },
      });
    await stranger.refused(403, api.groups.list, inWorkspace(acme));
  });

  test('a member without the right to manage the workspace maps nothing, nor does an admin above their own role', async () => {
    await map(acme, 'mappers', 'member');
    const person = await arrive('mapper', ['mappers']);
    const body = { provider: 'acme', name: 'more', role: 'admin' };
    await person.refused(403, api.groups.create, { ...inWorkspace(acme), body });
    const params = { workspacePublicId: acme, memberPublicId: await idOf(acme, 'mapper@example.com') };
    await boss.call(api.members.grant, { params, body: { permission: 'workspace:manage' } });
    await person.refused(403, api.groups.create, { ...inWorkspace(acme), body });
  });
});

suite('following', () => {
  test('a person of a mapped group is a member after signing in, with the role that ranks highest', async () => {
    await map(acme, 'engineering', 'member');
    await map(acme, 'leads', 'admin');
    await map(labs, 'engineering', 'guest');
    const ada = await arrive('ada', ['engineering', 'unknown', 'leads']);
    assert.equal(await memberOf(acme, ada.email), 'admin active');
    assert.equal(await memberOf(labs, ada.email), 'guest active');
    assert.equal(await memberOf(acme, 'engineering'), undefined);
    await arrive('ada', ['engineering']);
    assert.equal(await memberOf(acme, ada.email), 'member active');
  });

  test('who has left all groups is no member any more, keeps what they wrote, and comes back with them', async () => {
    const bob = await arrive('bob', ['engineering']);
    const id = await idOf(acme, bob.email);
    await arrive('bob', []);
    assert.deepEqual(
      [await memberOf(acme, bob.email), await memberOf(labs, bob.email)],
      [undefined, undefined],
    );
    await bob.refused(403, api.workspaces.get, inWorkspace(acme));
    await arrive('bob', ['engineering']);
    assert.equal(await memberOf(acme, bob.email), 'member active');
    assert.equal(await idOf(acme, bob.email), id);
  });

  test('who was a member before stays one when they leave the groups, with the role from before', async () => {
    const eve = await arrive('eve', []);
    await boss.call(api.invites.inviteMember, {
      ...inWorkspace(acme),
      body: { email: eve.email, role: 'guest' },
    });
    await arrive('eve', ['leads']);
    assert.equal(await memberOf(acme, eve.email), 'admin active');
    await arrive('eve', ['nothing']);
    assert.equal(await memberOf(acme, eve.email), 'guest active');
  });

  test('who was removed by hand stays out, and who is paused stays paused', async () => {
    const flo = await arrive('flo', ['engineering']);
    const gus = await arrive('gus', ['engineering']);
    const at = async (email: string) => ({
      params: { workspacePublicId: acme, memberPublicId: await idOf(acme, email) },
    });
    await boss.call(api.members.remove, await at(flo.email));
    await boss.call(api.members.changeStatus, { ...(await at(gus.email)), body: { status: 'paused' } });
    await arrive('flo', ['engineering', 'leads']);
    await arrive('gus', ['engineering', 'leads']);
    assert.equal(await memberOf(acme, flo.email), undefined);
    assert.equal(await memberOf(acme, gus.email), 'member paused');
  });

  test('an invitation waits for whom the provider knows to have its address', async () => {
    await map(acme, 'guests of the house', 'member');
    const email = 'head@example.com';
    await boss.call(api.invites.inviteMember, { ...inWorkspace(acme), body: { email } });
    people.acme.liar = { email, email_verified: false, groups: ['guests of the house'] };
    const { token } = await signInBy(service, server, 'acme', redirectUri, 'liar');
    await service.caller(token).refused(403, api.workspaces.get, inWorkspace(acme));
    const head = await arrive('head', ['guests of the house']);
    await head.call(api.workspaces.get, inWorkspace(acme));
  });

  test('the last admin is neither lowered nor removed', async () => {
    const ida = await arrive('ida', ['leads']);
    const admins = async () => {
      const members = await boss.call(api.members.list, inWorkspace(acme));
      return members.filter(({ role, status }) => role === 'admin' && status === 'active');
    };
    for (const { publicId, email } of await admins()) {
      if (email === ida.email) continue;
      const params = { workspacePublicId: acme, memberPublicId: publicId };
      await ida.call(api.members.changeRole, { params, body: { role: 'member' } });
    }
    assert.equal((await admins().catch(() => [])).length, 1);
    await arrive('ida', ['engineering']);
    assert.equal(await memberOf(acme, ida.email), 'admin active');
    await arrive('ida', []);
    assert.equal(await memberOf(acme, ida.email), 'admin active');
    const params = { workspacePublicId: acme, memberPublicId: await idOf(acme, boss.email) };
    await ida.call(api.members.changeRole, { params, body: { role: 'admin' } });
    await arrive('ida', []);
    assert.equal(await memberOf(acme, ida.email), undefined);
  });

  test('a claim that is no list of names is none: nobody comes, and nobody leaves', async () => {
    const kim = await arrive('kim', ['engineering']);
    for (const groups of [undefined, null, 7, { engineering: true }, Array(1001).fill('x')]) {
      await arrive('kim', groups);
      assert.equal(await memberOf(acme, kim.email), 'member active', JSON.stringify(groups)?.slice(0, 30));
    }
    await arrive('kim', [7, null, 'engineering']);
    assert.equal(await memberOf(acme, kim.email), 'member active');
    await arrive('lou', 'engineering');
    assert.equal(await memberOf(acme, 'lou@example.com'), 'member active');
  });

  test('a role by a group of a directory goes with it, also of whom groups of a provider let in', async () => {
    const ida = await arrive('ida', ['engineering']);
    await map(acme, 'Chiefs', 'admin', null);
    const directory = await scimOf(service, boss, acme);
    const group = await directory.expect(
      201,
      'POST',
      '/Groups',
      scimGroup('Chiefs', [await idOf(acme, ida.email)]),
    );
    assert.equal(await memberOf(acme, ida.email), 'admin active');
    await directory.expect(204, 'DELETE', `/Groups/${String(group.id)}`);
    assert.equal(await memberOf(acme, ida.email), 'member active');
  });

  test('groups of one provider say nothing about those of another', async () => {
    const max = await arrive('max', ['engineering', 'leads'], 'other');
    assert.equal(await memberOf(acme, max.email), undefined);
    await map(acme, 'engineering', 'guest', 'other');
    await arrive('max', ['engineering'], 'other');
    assert.equal(await memberOf(acme, max.email), 'guest active');
  });

  test('a group that no longer gives a role lets its people go at their next sign-in; a deleted role goes with its groups', async () => {
    const role = await boss.call(api.roles.create, {
      ...inWorkspace(labs),
      body: { name: 'tester', permissions: ['workspace:view'] },
    });
    const group = await map(labs, 'testers', 'tester');
    const ned = await arrive('ned', ['testers']);
    assert.equal(await memberOf(labs, ned.email), 'tester active');
    const removed = { params: { workspacePublicId: labs, groupPublicId: group } };
    await boss.call(api.groups.remove, removed);
    await arrive('ned', ['testers']);
    assert.equal(await memberOf(labs, ned.email), undefined);
    await map(labs, 'testers', 'tester');
    await boss.call(api.roles.delete, { params: { workspacePublicId: labs, rolePublicId: role.publicId } });
    const { groups } = await boss.call(api.groups.list, inWorkspace(labs));
    assert.ok(groups.every(({ name }) => name !== 'testers'));
  });

  test('a workspace in the trash follows nobody, and one that is purged leaves nothing behind', async () => {
    const gone = labs;
    await boss.call(api.workspaces.delete, inWorkspace(gone));
    await arrive('oda', ['engineering']);
    await boss.call(api.workspaces.restore, inWorkspace(gone));
    assert.equal(await memberOf(gone, 'oda@example.com'), undefined);
  });
});
