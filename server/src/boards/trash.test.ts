import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { day } from '../base/clock.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const eve = await service.signUp('eve');

const at = (boardPublicId: string) => ({ params: { boardPublicId } });

test('a deleted board is gone with all that is on it, and comes back as it was', async () => {
  const { workspace, board, lists, labels } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { labelPublicIds: labels });
  const gone = await makeCard(ada, nth(lists, 0));
  await ada.call(api.cards.delete, { params: { cardPublicId: gone } });
  await ada.call(api.lists.delete, { params: { listPublicId: nth(lists, 1) } });
  await ada.call(api.boards.update, { ...at(board), body: { slug: 'to-and-fro', favorite: true } });
  const before = await ada.call(api.boards.get, at(board));

  assert.deepEqual(
    await service.recorded(async () => {
      assert.deepEqual(await ada.call(api.boards.delete, at(board)), { success: true });
    }),
    ['board.deleted'],
  );
  await ada.refused(404, api.boards.get, at(board));
  await ada.refused(404, api.boards.cards, at(board));
  await ada.refused(404, api.boards.delete, at(board));
  await ada.refused(404, api.cards.get, { params: { cardPublicId: card } });
  await ada.refused(404, api.lists.update, { params: { listPublicId: nth(lists, 0) }, body: { name: 'x' } });
  await ada.refused(400, api.cards.create, { body: { title: 'x', listPublicId: nth(lists, 0) } });
  assert.deepEqual(await ada.call(api.boards.list, { params: { workspacePublicId: workspace } }), []);

  assert.deepEqual(
    await service.recorded(async () => {
      assert.deepEqual(await ada.call(api.boards.restore, at(board)), { success: true });
    }),
    ['board.updated'],
  );
  assert.deepEqual(await ada.call(api.boards.get, at(board)), before);
  await ada.refused(404, api.cards.get, { params: { cardPublicId: gone } });
});

test('restoring what is not deleted changes nothing', async () => {
  const { board } = await makeBoard(ada);
  const types = await service.recorded(() => ada.call(api.boards.restore, at(board)));
  assert.deepEqual(types, []);
});

test('of many deletions at once one is recorded, and of many restorations', async () => {
  const { board } = await makeBoard(ada);
  const all = Array.from({ length: 16 });
  assert.deepEqual(
    await service.recorded(() => Promise.allSettled(all.map(() => ada.call(api.boards.delete, at(board))))),
    ['board.deleted'],
  );
  assert.deepEqual(
    await service.recorded(() => Promise.all(all.map(() => ada.call(api.boards.restore, at(board))))),
    ['board.updated'],
  );
});

test('only who may delete boards restores them', async () => {
  const { workspace, board } = await makeBoard(ada);
  const member = await service.signUp('member');
  const guest = await service.signUp('guest');
  await addMember(service, workspace, member);
  await addMember(service, workspace, guest, { role: 'guest' });
  await member.refused(403, api.boards.delete, at(board));
  await guest.refused(403, api.boards.delete, at(board));
  await ada.call(api.boards.delete, at(board));
  await guest.refused(403, api.boards.restore, at(board));
  await member.refused(403, api.boards.restore, at(board));
  const key = await keyOf(service, ada, ['board:edit']);
  await key.refused(403, api.boards.restore, at(board));
  await (await keyOf(service, ada, ['board:delete'])).call(api.boards.restore, at(board));
});

test('400, 401, 403 and 404', async () => {
  const { workspace, board } = await makeBoard(ada);
  const paused = await service.signUp('paused');
  await addMember(service, workspace, paused, { role: 'admin', status: 'paused' });
  const types = await service.recorded(async () => {
    for (const operation of [api.boards.delete, api.boards.restore]) {
      await ada.refused(400, operation, at('short'));
      await service.caller().refused(401, operation, at(board));
      await eve.refused(403, operation, at(board));
      await paused.refused(403, operation, at(board));
      await ada.refused(404, operation, at('0123456789abcdef'));
    }
  });
  assert.deepEqual(types, []);
});

test('after 30 days a board does not come back', async () => {
  const { board } = await makeBoard(ada);
  const { board: newer } = await makeBoard(ada);
  await ada.call(api.boards.delete, at(board));
  service.clock.pass(29 * day);
  // The session would expire before the time in the trash ends.
  const again = await service.caller().call(api.auth.signIn, {
    body: { email: ada.email, password: 'password of ada' },
  });
  const later = service.caller(again.token);
  await later.call(api.boards.delete, at(newer));
  service.clock.pass(day);
  await later.refused(404, api.boards.restore, at(board));
  await later.call(api.boards.restore, at(newer));
});
