import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { api, operations } from '../../../../contract/api.ts';
import { addressOf } from '../../../../contract/client.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { mailedToken } from '../../testing/mails.ts';
import { type TestService, testService } from '../../testing/service.ts';

/** What a browser sends with a request of a page of ours. */
const ours = { 'sec-fetch-site': 'same-origin' };

/** What comes with requests that no page of ours sends, and that write. */
const elsewhere: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'http://elsewhere.example' },
  { origin: 'http://localhost.elsewhere.example' },
  { origin: 'null' },
  {},
];

const json = { 'content-type': 'application/json' };

/** Signs in as a page does that keeps its session in a cookie. */
async function signIn(service: TestService, who: string, headers: Record<string, string> = ours) {
  const reply = await service.raw('/auth/sign-in', {
    method: 'POST',
    headers: { ...json, 'x-session': 'cookie', ...headers },
    body: JSON.stringify({ email: `${who}@example.com`, password: `password of ${who}` }),
  });
  const set = reply.headers.get('set-cookie') ?? '';
  return { reply, set, cookie: set.split(';')[0] ?? '' };
}

suite('a session in a cookie', async () => {
  const service = await testService();
  const ada = await service.signUp('ada');
  const ben = await service.signUp('ben');
  const { origin, host } = new URL(service.publicUrl);
  const { reply, set, cookie } = await signIn(service, 'ada');

  const seenAs = async (headers: Record<string, string>) => {
    const seen = await service.raw('/users/me', { headers: { cookie, ...headers } });
    return seen.status === 200 ? ((await seen.json()) as { id: string }).id : seen.status;
  };

  test('is set out of reach of scripts, and not shown', async () => {
    assert.equal(reply.status, 200);
    const { port } = new URL(service.publicUrl);
    assert.match(
      set,
      new RegExp(
        `^taskboard-${port}=[\\w-]{40,}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax, taskboard-browser=[\\w-]{22}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax$`,
      ),
    );
    const session = (await reply.json()) as { token: string; user: { id: string } };
    assert.deepEqual([session.token, session.user.id], ['', ada.id]);
    assert.equal(await seenAs(ours), ada.id);
  });

  test('is opened for pages of the service only, and nothing is done for others', async () => {
    const before = await ada.call(api.auth.sessions);
    for (const from of elsewhere) {
      const refused = await signIn(service, 'ada', from);
      assert.deepEqual([refused.reply.status, refused.set], [403, ''], JSON.stringify(from));
    }
    assert.equal((await ada.call(api.auth.sessions)).length, before.length);
    assert.equal((await signIn(service, 'ada', { ...ours, 'x-session': 'bearer' })).reply.status, 400);
  });

  test('comes from sign-up and magic links as well', async () => {
    const signedUp = await service.raw('/auth/sign-up', {
      method: 'POST',
      headers: { ...json, ...ours, 'x-session': 'cookie' },
      body: JSON.stringify({ email: 'eve@example.com', password: 'password of eve', name: 'Eve' }),
    });
    assert.match(signedUp.headers.get('set-cookie') ?? '', /HttpOnly/);
    await service.caller().call(api.auth.requestMagicLink, { body: { email: 'eve@example.com' } });
    const body = JSON.stringify({ token: await mailedToken(service, 'eve@example.com') });
    const headers = { ...json, ...ours, 'x-session': 'cookie' };
    const verified = await service.raw('/auth/magic-link/verify', { method: 'POST', headers, body });
    assert.match(verified.headers.get('set-cookie') ?? '', /HttpOnly/);
    assert.equal(((await verified.json()) as { token: string }).token, '');
  });

  test('counts for what a page of the service reads, or a person by the address', async () => {
    assert.equal(await seenAs({ 'sec-fetch-site': 'none' }), ada.id);
    assert.equal(await seenAs({}), ada.id, 'browsers say nothing on plain http');
    assert.equal(await seenAs({ origin }), ada.id);
    assert.equal(await seenAs({ 'sec-fetch-site': 'cross-site' }), 401);
    assert.equal(await seenAs({ 'sec-fetch-site': 'same-site' }), 401);
    assert.equal(await seenAs({ origin: 'http://elsewhere.example' }), 401);
    assert.equal(await seenAs({ origin: 'null' }), 401);
    assert.equal(await seenAs({ ...ours, origin: 'http://elsewhere.example' }), ada.id, 'the browser knows');
  });

  test('a bearer token wins, right or wrong', async () => {
    assert.equal(await seenAs({ ...ours, authorization: `Bearer ${ben.token}` }), ben.id);
    assert.equal(await seenAs({ ...ours, 'x-api-key': ben.token }), ben.id);
    assert.equal(await seenAs({ ...ours, authorization: 'Bearer wrong' }), 401);
    assert.equal(await seenAs({ ...ours, authorization: 'Basic YWRhOnNlY3JldA==' }), ada.id);
  });

  const writes = operations.filter(({ method, access }) => method !== 'GET' && access !== 'none');

  /** Sends a write to nothing that exists. */
  const write = async (operation: Operation, headers: Record<string, string>) => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const path = addressOf(operation, Object.fromEntries(names.map((name) => [name, 'absent0absent000'])));
    const body = operation.method === 'DELETE' ? {} : { body: '{"x":' };
    return (await service.raw(path, { method: operation.method, headers: { ...json, ...headers }, ...body }))
      .status;
  };

  test('no write of any other page is done with it', async () => {
    assert.ok(writes.length > 60);
    for (const operation of writes) {
      for (const from of elsewhere) {
        assert.equal(
          await write(operation, { cookie, ...from }),
          401,
          `${operation.id} ${JSON.stringify(from)}`,
        );
      }
    }
  });

  test('every write of a page of the service is done with it', async () => {
    for (const operation of writes) {
      if (operation === api.auth.signOut || operation === api.auth.endOtherSessions) continue;
      for (const from of [ours, { origin }, { origin: `http://${host}` }]) {
        assert.notEqual(
          await write(operation, { cookie, ...from }),
          401,
          `${operation.id} ${JSON.stringify(from)}`,
        );
      }
    }
  });

  test('ends with a sign-out, and the browser forgets it', async () => {
    const own = await signIn(service, 'ben');
    const headers = { ...ours, cookie: own.cookie };
    const out = await service.raw('/auth/sign-out', { method: 'POST', headers });
    assert.equal(out.status, 200);
    assert.match(out.headers.get('set-cookie') ?? '', /^taskboard-\d+=; Path=\/; Max-Age=0; /);
    assert.equal(out.headers.get('clear-site-data'), '"cache"');
    assert.equal((await service.raw('/users/me', { headers })).status, 401);
    const bearer = { authorization: `Bearer ${(await service.signUp('fay')).token}` };
    const byToken = await service.raw('/auth/sign-out', { method: 'POST', headers: bearer });
    assert.deepEqual([byToken.status, byToken.headers.get('clear-site-data')], [200, null]);
  });

  test('is replaced where someone signs in again in the same browser, and only there', async () => {
    const first = await signIn(service, 'ben');
    const elsewhere = await signIn(service, 'ben');
    const status = async (from: string) =>
      (await service.raw('/users/me', { headers: { ...ours, cookie: from } })).status;
    const wrong = { ...json, ...ours, 'x-session': 'cookie', cookie: first.cookie };
    const body = JSON.stringify({ email: 'ben@example.com', password: 'not the password' });
    const refused = await service.raw('/auth/sign-in', { method: 'POST', headers: wrong, body });
    assert.deepEqual([refused.status, await status(first.cookie)], [401, 200]);
    const second = await signIn(service, 'ben', { ...ours, cookie: first.cookie });
    assert.equal(second.reply.status, 200);
    assert.deepEqual(
      [await status(first.cookie), await status(second.cookie), await status(elsewhere.cookie)],
      [401, 200, 200],
    );
    const others = await signIn(service, 'ada', { ...ours, cookie: second.cookie });
    assert.deepEqual([await status(second.cookie), await status(others.cookie)], [401, 200]);
  });

  test('an API key is no session, and does not count in the cookie', async () => {
    const { key } = await ben.call(api.users.createApiKey, { body: { name: 'script' } });
    const { status } = await service.raw('/users/me', {
      headers: { ...ours, cookie: cookie.replace(/=.*/, `=${key}`) },
    });
    assert.equal(status, 401);
  });

  test('other cookies, and what looks like it, are left alone', async () => {
    const me = async (cookies: string) =>
      (await service.raw('/users/me', { headers: { ...ours, cookie: cookies } })).status;
    assert.equal(await me(`a=b; ${cookie}; c=d`), 200);
    for (const other of [`x${cookie}`, cookie.replace('=', '=x'), 'taskboard-1=x', '', ';;=', '__proto__=x'])
      assert.equal(await me(other), 401, other);
  });
});

suite('under https', async () => {
  const service = await testService({ PUBLIC_URL: 'https://tasks.example.com' });
  await service.signUp('ada');

  test('nothing but the host itself can set the cookie', async () => {
    const { set, cookie } = await signIn(service, 'ada', { origin: 'https://tasks.example.com' });
    assert.match(
      set,
      /^__Host-taskboard=[\w-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure, __Host-taskboard-browser=[\w-]{22}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const headers = { ...ours, cookie };
    assert.equal((await service.raw('/users/me', { headers })).status, 200);
    const plain = { ...ours, cookie: cookie.replace('__Host-', '') };
    assert.equal((await service.raw('/users/me', { headers: plain })).status, 401);
  });
});

suite('pages of other origins', async () => {
  const service = await testService({ CORS_ORIGINS: 'https://app.example.com' });
  await service.signUp('ada');

  test('that may call do so with their own token only', async () => {
    const { cookie } = await signIn(service, 'ada');
    const origin = 'https://app.example.com';
    const reply = await service.raw('/users/me', {
      headers: { cookie, origin, 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(reply.status, 401);
    assert.equal(reply.headers.get('access-control-allow-credentials'), null);
    const refused = await signIn(service, 'ada', { origin });
    assert.equal(refused.reply.status, 403);
  });
});
