import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { hashOf, newToken } from '../base/access/tokens.ts';
import { day, hour } from '../base/clock.ts';
import { mailedToken } from '../testing/mails.ts';
import { type TestService, testService } from '../testing/service.ts';

const password = 'correct horse battery';

suite('sign-up is open', async () => {
  const service = await testService();
  const nobody = service.caller();
  const accounts = async () => (await service.sql('select id from users')).length;

  test('signing up makes an account and a session that works for 30 days', async () => {
    const before = service.clock.now();
    const { token, expiresAt, user } = await nobody.call(api.auth.signUp, {
      body: { email: 'ada@example.com', password, name: '  Ada Lovelace ' },
    });
    assert.equal(user.email, 'ada@example.com');
    assert.equal(user.name, 'Ada Lovelace');
    assert.ok(Math.abs(Date.parse(expiresAt) - (before + 30 * day) / 1000) < 60_000);
    const me = await service.caller(token).call(api.users.me);
    assert.deepEqual([me.id, me.email, me.hasPassword], [user.id, user.email, true]);
  });

  test('a name may be left out', async () => {
    const { user } = await nobody.call(api.auth.signUp, { body: { email: 'no@example.com', password } });
    assert.equal(user.name, null);
  });

  test('an address is trimmed and kept in lower case, and has one account however it is written', async () => {
    const body = { email: '  Grace.Hopper@Example.COM ', password };
    const { user } = await nobody.call(api.auth.signUp, { body });
    assert.equal(user.email, 'grace.hopper@example.com');
    const before = await accounts();
    const { issues } = await nobody.refused(409, api.auth.signUp, {
      body: { email: 'GRACE.hopper@example.com', password: 'another password' },
    });
    assert.match(JSON.stringify(issues), /body\/email/);
    assert.equal(await accounts(), before);
  });

  test('of 16 who sign up with one address at once, one succeeds', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, i) =>
        nobody.call(api.auth.signUp, {
          body: { email: i % 2 ? 'race@example.com' : 'RACE@example.com', password },
        }),
      ),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    assert.equal(refusals.length, 15);
    for (const { status } of refusals) assert.equal(status, 409);
    const sessions = await service.sql(
      `select s.id from sessions s join users u on u.id = s.user_id where u.email = 'race@example.com'`,
    );
    assert.equal(sessions.length, 1);
  });

  test('passwords of 8 and of 128 characters are taken, whatever the characters', async () => {
    for (const [i, chosen] of [
      '8 chars!',
      'a long phrase '.repeat(10).slice(0, 128),
      '🐎🦊🐻🐼🦁🐯🐨🐸'.repeat(16),
    ].entries()) {
      const email = `length${i}@example.com`;
      await nobody.call(api.auth.signUp, { body: { email, password: chosen } });
      await nobody.call(api.auth.signIn, { body: { email, password: chosen } });
    }
  });

  test('what breaks a rule is refused and stores nothing', async () => {
    const before = await accounts();
    const email = 'bad@example.com';
    const bodies: Record<string, unknown>[] = [
      { email, password: '7 chars' },
      { email, password: 'x'.repeat(129) },
      { email, password: 12345678 },
      { email, password: 'a text with \u0000' },
      { email },
      { password },
      { email: 'no address', password },
      { email: '', password },
      { email: `${'x'.repeat(250)}@example.com`, password },
      { email: ['bad@example.com'], password },
      { email, password, name: '   ' },
      { email, password, name: 'x'.repeat(256) },
      { email, password, name: null },
    ];
    for (const body of bodies) {
      await nobody.refused(400, api.auth.signUp, { body: body as never });
    }
    assert.equal(await accounts(), before);
  });

  test('an address under which an import may name someone is nobody’s to sign up with', async () => {
    const email = 'Ann.B@placeholder.invalid';
    await nobody.refused(403, api.auth.signUp, { body: { email, password } });
  });

  test('what is not asked for is not stored', async () => {
    const body = {
      email: 'extra@example.com',
      password,
      image: 'https://x.test/y',
      billingCustomerId: 'free',
    };
    const { token } = await nobody.call(api.auth.signUp, { body });
    const me = await service.caller(token).call(api.users.me);
    assert.deepEqual([me.image, me.billingCustomerId], [null, null]);
  });
});

suite('sign-up is for those who were invited', async () => {
  const service = await testService({ SIGN_UP: 'invited' });
  const nobody = service.caller();
  await invite(service, { email: 'invited@example.com', status: 'invited' });
  await invite(service, { email: 'linked@example.com', status: 'invited' });
  await invite(service, { email: 'removed@example.com', status: 'removed' });
  await invite(service, { email: 'trashed@example.com', status: 'invited', deletedAt: 1 });

  test('knowing an invited address is not enough: the mailed code is required', async () => {
    const email = 'Invited@Example.com';
    const others = await codeOf(service, 'removed');
    for (const inviteCode of [undefined, 'x', newToken('invite'), others]) {
      const body = { email, password, ...(inviteCode === undefined ? {} : { inviteCode }) };
      await nobody.refused(403, api.auth.signUp, { body });
    }
    const inviteCode = await codeOf(service, 'invited');
    await nobody.refused(403, api.auth.signUp, {
      body: { email: 'removed@example.com', password, inviteCode },
    });
    const { user, token } = await nobody.call(api.auth.signUp, { body: { email, password, inviteCode } });
    assert.equal(user.email, 'invited@example.com');
    await nobody.refused(409, api.auth.signUp, { body: { email, password, inviteCode } });
    // The code has verified the address, so a later sign-in by mail revokes nothing.
    await nobody.call(api.auth.requestMagicLink, { body: { email } });
    await nobody.call(api.auth.verifyMagicLink, { body: { token: await mailedToken(service, user.email) } });
    await service.caller(token).call(api.users.me);
  });

  test('a code that was passed on is enough, but does not verify the address', async () => {
    await invite(service, { email: 'shown@example.com', status: 'invited' });
    const inviteCode = await codeOf(service, 'shown');
    await service.sql(`update invites set shown_at = 1 where workspace_id = 'shown'`);
    const body = { email: 'shown@example.com', password, inviteCode };
    const { user } = await nobody.call(api.auth.signUp, { body });
    const stored = await service.sql(`select email_verified_at as at from users where id = '${user.id}'`);
    assert.deepEqual(stored, [{ at: null }]);
  });

  test('an invited address joins by a magic link, too', async () => {
    const email = 'linked@example.com';
    await nobody.call(api.auth.requestMagicLink, { body: { email } });
    const token = await mailedToken(service, email);
    assert.equal((await nobody.call(api.auth.verifyMagicLink, { body: { token } })).user.email, email);
  });

  test('any other gets 403, and so does one whose invitation or workspace is gone', async () => {
    for (const name of ['stranger', 'removed', 'trashed']) {
      const inviteCode = await codeOf(service, name);
      const body = { email: `${name}@example.com`, password, inviteCode };
      await nobody.refused(403, api.auth.signUp, { body });
    }
    assert.deepEqual(
      await service.sql(
        `select email from users where email in ('stranger@example.com', 'removed@example.com', 'trashed@example.com')`,
      ),
      [],
    );
  });
});

suite('sign-up is closed', async () => {
  const service = await testService({ SIGN_UP: 'closed' });
  const nobody = service.caller();
  await invite(service, { email: 'invited@example.com', status: 'invited' });

  test('nobody joins, invited or not', async () => {
    for (const name of ['stranger', 'invited']) {
      await nobody.refused(403, api.auth.signUp, { body: { email: `${name}@example.com`, password } });
    }
  });
});

/** Stores a workspace with one member directly: with these settings nobody can sign up to invite. */
async function invite(
  service: TestService,
  { email, status, deletedAt = null }: { email: string; status: string; deletedAt?: number | null },
): Promise<void> {
  const id = email.replace(/@.*/, '');
  await service.sql(
    `insert into users (id, email, created_at) values ('host', 'host@example.com', 1) on conflict do nothing`,
  );
  await service.sql(`insert into workspaces (id, name, slug, plan, card_prefix, show_emails_to_members,
    week_start_day, card_counter, created_by, created_at, deleted_at)
    values ('${id}', 'w', '${id}', 'free', 'W', 1, 1, 0, 'host', 1, ${deletedAt})`);
  await service.sql(`insert into roles (workspace_id, id, name, level, is_system, permissions, created_at)
    values ('${id}', '${id}', 'member', 1, 1, 0, 1)`);
  await service.sql(`insert into members (workspace_id, id, email, role_id, status, created_at)
    values ('${id}', '${id}', '${email}', '${id}', '${status}', 1)`);
}

/** A code as mailed to the member of `invite`; it is open unless the member or the workspace makes it invalid. */
async function codeOf(service: TestService, id: string): Promise<string> {
  const code = newToken('invite');
  const expiresAt = service.clock.now() + hour;
  await service.sql(`insert into invites
    (workspace_id, id, member_id, code_hash, created_by, created_at, expires_at)
    select workspace_id, '${hashOf(code).slice(0, 16)}', id, '${hashOf(code)}', 'host', 1, ${expiresAt} from members
    where id = '${id}' on conflict (workspace_id, member_id) do update set code_hash = excluded.code_hash`);
  return code;
}
