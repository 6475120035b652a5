import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const { workspace, board, lists } = await makeBoard(ada);
const bob = await service.signUp('bob');
const bobsMember = await addMember(service, workspace, bob);

const none = { watching: false, because: null };
const reason = (because: string) => ({ watching: true, because });

test('whether somebody watches a card is said with the reason, in the order of the reasons', async () => {
  const list = nth(lists, 0);
  const params = { cardPublicId: await makeCard(ada, list) };
  const ofCard = () => bob.call(api.notifications.getCardWatch, { params });
  assert.deepEqual(await ofCard(), none);
  assert.deepEqual(await ada.call(api.notifications.getCardWatch, { params }), reason('author'));

  await bob.call(api.notifications.watchBoard, { params: { boardPublicId: board } });
  assert.deepEqual(await ofCard(), reason('board'));
  await bob.call(api.notifications.watchList, { params: { listPublicId: list } });
  assert.deepEqual(await ofCard(), reason('list'));
  await ada.call(api.cards.addMember, { params: { ...params, workspaceMemberPublicId: bobsMember } });
  assert.deepEqual(await ofCard(), reason('member'));
  await bob.call(api.notifications.watchCard, { params });
  assert.deepEqual(await ofCard(), reason('itself'));
  await bob.call(api.notifications.unwatchCard, { params });
  assert.deepEqual(await ofCard(), none);

  const other = { cardPublicId: await makeCard(ada, nth(lists, 1)) };
  await bob.call(api.notifications.unwatchBoard, { params: { boardPublicId: board } });
  assert.deepEqual(await bob.call(api.notifications.getCardWatch, { params: other }), none);
  await bob.call(api.comments.create, { params: other, body: { comment: 'Hello' } });
  assert.deepEqual(await bob.call(api.notifications.getCardWatch, { params: other }), reason('itself'));
  await bob.call(api.notifications.unwatchList, { params: { listPublicId: list } });
});

test('a board says which of its lists are watched, and a list whether its board is', async () => {
  const ofBoard = () => bob.call(api.notifications.getBoardWatch, { params: { boardPublicId: board } });
  const listPublicId = nth(lists, 1);
  const ofList = () => bob.call(api.notifications.getListWatch, { params: { listPublicId } });
  assert.deepEqual(await ofBoard(), { ...none, lists: [] });
  await bob.call(api.notifications.watchList, { params: { listPublicId } });
  assert.deepEqual(await ofBoard(), { ...none, lists: [listPublicId] });
  assert.deepEqual(await ofList(), reason('itself'));
  await bob.call(api.notifications.unwatchList, { params: { listPublicId } });
  await bob.call(api.notifications.watchBoard, { params: { boardPublicId: board } });
  assert.deepEqual(await ofBoard(), { ...reason('itself'), lists: [] });
  assert.deepEqual(await ofList(), reason('board'));
  // What others watch is theirs alone.
  assert.deepEqual(await ada.call(api.notifications.getBoardWatch, { params: { boardPublicId: board } }), {
    ...none,
    lists: [],
  });
});
