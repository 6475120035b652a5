import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { mailedToken } from '../testing/mails.ts';
import { type Person, testService } from '../testing/service.ts';
import { requireUncommon } from './guessable.ts';
import { passwords } from './passwords.ts';

const service = await testService();
const nobody = service.caller();
const newPassword = 'a better password';

const signIn = ({ email }: Pick<Person, 'email'>, password: string) =>
  nobody.call(api.auth.signIn, { body: { email, password } });

test('changing the password ends all other sessions and keeps this one', async () => {
  const ada = await service.signUp('ada');
  const other = await signIn(ada, 'password of ada');
  const body = { currentPassword: 'password of ada', newPassword };
  assert.deepEqual(await ada.call(api.users.changePassword, { body }), { success: true });
  await ada.call(api.users.me);
  await service.caller(other.token).refused(401, api.users.me);
  await nobody.refused(401, api.auth.signIn, { body: { email: ada.email, password: 'password of ada' } });
  await signIn(ada, newPassword);
});

test('API keys go on, unless they are to end, too; no key sets a password', async () => {
  const bea = await service.signUp('bea');
  const { key } = await bea.call(api.users.createApiKey, { body: { name: 'all' } });
  const body = { currentPassword: 'password of bea', newPassword };
  await service.caller(key).refused(403, api.users.changePassword, { body });
  await bea.call(api.users.changePassword, { body });
  await service.caller(key).call(api.users.me);
  const again = { currentPassword: newPassword, newPassword: 'yet another password', revokeApiKeys: true };
  await bea.call(api.users.changePassword, { body: again });
  await service.caller(key).refused(401, api.users.me);
  await bea.call(api.users.me);
});

test('a password that is easily guessed is refused, and one of before still signs in', async () => {
  const ann = await service.signUp('ann.lovelace');
  for (const chosen of [
    'password1',
    'PASSWORD1',
    'qwertyuiop',
    'my ann.lovelace@example.com',
    'Ann.Lovelace',
    'Ann.Lovelace99',
    'example-1990',
    'taskboard',
    'TaskBoard 2026!',
    'aaaaaaaa',
    '        ',
    'abcabcabc',
    'abababab1',
    'abcdefgh',
    '98765432',
    'summer2026',
    'Sunshine2026!',
    '123password',
  ]) {
    const body = { currentPassword: 'password of ann.lovelace', newPassword: chosen };
    const { issues } = await ann.refused(400, api.users.changePassword, { body });
    assert.match(
      JSON.stringify(issues),
      /body\/newPassword (is one of the most common|is made of your name|repeats a few)/,
    );
    await nobody.refused(400, api.auth.signUp, {
      body: { email: 'Ann.Lovelace@example.org', password: 'ann.lovelace' },
    });
  }
  await signIn(ann, 'password of ann.lovelace');
  for (const fine of ['blue kettle', 'summer in Lisbon', 'annotated sky', 'x7#kQ9!a']) {
    requireUncommon(fine, { email: ann.email, name: 'Ann Lovelace' });
  }
  await service.sql(
    `update users set password_hash = '${await passwords.hash('summer2026')}' where id = '${ann.id}'`,
  );
  await signIn(ann, 'summer2026');
});

test('a wrong or missing current password changes nothing', async () => {
  const eve = await service.signUp('eve');
  for (const currentPassword of ['wrong password', '', undefined]) {
    const body = { newPassword, ...(currentPassword === undefined ? {} : { currentPassword }) };
    const { issues } = await eve.refused(400, api.users.changePassword, { body });
    assert.match(JSON.stringify(issues), /body\/currentPassword/);
  }
  await signIn(eve, 'password of eve');
});

test('a new password that breaks a rule changes nothing', async () => {
  const flo = await service.signUp('flo');
  for (const chosen of ['7 chars', 'x'.repeat(129), 12345678]) {
    const body = { currentPassword: 'password of flo', newPassword: chosen };
    await flo.refused(400, api.users.changePassword, { body: body as never });
  }
  await flo.refused(400, api.users.changePassword, { body: {} as never });
  await signIn(flo, 'password of flo');
});

test('an account without a password sets one by a code that was just mailed, not by its session alone', async () => {
  const email = 'linked@example.com';
  await nobody.call(api.auth.requestMagicLink, { body: { email } });
  const { token } = await nobody.call(api.auth.verifyMagicLink, {
    body: { token: await mailedToken(service, email) },
  });
  const linked = service.caller(token);
  const { issues } = await linked.refused(400, api.users.changePassword, { body: { newPassword } });
  assert.match(JSON.stringify(issues), /body\/token is missing/);
  const eve = await service.signUp('eve-who-asks');
  await nobody.call(api.auth.requestMagicLink, { body: { email: eve.email } });
  const others = await mailedToken(service, eve.email);
  await linked.refused(400, api.users.changePassword, { body: { newPassword, token: others } });
  await nobody.call(api.auth.requestMagicLink, { body: { email } });
  const own = await mailedToken(service, email);
  await linked.call(api.users.changePassword, { body: { newPassword, token: own } });
  await nobody.refused(400, api.auth.verifyMagicLink, { body: { token: own } });
  assert.equal((await service.caller(token).call(api.users.me)).hasPassword, true);
  await signIn({ email }, newPassword);
});

test('changing the password ends every open link of the account', async () => {
  const grace = await service.signUp('grace');
  await nobody.call(api.auth.requestMagicLink, { body: { email: grace.email } });
  const toSignIn = await mailedToken(service, grace.email);
  await nobody.call(api.auth.requestPasswordReset, { body: { email: grace.email } });
  const toReset = await mailedToken(service, grace.email);
  await grace.call(api.users.changePassword, { body: { currentPassword: 'password of grace', newPassword } });
  await nobody.refused(400, api.auth.verifyMagicLink, { body: { token: toSignIn } });
  await nobody.refused(400, api.auth.confirmPasswordReset, { body: { token: toReset, newPassword } });
});

test('of 16 changes of one password at once, one succeeds', async () => {
  const mary = await service.signUp('mary');
  const chosen = Array.from({ length: 16 }, (_, i) => `password number ${i}`);
  const outcomes = await Promise.allSettled(
    chosen.map((password) =>
      mary.call(api.users.changePassword, {
        body: { currentPassword: 'password of mary', newPassword: password },
      }),
    ),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  assert.equal(refused.length, 15);
  for (const { status } of refused) assert.equal(status, 400);
  await signIn(mary, chosen[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? '');
});

test('without a credential nothing is changed', async () => {
  await nobody.refused(401, api.users.changePassword, { body: { newPassword } });
});
