import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import type { BodyOf } from '../../../../contract/operation.ts';
import { minute, second } from '../../base/clock.ts';
import { makeWorkspace } from '../../testing/fixtures.ts';
import { type OpenIdServer, openIdServer } from '../../testing/openid-provider.ts';
import { type TestService, testService } from '../../testing/service.ts';
import { sweepExpired } from '../jobs.ts';

/* Signing in by a real OpenID provider. Configuration and outages are tested in separate files. */

const publicUrl = 'https://boards.example.com';
const redirectUri = `${publicUrl}/signed-in`;

/** The steps of a user's sign-in by a provider. */
function wayThrough(service: TestService, server: OpenIdServer, provider: string) {
  const nobody = service.caller();
  const params = { provider };
  const begun = () => nobody.call(api.openid.authorize, { params, query: { redirectUri } });
  const begin = async () => (await begun()).url;
  /** Signs in at the provider; returns the parameters sent back. */
  const returned = async (sub: string) => {
    const { url, codeVerifier } = await begun();
    const { code, state, iss } = await server.signIn(url, sub);
    return { code, state, iss, codeVerifier };
  };
  const finish = (body: BodyOf<typeof api.openid.callback>) =>
    nobody.call(api.openid.callback, { params, body });
  const refused = (status: number, body: BodyOf<typeof api.openid.callback>) =>
    nobody.refused(status, api.openid.callback, { params, body });
  return {
    begun,
    begin,
    returned,
    finish,
    refused,
    signIn: async (sub: string) => finish(await returned(sub)),
    refusedAs: async (status: number, sub: string) => refused(status, await returned(sub)),
  };
}

suite('sign-up is open', async () => {
  const server = await openIdServer({ redirectUris: [redirectUri] });
  const other = await openIdServer({ redirectUris: [redirectUri] });
  const service = await testService({
    PUBLIC_URL: publicUrl,
    ...server.settings('MY_COMPANY'),
    OIDC_MY_COMPANY_DOMAINS: 'example.com, example.org',
    ...other.settings('OTHER'),
  });
  const nobody = service.caller();
  const way = wayThrough(service, server, 'my-company');
  const otherWay = wayThrough(service, other, 'other');
  const accountsWith = (email: string) => service.sql(`select id from users where email = '${email}'`);
  const identitiesOf = (sub: string) =>
    service.sql(`select subject from identities where subject = '${sub}'`);

  test('the providers are listed by what people see, and no more', async () => {
    assert.deepEqual(await nobody.call(api.openid.providers), [
      { id: 'my-company', name: 'My company', onlyFor: [] },
      { id: 'other', name: 'Other', onlyFor: [] },
    ]);
  });

  test('who comes for the first time gets an account without a password', async () => {
    server.people.ada = { email: 'Ada@Example.com', email_verified: true, name: ' Ada\n\tLovelace ' };
    const { token, user } = await way.signIn('ada');
    assert.deepEqual(user, { id: user.id, email: 'ada@example.com', name: 'Ada Lovelace' });
    assert.deepEqual(await service.caller(token).call(api.users.me), {
      ...user,
      image: null,
      billingCustomerId: null,
      hasPassword: false,
      hasMagicLinkAccount: false,
      apiKey: null,
    });
    const body = { email: user.email, password: '' };
    await nobody.refused(401, api.auth.signIn, { body });
  });

  test('who comes again gets the same account, whatever the address is by then', async () => {
    server.people.bob = { email: 'bob@example.com', email_verified: true };
    const first = await way.signIn('bob');
    server.people.bob = { email: 'robert@example.com', email_verified: false };
    const second = await way.signIn('bob');
    assert.deepEqual(second.user, first.user);
    assert.notEqual(second.token, first.token);
    assert.deepEqual(await accountsWith('robert@example.com'), []);
  });

  test('a verified address links the account there is, which keeps its password if that is its own', async () => {
    const eve = await service.signUp('eve');
    await service.sql(`update users set email_verified_at = 1 where id = '${eve.id}'`);
    server.people['eve-at-work'] = { email: 'EVE@example.com', email_verified: true, name: 'Evelyn' };
    const { user } = await way.signIn('eve-at-work');
    assert.deepEqual(user, { id: eve.id, email: eve.email, name: 'eve' });
    await nobody.call(api.auth.signIn, { body: { email: eve.email, password: 'password of eve' } });
  });

  test('one subject of two providers is two people', async () => {
    server.people.same = { email: 'one@example.com', email_verified: true };
    other.people.same = { email: 'two@example.com', email_verified: true };
    const [one, two] = [await way.signIn('same'), await otherWay.signIn('same')];
    assert.notEqual(one.user.id, two.user.id);
  });

  test('an address that is not verified opens no account that is there', async () => {
    const flo = await service.signUp('flo');
    for (const email_verified of [false, undefined, 'true']) {
      server.people.thief = { email: flo.email, ...(email_verified === undefined ? {} : { email_verified }) };
      await way.refusedAs(403, 'thief');
    }
    assert.deepEqual(await identitiesOf('thief'), []);
  });

  test('of several providers each is believed about its own domains only', async () => {
    const fay = await service.signUp('fay');
    await service.signUp('fay@sub.example.com');
    other.people.fay = { email: fay.email, email_verified: true };
    await otherWay.refusedAs(403, 'fay');
    server.people.elsewhere = { email: 'fay@sub.example.com', email_verified: true };
    await way.refusedAs(403, 'elsewhere');
    server.people.fay = { email: fay.email, email_verified: true };
    assert.equal((await way.signIn('fay')).user.id, fay.id);
    const made = (await otherWay.signIn('same')).user.id;
    const [row] = await service.sql<{ at: number | null }>(
      `select email_verified_at as at from users where id = '${made}'`,
    );
    assert.equal(row?.at, null);
  });

  test('an address that is not verified makes an account, as a sign-up does', async () => {
    server.people.gus = { email: 'gus@example.com' };
    const { user } = await way.signIn('gus');
    assert.equal(user.email, 'gus@example.com');
  });

  test('an address that only looks like another one is nobody’s', async () => {
    const kate = await service.signUp('kate');
    for (const email of ['\u212Aate@example.com', 'k\u0430te@example.com', 'ſkate@example.com']) {
      server.people.lookalike = { email, email_verified: true };
      await way.refusedAs(403, 'lookalike');
    }
    server.people.kate = { email: 'KATE@EXAMPLE.com', email_verified: true };
    assert.equal((await way.signIn('kate')).user.id, kate.id);
  });

  test('a user without a valid address gets no account', async () => {
    const placeholder = 'ann@placeholder.invalid';
    await service.sql(
      `insert into users (id, email, created_at) values ('0123456789abcdef', '${placeholder}', 1)`,
    );
    const none = ['', 'gus', 'a b@example.com', `${'x'.repeat(250)}@example.com`, placeholder, undefined];
    for (const email of none) {
      server.people.nobody = { email_verified: true, ...(email === undefined ? {} : { email }) };
      await way.refusedAs(403, 'nobody');
    }
    assert.deepEqual(await identitiesOf('nobody'), []);
  });

  test('PKCE: the provider gets the hash of a secret that only the exchange has', async () => {
    server.people.ida = { email: 'ida@example.com', email_verified: true };
    const { url: address, codeVerifier } = await way.begun();
    const url = new URL(address);
    const asked = Object.fromEntries(url.searchParams);
    const { code, state, iss } = await server.signIn(url.href, 'ida');
    await way.finish({ code, state, iss, codeVerifier });
    const verifier = String(server.exchanged.at(-1)?.code_verifier);
    assert.equal(asked.code_challenge_method, 'S256');
    assert.equal(asked.code_challenge, createHash('sha256').update(verifier).digest('base64url'));
    assert.ok(verifier.length >= 43 && !url.href.includes(verifier));
    assert.equal(asked.redirect_uri, redirectUri);
    assert.equal(asked.response_type, 'code');
    assert.equal(asked.scope, 'openid email profile');
  });

  test('nobody finishes a sign-in that another browser began, whatever they have seen of it', async () => {
    server.people.una = { email: 'una@example.com', email_verified: true };
    const { code, state, iss, codeVerifier } = await way.returned('una');
    const others = (await way.begun()).codeVerifier;
    await way.refused(400, { code, state, iss });
    await way.refused(400, { code, state, iss, codeVerifier: others });
    assert.deepEqual(await accountsWith('una@example.com'), []);
    await way.finish({ code, state, iss, codeVerifier });
  });

  test('a page that keeps nothing but the cookie finishes by it; scripts and other sites do not get it', async () => {
    server.people.vic = { email: 'vic@example.com', email_verified: true };
    const query = new URLSearchParams({ redirectUri }).toString();
    const begun = await service.raw(`/auth/oidc/my-company/authorize?${query}`);
    const cookie = begun.headers.get('set-cookie') ?? '';
    assert.match(
      cookie,
      /^__Host-taskboard-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const { url } = (await begun.json()) as { url: string };
    const { code, state, iss } = await server.signIn(url, 'vic');
    const finish = (headers: Record<string, string>) =>
      service.raw('/auth/oidc/my-company/callback', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ code, state, iss }),
      });
    assert.equal((await finish({})).status, 400);
    const verifier = cookie.split(/[=;]/)[1];
    assert.equal((await finish({ cookie: `taskboard_sign_in=${verifier}` })).status, 400);
    assert.equal((await finish({ cookie: `other=1; ${cookie.split(';')[0]}` })).status, 200);
  });

  test('no two sign-ins share a state, a nonce or a challenge', async () => {
    const asked = [new URL(await way.begin()).searchParams, new URL(await way.begin()).searchParams];
    for (const name of ['state', 'nonce', 'code_challenge']) {
      assert.equal(new Set(asked.map((each) => each.get(name))).size, 2, name);
    }
  });

  test('what came back signs in once, and a state no second time with another code', async () => {
    server.people.jan = { email: 'jan@example.com', email_verified: true };
    const first = await way.returned('jan');
    await way.finish(first);
    await way.refused(400, first);
    const { code } = await way.returned('jan');
    await way.refused(400, { ...first, code });
  });

  test('of 8 who finish one sign-in at once, one is let in', async () => {
    server.people.kim = { email: 'kim@example.com', email_verified: true };
    const returned = await way.returned('kim');
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => way.finish(returned)));
    const statuses = outcomes.map((each) => (each.status === 'rejected' ? Number(each.reason.status) : 200));
    assert.equal(statuses.filter((status) => status === 200).length, 1);
    assert.equal(statuses.filter((status) => status === 400).length, 7);
  });

  test('eight first sign-ins of one person at once make one account', async () => {
    server.people.lee = { email: 'lee@example.com', email_verified: true };
    const all = await Promise.all(Array.from({ length: 8 }, () => way.returned('lee')));
    const sessions = await Promise.all(all.map(way.finish));
    assert.equal(new Set(sessions.map(({ user }) => user.id)).size, 1);
    assert.equal((await accountsWith('lee@example.com')).length, 1);
  });

  test('a first sign-in and a sign-up with the address at once make one account', async () => {
    server.people.max = { email: 'max@example.com', email_verified: true };
    const returned = await way.returned('max');
    const [byProvider, signedUp] = await Promise.allSettled([
      way.finish(returned),
      nobody.call(api.auth.signUp, { body: { email: 'max@example.com', password: 'a good password' } }),
    ]);
    assert.equal(byProvider.status, 'fulfilled');
    if (signedUp.status === 'rejected') assert.equal(signedUp.reason.status, 409);
    assert.equal((await accountsWith('max@example.com')).length, 1);
  });

  test('a state that was changed anywhere, or made elsewhere, is refused', async () => {
    server.people.ned = { email: 'ned@example.com', email_verified: true };
    const { code, state, iss, codeVerifier } = await way.returned('ned');
    const changed = [3, 20, 60, state.length - 4].map((at) => {
      const letter = state[at] === 'A' ? 'B' : 'A';
      return state.slice(0, at) + letter + state.slice(at + 1);
    });
    const sealedElsewhere = service.secrets.seal('{}', 'another context');
    for (const wrong of [...changed, state.slice(0, -8), sealedElsewhere, 'v1.', 'x']) {
      await way.refused(400, { code, state: wrong, iss, codeVerifier });
    }
    assert.deepEqual(await accountsWith('ned@example.com'), []);
    await way.finish({ code, state, iss, codeVerifier });
  });

  test('a state is good for 10 minutes', async () => {
    server.people.oda = { email: 'oda@example.com', email_verified: true };
    const [late, inTime] = [await way.returned('oda'), await way.returned('oda')];
    service.clock.pass(10 * minute - 20 * second);
    await way.finish(inTime);
    service.clock.pass(20 * second);
    await way.refused(400, late);
  });

  test('a state of another provider is refused, and its code is not spent', async () => {
    other.people.pat = { email: 'pat@example.com', email_verified: true };
    const returned = await otherWay.returned('pat');
    await way.refused(400, returned);
    await otherWay.finish(returned);
  });

  test('a code of another sign-in is refused', async () => {
    server.people.quin = { email: 'quin@example.com', email_verified: true };
    server.people.rob = { email: 'rob@example.com', email_verified: true };
    const [hers, his] = [await way.returned('quin'), await way.returned('rob')];
    await way.refused(400, { ...hers, code: his.code });
    await way.refused(400, { ...hers, code: 'made-up' });
    assert.deepEqual(await identitiesOf('rob'), []);
  });

  test('the issuer that came back may be passed on, and must be the provider’s', async () => {
    server.people.sue = { email: 'sue@example.com', email_verified: true };
    const returned = await way.returned('sue');
    await way.refused(400, { ...returned, iss: other.issuer });
    await way.finish({ ...returned, iss: server.issuer });
  });

  const untrue: Record<string, (header: Record<string, unknown>, claims: Record<string, unknown>) => void> = {
    'of another issuer': (_, claims) => Object.assign(claims, { iss: other.issuer }),
    'for another client': (_, claims) => Object.assign(claims, { aud: 'another' }),
    'for us among others, handed to another': (_, claims) =>
      Object.assign(claims, { aud: ['taskboard', 'another'], azp: 'another' }),
    'of another sign-in': (_, claims) => Object.assign(claims, { nonce: 'another' }),
    'of no sign-in': (_, claims) => void delete claims.nonce,
    'that has expired': (_, claims) => Object.assign(claims, { exp: Number(claims.iat) - 60 }),
    'that never expires': (_, claims) => void delete claims.exp,
    'of no one': (_, claims) => void delete claims.sub,
    'without an algorithm': (header) => Object.assign(header, { alg: 'none' }),
    'signed by the secret that the client knows': (header) => Object.assign(header, { alg: 'HS256' }),
  };
  for (const [what, tamper] of Object.entries(untrue)) {
    test(`an ID token ${what} is refused`, async () => {
      server.people.tom = { email: 'tom@example.com', email_verified: true };
      server.tamper = tamper;
      try {
        await way.refusedAs(400, 'tom');
      } finally {
        server.tamper = undefined;
      }
      assert.deepEqual(await accountsWith('tom@example.com'), []);
    });
  }

  test('an ID token with a signature that is not the provider’s is refused', async () => {
    server.people.tom = { email: 'tom@example.com', email_verified: true };
    server.forge = true;
    try {
      await way.refusedAs(400, 'tom');
    } finally {
      server.forge = false;
    }
    assert.deepEqual(await accountsWith('tom@example.com'), []);
    await way.signIn('tom');
  });

  test('bad input is refused before the provider is asked', async () => {
    const params = { provider: 'my-company' };
    const before = server.exchanged.length;
    for (const body of [
      {},
      { code: 'x' },
      { state: 'x' },
      { code: '', state: 'x' },
      { code: 1, state: 'x' },
    ]) {
      await nobody.refused(400, api.openid.callback, { params, body: body as never });
    }
    await nobody.refused(400, api.openid.authorize, { params, query: {} as never });
    assert.equal(server.exchanged.length, before);
  });

  test('a provider that is not set up is not found', async () => {
    const params = { provider: 'google' };
    await nobody.refused(404, api.openid.authorize, { params, query: { redirectUri } });
    await nobody.refused(404, api.openid.callback, { params, body: { code: 'x', state: 'x' } });
  });

  test('states that were used are forgotten once they would have expired', async () => {
    server.people.uma = { email: 'uma@example.com', email_verified: true };
    await way.signIn('uma');
    const count = async () =>
      (await service.sql<{ count: number }>('select count(*) as count from used_openid_states'))[0]?.count;
    await sweepExpired(service);
    assert.notEqual(await count(), 0);
    service.clock.pass(10 * minute);
    await sweepExpired(service);
    assert.equal(await count(), 0);
  });
});

suite('sign-up is closed', async () => {
  const server = await openIdServer({ redirectUris: [redirectUri] });
  const service = await testService({
    PUBLIC_URL: publicUrl,
    SIGN_UP: 'closed',
    ...server.settings('SSO'),
  });
  const way = wayThrough(service, server, 'sso');

  test('nobody gets a new account, and existing users can sign in', async () => {
    server.people.ada = { email: 'ada@example.com', email_verified: true };
    await way.refusedAs(403, 'ada');
    assert.deepEqual(await service.sql('select subject from identities'), []);
    await service.sql(
      `insert into users (id, email, created_at) values ('0123456789abcdef', 'ada@example.com', 1)`,
    );
    assert.equal((await way.signIn('ada')).user.id, '0123456789abcdef');
  });
});

suite('sign-up is for the invited', async () => {
  const server = await openIdServer({ redirectUris: [redirectUri] });
  const service = await testService({
    PUBLIC_URL: publicUrl,
    SIGN_UP: 'invited',
    ...server.settings('SSO'),
  });
  const way = wayThrough(service, server, 'sso');

  test('an invited user gets an account, others get none', async () => {
    await service.sql(
      `insert into users (id, email, created_at) values ('0123456789abcdef', 'eve@example.com', 1)`,
    );
    server.people.eve = { email: 'eve@example.com', email_verified: true };
    const eve = { ...service.caller((await way.signIn('eve')).token) };
    const workspace = await makeWorkspace(eve as never);
    await eve.call(api.invites.inviteMember, {
      params: { workspacePublicId: workspace },
      body: { email: 'bob@example.com' },
    });
    server.people.bob = { email: 'bob@example.com', email_verified: true };
    server.people.mallory = { email: 'mallory@example.com', email_verified: true };
    server.people.unproven = { email: 'bob@example.com', email_verified: false };
    await way.refusedAs(403, 'unproven');
    assert.equal((await way.signIn('bob')).user.email, 'bob@example.com');
    await way.refusedAs(403, 'mallory');
  });
});

suite('the provider tells the address only when asked for it, and takes the secret in the form', async () => {
  const server = await openIdServer({
    redirectUris: [redirectUri],
    emailInIdToken: false,
    authentication: 'client_secret_post',
  });
  const service = await testService({ PUBLIC_URL: publicUrl, ...server.settings('SSO') });
  const way = wayThrough(service, server, 'sso');

  test('it is asked', async () => {
    server.people.ada = { email: 'ada@example.com', email_verified: true, name: 'Ada' };
    const { user } = await way.signIn('ada');
    assert.deepEqual([user.email, user.name], ['ada@example.com', 'Ada']);
    assert.equal((await way.signIn('ada')).user.id, user.id);
  });
});

suite('a state may be tried three times', async () => {
  const server = await openIdServer({ redirectUris: [redirectUri] });
  const service = await testService({
    PUBLIC_URL: publicUrl,
    SIGN_IN_LIMIT: '3',
    ...server.settings('SSO'),
  });
  service.clock.hold();
  const way = wayThrough(service, server, 'sso');

  test('the fourth guess of a code waits; another sign-in does not', async () => {
    server.people.ada = { email: 'ada@example.com', email_verified: true };
    const { state, codeVerifier } = await way.returned('ada');
    for (let i = 0; i < 3; i++) await way.refused(400, { code: `guess ${i}`, state, codeVerifier });
    await way.refused(429, { code: 'guess 3', state, codeVerifier });
    await way.signIn('ada');
  });
});
