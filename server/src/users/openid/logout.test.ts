import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { minute } from '../../base/clock.ts';
import { makeWorkspace, nth } from '../../testing/fixtures.ts';
import { openIdServer } from '../../testing/openid-provider.ts';
import { signInBy } from '../../testing/provider-sign-in.ts';
import { addApp } from '../../testing/second-factors.ts';
import { looseOpenIdServer } from '../../testing/second-openid-provider.ts';
import { testService } from '../../testing/service.ts';
import { sweepExpired } from '../jobs.ts';

/* Providers tell of logouts (OpenID Connect Back-Channel Logout 1.0), and the sessions that they have opened end. */

const publicUrl = 'https://boards.example.com';
const redirectUri = `${publicUrl}/signed-in`;
const server = await openIdServer({ redirectUris: [redirectUri] });
const loose = await looseOpenIdServer();
after(() => loose.stop());
const service = await testService({
  PUBLIC_URL: publicUrl,
  ...server.settings('ACME'),
  OIDC_ACME_DOMAINS: 'example.com',
  ...loose.settings('LOOSE'),
  OIDC_LOOSE_DOMAINS: 'example.org',
});
const addressOf = (provider: string) => `${service.address}/oidc/${provider}/logout`;
const signIn = (sub: string) => signInBy(service, server, 'acme', redirectUri, sub);
const signInLoosely = async (sub: string, sid: string) => {
  loose.people[sub] = { email: `${sub}@example.org`, email_verified: true, sid };
  return signInBy(service, loose, 'loose', redirectUri, sub);
};
const works = async (token: string) => {
  const { status } = await service.raw('/users/me', { headers: { authorization: `Bearer ${token}` } });
  return status === 200;
};
const sessionOf = async (userId: string) => {
  const rows = await service.sql<{ sid: string }>(
    `select provider_session as sid from sessions where user_id = '${userId}' and provider is not null order by created_at`,
  );
  return rows.map(({ sid }) => sid);
};

suite('by a provider that tells it itself', () => {
  test('one session ends, by its name there, with its live stream; those by other ways and of others go on', async () => {
    server.people.ada = { email: 'ada@example.com', email_verified: true };
    server.people.bob = { email: 'bob@example.com', email_verified: true };
    const [first, second, other] = [await signIn('ada'), await signIn('ada'), await signIn('bob')];
    const { key } = await service.caller(first.token).call(api.users.createApiKey, { body: { name: 'x' } });
    const workspace = await makeWorkspace(service.caller(first.token) as never);
    const stream = await fetch(`${service.baseUrl}/workspaces/${workspace}/events`, {
      headers: { authorization: `Bearer ${first.token}` },
    });
    assert.equal(stream.status, 200);
    const [sid] = await sessionOf(first.user.id);
    assert.ok(sid);
    await server.logOut(addressOf('acme'), 'ada', sid);
    assert.deepEqual(await Promise.all([first.token, second.token, other.token, key].map(works)), [
      false,
      true,
      true,
      true,
    ]);
    await service.jobs.run('event-streams');
    // It ends by itself: otherwise this would wait for more.
    await stream.text().catch(() => '');
    const { entries } = await service.caller(second.token).call(api.users.securityLog, { query: {} });
    const ended = entries.find(({ type }) => type === 'sessions.ended');
    assert.equal(ended?.detail, 'by the provider');
  });

  test('all sessions of a person end that it has opened, and none that a password has', async () => {
    const eve = await service.signUp('eve');
    await service.sql(`update users set email_verified_at = 1 where id = '${eve.id}'`);
    server.people.eve = { email: eve.email, email_verified: true };
    const [first, second] = [await signIn('eve'), await signIn('eve')];
    await server.logOut(addressOf('acme'), 'eve');
    assert.deepEqual(await Promise.all([first.token, second.token, eve.token].map(works)), [
      false,
      false,
      true,
    ]);
  });

  test('somebody of whom there is no session is no error', async () => {
    await server.logOut(addressOf('acme'), 'nobody');
  });

  test('what it tells at the address of another provider is refused', async () => {
    const { token } = await signIn('ada');
    await assert.rejects(server.logOut(addressOf('loose'), 'ada'), /400/);
    assert.equal(await works(token), true);
  });
});

suite('tokens', () => {
  const event = 'http://schemas.openid.net/event/backchannel-logout';
  type Claims = Record<string, unknown>;
  const right = (claims: Claims) => {
    delete claims.nbf;
    return Object.assign(claims, { aud: 'taskboard', jti: randomUUID(), events: { [event]: {} } });
  };
  const tell = (body: URLSearchParams | string, provider = 'loose') =>
    fetch(addressOf(provider), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
  const tellToken = async (change: (claims: Claims, header: Claims) => void) =>
    tell(
      new URLSearchParams({
        logout_token: await loose.tokenOf((header, claims) => change(right(claims), header)),
      }),
    );

  const wrong: Record<string, (claims: Claims, header: Claims) => void> = {
    'of another issuer': (claims) => Object.assign(claims, { iss: server.issuer }),
    'for another client': (claims) => Object.assign(claims, { aud: 'another' }),
    'without a client': (claims) => void delete claims.aud,
    'without a time': (claims) => void delete claims.iat,
    'of long ago': (claims) => Object.assign(claims, { iat: Number(claims.iat) - 3600 }),
    'of the future': (claims) => Object.assign(claims, { iat: Number(claims.iat) + 3600 }),
    'that has expired': (claims) => Object.assign(claims, { exp: Number(claims.iat) - 120 }),
    'without a name': (claims) => void delete claims.jti,
    'without an event': (claims) => void delete claims.events,
    'of another event': (claims) => Object.assign(claims, { events: { 'https://example.com/event': {} } }),
    'with a nonce, as an ID token has': (claims) => Object.assign(claims, { nonce: 'x' }),
    'that names nobody': (claims) => void delete claims.sub,
    'signed by a key that is not known': (_claims, header) => Object.assign(header, { kid: 'unknown' }),
  };
  for (const [what, change] of Object.entries(wrong)) {
    test(`one ${what} ends nothing`, async () => {
      const { token } = await signInLoosely('kim', 'one');
      const reply = await tellToken((claims, header) => {
        Object.assign(claims, { sub: 'kim' });
        change(claims, header);
      });
      assert.equal(reply.status, 400, await reply.text());
      assert.equal(await works(token), true);
    });
  }

  test('one whose signature is another’s ends nothing, nor does one without a signature or none at all', async () => {
    const { token } = await signInLoosely('kim', 'one');
    const good = await loose.tokenOf((_header, claims) => Object.assign(right(claims), { sub: 'kim' }));
    const [header = '', claims = '', signature = ''] = good.split('.');
    const other = (await loose.tokenOf((_header, other) => void right(other))).split('.')[2] ?? '';
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const logout_token of [
      [header, claims, other].join('.'),
      [header, claims, ''].join('.'),
      [unsigned, claims, ''].join('.'),
      [unsigned, claims, signature].join('.'),
      'x',
      '',
    ]) {
      const reply = await tell(new URLSearchParams({ logout_token }));
      assert.equal(reply.status, 400, logout_token);
      assert.equal(reply.headers.get('cache-control'), 'no-store');
    }
    assert.equal((await tell(new URLSearchParams({}))).status, 400);
    assert.equal((await tell('logout_token=a&logout_token=b')).status, 400);
    assert.equal((await tell(new URLSearchParams({ logout_token: good }), 'unknown')).status, 404);
    assert.equal((await tell(new URLSearchParams({ logout_token: 'x'.repeat(20_000) }))).status, 400);
    assert.equal(await works(token), true);
  });

  test('each works once: one that comes again does not end the session opened since', async () => {
    const first = await signInLoosely('liz', 'one');
    const logout_token = await loose.tokenOf((_header, claims) =>
      Object.assign(right(claims), { sub: 'liz' }),
    );
    const replies = await Promise.all([1, 2, 3].map(() => tell(new URLSearchParams({ logout_token }))));
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400],
    );
    assert.equal(await works(first.token), false);
    const again = await signInLoosely('liz', 'one');
    assert.equal((await tell(new URLSearchParams({ logout_token }))).status, 400);
    service.clock.pass(5 * minute);
    await sweepExpired(service);
    assert.equal((await tell(new URLSearchParams({ logout_token }))).status, 400);
    assert.equal(await works(again.token), true);
  });

  test('a sign-in that has taken its first step ends as a session does; one that begins later goes on', async () => {
    const { token } = await signInLoosely('oda', 'first');
    const { codes } = await addApp(service, service.caller(token));
    const begin = async (sid: string) => (await signInLoosely('oda', sid)).secondFactor?.token ?? '';
    const finish = (step: string, code: number) => ({
      body: { token: step, recoveryCode: nth(codes, code) },
    });
    const anyone = service.caller();
    for (const [number, named] of [{ sub: 'oda' }, { sub: 'oda', sid: 'one' }, { sid: 'one' }].entries()) {
      const [one, two] = [await begin('one'), await begin('two')];
      const told = await tellToken((claims) => {
        delete claims.sub;
        Object.assign(claims, named);
      });
      assert.equal(told.status, 200);
      await anyone.refused(400, api.secondFactors.signIn, finish(one, 9));
      if (!named.sid) await anyone.refused(400, api.secondFactors.signIn, finish(two, 9));
      else await anyone.call(api.secondFactors.signIn, finish(two, 2 * number));
      await anyone.call(api.secondFactors.signIn, finish(await begin('one'), 2 * number + 1));
    }
  });

  test('with a person and a session it is that session of that person only', async () => {
    const [max, ned] = [await signInLoosely('max', 'shared'), await signInLoosely('ned', 'shared')];
    const reply = await tellToken((claims) => void Object.assign(claims, { sub: 'max', sid: 'shared' }));
    assert.equal(reply.status, 200);
    assert.deepEqual([await works(max.token), await works(ned.token)], [false, true]);
    await tellToken((claims) => {
      Object.assign(claims, { sid: 'shared' });
      delete claims.sub;
    });
    assert.equal(await works(ned.token), false);
  });
});

test('a provider that has changed its keys is believed by the new ones', async () => {
  const before = await looseOpenIdServer();
  const own = await testService({ PUBLIC_URL: publicUrl, ...before.settings('SSO') });
  before.people.ann = { email: 'ann@example.com', email_verified: true };
  const { user } = await signInBy(own, before, 'sso', redirectUri, 'ann');
  await before.stop();
  const renewed = await looseOpenIdServer(before.port);
  after(() => renewed.stop());
  renewed.people.ann = { email: 'ann@example.com', email_verified: true };
  const signInAgain = () => signInBy(own, renewed, 'sso', redirectUri, 'ann');
  // The first one finds that a key is not known, and has the keys read anew.
  await assert.rejects(signInAgain(), { status: 503 });
  assert.equal((await signInAgain()).user.id, user.id);
});
