import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { errors } from '../../../../contract/errors.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const made = await makeBoard(ada);
const card = await makeCard(ada, nth(made.lists, 0));
const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' };

const addComment = (body: string, more: Record<string, string> = {}) =>
  service.raw(`/cards/${card}/comments`, { method: 'POST', headers: { ...headers, ...more }, body });

test('an error has a code, a message and issues, in the words of the table, and nothing else', async () => {
  const outsider = await service.signUp('outsider');
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  for (const [status, path, given] of [
    [400, '/cards/short', headers],
    [401, `/cards/${card}`, {}],
    [403, `/cards/${card}`, as(outsider.token)],
    [404, '/cards/0123456789abcdef', headers],
    [404, '/nowhere', headers],
  ] as const) {
    const reply = await service.raw(path, { headers: given });
    assert.equal(reply.status, status);
    assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
    const body = (await reply.json()) as { issues: Record<string, unknown>[] };
    assert.deepEqual(body, { ...errors[status], issues: body.issues });
    assert.equal(body.issues.length > 0, status === 400);
    for (const issue of body.issues) assert.deepEqual(Object.keys(issue), ['message']);
  }
});

test('issues name the field and the rule', async () => {
  for (const [body, message] of [
    ['{}', /^body must have the field comment$/],
    ['{"comment":""}', /^body\/comment must not be empty$/],
    ['{"comment":7}', /^body\/comment must be a string$/],
  ] as const) {
    const { issues } = (await (await addComment(body)).json()) as { issues: { message: string }[] };
    assert.match(nth(issues, 0).message, message);
  }
  for (const [path, message] of [
    ['/cards/short', 'path/cardPublicId must have at least 12 characters'],
    [`/cards/${card}/activities?limit=0`, 'query/limit must be at least 1'],
  ] as const) {
    const { issues } = (await (await service.raw(path, { headers })).json()) as { issues: unknown };
    assert.deepEqual(issues, [{ message }]);
  }
});

test('`X-Request-Id` comes back where it is 1 to 64 letters, digits, `_` and `-`; otherwise a new one does', async () => {
  const idOf = async (given?: string) => {
    const reply = await service.raw(
      '/users/me',
      given === undefined ? {} : { headers: { 'x-request-id': given } },
    );
    return reply.headers.get('x-request-id') ?? '';
  };
  for (const given of ['a', 'A-b_9', 'x'.repeat(64), '0b0e7b8e-0a3c-4d5e-8f00-000000000000']) {
    assert.equal(await idOf(given), given);
  }
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  for (const given of [undefined, '', 'x'.repeat(65), 'a b', 'a.b', 'é', '<script>', 'a,b']) {
    assert.match(await idOf(given), uuid);
  }
  assert.notEqual(await idOf(), await idOf());
});

test('every reply has a request id and forbids guessing its type, errors too', async () => {
  for (const path of ['/users/me', '/nowhere', `/cards/${card}`, '/cards/%zz']) {
    const reply = await service.raw(path, { headers });
    assert.match(reply.headers.get('x-request-id') ?? '', /^[\w-]{1,64}$/);
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
  }
});

test('an internal error returns 500 with a request id, and no details', async () => {
  await service.sql('alter table comments rename to comments_away');
  try {
    for (const reply of [
      await addComment('{"comment":"lost"}', { 'x-request-id': 'find-me' }),
      await service.raw(`/cards/${card}/comments`, { headers: { ...headers, 'x-request-id': 'find-me' } }),
    ]) {
      assert.equal(reply.status, 500);
      assert.equal(reply.headers.get('x-request-id'), 'find-me');
      assert.deepEqual(await reply.json(), { ...errors[500], issues: [] });
    }
  } finally {
    await service.sql('alter table comments_away rename to comments');
  }
  assert.equal((await addComment('{"comment":"kept"}')).status, 200, 'the service still works');
  const { comments } = await ada.call(api.comments.list, { params: { cardPublicId: card } });
  assert.deepEqual(
    comments.map(({ comment }) => comment),
    ['kept'],
  );
});
