import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { hour, isoMillis } from '../base/clock.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');

const newUser = { image: null, billingCustomerId: null, hasMagicLinkAccount: false, apiKey: null };

test('the profile of a new user is what was given, and no more', async () => {
  assert.deepEqual(await ada.call(api.users.me), {
    ...newUser,
    id: ada.id,
    email: ada.email,
    name: 'ada',
    hasPassword: true,
  });
});

test('the profile shows the billing identifier that the operator has set', async () => {
  const bea = await service.signUp('bea');
  await service.sql(`update users set billing_customer_id = 'cus_1' where id = '${bea.id}'`);
  assert.equal((await bea.call(api.users.me)).billingCustomerId, 'cus_1');
});

test('the profile shows the newest live API key: not a revoked, not an expired, not someone else’s', async () => {
  const eve = await service.signUp('eve');
  const shown = async () => (await eve.call(api.users.me)).apiKey;
  const lasting = await eve.call(api.users.createApiKey, { body: { name: 'lasting' } });
  assert.deepEqual(await shown(), { id: lasting.id, prefix: lasting.prefix });
  const expiresAt = isoMillis(service.clock.now() + hour);
  const short = await eve.call(api.users.createApiKey, { body: { name: 'short', expiresAt } });
  await ada.call(api.users.createApiKey, { body: { name: 'hers' } });
  assert.deepEqual(await shown(), { id: short.id, prefix: short.prefix });
  service.clock.pass(2 * hour);
  assert.deepEqual(await shown(), { id: lasting.id, prefix: lasting.prefix });
  await eve.call(api.users.deleteApiKey, { params: { id: lasting.id } });
  assert.equal(await shown(), null);
});

test('a profile needs a credential, in any of the ways there are', async () => {
  const { key } = await ada.call(api.users.createApiKey, { body: { name: 'all' } });
  const status = async (headers: Record<string, string>) =>
    (await service.raw('/users/me', { headers })).status;
  assert.equal(await status({}), 401);
  assert.equal(await status({ authorization: 'Bearer' }), 401);
  assert.equal(await status({ authorization: `Basic ${ada.token}` }), 401);
  assert.equal(await status({ authorization: `Bearer ${ada.token}x` }), 401);
  assert.equal(await status({ authorization: `Bearer ${ada.token}` }), 200);
  assert.equal(await status({ authorization: `bearer ${key}` }), 200);
  assert.equal(await status({ 'x-api-key': key }), 200);
});

test('name and image are changed one by one or together, and null clears them', async () => {
  const flo = await service.signUp('flo');
  const change = (body: { name?: string | null; image?: string | null }) =>
    flo.call(api.users.update, { body });
  assert.deepEqual(await change({ name: ' Florence ' }), { name: 'Florence', image: null });
  const image = 'https://example.com/flo.png?size=64';
  assert.deepEqual(await change({ image }), { name: 'Florence', image });
  assert.deepEqual(await change({ name: 'Flo', image: 'HTTP://example.com/f' }), {
    name: 'Flo',
    image: 'HTTP://example.com/f',
  });
  assert.deepEqual(await change({ image: null }), { name: 'Flo', image: null });
  assert.deepEqual(await change({ name: null }), { name: null, image: null });
  const me = await flo.call(api.users.me);
  assert.deepEqual([me.name, me.image], [null, null]);
});

test('time zone and language are unknown until they are set, and null clears them', async () => {
  const gus = await service.signUp('gus');
  const change = (body: { name?: string; timeZone?: string | null; locale?: string | null }) =>
    gus.call(api.users.update, { body });
  assert.deepEqual(await gus.call(api.users.preferences), { timeZone: null, locale: null });
  assert.deepEqual(await change({ timeZone: 'Asia/Kathmandu', locale: 'ne' }), {
    name: 'gus',
    image: null,
    timeZone: 'Asia/Kathmandu',
    locale: 'ne',
  });
  assert.deepEqual(await change({ name: 'Gus' }), { name: 'Gus', image: null });
  assert.deepEqual(await gus.call(api.users.preferences), { timeZone: 'Asia/Kathmandu', locale: 'ne' });
  assert.deepEqual(await change({ timeZone: null }), { name: 'Gus', image: null, timeZone: null });
  assert.deepEqual(await gus.call(api.users.preferences), { timeZone: null, locale: 'ne' });
});

test('a change of the profile is an event of no workspace', async () => {
  const types = await service.recorded(() => ada.call(api.users.update, { body: { name: 'Ada' } }));
  assert.deepEqual(types, []);
});

test('what breaks a rule is refused and changes nothing', async () => {
  const before = await ada.call(api.users.me);
  const bodies: Record<string, unknown>[] = [
    {},
    { name: '  ' },
    { name: 'x'.repeat(256) },
    { name: 1 },
    { image: '' },
    { image: 'javascript:alert(1)' },
    { image: 'data:image/png;base64,AAAA' },
    { image: '//example.com/x.png' },
    { image: '/x.png' },
    { image: 'https://' },
    { image: 'http://[' },
    { image: 'ftp://example.com/x.png' },
    { image: `https://example.com/${'x'.repeat(2048)}` },
    { name: 'New', image: 'nowhere' },
    { timeZone: '' },
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+02:00' },
    { timeZone: 'UTC+2' },
    { timeZone: 2 },
    { timeZone: `Europe/${'x'.repeat(64)}` },
    { name: 'New', timeZone: 'Mars/Olympus' },
    { locale: 'x' },
    { locale: 'de_AT' },
    { locale: 'en-aa-aa' },
  ];
  for (const body of bodies) await ada.refused(400, api.users.update, { body: body as never });
  assert.deepEqual(await ada.call(api.users.me), before);
});

test('without a credential nothing is changed', async () => {
  await service.caller().refused(401, api.users.update, { body: { name: 'Nobody' } });
});
