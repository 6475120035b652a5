import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { ApiError } from '../../../contract/client.ts';
import type { BodyOf, QueryOf, ReplyOf } from '../../../contract/operation.ts';
import { day, hour } from '../base/clock.ts';
import { dayIn, instantOf } from '../base/days.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { randomOf } from '../testing/hostile/random.ts';
import { makeLargeBoard } from '../testing/large-board.ts';
import { addMember, keyOf, keyWithoutLimits } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const signedIn = await service.signUp('ada');
// Sessions end within the weeks that pass here.
const ada: Person = { ...signedIn, ...(await keyWithoutLimits(service, signedIn)) };
const zone = 'Pacific/Auckland';
await ada.call(api.users.update, { body: { timeZone: zone } });

type Flow = ReplyOf<typeof api.flow.read>;
type Query = QueryOf<typeof api.flow.read>;

const read = (board: string, query: Query = {}, by: Pick<Person, 'call'> = ada): Promise<Flow> =>
  by.call(api.flow.read, { params: { boardPublicId: board }, query });

const update = (cardPublicId: string, body: BodyOf<typeof api.cards.update>) =>
  ada.call(api.cards.update, { params: { cardPublicId }, body });
const archive = (cardPublicId: string) => ada.call(api.cards.archive, { params: { cardPublicId } });
const restore = (cardPublicId: string) => ada.call(api.cards.restore, { params: { cardPublicId } });

/** Lets time pass until shortly before the end of the day in the zone of the reader. */
function toEndOfDay(): void {
  const now = service.clock.now();
  service.clock.pass(instantOf(dayIn(now, zone) + day, zone) - now - hour / 2);
}

const last = <T>(of: readonly T[]): T => nth(of, of.length - 1);

async function openNow(board: string, lists: readonly string[]): Promise<number[]> {
  const found = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  const { cards } = await ada.call(api.boards.cards, {
    params: { boardPublicId: board },
    query: { completed: false, limit: 500 },
  });
  assert.ok(found.lists.length > 0);
  const open = new Set(cards.map(({ publicId }) => publicId));
  return lists.map(
    (list) =>
      found.lists
        .find(({ publicId }) => publicId === list)
        ?.cards.filter(({ publicId }) => open.has(publicId)).length ?? 0,
  );
}

test('the cards of each list on past days are those that were there when the day ended', async () => {
  const random = randomOf(7);
  const { board, lists } = await makeBoard(ada);
  const { publicId: third } = await ada.call(api.lists.create, {
    body: { boardPublicId: board, name: 'Later' },
  });
  lists.push(third);
  const cards: string[] = [];
  const away = new Set<string>();
  const completed = new Set<string>();
  const seen: { open: number[]; completed: number }[] = [];
  for (let dayNumber = 0; dayNumber < 12; dayNumber++) {
    toEndOfDay();
    for (let step = 0; step < 6; step++) {
      if (cards.length < 4 || random.chance(3)) cards.push(await makeCard(ada, random.pick(lists)));
      const card = random.pick(cards);
      const choice = random.below(100);
      if (away.has(card)) {
        if (choice < 60 && away.delete(card)) await restore(card);
      } else if (choice < 50) await update(card, { listPublicId: random.pick(lists) });
      else if (choice < 70 && completed.add(card)) await update(card, { completed: true });
      else if (choice < 85 && (completed.delete(card) || true)) await update(card, { completed: false });
      else if (away.add(card)) await archive(card);
    }
    seen.push({ open: await openNow(board, lists), completed: completed.size });
    // Past midnight.
    service.clock.pass(hour);
  }
  // What is changed today is no part of the days before.
  await makeCard(ada, random.pick(lists));
  const { days, ...flow } = await read(board, { days: 20 });
  assert.equal(days.length, 20);
  assert.deepEqual(
    flow.lists.map(({ publicId }) => publicId),
    lists,
  );
  assert.equal(flow.timeZone, zone);
  assert.deepEqual(
    days.slice(-13, -1).map(({ open, completed: done }) => ({ open, completed: done })),
    seen,
  );
  assert.ok(days.slice(0, 7).every(({ open }) => open.every((each) => each === 0)));
  assert.deepEqual(last(days).open, await openNow(board, lists));
  assert.equal(
    flow.openCount,
    last(days).open.reduce((sum, each) => sum + each, 0),
  );
  // A shorter time begins anew: what was completed before it is not counted.
  const short = await read(board, { days: 5 });
  assert.deepEqual(
    short.days.map(({ open }) => open),
    days.slice(-5).map(({ open }) => open),
  );
  assert.ok(nth(short.days, 0).completed <= nth(days, 15).completed);
});

test('lead time is from creation, cycle time from when work began, and weeks begin on Monday', async () => {
  const { board, lists } = await makeBoard(ada);
  const [todo, done] = [nth(lists, 0), nth(lists, 1)];
  const { publicId: doing } = await ada.call(api.lists.create, {
    body: { boardPublicId: board, name: 'Doing' },
  });
  toEndOfDay();
  const moved = await makeCard(ada, todo);
  const unmoved = await makeCard(ada, todo);
  service.clock.pass(2 * day);
  await update(moved, { listPublicId: done });
  service.clock.pass(3 * day);
  await update(moved, { listPublicId: doing });
  service.clock.pass(4 * day);
  await update(moved, { completed: true });
  await update(unmoved, { completed: true });
  const open = await makeCard(ada, todo);
  const flow = await read(board, { days: 30 });
  const inDays = (seconds: number | undefined) => Math.round((seconds ?? 0) / 86_400);
  assert.deepEqual(
    [flow.leadTime?.cards, inDays(flow.leadTime?.median), inDays(flow.leadTime?.most)],
    [2, 9, 9],
  );
  assert.deepEqual([flow.cycleTime?.cards, inDays(flow.cycleTime?.median)], [1, 7]);
  assert.equal(flow.completedCount, 2);
  assert.deepEqual(
    flow.completed.map(({ publicId, startedAt }) => [publicId, startedAt !== null]),
    [
      [unmoved, false],
      [moved, true],
    ],
  );
  assert.deepEqual(
    flow.open.map(({ publicId }) => publicId),
    [open],
  );
  assert.equal(last(flow.weeks).completed, 2);
  for (const { day: monday } of flow.weeks) assert.equal(new Date(monday).getUTCDay(), 1);
  // Work begins in the list that is asked for, and those after it.
  const later = await read(board, { days: 30, startListPublicId: doing });
  assert.equal(inDays(later.cycleTime?.median), 4);
  const first = await read(board, { days: 30, startListPublicId: todo });
  assert.deepEqual([first.cycleTime?.cards, inDays(first.cycleTime?.median)], [2, 9]);
  // Before the days that are asked for.
  service.clock.pass(5 * day);
  assert.equal((await read(board, { days: 3 })).completedCount, 0);
});

test('what an import brings without a history counts by its marks, and what cannot be worked on does not', async () => {
  const { board, lists } = await makeBoard(ada);
  const [todo, done] = [nth(lists, 0), nth(lists, 1)];
  const imported = await makeCard(ada, todo);
  await makeCard(ada, todo, { isTemplate: true });
  const trashed = await makeCard(ada, todo);
  await ada.call(api.cards.delete, { params: { cardPublicId: trashed } });
  const inArchivedList = await makeCard(ada, done);
  await ada.call(api.lists.archive, { params: { listPublicId: done } });
  const now = service.clock.now();
  await service.sql(
    `update cards set created_at = ${now - 10 * day} where id in ('${imported}', '${inArchivedList}')`,
  );
  await service.sql(
    `update cards set completed_at = ${now - 3 * day}, completed_by = null where id = '${imported}'`,
  );
  const flow = await read(board, { days: 14 });
  assert.deepEqual(
    flow.days.slice(2).map(({ open, completed }) => [...open, completed]),
    [[0, 0], ...Array.from({ length: 7 }, () => [1, 0]), ...Array.from({ length: 4 }, () => [0, 1])],
  );
  assert.equal(flow.openCount, 0);
  await archive(imported);
  assert.equal((await read(board, { days: 14 })).completedCount, 1);
});

test('a filter leaves out cards, and a broken one is refused', async () => {
  const { board, lists, labels } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0), { labelPublicIds: [nth(labels, 0)] });
  await makeCard(ada, nth(lists, 1));
  assert.deepEqual(last((await read(board)).days).open, [1, 1]);
  assert.deepEqual(last((await read(board, { filter: 'label:Urgent' })).days).open, [1, 0]);
  const error = await ada.refused(400, api.flow.read, {
    params: { boardPublicId: board },
    query: { filter: 'label:(' },
  });
  assert.match(error.message, /query\/filter/);
  for (const days of [0, 367]) {
    await ada.refused(400, api.flow.read, { params: { boardPublicId: board }, query: { days } });
  }
});

test('who may not see lists sees no cards, and who does not see the board nothing', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  await makeCard(ada, nth(lists, 0));
  const key = await keyOf(service, ada, ['workspace:view', 'board:view', 'card:view']);
  const { lists: shown, days, openCount, open } = await read(board, {}, key);
  assert.deepEqual([shown, days[0]?.open, openCount, open], [[], [], 0, []]);
  const bob = await service.signUp('bob');
  await bob.refused(403, api.flow.read, { params: { boardPublicId: board } });
  await addMember(service, workspace, bob);
  assert.equal((await read(board, {}, bob)).timeZone, 'UTC');
  assert.equal((await read(board, {}, bob)).openCount, 1);
});

test('all cards of a large board are counted, in reads that do not grow with it', async () => {
  const cyd = await service.signUp('cyd');
  const { board } = await makeLargeBoard(service, ada, cyd, 2300);
  const flow = await read(board, { days: 366 });
  assert.deepEqual([flow.days.length, last(flow.days).open, flow.openCount], [366, [2300, 0], 2300]);
  assert.equal(flow.open.length, 1000);
  // An account has one at a time, two more wait.
  const many = await Promise.all(
    Array.from({ length: 8 }, () =>
      read(board, { days: 366 }).then(
        () => 200,
        (error: unknown) => (error instanceof ApiError ? error.status : error),
      ),
    ),
  );
  assert.deepEqual(new Set(many), new Set([200, 429]));
});
