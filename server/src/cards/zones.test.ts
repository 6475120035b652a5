import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { DueDateFilter } from '../../../contract/filters.ts';
import { microsOf, second } from '../base/clock.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { keyWithoutLimits } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { zonedDays } from '../testing/zones.ts';

/* Whole days and times, as people in many time zones see them. */

const service = await testService();
// The clock leaps over years, which no session outlives.
const signedUp = await service.signUp('ada');
const ada = { ...signedUp, ...(await keyWithoutLimits(service, signedUp)) };
service.clock.hold();

const standAt = (instant: number) => service.clock.pass(instant - service.clock.now());
const liveIn = (timeZone: string | null) => ada.call(api.users.update, { body: { timeZone } });

async function mine(of: { workspace: string }) {
  const params = { workspacePublicId: of.workspace };
  const { members } = await ada.call(api.workspaces.get, { params });
  return nth(members, 0).publicId;
}

/** The cards that pass a filter, the same on the board, in its pages and among the user's own. */
async function passing(of: { board: string; workspace: string }, filter: DueDateFilter): Promise<string[]> {
  const query = { dueDateFilters: [filter] };
  const params = { boardPublicId: of.board };
  const whole = await ada.call(api.boards.get, { params, query });
  const page = await ada.call(api.boards.cards, { params, query });
  const own = await ada.call(api.cards.mine, { query: { ...query, workspacePublicId: of.workspace } });
  const titles = whole.lists.flatMap(({ cards }) => cards.map(({ title }) => title)).sort();
  for (const { cards } of [page, own]) assert.deepEqual(cards.map(({ title }) => title).sort(), titles);
  return titles;
}

test('a whole day is today from its first moment to its last in each zone, and then overdue', async () => {
  const made = await makeBoard(ada);
  const memberPublicIds = [await mine(made)];
  for (const [timeZone, date, starts, ends] of zonedDays) {
    await liveIn(timeZone);
    const card = await makeCard(ada, nth(made.lists, 0), {
      title: date,
      startDate: date,
      dueDate: date,
      memberPublicIds,
    });
    const at = async (instant: number) => {
      standAt(instant);
      const filters = ['tomorrow', 'today', 'overdue'] as const;
      const are = await Promise.all(filters.map(async (each) => (await passing(made, each)).length));
      return filters.filter((_, index) => are[index] === 1);
    };
    const got = [
      await at(microsOf(starts) - second),
      await at(microsOf(starts)),
      await at(microsOf(ends) - second),
      await at(microsOf(ends)),
    ];
    // A day that was left out is never today, and the one after it never tomorrow.
    const before = date === '2011-12-31' ? [] : ['tomorrow'];
    const expected =
      starts === ends
        ? [before, ['overdue'], before, ['overdue']]
        : [before, ['today'], ['today'], ['overdue']];
    assert.deepEqual(got, expected, `${timeZone} ${date}`);
    const { work } = await ada.call(api.cards.get, {
      params: { cardPublicId: card },
      query: { include: ['work'] },
    });
    assert.deepEqual([work?.due, work?.start], [{ date }, { date }], `${timeZone} ${date}`);
    await ada.call(api.cards.delete, { params: { cardPublicId: card } });
  }
});

test('a time is overdue once it has passed, wherever one is, and on the day that the clocks there show', async () => {
  const made = await makeBoard(ada);
  const memberPublicIds = [await mine(made)];
  standAt(microsOf('2029-03-01T11:30:00Z'));
  // The second is midnight in UTC.
  for (const dueDate of ['2029-03-01T11:00:00Z', '2029-03-02T00:00:00+00:00', '2029-03-02T10:30:00Z'])
    await makeCard(ada, nth(made.lists, 0), { title: dueDate.slice(8, 13), dueDate, memberPublicIds });
  const seen = async () => [
    await passing(made, 'overdue'),
    await passing(made, 'today'),
    await passing(made, 'tomorrow'),
  ];
  for (const [timeZone, expected] of [
    [null, [['01T11'], ['01T11'], ['02T00', '02T10']]],
    ['UTC', [['01T11'], ['01T11'], ['02T00', '02T10']]],
    ['Pacific/Kiritimati', [['01T11'], ['01T11', '02T00'], ['02T10']]],
    ['Pacific/Pago_Pago', [['01T11'], ['01T11', '02T00', '02T10'], []]],
    ['Asia/Kathmandu', [['01T11'], ['01T11'], ['02T00', '02T10']]],
  ] as const) {
    await liveIn(timeZone);
    assert.deepEqual(await seen(), expected, String(timeZone));
  }
});
