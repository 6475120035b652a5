import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day } from '../base/clock.ts';
import { testService } from '../testing/service.ts';

const path = '/.well-known/security.txt';

test('security.txt says where to report, until less than a year after the start', async () => {
  const service = await testService({
    SECURITY_CONTACT: 'security@example.com, https://example.com/report',
    PUBLIC_URL: 'https://tasks.example.com/board',
  });
  const startedAt = service.clock.now();
  const reply = await fetch(`${service.address}${path}`);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), 'text/plain; charset=utf-8');
  const [mail, page, expires = '', canonical, end] = (await reply.text()).split('\n');
  assert.deepEqual(
    [mail, page, canonical, end],
    [
      'Contact: mailto:security@example.com',
      'Contact: https://example.com/report',
      `Canonical: https://tasks.example.com${path}`,
      '',
    ],
  );
  const left = Date.parse(expires.replace('Expires: ', '')) * 1000 - startedAt;
  assert.ok(left > 350 * day && left < 365 * day, expires);
});

test('without a contact there is no security.txt', async () => {
  const service = await testService();
  const reply = await fetch(`${service.address}${path}`, { headers: { accept: 'text/html' } });
  assert.equal(reply.status, 404);
});
