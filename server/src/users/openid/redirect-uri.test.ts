import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { openIdServer } from '../../testing/openid-provider.ts';
import { testService } from '../../testing/service.ts';

/* An attacker must not be able to begin a sign-in that ends on a page of their own. */

const params = { provider: 'sso' };

suite('the service has a path, and pages elsewhere may call it', async () => {
  const server = await openIdServer({ redirectUris: ['https://boards.example.com/'] });
  const service = await testService({
    PUBLIC_URL: 'https://boards.example.com/taskboard/',
    CORS_ORIGINS: 'https://app.example.com,http://localhost:5173',
    ...server.settings('SSO'),
  });
  const nobody = service.caller();

  const allowed = [
    'https://boards.example.com/taskboard',
    'https://boards.example.com/taskboard/',
    'https://boards.example.com/taskboard/signed-in',
    'https://app.example.com/',
    'https://app.example.com/any/page',
    'http://localhost:5173/signed-in',
  ];
  test('pages of both are allowed', async () => {
    for (const redirectUri of allowed) {
      const { url } = await nobody.call(api.openid.authorize, { params, query: { redirectUri } });
      assert.equal(new URL(url).searchParams.get('redirect_uri'), redirectUri);
    }
  });

  test('every spelling of a page elsewhere is refused', async () => {
    const refused = [
      'https://boards.example.com',
      'https://boards.example.com/',
      'https://boards.example.com/other',
      'https://boards.example.com/taskboardish',
      'https://boards.example.com/taskboard/../other',
      'https://boards.example.com/taskboard/%2e%2e/other',
      'https://boards.example.com/taskboard\\..\\..\\other',
      'http://boards.example.com/taskboard/',
      'https://boards.example.com:8443/taskboard/',
      'https://boards.example.com.elsewhere.com/taskboard/',
      'https://boards.example.com@elsewhere.com/taskboard/',
      'https://someone@boards.example.com/taskboard/',
      'https://app.example.com.elsewhere.com/',
      'https://app.example.com:444/',
      'https://elsewhere.com/https://app.example.com/',
      '//app.example.com/',
      '/taskboard/signed-in',
      'javascript:alert(1)//https://app.example.com/',
      'https://app.example.com/?next=1',
      'https://app.example.com/#signed-in',
      `https://app.example.com/${'x'.repeat(500)}`,
      '',
    ];
    for (const redirectUri of refused) {
      await nobody.refused(400, api.openid.authorize, { params, query: { redirectUri } });
    }
  });
});

suite('pages of all the world may call the service', async () => {
  const server = await openIdServer({ redirectUris: ['https://boards.example.com/'] });
  const service = await testService({ CORS_ORIGINS: '*', ...server.settings('SSO') });

  test('they may read replies; that does not make them the end of a sign-in', async () => {
    const at = (redirectUri: string) => ({ params, query: { redirectUri } });
    await service.caller().refused(400, api.openid.authorize, at('https://elsewhere.com/'));
    await service.caller().call(api.openid.authorize, at(`${service.publicUrl}/signed-in`));
  });
});
