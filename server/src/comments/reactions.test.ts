import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

/* Answers to comments, and reactions. */

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const { workspace, board, lists } = await makeBoard(ada);
const bob = await service.signUp('bob');
await addMember(service, workspace, bob);

const write = async (by: Person, cardPublicId: string, comment: string, replyTo?: string) =>
  (
    await by.call(api.comments.create, {
      params: { cardPublicId },
      body: { comment, ...(replyTo === undefined ? {} : { replyTo }) },
    })
  ).publicId;
const commentsOn = async (by: Pick<Person, 'call'>, cardPublicId: string) =>
  (await by.call(api.comments.list, { params: { cardPublicId } })).comments;
const react = (by: Pick<Person, 'call'>, commentPublicId: string, emoji: string) =>
  by.call(api.comments.addReaction, { params: { commentPublicId, emoji } });
const takeBack = (by: Pick<Person, 'call'>, commentPublicId: string, emoji: string) =>
  by.call(api.comments.removeReaction, { params: { commentPublicId, emoji } });
const told = async (person: Person) =>
  (await person.call(api.notifications.list, {})).notifications.map(
    ({ kind, count, comment }) => `${kind} ${count} ${comment?.excerpt ?? ''}`,
  );

test('an answer names the comment that it answers, of the same card, and its author is told once', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  const other = await makeCard(ada, nth(lists, 0));
  const first = await write(bob, card, 'Red or blue?');
  const elsewhere = await write(bob, other, 'Elsewhere');
  const before = (await told(bob)).length;
  await write(ada, card, 'Blue', first);
  assert.deepEqual((await told(bob)).slice(0, (await told(bob)).length - before), ['replied 1 Blue']);
  // Nobody is told of an answer to themselves.
  await write(ada, card, 'Light blue', first);
  await write(bob, card, 'Mine', first);
  assert.deepEqual((await told(bob))[0], 'replied 2 Light blue');
  assert.deepEqual(
    (await commentsOn(ada, card)).map(({ comment, replyTo }) => [comment, replyTo]),
    [
      ['Mine', first],
      ['Light blue', first],
      ['Blue', first],
      ['Red or blue?', null],
    ],
  );
  for (const replyTo of [elsewhere, 'nosuchcomment0000'])
    await ada.refused(400, api.comments.create, {
      params: { cardPublicId: card },
      body: { comment: 'Hello', replyTo },
    });
  await bob.call(api.comments.deleteById, { params: { commentPublicId: first } });
  await ada.refused(400, api.comments.create, {
    params: { cardPublicId: card },
    body: { comment: 'Too late', replyTo: first },
  });
  assert.equal((await commentsOn(ada, card))[0]?.replyTo, first);
});

test('people react with one emoji at a time, once each, and see who was first', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  const comment = await write(ada, card, 'Done');
  await react(bob, comment, '👍');
  await react(bob, comment, '👍');
  await react(ada, comment, '🎉');
  await react(ada, comment, '👍');
  // Without the sign for the colored form, it is the same.
  await react(bob, comment, '\u2764');
  await react(ada, comment, '\u2764\ufe0f');
  const shown = async (by: Person) =>
    (await commentsOn(by, card))[0]?.reactions.map(({ emoji, count, own }) => `${emoji} ${count} ${own}`);
  assert.deepEqual(await shown(bob), ['👍 2 true', '🎉 1 false', '❤️ 2 true']);
  await takeBack(bob, comment, '👍');
  await takeBack(bob, comment, '👍');
  await takeBack(ada, comment, '🎉');
  assert.deepEqual(await shown(bob), ['👍 1 false', '❤️ 2 true']);
  // Its author was told of both of bob's, as one.
  assert.deepEqual((await told(ada))[0], 'reacted 2 Done');
  const feed = await bob.call(api.activities.list, {
    params: { cardPublicId: card },
    query: { include: ['reactions'] },
  });
  assert.deepEqual(feed.activities[0]?.reactions, [
    { emoji: '👍', count: 1, own: false },
    { emoji: '❤️', count: 2, own: true },
  ]);
  assert.equal(feed.activities[0]?.replyTo, null);
  const plain = await bob.call(api.activities.list, { params: { cardPublicId: card } });
  assert.equal('reactions' in (plain.activities[0] ?? {}), false);
});

test('only an emoji is one, however strange it is, and there is an end to them', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  const comment = await write(ada, card, 'Well');
  for (const emoji of ['👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣', '🇫🇷', '👍🏽']) await react(ada, comment, emoji);
  for (const emoji of ['a', '1', '👍👍', ' ', '👍 ', '<b>', '👍\u0301', 'lol', '\u200d', '\ufe0f'])
    await ada.refused(400, api.comments.addReaction, { params: { commentPublicId: comment, emoji } });
  const more = ['😀', '😁', '😂', '🤣', '😃', '😄', '😅', '😆', '😉', '😊', '😋', '😎', '😍', '😘', '🥰'];
  for (const emoji of more) await react(ada, comment, emoji);
  await ada.refused(409, api.comments.addReaction, { params: { commentPublicId: comment, emoji: '😗' } });
  // One that is there already can be joined.
  await react(bob, comment, '😀');
});

test('who may not write or read comments does not react, and what is not there has no reactions', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  const comment = await write(ada, card, 'Well');
  const params = { commentPublicId: comment, emoji: '👍' };
  const guest = await service.signUp('guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  await guest.refused(403, api.comments.addReaction, { params });
  await (await keyOf(service, bob, ['card:view', 'comment:create'])).refused(403, api.comments.addReaction, {
    params,
  });
  const outsider = await service.signUp('outsider');
  await outsider.refused(403, api.comments.addReaction, { params });
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  await bob.refused(404, api.comments.addReaction, { params });
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'workspace' } });
  await react(bob, comment, '👍');
  await ada.call(api.comments.deleteById, { params: { commentPublicId: comment } });
  await bob.refused(404, api.comments.addReaction, { params });
  assert.deepEqual(
    await service.sql(`select id from comments where id = '${comment}' and reactions is not null`),
    [],
  );
});

test('a page of comments is as many statements with reactions as without', async () => {
  const card = await makeCard(ada, nth(lists, 0));
  const read = () => statementsOf(service, () => commentsOn(ada, card));
  const first = await write(ada, card, 'One');
  const few = await read();
  for (let n = 0; n < 10; n++) await react(ada, await write(ada, card, `More ${n}`, first), '👍');
  assert.equal(await read(), few);
});

test('the reactions of a deleted account go, on boards that it could no longer see as well', async () => {
  const cyd = await service.signUp('cyd');
  const member = await addMember(service, workspace, cyd);
  const card = await makeCard(ada, nth(lists, 0));
  const comment = await write(ada, card, 'Well');
  await react(cyd, comment, '👍');
  await react(bob, comment, '👍');
  await react(cyd, comment, '🎉');
  await service.sql(`update members set status = 'removed' where id = '${member}'`);
  await cyd.call(api.users.deleteMe, { body: { currentPassword: 'password of cyd' } });
  assert.deepEqual((await commentsOn(ada, card))[0]?.reactions, [{ emoji: '👍', count: 1, own: false }]);
});
