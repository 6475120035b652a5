import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { second } from '../base/clock.ts';
import { codeFor, registerApplication, sendForm, type Tokens, tokensFor } from '../testing/applications.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { testService } from '../testing/service.ts';

/* Applications whose requests reach different nodes, if the engine allows several. */

const database = await testDatabase();
const settings = { PUBLIC_URL: 'https://board.example' };
const one = await testService(settings, {}, database);
const two = engine === 'postgres' ? await testService(settings, { clock: one.clock }, database) : one;
after(() => database.remove());

const ada = await one.signUp('ada');
const client = await registerApplication(two);

const renewOn = (node: typeof one, refreshToken: string) =>
  sendForm<Tokens>(node, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: client,
  });

const worksOn = async (node: typeof one, token: string) =>
  (await node.raw('/users/me', { headers: { 'x-api-key': token } })).status === 200;

test('a code that one node gave is exchanged on another, and works everywhere', async () => {
  const form = await codeFor(one, ada, client);
  const { status, body } = await sendForm<Tokens>(two, '/oauth/token', form);
  assert.equal(status, 200);
  for (const node of [one, two])
    assert.equal((await node.caller(body.access_token).call(api.users.me)).id, ada.id);
  const again = await sendForm(one, '/oauth/token', form);
  assert.equal(again.status, 400);
  for (const node of [one, two]) assert.ok(!(await worksOn(node, body.access_token)));
});

test('of exchanges of one code on all nodes at once one succeeds at most', async () => {
  for (let round = 0; round < 5; round++) {
    const form = await codeFor(one, ada, client);
    const all = await Promise.all([one, two, one, two].map((node) => sendForm(node, '/oauth/token', form)));
    assert.ok(all.filter(({ status }) => status === 200).length <= 1);
    assert.ok(all.every(({ status }) => status === 200 || status === 400));
  }
});

test('a token that is renewed on all nodes at once has one answer; used again later, it ends the grant on all', async () => {
  const first = await tokensFor(one, ada, client);
  const all = await Promise.all([one, two, one, two].map((node) => renewOn(node, first.refresh_token)));
  assert.deepEqual(
    all.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.equal(new Set(all.map(({ body }) => `${body.access_token} ${body.refresh_token}`)).size, 1);
  const next = (await renewOn(two, all[0]?.body.refresh_token ?? '')).body;
  assert.ok(await worksOn(one, next.access_token));
  one.clock.pass(10 * second);
  assert.equal((await renewOn(one, first.refresh_token)).status, 400);
  for (const node of [one, two]) assert.ok(!(await worksOn(node, next.access_token)));
  assert.equal((await renewOn(two, next.refresh_token)).status, 400);
});
