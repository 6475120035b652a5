import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { hour, minute } from '../../base/clock.ts';
import { begin, codeFor, consent, returnAddress, sendForm, type Tokens } from '../../testing/applications.ts';
import { receiver } from '../../testing/receiver.ts';
import { testService } from '../../testing/service.ts';
import { isAddress } from './descriptions.ts';

/* Applications whose id is the address of their description. */

let described: Record<string, unknown> | string = {};
let head: [number, Record<string, string>] = [200, { 'content-type': 'application/json' }];
const site = await receiver((response) => {
  response.writeHead(...head);
  response.end(typeof described === 'string' ? described : JSON.stringify(described));
});
const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');
const describe = (id: string, more: Record<string, unknown> = {}) => {
  described = { client_id: id, client_name: 'Described agent', redirect_uris: [returnAddress], ...more };
  return id;
};
const asked = (id: string) => ({ query: { request: begin(service, id).address.search.slice(1) } });

test('an application is known by its description, which is fetched once an hour', async () => {
  const id = describe(`${site.url}/agent.json`);
  const form = await codeFor(service, ada, id);
  const { body } = await sendForm<Tokens>(service, '/oauth/token', form);
  assert.equal((await service.caller(body.access_token).call(api.users.me)).id, ada.id);
  const read = await ada.call(api.oauth.read, asked(id));
  // It returns to a host other than that of the description, which therefore does not vouch for it.
  assert.deepEqual([read.application.name, read.application.host], ['Described agent', null]);
  assert.equal(site.received.length, 1);
  assert.equal(site.received[0]?.headers.accept, 'application/json');
  service.clock.pass(hour);
  await consent(ada, begin(service, id).address);
  assert.equal(site.received.length, 2);
});

test('a description counts only if it is one, of this address, and short', async () => {
  const good = head;
  const cases: [string, () => void][] = [
    ['of another', () => void describe('https://agent.example/other.json')],
    ['no JSON', () => (described = '<html>')],
    ['not an object', () => (described = 'null')],
    ['not of its type', () => (head = [200, { 'content-type': 'text/html' }])],
    ['a redirect', () => (head = [302, { location: `${site.url}/agent.json` }])],
    ['missing', () => (head = [404, { 'content-type': 'application/json' }])],
  ];
  for (const [index, [what, spoil]] of cases.entries()) {
    const id = describe(`${site.url}/${index}.json`);
    spoil();
    await ada
      .refused(400, api.oauth.read, asked(id))
      .catch((error: unknown) => assert.fail(`${what}: ${String(error)}`));
    head = good;
  }
  for (const more of [{ redirect_uris: ['javascript:alert(1)'] }, { long: 'x'.repeat(20_000) }])
    await ada.refused(
      400,
      api.oauth.read,
      asked(describe(`${site.url}/${JSON.stringify(more).length}.json`, more)),
    );
  // What could not be read is not asked for again at once.
  const before = site.received.length;
  const id = describe(`${site.url}/0.json`);
  await ada.refused(400, api.oauth.read, asked(id));
  assert.equal(site.received.length, before);
  service.clock.pass(minute);
  await ada.call(api.oauth.read, asked(id));
});

test('no description is fetched for who is not signed in, nor from where the service must not reach', async () => {
  const before = site.received.length;
  const id = describe(`${site.url}/for-nobody.json`);
  await service.caller().refused(401, api.oauth.read, asked(id));
  await sendForm(service, '/oauth/token', { grant_type: 'authorization_code', client_id: id, code: 'x' });
  const guarded = await testService();
  const bob = await guarded.signUp('bob');
  const request = begin(guarded, id).address.search.slice(1);
  await bob.refused(400, api.oauth.read, { query: { request } });
  assert.equal(site.received.length, before);
});

test('only https addresses with a path, in their shortest form, are addresses of descriptions', () => {
  assert.ok(isAddress('https://agent.example/oauth/client.json'));
  for (const id of [
    'https://agent.example',
    'https://agent.example/',
    'http://agent.example/client.json',
    'https://agent.example/a/../client.json',
    'https://AGENT.example/client.json',
    'https://user@agent.example/client.json',
    'https://agent.example/client.json#x',
    'https://agent.example/client.json?x',
    `https://agent.example/${'x'.repeat(500)}`,
    'ftp://agent.example/client.json',
  ])
    assert.ok(!isAddress(id), id);
});
