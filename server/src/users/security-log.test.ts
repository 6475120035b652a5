import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { day } from '../base/clock.ts';
import { mailedToken } from '../testing/mails.ts';
import { addApp, codeAt } from '../testing/second-factors.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService({ TRUST_PROXY: '127.0.0.1' });
const nobody = service.caller();
const newPassword = 'a better password';

const logOf = async (person: Pick<Person, 'call'>) => (await person.call(api.users.securityLog, {})).entries;
const typesOf = async (person: Pick<Person, 'call'>) => (await logOf(person)).map(({ type }) => type);
const guess = (email: string) =>
  nobody.refused(401, api.auth.signIn, { body: { email, password: 'wrong password' } });

test('an account tells its owner who came in, who did not, and what became of passwords and keys', async () => {
  const ada = await service.signUp('ada');
  await guess(ada.email);
  await service.jobs.run('failed-sign-ins');
  const { id } = await ada.call(api.users.createApiKey, { body: { name: 'Nightly' } });
  await ada.call(api.users.deleteApiKey, { params: { id } });
  await ada.call(api.users.changePassword, { body: { currentPassword: 'password of ada', newPassword } });
  await ada.call(api.auth.endOtherSessions);
  await nobody.call(api.auth.requestPasswordReset, { body: { email: ada.email } });
  await nobody.call(api.auth.confirmPasswordReset, {
    body: { token: await mailedToken(service, ada.email), newPassword },
  });
  const { token } = await nobody.call(api.auth.signIn, { body: { email: ada.email, password: newPassword } });
  const again = service.caller(token);
  assert.deepEqual(await typesOf(again), [
    'signIn.succeeded',
    'password.reset',
    'sessions.ended',
    'password.changed',
    'key.revoked',
    'key.created',
    'signIn.failed',
    'signIn.succeeded',
    'account.created',
  ]);
  const text = JSON.stringify(await service.sql('select * from security_events'));
  for (const secret of ['wrong password', newPassword, token, 'argon2']) assert.ok(!text.includes(secret));
});

test('an entry says when, from where and by what', async () => {
  await service.signUp('bob');
  const signIn = async (from: string) => {
    const reply = await service.raw('/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, 'user-agent': 'Browser 1' },
      body: JSON.stringify({ email: 'bob@example.com', password: 'password of bob' }),
    });
    return ((await reply.json()) as { token: string }).token;
  };
  await signIn('192.0.2.7');
  const entries = await logOf(service.caller(await signIn('2001:db8:1:2::17')));
  assert.deepEqual(
    entries.slice(0, 2).map(({ type, address, userAgent, detail }) => [type, address, userAgent, detail]),
    [
      ['signIn.succeeded', '2001:db8:1:2::/64', 'Browser 1', 'password'],
      ['signIn.succeeded', '192.0.2.7', 'Browser 1', 'password'],
    ],
  );
});

test('a refused sign-in is stored in the background, whether or not the account exists', async () => {
  const cyd = await service.signUp('cyd');
  await service.lastUsed.flush();
  const statements: number[] = [];
  for (const email of [cyd.email, 'nobody@example.com']) {
    const before = service.db.statements;
    await guess(email);
    statements.push(service.db.statements - before);
  }
  assert.deepEqual(statements, [1, 1]);
  assert.deepEqual(
    await service.sql(
      `select id from security_events where type = 'signIn.failed' and user_id = '${cyd.id}'`,
    ),
    [],
  );
  await service.jobs.run('failed-sign-ins');
  assert.equal((await typesOf(cyd)).filter((type) => type === 'signIn.failed').length, 1);
});

test('guesses without end push out nothing but older guesses, and are few', async () => {
  const dan = await service.signUp('dan');
  await service.sql(`insert into security_events (user_id, id, type, created_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 250)
    select '${dan.id}', '0123456789abc' || (100 + i), 'signIn.failed', i from n`);
  await guess(dan.email);
  await service.jobs.run('failed-sign-ins');
  const failed = `select id from security_events where type = 'signIn.failed' and user_id = '${dan.id}'`;
  assert.equal((await service.sql(failed)).length, 199);
  const { entries, hasMore, nextCursor } = await dan.call(api.users.securityLog, { query: { limit: 100 } });
  assert.equal(entries.length, 100);
  assert.equal(hasMore, true);
  const second = await dan.call(api.users.securityLog, { query: { limit: 100, cursor: nextCursor ?? '' } });
  const third = await dan.call(api.users.securityLog, {
    query: { limit: 100, cursor: second.nextCursor ?? '' },
  });
  const all = [...entries, ...second.entries, ...third.entries];
  assert.equal(new Set(all.map(({ publicId }) => publicId)).size, all.length);
  assert.equal(all.filter(({ type }) => type === 'account.created').length, 1);
});

test('the log is the owner’s alone, and forgets after 90 days', async () => {
  const [eve, flo] = [await service.signUp('eve'), await service.signUp('flo')];
  await flo.call(api.users.createApiKey, { body: { name: 'of flo' } });
  assert.deepEqual(await typesOf(eve), ['signIn.succeeded', 'account.created']);
  const { key } = await flo.call(api.users.createApiKey, { body: { name: 'all' } });
  await service.caller(key).refused(403, api.users.securityLog, {});
  await nobody.refused(401, api.users.securityLog, {});
  await eve.refused(400, api.users.securityLog, { query: { cursor: 'nonsense' } });
  service.clock.pass(91 * day);
  await service.jobs.run('expired-security-events');
  assert.deepEqual(await service.sql('select id from security_events'), []);
});

test('a new browser or program is told of once, and a browser wherever it goes is not', async () => {
  const gus = await service.signUp('gus');
  const toldOf = async () =>
    (await gus.call(api.notifications.list, { query: {} })).notifications.filter(
      ({ kind }) => kind === 'security',
    ).length;
  const origin = new URL(service.publicUrl).origin;
  const signIn = async (from: string, agent: string, cookie = '', more: Record<string, string> = {}) => {
    const reply = await service.raw('/auth/sign-in', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from,
        'user-agent': agent,
        ...(cookie === '' ? {} : { cookie }),
        ...more,
      },
      body: JSON.stringify({ email: gus.email, password: 'password of gus' }),
    });
    assert.equal(reply.status, 200);
    return /taskboard-browser=[\w-]+/.exec(reply.headers.getSetCookie().join())?.[0] ?? '';
  };
  const page = { 'x-session': 'cookie', origin, 'sec-fetch-site': 'same-origin' };
  const before = await toldOf();
  const cookie = await signIn('192.0.2.40', 'Fox 10.1', '', page);
  assert.match(cookie, /=[\w-]{22}$/);
  assert.equal(await toldOf(), before + 1);
  await signIn('198.51.100.9', 'Fox 12.0', cookie, page);
  await signIn('203.0.113.77', 'Fox 12.0', cookie, page);
  assert.equal(await toldOf(), before + 1);
  // Without the cookie: the same program, in any version, from a network where it was before.
  await signIn('192.0.2.40', 'Fox 99.7');
  assert.equal(await toldOf(), before + 1);
  await signIn('192.0.2.40', 'Owl 1.0');
  assert.equal(await toldOf(), before + 2);
  await signIn('192.0.2.40', 'Owl 1.1');
  assert.equal(await toldOf(), before + 2);
  // The cookie of a browser in which somebody else signs in says nothing of them.
  const hal = await service.signUp('hal');
  const other = await service.raw('/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77', cookie, ...page },
    body: JSON.stringify({ email: hal.email, password: 'password of hal' }),
  });
  assert.equal(other.status, 200);
  const { notifications } = await hal.call(api.notifications.list, { query: {} });
  assert.equal(notifications.filter(({ kind }) => kind === 'security').length, 1);
});

test('what decides who gets in is mailed whatever the owner has set, once', async () => {
  const ivy = await service.signUp('ivy');
  await ivy.call(api.notificationSettings.update, {
    body: { kinds: { security: { mail: 'off', page: 'off', push: 'off' } } },
  } as never);
  const subjects = async () => {
    await service.outbox.idle();
    return service.mails.filter(({ to }) => to === ivy.email).map(({ subject }) => subject);
  };
  const before = (await subjects()).length;
  await ivy.call(api.users.changePassword, { body: { currentPassword: 'password of ivy', newPassword } });
  await nobody.call(api.auth.requestPasswordReset, { body: { email: ivy.email } });
  await nobody.call(api.auth.confirmPasswordReset, {
    body: { token: await mailedToken(service, ivy.email), newPassword: 'yet another long one' },
  });
  const changed = 'The password of your account was changed';
  assert.deepEqual(
    (await subjects()).slice(before).filter((subject) => subject === changed),
    [changed, changed],
  );
  service.clock.pass(5 * 60_000_000);
  await service.jobs.run('notification-mails');
  assert.equal((await subjects()).filter((subject) => subject === changed).length, 2);
});

test('a workspace that is exported is told of once from a place', async () => {
  const jim = await service.signUp('jim');
  const { publicId: workspace } = await jim.call(api.workspaces.create, { body: { name: 'Engines' } });
  const params = { workspacePublicId: workspace };
  const told = async () =>
    (await jim.call(api.notifications.list, { query: {} })).notifications.filter(({ text }) =>
      /export of/.test(text),
    ).length;
  await jim.call(api.exports.workspace, { params, query: { format: 'csv' } });
  assert.equal(await told(), 1);
  await jim.call(api.exports.startWorkspace, { params, body: { format: 'csv' } });
  assert.equal(await told(), 1);
  const events = (await typesOf(jim)).filter((type) => type === 'export.started');
  assert.equal(events.length, 2);
});

test('a wrong second factor is in the log, with the step before it that was right', async () => {
  const eli = await service.signUp('eli-with-an-app');
  const { secret } = await addApp(service, eli);
  const body = { email: eli.email, password: 'password of eli-with-an-app' };
  const { secondFactor } = await nobody.call(api.auth.signIn, { body });
  const token = secondFactor?.token ?? '';
  for (const proof of [{ code: codeAt(service, secret, 3600) }, { recoveryCode: 'aaaa-aaaa-aaaa' }])
    await nobody.refused(401, api.secondFactors.signIn, { body: { token, ...proof } });
  await service.jobs.run('failed-sign-ins');
  const failed = (await logOf(eli)).filter(({ type }) => type === 'signIn.failed');
  assert.deepEqual(
    failed.map(({ detail }) => detail),
    ['password, second factor', 'password, second factor'],
  );
});
