import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { suite, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { makeWorkspace } from '../../testing/fixtures.ts';
import { openIdServer } from '../../testing/openid-provider.ts';
import { receiver, unusedPort } from '../../testing/receiver.ts';
import { testService } from '../../testing/service.ts';

/* Providers that are down, or send invalid responses. */

const publicUrl = 'https://boards.example.com';
const redirectUri = `${publicUrl}/signed-in`;
const begin = { query: { redirectUri } };

/** The settings of a provider at an address. */
const settings = (name: string, issuer: string) => ({
  [`OIDC_${name}_ISSUER`]: issuer,
  [`OIDC_${name}_CLIENT_ID`]: 'taskboard',
  [`OIDC_${name}_CLIENT_SECRET`]: 'a secret',
});

const json = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const endpoints = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});

suite('the provider does not answer', async () => {
  const broken = await receiver((response) => void response.writeHead(500).end('oh'));
  const page = await receiver((response) => void response.end('<html>Welcome</html>'));
  const liar = await receiver((response) => json(response, endpoints('https://accounts.example.com')));
  let asked = 0;
  const recovering = await receiver((response) => {
    if (asked++ === 0) response.writeHead(503).end();
    else json(response, endpoints(recovering.url));
  });
  const service = await testService({
    LOG_LEVEL: 'silent',
    PUBLIC_URL: publicUrl,
    ...settings('DOWN', `http://127.0.0.1:${await unusedPort()}`),
    ...settings('UNKNOWN', 'https://no-such-host.invalid'),
    ...settings('BROKEN', broken.url),
    ...settings('PAGE', page.url),
    ...settings('LIAR', liar.url),
    ...settings('RECOVERING', recovering.url),
  });
  const nobody = service.caller();

  for (const provider of ['down', 'unknown', 'broken', 'page', 'liar']) {
    test(`a sign-in by a provider that is ${provider} cannot begin: 503`, async () => {
      const { issues } = await nobody.refused(503, api.openid.authorize, { params: { provider }, ...begin });
      assert.deepEqual(issues, [{ message: 'The provider did not answer as expected' }]);
    });
  }

  test('a provider that answers again is asked again, and then no more', async () => {
    const params = { provider: 'recovering' };
    await nobody.refused(503, api.openid.authorize, { params, ...begin });
    await nobody.call(api.openid.authorize, { params, ...begin });
    await nobody.call(api.openid.authorize, { params, ...begin });
    assert.equal(asked, 2);
  });

  test('errors that are not the provider’s are reported before it is contacted', async () => {
    const params = { provider: 'down' };
    await nobody.refused(400, api.openid.authorize, { params, query: { redirectUri: 'https://x.test/' } });
    await nobody.refused(400, api.openid.callback, { params, body: { code: 'x', state: 'x' } });
  });
});

suite('the provider goes down between', async () => {
  const server = await openIdServer({ redirectUris: [redirectUri] });
  const service = await testService({
    LOG_LEVEL: 'silent',
    PUBLIC_URL: publicUrl,
    ...server.settings('SSO'),
    ...server.settings('STALE'),
    OIDC_STALE_CLIENT_SECRET: 'the secret before',
  });
  const nobody = service.caller();
  server.people.ada = { email: 'ada@example.com', email_verified: true };

  test('a client secret that the provider does not take is 503: the caller can do nothing about it', async () => {
    const params = { provider: 'stale' };
    const { url, codeVerifier } = await nobody.call(api.openid.authorize, { params, ...begin });
    const { code, state, iss } = await server.signIn(url, 'ada');
    await nobody.refused(503, api.openid.callback, { params, body: { code, state, iss, codeVerifier } });
  });

  test('the sign-in ends in 503, and nothing was stored', async () => {
    const params = { provider: 'sso' };
    const { url, codeVerifier } = await nobody.call(api.openid.authorize, { params, ...begin });
    const { code, state, iss } = await server.signIn(url, 'ada');
    server.stop();
    await nobody.refused(503, api.openid.callback, { params, body: { code, state, iss, codeVerifier } });
    assert.deepEqual(await service.sql('select nonce from used_openid_states'), []);
    assert.deepEqual(await service.sql('select id from users'), []);
  });
});

suite('the provider names endpoints inside the network', async () => {
  const inside = await receiver((response) => json(response, {}));
  const provider = await receiver((response) => {
    json(response, { ...endpoints(provider.url), token_endpoint: `${inside.url}/token` });
  });
  const service = await testService({
    LOG_LEVEL: 'silent',
    PUBLIC_URL: publicUrl,
    ...settings('SSO', provider.url),
  });
  const params = { provider: 'sso' };

  test('they are not reached: only its own host is trusted', async () => {
    const nobody = service.caller();
    const { url, codeVerifier } = await nobody.call(api.openid.authorize, { params, ...begin });
    const state = new URL(url).searchParams.get('state') ?? '';
    await nobody.refused(503, api.openid.callback, { params, body: { code: 'x', state, codeVerifier } });
    assert.equal(inside.received.length, 0);
  });

  test('what a provider is reached by, webhooks do not reach', async () => {
    const ada = await service.signUp('ada');
    await ada.refused(400, api.webhooks.create, {
      params: { workspacePublicId: await makeWorkspace(ada) },
      body: { name: 'x', url: provider.url, events: ['*'] },
    });
  });
});
