import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { makeBoard } from '../../testing/fixtures.ts';
import { type TestService, testService } from '../../testing/service.ts';

const app = 'https://app.example.com';

/** Sends the CORS preflight for a page of `origin`. */
const preflight = (service: TestService, origin: string) =>
  service.raw('/users/me', {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type',
    },
  });

const get = (service: TestService, origin: string, path = '/users/me', token?: string) =>
  service.raw(path, { headers: { origin, ...(token ? { authorization: `Bearer ${token}` } : {}) } });

const allowed = (reply: Response) => reply.headers.get('access-control-allow-origin');

suite('without CORS_ORIGINS', async () => {
  const service = await testService();

  test('no page of another origin may read or call', async () => {
    assert.equal(allowed(await get(service, app)), null);
    const asked = await preflight(service, app);
    assert.deepEqual([asked.status, allowed(asked)], [404, null]);
  });

  test('every reply says that it is kept, framed, sniffed and run by nobody, errors as well', async () => {
    for (const path of ['/health', '/users/me', '/nowhere', '/cards/%zz']) {
      const { headers } = await service.raw(path);
      assert.equal(headers.get('cache-control'), 'no-store', path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.match(
        headers.get('content-security-policy') ?? '',
        /default-src 'none'.*frame-ancestors 'none'/,
      );
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', path);
      assert.equal(headers.get('strict-transport-security'), null, path);
    }
  });
});

suite('with CORS_ORIGINS', async () => {
  const service = await testService({ CORS_ORIGINS: `${app}, http://localhost:5173` });
  const ada = await service.signUp('ada');

  test('a page of an allowed origin may read every reply, errors as well', async () => {
    for (const path of ['/users/me', '/nowhere', '/cards/%zz', '/health']) {
      for (const origin of [app, 'http://localhost:5173']) {
        const reply = await get(service, origin, path, ada.token);
        assert.equal(allowed(reply), origin, path);
        assert.equal(reply.headers.get('vary'), 'origin', path);
        assert.match(reply.headers.get('access-control-expose-headers') ?? '', /retry-after/);
      }
    }
  });

  test('its browser gets the allowed methods and headers', async () => {
    const reply = await preflight(service, app);
    assert.deepEqual([reply.status, allowed(reply), await reply.text()], [204, app, '']);
    assert.match(reply.headers.get('access-control-allow-methods') ?? '', /\bPATCH\b/);
    assert.match(reply.headers.get('access-control-allow-headers') ?? '', /authorization.*x-api-key/);
    assert.equal(reply.headers.get('access-control-allow-credentials'), null);
  });

  test('a page of any other origin may not, however alike it looks', async () => {
    for (const origin of [
      'https://elsewhere.example.com',
      'http://app.example.com',
      'https://app.example.com:8443',
      'https://app.example.com.elsewhere.test',
      'null',
      '*',
    ]) {
      const reply = await get(service, origin, '/users/me', ada.token);
      assert.equal(allowed(reply), null, origin);
      assert.equal(reply.headers.get('vary'), 'origin', origin);
      assert.equal((await preflight(service, origin)).status, 404, origin);
    }
  });

  test('OPTIONS that asks for nothing is not a route, as without CORS_ORIGINS', async () => {
    const reply = await service.raw('/users/me', { method: 'OPTIONS', headers: { origin: app } });
    assert.equal(reply.status, 404);
    assert.equal((await service.raw('/users/me', { method: 'OPTIONS' })).status, 404);
  });

  test('what a route says about caches stands', async () => {
    const { board } = await makeBoard(ada);
    const reply = await get(service, app, `/boards/${board}`, ada.token);
    assert.equal(reply.headers.get('cache-control'), 'private, no-cache');
    assert.match(reply.headers.get('access-control-expose-headers') ?? '', /etag/);
  });
});

suite('with CORS_ORIGINS=*', async () => {
  const service = await testService({ CORS_ORIGINS: '*' });

  test('every page may read and call', async () => {
    assert.equal(allowed(await get(service, app)), app);
    assert.equal((await preflight(service, 'http://anywhere.test')).status, 204);
  });
});

suite('behind a PUBLIC_URL of https', async () => {
  const service = await testService({ PUBLIC_URL: 'https://tasks.example.com' });

  test('browsers are allowed nothing else', async () => {
    const { headers } = await service.raw('/health');
    assert.match(headers.get('strict-transport-security') ?? '', /max-age=\d{8}/);
  });
});
