import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { agentOn } from '../../testing/agents.ts';
import { download, filesIn } from '../../testing/exports.ts';
import { until } from '../../testing/files.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { listen } from '../../testing/live.ts';
import { addMember } from '../../testing/members.ts';
import { testService } from '../../testing/service.ts';

/* API keys that open only some boards: what the key of an admin may do on its board, and that it learns nothing of others. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const open = await makeBoard(ada, { name: 'Harbour' });
const { workspace } = open;
const other = await makeBoard(ada, { workspace, name: 'Quarry' });
const inWorkspace = { workspacePublicId: workspace };
await addMember(service, workspace, bob, { role: 'admin' });
const [card, hidden] = [await makeCard(ada, nth(open.lists, 0)), await makeCard(ada, nth(other.lists, 0))];

const limited = { name: 'Release agent', ...inWorkspace, boardPublicIds: [open.board] };
const { key, boardPublicIds } = await ada.call(api.users.createApiKey, { body: limited });
const caller = { ...service.caller(key), token: key };

/** Puts Ada on a card as someone else does, so that she is told. */
async function assign(cardPublicId: string) {
  const members = await ada.call(api.members.list, { params: inWorkspace });
  const ofAda = members.find(({ user }) => user?.id === ada.id)?.publicId ?? '';
  const params = { cardPublicId, workspaceMemberPublicId: ofAda };
  await bob.call(api.cards.addMember, { params });
}

test('a key shows the boards to which it is limited', async () => {
  assert.deepEqual(boardPublicIds, [open.board]);
  const listed = await ada.call(api.users.apiKeys);
  assert.deepEqual(listed[0]?.boardPublicIds, [open.board]);
  const credential = await caller.call(api.users.credential);
  assert.deepEqual([credential.workspacePublicId, credential.boardPublicIds], [workspace, [open.board]]);
});

test('a key is limited to boards of its workspace that its owner sees', async () => {
  const refused = (body: Record<string, unknown>) =>
    ada.refused(400, api.users.createApiKey, { body: { ...limited, ...body } });
  const foreign = await makeBoard(bob);
  await refused({ boardPublicIds: [open.board, foreign.board] });
  await refused({ boardPublicIds: ['0123456789abcdef'] });
  await refused({ boardPublicIds: [] });
  await refused({ workspacePublicId: null });
});

test('it works on its board, and makes nothing elsewhere', async () => {
  await caller.call(api.cards.create, { body: { title: 'By key', listPublicId: nth(open.lists, 0) } });
  await caller.call(api.lists.create, { body: { name: 'Later', boardPublicId: open.board } });
  await caller.refused(400, api.cards.create, { body: { title: 'x', listPublicId: nth(other.lists, 0) } });
  await caller.refused(400, api.cards.update, {
    params: { cardPublicId: card },
    body: { listPublicId: nth(other.lists, 0) },
  });
  await caller.refused(404, api.cards.get, { params: { cardPublicId: hidden } });
  const params = inWorkspace;
  await caller.refused(403, api.boards.create, { params, body: { name: 'x', lists: [] } });
  await caller.refused(403, api.invites.inviteMember, { params, body: { email: 'cyd@example.com' } });
  await caller.refused(403, api.webhooks.list, { params });
  await caller.refused(403, api.workspaces.delete, { params });
  const members = await ada.call(api.members.list, { params });
  const memberPublicId = members.find(({ user }) => user?.id === ada.id)?.publicId ?? '';
  await caller.refused(403, api.members.remove, { params: { ...params, memberPublicId } });
});

test('lists, cards and counts of what its owner has to do are of its board only', async () => {
  for (const each of [card, hidden]) await assign(each);
  const boards = await caller.call(api.boards.list, { params: inWorkspace });
  assert.deepEqual(
    boards.map(({ publicId }) => publicId),
    [open.board],
  );
  const { cards } = await caller.call(api.cards.mine, {});
  assert.deepEqual(
    cards.map(({ publicId }) => publicId),
    [card],
  );
  const { notifications } = await caller.call(api.notifications.list, {});
  assert.deepEqual(
    notifications.map((each) => each.card?.publicId),
    [card],
  );
  assert.equal((await caller.call(api.notifications.list, {})).unread, 1);
  const found = await caller.call(api.search.workspace, { params: inWorkspace, query: { query: 'quarry' } });
  assert.deepEqual(found, []);
});

test('a stream has the events of its board only', async () => {
  const stream = await listen(service, caller, workspace);
  for (const cardPublicId of [hidden, card]) {
    await ada.call(api.cards.update, { params: { cardPublicId }, body: { title: 'Painted' } });
  }
  const [row] = await service.sql<{ position: number }>('select max(position) as position from changes');
  await stream.reached(Number(row?.position));
  assert.deepEqual(
    stream.events.map(({ boardPublicId }) => boardPublicId),
    [open.board],
  );
  const resumed = await listen(service, caller, workspace, { after: Number(row?.position) });
  await until(async () => resumed.named.length > 0);
  const { boardPublicIds: resumedWith, workspacePermissions } = nth(resumed.named, 0).data;
  assert.deepEqual([resumedWith, workspacePermissions], [[open.board], ['workspace:view']]);
  assert.ok(!stream.text().includes(hidden) && !stream.text().includes(other.board));
  stream.end();
  resumed.end();
});

test('its export of the workspace has its board only, and it is not shown those with more', async () => {
  const params = inWorkspace;
  const all = await ada.call(api.exports.startWorkspace, { params, body: {} });
  const own = await caller.call(api.exports.startWorkspace, { params, body: {} });
  assert.ok(own.total < all.total);
  await service.jobs.run('exports');
  const listed = await caller.call(api.exports.list);
  assert.deepEqual(
    listed.map(({ exportPublicId }) => exportPublicId),
    [own.exportPublicId],
  );
  await caller.refused(404, api.exports.get, { params: { exportPublicId: all.exportPublicId } });
  for (const files of [
    await filesIn(await download(service, caller, `/workspaces/${workspace}/export`)),
    await filesIn(await fetch(service.baseUrl + (listed[0]?.url ?? '').split('/api/v1')[1])),
  ]) {
    const names = [...files.keys()].filter((name) => name.startsWith('boards/'));
    assert.deepEqual(names, [`boards/${open.board}.jsonl`]);
    assert.ok(![...files.values()].some((text) => text.includes('Quarry')));
  }
});

test('an agent with it finds its board only', async () => {
  const agent = await agentOn(service.address, key, { transport: 'http', mode: 'auto' });
  const { text } = await agent.ask('overview');
  assert.ok(text.includes('Harbour') && !text.includes('Quarry'), text);
  await agent.close();
});
