import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { type RelationType, relationTypes } from '../../../contract/relation-types.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { listen } from '../testing/live.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* Who sees what of two related cards, and when. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const at = (cardPublicId: string) => ({ params: { cardPublicId } });
const update = (card: string, body: BodyOf<typeof api.cards.update>) =>
  ada.call(api.cards.update, { ...at(card), body });
const relate = (card: string, type: RelationType, cardPublicId: string) =>
  ada.call(api.relations.create, { ...at(card), body: { type, cardPublicId } });

/** A card on a board that bob sees, and others on a board that is closed to him. */
async function world() {
  const open = await makeBoard(ada);
  const closed = await makeBoard(ada, { workspace: open.workspace, name: 'Takeover of Zephyr' });
  const { board, workspace } = open;
  await addMember(service, workspace, bob, { role: 'member' });
  const params = { boardPublicId: closed.board };
  await ada.call(api.boards.update, { params, body: { access: 'members' } });
  const card = await makeCard(ada, nth(open.lists, 0), { title: 'Plain' });
  const hidden = await Promise.all(
    relationTypes.map((type) => makeCard(ada, nth(closed.lists, 0), { title: `Zephyr ${type}` })),
  );
  return { workspace, board, card, closed, hidden };
}

test('somebody who may not see a card learns nothing of it from those it is related to', async () => {
  const { workspace, board, card, closed, hidden } = await world();
  const stream = await listen(service, bob, workspace);
  for (const [which, type] of relationTypes.entries()) await relate(card, type, nth(hidden, which));
  const params = { boardPublicId: board };
  const reads = async () => {
    const include = ['work' as const];
    const answers = await Promise.all([
      bob.call(api.cards.get, { ...at(card), query: { include } }),
      bob.call(api.cards.content, at(card)),
      bob.call(api.relations.list, at(card)),
      bob.call(api.activities.list, { ...at(card), query: { include, limit: 50 } }),
      bob.call(api.boards.snapshot, { params }),
      bob.call(api.boards.get, { params }),
      bob.call(api.boardActivities.list, { params }),
      bob.call(api.notifications.list, { query: {} }),
      bob.call(api.search.workspace, {
        params: { workspacePublicId: workspace },
        query: { query: 'Zephyr' },
      }),
    ]);
    return JSON.stringify(answers);
  };
  const before = await reads();
  assert.match(before, /"blocked":true/, 'whether it is blocked is a fact of the card itself');
  // What everyone with a key to the closed board could change there, except what says whether it is done.
  for (const id of hidden) {
    await update(id, { title: 'Zephyrus', dueDate: '2026-12-24', listPublicId: nth(closed.lists, 1) });
    await ada.call(api.comments.create, { ...at(id), body: { comment: 'Zephyr' } });
  }
  await ada.call(api.boards.update, { params: { boardPublicId: closed.board }, body: { name: 'Zephyr 2' } });
  assert.equal(await reads(), before);
  await update(nth(hidden, 0), { completed: true });
  await update(nth(hidden, relationTypes.indexOf('blocked-by')), { completed: true });
  await until(() => stream.text().includes('card.updated.relation.changed'));
  for (const secret of [...hidden, closed.board, ...closed.lists, 'Zephyr'])
    for (const [what, text] of Object.entries({ before, after: await reads(), events: stream.text() }))
      assert.ok(!text.includes(secret), `${what}: ${secret}`);
  const changed = stream.events.filter(({ type }) => type === 'card.updated.relation.changed');
  assert.deepEqual(
    changed.map(({ user }) => user),
    changed.map(() => null),
    'nor who did what there',
  );
  stream.end();
});

test('those who see a board see at once that a card of another board is done', async () => {
  const { workspace, board, card, closed, hidden } = await world();
  await relate(nth(hidden, 0), 'blocks', card);
  await relate(nth(hidden, 1), 'parent', card);
  const stream = await listen(service, bob, workspace, { boardPublicId: board });
  const heard = async (act: () => Promise<unknown>) => {
    const count = stream.events.length;
    await act();
    await until(() => stream.events.length > count);
    const { type, card: tile, reread } = nth(stream.events, -1 + stream.events.length);
    return reread
      ? type
      : [type, tile && 'title' in tile && (tile.blocked ?? false), tile && 'title' in tile && tile.children];
  };
  const type = 'card.updated.relation.changed';
  const [blocker, child] = [nth(hidden, 0), nth(hidden, 1)];
  assert.deepEqual(await heard(() => update(blocker, { completed: true })), [
    type,
    false,
    { done: 0, total: 1 },
  ]);
  assert.deepEqual(await heard(() => update(blocker, { completed: false })), [
    type,
    true,
    { done: 0, total: 1 },
  ]);
  assert.deepEqual(await heard(() => update(child, { completed: true })), [
    type,
    true,
    { done: 1, total: 1 },
  ]);
  assert.deepEqual(await heard(() => ada.call(api.cards.archive, at(blocker))), [
    type,
    false,
    { done: 1, total: 1 },
  ]);
  assert.deepEqual(await heard(() => ada.call(api.cards.restore, at(blocker))), [
    type,
    true,
    { done: 1, total: 1 },
  ]);
  assert.deepEqual(await heard(() => ada.call(api.cards.delete, at(child))), [type, true, undefined]);
  const reread = 'board.relations.changed';
  const list = { params: { listPublicId: nth(closed.lists, 0) } };
  const there = { params: { boardPublicId: closed.board } };
  assert.equal(await heard(() => ada.call(api.lists.archive, list)), reread);
  assert.equal(await heard(() => ada.call(api.lists.restore, list)), reread);
  assert.equal(
    await heard(() => ada.call(api.boards.update, { ...there, body: { isArchived: true } })),
    reread,
  );
  assert.equal(await heard(() => ada.call(api.boards.delete, there)), reread);
  assert.equal(await heard(() => ada.call(api.boards.restore, there)), reread);
  stream.end();
});

test('a webhook of a board is told of a relation, and not of the other card', async () => {
  const { workspace, card, hidden } = await world();
  const params = { workspacePublicId: workspace };
  await service.sql(`insert into webhooks (workspace_id, id, name, url, secret_sealed, events, active, created_at)
    values ('${workspace}', 'wh-relation', 'hook', 'https://192.0.2.1/', '${service.secrets.seal('x', 'wh-relation')}',
      '["card.updated.relation.*"]', 1, 0)`);
  const { publicId } = await relate(card, 'blocks', nth(hidden, 0));
  await ada.call(api.relations.delete, { params: { cardPublicId: card, relationPublicId: publicId } });
  const sent = await service.sql<{ body: string }>(
    `select body from webhook_events where workspace_id = '${params.workspacePublicId}' order by id`,
  );
  const bodies = sent.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  const own = bodies.filter(({ data }) => (data.card as { publicId: string }).publicId === card);
  assert.deepEqual(
    own.map(({ type, data }) => [type, data.previous ?? null]),
    [
      ['card.updated.relation.added', { relation: null }],
      ['card.updated.relation.removed', { relation: { publicId, type: 'blocks' } }],
    ],
  );
  assert.ok(!JSON.stringify(own).includes(nth(hidden, 0)));
});
