import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { beginUpload } from '../../testing/files.ts';
import { type MadeBoard, makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';
import { second } from '../clock.ts';
import { holdTime, permanentHold, releaseBoard } from './hold.ts';

/* A held board can be read as always. Changes to it wait, and none is lost. */

const service = await testService();
const ada = await service.signUp('ada');

/** Holds a board, as a move does that is between two of its slices. */
const hold = ({ board }: MadeBoard, until = service.clock.now() + holdTime) =>
  service.sql(`update versions set held_until = ${until} where id = '${board}'`);
/** By a write of the service, which waits for its turn: a connection of its own would block the one it waits for. */
const release = async ({ workspace, board }: MadeBoard) => {
  const [held] = await service.sql<{ until: number }>(
    `select held_until as until from versions where id = '${board}'`,
  );
  const until = Number(held?.until);
  assert.ok(await service.db.write((tx) => releaseBoard(tx, { workspaceId: workspace, id: board }, until)));
};

/** Whether something has ended by the time that something else was done after it. */
async function hasEnded(work: Promise<unknown>, meanwhile: () => Promise<unknown>): Promise<boolean> {
  let ended = false;
  void work.finally(() => (ended = true)).catch(() => {});
  for (let n = 0; n < 5; n++) await meanwhile();
  return ended;
}

const titlesIn = async ({ board }: MadeBoard) => {
  const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  return lists.map(({ cards }) => cards.map(({ title }) => title));
};

test('changes of a held board wait, those of others do not', async () => {
  const held = await makeBoard(ada);
  const free = await makeBoard(ada, { workspace: held.workspace });
  const card = await makeCard(ada, nth(held.lists, 0), { title: 'before' });
  const passing = await makeCard(ada, nth(free.lists, 0), { title: 'passing' });
  const params = { cardPublicId: card };
  await hold(held);
  const changes = [
    ada.call(api.cards.update, { params, body: { title: 'after' } }),
    ada.call(api.comments.create, { params, body: { comment: 'Yes' } }),
    ada.call(api.lists.create, { body: { name: 'Late', boardPublicId: held.board } }),
    ada.call(api.boards.update, { params: { boardPublicId: held.board }, body: { favorite: true } }),
    // To the held board, from another one.
    ada.call(api.cards.update, {
      params: { cardPublicId: passing },
      body: { listPublicId: nth(held.lists, 1) },
    }),
    beginUpload(ada, card),
  ];
  for (const change of changes) {
    assert.equal(await hasEnded(change, () => makeCard(ada, nth(free.lists, 1))), false);
  }
  assert.deepEqual(await titlesIn(held), [['before'], []]);
  await release(held);
  await Promise.all(changes);
  assert.deepEqual(await titlesIn(held), [['after'], ['passing'], []]);
});

test('neighbours are not spread on a held board', async () => {
  const held = await makeBoard(ada);
  const [one, other, third] = [
    await makeCard(ada, nth(held.lists, 0), { title: 'one' }),
    await makeCard(ada, nth(held.lists, 0), { title: 'other' }),
    await makeCard(ada, nth(held.lists, 0), { title: 'third' }),
  ];
  const place = (id: string, position: string) =>
    service.sql(`update cards set position = '${position}' where id = '${id}'`);
  // There is no key of 40 characters between these.
  await place(one, `a0${'0'.repeat(37)}1`);
  await place(other, `a0${'0'.repeat(37)}2`);
  const places = () =>
    service.sql(`select id, position from cards where list_id = '${nth(held.lists, 0)}' order by id`);
  const before = await places();
  await hold(held);
  const move = ada.call(api.cards.update, { params: { cardPublicId: third }, body: { index: 1 } });
  assert.equal(await hasEnded(move, places), false);
  assert.deepEqual(await places(), before);
  await release(held);
  await move;
  assert.deepEqual(await titlesIn(held), [['one', 'third', 'other'], []]);
});

test('a hold that nobody renews ends by itself', async () => {
  const held = await makeBoard(ada);
  await hold(held);
  service.clock.pass(holdTime + second);
  await makeCard(ada, nth(held.lists, 0), { title: 'after' });
  assert.deepEqual(await titlesIn(held), [['after'], []]);
});

test('a change of a board that has just moved finds it where it is now', async () => {
  const left = await makeBoard(ada);
  await hold(left, permanentHold);
  const change = makeCard(ada, nth(left.lists, 0), { title: 'after' });
  assert.equal(await hasEnded(change, () => ada.call(api.users.me, {})), false);
  await release(left);
  await change;
});

test('a change that is refused on a board that has just moved is tried again where it is now', async () => {
  const left = await makeBoard(ada);
  const params = { cardPublicId: await makeCard(ada, nth(left.lists, 0)) };
  await hold(left, permanentHold);
  const body = { listPublicId: '0123456789abcdef' };
  const change = ada.refused(400, api.cards.update, { params, body });
  assert.equal(await hasEnded(change, () => ada.call(api.users.me, {})), false);
  await release(left);
  await change;
});
