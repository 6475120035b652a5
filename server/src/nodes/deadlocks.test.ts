import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { Forbidden } from '../base/errors.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { mailedCode } from '../testing/mails.ts';
import { retriesOf, untilBlocked } from '../testing/moments.ts';
import { testService } from '../testing/service.ts';
import { withWrites } from '../testing/writes.ts';

/*
 * Pairs of changes that once deadlocked, so that PostgreSQL rolled one back and it was retried. Each test pauses the
 * first where the second has to wait for it, and checks that none is retried.
 */

const skip = engine === 'sqlite' && 'SQLite has one writer at a time';
const database = await testDatabase();
const service = await testService({}, {}, database);
after(() => database.remove());
const ada = await service.signUp('ada');

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

/** Enough cards for several slices of a move. */
const many = 150;

const move = (boardPublicId: string, targetWorkspacePublicId: string) =>
  ada.call(api.boards.move, { params: { boardPublicId }, body: { targetWorkspacePublicId } });
const rename = (cardPublicId: string) =>
  ada.call(api.cards.update, { params: { cardPublicId }, body: { title: 'renamed' } });
const workspaceOf = async (boardPublicId: string) =>
  (await ada.call(api.boards.get, { params: { boardPublicId } })).workspace.publicId;

/** A large board that has moved away, with the ids of its first cards that remain in the source workspace. */
async function movedAway() {
  const bob = await service.signUp(`bob${signedUp++}`);
  const { workspace, board } = await makeLargeBoard(service, ada, bob, many);
  await move(board, await makeWorkspace(ada));
  const left = await service.sql<{ id: string }>(
    `select id from cards where workspace_id = '${workspace}' and board_id = '${board}' limit 50`,
  );
  assert.equal(left.length, 50);
  return { workspace, board, cards: left.map(({ id }) => id).toSorted() };
}

let signedUp = 0;

test('a board moves back to where cards of it are left, and one of them is changed', { skip }, async () => {
  const { workspace, board, cards } = await movedAway();
  const card = nth(cards, 25);
  let moving: Promise<unknown> | undefined;
  const retries = await retriesOf(service, () => rename(card).then(() => moving), {
    'after cards': async () => {
      moving = move(board, workspace);
      await untilBlocked(database);
    },
  });
  assert.equal(retries, 0);
  assert.equal((await ada.call(api.cards.get, { params: { cardPublicId: card } })).title, 'renamed');
  assert.equal(await workspaceOf(board), workspace);
});

test('what is left of a board is removed in another order than that in which its cards are changed', {
  skip,
}, async () => {
  const { workspace, board, cards } = await movedAway();
  // PostgreSQL deletes rows in physical order: here the last ones come first.
  for (const id of cards.toReversed()) {
    await service.sql(`update cards set title = 'x' where workspace_id = '${workspace}' and id = '${id}'`);
  }
  const operations = cards.map((cardPublicId) => ({ type: 'archive' as const, cardPublicId }));
  let both: Promise<unknown> | undefined;
  const retries = await retriesOf(service, () => rename(nth(cards, 25)).then(() => both), {
    'after cards': async () => {
      const moving = move(board, workspace);
      await untilBlocked(database);
      both = Promise.all([moving, ada.call(api.cards.bulk, { body: { operations } })]);
      await untilBlocked(database, 2);
    },
  });
  assert.equal(retries, 0);
  assert.equal(await workspaceOf(board), workspace);
});

test('a move is given up while the board is changed', { skip }, async () => {
  const bob = await service.signUp(`bob${signedUp++}`);
  const { workspace, board } = await makeLargeBoard(service, ada, bob, many);
  const target = await makeWorkspace(ada);
  const refused = Promise.withResolvers<never>();
  const reached = Promise.withResolvers<void>();
  let writes = 0;
  let moving: Promise<unknown> | undefined;
  const params = { boardPublicId: board };
  const renaming = () =>
    retriesOf(service, () => ada.call(api.boards.update, { params, body: { name: 'Renamed' } }), {
      'before boards': async () => {
        moving = ada.refused(403, api.boards.move, { params, body: { targetWorkspacePublicId: target } });
        await reached.promise;
      },
      'after boards': async () => {
        refused.reject(new Forbidden());
        await untilBlocked(database);
      },
    });
  // The first write is that of the name.
  const retries = await withWrites(
    service,
    (write) => async (work) => {
      if (++writes !== 8) return write(work);
      reached.resolve();
      return refused.promise;
    },
    renaming,
  );
  await moving;
  assert.equal(retries, 0);
  assert.equal(await workspaceOf(board), workspace);
  assert.equal((await ada.call(api.boards.get, { params })).name, 'Renamed');
});
