import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadSetting } from './bad-setting.ts';
import { readConfig } from './config.ts';
import { isBelieved, openIdProviders } from './openid-providers.ts';

const sso = {
  OIDC_SSO_ISSUER: 'https://accounts.example.com/realms/main/',
  OIDC_SSO_CLIENT_ID: 'taskboard',
  OIDC_SSO_CLIENT_SECRET: 'a secret',
};

test('without settings there is no provider', () => {
  assert.deepEqual(readConfig({}).openIdProviders, []);
  assert.deepEqual(openIdProviders({ PORT: '3000', OIDC_SSO_ISSUER: ' ' }), []);
});

test('a provider is three settings; its name stands in addresses, and is shown to people', () => {
  const providers = openIdProviders({
    ...sso,
    OIDC_MY_CLIENT_ISSUER: ' http://localhost:8080 ',
    OIDC_MY_CLIENT_CLIENT_ID: 'a',
    OIDC_MY_CLIENT_CLIENT_SECRET: 'b',
  });
  assert.deepEqual(providers, [
    {
      id: 'my-client',
      name: 'My client',
      issuer: 'http://localhost:8080',
      clientId: 'a',
      clientSecret: 'b',
    },
    {
      id: 'sso',
      name: 'Sso',
      issuer: 'https://accounts.example.com/realms/main/',
      clientId: 'taskboard',
      clientSecret: 'a secret',
    },
  ]);
});

const refused: [string, Record<string, string | undefined>, RegExp][] = [
  ['half a provider', { ...sso, OIDC_SSO_CLIENT_SECRET: '' }, /^OIDC_SSO_CLIENT_SECRET is missing/],
  ['a third of one', { OIDC_SSO_CLIENT_ID: 'a' }, /^OIDC_SSO_ISSUER, OIDC_SSO_CLIENT_SECRET is missing/],
  ['a part that is not known', { ...sso, OIDC_SSO_SECRET: 'x' }, /^OIDC_SSO_SECRET is not a setting/],
  [
    'domains that are none',
    { ...sso, OIDC_SSO_DOMAINS: 'example.com,@x' },
    /^OIDC_SSO_DOMAINS=.* is not allowed/,
  ],
  ['domains of no provider', { OIDC_SSO_DOMAINS: 'example.com' }, /^OIDC_SSO_ISSUER, .* is missing/],
  ['a setting without a name', { OIDC_ISSUER: 'https://x.test' }, /^OIDC_ISSUER is not a setting/],
  [
    'a name that is no name',
    { 'OIDC_my-sso_ISSUER': 'https://x.test' },
    /^OIDC_my-sso_ISSUER is not a setting/,
  ],
  ['an issuer that is none', { ...sso, OIDC_SSO_ISSUER: 'accounts' }, /^OIDC_SSO_ISSUER is not allowed/],
  ...[
    'http://accounts.example.com',
    'http://127.0.0.1.example.com',
    'http://127.example.com',
    'ftp://accounts.example.com',
    'https://accounts.example.com?realm=main',
    'https://accounts.example.com#main',
    'https://someone:secret@accounts.example.com',
  ].map((issuer): [string, Record<string, string>, RegExp] => [
    `the issuer ${issuer}`,
    { ...sso, OIDC_SSO_ISSUER: issuer },
    /^OIDC_SSO_ISSUER is not allowed/,
  ]),
];

for (const [what, environment, message] of refused) {
  test(`${what} stops the start with one line that holds no secret`, () => {
    assert.throws(
      () => readConfig(environment),
      (error) => {
        assert.ok(error instanceof BadSetting);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /\n|secret@|a secret/);
        return true;
      },
    );
  });
}

test('a provider is believed about the domains that are named, or about all where it is the only one', () => {
  const [only] = openIdProviders(sso);
  const [named] = openIdProviders({ ...sso, OIDC_SSO_DOMAINS: 'Example.com, example.org' });
  assert.ok(only && named);
  assert.equal(isBelieved(only, [only], 'ada@anywhere.test'), true);
  assert.equal(isBelieved(only, [only, named], 'ada@anywhere.test'), false);
  for (const providers of [[named], [named, only]]) {
    assert.equal(isBelieved(named, providers, 'ada@example.org'), true);
    for (const email of ['ada@sub.example.com', 'ada@badexample.com', 'example.com@anywhere.test'])
      assert.equal(isBelieved(named, providers, email), false, email);
  }
});
