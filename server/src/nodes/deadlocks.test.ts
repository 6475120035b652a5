import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { mailedCode } from '../testing/mails.ts';
import { retriesOf, untilBlocked } from '../testing/moments.ts';
import { testService } from '../testing/service.ts';

/*
 * Pairs of changes that once waited each for the other, so that PostgreSQL undid one and it was tried again. Each test
 * stops the first where the second has to wait for it, and then none is tried again.
 */

const skip = engine === 'sqlite' && 'SQLite has one writer at a time';
const database = await testDatabase();
const service = await testService({}, {}, database);
after(() => database.remove());
const ada = await service.signUp('ada');

test('a board moves, and a card that came while its lists were waited for goes to another list', {
  skip,
}, async () => {
  const { board, lists } = await makeBoard(ada);
  const [here, there] = [nth(lists, 0), nth(lists, 1)];
  const targetWorkspacePublicId = await makeWorkspace(ada);
  let card = '';
  let going: Promise<unknown> | undefined;
  const move = { params: { boardPublicId: board }, body: { targetWorkspacePublicId } };
  const retries = await retriesOf(service, () => ada.call(api.boards.move, move).then(() => going), {
    'before lists': async () => {
      card = await makeCard(ada, here);
    },
    'after lists': async () => {
      const params = { cardPublicId: card };
      going = ada.call(api.cards.update, { params, body: { listPublicId: there } });
      await untilBlocked(database);
    },
  });
  assert.equal(retries, 0);
  const { list } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  assert.equal(list.publicId, there);
  assert.equal(list.board.workspace.publicId, targetWorkspacePublicId);
});

test('a label is deleted while it is put on one card and taken off another', { skip }, async () => {
  const { lists, labels } = await makeBoard(ada);
  const labelPublicId = nth(labels, 0);
  const [one, two] = [await makeCard(ada, nth(lists, 0)), await makeCard(ada, nth(lists, 0))];
  await ada.call(api.cards.addLabel, { params: { cardPublicId: two, labelPublicId } });
  let deleting: Promise<unknown> | undefined;
  const operations = [
    { type: 'label' as const, cardPublicId: one, labelPublicId },
    { type: 'label' as const, cardPublicId: two, labelPublicId, remove: true },
  ];
  const retries = await retriesOf(
    service,
    () => ada.call(api.cards.bulk, { body: { operations } }).then(() => deleting),
    {
      'ran cards.putLabel': async () => {
        deleting = ada.call(api.labels.delete, { params: { labelPublicId } });
        await untilBlocked(database);
      },
    },
  );
  assert.equal(retries, 0);
  const { labels: left } = await ada.call(api.cards.get, { params: { cardPublicId: one } });
  assert.deepEqual(left, []);
});

test('an account is deleted while an invitation that proves its address is accepted', { skip }, async () => {
  const workspacePublicId = await makeWorkspace(ada);
  const bob = await service.signUp('bob');
  await ada.call(api.invites.inviteMember, { params: { workspacePublicId }, body: { email: bob.email } });
  const inviteCode = await mailedCode(service, bob.email);
  let deleting: Promise<unknown> | undefined;
  const retries = await retriesOf(
    service,
    () => bob.call(api.invites.accept, { body: { inviteCode } }).then(() => deleting),
    {
      'ran members.update': async () => {
        deleting = bob.call(api.users.deleteMe, { body: { currentPassword: 'password of bob' } });
        await untilBlocked(database);
      },
    },
  );
  assert.equal(retries, 0);
  await bob.refused(401, api.users.me, {});
});
