import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { alarmsIn, nextAlarm } from '../base/alarms.ts';
import { day, hour, isoMillis, microsOf, minute } from '../base/clock.ts';
import { endOf, startOf } from '../base/days.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { twelveZones } from '../testing/zones.ts';
import { ringAlarms } from './jobs.ts';

/* Who is told that a card is due soon, or overdue, and when. */

const service = await testService();
const ada = await service.signUp('ada');
let people = 0;

async function withBob(given: Partial<BodyOf<typeof api.cards.create>>) {
  const { workspace, lists } = await makeBoard(ada);
  const bob = await service.signUp(`bob${++people}`);
  const member = await addMember(service, workspace, bob);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint', memberPublicIds: [member], ...given });
  return { bob, card };
}

const inHours = (hours: number) => isoMillis(service.clock.now() + hours * hour);
const update = (card: string, body: BodyOf<typeof api.cards.update>) =>
  ada.call(api.cards.update, { params: { cardPublicId: card }, body });

/** What somebody has been told of dates, newest first. */
const toldTo = async (person: Person) =>
  (await person.call(api.notifications.list, {})).notifications.flatMap(({ kind, count, text }) =>
    kind === 'due-soon' || kind === 'overdue' ? [[kind, count, text]] : [],
  );

/** Lets time pass, and then looks for what is due. */
async function pass(time: number): Promise<void> {
  service.clock.pass(time);
  await service.jobs.run('alarms');
}

test('members and those who watch are told a day before, and when a card is overdue, once each', async () => {
  const { bob, card } = await withBob({ dueDate: inHours(25) });
  await pass(0);
  assert.deepEqual(await toldTo(bob), []);
  await pass(2 * hour);
  const soon = ['due-soon', 1, 'Paint is due soon'];
  assert.deepEqual([await toldTo(bob), (await toldTo(ada)).slice(0, 1)], [[soon], [soon]]);
  await pass(hour);
  assert.deepEqual(await toldTo(bob), [soon], 'once');
  await ada.call(api.notifications.unwatchCard, { params: { cardPublicId: card } });
  await pass(23 * hour);
  assert.deepEqual(await toldTo(bob), [['overdue', 1, 'Paint is overdue'], soon]);
  assert.deepEqual((await toldTo(ada)).slice(0, 1), [soon], 'who does not watch is not told');
});

test('a card has reminders of its own, and a done card is silent', async () => {
  const { bob } = await withBob({ dueDate: inHours(25), reminders: [120, 10] });
  await pass(22 * hour);
  assert.deepEqual(await toldTo(bob), []);
  await pass(1.5 * hour);
  assert.equal((await toldTo(bob)).length, 1);
  await pass(1.4 * hour);
  assert.equal((await toldTo(bob)).length, 2);

  const done = await withBob({ dueDate: inHours(2), reminders: [60] });
  await update(done.card, { completed: true });
  await pass(3 * hour);
  assert.deepEqual(await toldTo(done.bob), []);
  await update(done.card, { completed: false, dueDate: inHours(1), reminders: [] });
  await pass(2 * hour);
  assert.deepEqual(
    (await toldTo(done.bob)).map(([kind]) => kind),
    ['overdue'],
  );
});

test('what several nodes find at once is told once, and so are more cards than a slice has', async () => {
  const made = await makeBoard(ada);
  const bob = await service.signUp('bobby');
  const member = await addMember(service, made.workspace, bob);
  const dueDate = inHours(1);
  for (let n = 0; n < 45; n++)
    await makeCard(ada, nth(made.lists, 0), { title: `Card ${n}`, memberPublicIds: [member], dueDate });
  service.clock.pass(2 * hour);
  await Promise.all([ringAlarms(service), ringAlarms(service), ringAlarms(service)]);
  const { notifications } = await bob.call(api.notifications.list, {
    query: { limit: 100, kind: 'overdue' },
  });
  assert.deepEqual(
    [notifications.length, new Set(notifications.map(({ count }) => count))],
    [45, new Set([1])],
  );
});

test('a reminder whose moment has come is told, also if it is changed before anybody looks', async () => {
  const { bob, card } = await withBob({ dueDate: inHours(3), reminders: [60] });
  await pass(0);
  service.clock.pass(2 * hour + minute);
  await update(card, { reminders: [30], dueDate: inHours(6) });
  assert.deepEqual(await toldTo(bob), [['due-soon', 1, 'Paint is due soon']]);
  const { notifications } = await bob.call(api.notifications.list, { query: { kind: 'due-soon' } });
  assert.equal(notifications[0]?.actor, null, 'nobody has done it');
  await pass(minute);
  assert.equal((await toldTo(bob)).length, 1, 'once');
  await pass(5.5 * hour);
  const told = async () => (await toldTo(bob)).map(([kind]) => kind);
  assert.deepEqual(await told(), ['due-soon', 'due-soon'], 'the new one comes, too');

  const late = await withBob({ dueDate: inHours(1), reminders: [10] });
  await pass(0.9 * hour);
  service.clock.pass(hour);
  await update(late.card, { dueDate: inHours(48) });
  assert.deepEqual(
    (await toldTo(late.bob)).map(([kind]) => kind),
    ['overdue', 'due-soon'],
  );
  const done = await withBob({ dueDate: inHours(1), reminders: [10] });
  service.clock.pass(2 * hour);
  await update(done.card, { completed: true });
  await pass(0);
  assert.deepEqual(await toldTo(done.bob), [], 'what is done by now is not told');
});

/** Lets time pass until an instant, and looks every quarter of an hour. */
async function passUntil(end: string): Promise<void> {
  for (const at = microsOf(end); service.clock.now() < at; )
    await pass(Math.min(hour / 4, at - service.clock.now()));
}

const nextDay = () => new Date(service.clock.now() / 1000 + 2 * 86_400_000).toISOString().slice(0, 10);

test('whoever moves west is told of a day once, and whoever moves east is told of one that they leapt over', async () => {
  const date = nextDay();
  const [west, east] = [await withBob({ dueDate: date }), await withBob({ dueDate: date })];
  const live = (person: Person, timeZone: string) => person.call(api.users.update, { body: { timeZone } });
  await live(west.bob, 'Asia/Tokyo');
  await live(east.bob, 'America/New_York');
  // The day ends at 15:00 in Tokyo, and at 04:00 or 05:00 of the next day in New York.
  await passUntil(`${date}T16:00:00Z`);
  const told = async (person: Person) => (await toldTo(person)).map(([kind]) => kind);
  assert.deepEqual([await told(west.bob), await told(east.bob)], [['overdue', 'due-soon'], ['due-soon']]);
  await live(west.bob, 'America/New_York');
  await live(east.bob, 'Asia/Tokyo');
  await pass(hour / 4);
  assert.deepEqual(await told(east.bob), ['overdue', 'due-soon']);
  // A card with the same day that is new is told by the new clock.
  const later = { title: 'Later', dueDate: date, memberPublicIds: [] };
  const made = await makeBoard(ada);
  const member = await addMember(service, made.workspace, west.bob);
  await makeCard(ada, nth(made.lists, 0), { ...later, memberPublicIds: [member] });
  await pass(20 * hour);
  await pass(20 * hour);
  assert.deepEqual(
    [await toldTo(west.bob), await told(east.bob)],
    [
      [
        ['overdue', 1, 'Later is overdue'],
        ['overdue', 1, 'Paint is overdue'],
        ['due-soon', 1, 'Paint is due soon'],
      ],
      ['overdue', 'due-soon'],
    ],
  );
});

const zones = [...twelveZones, null];

for (const date of ['2026-03-29', '2026-10-25', '2026-03-08', '2028-02-29', '2026-12-31'])
  test(`everybody is told of a whole day by their own clock: ${date}`, () => {
    const dueAt = microsOf(`${date}T00:00:00Z`);
    const card = { dueAt, reminders: '[7,1440]', completedAt: null, isTemplate: 0 as const };
    const told = new Map(zones.map((zone) => [zone, [] as string[]]));
    let [from, turns] = [dueAt - 4 * day, 0];
    for (let at = nextAlarm(card, from); at !== null; at = nextAlarm(card, at)) {
      // The job comes a little later.
      for (const [timeZone, list] of told) {
        const clocks = { timeZone, earlierZone: null, earlierUntil: null };
        for (const { kind } of alarmsIn(card, clocks, from, at)) list.push(`${kind} ${isoMillis(at)}`);
      }
      from = at + 1;
      turns++;
    }
    for (const zone of zones) {
      const start = startOf(dueAt, zone);
      assert.deepEqual(
        told.get(zone),
        [
          `due-soon ${isoMillis(start - 1440 * minute)}`,
          `due-soon ${isoMillis(start - 7 * minute)}`,
          `overdue ${isoMillis(endOf(dueAt, zone))}`,
        ],
        zone ?? 'UTC',
      );
    }
    assert.ok(turns < 400);
  });
