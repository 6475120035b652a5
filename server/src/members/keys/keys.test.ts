import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { day, hour, minute } from '../../base/clock.ts';
import { makeBoard, makeMember } from '../../testing/fixtures.ts';
import { type Person, testService } from '../../testing/service.ts';

/* The API keys that open a workspace, and how they end there. */

const service = await testService();
let people = 0;

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });

/** A workspace of ada's with a member, who has another workspace and keys. */
async function withKeys() {
  const ada = await service.signUp(`ada${++people}`);
  const bob = await service.signUp(`bob${people}`);
  const { workspace, board } = await makeBoard(ada);
  await makeMember(service, ada, workspace, bob, 'member');
  const { workspace: other } = await makeBoard(bob);
  const make = async (name: string, body: object = {}) => {
    const made = await bob.call(api.users.createApiKey, { body: { name, ...body } as never });
    return { ...made, caller: service.caller(made.key) };
  };
  return { ada, bob, workspace, board, other, make };
}

const listed = async (person: Pick<Person, 'call'>, workspace: string) =>
  (await person.call(api.workspaceKeys.list, { ...at(workspace), query: {} })).keys;

const end = (workspacePublicId: string, keyId: number) => ({ params: { workspacePublicId, keyId } });

const demand = (ada: Person, workspace: string, body: object) =>
  ada.call(api.policies.update, { ...at(workspace), body: body as never });

const toldOf = async (person: Person): Promise<string[]> =>
  (await person.call(api.notifications.list, { query: {} })).notifications
    .filter(({ kind, text }) => kind === 'security' && /key of yours/.test(text))
    .map(({ text }) => text);

test('the list has all keys that open the workspace, with whose they are, and none of them itself', async () => {
  const { ada, bob, workspace, other, board, make } = await withKeys();
  const { name: nameOfBob } = await bob.call(api.users.me);
  const all = await make('All');
  const here = await make('Here', {
    workspacePublicId: workspace,
    boardPublicIds: [board],
    permissions: ['card:view'],
  });
  await make('Elsewhere', { workspacePublicId: other });
  const { publicId: bot } = await ada.call(api.bots.create, {
    ...at(workspace),
    body: { name: 'Agent', role: 'guest' },
  });
  const ofBot = await ada.call(api.bots.createKey, {
    params: { workspacePublicId: workspace, botPublicId: bot },
    body: { name: 'Run' },
  });
  await all.caller.call(api.users.me);
  await service.lastUsed.flush();
  const keys = await listed(ada, workspace);
  const by = (wanted: number) => keys.find(({ id }) => id === wanted);
  assert.deepEqual(keys.map(({ name }) => name).sort(), ['All', 'Here', 'Run']);
  assert.deepEqual(
    [by(all.id)?.owner.name, by(all.id)?.opensOthers, by(all.id)?.boards],
    [nameOfBob, true, null],
  );
  assert.ok(by(all.id)?.lastUsedAt);
  const seen = by(here.id);
  assert.deepEqual(
    [seen?.opensOthers, seen?.boards, seen?.permissions, seen?.lastUsedAt, seen?.prefix],
    [false, 1, ['card:view'], null, here.prefix],
  );
  assert.equal(by(ofBot.id)?.owner.isBot, true);
  assert.doesNotMatch(JSON.stringify(keys), new RegExp(`${all.key}|${here.key}|${ofBot.key}`));
});

test('the list is paged by member, and each key is on one page', async () => {
  const { ada, workspace, make } = await withKeys();
  const made: number[] = [];
  for (let number = 0; number < 5; number++) made.push((await make(`Key ${number}`)).id);
  const found: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: { limit: number; cursor?: string } = { limit: 2, ...(cursor ? { cursor } : {}) };
    const page: { keys: { id: number }[]; nextCursor: string | null } = await ada.call(
      api.workspaceKeys.list,
      {
        ...at(workspace),
        query,
      },
    );
    found.push(...page.keys.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  assert.deepEqual(found, made);
  for (const cursor of ['x', '1.2', `${'0'.repeat(16)}.x`])
    await ada.refused(400, api.workspaceKeys.list, { ...at(workspace), query: { cursor } });
});

test('a key that is ended is closed to this workspace alone; its owner is told, and so is the log', async () => {
  const { ada, bob, workspace, other, make } = await withKeys();
  const { id, caller } = await make('All');
  await ada.call(api.workspaceKeys.end, end(workspace, id));
  const { message } = await caller.refused(403, api.workspaces.get, at(workspace));
  assert.match(message, /has ended in this workspace/);
  await caller.call(api.workspaces.get, at(other));
  const mine = await caller.call(api.workspaces.list, { query: {} });
  assert.deepEqual(
    mine.map((each) => each.workspace.publicId),
    [other],
  );
  assert.deepEqual(await listed(ada, workspace), []);
  await ada.refused(404, api.workspaceKeys.end, end(workspace, id));
  const [told = ''] = await toldOf(bob);
  assert.match(told, /^An API key of yours has ended: All \(tbk_[\w-]+…\) · Workspace \d+$/);
  const { entries } = await ada.call(api.audit.list, { ...at(workspace), query: { limit: 1 } });
  assert.deepEqual([entries[0]?.type, entries[0]?.subject.name], ['key.revoked', 'All']);
  // One more workspace that ends it.
  const { workspace: third } = await makeBoard(ada);
  await makeMember(service, ada, third, bob, 'member');
  await caller.call(api.workspaces.get, at(third));
  await ada.call(api.workspaceKeys.end, end(third, id));
  for (const closed of [workspace, third]) await caller.refused(403, api.workspaces.get, at(closed));
  await caller.call(api.workspaces.get, at(other));
});

test('a key for this workspace alone is revoked', async () => {
  const { ada, bob, workspace, make } = await withKeys();
  const { id, caller } = await make('Here', { workspacePublicId: workspace });
  await ada.call(api.workspaceKeys.end, end(workspace, id));
  await caller.refused(401, api.workspaces.get, at(workspace));
  assert.equal((await toldOf(bob)).length, 1);
});

test('nobody ends keys of other workspaces, of those above them, or without managing the workspace', async () => {
  const { ada, bob, workspace, other, make } = await withKeys();
  const { id } = await make('Elsewhere', { workspacePublicId: other });
  await ada.refused(404, api.workspaceKeys.end, end(workspace, id));
  await ada.refused(403, api.workspaceKeys.end, end(other, id));
  const { id: adas } = await ada.call(api.users.createApiKey, { body: { name: 'Of ada' } });
  await bob.refused(403, api.workspaceKeys.list, { ...at(workspace), query: {} });
  await bob.refused(403, api.workspaceKeys.end, end(workspace, adas));
  const { members } = await ada.call(api.workspaces.get, at(workspace));
  const memberPublicId = members.find(({ user }) => user?.id === bob.id)?.publicId ?? '';
  const params = { workspacePublicId: workspace, memberPublicId };
  await ada.call(api.members.grant, { params, body: { permission: 'workspace:manage' } });
  assert.equal((await listed(bob, workspace)).length, 1);
  await bob.refused(403, api.workspaceKeys.end, end(workspace, adas));
  const left = await make('Left');
  await ada.call(api.members.remove, { params });
  await ada.refused(404, api.workspaceKeys.end, end(workspace, left.id));
});

test('where only bots may have keys, those of people are closed at once, and open again when they may', async () => {
  const { ada, workspace, other, make } = await withKeys();
  const { caller, id } = await make('All');
  const { publicId: bot } = await ada.call(api.bots.create, {
    ...at(workspace),
    body: { name: 'Agent', role: 'guest' },
  });
  const { key } = await ada.call(api.bots.createKey, {
    params: { workspacePublicId: workspace, botPublicId: bot },
    body: { name: 'Run' },
  });
  await demand(ada, workspace, { personalKeys: false });
  const { message } = await caller.refused(403, api.workspaces.get, at(workspace));
  assert.match(message, /keys of bots only/);
  await caller.call(api.workspaces.get, at(other));
  await service.caller(key).call(api.workspaces.get, at(workspace));
  const keys = await listed(ada, workspace);
  assert.deepEqual(
    new Map(keys.map((each) => [each.id === id, each.closedBy])),
    new Map([
      [false, null],
      [true, 'personalKeys'],
    ]),
  );
  await ada.call(api.workspaces.get, at(workspace));
  await demand(ada, workspace, { personalKeys: true });
  await caller.call(api.workspaces.get, at(workspace));
});

test('a key ends when it is as old as the workspace allows; its owner is told a week before, once', async () => {
  const { ada, bob, workspace, other, make } = await withKeys();
  const { caller } = await make('Old');
  await demand(ada, workspace, { longestKeyLife: 30 });
  const [before] = await listed(ada, workspace);
  assert.equal(Date.parse(before?.endsAt ?? '') - Date.parse(before?.createdAt ?? ''), (30 * day) / 1000);
  const run = () => service.jobs.run('ends-of-keys');
  const pass = async (time: number) => {
    for (let left = time; left > 0; left -= 5 * day) {
      service.clock.pass(Math.min(left, 5 * day));
      await caller.call(api.workspaces.get, at(other));
      await service.lastUsed.flush();
    }
  };
  await pass(22 * day);
  await run();
  await pass(day + hour);
  await run();
  await run();
  const told = await service.sql<{ type: string; detail: string }>(
    `select type, detail from security_events where user_id = '${bob.id}' and type like 'key.end%'`,
  );
  assert.equal(told.length, 1);
  assert.match(told[0]?.detail ?? '', /^Old \(tbk_[\w-]+…\) · Workspace \d+ · \d{4}-\d\d-\d\d$/);
  await caller.call(api.workspaces.get, at(workspace));
  await pass(7 * day);
  const { message } = await caller.refused(403, api.workspaces.get, at(workspace));
  assert.match(message, /older than this workspace allows/);
  await run();
  await caller.refused(403, api.workspaces.get, at(workspace));
  await caller.call(api.workspaces.get, at(other));
  const events = await service.sql<{ type: string }>(
    `select type from security_events where user_id = '${bob.id}' and type like 'key.end%' order by created_at`,
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ['key.ending', 'key.ended'],
  );
});

test('a key that is not used ends, and use does not bring it back', async () => {
  const { ada, bob, workspace, other, make } = await withKeys();
  const unused = await make('Unused');
  const used = await make('Used');
  const here = await make('Here', { workspacePublicId: workspace });
  await demand(ada, workspace, { unusedKeyLife: 10 });
  service.clock.pass(6 * day);
  await used.caller.call(api.users.me);
  await service.lastUsed.flush();
  service.clock.pass(4 * day + minute);
  for (let time = 0; time < 2; time++) {
    await unused.caller.refused(403, api.workspaces.get, at(workspace));
    await unused.caller.call(api.workspaces.get, at(other));
    await service.lastUsed.flush();
  }
  await used.caller.call(api.workspaces.get, at(workspace));
  await service.jobs.run('ends-of-keys');
  await here.caller.refused(401, api.workspaces.get, at(workspace));
  await unused.caller.refused(403, api.workspaces.get, at(workspace));
  await unused.caller.call(api.workspaces.get, at(other));
  await service.lastUsed.flush();
  service.clock.pass(minute);
  await unused.caller.refused(403, api.workspaces.get, at(workspace));
  await used.caller.call(api.workspaces.get, at(workspace));
  const told = await toldOf(bob);
  assert.equal(told.filter((text) => text.includes('has ended')).length, 2);
  const last = await service.sql<{ at: number }>(
    `select last_used_at as at from api_keys where id = ${unused.id}`,
  );
  assert.ok(Number(last[0]?.at) > 0, 'its use elsewhere is noted again');
});

test('what a key opened stays open to nobody: streams end with it', async () => {
  const { ada, workspace, make } = await withKeys();
  const { key, id } = await make('All');
  const stream = await fetch(`${service.baseUrl}/workspaces/${workspace}/events`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await ada.call(api.workspaceKeys.end, end(workspace, id));
  await service.jobs.run('event-streams');
  // It ends only when the service ends it.
  await stream.text();
});

test('exports can be left to those who manage the workspace', async () => {
  const { ada, bob, workspace, board } = await withKeys();
  const onBoard = { params: { boardPublicId: board } };
  const started = await bob.call(api.exports.startBoard, { ...onBoard, body: { format: 'csv' } });
  await service.jobs.run('exports');
  const { url } = await bob.call(api.exports.get, { params: { exportPublicId: started.exportPublicId } });
  const file = (url ?? '').replace(/^.*\/api\/v1/, service.baseUrl);
  assert.equal((await fetch(file)).status, 200);
  await demand(ada, workspace, { exports: 'admins' });
  assert.equal((await fetch(file)).status, 403);
  for (const [start, input] of [
    [api.exports.startBoard, { ...onBoard, body: { format: 'csv' } }],
    [api.exports.startWorkspace, { ...at(workspace), body: { format: 'csv' } }],
    [api.exports.board, { ...onBoard, query: { format: 'csv' } }],
    [api.exports.workspace, { ...at(workspace), query: { format: 'csv' } }],
  ] as const)
    await bob.refused(403, start, input as never);
  await ada.call(api.exports.startWorkspace, { ...at(workspace), body: { format: 'csv' } });
});
