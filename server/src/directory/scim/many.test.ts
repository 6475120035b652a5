import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { testDatabase } from '../../testing/database.ts';
import { scimGroup, scimOf, scimPatch, scimUser } from '../../testing/directory.ts';
import { makeWorkspace } from '../../testing/fixtures.ts';
import { openIdServer } from '../../testing/openid-provider.ts';
import { testService } from '../../testing/service.ts';

/* The life of five hundred people in a directory, whose requests are cut off now and then and made again. */

const publicUrl = 'https://boards.example.com';
const server = await openIdServer({ redirectUris: [`${publicUrl}/signed-in`] });
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

const count = 500;
const names = Array.from({ length: count }, (_, n) => `person${n}@acme.example`);

/** Makes a request, and every seventh time breaks it off at some point first. */
let made = 0;
async function ask(method: string, path: string, body?: unknown) {
  if (++made % 7 === 0) {
    const cut = new AbortController();
    const first = fetch(`${service.address}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${scim.token}`, 'content-type': 'application/scim+json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: cut.signal,
    }).catch(() => undefined);
    if (made % 2 === 0) cut.abort();
    else await first;
  }
  return scim.ask(method, path, body);
}

/** As directories do: looks for the person, and makes them if there are none. */
async function provide(userName: string): Promise<string> {
  const reply = await ask('POST', '/Users', scimUser(userName));
  if (reply.status === 201) return String(reply.body.id);
  assert.equal(reply.status, 409);
  const found = await scim.expect(
    200,
    'GET',
    `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`,
  );
  return String(found.Resources?.[0]?.id);
}

const members = async () => {
  const all = await boss.call(api.members.list, { params: { workspacePublicId: workspace } });
  return new Map(all.map((each) => [each.email ?? '', each]));
};

test('nobody is kept or lost, and the admin stays', async () => {
  const ids: string[] = [];
  for (const name of names) ids.push(await provide(name));
  assert.equal(new Set(ids).size, count);
  assert.equal((await members()).size, count + 1);

  await boss.call(api.groups.create, {
    params: { workspacePublicId: workspace },
    body: { provider: null, name: 'Guests', role: 'guest' },
  });
  const guests = ids.slice(0, 300);
  const group = await scim.expect(201, 'POST', '/Groups', scimGroup('Guests', guests.slice(0, 100)));
  const path = `/Groups/${String(group.id)}`;
  for (let from = 100; from < 300; from += 50) {
    const value = guests.slice(from, from + 50).map((id) => ({ value: id }));
    const reply = await ask('PATCH', path, scimPatch({ op: 'Add', path: 'members', value }));
    assert.equal(reply.status, 200);
  }
  const roles = [...(await members()).values()].map(({ role }) => role);
  const having = (role: string) => roles.filter((each) => each === role).length;
  assert.deepEqual([having('guest'), having('member'), having('admin')], [300, 200, 1]);

  for (const [n, id] of ids.entries()) {
    const value = `Person ${n}, renamed`;
    assert.equal(
      (await ask('PATCH', `/Users/${id}`, scimPatch({ op: 'Replace', path: 'displayName', value }))).status,
      200,
    );
  }
  const renamed = await members();
  for (const [n, name] of names.entries())
    assert.equal(renamed.get(name)?.user?.name, `Person ${n}, renamed`);

  for (const active of ['False', 'True'])
    for (const id of ids.slice(0, 100))
      await ask('PATCH', `/Users/${id}`, scimPatch({ op: 'Replace', path: 'active', value: active }));
  const states = [...(await members()).values()].map(({ status }) => status);
  assert.ok(states.every((status) => status === 'active'));

  assert.equal((await ask('PATCH', path, scimPatch({ op: 'Remove', path: 'members' }))).status, 200);
  assert.equal([...(await members()).values()].filter(({ role }) => role === 'guest').length, 0);

  for (const id of ids) assert.ok([204, 404].includes((await ask('DELETE', `/Users/${id}`)).status));
  assert.deepEqual([...(await members()).keys()], [admin.email]);
  const own = (await members()).get(admin.email)?.publicId;
  assert.equal((await scim.ask('DELETE', `/Users/${own}`)).status, 403);

  for (const name of names.slice(0, 20)) await provide(name);
  assert.equal((await members()).size, 21);
});
