import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { noPolicies } from '../../../contract/policies.ts';
import { minute } from '../base/clock.ts';
import { scimOf } from '../testing/directory.ts';
import { makeBoard, makeCard, makeMember, nth } from '../testing/fixtures.ts';
import { waiters } from '../testing/live.ts';
import { memberOf, setStatus } from '../testing/members.ts';
import { addApp, codeAt } from '../testing/second-factors.ts';
import { sendRaw } from '../testing/sent-mail.ts';
import { type Person, testService } from '../testing/service.ts';

/* What a workspace demands of whoever opens it. */

const service = await testService();
let people = 0;

const at = (workspacePublicId: string) => ({ params: { workspacePublicId } });
const factor = { body: { secondFactor: true } };

/** A workspace of someone with a second factor, and a member without one. */
async function withMember() {
  const ada = await service.signUp(`ada${++people}`);
  const bob = await service.signUp(`bob${people}`);
  const { workspace, board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const member = await makeMember(service, ada, workspace, bob, 'member');
  const { secret } = await addApp(service, ada);
  return { ada, bob, workspace, board, list: nth(lists, 0), card, member, secret };
}

const demand = (ada: Person, workspace: string) =>
  ada.call(api.policies.update, { ...at(workspace), ...factor });

test('a workspace that demands a second factor is closed to members without one, and nothing else is', async () => {
  const { ada, bob, workspace, board, list, card } = await withMember();
  const other = await makeBoard(bob);
  const hidden = await ada.call(api.boards.create, {
    ...at(workspace),
    body: { name: 'Hidden', access: 'members' },
  });
  const { key } = await bob.call(api.users.createApiKey, { body: { name: 'Key' } });
  assert.deepEqual(await ada.call(api.policies.get, at(workspace)), noPolicies);
  assert.deepEqual(await demand(ada, workspace), { ...noPolicies, secondFactor: true });
  for (const caller of [bob, service.caller(key)]) {
    const { message } = await caller.refused(403, api.workspaces.get, at(workspace));
    assert.match(message, /second factor/);
    await caller.refused(403, api.boards.get, { params: { boardPublicId: board } });
    await caller.refused(404, api.boards.get, { params: { boardPublicId: hidden.publicId } });
    await caller.refused(403, api.cards.create, { body: { listPublicId: list, title: 'No' } });
    await caller.refused(403, api.cards.get, { params: { cardPublicId: card } });
    await caller.refused(403, api.search.workspace, { ...at(workspace), query: { query: 'card' } });
    await caller.call(api.boards.get, { params: { boardPublicId: other.board } });
    const seen = await caller.call(api.workspaces.list, { query: {} });
    assert.deepEqual(
      seen.map((each) => each.workspace.publicId),
      [other.workspace],
    );
    const { cards } = await caller.call(api.cards.mine, { query: {} });
    assert.deepEqual(cards, []);
  }
  const [closed] = await bob.call(api.policies.closed);
  assert.deepEqual([closed?.publicId, closed?.policy], [workspace, 'secondFactor']);
  await service.caller(key).refused(403, api.policies.closed);
  await addApp(service, bob);
  for (const caller of [bob, service.caller(key)]) await caller.call(api.workspaces.get, at(workspace));
  assert.deepEqual(await bob.call(api.policies.closed), []);
});

test('an address of a calendar is closed with the workspace', async () => {
  const { ada, bob, workspace, board } = await withMember();
  const { url } = await bob.call(api.calendars.create, { params: { boardPublicId: board } });
  const status = async () => (await fetch(url.replace(/^.*\/api\/v1/, service.baseUrl))).status;
  assert.equal(await status(), 200);
  await demand(ada, workspace);
  assert.equal(await status(), 404);
});

test('cards and notifications of a closed workspace are left out', async () => {
  const { ada, bob, workspace, card, member } = await withMember();
  await ada.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId: member } });
  const mine = async () => (await bob.call(api.cards.mine, { query: {} })).cards.length;
  const told = async () =>
    (await bob.call(api.notifications.list, { query: {} })).notifications.filter(({ card: on }) => on).length;
  assert.deepEqual([await mine(), await told()], [1, 1]);
  await demand(ada, workspace);
  assert.deepEqual([await mine(), await told()], [0, 0]);
  await ada.call(api.policies.update, { ...at(workspace), body: { secondFactor: false } });
  assert.deepEqual([await mine(), await told()], [1, 1]);
});

test('open streams and waiting requests end when the workspace is closed to them', async (t) => {
  const { ada, bob, workspace, board } = await withMember();
  const begun = waiters(t);
  const headers = { authorization: `Bearer ${bob.token}` };
  const stream = await fetch(`${service.baseUrl}/workspaces/${workspace}/events`, { headers });
  const waiting = fetch(`${service.baseUrl}/boards/${board}/changes?wait=20`, { headers });
  const own = await fetch(`${service.baseUrl}/users/me/events`, { headers });
  await begun(2);
  await demand(ada, workspace);
  await service.jobs.run('event-streams');
  // Each ends only when the service ends it.
  await stream.text();
  assert.equal((await waiting).status, 403);
  await addApp(service, bob);
  await service.jobs.run('event-streams');
  await own.text();
});

test('a policy that its maker does not meet is refused, and so is one that was not confirmed', async () => {
  const { ada, bob, workspace, secret } = await withMember();
  await bob.refused(403, api.policies.get, at(workspace));
  await bob.refused(403, api.policies.update, { ...at(workspace), ...factor });
  const own = await makeBoard(bob);
  const { message } = await bob.refused(409, api.policies.update, { ...at(own.workspace), ...factor });
  assert.match(message, /second-factor-demanded/);
  service.clock.pass(11 * minute);
  await ada.refused(403, api.policies.update, { ...at(workspace), ...factor });
  await ada.call(api.secondFactors.confirmSession, { body: { code: codeAt(service, secret) } });
  await demand(ada, workspace);
  await demand(ada, workspace);
  const { entries } = await ada.call(api.audit.list, { ...at(workspace), query: {} });
  assert.deepEqual(
    entries.filter(({ type }) => type === 'policies.updated').map(({ detail }) => detail),
    [[{ field: 'secondFactor', from: 'false', to: 'true' }]],
  );
});

test('those who left learn nothing of it, and bots need no second factor', async () => {
  const { ada, bob, workspace, member } = await withMember();
  const owner = await memberOf(service, workspace, ada);
  const bot = await ada.call(api.bots.create, {
    ...at(workspace),
    body: { name: 'Bot', ownerMemberPublicId: owner },
  });
  const { key } = await ada.call(api.bots.createKey, {
    params: { workspacePublicId: workspace, botPublicId: bot.publicId },
    body: { name: 'Agent' },
  });
  await demand(ada, workspace);
  await service.caller(key).call(api.workspaces.get, at(workspace));
  await setStatus(service, member, 'removed');
  const { message } = await bob.refused(403, api.workspaces.get, at(workspace));
  assert.doesNotMatch(message, /second factor/);
  assert.deepEqual(await bob.call(api.policies.closed), []);
});

test('an installation can demand a second factor of everyone', async () => {
  const strict = await testService({ SECOND_FACTOR: 'required' });
  const ada = await strict.signUp('ada');
  const { message } = await ada.refused(403, api.workspaces.create, { body: { name: 'Mine' } });
  assert.match(message, /second factor/);
  await ada.call(api.users.me);
  await ada.refused(403, api.workspaces.list, { query: {} });
  const { publicId, secret } = await addApp(strict, ada);
  const { publicId: workspace } = await ada.call(api.workspaces.create, { body: { name: 'Mine' } });
  const { key } = await ada.call(api.users.createApiKey, { body: { name: 'Key' } });
  await strict.caller(key).call(api.workspaces.get, at(workspace));
  assert.ok(secret);
  await ada.call(api.secondFactors.remove, { params: { factorPublicId: publicId } });
  await strict.caller(key).refused(403, api.workspaces.get, at(workspace));
  await ada.call(api.auth.signOut);
});

test('who lacks the factor that the installation demands makes no key of a bot and no address, and theirs do nothing', async () => {
  const settings = { SECOND_FACTOR: 'required', INBOUND_MAIL: 'smtp://127.0.0.1:0/in.example.com' };
  const strict = await testService(settings);
  const ada = await strict.signUp('ada');
  const { publicId: factorPublicId } = await addApp(strict, ada);
  await strict.sql('update users set email_verified_at = 1');
  const { workspace, board } = await makeBoard(ada);
  const ofBoard = { params: { boardPublicId: board } };
  const making = [api.calendars.create, api.feeds.create, api.mailboxes.create] as const;
  const [calendar, feed, mailbox] = await Promise.all([
    ada.call(api.calendars.create, ofBoard),
    ada.call(api.feeds.create, ofBoard),
    ada.call(api.mailboxes.create, ofBoard),
  ]);
  const bot = await ada.call(api.bots.create, { ...at(workspace), body: { name: 'Agent', role: 'guest' } });
  const ofBot = {
    params: { workspacePublicId: workspace, botPublicId: bot.publicId },
    body: { name: 'Run' },
  };
  const { key } = await ada.call(api.bots.createKey, ofBot);
  const scim = await scimOf(strict, ada, workspace);
  const to = mailbox.address ?? '';
  const raw = `From: ${ada.email}\r\nTo: ${to}\r\nSubject: By mail\r\n\r\nx`;
  const outcomes = async () => {
    const read = async (url: string) => (await fetch(url.replace(/^.*\/api\/v1/, strict.baseUrl))).status;
    const answer = await sendRaw(strict.mailPort ?? 0, { from: ada.email, to }, raw);
    const { status } = await scim.ask('GET', '/Users');
    return [await read(calendar.url), await read(feed.url), status, answer.slice(0, 3)];
  };
  assert.deepEqual(await outcomes(), [200, 200, 200, '250']);
  await ada.call(api.secondFactors.remove, { params: { factorPublicId } });
  assert.deepEqual(await outcomes(), [404, 404, 403, '550']);
  for (const make of making) await ada.refused(403, make, ofBoard);
  await ada.refused(403, api.bots.createKey, ofBot);
  await strict.caller(key).call(api.workspaces.get, at(workspace));
  await addApp(strict, ada);
  assert.deepEqual(await outcomes(), [200, 200, 200, '250']);
});
