import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* Webhooks that are limited to some boards of their workspace. */

const service = await testService({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const workspace = await makeWorkspace(ada);
const params = { workspacePublicId: workspace };
const plain = { name: 'Chat', url: 'http://127.0.0.1:10009/', events: ['*'] };

const boardOf = (name: string) => makeBoard(ada, { workspace, name });
const hookOn = (...boardPublicIds: string[]) =>
  ada.call(api.webhooks.create, { params, body: { ...plain, boardPublicIds } });
const at = (webhookPublicId: string) => ({ params: { ...params, webhookPublicId } });

/** The events that were stored for a webhook, with what they are about. */
const eventsOf = async (webhook: string) => {
  const rows = await service.sql<{ event: string; board: string | null }>(
    `select d.event, e.board_id as board from webhook_deliveries d
      join webhook_events e on e.workspace_id = d.workspace_id and e.id = d.event_id
      where d.webhook_id = '${webhook}' order by d.created_at, d.id`,
  );
  return rows.map(({ event, board }) => [event, board]);
};

test('a webhook for some boards is notified of what happens there, and of nothing else', async () => {
  const [harbour, mill, quarry] = [await boardOf('Harbour'), await boardOf('Mill'), await boardOf('Quarry')];
  const { publicId } = await hookOn(harbour.board, mill.board, harbour.board);
  for (const { lists } of [quarry, mill, harbour]) await makeCard(ada, nth(lists, 0));
  await ada.call(api.boards.update, { params: { boardPublicId: harbour.board }, body: { name: 'Port' } });
  await ada.call(api.boards.update, { params: { boardPublicId: quarry.board }, body: { name: 'Pit' } });
  await boardOf('Another');
  await ada.call(api.invites.inviteMember, { params, body: { email: 'dee@example.com' } });
  assert.deepEqual(await eventsOf(publicId), [
    ['card.created', mill.board],
    ['card.created', harbour.board],
    ['board.updated', harbour.board],
  ]);
  const shown = await ada.call(api.webhooks.get, at(publicId));
  assert.deepEqual(shown.boardPublicIds, [harbour.board, mill.board]);
});

test('one that is not limited says so, and stays as it was', async () => {
  const body = { ...plain, events: ['board.created', 'card.created'] };
  const { publicId } = await ada.call(api.webhooks.create, { params, body });
  assert.equal((await ada.call(api.webhooks.get, at(publicId))).boardPublicIds, null);
  const { board, lists } = await boardOf('Lawn');
  await makeCard(ada, nth(lists, 0));
  assert.deepEqual(await eventsOf(publicId), [
    ['board.created', board],
    ['card.created', board],
  ]);
});

test('its boards are changed, and given up', async () => {
  const [first, second] = [await boardOf('First'), await boardOf('Second')];
  const { publicId } = await hookOn(first.board);
  const change = (boardPublicIds: string[] | null) =>
    ada.call(api.webhooks.update, { ...at(publicId), body: { boardPublicIds } });
  const cards = async () => {
    for (const { lists } of [first, second]) await makeCard(ada, nth(lists, 0));
  };
  await change([second.board]);
  await ada.call(api.webhooks.update, { ...at(publicId), body: { name: 'Log' } });
  await cards();
  await change(null);
  await cards();
  assert.deepEqual(
    (await eventsOf(publicId)).map(([, board]) => board),
    [second.board, first.board, second.board],
  );
  assert.equal((await ada.call(api.webhooks.get, at(publicId))).boardPublicIds, null);
});

test('its boards are ones of the workspace that the caller sees', async () => {
  const { board } = await boardOf('Seen');
  const elsewhere = await makeBoard(ada);
  const { publicId } = await hookOn(board);
  const many = Array.from({ length: caps.boardsOfWebhook + 1 }, () => board);
  for (const wrong of [[board, elsewhere.board], ['0123456789abcdef'], [], many]) {
    const body = { boardPublicIds: wrong };
    const made = await ada.refused(400, api.webhooks.create, { params, body: { ...plain, ...body } });
    assert.match(nth(made.issues, 0).message, /body\/boardPublicIds/);
    await ada.refused(400, api.webhooks.update, { ...at(publicId), body });
  }
  await ada.call(api.boards.delete, { params: { boardPublicId: board } });
  await ada.refused(400, api.webhooks.create, { params, body: { ...plain, boardPublicIds: [board] } });
});

test('a closed board stays hidden from those who do not see it, and they do not drop it', async () => {
  await addMember(service, workspace, bob, { granted: ['workspace:manage'] });
  const [open, closed] = [await boardOf('Open'), await boardOf('Closed')];
  await ada.call(api.boards.update, { params: { boardPublicId: closed.board }, body: { access: 'members' } });
  const { publicId } = await hookOn(open.board, closed.board);
  const shownTo = async (person: typeof ada) =>
    (await person.call(api.webhooks.get, at(publicId))).boardPublicIds;
  const change = (boardPublicIds: string[]) =>
    bob.call(api.webhooks.update, { ...at(publicId), body: { boardPublicIds } });
  assert.deepEqual(await shownTo(bob), [open.board]);
  await bob.refused(400, api.webhooks.update, {
    ...at(publicId),
    body: { boardPublicIds: [open.board, closed.board] },
  });
  const other = await boardOf('Other');
  await change([other.board]);
  assert.deepEqual(await shownTo(bob), [other.board]);
  assert.deepEqual(await shownTo(ada), [other.board, closed.board]);
  await makeCard(ada, nth(closed.lists, 0));
  assert.deepEqual(await eventsOf(publicId), [['card.created', closed.board]]);
});

test('a board of it comes back from the trash with it', async () => {
  const { board, lists } = await boardOf('Lost');
  const { publicId } = await hookOn(board);
  const of = { params: { boardPublicId: board } };
  await ada.call(api.boards.delete, of);
  assert.deepEqual((await ada.call(api.webhooks.get, at(publicId))).boardPublicIds, []);
  await ada.call(api.boards.restore, of);
  await makeCard(ada, nth(lists, 0));
  assert.deepEqual(await eventsOf(publicId), [
    ['board.deleted', board],
    ['board.updated', board],
    ['card.created', board],
  ]);
  assert.deepEqual((await ada.call(api.webhooks.get, at(publicId))).boardPublicIds, [board]);
});

test('a board that moved away takes nothing along, and no board takes its place', async () => {
  const { board, lists } = await boardOf('Moving');
  const { publicId } = await hookOn(board);
  const target = await makeWorkspace(ada);
  const all = await ada.call(api.webhooks.create, { params: { workspacePublicId: target }, body: plain });
  const move = (targetWorkspacePublicId: string) =>
    ada.call(api.boards.move, { params: { boardPublicId: board }, body: { targetWorkspacePublicId } });
  await move(target);
  const before = await eventsOf(publicId);
  await makeCard(ada, nth(lists, 0));
  await makeCard(ada, nth((await boardOf('Staying')).lists, 0));
  assert.deepEqual(await eventsOf(publicId), before);
  assert.ok((await eventsOf(all.publicId)).some(([event]) => event === 'card.created'));
  assert.deepEqual((await ada.call(api.webhooks.get, at(publicId))).boardPublicIds, []);
});

test('the audit log counts its boards, and says that others took their place', async () => {
  const own = await makeBoard(ada, { name: 'One' });
  const two = await makeBoard(ada, { workspace: own.workspace, name: 'Two' });
  const of = { params: { workspacePublicId: own.workspace } };
  const body = { ...plain, boardPublicIds: [own.board] };
  const { publicId } = await ada.call(api.webhooks.create, { ...of, body });
  const webhook = { params: { ...of.params, webhookPublicId: publicId } };
  for (const boardPublicIds of [[two.board], [own.board, two.board], null]) {
    await ada.call(api.webhooks.update, { ...webhook, body: { boardPublicIds } });
  }
  const { entries } = await ada.call(api.audit.list, of);
  const changes = entries
    .filter(({ type }) => type.startsWith('webhook.'))
    .map(({ detail }) => detail?.find(({ field }) => field === 'boards'))
    .toReversed();
  assert.deepEqual(changes, [
    { field: 'boards', from: null, to: '1' },
    { field: 'boards', from: null, to: null },
    { field: 'boards', from: '1', to: '2' },
    { field: 'boards', from: '2', to: null },
  ]);
});
