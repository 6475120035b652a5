import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { api } from '../../../contract/api.ts';
import { engine } from '../testing/database.ts';
import { makeBoard, makeWorkspace } from '../testing/fixtures.ts';
import { mailedCode, mailedToken } from '../testing/mails.ts';
import { untilBlocked } from '../testing/moments.ts';
import { openIdServer } from '../testing/openid-provider.ts';
import { type Person, testService } from '../testing/service.ts';
import { createUser } from './flows/create-user.ts';

/* A user who signs up with someone else's address loses all access once the owner of the address verifies it. */

const publicUrl = 'https://boards.example.com';
const redirectUri = `${publicUrl}/signed-in`;
const server = await openIdServer({ redirectUris: [redirectUri] });
const service = await testService({ PUBLIC_URL: publicUrl, ...server.settings('SSO') });
const nobody = service.caller();
const newPassword = 'a better password';

/** Signs up with someone else's address, and keeps an API key and a second session for later. */
async function squatter(name: string) {
  const person = await service.signUp(name);
  const { key } = await person.call(api.users.createApiKey, { body: { name: 'for later' } });
  const second = await nobody.call(api.auth.signIn, {
    body: { email: person.email, password: `password of ${name}` },
  });
  return { ...person, name, ways: [person.token, key, second.token] };
}

async function assertShutOut({ email, name, ways }: Awaited<ReturnType<typeof squatter>>): Promise<void> {
  for (const way of ways) await service.caller(way).refused(401, api.users.me);
  await nobody.refused(401, api.auth.signIn, { body: { email, password: `password of ${name}` } });
}

async function byMagicLink(email: string) {
  await nobody.call(api.auth.requestMagicLink, { body: { email } });
  return nobody.call(api.auth.verifyMagicLink, { body: { token: await mailedToken(service, email) } });
}

async function reset(email: string): Promise<void> {
  await nobody.call(api.auth.requestPasswordReset, { body: { email } });
  const token = await mailedToken(service, email);
  await nobody.call(api.auth.confirmPasswordReset, { body: { token, newPassword } });
}

async function byProvider(sub: string) {
  const params = { provider: 'sso' };
  const { url, codeVerifier } = await nobody.call(api.openid.authorize, { params, query: { redirectUri } });
  const { code, state, iss } = await server.signIn(url, sub);
  return nobody.call(api.openid.callback, { params, body: { code, state, iss, codeVerifier } });
}

const signIn = ({ email }: Pick<Person, 'email'>, password: string) =>
  nobody.call(api.auth.signIn, { body: { email, password } });

test('the first magic link shuts out an account that signed up with the address', async () => {
  const eve = await squatter('victim-of-link');
  const { token } = await byMagicLink(eve.email);
  await assertShutOut(eve);
  const { id, hasPassword, apiKey } = await service.caller(token).call(api.users.me);
  assert.deepEqual({ id, hasPassword, apiKey }, { id: eve.id, hasPassword: false, apiKey: null });
});

test('the first reset shuts them out, and sets the password', async () => {
  const eve = await squatter('victim-of-reset');
  await reset(eve.email);
  await assertShutOut(eve);
  await signIn(eve, newPassword);
});

test('a provider that has verified the address shuts them out', async () => {
  const eve = await squatter('victim-of-provider');
  server.people.owner = { email: eve.email, email_verified: true };
  const { token, user } = await byProvider('owner');
  assert.equal(user.id, eve.id);
  await assertShutOut(eve);
  await service.caller(token).call(api.users.me);
});

test('who moves the account away meanwhile is not given the owner’s identity', {
  skip: engine === 'sqlite' && 'changes take turns there',
}, async () => {
  const eve = await squatter('mover');
  const client = new pg.Client({ connectionString: service.config.databaseUrl });
  await client.connect();
  await client.query('begin');
  // As when a code of their own address is confirmed.
  await client.query(
    `update users set email = 'moved@example.com', email_verified_at = 1 where id = '${eve.id}'`,
  );
  server.people.moved = { email: eve.email, email_verified: true };
  const arriving = byProvider('moved');
  await untilBlocked(service);
  await client.query('commit');
  await client.end();
  assert.notEqual((await arriving).user.id, eve.id);
});

test('an identity whose provider had not verified the address is shut out, too', async () => {
  server.people.thief = { email: 'rich@example.com', email_verified: false };
  const stolen = await byProvider('thief');
  const { user } = await byMagicLink('rich@example.com');
  assert.equal(user.id, stolen.user.id);
  await service.caller(stolen.token).refused(401, api.users.me);
  await assert.rejects(byProvider('thief'), { status: 403 });
});

test('once it is proven, an address can be proven again and nothing ends before a reset', async () => {
  const ada = await service.signUp('ada');
  await reset(ada.email);
  const { token } = await signIn(ada, newPassword);
  const { key } = await service.caller(token).call(api.users.createApiKey, { body: { name: 'mine' } });
  await byMagicLink(ada.email);
  server.people.ada = { email: ada.email, email_verified: true };
  await byProvider('ada');
  await service.caller(token).call(api.users.me);
  await service.caller(key).call(api.users.me);
  await signIn(ada, newPassword);
});

test('accounts made by link, by a provider that verifies or by the operator are proven from the start', async () => {
  server.people.sue = { email: 'sue@example.com', email_verified: true };
  const linked = await byMagicLink('linked@example.com');
  const provided = await byProvider('sue');
  await createUser(service, { email: 'made@example.com', password: 'made by operator' });
  const made = await signIn({ email: 'made@example.com' }, 'made by operator');
  for (const { token, user } of [linked, provided, made]) {
    await byMagicLink(user.email);
    await service.caller(token).call(api.users.me);
  }
});

test('accepting a mailed invitation proves the address, and the session continues', async () => {
  const host = await service.signUp('host');
  const workspace = await makeWorkspace(host);
  const gus = await service.signUp('gus');
  await host.call(api.invites.inviteMember, {
    params: { workspacePublicId: workspace },
    body: { email: gus.email },
  });
  const inviteCode = await mailedCode(service, gus.email);
  await gus.call(api.invites.accept, { body: { inviteCode } });
  await byMagicLink(gus.email);
  await gus.call(api.users.me);
  await signIn(gus, 'password of gus');
});

test('the link of a workspace proves no address', async () => {
  const host = await service.signUp('host2');
  const workspace = await makeWorkspace(host);
  const params = { workspacePublicId: workspace };
  const { inviteCode } = await host.call(api.invites.createLink, { params });
  const eve = await squatter('victim-of-workspace');
  await eve.call(api.invites.accept, { body: { inviteCode: inviteCode ?? '' } });
  await byMagicLink(eve.email);
  await assertShutOut(eve);
});

test('of a sign-in by the old password and the first proof at once, no session outlives the proof', async () => {
  for (let round = 0; round < 4; round++) {
    const eve = await squatter(`racer${round}`);
    await nobody.call(api.auth.requestMagicLink, { body: { email: eve.email } });
    const token = await mailedToken(service, eve.email);
    const tries = Array.from({ length: 4 }, () => signIn(eve, `password of ${eve.name}`));
    const [, ...opened] = await Promise.allSettled([
      nobody.call(api.auth.verifyMagicLink, { body: { token } }),
      ...tries,
    ]);
    for (const each of opened) {
      if (each.status === 'fulfilled') eve.ways.push(each.value.token);
    }
    await assertShutOut(eve);
  }
});

test('no key that is made while the address is proved outlives the proof', async () => {
  for (let round = 0; round < 8; round++) {
    const eve = await service.signUp(`racing-for-a-key-${round}`);
    await nobody.call(api.auth.requestMagicLink, { body: { email: eve.email } });
    const token = await mailedToken(service, eve.email);
    const keys = Array.from({ length: 8 }, () =>
      eve.call(api.users.createApiKey, { body: { name: 'for later' } }),
    );
    const [proved] = await Promise.all([
      nobody.call(api.auth.verifyMagicLink, { body: { token } }),
      Promise.allSettled(keys),
    ]);
    assert.deepEqual(await service.caller(proved.token).call(api.users.apiKeys), []);
  }
});

test('the workspace of a key that a proof revokes is notified', async () => {
  const eve = await service.signUp('with-a-key-of-a-workspace');
  const workspacePublicId = await makeWorkspace(eve);
  await eve.call(api.users.createApiKey, { body: { name: 'for one', workspacePublicId } });
  const { token } = await byMagicLink(eve.email);
  const { entries } = await service
    .caller(token)
    .call(api.audit.list, { params: { workspacePublicId }, query: {} });
  assert.equal(entries[0]?.type, 'key.revoked');
});

/** Joins a workspace by its link, as a squatter does who knows it. */
async function joinedBy(person: Person) {
  const host = await service.signUp(`host-of-${person.id}`);
  const { workspace, board } = await makeBoard(host);
  const { inviteCode } = await host.call(api.invites.createLink, {
    params: { workspacePublicId: workspace },
  });
  await person.call(api.invites.accept, { body: { inviteCode: inviteCode ?? '' } });
  return { params: { boardPublicId: board } };
}

const statusAt = async (url: string) =>
  (await fetch(service.baseUrl + new URL(url).pathname.slice(7))).status;

test('the addresses of calendars, feeds and mails that they made end, too', async () => {
  const eve = await squatter('victim-of-feeds');
  const of = await joinedBy(eve);
  const urls = [await eve.call(api.feeds.create, of), await eve.call(api.calendars.create, of)];
  await eve.call(api.mailboxes.create, of);
  for (const { url } of urls) assert.equal(await statusAt(url), 200);
  const { token } = await byMagicLink(eve.email);
  for (const { url } of urls) assert.equal(await statusAt(url), 404);
  const { address } = await service.caller(token).call(api.mailboxes.get, of);
  assert.equal(address, null);
});

test('no address of a feed that is made while the address is proved outlives the proof', async () => {
  for (let round = 0; round < 8; round++) {
    const eve = await service.signUp(`racing-for-a-feed-${round}`);
    const of = await joinedBy(eve);
    await nobody.call(api.auth.requestMagicLink, { body: { email: eve.email } });
    const token = await mailedToken(service, eve.email);
    const [feeds, calendars] = [api.feeds.create, api.calendars.create].map((create) =>
      Promise.allSettled(Array.from({ length: 4 }, () => eve.call(create, of))),
    );
    await nobody.call(api.auth.verifyMagicLink, { body: { token } });
    for (const made of [...((await feeds) ?? []), ...((await calendars) ?? [])])
      if (made.status === 'fulfilled') assert.equal(await statusAt(made.value.url), 404);
  }
});
