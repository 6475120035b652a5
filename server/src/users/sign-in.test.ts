import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { hash, parseOptions } from '@node-rs/argon2';
import { api } from '../../../contract/api.ts';
import { command } from '../base/db/query.ts';
import { engine } from '../testing/database.ts';
import { mailedToken } from '../testing/mails.ts';
import { testService } from '../testing/service.ts';
import { cheapenHashes, decoy, passwords } from './passwords.ts';
import { endSessions } from './sessions.ts';

const service = await testService();
// The only hashes of the tests that cost what they cost in the service.
cheapenHashes(false);
const nobody = service.caller();
const ada = await service.signUp('ada');
const password = 'password of ada';

test('signing in creates another session next to the existing ones', async () => {
  const { token, user } = await nobody.call(api.auth.signIn, { body: { email: ada.email, password } });
  assert.deepEqual(user, { id: ada.id, email: ada.email, name: 'ada' });
  assert.notEqual(token, ada.token);
  assert.equal((await service.caller(token).call(api.users.me)).id, ada.id);
  assert.equal((await ada.call(api.users.me)).id, ada.id);
});

test('upper and lower case of an address mean the same, and blanks around it nothing', async () => {
  const { user } = await nobody.call(api.auth.signIn, { body: { email: ' ADA@Example.com ', password } });
  assert.equal(user.id, ada.id);
});

test('a password is the same in each form of Unicode it can be typed in', async () => {
  const email = 'zoe@example.com';
  await nobody.call(api.auth.signUp, { body: { email, password: 'Zoe\u0308 & fi\u0301n' } });
  await nobody.call(api.auth.signIn, { body: { email, password: 'Zo\u00eb & f\u00edn' } });
});

test('a password is compared as it is: case and blanks count', async () => {
  for (const wrong of [
    'Password of ada',
    'password of ada ',
    ' password of ada',
    'password',
    '',
    'x'.repeat(128),
  ]) {
    await nobody.refused(401, api.auth.signIn, { body: { email: ada.email, password: wrong } });
  }
});

test('an unknown address, a wrong password and an account without a password are indistinguishable', async () => {
  await nobody.call(api.auth.requestMagicLink, { body: { email: 'linked@example.com' } });
  const token = await mailedToken(service, 'linked@example.com');
  await nobody.call(api.auth.verifyMagicLink, { body: { token } });
  await service.lastUsed.flush();
  const answers: unknown[] = [];
  for (const email of [ada.email, 'unknown@example.com', 'linked@example.com']) {
    const before = { compared: passwords.compared, statements: service.db.statements };
    const response = await service.raw('/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'wrong password' }),
    });
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
    );
    answers.push({
      status: response.status,
      headers,
      body: await response.text(),
      compared: passwords.compared - before.compared,
      statements: service.db.statements - before.statements,
    });
  }
  const [wrongPassword, unknown, withoutPassword] = answers;
  assert.deepEqual(unknown, wrongPassword);
  assert.deepEqual(withoutPassword, wrongPassword);
  const { status, compared } = wrongPassword as { status: number; compared: number };
  assert.deepEqual([status, compared], [401, 1]);
});

test('comparing with the decoy costs what comparing with a password costs', async () => {
  const [stored] = await service.sql<{ password_hash: string }>(
    `select password_hash from users where email = '${ada.email}'`,
  );
  assert.deepEqual(parseOptions(decoy), parseOptions(stored?.password_hash ?? ''));
  assert.equal(await passwords.matches(null, 'anything'), false);
});

test('the hash of a password is argon2id with a salt of its own', async () => {
  const first = await passwords.hash(password);
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(await passwords.hash(password), first);
  assert.equal(await passwords.matches(await hash(password), password), true);
});

test('what breaks a rule is refused', async () => {
  for (const body of [
    {},
    { email: ada.email },
    { password },
    { email: 'ada', password },
    { email: 1, password },
  ]) {
    await nobody.refused(400, api.auth.signIn, { body: body as never });
  }
});

const setPassword = command('test.setPassword', (db, p: { id: string; passwordHash: string }) =>
  db.updateTable('users').set({ password_hash: p.passwordHash }).where('id', '=', p.id),
);

test('a sign-in by the old password that a reset overtakes is refused', async () => {
  const eve = await service.signUp('eve');
  const passwordHash = await passwords.hash('a new password');
  const before = passwords.compared;
  let settled = false;
  let refused: Promise<unknown> | undefined;
  await service.changeAccounts(async ({ tx }) => {
    await tx.run(setPassword, { id: eve.id, passwordHash });
    refused = nobody.refused(401, api.auth.signIn, {
      body: { email: eve.email, password: 'password of eve' },
    });
    void Promise.allSettled([refused]).then(() => {
      settled = true;
    });
    while (!settled && !(await waits(before))) await setImmediate();
    await endSessions(tx, eve.id);
  });
  await refused;
  assert.deepEqual(await service.sql(`select id from sessions where user_id = '${eve.id}'`), []);
});

/** Whether a sign-in has compared its password and is blocked by the running transaction. */
async function waits(comparedBefore: number): Promise<boolean> {
  if (passwords.compared === comparedBefore) return false;
  if (engine === 'sqlite') return true;
  const waiting = await service.sql(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
}
