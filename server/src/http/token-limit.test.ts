import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { minute, second } from '../clock.ts';
import { testService } from '../testing/service.ts';

suite('5 requests a minute are allowed per token', async () => {
  const service = await testService({ RATE_LIMIT: '5' });
  service.clock.hold();
  const me = (token: string) => service.raw('/users/me', { headers: { authorization: `Bearer ${token}` } });

  test('what is left is announced, and beyond it there is 429 until the time that is told', async () => {
    const { token } = await service.signUp('ada');
    const first = await me(token);
    assert.equal(first.headers.get('ratelimit-policy'), '"token";q=5;w=60');
    assert.equal(first.headers.get('ratelimit'), '"token";r=4;t=12');
    for (let i = 0; i < 4; i++) assert.equal((await me(token)).status, 200);
    const refused = await me(token);
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('ratelimit') ?? '', /^"token";r=0;t=\d+$/);
    const body = (await refused.json()) as { code: string };
    assert.equal(body.code, 'TOO_MANY_REQUESTS');
    service.clock.pass(Number(refused.headers.get('retry-after')) * second);
    assert.equal((await me(token)).status, 200);
  });

  test('tokens do not share their requests, also those of one user', async () => {
    const eve = await service.signUp('eve');
    const { key } = await eve.call(api.users.createApiKey, { body: { name: 'key' } });
    for (let i = 0; i < 4; i++) assert.equal((await me(eve.token)).status, 200);
    assert.equal((await me(eve.token)).status, 429);
    assert.equal((await me(key)).status, 200);
    service.clock.pass(minute);
  });

  test('a refused token is 401, not counted, and nothing is announced', async () => {
    for (let i = 0; i < 8; i++) {
      const response = await me('tbs_unknown');
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('ratelimit'), null);
    }
  });
});

suite('no limit is set', async () => {
  const service = await testService();

  test('requests are neither counted nor announced', async () => {
    const { token } = await service.signUp('ada');
    const response = await service.raw('/users/me', { headers: { authorization: `Bearer ${token}` } });
    assert.equal(response.headers.get('ratelimit'), null);
    assert.equal(response.headers.get('ratelimit-policy'), null);
  });
});
