import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { openIdServer } from '../../testing/openid-provider.ts';
import { signInBy } from '../../testing/provider-sign-in.ts';
import { looseOpenIdServer } from '../../testing/second-openid-provider.ts';
import { testService } from '../../testing/service.ts';

/* Two providers, of which one is not honest: what the other one answers must not get to it (RFC 9207, RFC 9700, 4.4). */

const publicUrl = 'https://boards.example.com';
const redirectUri = `${publicUrl}/signed-in`;
const honest = await openIdServer({ redirectUris: [redirectUri] });
const other = await looseOpenIdServer();
after(() => other.stop());
const service = await testService({
  PUBLIC_URL: publicUrl,
  ...honest.settings('HONEST'),
  OIDC_HONEST_DOMAINS: 'example.com',
  ...other.settings('OTHER'),
  OIDC_OTHER_DOMAINS: 'example.org',
});
const nobody = service.caller();
honest.people.ada = { email: 'ada@example.com', email_verified: true };

const begin = (provider: string) =>
  nobody.call(api.openid.authorize, { params: { provider }, query: { redirectUri } });
const finish = (
  provider: string,
  body: { code: string; state: string; iss?: string; codeVerifier: string },
) => nobody.refused(400, api.openid.callback, { params: { provider }, body });

test('both providers sign people in: one names itself with its answers, the other does not', async () => {
  other.people.bob = { email: 'bob@example.org', email_verified: true };
  assert.equal((await signInBy(service, honest, 'honest', redirectUri, 'ada')).user.email, 'ada@example.com');
  assert.equal((await signInBy(service, other, 'other', redirectUri, 'bob')).user.email, 'bob@example.org');
});

test('a sign-in begun with one cannot be finished at the other', async () => {
  const { url, codeVerifier } = await begin('honest');
  const { code, state, iss } = await honest.signIn(url, 'ada');
  const error = await finish('other', { code, state, iss, codeVerifier });
  assert.match(error.message, /state is unknown, used or expired/);
});

test('a code of the honest one does not go to the other that has sent the browser there', async () => {
  const { url, codeVerifier } = await begin('other');
  const given = new URL(url).searchParams;
  const { url: there } = await begin('honest');
  const relayed = new URL(there);
  // The other one sends the browser on to the honest one, with the state of the sign-in that was begun with itself.
  for (const name of ['state', 'nonce', 'code_challenge'])
    relayed.searchParams.set(name, given.get(name) ?? '');
  const { code, state, iss } = await honest.signIn(relayed.href, 'ada');
  assert.equal(state, given.get('state'));
  const exchanged = honest.exchanged.length;
  const error = await finish('other', { code, state, iss, codeVerifier });
  assert.match(error.message, /reply of the provider is not valid/);
  assert.equal(honest.exchanged.length, exchanged);
});

test('an answer of a provider that always names itself is refused if it does not', async () => {
  const { url, codeVerifier } = await begin('honest');
  const { code, state } = await honest.signIn(url, 'ada');
  const error = await finish('honest', { code, state, codeVerifier });
  assert.match(error.message, /body\/iss is missing/);
});

test('a provider is believed about its own domains only, and only about addresses that it has verified', async () => {
  await service.signUp('eve');
  for (const [sub, claims] of Object.entries({
    foreign: { email: 'eve@example.com', email_verified: true },
    unverified: { email: 'bob@example.org', email_verified: false },
    text: { email: 'bob@example.org', email_verified: 'true' },
  })) {
    other.people[sub] = claims;
    await assert.rejects(signInBy(service, other, 'other', redirectUri, sub), { status: 403 });
  }
});
