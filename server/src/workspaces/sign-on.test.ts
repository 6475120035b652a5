import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { hour } from '../base/clock.ts';
import { testDatabase } from '../testing/database.ts';
import { makeBoard, makeMember } from '../testing/fixtures.ts';
import { openIdServer } from '../testing/openid-provider.ts';
import { signInBy } from '../testing/provider-sign-in.ts';
import { addApp, codeAt } from '../testing/second-factors.ts';
import { type Person, testService } from '../testing/service.ts';
import { runTaskboard } from '../testing/taskboard.ts';

/* Workspaces that are open only to who has signed in by a provider, not too long ago, from certain networks. */

const publicUrl = 'https://boards.example.com';
const redirectUri = `${publicUrl}/signed-in`;
const server = await openIdServer({ redirectUris: [redirectUri] });
const database = await testDatabase({ migrated: true });
const settings = { PUBLIC_URL: publicUrl, TRUST_PROXY: 'loopback', ...server.settings('ACME') };
const service = await testService(settings, {}, database);

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });

async function byProvider(person: Person): Promise<Person> {
  const sub = person.email.split('@')[0] ?? '';
  server.people[sub] = { email: person.email, email_verified: true };
  await service.sql(`update users set email_verified_at = 1 where id = '${person.id}'`);
  const { token } = await signInBy(service, server, 'acme', redirectUri, sub);
  return { ...person, token, ...service.caller(token) };
}

let people = 0;

/** A workspace with an admin, who has signed in by a password and by the provider, and a member, who has signed in by a password. */
async function withMember(role = 'member') {
  const ada = await service.signUp(`ada${++people}`);
  const bob = await service.signUp(`bob${people}`);
  const { workspace, board, lists } = await makeBoard(ada);
  await makeMember(service, ada, workspace, bob, role);
  return { ada, admin: await byProvider(ada), bob, workspace, board, lists };
}

const status = async (token: string, path: string, from?: string) => {
  const headers = { authorization: `Bearer ${token}`, ...(from ? { 'x-forwarded-for': from } : {}) };
  return (await service.raw(path, { headers })).status;
};

test('a workspace that demands a provider opens to its sessions alone, guests too, and nothing else is closed', async () => {
  for (const role of ['member', 'guest']) {
    const { ada, admin, bob, workspace, board } = await withMember(role);
    const other = await makeBoard(bob);
    await admin.call(api.policies.update, { ...at(workspace), body: { provider: 'acme' } });
    for (const person of [ada, bob]) {
      const { message } = await person.refused(403, api.workspaces.get, at(workspace));
      assert.match(message, /signed in with its provider/);
      await person.refused(403, api.boards.get, { params: { boardPublicId: board } });
      assert.deepEqual(await person.call(api.policies.closed), [
        {
          publicId: workspace,
          name: (await person.call(api.policies.closed))[0]?.name,
          policy: 'provider',
          provider: 'acme',
        },
      ]);
    }
    await bob.call(api.boards.get, { params: { boardPublicId: other.board } });
    const again = await byProvider(bob);
    await again.call(api.workspaces.get, at(workspace));
    assert.deepEqual(await again.call(api.policies.closed), []);
    await admin.call(api.policies.update, { ...at(workspace), body: { provider: null } });
    await bob.call(api.workspaces.get, at(workspace));
  }
});

test('who signs in by a provider is asked for the second factor of the account, whatever the provider has asked for', async () => {
  const ada = await service.signUp(`ada${++people}`);
  const { secret } = await addApp(service, ada);
  const sub = ada.email.split('@')[0] ?? '';
  server.people[sub] = { email: ada.email, email_verified: true };
  await service.sql(`update users set email_verified_at = 1 where id = '${ada.id}'`);
  const { token, secondFactor } = await signInBy(service, server, 'acme', redirectUri, sub);
  assert.equal(token, '');
  const second = { token: secondFactor?.token ?? '', code: codeAt(service, secret, 30) };
  const opened = await service.caller().call(api.secondFactors.signIn, { body: second });
  await service.caller(opened.token).call(api.users.me);
});

test('only who came by the provider can demand it, so that nobody locks themselves out; it has to be one', async () => {
  const { ada, admin, bob, workspace } = await withMember();
  await ada.refused(409, api.policies.update, { ...at(workspace), body: { provider: 'acme' } });
  await admin.refused(400, api.policies.update, { ...at(workspace), body: { provider: 'unknown' } });
  await bob.refused(403, api.policies.update, { ...at(workspace), body: { provider: 'acme' } });
  assert.equal((await admin.call(api.policies.get, at(workspace))).provider, null);
});

test('of API keys, those that are limited to the workspace open it, and those of whole accounts do not', async () => {
  const { admin, workspace } = await withMember();
  const keyWith = async (body: object) =>
    (await admin.call(api.users.createApiKey, { body: { name: 'x', ...body } })).key;
  const [whole, limited] = [await keyWith({}), await keyWith({ workspacePublicId: workspace })];
  await admin.call(api.policies.update, { ...at(workspace), body: { provider: 'acme' } });
  assert.equal(await status(whole, `/workspaces/${workspace}`), 403);
  assert.equal(await status(limited, `/workspaces/${workspace}`), 200);
});

test('a link that the operator has made opens a workspace whose provider does not answer', async () => {
  const { ada, admin, workspace } = await withMember();
  await admin.call(api.policies.update, { ...at(workspace), body: { provider: 'acme' } });
  const place = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl, PUBLIC_URL: publicUrl };
  const { output } = await runTaskboard(['user', 'sign-in-link', ada.email], place);
  const body = { token: output[0]?.split('#')[1] ?? '' };
  const { token } = await service.caller().call(api.auth.verifyMagicLink, { body });
  const opened = service.caller(token);
  await opened.call(api.policies.update, { ...at(workspace), body: { provider: null } });
});

test('a session that was opened too long ago opens the workspace again after signing in; streams end in time', async () => {
  const { ada, admin, bob, workspace } = await withMember();
  await admin.call(api.policies.update, { ...at(workspace), body: { sessionHours: 8 } });
  await bob.call(api.workspaces.get, at(workspace));
  const stream = await fetch(`${service.baseUrl}/workspaces/${workspace}/events`, {
    headers: { authorization: `Bearer ${bob.token}` },
  });
  const { key } = await bob.call(api.users.createApiKey, { body: { name: 'x' } });
  service.clock.pass(8 * hour);
  await service.jobs.run('event-streams');
  await stream.text();
  const { message } = await bob.refused(403, api.workspaces.get, at(workspace));
  assert.match(message, /sign in again/);
  assert.equal(await status(key, `/workspaces/${workspace}`), 200);
  await bob.call(api.users.me);
  const { token } = await service.caller().call(api.auth.signIn, {
    body: { email: bob.email, password: `password of ${bob.email.split('@')[0]}` },
  });
  assert.equal(await status(token, `/workspaces/${workspace}`), 200);
  await ada.refused(403, api.policies.update, { ...at(workspace), body: { sessionHours: null } });
});

test('a list of networks opens the workspace from there alone, by sessions and keys; it must hold its maker', async () => {
  const { ada, bob, workspace } = await withMember();
  const path = `/workspaces/${workspace}`;
  const put = (addresses: string[], from?: string) =>
    service.raw(`${path}/policies`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'content-type': 'application/json',
        ...(from ? { 'x-forwarded-for': from } : {}),
      },
      body: JSON.stringify({ addresses }),
    });
  const { key } = await bob.call(api.users.createApiKey, {
    body: { name: 'x', workspacePublicId: workspace },
  });
  for (const wrong of [
    '300.0.0.1',
    'here',
    '10.0.0.0/33',
    '::1/129',
    '',
    '10.0.0.0/8/8',
    '192.168/16',
    '010.1.0.0/16',
    '::ffff:192.0.2.0/120',
  ])
    assert.equal((await put([wrong], '198.51.100.7')).status, 400, wrong);
  assert.equal((await put(['192.0.2.0/24'], '198.51.100.7')).status, 409);
  const set = await put(
    ['198.51.100.77/24', '2001:DB8::/32', '2001:db8:0::/32', '203.0.113.9'],
    '198.51.100.7',
  );
  assert.equal(set.status, 200);
  const { addresses } = (await set.json()) as { addresses: string[] };
  assert.deepEqual(addresses, ['198.51.100.0/24', '2001:db8::/32', '203.0.113.9/32']);
  for (const token of [ada.token, bob.token, key]) {
    for (const from of ['198.51.100.255', '2001:db8:ffff::1', '203.0.113.9', '::ffff:203.0.113.9'])
      assert.equal(await status(token, path, from), 200, from);
    for (const from of ['198.51.101.0', '2001:db9::1', '203.0.113.8', '10.0.0.1'])
      assert.equal(await status(token, path, from), 403, from);
    assert.equal(await status(token, path), 403);
  }
  const { message } = await bob.refused(403, api.workspaces.get, at(workspace));
  assert.match(message, /network address/);
  await bob.call(api.users.me);
  const place = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl };
  assert.equal((await runTaskboard(['workspace', 'clear-policies', workspace], place)).status, 0);
  assert.equal(await status(bob.token, path), 200);
  assert.equal((await runTaskboard(['workspace', 'clear-policies', 'unknown'], place)).status, 1);
  const { entries } = await ada.call(api.audit.list, { ...at(workspace), query: {} });
  const [cleared] = entries.filter(({ type }) => type === 'policies.updated');
  assert.equal(cleared?.user, null);
});

test('a key demands no provider, since nobody has signed in by it, and changes the other policies', async () => {
  const { admin, workspace } = await withMember();
  const { key } = await admin.call(api.users.createApiKey, {
    body: { name: 'limited', workspacePublicId: workspace },
  });
  const byKey = service.caller(key);
  await byKey.refused(409, api.policies.update, { ...at(workspace), body: { provider: 'acme' } });
  await admin.call(api.policies.update, { ...at(workspace), body: { provider: 'acme' } });
  const { provider, exports } = await byKey.call(api.policies.update, {
    ...at(workspace),
    body: { exports: 'admins' },
  });
  assert.deepEqual([provider, exports], ['acme', 'admins']);
  await byKey.call(api.policies.update, { ...at(workspace), body: { provider: null } });
});
