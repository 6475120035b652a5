import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { QueryOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

const read = (
  by: Pick<Person, 'call'>,
  board: string,
  query: QueryOf<typeof api.boardActivities.list> = {},
) => by.call(api.boardActivities.list, { params: { boardPublicId: board }, query });

async function busyBoard() {
  const made = await makeBoard(ada);
  const bob = await service.signUp(`bob${made.board.slice(-4)}`);
  await addMember(service, made.workspace, bob);
  const card = await makeCard(ada, nth(made.lists, 0), { title: 'Paint the harbour' });
  const params = { cardPublicId: card };
  await bob.call(api.comments.create, { params, body: { comment: 'Red or blue?' } });
  await bob.call(api.cards.update, { params, body: { listPublicId: nth(made.lists, 1) } });
  await ada.call(api.cards.update, { params, body: { title: 'Paint it' } });
  await ada.call(api.lists.update, { params: { listPublicId: nth(made.lists, 0) }, body: { name: 'Later' } });
  return { ...made, bob, card };
}

test('what happened on a board is listed newest first, with who did it and what it is about', async () => {
  const { workspace, board, lists, bob, card } = await busyBoard();
  // Another board of the workspace is another matter.
  const other = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Other', lists: ['A'], labels: [] },
  });
  const { activities, hasMore } = await read(bob, board, { limit: 5 });
  assert.deepEqual(
    activities.map(({ type, kind, user, card: on, list }) => [type, kind, user.name, on?.title, list?.name]),
    [
      ['list.updated', 'board', 'ada', undefined, 'Later'],
      ['card.updated.title', 'changes', 'ada', 'Paint it', activities[1]?.list?.name],
      ['card.updated.list', 'moves', bob.email.split('@')[0], 'Paint it', activities[1]?.list?.name],
      [
        'card.updated.comment.added',
        'comments',
        bob.email.split('@')[0],
        'Paint it',
        activities[1]?.list?.name,
      ],
      ['card.created', 'cards', 'ada', 'Paint it', activities[1]?.list?.name],
    ],
  );
  assert.equal(activities[1]?.list?.publicId, nth(lists, 1));
  assert.equal(hasMore, true);
  assert.ok((await read(bob, other.publicId)).activities.every(({ type }) => !type.startsWith('card.')));
  await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  assert.ok((await read(bob, board)).activities.every(({ card: on }) => on === null));
});

test('it is filtered by person and kind, and pages are complete and without repetition', async () => {
  const { board, bob } = await busyBoard();
  const types = async (query: QueryOf<typeof api.boardActivities.list>) =>
    (await read(ada, board, query)).activities.map(({ type }) => type);
  assert.deepEqual(await types({ userId: bob.id }), ['card.updated.list', 'card.updated.comment.added']);
  assert.deepEqual(await types({ kind: 'comments' }), ['card.updated.comment.added']);
  assert.deepEqual(await types({ kind: 'comments', userId: ada.id }), []);
  const whole = (await read(ada, board)).activities.map(({ position }) => position);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(ada, board, { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...page.activities.map(({ position }) => position));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(seen, whole);
  await ada.refused(400, api.boardActivities.list, {
    params: { boardPublicId: board },
    query: { cursor: 'x' },
  });
});

test('who may not see cards or lists is not told of them, nor anybody of a board that they may not see', async () => {
  const { board, bob } = await busyBoard();
  const key = await keyOf(service, bob, ['board:view']);
  const { activities } = await read(key, board);
  assert.ok(activities.every(({ type, card, list }) => !/^(card|list)\./.test(type) && !card && !list));
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  await bob.refused(404, api.boardActivities.list, { params: { boardPublicId: board } });
});
