import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors } from '../../../../contract/errors.ts';
import { keyOf } from '../../testing/members.ts';
import { testService } from '../../testing/service.ts';
import { newToken } from '../access/tokens.ts';

const service = await testService();
const ada = await service.signUp('ada');
const ben = await service.signUp('ben');
const { key } = await keyOf(service, ada, ['workspace:view']);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const forged = newToken('session');

/** The account that the service recognises, or the status if it refuses. */
async function seenAs(headers: Record<string, string>): Promise<string | number> {
  const reply = await service.raw('/users/me', { headers });
  if (reply.status !== 200) return reply.status;
  return ((await reply.json()) as { id: string }).id;
}

test('a session token and an API key are bearer tokens, the scheme in upper or lower case', async () => {
  for (const token of [ada.token, key]) {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
      assert.equal(await seenAs({ authorization: `${scheme} ${token}` }), ada.id);
    }
  }
  assert.equal(await seenAs({ authorization: `Bearer   ${ada.token}` }), ada.id);
});

test('`x-api-key` takes a key, and a session token as well: a token tells by itself what it is', async () => {
  assert.equal(await seenAs({ 'x-api-key': key }), ada.id);
  assert.equal(await seenAs({ 'x-api-key': ada.token }), ada.id);
});

test('of both headers the bearer token counts, right or wrong', async () => {
  assert.equal(await seenAs({ ...bearer(ben.token), 'x-api-key': key }), ben.id);
  assert.equal(await seenAs({ ...bearer(forged), 'x-api-key': key }), 401);
});

test('another scheme in `Authorization`, as proxies use it, leaves the key its say', async () => {
  assert.equal(await seenAs({ authorization: 'Basic YWRhOnNlY3JldA==', 'x-api-key': key }), ada.id);
  assert.equal(await seenAs({ authorization: 'Basic YWRhOnNlY3JldA==' }), 401);
});

test('anything but a live token returns 401, in the words of the specification', async () => {
  const wrong: Record<string, string>[] = [
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: ada.token },
    { authorization: `Token ${ada.token}` },
    { authorization: `Bearer ${ada.token} ${ada.token}` },
    bearer(forged),
    bearer(newToken('key')),
    bearer(newToken('mail')),
    bearer(`${ada.token}x`),
    bearer(ada.token.slice(0, -1)),
    bearer(ada.token.toUpperCase()),
    bearer('x'.repeat(8000)),
    bearer("' or 1=1 --"),
    { 'x-api-key': '' },
    { 'x-api-key': forged },
    { cookie: `token=${ada.token}` },
  ];
  for (const headers of wrong) {
    const reply = await service.raw('/users/me', { headers });
    assert.equal(reply.status, 401, JSON.stringify(headers).slice(0, 80));
    assert.equal(reply.headers.get('www-authenticate'), 'Bearer');
    assert.deepEqual(await reply.json(), { ...errors[401], issues: [] });
  }
  assert.equal(
    (await service.raw(`/users/me?token=${ada.token}`)).status,
    401,
    'an address is no place for it',
  );
});

test('who the caller is comes before what they send', async () => {
  const headers = { 'content-type': 'application/json' };
  for (const [path, body] of [
    ['/cards/short/comments', '{'],
    ['/cards/0123456789abcdef/comments', '{}'],
  ]) {
    const reply = await service.raw(path ?? '', { method: 'POST', headers, body: body ?? null });
    assert.equal(reply.status, 401);
  }
});
