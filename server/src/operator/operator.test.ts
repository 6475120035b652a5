import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { confirmedFor } from '../base/access/confirmation.ts';
import { day, hour, minute } from '../base/clock.ts';
import { engine } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { keyWithoutLimits, makeOperator } from '../testing/members.ts';
import { addApp, codeAt } from '../testing/second-factors.ts';
import { testService } from '../testing/service.ts';
import { runTaskboard } from '../testing/taskboard.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const place = { DATA_DIR: service.config.dataDir, DATABASE_URL: service.config.databaseUrl };

const codesOf = async () =>
  (await ada.call(api.operator.health)).problems.map(({ code, detail }) => [code, detail]);

test('the machine names an operator, for whom there is a page from then on, until it is taken back', async () => {
  await ada.refused(404, api.operator.health);
  const named = await runTaskboard(['user', 'promote', 'ADA@example.com'], place);
  assert.deepEqual([named.status, named.errors], [0, []]);
  assert.deepEqual(await ada.call(api.operator.announcement), { announcement: null, isOperator: true });
  await ada.call(api.operator.health);
  await bob.refused(404, api.operator.health);
  const listed = (await runTaskboard(['user', 'list'], place)).output;
  assert.deepEqual(
    listed.map((line) => line.endsWith('\toperator')),
    [true, false],
  );
  // The last operator may go.
  await runTaskboard(['user', 'demote', 'ada@example.com'], place);
  await ada.refused(404, api.operator.health);
  assert.equal((await ada.call(api.operator.announcement)).isOperator, false);
  await runTaskboard(['user', 'promote', 'ada@example.com'], place);
  const { entries } = await ada.call(api.users.securityLog, { query: { limit: 3 } });
  assert.deepEqual(
    entries.map(({ type }) => type),
    ['operator.granted', 'operator.revoked', 'operator.granted'],
  );
});

test('an account that is disabled does not become an operator’s, and neither does one that is not there', async () => {
  await runTaskboard(['user', 'disable', 'bob@example.com'], place);
  const { status, errors } = await runTaskboard(['user', 'promote', 'bob@example.com'], place);
  assert.deepEqual([status, errors], [1, ['bob@example.com is disabled: enable it first']]);
  await runTaskboard(['user', 'enable', 'bob@example.com'], place);
  const nobody = await runTaskboard(['user', 'promote', 'eve@example.com'], place);
  assert.deepEqual(nobody.errors, ['eve@example.com has no account']);
});

test('a node tells of itself with each heartbeat', async () => {
  await service.jobs.run('node');
  const { nodes, database, engine: found, mailIsOn } = await ada.call(api.operator.health);
  const [node] = nodes;
  assert.equal(nodes.length, 1);
  assert.deepEqual([node?.isThis, node?.isSilent, found, mailIsOn], [true, false, engine, true]);
  assert.ok((node?.disk?.total ?? 0) > 0 && database.bytes > 0 && database.migrations > 50);
  // Only a database of its own has another clock.
  assert.equal(node?.clockOff === null, engine === 'sqlite');
});

test('one that is not heard of any more is told by name, for an hour', async () => {
  service.clock.pass(3 * minute);
  const now = service.clock.now();
  await service.sql(`insert into nodes (id, host, version, started_at, seen_at, state)
    select 'other', 'web-2', '0.1.0', started_at, ${now - 3 * minute}, state from nodes`);
  assert.ok((await codesOf()).some(([code, detail]) => code === 'node-silent' && detail === 'web-2'));
  if (engine === 'postgres')
    await service.sql(`update nodes set seen_at = ${now - 2 * hour} where id = 'other'`);
  await service.jobs.run('node');
  assert.equal((await ada.call(api.operator.health)).nodes.length, 1);
});

test('a disk that is nearly full, a clock that is off, other versions and mails that fail are told', async () => {
  const now = service.clock.now();
  const state = JSON.stringify({
    clockOff: 5_000_000,
    disk: { free: 1_000_000, total: 100_000_000_000 },
    mails: { sent: 1, failed: 2, lastFailedAt: now, lastError: 'no route to host' },
  });
  await service.sql(`insert into nodes (id, host, version, started_at, seen_at, state)
    values ('other', 'web-2', '0.1.0', ${now}, ${now}, '${state}')`);
  const told = await codesOf();
  for (const [code, detail] of [
    ['disk-full-soon', 'web-2'],
    ['mail-fails', 'web-2: no route to host'],
    ['clock-off', 'web-2'],
  ]) {
    assert.deepEqual(
      told.find(([each, about]) => each === code && about?.startsWith('web-2')),
      [code, detail],
    );
  }
  assert.ok(told.some(([code]) => code === 'versions-differ'));
  await service.sql(`delete from nodes where id = 'other'`);
});

test('webhooks that fail are told', async () => {
  const workspace = await ada.call(api.workspaces.create, { body: { name: 'Hooks' } });
  await service.sql(`insert into webhooks (workspace_id, id, name, url, secret_sealed, events, active, created_at, failing_since)
    values ('${workspace.publicId}', 'hook', 'Chat', 'http://192.0.2.1/', '', '[]', 1, 1, 1)`);
  assert.ok((await codesOf()).some(([code, detail]) => code === 'webhooks-fail' && detail === '1'));
  await service.sql(`delete from webhooks`);
});

test('accounts are paged by address, and found by the beginning of an address or a name', async () => {
  for (const name of ['Zoe', 'Zora', 'adam']) await service.signUp(`${name}@example.org`);
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 2, ...(cursor ? { cursor } : {}) };
    const { users, hasMore, nextCursor } = await ada.call(api.operator.users, { query });
    names.push(...users.map(({ email }) => email));
    if (!hasMore) break;
    cursor = nextCursor ?? '';
  }
  const all = [
    'ada@example.com',
    'adam@example.org',
    'bob@example.com',
    'zoe@example.org',
    'zora@example.org',
  ];
  assert.deepEqual(names, all);
  const found = async (search: string) =>
    (await ada.call(api.operator.users, { query: { search } })).users.map(({ email }) => email);
  await service.sql(`update users set name = 'Zoltan Bobson' where email = 'bob@example.com'`);
  assert.deepEqual(await found('ZO'), ['bob@example.com', 'zoe@example.org', 'zora@example.org']);
  assert.deepEqual(await found('%'), []);
  await ada.refused(400, api.operator.users, { query: { cursor: 'no cursor' } });
});

test('an account is disabled and used again; its log says so, and what it has stays', async () => {
  const key = await keyWithoutLimits(service, bob);
  const body = { isDisabled: true };
  await ada.call(api.operator.updateUser, { params: { accountPublicId: bob.id }, body });
  await bob.refused(401, api.users.me);
  await key.call(api.users.me).then(
    () => assert.fail('a key of a disabled account works'),
    ({ status }) => assert.equal(status, 401),
  );
  await ada.call(api.operator.updateUser, {
    params: { accountPublicId: bob.id },
    body: { isDisabled: false },
  });
  await key.call(api.users.me);
  await ada.refused(409, api.operator.updateUser, { params: { accountPublicId: ada.id }, body });
  await ada.refused(404, api.operator.updateUser, { params: { accountPublicId: '0123456789abcdef' }, body });
});

test('all sessions of an account end', async () => {
  const zoe = await service.caller().call(api.auth.signIn, {
    body: { email: 'zoe@example.org', password: 'password of Zoe' },
  });
  await service.caller(zoe.token).call(api.users.me);
  await ada.call(api.operator.endSessions, { params: { accountPublicId: zoe.user.id } });
  await service.caller(zoe.token).refused(401, api.users.me);
});

test('who changes the access of others is asked to confirm that it is them, once they have a second factor', async () => {
  const [kim, lea] = [await service.signUp('kim'), await service.signUp('lea')];
  const params = { accountPublicId: lea.id };
  const { secret } = await addApp(service, kim);
  service.clock.pass(confirmedFor + minute);
  // There is nothing here for anybody else, whatever they confirm.
  await kim.refused(404, api.operator.endSessions, { params });
  await makeOperator(service, kim);
  for (const [operation, body] of [
    [api.operator.updateUser, { isDisabled: true }],
    [api.operator.endSessions, undefined],
  ] as const) {
    const { message } = await kim.refused(403, operation, body ? { params, body } : { params });
    assert.match(message, /POST \/auth\/confirm/);
  }
  await lea.call(api.users.me);
  await kim.call(api.operator.health);
  await kim.call(api.secondFactors.confirmSession, { body: { code: codeAt(service, secret) } });
  await kim.call(api.operator.updateUser, { params, body: { isDisabled: false } });
  await service.sql(`update users set operator_since = null where id = '${kim.id}'`);
});

test('workspaces are listed with their sizes once they were counted, and counted again the next day', async () => {
  const { lists, workspace } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0));
  const sizeOf = async () => {
    const { workspaces } = await ada.call(api.operator.workspaces, { query: { limit: 100 } });
    return workspaces.find(({ publicId }) => publicId === workspace)?.counted;
  };
  assert.equal(await sizeOf(), null);
  await service.jobs.run('workspace-sizes');
  const { members, boards, cards, bytes } = (await sizeOf()) ?? {};
  assert.deepEqual([members, boards, cards, bytes], [1, 1, 1, 0]);
  await makeCard(ada, nth(lists, 0));
  await service.jobs.run('workspace-sizes');
  assert.equal((await sizeOf())?.cards, 1);
  service.clock.pass(day);
  await service.jobs.run('workspace-sizes');
  assert.equal((await sizeOf())?.cards, 2);
});

test('repeated work is listed with what became of it, and begins when asked', async () => {
  await ada.refused(404, api.operator.runJob, { params: { jobName: 'no-such-job' } });
  const stateOf = async () =>
    (await ada.call(api.operator.jobs)).repeated.find(({ name }) => name === 'expired-audit-entries');
  assert.deepEqual(await stateOf(), {
    name: 'expired-audit-entries',
    every: 3600,
    isRunning: false,
    endedAt: null,
    error: null,
  });
  await ada.call(api.operator.runJob, { params: { jobName: 'expired-audit-entries' } });
  while ((await stateOf())?.endedAt === null);
  const { queues } = await ada.call(api.operator.jobs);
  assert.deepEqual(
    queues.map(({ kind, waiting }) => [kind, waiting]),
    [
      ['imports', 0],
      ['exports', 0],
      ['merges', 0],
      ['previews', 0],
    ],
  );
});

test('an announcement is shown to everybody until it ends or is withdrawn', async () => {
  const reader = await service.signUp('reader');
  const shown = async () => (await reader.call(api.operator.announcement)).announcement;
  const body = { text: 'An update tonight', level: 'warning' as const, hours: 2 };
  const made = await ada.call(api.operator.announce, { body });
  assert.deepEqual([made.text, made.level], [body.text, body.level]);
  assert.deepEqual(await shown(), made);
  service.clock.pass(2 * hour);
  assert.equal(await shown(), null);
  await ada.call(api.operator.announce, { body });
  await ada.call(api.operator.withdraw);
  assert.equal(await shown(), null);
  await ada.refused(400, api.operator.announce, { body: { ...body, hours: 90 * 24 + 1 } });
});

test('a test mail goes to who asks for it', async () => {
  assert.deepEqual(await ada.call(api.operator.testMail), { isSent: true, error: null });
  const mail = service.mails.at(-1);
  assert.deepEqual([mail?.to, mail?.subject], ['ada@example.com', 'A test email']);
});

suite('a service whose mail server refuses', async () => {
  const broken = await testService(
    { LOG_LEVEL: 'silent' },
    {
      mailer: {
        send: async () => {
          throw new Error('550 not here');
        },
      },
    },
  );
  const eve = await broken.signUp('eve');
  await makeOperator(broken, eve);

  test('says why to who asks for a test mail, and from the next heartbeat to all operators', async () => {
    assert.deepEqual(await eve.call(api.operator.testMail), { isSent: false, error: '550 not here' });
    await broken.jobs.run('node');
    const { problems, nodes } = await eve.call(api.operator.health);
    assert.equal(problems[0]?.code, 'mail-fails');
    assert.equal(nodes[0]?.mails.failed, 1);
  });
});
