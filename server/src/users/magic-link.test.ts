import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { newToken } from '../base/access/tokens.ts';
import { minute } from '../base/clock.ts';
import { mailedToken, mailsTo } from '../testing/mails.ts';
import { testService } from '../testing/service.ts';
import { sweepExpired } from './jobs.ts';
import { checkMailToken } from './mail-tokens.ts';

suite('sign-up is open', async () => {
  const service = await testService({ PUBLIC_URL: 'https://boards.example.com/' });
  const nobody = service.caller();
  const ask = (email: string) => nobody.call(api.auth.requestMagicLink, { body: { email } });
  const verify = (token: string) => nobody.call(api.auth.verifyMagicLink, { body: { token } });
  const dead = (token: string) => nobody.refused(400, api.auth.verifyMagicLink, { body: { token } });

  test('the mail is one sentence and one link, which has the code', async () => {
    const ada = await service.signUp('ada');
    await ask(ada.email);
    const [mail, ...more] = await mailsTo(service, ada.email);
    assert.deepEqual(more, []);
    const links = mail?.text.match(/https?:\S+/g) ?? [];
    const token = await mailedToken(service, ada.email);
    assert.deepEqual(links, [`https://boards.example.com/magic-link#${token}`]);
    await verify(token);
    assert.match(mail?.text ?? '', /10 minutes/);
  });

  test('a link signs in to the account there is, and is remembered on the profile', async () => {
    const grace = await service.signUp('grace');
    await service.sql(`update users set email_verified_at = 1 where id = '${grace.id}'`);
    assert.equal((await grace.call(api.users.me)).hasMagicLinkAccount, false);
    await ask(' Grace@Example.com ');
    const { token, user } = await verify(await mailedToken(service, grace.email));
    assert.deepEqual(user, { id: grace.id, email: grace.email, name: 'grace' });
    const me = await service.caller(token).call(api.users.me);
    assert.deepEqual([me.hasPassword, me.hasMagicLinkAccount], [true, true]);
    await grace.call(api.users.me);
  });

  test('an address without an account gets one when the link is opened, and not before', async () => {
    const email = 'new@example.com';
    await ask(email);
    const token = await mailedToken(service, email);
    assert.deepEqual(await service.sql(`select id from users where email = '${email}'`), []);
    const signedIn = await verify(token);
    const me = await service.caller(signedIn.token).call(api.users.me);
    assert.deepEqual(me, {
      id: signedIn.user.id,
      email,
      name: null,
      image: null,
      billingCustomerId: null,
      hasPassword: false,
      hasMagicLinkAccount: true,
      apiKey: null,
    });
  });

  test('a link works once: of 16 who open it at once, one is let in', async () => {
    await ask('race@example.com');
    const token = await mailedToken(service, 'race@example.com');
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => verify(token)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    assert.equal(refused.length, 15);
    for (const { status } of refused) assert.equal(status, 400);
    await dead(token);
  });

  test('a link and a sign-up at once make one account', async () => {
    const email = 'both@example.com';
    await ask(email);
    const token = await mailedToken(service, email);
    const [linked, signedUp] = await Promise.allSettled([
      verify(token),
      nobody.call(api.auth.signUp, { body: { email, password: 'a good password' } }),
    ]);
    assert.equal(linked.status, 'fulfilled');
    if (signedUp.status === 'rejected') assert.equal(signedUp.reason.status, 409);
    assert.equal((await service.sql(`select id from users where email = '${email}'`)).length, 1);
  });

  test('a link works for 10 minutes; then it is dead and swept away', async () => {
    await ask('late@example.com');
    const token = await mailedToken(service, 'late@example.com');
    service.clock.pass(10 * minute);
    await dead(token);
    await sweepExpired(service);
    assert.deepEqual(await service.sql(`select email from mail_tokens where email = 'late@example.com'`), []);
    await ask('late@example.com');
    service.clock.pass(9 * minute);
    await verify(await mailedToken(service, 'late@example.com'));
  });

  test('of several codes the last three work, and using one ends the others', async () => {
    const email = 'again@example.com';
    const tokens: string[] = [];
    for (let n = 0; n < 5; n++) {
      await ask(email);
      tokens.push(await mailedToken(service, email));
    }
    for (const token of tokens.slice(0, 2)) await dead(token);
    const outcomes = await Promise.allSettled(tokens.slice(2).map(verify));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    await ask(email);
    const first = await mailedToken(service, email);
    for (let n = 0; n < 2; n++) await ask(email);
    await verify(first);
  });

  test('of sixteen codes that are asked for at once the newest three work', async () => {
    const email = 'crowd@example.com';
    await Promise.all(Array.from({ length: 16 }, () => ask(email)));
    const tokens = (await mailsTo(service, email)).map(({ text }) => /#(tbm_\S+)$/m.exec(text)?.[1] ?? '');
    assert.equal(new Set(tokens).size, 16);
    const checks = await Promise.allSettled(
      tokens.map((token) => checkMailToken(service, 'magic-link', token)),
    );
    const alive = tokens.filter((_, n) => checks[n]?.status === 'fulfilled');
    assert.equal(alive.length, 3);
    const outcomes = await Promise.allSettled(tokens.map(verify));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const token of tokens) await dead(token);
  });

  test('a link to sign in sets no password, and a link to set one does not sign in', async () => {
    const kay = await service.signUp('kay');
    await ask(kay.email);
    const toSignIn = await mailedToken(service, kay.email);
    await nobody.refused(400, api.auth.confirmPasswordReset, {
      body: { token: toSignIn, newPassword: 'a good password' },
    });
    await nobody.call(api.auth.requestPasswordReset, { body: { email: kay.email } });
    await dead(await mailedToken(service, kay.email));
    await verify(toSignIn);
  });

  test('an invalid token is bad input', async () => {
    const ada = await service.signUp('ada2');
    for (const token of [
      newToken('mail'),
      newToken('session'),
      ada.token,
      'tbm_',
      'x',
      '',
      'x'.repeat(101),
    ]) {
      await dead(token);
    }
    await nobody.refused(400, api.auth.verifyMagicLink, { body: {} as never });
    await nobody.refused(400, api.auth.requestMagicLink, { body: { email: 'no address' } });
    await nobody.refused(400, api.auth.requestMagicLink, { body: {} as never });
  });

  test('a mailed token is not a credential', async () => {
    await ask('bearer@example.com');
    await service.caller(await mailedToken(service, 'bearer@example.com')).refused(401, api.users.me);
  });

  test('only the hash of a token is stored', async () => {
    await ask('stored@example.com');
    const token = await mailedToken(service, 'stored@example.com');
    const stored = JSON.stringify(await service.sql('select * from mail_tokens'));
    assert.match(stored, /stored@example\.com/);
    assert.ok(!stored.includes(token.slice(4, 20)));
  });
});

suite('sign-up is closed', async () => {
  const service = await testService({ SIGN_UP: 'closed' });
  const nobody = service.caller();
  await service.sql(`insert into users (id, email, created_at) values ('host', 'host@example.com', 1)`);

  test('only who has an account gets a mail; answer and work are the same for all', async () => {
    const answers: unknown[] = [];
    for (const email of ['host@example.com', 'stranger@example.com']) {
      const before = service.db.statements;
      const answer = await nobody.call(api.auth.requestMagicLink, { body: { email } });
      answers.push({ answer, statements: service.db.statements - before });
    }
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual((answers[0] as { answer: unknown }).answer, { success: true });
    assert.equal((await mailsTo(service, 'host@example.com')).length, 1);
    assert.equal((await mailsTo(service, 'stranger@example.com')).length, 0);
  });

  test('who has an account is let in', async () => {
    await nobody.call(api.auth.requestMagicLink, { body: { email: 'host@example.com' } });
    const token = await mailedToken(service, 'host@example.com');
    const { user } = await nobody.call(api.auth.verifyMagicLink, { body: { token } });
    assert.equal(user.id, 'host');
  });

  test('a link outlives neither the account nor the right to make one', async () => {
    await service.sql(`insert into users (id, email, created_at) values ('gone', 'gone@example.com', 1)`);
    await nobody.call(api.auth.requestMagicLink, { body: { email: 'gone@example.com' } });
    const token = await mailedToken(service, 'gone@example.com');
    await service.sql(`delete from users where id = 'gone'`);
    await nobody.refused(403, api.auth.verifyMagicLink, { body: { token } });
    assert.deepEqual(await service.sql(`select id from users where email = 'gone@example.com'`), []);
  });
});
