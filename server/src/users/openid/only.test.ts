import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import type { ApiError } from '../../../../contract/client.ts';
import { minute } from '../../base/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { openIdServer } from '../../testing/openid-provider.ts';
import { signInBy } from '../../testing/provider-sign-in.ts';
import { testService } from '../../testing/service.ts';
import { runTaskboard } from '../../testing/taskboard.ts';
import { createUser } from '../flows/create-user.ts';

/* Addresses of domains whose people sign in by one provider alone. */

const publicUrl = 'https://boards.example.com';
const redirectUri = `${publicUrl}/signed-in`;

suite('one provider is the only way for its domains', async () => {
  const server = await openIdServer({ redirectUris: [redirectUri] });
  const database = await testDatabase({ migrated: true });
  const settings = {
    PUBLIC_URL: publicUrl,
    ...server.settings('ACME'),
    OIDC_ACME_DOMAINS: 'acme.example',
    OIDC_ACME_ONLY: 'on',
  };
  const before = await testService({ PUBLIC_URL: publicUrl }, {}, database);
  // Everybody who was there before the operator has demanded it.
  const ada = await before.signUp('ada@acme.example');
  const bob = await before.signUp('bob@acme.example');
  await createUser(before, { email: 'ida@acme.example', password: 'a password for later' });
  const { key } = await ada.call(api.users.createApiKey, { body: { name: 'a program' } });
  await before.sql('update users set email_verified_at = 1');
  await before.caller().call(api.auth.requestMagicLink, { body: { email: ada.email } });
  await before.caller().call(api.auth.requestPasswordReset, { body: { email: bob.email } });
  await before.outbox.idle();
  const codes = before.mails.map(({ text }) => /#(tbm_\S+)/.exec(text)?.[1] ?? '');
  await before.close();
  const service = await testService(settings, {}, database);
  after(() => database.remove());
  const nobody = service.caller();
  const signIn = (sub: string) => signInBy(service, server, 'acme', redirectUri, sub);
  const only = ({ message }: ApiError) => assert.match(message, /sign in with Acme only/);

  test('the page learns for which addresses it is', async () => {
    assert.deepEqual(await nobody.call(api.openid.providers), [
      { id: 'acme', name: 'Acme', onlyFor: ['acme.example'] },
    ]);
  });

  test('no password opens them, right or wrong, known or unknown, and no new one is set', async () => {
    for (const [email, password] of [
      [ada.email, 'password of ada'],
      ['ADA@Acme.Example', 'password of ada'],
      [ada.email, 'wrong'],
      ['nobody@acme.example', 'wrong'],
    ] as const)
      only(await nobody.refused(403, api.auth.signIn, { body: { email, password } }));
    only(
      await nobody.refused(403, api.auth.signUp, {
        body: { email: 'new@acme.example', password: 'a good password' },
      }),
    );
    assert.deepEqual(await service.sql(`select id from users where email = 'new@acme.example'`), []);
  });

  test('no link and no code is mailed to them, and none that was mailed before opens them', async () => {
    assert.equal(codes.length, 2);
    for (const operation of [api.auth.requestMagicLink, api.auth.requestPasswordReset])
      only(await nobody.refused(403, operation, { body: { email: ada.email } }));
    only(await nobody.refused(403, api.auth.verifyMagicLink, { body: { token: codes[0] ?? '' } }));
    const body = { token: codes[1] ?? '', newPassword: 'another good password' };
    only(await nobody.refused(403, api.auth.confirmPasswordReset, { body }));
    await service.outbox.idle();
    assert.deepEqual(service.mails, []);
  });

  test('a session that was opened by another way is over; an API key goes on', async () => {
    await service.caller(bob.token).refused(401, api.users.me);
    assert.equal((await service.caller(key).call(api.users.me)).email, ada.email);
  });

  test('the provider opens the account there is', async () => {
    server.people.ada = { email: ada.email, email_verified: true };
    const { token, user } = await signIn('ada');
    assert.equal(user.id, ada.id);
    const again = service.caller(token);
    assert.equal((await again.call(api.users.me)).email, ada.email);
    only(
      await again.refused(403, api.users.changePassword, {
        body: { currentPassword: 'password of ada', newPassword: 'a better password' },
      }),
    );
    only(await again.refused(403, api.users.requestNewAddress, { body: { newEmail: 'ada@else.example' } }));
  });

  test('other domains, also those below, are free; the provider is not believed about them', async () => {
    const flo = await service.signUp('flo@mail.acme.example');
    const gus = await service.signUp('gus@else.example');
    for (const { email } of [flo, gus])
      await nobody.call(api.auth.signIn, {
        body: { email, password: `password of ${email.split('@')[0]}` },
      });
    server.people.foreign = { email: gus.email, email_verified: true };
    await assert.rejects(signIn('foreign'), { status: 403 });
  });

  test('the operator opens a way for one account, which opens it once', async () => {
    const place = { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl, ...settings };
    const { status, output } = await runTaskboard(['user', 'sign-in-link', 'ida@acme.example'], place);
    assert.equal(status, 0);
    assert.ok(output[0]?.startsWith(`${publicUrl}/magic-link#tbm_`), output[0]);
    const body = { token: output[0]?.split('#')[1] ?? '' };
    const { token } = await nobody.call(api.auth.verifyMagicLink, { body });
    assert.equal((await service.caller(token).call(api.users.me)).email, 'ida@acme.example');
    await nobody.refused(400, api.auth.verifyMagicLink, { body });
    const { entries } = await service.caller(token).call(api.users.securityLog, { query: {} });
    assert.deepEqual(
      entries.slice(0, 2).map(({ type, detail }) => [type, detail]),
      [
        ['signIn.succeeded', 'operator'],
        ['signInLink.made', 'by the operator'],
      ],
    );
  });

  test('who has just signed in may delete the account; later they sign in again first', async () => {
    server.people.eve = { email: 'eve@acme.example', email_verified: true };
    const first = service.caller((await signIn('eve')).token);
    service.clock.pass(11 * minute);
    const error = await first.refused(403, api.users.deleteMe, { body: {} });
    assert.match(error.message, /Sign in again first/);
    await service.caller((await signIn('eve')).token).call(api.users.deleteMe, { body: {} });
  });

  test('a session proves nothing anew by being fresh: it counts as confirmed for ten minutes after signing in', async () => {
    server.people.gil = { email: 'gil@acme.example', email_verified: true };
    const gil = service.caller((await signIn('gil')).token);
    const confirm = { body: { currentPassword: 'none' } };
    const { confirmedUntil } = await gil.call(api.secondFactors.list);
    service.clock.pass(9 * minute);
    assert.equal((await gil.call(api.secondFactors.confirmSession, confirm)).confirmedUntil, confirmedUntil);
    service.clock.pass(2 * minute);
    await gil.refused(403, api.secondFactors.confirmSession, confirm);
    await gil.refused(403, api.secondFactors.begin, { body: { kind: 'totp' } });
  });
});
