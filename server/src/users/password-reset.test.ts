import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { newToken } from '../base/access/tokens.ts';
import { hour, minute } from '../base/clock.ts';
import { mailedToken, mailsTo } from '../testing/mails.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const nobody = service.caller();
const newPassword = 'a better password';

const signIn = (person: Person, password: string) =>
  nobody.call(api.auth.signIn, { body: { email: person.email, password } });
const confirm = (token: string, chosen = newPassword) =>
  nobody.call(api.auth.confirmPasswordReset, { body: { token, newPassword: chosen } });
const dead = (token: string) =>
  nobody.refused(400, api.auth.confirmPasswordReset, { body: { token, newPassword } });

/** Requests a reset and returns the mailed token. */
async function asked({ email }: Pick<Person, 'email'>): Promise<string> {
  assert.deepEqual(await nobody.call(api.auth.requestPasswordReset, { body: { email } }), { success: true });
  return mailedToken(service, email);
}

test('a reset sets the password, and ends every session and API key', async () => {
  const ada = await service.signUp('ada');
  await service.sql(`update users set email_verified_at = 1 where id = '${ada.id}'`);
  const second = await signIn(ada, 'password of ada');
  const { key } = await ada.call(api.users.createApiKey, { body: { name: 'all' } });
  const token = await asked(ada);
  await ada.call(api.users.me);
  assert.deepEqual(await confirm(token), { success: true });
  await ada.refused(401, api.users.me);
  await service.caller(second.token).refused(401, api.users.me);
  await service.caller(key).refused(401, api.users.me);
  const wrong = { email: ada.email, password: 'password of ada' };
  await nobody.refused(401, api.auth.signIn, { body: wrong });
  await signIn(ada, newPassword);
});

test('the sessions of others go on', async () => {
  const [eve, flo] = [await service.signUp('eve'), await service.signUp('flo')];
  await confirm(await asked(eve));
  await flo.call(api.users.me);
});

test('the mail is one sentence and one link, which has the code', async () => {
  const grace = await service.signUp('grace');
  await asked(grace);
  const [mail] = await mailsTo(service, grace.email);
  const links = mail?.text.match(/https?:\S+/g) ?? [];
  const token = await mailedToken(service, grace.email);
  assert.deepEqual(links, [`${service.publicUrl}/reset-password#${token}`]);
});

test('a link works once: of 16 who use it at once, one succeeds', async () => {
  const mary = await service.signUp('mary');
  const token = await asked(mary);
  const chosen = Array.from({ length: 16 }, (_, i) => `password number ${i}`);
  const outcomes = await Promise.allSettled(chosen.map((password) => confirm(token, password)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  assert.equal(refused.length, 15);
  for (const { status } of refused) assert.equal(status, 400);
  await signIn(mary, chosen[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? '');
});

test('a link works for an hour', async () => {
  const joan = await service.signUp('joan');
  const token = await asked(joan);
  service.clock.pass(59 * minute);
  await confirm(token);
  const late = await asked(joan);
  service.clock.pass(hour);
  await dead(late);
});

test('asking for codes without end does not invalidate the one that was mailed before', async () => {
  const kay = await service.signUp('kay');
  const tokens: string[] = [];
  for (let n = 0; n < 4; n++) tokens.push(await asked(kay));
  const [first = '', second = '', third = '', last = ''] = tokens;
  await dead(first);
  await confirm(second);
  for (const token of [third, last]) await dead(token);
});

test('a reset ends every other link of the account', async () => {
  const lea = await service.signUp('lea');
  await nobody.call(api.auth.requestMagicLink, { body: { email: lea.email } });
  const toSignIn = await mailedToken(service, lea.email);
  await confirm(await asked(lea));
  await nobody.refused(400, api.auth.verifyMagicLink, { body: { token: toSignIn } });
});

test('an account without a password gets one', async () => {
  const email = 'linked@example.com';
  await nobody.call(api.auth.requestMagicLink, { body: { email } });
  const { token } = await nobody.call(api.auth.verifyMagicLink, {
    body: { token: await mailedToken(service, email) },
  });
  await confirm(await asked({ email }));
  await service.caller(token).refused(401, api.users.me);
  await nobody.call(api.auth.signIn, { body: { email, password: newPassword } });
});

test('the reply does not reveal whether an address has an account: same reply, same work, and a mail to accounts only', async () => {
  const nina = await service.signUp('nina');
  await service.lastUsed.flush();
  const answers: unknown[] = [];
  for (const email of [nina.email, 'stranger@example.com']) {
    const before = service.db.statements;
    const answer = await nobody.call(api.auth.requestPasswordReset, { body: { email } });
    answers.push({ answer, statements: service.db.statements - before });
  }
  assert.deepEqual(answers[1], answers[0]);
  assert.equal((await mailsTo(service, nina.email)).length, 1);
  assert.equal((await mailsTo(service, 'stranger@example.com')).length, 0);
  assert.deepEqual(await service.sql(`select id from users where email = 'stranger@example.com'`), []);
});

test('an invalid token or password is bad input, and the link keeps working', async () => {
  const olga = await service.signUp('olga');
  const token = await asked(olga);
  for (const wrong of [newToken('mail'), olga.token, 'x', '', 'x'.repeat(101)]) await dead(wrong);
  for (const chosen of ['7 chars', 'x'.repeat(129), '']) {
    await nobody.refused(400, api.auth.confirmPasswordReset, { body: { token, newPassword: chosen } });
  }
  await nobody.refused(400, api.auth.confirmPasswordReset, { body: { token } as never });
  await nobody.refused(400, api.auth.requestPasswordReset, { body: { email: 'no address' } });
  await nobody.refused(400, api.auth.requestPasswordReset, { body: {} as never });
  await olga.call(api.users.me);
  await confirm(token, 'a long phrase '.repeat(10).slice(0, 128));
});
