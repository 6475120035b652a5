import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { minute, second } from '../base/clock.ts';
import { makeBoard, nth } from '../testing/fixtures.ts';
import { mailedToken } from '../testing/mails.ts';
import { addApp, addPasskey, codeAt as codeOf } from '../testing/second-factors.ts';
import { type Person, testService } from '../testing/service.ts';

/* Second factors: added, asked for, and used once. The clock stands. */

const service = await testService();
service.clock.hold();
const anyone = service.caller();
const password = (name: string) => `password of ${name}`;

const codeAt = (secret: string, seconds = 0): string => codeOf(service, secret, seconds);

/** Adds an app to an account; the code that it showed is over then. */
async function withApp(person: Pick<Person, 'call'>) {
  const added = await addApp(service, person);
  service.clock.pass(minute);
  return added;
}

const signIn = (name: string) =>
  anyone.call(api.auth.signIn, { body: { email: `${name}@example.com`, password: password(name) } });

/** The token of the second step. */
async function firstStep(name: string): Promise<string> {
  const { token, secondFactor } = await signIn(name);
  assert.equal(token, '');
  assert.ok(secondFactor);
  return secondFactor.token;
}

const secondStep = (token: string, proof: { code?: string; recoveryCode?: string }) =>
  anyone.call(api.secondFactors.signIn, { body: { token, ...proof } });
const refused = (status: number, token: string, proof: { code?: string; recoveryCode?: string }) =>
  anyone.refused(status, api.secondFactors.signIn, { body: { token, ...proof } });

test('an account with an app signs in by two steps', async () => {
  const ada = await service.signUp('ada');
  assert.ok((await signIn('ada')).token);
  const { secret, uri, codes } = await withApp(ada);
  assert.match(uri, /^otpauth:\/\/totp\/Taskboard:ada%40example\.com\?.*secret=/);
  assert.equal(new Set(codes).size, 10);
  const { token, user, secondFactor } = await signIn('ada');
  assert.deepEqual([token, user.id, secondFactor?.kinds], ['', ada.id, ['totp', 'recovery-code']]);
  await refused(401, secondFactor?.token ?? '', { code: codeAt(secret, 300) });
  await refused(400, secondFactor?.token ?? '', {});
  const session = await secondStep(secondFactor?.token ?? '', { code: codeAt(secret) });
  assert.equal((await service.caller(session.token).call(api.users.me)).id, ada.id);
  await refused(400, secondFactor?.token ?? '', { code: codeAt(secret, 30) });
});

test('a code counts once, and so do those of clocks that are half a minute off', async () => {
  const person = await service.signUp('bea');
  const { secret } = await withApp(person);
  await refused(401, await firstStep('bea'), { code: codeAt(secret, -90) });
  await refused(401, await firstStep('bea'), { code: codeAt(secret, 90) });
  const early = codeAt(secret, -30);
  await secondStep(await firstStep('bea'), { code: early });
  await refused(401, await firstStep('bea'), { code: early });
  const late = codeAt(secret, 30);
  const tokens = await Promise.all([firstStep('bea'), firstStep('bea'), firstStep('bea')]);
  const outcomes = await Promise.allSettled(tokens.map((token) => secondStep(token, { code: late })));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  // One before a step that was taken.
  await refused(401, await firstStep('bea'), { code: codeAt(secret) });
});

test('a recovery code works once, however it is written', async () => {
  const person = await service.signUp('cal');
  const { codes } = await withApp(person);
  const [first, second_] = [nth(codes, 0), nth(codes, 1)];
  const { token } = await secondStep(await firstStep('cal'), { recoveryCode: ` ${first.toUpperCase()} ` });
  await refused(401, await firstStep('cal'), { recoveryCode: first });
  await secondStep(await firstStep('cal'), { recoveryCode: second_.replaceAll('-', '') });
  const caller = service.caller(token);
  assert.equal((await caller.call(api.secondFactors.list)).recoveryCodes, 8);
  const { recoveryCodes } = await caller.call(api.secondFactors.newCodes);
  await refused(401, await firstStep('cal'), { recoveryCode: nth(codes, 2) });
  await secondStep(await firstStep('cal'), { recoveryCode: nth(recoveryCodes, 0) });
  const { entries } = await caller.call(api.users.securityLog, { query: {} });
  assert.equal(entries.filter(({ type }) => type === 'recoveryCode.used').length, 3);
});

test('the first step ends after ten minutes, with a new password, and with the account', async () => {
  const person = await service.signUp('dan');
  const { secret } = await withApp(person);
  const old = await firstStep('dan');
  service.clock.pass(11 * minute);
  await refused(400, old, { code: codeAt(secret) });
  const before = await firstStep('dan');
  await person.call(api.secondFactors.confirmSession, { body: { code: codeAt(secret, -30) } });
  await person.call(api.users.changePassword, {
    body: { currentPassword: password('dan'), newPassword: 'another good password' },
  });
  await refused(400, before, { code: codeAt(secret) });
  await refused(400, 'x', { code: codeAt(secret) });
});

test('guesses are limited', async () => {
  const limited = await testService({ SIGN_IN_LIMIT: '3' });
  const stranger = limited.caller();
  const person = await limited.signUp('eva');
  const { secret } = await addApp(limited, person);
  const body = { email: person.email, password: password('eva') };
  const { secondFactor } = await stranger.call(api.auth.signIn, { body });
  const guess = (code: string, status: number) =>
    stranger.refused(status, api.secondFactors.signIn, { body: { token: secondFactor?.token ?? '', code } });
  for (let guesses = 0; guesses < 3; guesses++) await guess('000000', 401);
  await guess('000000', 429);
  limited.clock.pass(minute);
  await guess(codeOf(limited, secret), 429);
});

test('only a session that was just confirmed changes factors', async () => {
  const person = await service.signUp('fay');
  const { publicId, secret, codes } = await withApp(person);
  service.clock.pass(11 * minute);
  const begin = { body: { kind: 'totp' as const } };
  await person.refused(403, api.secondFactors.begin, begin);
  await person.refused(403, api.secondFactors.remove, { params: { factorPublicId: publicId } });
  await person.refused(403, api.secondFactors.newCodes);
  assert.equal((await person.call(api.secondFactors.list)).confirmedUntil, null);
  await person.refused(400, api.secondFactors.confirmSession, { body: { currentPassword: password('fay') } });
  await person.refused(401, api.secondFactors.confirmSession, { body: { code: codeAt(secret, 300) } });
  await person.call(api.secondFactors.confirmSession, { body: { code: codeAt(secret) } });
  assert.ok((await person.call(api.secondFactors.list)).confirmedUntil);
  await person.call(api.secondFactors.remove, { params: { factorPublicId: publicId } });
  assert.ok((await signIn('fay')).token);
  assert.deepEqual((await person.call(api.secondFactors.list)).factors, []);
  service.clock.pass(11 * minute);
  await person.refused(403, api.secondFactors.begin, begin);
  await person.refused(400, api.secondFactors.confirmSession, { body: { currentPassword: 'wrong' } });
  await person.call(api.secondFactors.confirmSession, { body: { currentPassword: password('fay') } });
  await person.call(api.secondFactors.begin, begin);
  assert.ok(codes.length > 0);
});

test('a factor counts once it was tried, and then other sessions end', async () => {
  const person = await service.signUp('gus');
  const other = service.caller((await signIn('gus')).token);
  const begun = await person.call(api.secondFactors.begin, { body: { kind: 'totp', name: 'Phone' } });
  assert.ok((await signIn('gus')).token);
  const params = { factorPublicId: begun.publicId };
  await person.refused(400, api.secondFactors.confirm, { params, body: { code: '000000' } });
  await other.call(api.users.me);
  const stranger = await service.signUp('hal');
  const code = codeAt(begun.totp?.secret ?? '');
  await stranger.refused(404, api.secondFactors.confirm, { params, body: { code } });
  await person.call(api.secondFactors.confirm, { params, body: { code } });
  await person.refused(404, api.secondFactors.confirm, { params, body: { code } });
  await other.refused(401, api.users.me);
  await person.call(api.users.me);
  const late = await person.call(api.secondFactors.begin, { body: { kind: 'totp' } });
  service.clock.pass(11 * minute);
  await person.refused(404, api.secondFactors.confirm, {
    params: { factorPublicId: late.publicId },
    body: { code: codeAt(late.totp?.secret ?? '') },
  });
  service.clock.pass(second);
});

test('what would survive a session needs one that was just confirmed, once there is a second factor', async () => {
  const person = await service.signUp('ivy');
  service.clock.pass(11 * minute);
  const key = { body: { name: 'Key' } };
  await person.call(api.users.createApiKey, key);
  await person.call(api.secondFactors.confirmSession, { body: { currentPassword: password('ivy') } });
  const { secret } = await withApp(person);
  await person.call(api.users.createApiKey, key);
  service.clock.pass(11 * minute);
  assert.match((await person.refused(403, api.users.createApiKey, key)).message, /POST \/auth\/confirm/);
  await person.refused(403, api.users.deleteMe, { body: { currentPassword: password('ivy') } });
  await person.call(api.secondFactors.confirmSession, { body: { code: codeAt(secret) } });
  await person.call(api.users.createApiKey, key);
});

test('a recovery code that confirms a session is told of like one that opens it', async () => {
  const person = await service.signUp('rex');
  const { codes } = await withApp(person);
  await person.call(api.secondFactors.confirmSession, { body: { recoveryCode: nth(codes, 0) } });
  const { entries } = await person.call(api.users.securityLog, { query: {} });
  assert.equal(entries[0]?.type, 'recoveryCode.used');
});

test('an address that opens a board to whoever has it is made in a session that was just confirmed', async () => {
  const person = await service.signUp('hue');
  const { board } = await makeBoard(person);
  const { secret } = await withApp(person);
  service.clock.pass(11 * minute);
  const of = { params: { boardPublicId: board } };
  for (const address of [api.calendars, api.feeds, api.mailboxes]) {
    await person.refused(403, address.create, of);
    await person.call(address.get, of);
    await person.call(address.delete, of);
  }
  await person.call(api.secondFactors.confirmSession, { body: { code: codeAt(secret) } });
  await person.call(api.calendars.create, of);
  await person.call(api.feeds.create, of);
});

test('a mailed link asks for the second factor, unless it proves for the first time who owns the address', async () => {
  const squatter = await service.signUp('jan');
  await withApp(squatter);
  const linkOf = async () => {
    await anyone.call(api.auth.requestMagicLink, { body: { email: squatter.email } });
    return anyone.call(api.auth.verifyMagicLink, {
      body: { token: await mailedToken(service, squatter.email) },
    });
  };
  const owner = await linkOf();
  assert.ok(owner.token);
  const caller = service.caller(owner.token);
  assert.deepEqual((await caller.call(api.secondFactors.list)).factors, []);
  const { secret } = await withApp(caller);
  const { token, secondFactor } = await linkOf();
  assert.equal(token, '');
  assert.ok((await secondStep(secondFactor?.token ?? '', { code: codeAt(secret) })).token);
});

test('an account that is deleted leaves no factors', async () => {
  const person = await service.signUp('kim');
  await withApp(person);
  await person.call(api.users.deleteMe, { body: { currentPassword: password('kim') } });
  for (const table of ['second_factors', 'recovery_codes'])
    assert.deepEqual(await service.sql(`select 1 from ${table} where user_id = '${person.id}'`), []);
});

const passkeyStep = async (name: string) => {
  const { secondFactor } = await signIn(name);
  assert.ok(secondFactor);
  assert.ok(secondFactor.kinds.includes('passkey'));
  return secondFactor;
};

test('a passkey is a second factor, on this host alone, and ends when it is removed', async () => {
  const person = await service.signUp('lea');
  const device = await addPasskey(service, person);
  assert.equal(device.codes.length, 10);
  const step = await passkeyStep('lea');
  const given = (passkey: Record<string, unknown>) => ({ body: { token: step.token, passkey } });
  const elsewhere = Object.assign(device, { origin: 'https://elsewhere.example' }).get(step.passkey);
  await anyone.refused(400, api.secondFactors.signIn, given(elsewhere));
  device.origin = service.publicUrl;
  const answer = device.get(step.passkey);
  const forged = { ...answer, response: { ...(answer['response'] as object), signature: 'AAAA' } };
  await anyone.refused(400, api.secondFactors.signIn, given(forged));
  await anyone.refused(401, api.secondFactors.signIn, given({ ...answer, id: 'AAAA', rawId: 'AAAA' }));
  const { token } = await anyone.call(api.secondFactors.signIn, given(answer));
  assert.equal((await service.caller(token).call(api.users.me)).id, person.id);
  // The answer to another question, and the same again.
  const next = await passkeyStep('lea');
  await anyone.refused(400, api.secondFactors.signIn, { body: { token: next.token, passkey: answer } });
  await anyone.refused(400, api.secondFactors.signIn, given(answer));
  await person.call(api.secondFactors.remove, { params: { factorPublicId: device.publicId } });
  assert.ok((await signIn('lea')).token);
  const over = { body: { token: next.token, passkey: device.get(next.passkey) } };
  await anyone.refused(401, api.secondFactors.signIn, over);
});

test('a passkey belongs to one account: another cannot add it, nor sign in with it', async () => {
  const [owner, other] = [await service.signUp('pia'), await service.signUp('quin')];
  const device = await addPasskey(service, owner);
  for (const person of [other, owner]) {
    const begun = await person.call(api.secondFactors.begin, { body: { kind: 'passkey' } });
    const params = { factorPublicId: begun.publicId };
    const body = { passkey: device.create(begun.passkey) };
    await person.refused(400, api.secondFactors.confirm, { params, body });
  }
  assert.deepEqual((await other.call(api.secondFactors.list)).factors, []);
});

test('a passkey whose count of signatures went back is refused: it was copied', async () => {
  const person = await service.signUp('mia');
  const device = await addPasskey(service, person);
  const use = async () => {
    const { token, passkey } = await passkeyStep('mia');
    return { body: { token, passkey: device.get(passkey) } };
  };
  device.counter = 5;
  await anyone.call(api.secondFactors.signIn, await use());
  device.counter = 3;
  await anyone.refused(400, api.secondFactors.signIn, await use());
  device.counter = 5;
  await anyone.refused(400, api.secondFactors.signIn, await use());
  await anyone.call(api.secondFactors.signIn, await use());
});

test('a passkey signs in alone if it has verified who used it', async () => {
  const person = await service.signUp('ned');
  const device = await addPasskey(service, person);
  const alone = async () => {
    const { token, passkey } = await anyone.call(api.secondFactors.beginPasskey);
    assert.deepEqual(passkey['allowCredentials'] ?? [], []);
    return { body: { token, passkey: device.get(passkey) } };
  };
  const { user, token } = await anyone.call(api.secondFactors.signInByPasskey, await alone());
  assert.equal(user.id, person.id);
  await service.caller(token).call(api.secondFactors.newCodes);
  device.verifiesUser = false;
  await anyone.refused(400, api.secondFactors.signInByPasskey, await alone());
  device.verifiesUser = true;
  const once = await alone();
  await anyone.call(api.secondFactors.signInByPasskey, once);
  await anyone.refused(400, api.secondFactors.signInByPasskey, once);
  // What was begun for one way of signing in is none of the other.
  const { token: other, passkey } = await passkeyStep('ned');
  const swapped = { body: { token: other, passkey: device.get(passkey) } };
  await anyone.refused(400, api.secondFactors.signInByPasskey, swapped);
  const begun = await anyone.call(api.secondFactors.beginPasskey);
  const back = { body: { token: begun.token, passkey: device.get(begun.passkey) } };
  await anyone.refused(400, api.secondFactors.signIn, back);
  service.clock.pass(11 * minute);
  await anyone.refused(400, api.secondFactors.signInByPasskey, {
    body: { ...begun, passkey: device.get(begun.passkey) },
  });
  await service.sql(`update users set disabled_at = 1 where id = '${person.id}'`);
  await anyone.refused(403, api.secondFactors.signInByPasskey, await alone());
});

test('a passkey confirms a session', async () => {
  const person = await service.signUp('oda');
  const device = await addPasskey(service, person);
  service.clock.pass(11 * minute);
  const key = { body: { name: 'Key' } };
  await person.refused(403, api.users.createApiKey, key);
  const { token: step, passkey } = await person.call(api.secondFactors.confirmOptions);
  const body = { step, passkey: device.get(passkey) };
  const other = await service.signUp('pam');
  await addPasskey(service, other);
  await other.refused(400, api.secondFactors.confirmSession, { body });
  await person.call(api.secondFactors.confirmSession, { body });
  await person.refused(400, api.secondFactors.confirmSession, { body });
  await person.call(api.users.createApiKey, key);
});
