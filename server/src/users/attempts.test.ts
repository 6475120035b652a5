import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { networkOf } from '../base/access/network.ts';
import { minute, second } from '../base/clock.ts';
import { testService } from '../testing/service.ts';
import { passwords } from './passwords.ts';

const newPassword = 'a better password';

suite('3 attempts per account are allowed', async () => {
  const service = await testService({ SIGN_IN_LIMIT: '3' });
  service.clock.hold();
  const nobody = service.caller();
  const signIn = (email: string, password: string) =>
    nobody.call(api.auth.signIn, { body: { email, password } });
  const wrong = (email: string, status = 401) =>
    nobody.refused(status, api.auth.signIn, { body: { email, password: 'wrong password' } });

  test('after 3 wrong passwords an account refuses all passwords until the announced time', async () => {
    const ada = await service.signUp('ada');
    for (let i = 0; i < 3; i++) await wrong(ada.email);
    const { code, headers } = await wrong(ada.email, 429);
    assert.equal(code, 'TOO_MANY_REQUESTS');
    const retryAfter = Number(headers.get('retry-after'));
    assert.ok(retryAfter > 0 && retryAfter <= 300);
    await nobody.refused(429, api.auth.signIn, {
      body: { email: ada.email, password: 'password of ada' },
    });
    service.clock.pass(retryAfter * second);
    await signIn(ada.email, 'password of ada');
  });

  test('an unknown address is shut like a known one', async () => {
    for (let i = 0; i < 3; i++) await wrong('unknown@example.com');
    await wrong('unknown@example.com', 429);
  });

  test('no spelling of an address gets an attempt of its own', async () => {
    for (const email of ['case@example.com', 'CASE@example.com', ' case@Example.com ']) await wrong(email);
    await wrong('Case@example.com', 429);
  });

  test('guesses that are sent at once get no further than one by one', async () => {
    const eve = await service.signUp('eve');
    const before = passwords.compared;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 32 }, (_, i) => signIn(eve.email, `guess number ${i}`)),
    );
    const statuses = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.status : 200));
    assert.equal(statuses.filter((status) => status === 401).length, 3);
    assert.equal(statuses.filter((status) => status === 429).length, 29);
    assert.equal(passwords.compared - before, 3);
  });

  test('the right password does not shut an account, as often as it is sent', async () => {
    const flo = await service.signUp('flo');
    for (let i = 0; i < 12; i++) await signIn(flo.email, 'password of flo');
    await wrong(flo.email);
  });

  test('an invalid email address costs nothing', async () => {
    for (let i = 0; i < 5; i++) {
      await nobody.refused(400, api.auth.signIn, { body: { email: 'gina', password: 'wrong password' } });
    }
  });

  test('an account that is shut to one way in is open to the others, and other accounts to this one', async () => {
    const [hal, ivy] = [await service.signUp('hal'), await service.signUp('ivy')];
    for (let i = 0; i < 3; i++) await wrong(hal.email);
    await wrong(hal.email, 429);
    await signIn(ivy.email, 'password of ivy');
    for (const ask of [api.auth.requestMagicLink, api.auth.requestPasswordReset]) {
      const body = { email: hal.email };
      for (let i = 0; i < 3; i++) await nobody.call(ask, { body });
      await nobody.refused(429, ask, { body });
    }
    await hal.call(api.users.me);
  });

  test('an address is asked for links alike, whether it has an account or not', async () => {
    for (const ask of [api.auth.requestMagicLink, api.auth.requestPasswordReset]) {
      const body = { email: 'nobody@example.com' };
      for (let i = 0; i < 3; i++) await nobody.call(ask, { body });
      await nobody.refused(429, ask, { body });
    }
  });

  test('signing up with one address over and over is limited', async () => {
    const body = { email: 'taken@example.com', password: newPassword };
    await nobody.call(api.auth.signUp, { body });
    for (let i = 0; i < 2; i++) await nobody.refused(409, api.auth.signUp, { body });
    await nobody.refused(429, api.auth.signUp, { body });
  });

  test('who holds a session cannot guess the password by it', async () => {
    const joe = await service.signUp('joe');
    const body = { currentPassword: 'wrong password', newPassword };
    for (let i = 0; i < 3; i++) await joe.refused(400, api.users.changePassword, { body });
    await joe.refused(429, api.users.changePassword, { body });
    service.clock.pass(15 * minute);
    await joe.call(api.users.changePassword, { body: { currentPassword: 'password of joe', newPassword } });
  });
});

suite('an account is tried from many networks', async () => {
  const service = await testService({ SIGN_IN_LIMIT: '2', TRUST_PROXY: '127.0.0.1' });
  service.clock.hold();
  const post = async (path: string, from: string, body: object) =>
    (
      await service.raw(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify(body),
      })
    ).status;
  const signIn = (email: string, password: string, from: string) =>
    post('/auth/sign-in', from, { email, password });

  test('who guesses shuts out themselves, not the owner', async () => {
    const ada = await service.signUp('ada');
    for (let i = 0; i < 2; i++) assert.equal(await signIn(ada.email, 'a guess', '192.0.2.1'), 401);
    assert.equal(await signIn(ada.email, 'password of ada', '192.0.2.1'), 429);
    assert.equal(await signIn(ada.email, 'password of ada', '198.51.100.7'), 200);
  });

  test('ten times the limit shuts an account for all, but where its owner has signed in before', async () => {
    const bob = await service.signUp('bob');
    assert.equal(await signIn(bob.email, 'password of bob', '198.51.100.8'), 200);
    for (let i = 0; i < 20; i++) assert.equal(await signIn(bob.email, 'a guess', `203.0.113.${i >> 1}`), 401);
    assert.equal(await signIn(bob.email, 'password of bob', '203.0.113.99'), 429);
    assert.equal(await signIn(bob.email, 'password of bob', '198.51.100.8'), 200);
    for (let i = 0; i < 2; i++) assert.equal(await signIn(bob.email, 'a guess', '198.51.100.8'), 401);
    assert.equal(await signIn(bob.email, 'password of bob', '198.51.100.8'), 429);
  });

  test('an owner who signs in at home meanwhile gives those who guess no attempts', async () => {
    const { email } = await service.signUp('dee');
    assert.equal(await signIn(email, 'password of dee', '198.51.100.9'), 200);
    for (let i = 0; i < 20; i++)
      assert.equal(await signIn(email, 'a guess', `203.0.113.${20 + (i >> 1)}`), 401);
    for (let i = 0; i < 2; i++) assert.equal(await signIn(email, 'password of dee', '198.51.100.9'), 200);
    assert.equal(await signIn(email, 'a guess', '203.0.113.98'), 429);
  });

  test('three times the limit of mails goes to an address, wherever they are asked for', async () => {
    const ask = (from: string) => post('/auth/magic-link', from, { email: 'cyd@example.com' });
    for (let i = 0; i < 6; i++) assert.equal(await ask(`203.0.113.${100 + (i >> 1)}`), 200);
    assert.equal(await ask('203.0.113.200'), 429);
  });

  test('sign-ins that succeed count for their network, since each is as much work', async () => {
    const people = await Promise.all(['p0', 'p1', 'p2', 'p3'].map((name) => service.signUp(name)));
    for (let i = 0; i < 40; i++) {
      const { email } = people[i % 4] ?? { email: '' };
      assert.equal(await signIn(email, `password of p${i % 4}`, '192.0.2.50'), 200);
    }
    assert.equal(await signIn('p0@example.com', 'password of p0', '192.0.2.50'), 429);
    assert.equal(await signIn('p0@example.com', 'password of p0', '192.0.2.51'), 200);
  });
});

test('password comparisons of a network, and in total, are limited: others get a time to retry', async () => {
  const of = (network: string, count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => passwords.matches(null, 'x', network)));
  const refusedOf = (outcomes: PromiseSettledResult<boolean>[]) =>
    outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  const floods = Array.from({ length: 5 }, (_, i) => of(`network ${i}`, 40));
  const outcomes = await Promise.all(floods);
  assert.deepEqual(
    outcomes.map((each) => refusedOf(each).length),
    [8, 8, 8, 8, 40],
  );
  for (const { status, retryAfter } of outcomes.flatMap(refusedOf))
    assert.deepEqual([status, retryAfter], [429, 1]);
  assert.equal(refusedOf(await of('network 4', 1)).length, 0);
});

suite('20 attempts per address are allowed', async () => {
  const service = await testService({ SIGN_IN_LIMIT: '1', TRUST_PROXY: '127.0.0.1' });
  service.clock.hold();
  let asked = 0;
  /** Requests a link for a new account each time, from an address; returns the status. */
  const ask = async (address?: string): Promise<number> => {
    const response = await service.raw('/auth/magic-link', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(address ? { 'x-forwarded-for': address } : {}) },
      body: JSON.stringify({ email: `asked${asked++}@example.com` }),
    });
    return response.status;
  };
  const askTwenty = async (address?: string) => {
    for (let i = 0; i < 20; i++) assert.equal(await ask(address), 200);
  };

  test('the address is the one that the trusted proxy names', async () => {
    await askTwenty('192.0.2.1');
    assert.equal(await ask('192.0.2.1'), 429);
    assert.equal(await ask('192.0.2.2'), 200);
    assert.equal(await ask('192.0.2.2, 192.0.2.1'), 429);
    assert.equal(await ask(), 200);
  });

  test('a refusal for the sake of an account is not held against the address', async () => {
    const body = JSON.stringify({ email: 'often@example.com' });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.9' };
    const again = async () =>
      (await service.raw('/auth/magic-link', { method: 'POST', headers, body })).status;
    assert.equal(await again(), 200);
    for (let i = 0; i < 30; i++) assert.equal(await again(), 429);
    assert.equal(await ask('192.0.2.9'), 200);
  });

  test('an IPv6 network of a customer counts as one address', async () => {
    for (let i = 0; i < 20; i++) assert.equal(await ask(`2001:db8:1:2::${i}`), 200);
    assert.equal(await ask('2001:db8:1:2:ffff::1'), 429);
    assert.equal(await ask('2001:db8:1:3::1'), 200);
  });
});

suite('no proxy is trusted', async () => {
  const service = await testService({ SIGN_IN_LIMIT: '1' });
  service.clock.hold();

  test('what a caller says about its address is not believed', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) {
      const response = await service.raw('/auth/magic-link', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${i}` },
        body: JSON.stringify({ email: `asked${i}@example.com` }),
      });
      statuses.push(response.status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 200), 429]);
  });
});

test('addresses that are written differently are reported alike', () => {
  assert.equal(networkOf('::ffff:192.0.2.1'), networkOf('192.0.2.1'));
  assert.equal(networkOf('2001:DB8::1'), networkOf('2001:0db8:0:0::2'));
  assert.notEqual(networkOf('2001:db8::1'), networkOf('2001:db8:0:1::1'));
  assert.equal(networkOf('no address'), 'no address');
});
