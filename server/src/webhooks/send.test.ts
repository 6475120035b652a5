import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { api } from '../../../contract/api.ts';
import { hour } from '../base/clock.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { listening, type Received, receiver, unusedPort } from '../testing/receiver.ts';
import { testService } from '../testing/service.ts';

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');
const workspace = await makeWorkspace(ada);
const params = { workspacePublicId: workspace };

const make = (url: string) =>
  ada.call(api.webhooks.create, { params, body: { name: 'Chat', url, events: ['*'], active: false } });

const addressOf = ({ publicId }: { publicId: string }) => ({
  params: { ...params, webhookPublicId: publicId },
});

/** The outcome of a test message (E17) to a receiver at `url`. */
const outcomeAt = async (url: string) => {
  const webhook = await make(url);
  const outcome = await ada.call(api.webhooks.test, addressOf(webhook));
  // The cap is twenty webhooks.
  await ada.call(api.webhooks.delete, addressOf(webhook));
  return outcome;
};

const headersOf = ({ headers }: Received) => headers as Record<string, string>;

test('a test payload is sent now, signed so that any Standard Webhooks receiver accepts it', async () => {
  const { url, received } = await receiver();
  const webhook = await make(`${url}/hook`);
  const types = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.webhooks.test, addressOf(webhook)), {
      success: true,
      statusCode: 200,
    });
  });
  assert.deepEqual(types, []);
  const got = nth(received, 0);
  assert.equal(got.method, 'POST');
  assert.equal(got.url, '/hook');
  assert.equal(got.headers['content-type'], 'application/json');
  const payload = new Webhook(webhook.secret).verify(got.body, headersOf(got)) as Record<string, unknown>;
  assert.deepEqual(Object.keys(payload), ['type', 'timestamp', 'data']);
  assert.equal(payload.type, 'webhook.test');
  assert.ok(Math.abs(Date.parse(String(payload.timestamp)) - service.clock.now() / 1000) < 60_000);
  assert.deepEqual(payload.data, {
    workspacePublicId: workspace,
    webhook: { publicId: webhook.publicId, name: 'Chat' },
    user: { id: ada.id, name: 'ada' },
  });
  const changed = got.body.replace('Chat', 'Chit');
  assert.throws(() => new Webhook(webhook.secret).verify(changed, headersOf(got)));
});

test('each message has an id of its own', async () => {
  const { url, received } = await receiver();
  const webhook = await make(url);
  for (let n = 0; n < 3; n++) await ada.call(api.webhooks.test, addressOf(webhook));
  assert.equal(new Set(received.map((each) => headersOf(each)['webhook-id'])).size, 3);
});

test('for a day after a rotation both secrets sign, then the new one alone', async () => {
  const { url, received } = await receiver();
  const webhook = await make(url);
  const { secret } = await ada.call(api.webhooks.rotateSecret, addressOf(webhook));
  assert.match(secret, /^whsec_/);
  assert.notEqual(secret, webhook.secret);
  const send = async () => {
    await ada.call(api.webhooks.test, addressOf(webhook));
    const got = nth(received, received.length - 1);
    const {
      'webhook-id': id = '',
      'webhook-timestamp': at,
      'webhook-signature': signatures,
    } = headersOf(got);
    const signedBy = (key: string) => new Webhook(key).sign(id, new Date(Number(at) * 1000), got.body);
    return { signatures, old: signedBy(webhook.secret), fresh: signedBy(secret) };
  };
  const soon = await send();
  assert.equal(soon.signatures, `${soon.fresh} ${soon.old}`);
  const [got] = received;
  for (const key of [webhook.secret, secret])
    new Webhook(key).verify(got?.body ?? '', headersOf(nth(received, 0)));
  service.clock.pass(23 * hour);
  const later = await send();
  assert.equal(later.signatures, `${later.fresh} ${later.old}`);
  service.clock.pass(hour);
  const last = await send();
  assert.equal(last.signatures, last.fresh);
});

test('a secret that is given by a change signs like one that was made, the same one changes nothing', async () => {
  const { url, received } = await receiver();
  const webhook = await make(url);
  const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  for (let n = 0; n < 2; n++) {
    await ada.call(api.webhooks.update, { ...addressOf(webhook), body: { secret } });
    await ada.call(api.webhooks.test, addressOf(webhook));
    const got = nth(received, n);
    assert.equal(headersOf(got)['webhook-signature']?.split(' ').length, 2);
    const [id, at] = [headersOf(got)['webhook-id'] ?? '', Number(headersOf(got)['webhook-timestamp'])];
    for (const key of [secret, webhook.secret]) {
      const signature = new Webhook(key).sign(id, new Date(at * 1000), got.body);
      assert.ok(headersOf(got)['webhook-signature']?.includes(signature));
    }
  }
});

test('a secret that is not in the form of Standard Webhooks signs with its bytes', async () => {
  const { url, received } = await receiver();
  const secret = 'größer als sechzehn';
  const body = { name: 'Chat', url, events: ['*'], active: false, secret };
  const webhook = await ada.call(api.webhooks.create, { params, body });
  await ada.call(api.webhooks.test, addressOf(webhook));
  const got = nth(received, 0);
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headersOf(got);
  const signed = createHmac('sha256', secret).update(`${id}.${at}.${got.body}`).digest('base64');
  assert.equal(signature, `v1,${signed}`);
});

test('only 2xx is a success', async () => {
  for (const status of [200, 201, 204, 299]) {
    const { url } = await receiver((response) => void response.writeHead(status).end());
    assert.deepEqual(await outcomeAt(url), { success: true, statusCode: status });
  }
  for (const status of [300, 304, 400, 401, 404, 410, 429, 500, 503]) {
    const { url } = await receiver((response) => void response.writeHead(status).end());
    assert.deepEqual(await outcomeAt(url), { success: false, statusCode: status, error: `status ${status}` });
  }
});

test('a redirect is a failure, and is not followed', async () => {
  const target = await receiver();
  const { url } = await receiver((response) => void response.writeHead(307, { location: target.url }).end());
  assert.deepEqual(await outcomeAt(url), { success: false, statusCode: 307, error: 'status 307' });
  assert.equal(target.received.length, 0);
});

test('the body of a receiver’s reply does not matter, however long', async () => {
  const { url } = await receiver((response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  });
  assert.deepEqual(await outcomeAt(url), { success: true, statusCode: 200 });
});

test('a receiver that cannot be reached is reported by a short word', async () => {
  const unused = await unusedPort();
  const resetting = await listening(net.createServer((socket) => socket.resetAndDestroy()));
  const plain = await listening(http.createServer());
  const rude = await listening(net.createServer((socket) => socket.end('no HTTP\r\n\r\n')));
  const outcomes = {
    [`http://127.0.0.1:${unused}/`]: 'refused',
    [`http://127.0.0.1:${resetting}/`]: 'refused',
    [`https://127.0.0.1:${plain}/`]: 'tls',
    [`http://127.0.0.1:${rude}/`]: 'invalid reply',
    // A label of more than 63 characters: no name server is queried.
    [`http://${'x'.repeat(64)}.test/`]: 'dns',
  };
  for (const [url, error] of Object.entries(outcomes)) {
    assert.deepEqual(await outcomeAt(url), { success: false, error }, url);
  }
});

test('an address that has come to lead inside is blocked when it is sent to', async () => {
  const { port, received } = await receiver();
  const webhook = await make('http://127.0.0.1/');
  for (const host of ['127.0.0.2', '2130706434', '0x7f.2', '[::1]', '[::ffff:127.0.0.1]', '0']) {
    await service.sql(`update webhooks set url = 'http://${host}:${port}/' where id = '${webhook.publicId}'`);
    const outcome = await ada.call(api.webhooks.test, addressOf(webhook));
    assert.deepEqual(outcome, { success: false, error: 'blocked address' }, host);
  }
  assert.equal(received.length, 0);
});
