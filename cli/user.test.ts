import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../contract/api.ts';
import { testService } from '../server/src/testing/service.ts';
import { runTaskboard } from '../server/src/testing/taskboard.ts';

// The commands run while a service is running.
const service = await testService({ SIGN_UP: 'closed' });
const place = {
  DATA_DIR: service.config.dataDir,
  DATABASE_URL: service.config.databaseUrl,
  SIGN_UP: 'closed',
};

const user = (args: string[], input?: string) => runTaskboard(['user', ...args], place, input);

const signIn = (email: string, password: string) =>
  service.caller().call(api.auth.signIn, { body: { email, password } });

/** The password that a command printed. */
const printed = (output: string[]): string => /: (\S{20})$/.exec(output.at(-1) ?? '')?.[1] ?? '';

test('an account is made where sign-up is closed, with a password that is shown once', async () => {
  await service.caller().refused(403, api.auth.signUp, {
    body: { email: 'ada@example.com', password: 'correct horse battery' },
  });
  const { status, output, errors } = await user(['create', 'Ada@Example.com', '--name', ' Ada Lovelace ']);
  assert.deepEqual([status, errors], [0, []]);
  assert.equal(output[0], 'ada@example.com now has an account');
  const session = await signIn('ada@example.com', printed(output));
  assert.equal(session.user.name, 'Ada Lovelace');
});

test('the password may be piped in, and is not printed then', async () => {
  const { status, output } = await user(['create', 'bob@example.com', '--password-stdin'], 'pass of bob\n');
  assert.deepEqual([status, output], [0, ['bob@example.com now has an account']]);
  await signIn('bob@example.com', 'pass of bob');
});

test('what sign-up would refuse is refused, and stores nothing', async () => {
  for (const [args, input, expected, line] of [
    [['create', 'ADA@example.com'], '', 1, /^ada@example\.com already has an account$/],
    [['create', 'ada'], '', 2, /^email must be an email address/],
    [
      ['create', 'eve@example.com', '--password-stdin'],
      'short\n',
      2,
      /^password must have at least 8 characters/,
    ],
    [['create', 'eve@example.com', '--password-stdin'], '', 2, /^password must have at least 8 characters/],
    [
      ['create', 'eve@example.com', '--name', 'x'.repeat(256)],
      '',
      2,
      /^name must have at most 255 characters/,
    ],
    [['reset-password', 'eve@example.com'], '', 1, /^eve@example\.com has no account$/],
  ] as const) {
    const { status, output, errors } = await user([...args], input);
    assert.deepEqual([status, output], [expected, []], args.join(' '));
    assert.match(errors[0] ?? '', line);
  }
  const known = await service.sql('select email from users order by email');
  assert.deepEqual(known, [{ email: 'ada@example.com' }, { email: 'bob@example.com' }]);
});

test('a password that is reset ends all sessions of the account at once, and links as well', async () => {
  const open = await signIn('bob@example.com', 'pass of bob');
  await service.caller().call(api.auth.requestPasswordReset, { body: { email: 'bob@example.com' } });
  const { status, output } = await user(['reset-password', 'Bob@example.com']);
  assert.equal(status, 0);
  await service.caller(open.token).refused(401, api.users.me, {});
  assert.deepEqual(await service.sql('select * from mail_tokens'), []);
  await service.caller().refused(401, api.auth.signIn, {
    body: { email: 'bob@example.com', password: 'pass of bob' },
  });
  await signIn('bob@example.com', printed(output));
});

test('accounts are listed; one that is disabled lets nobody in until it is enabled, and loses nothing', async () => {
  const made = await user(['create', 'cyd@example.com']);
  const password = printed(made.output);
  const { token } = await signIn('cyd@example.com', password);
  const { key } = await service.caller(token).call(api.users.createApiKey, { body: { name: 'all' } });
  const { status, output } = await user(['disable', 'CYD@example.com']);
  assert.deepEqual([status, output.length], [0, 1]);
  for (const credential of [token, key]) await service.caller(credential).refused(401, api.users.me);
  await service.caller().refused(403, api.auth.signIn, { body: { email: 'cyd@example.com', password } });
  await service.caller().refused(401, api.auth.signIn, {
    body: { email: 'cyd@example.com', password: 'wrong password' },
  });
  const listed = (await user(['list'])).output.map((line) => line.split('\t'));
  assert.deepEqual(
    listed.map(([email = '', , , , state = '']) => [email, state.split(' ')[0]]),
    [
      ['ada@example.com', ''],
      ['bob@example.com', ''],
      ['cyd@example.com', 'disabled'],
    ],
  );
  await user(['enable', 'cyd@example.com']);
  await service.caller(key).call(api.users.me);
  await service.caller(token).refused(401, api.users.me);
  await signIn('cyd@example.com', password);
  const log = (await user(['log', 'cyd@example.com'])).output.map((line) => line.split('\t')[1]);
  assert.deepEqual(log, [
    'signIn.succeeded',
    'account.enabled',
    'account.disabled',
    'key.created',
    'signIn.succeeded',
    'account.created',
  ]);
});

test('an account is deleted as its owner would; who has none is named', async () => {
  const { output } = await user(['create', 'dan@example.com']);
  const { token } = await signIn('dan@example.com', printed(output));
  assert.equal((await user(['delete', 'dan@example.com'])).status, 0);
  await service.caller(token).refused(401, api.users.me);
  for (const command of ['delete', 'disable', 'enable', 'log']) {
    const { status, errors } = await user([command, 'dan@example.com']);
    assert.deepEqual([status, errors], [1, ['dan@example.com has no account']]);
  }
});
