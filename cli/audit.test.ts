import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../contract/api.ts';
import { isoMillis, minute } from '../server/src/base/clock.ts';
import { testService } from '../server/src/testing/service.ts';
import { runTaskboard } from '../server/src/testing/taskboard.ts';

const service = await testService();
const place = { DATA_DIR: service.config.dataDir, DATABASE_URL: service.config.databaseUrl };
const audit = (...args: string[]) => runTaskboard(['audit', ...args], place);

interface Line {
  type: string;
  createdAt: string;
  user: { email: string; name: string | null };
  detail: string | null;
}

const linesOf = async (...args: string[]): Promise<Line[]> =>
  (await audit(...args)).output.map((line) => JSON.parse(line) as Line);

const ada = await service.signUp('ada');
service.clock.pass(minute);
const between = isoMillis(service.clock.now());
service.clock.pass(minute);
const bob = await service.signUp('bob');
await bob.call(api.users.createApiKey, { body: { name: '=1+1' } });
await service
  .caller()
  .refused(401, api.auth.signIn, { body: { email: ada.email, password: 'not the password' } });
await service.jobs.run('failed-sign-ins');

test('the events of all accounts are written as JSON lines, oldest first', async () => {
  const lines = await linesOf();
  assert.deepEqual(
    lines.map(({ type, user }) => [type, user.email]),
    [
      ['account.created', ada.email],
      ['signIn.succeeded', ada.email],
      ['account.created', bob.email],
      ['signIn.succeeded', bob.email],
      ['key.created', bob.email],
      ['signIn.failed', ada.email],
    ],
  );
  const times = lines.map(({ createdAt }) => createdAt);
  assert.deepEqual(times, times.toSorted());
});

test('they are chosen by time and type', async () => {
  const typesFor = async (...args: string[]) => (await linesOf(...args)).map(({ type }) => type);
  assert.equal((await typesFor('--until', between)).length, 2);
  assert.equal((await typesFor('--from', between)).length, 4);
  assert.deepEqual(await typesFor('--type', 'signIn.failed'), ['signIn.failed']);
  assert.deepEqual(await typesFor('--type', 'key'), ['key.created']);
  assert.deepEqual(await typesFor('--from', '2999-01-01'), []);
});

test('as CSV they have columns, and nothing is taken for a formula', async () => {
  const { output } = await audit('--format', 'csv', '--type', 'key');
  assert.equal(
    output[0]?.trimEnd(),
    'publicId,createdAt,type,userId,userEmail,userName,address,userAgent,detail',
  );
  assert.match(output[1] ?? '', /,key\.created,\w{16},bob@example\.com,bob,.*,'=1\+1 \(tbk_/);
});

test('no event has a secret', async () => {
  assert.doesNotMatch((await audit()).output.join('\n'), /tb[a-z]_[\w-]{9,}|password of/);
});

test('what is no time, type or format is refused', async () => {
  for (const [args, line] of [
    [['--from', 'yesterday'], /^--from must be a time such as/],
    [['--type', 'sign'], /^there are no events "sign"/],
    [['--format', 'xml'], /^--format is jsonl or csv/],
  ] as const) {
    const { status, errors } = await audit(...args);
    assert.equal(status, 2);
    assert.match(errors[0] ?? '', line);
  }
});

test('a hundred thousand events are written in bounded memory, whoever reads them', async () => {
  await service.sql(`insert into security_events (user_id, id, type, created_at)
    with recursive n (n) as (select 1 union all select n + 1 from n where n < 100000)
    select '${ada.id}', 'event' || (10000000000 + n.n), 'signIn.failed', n.n from n`);
  const { status, output } = await runTaskboard(['audit', '--type', 'signIn.failed'], {
    ...place,
    NODE_OPTIONS: '--max-old-space-size=64',
  });
  assert.deepEqual([status, output.length], [0, 100_001]);
});
