import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { testDatabase } from '../../testing/database.ts';
import { scimGroup, scimOf, scimPatch, scimUser } from '../../testing/directory.ts';
import { makeMember, makeWorkspace } from '../../testing/fixtures.ts';
import { mailedToken } from '../../testing/mails.ts';
import { openIdServer } from '../../testing/openid-provider.ts';
import { signInBy } from '../../testing/provider-sign-in.ts';
import { testService } from '../../testing/service.ts';

/* What a directory can give and take: no more than whoever made its token, and nothing to who has not proven who they are. */

const publicUrl = 'https://boards.example.com';
const redirectUri = `${publicUrl}/signed-in`;
const server = await openIdServer({ redirectUris: [redirectUri] });
const database = await testDatabase({ migrated: true });
const settings = { PUBLIC_URL: publicUrl, ...server.settings('ACME'), OIDC_ACME_DOMAINS: 'acme.example' };
const before = await testService(settings, {}, database);
const admin = await before.signUp('admin');
const workspace = await makeWorkspace(admin);
await before.close();
const service = await testService({ ...settings, OIDC_ACME_WORKSPACES: workspace }, {}, database);
after(() => database.remove());
const boss = { ...admin, ...service.caller(admin.token) };
const scim = await scimOf(service, boss, workspace);
type Scim = typeof scim;

const inWorkspace = { params: { workspacePublicId: workspace } };
const member = (memberPublicId: string) => ({ params: { workspacePublicId: workspace, memberPublicId } });
const members = () => boss.call(api.members.list, inWorkspace);
const roleOf = async (id: string) => (await members()).find(({ publicId }) => publicId === id)?.role;
const idOf = ({ id }: Record<string, unknown>) => String(id);
const create = async (email: string) => idOf(await scim.expect(201, 'POST', '/Users', scimUser(email)));
const group = async (of: Scim, name: string, people: string[] = []) =>
  `/Groups/${idOf(await of.expect(201, 'POST', '/Groups', scimGroup(name, people)))}`;
const add = (...ids: string[]) =>
  scimPatch({ op: 'add', path: 'members', value: ids.map((value) => ({ value })) });
const replace = (path: string, value: unknown) => scimPatch({ op: 'replace', path, value });
const map = (name: string, role: string) =>
  boss.call(api.groups.create, { ...inWorkspace, body: { provider: null, name, role } });

let settled = 0;
/** Has an admin’s directory settle the roles. */
const settle = () => group(scim, `Settled ${++settled}`);

/** A member who is no admin, but may manage members, and has a directory of their own. */
async function clerkNamed(name: string) {
  const person = await service.signUp(name);
  const id = await makeMember(service, boss, workspace, person);
  for (const permission of ['member:invite', 'member:edit', 'member:remove'] as const)
    await boss.call(api.members.grant, { ...member(id), body: { permission } });
  return { id, person, scim: await scimOf(service, person, workspace) };
}

suite('a group that gives a role which ranks above who made the token', () => {
  test('is neither entered nor left by it, so that an admin’s directory settles nothing else', async () => {
    const clerk = await clerkNamed('clerk');
    const chief = await create('chief@acme.example');
    const path = await group(scim, 'Chiefs', [chief]);
    await map('Chiefs', 'admin');
    assert.equal(await roleOf(chief), 'admin');
    const refusal = await clerk.scim.expect(403, 'PATCH', path, add(clerk.id));
    assert.deepEqual(
      [refusal.schemas, refusal.status],
      [['urn:ietf:params:scim:api:messages:2.0:Error'], '403'],
    );
    await clerk.scim.expect(403, 'PATCH', path, scimPatch({ op: 'remove', path: 'members' }));
    await clerk.scim.expect(403, 'PUT', path, scimGroup('Renamed', [chief]));
    await clerk.scim.expect(403, 'DELETE', path);
    await settle();
    assert.deepEqual([await roleOf(clerk.id), await roleOf(chief)], ['member', 'admin']);
    // What changes nothing about it is allowed, and so is everything to the directory of an admin.
    await clerk.scim.expect(200, 'PUT', path, scimGroup('Chiefs', [chief]));
    await scim.expect(200, 'PATCH', path, scimPatch({ op: 'remove', path: 'members' }));
    assert.equal(await roleOf(chief), 'member');
  });

  test('is not made by it out of another, by the name or the directory’s id', async () => {
    const clerk = await clerkNamed('renamer');
    await map('object-of-chiefs', 'admin');
    await map('Bosses', 'admin');
    const own = { ...scimGroup('Own', [clerk.id]), externalId: 'Own' };
    const path = `/Groups/${idOf(await clerk.scim.expect(201, 'POST', '/Groups', own))}`;
    await clerk.scim.expect(403, 'PATCH', path, replace('externalId', 'object-of-chiefs'));
    await clerk.scim.expect(403, 'PATCH', path, replace('displayName', 'Bosses'));
    await clerk.scim.expect(403, 'POST', '/Groups', scimGroup('Bosses', [clerk.id]));
    await settle();
    assert.equal(await roleOf(clerk.id), 'member');
    await clerk.scim.expect(200, 'PATCH', path, replace('displayName', 'Harmless'));
    await clerk.scim.expect(204, 'DELETE', path);
  });

  test('is not got back by leaving one that ranks lower', async () => {
    const clerk = await clerkNamed('fallen');
    await boss.call(api.members.changeRole, { ...member(clerk.id), body: { role: 'admin' } });
    const path = await group(scim, 'Fallen', [clerk.id]);
    await map('Fallen', 'member');
    assert.equal(await roleOf(clerk.id), 'member');
    await clerk.scim.expect(403, 'PATCH', path, scimPatch({ op: 'remove', path: 'members' }));
    await settle();
    assert.equal(await roleOf(clerk.id), 'member');
  });
});

suite('permissions that who made the token does not hold', () => {
  test('are given to nobody by a group whose role ranks no higher', async () => {
    const clerk = await clerkNamed('platform');
    const { publicId: role } = await boss.call(api.roles.create, {
      ...inWorkspace,
      body: { name: 'Integrations', permissions: ['workspace:view', 'workspace:manage'] },
    });
    const path = await group(scim, 'Platform');
    await clerk.scim.expect(200, 'PATCH', path, replace('externalId', 'nobody is in it'));
    await map('Platform', role);
    await clerk.scim.expect(403, 'PATCH', path, add(clerk.id));
    await settle();
    assert.equal(await roleOf(clerk.id), 'member');
    // Nor does it settle what another directory has left to settle.
    const someone = await create('someone@acme.example');
    await service.sql(
      `insert into scim_group_members (workspace_id, group_id, member_id)
        values ('${workspace}', '${path.slice('/Groups/'.length)}', '${someone}')`,
    );
    await group(clerk.scim, 'Settled by a clerk');
    assert.equal(await roleOf(someone), 'member');
    await settle();
    assert.equal(await roleOf(someone), 'Integrations');
  });

  test('are not taken over with the address of who holds them', async () => {
    const clerk = await clerkNamed('mover');
    const peer = await create('peer@acme.example');
    const moving = (value: string) =>
      scimPatch({ op: 'replace', path: 'userName', value }, { op: 'replace', path: 'emails', value: [] });
    await boss.call(api.members.grant, { ...member(peer), body: { permission: 'workspace:manage' } });
    await clerk.scim.expect(403, 'PATCH', `/Users/${peer}`, moving('mover+peer@acme.example'));
    await scim.expect(200, 'PATCH', `/Users/${peer}`, moving('peer2@acme.example'));
    await boss.call(api.members.revoke, { ...member(peer), body: { permission: 'workspace:manage' } });
    await clerk.scim.expect(200, 'PATCH', `/Users/${peer}`, moving('peer3@acme.example'));
  });
});

suite('somebody who has changed their own address', () => {
  /** Somebody whom the directory provides, and who signs in. */
  async function provided(name: string) {
    const email = `${name}@acme.example`;
    const id = await create(email);
    server.people[name] = { email, email_verified: true };
    const signedIn = await signInBy(service, server, 'acme', redirectUri, name);
    const person = service.caller(signedIn.token);
    const moveTo = async (newEmail: string) => {
      await service.caller().call(api.auth.requestMagicLink, { body: { email } });
      const token = await mailedToken(service, email);
      await person.call(api.users.requestNewAddress, { body: { newEmail, token } });
      const code = await mailedToken(service, newEmail);
      await person.call(api.users.confirmNewAddress, { body: { token: code } });
    };
    return { id, email, person, moveTo, path: `/Users/${id}` };
  }
  const statusAndAddress = async (id: string) => {
    const found = (await members()).find(({ publicId }) => publicId === id);
    return [found?.status, found?.email];
  };

  test('is deactivated and activated by the directory, and keeps the address', async () => {
    for (const address of ['ada@else.example', 'ada.king@acme.example']) {
      const { id, email, moveTo, path } = await provided(`ada${address.length}`);
      await moveTo(address);
      assert.equal((await scim.expect(200, 'PATCH', path, replace('active', false))).active, false);
      assert.deepEqual(await statusAndAddress(id), ['paused', address]);
      await scim.expect(200, 'PUT', path, scimUser(email));
      assert.deepEqual(await statusAndAddress(id), ['active', address]);
    }
  });

  test('is renamed and moved by it only where it speaks for the new address', async () => {
    const away = await provided('away');
    const named = (await away.person.call(api.users.me)).name;
    await away.moveTo('away@else.example');
    await scim.expect(200, 'PATCH', away.path, replace('displayName', 'Taken'));
    const moved = await scim.expect(400, 'PATCH', away.path, replace('userName', 'back@acme.example'));
    assert.equal(moved.scimType, 'mutability');
    // That the directory has heard of the new address changes nothing.
    await scim.expect(200, 'PATCH', away.path, replace('userName', 'away@else.example'));
    const { email, name } = await away.person.call(api.users.me);
    assert.deepEqual([email, name], ['away@else.example', named]);
    const near = await provided('near');
    await near.moveTo('nearer@acme.example');
    await scim.expect(200, 'PATCH', near.path, replace('displayName', 'Near'));
    await scim.expect(200, 'PATCH', near.path, replace('userName', 'nearest@acme.example'));
    const after = await near.person.call(api.users.me);
    assert.deepEqual([after.email, after.name], ['nearest@acme.example', 'Near']);
    const { entries } = await boss.call(api.audit.list, { ...inWorkspace, query: { limit: 2 } });
    assert.deepEqual(
      entries.map(({ type, user, subject, detail }) => [type, user?.id, subject.publicId, ...detail]),
      [
        ['member.updated', boss.id, near.id, { field: 'email', from: null, to: null }],
        ['member.updated', boss.id, near.id, { field: 'name', from: 'near Smith', to: 'Near' }],
      ],
    );
  });
});

suite('somebody who has made an account with another’s address, and come by the link of the workspace', () => {
  async function squatter(name: string) {
    const person = await service.signUp(`${name}@acme.example`);
    const { inviteCode } = await boss.call(api.invites.createLink, inWorkspace);
    await person.call(api.invites.accept, { body: { inviteCode: inviteCode ?? '' } });
    const found = await scim.expect(
      200,
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${person.email}"`)}`,
    );
    const [id = ''] = (found.Resources ?? []).map(idOf);
    return { id, person, path: `/Users/${id}` };
  }

  test('is shut out once the directory changes anything of theirs, and the owner comes in by the provider', async () => {
    const one = await squatter('boss');
    await scim.expect(200, 'PATCH', one.path, replace('displayName', 'Boss'));
    await one.person.refused(401, api.users.me);
    server.people.boss = { email: one.person.email, email_verified: true };
    const owner = await signInBy(service, server, 'acme', redirectUri, 'boss');
    assert.equal(owner.user.id, one.person.id);
    const other = await squatter('chair');
    await scim.expect(200, 'PUT', other.path, scimUser('chair2@acme.example'));
    await other.person.refused(401, api.users.me);
  });

  test('gets no role by a group until the address is proven', async () => {
    const { id, person, path } = await squatter('director');
    const ofGroup = await group(scim, 'Directors', [id]);
    await map('Directors', 'admin');
    assert.equal(await roleOf(id), 'member');
    await person.call(api.users.me);
    // A role that permits less is no danger.
    await map('Watchers', 'guest');
    const watchers = await group(scim, 'Watchers', [id]);
    await scim.expect(204, 'DELETE', ofGroup);
    assert.equal(await roleOf(id), 'guest');
    await scim.expect(204, 'DELETE', watchers);
    assert.equal(await roleOf(id), 'member');
    await group(scim, 'Directors', [id]);
    await scim.expect(200, 'PATCH', path, replace('active', true));
    await settle();
    assert.equal(await roleOf(id), 'admin');
  });

  test('who made the token goes on, but does not prove another address by it', async () => {
    const clerk = await squatter('secretary');
    for (const permission of ['member:invite', 'member:edit', 'member:remove'] as const)
      await boss.call(api.members.grant, { ...member(clerk.id), body: { permission } });
    const theirs = await scimOf(service, clerk.person, workspace);
    await theirs.expect(200, 'PATCH', clerk.path, replace('displayName', 'Secretary'));
    const moved = await theirs.expect(400, 'PUT', clerk.path, scimUser('treasurer@acme.example'));
    assert.equal(moved.scimType, 'mutability');
    await theirs.expect(200, 'GET', clerk.path);
  });
});
