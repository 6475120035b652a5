import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { day, minute } from '../base/clock.ts';
import { type Person, testService } from '../testing/service.ts';
import { sweepExpired } from './jobs.ts';

const service = await testService();
const nobody = service.caller();

/** Opens another session of a user, with the user agent `userAgent`. */
async function signInAs(person: Person, password: string, userAgent = 'test'): Promise<string> {
  const response = await service.raw('/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: person.email, password }),
  });
  return ((await response.json()) as { token: string }).token;
}

test('signing out kills the token at once, and no other', async () => {
  const ada = await service.signUp('ada');
  const other = service.caller(await signInAs(ada, 'password of ada'));
  assert.deepEqual(await ada.call(api.auth.signOut), { success: true });
  await ada.refused(401, api.users.me);
  await ada.refused(401, api.auth.signOut);
  await other.call(api.users.me);
});

test('of many who sign out of one session at once, none fails', async () => {
  const eve = await service.signUp('eve');
  const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => eve.call(api.auth.signOut)));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') assert.equal(outcome.reason.status, 401);
  }
  assert.equal(outcomes[0]?.status, 'fulfilled');
  await eve.refused(401, api.users.me);
});

test('the sessions are listed, newest first, with what tells them apart', async () => {
  const grace = await service.signUp('grace');
  const token = await signInAs(grace, 'password of grace', 'Phone/1.0');
  const [newest, first, ...rest] = await grace.call(api.auth.sessions);
  assert.deepEqual(rest, []);
  assert.equal(newest?.userAgent, 'Phone/1.0');
  assert.deepEqual([newest?.current, first?.current], [false, true]);
  const seen = await service.caller(token).call(api.auth.sessions);
  assert.deepEqual(
    seen.map(({ id, current }) => ({ id, current })),
    [
      { id: newest?.id, current: true },
      { id: first?.id, current: false },
    ],
  );
});

test('a session tells when it was last used', async () => {
  const mary = await service.signUp('mary');
  const [before] = await mary.call(api.auth.sessions);
  service.clock.pass(5 * minute);
  await mary.call(api.users.me);
  await service.lastUsed.flush();
  const [after] = await mary.call(api.auth.sessions);
  assert.equal(after?.createdAt, before?.createdAt);
  assert.ok(Date.parse(after?.lastUsedAt ?? '') - Date.parse(before?.lastUsedAt ?? '') >= 300_000);
});

test('ending a session kills its token at once; a second time it is 404', async () => {
  const joan = await service.signUp('joan');
  const other = service.caller(await signInAs(joan, 'password of joan'));
  const ended = (await joan.call(api.auth.sessions)).find(({ current }) => !current);
  const params = { sessionId: ended?.id ?? '' };
  assert.deepEqual(await joan.call(api.auth.endSession, { params }), { success: true });
  await other.refused(401, api.users.me);
  await joan.refused(404, api.auth.endSession, { params });
  assert.equal((await joan.call(api.auth.sessions)).length, 1);
});

test('the sessions of others are not listed and cannot be ended', async () => {
  const [kay, lea] = [await service.signUp('kay'), await service.signUp('lea')];
  const [hers] = await lea.call(api.auth.sessions);
  await kay.refused(404, api.auth.endSession, { params: { sessionId: hers?.id ?? '' } });
  assert.ok(!(await kay.call(api.auth.sessions)).some(({ id }) => id === hers?.id));
  await lea.call(api.users.me);
});

test('an unknown id is 404, an invalid one is 400', async () => {
  const nina = await service.signUp('nina');
  await nina.refused(404, api.auth.endSession, { params: { sessionId: '0123456789abcdef' } });
  await nina.refused(400, api.auth.endSession, { params: { sessionId: 'short' } });
});

test('without a credential there is nothing to see or end', async () => {
  await nobody.refused(401, api.auth.signOut);
  await nobody.refused(401, api.auth.sessions);
  await nobody.refused(401, api.auth.endSession, { params: { sessionId: '0123456789abcdef' } });
});

test('an API key is not a session: it cannot list or end sessions, or sign out', async () => {
  const olga = await service.signUp('olga');
  const { key } = await olga.call(api.users.createApiKey, { body: { name: 'all' } });
  const byKey = service.caller(key);
  await byKey.refused(403, api.auth.signOut);
  await byKey.refused(403, api.auth.sessions);
  const [session] = await olga.call(api.auth.sessions);
  await byKey.refused(403, api.auth.endSession, { params: { sessionId: session?.id ?? '' } });
  await byKey.refused(403, api.auth.endOtherSessions);
  await olga.call(api.users.me);
});

test('all other sessions end at once, and this one continues', async () => {
  const [paul, quin] = [await service.signUp('paul'), await service.signUp('quin')];
  const others = [await signInAs(paul, 'password of paul'), await signInAs(paul, 'password of paul')];
  const { key } = await paul.call(api.users.createApiKey, { body: { name: 'all' } });
  await paul.call(api.auth.endOtherSessions);
  for (const token of others) await service.caller(token).refused(401, api.users.me);
  assert.deepEqual(
    (await paul.call(api.auth.sessions)).map(({ current }) => current),
    [true],
  );
  await service.caller(key).call(api.users.me);
  await quin.call(api.users.me);
});

test('a session that is unused for 14 days ends; a used one continues', async () => {
  const [sam, tom] = [await service.signUp('sam'), await service.signUp('tom')];
  service.clock.pass(10 * day);
  await sam.call(api.users.me);
  await service.lastUsed.flush();
  service.clock.pass(4 * day);
  await tom.refused(401, api.users.me);
  const token = await signInAs(tom, 'password of tom');
  assert.equal((await service.caller(token).call(api.auth.sessions)).length, 1);
  await sam.call(api.users.me);
});

test('a session that has expired is dead, not listed, and swept away', async () => {
  const rosa = await service.signUp('rosa');
  for (const days of [13, 13, 3]) {
    service.clock.pass(days * day);
    await rosa.call(api.users.me);
    await service.lastUsed.flush();
  }
  const token = await signInAs(rosa, 'password of rosa');
  service.clock.pass(day + minute);
  await rosa.refused(401, api.users.me);
  const open = await service.caller(token).call(api.auth.sessions);
  assert.equal(open.length, 1);
  await sweepExpired(service);
  const stored = await service.sql(`select id from sessions where user_id = '${rosa.id}'`);
  assert.deepEqual(
    stored.map(({ id }) => id),
    open.map(({ id }) => id),
  );
});

test('only the hash of a token is stored', async () => {
  const vera = await service.signUp('vera');
  const stored = JSON.stringify(await service.sql('select * from sessions'));
  assert.ok(!stored.includes(vera.token));
  assert.ok(!stored.includes(vera.token.slice(4, 20)));
});

test('a user agent of any length is taken, and cut', async () => {
  const wilma = await service.signUp('wilma');
  const token = await signInAs(wilma, 'password of wilma', 'x'.repeat(5000));
  const [session] = await service.caller(token).call(api.auth.sessions);
  assert.equal(session?.userAgent?.length, 500);
});

test('an account has as many sessions as the operator allows; one more ends the one that was used longest ago', async () => {
  const strict = await testService({ SESSIONS_PER_ACCOUNT: '2' });
  const uma = await strict.signUp('uma');
  const signIn = async () => {
    const body = { email: uma.email, password: 'password of uma' };
    return strict.caller((await strict.caller().call(api.auth.signIn, { body })).token);
  };
  strict.clock.pass(minute);
  const second = await signIn();
  strict.clock.pass(minute);
  await uma.call(api.users.me);
  await strict.lastUsed.flush();
  const third = await signIn();
  await second.refused(401, api.users.me);
  for (const session of [uma, third]) await session.call(api.users.me);
});
