import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { isoDay } from '../../base/days.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { mailedService, setTelling as set } from '../../testing/mailed-service.ts';
import { addMember } from '../../testing/members.ts';
import { sendSummaries } from './summaries.ts';

/* Summaries of a day by mail: sent to a real mail server, and read by a parser. */

const hour = 3_600_000_000;
const day = 24 * hour;
const { service, server, refusals, publicUrl, signUp, arriving } = await mailedService({
  LOG_LEVEL: 'silent',
});
const ada = await signUp('ada');

const sent = () => arriving((from) => sendSummaries(from, 0));

/** Somebody who has asked for summaries at eight in the morning of every day in UTC, from the day after on. */
async function reader(workspace: string) {
  const person = await signUp('bob');
  const member = await addMember(service, workspace, person);
  await untilHour(9);
  // All these days are longer than a session may be idle.
  await service.sql(`update sessions set last_used_at = ${service.clock.now()}`);
  // Those of other tests have had theirs.
  await service.sql('update notification_settings set summary_at = null');
  await set(person, { summary: true, digest: { hour: 8, days: [1, 2, 3, 4, 5, 6, 7] } });
  return { person, member };
}

/** Passes time until the clock shows an hour in UTC. */
async function untilHour(of: number): Promise<void> {
  const now = service.clock.now();
  const today = Math.floor(now / day) * day;
  const at = today + of * hour;
  service.clock.pass((at > now ? at : at + day) - now);
}

const today = (days = 0) => isoDay(Math.floor(service.clock.now() / day) * day + days * day);

async function cardOf(list: string, member: string, title: string, dueDate?: string): Promise<string> {
  const card = await makeCard(ada, list, { title, ...(dueDate === undefined ? {} : { dueDate }) });
  const params = { cardPublicId: card, workspaceMemberPublicId: member };
  await ada.call(api.cards.addMember, { params });
  return card;
}

test('a summary says what is due, who waits, and what others have finished, once, at the hour of the digest', async () => {
  const { workspace, board, lists } = await makeBoard(ada, { name: 'Harbour' });
  const { person: bob, member } = await reader(workspace);
  const list = nth(lists, 0);
  await bob.call(api.notifications.watchBoard, { params: { boardPublicId: board } });
  await cardOf(list, member, 'Late one', today(-2));
  await cardOf(list, member, 'For tomorrow morning', today(1));
  await cardOf(list, member, 'At noon', `${today(1)}T12:00:00.000Z`);
  await cardOf(list, member, 'Much later', today(9));
  const done = await makeCard(ada, list, { title: 'Finished one' });
  await ada.call(api.cards.update, { params: { cardPublicId: done }, body: { completed: true } });
  const own = await makeCard(ada, list, { title: 'Finished by Bob' });
  await bob.call(api.cards.update, { params: { cardPublicId: own }, body: { completed: true } });
  const asked = await makeCard(ada, list, { title: 'A question' });
  const comment = `@[Bob](member:${member}) Which paint?`;
  await ada.call(api.comments.create, { params: { cardPublicId: asked }, body: { comment } });
  assert.deepEqual(await sent(), []);
  await untilHour(8);
  const [mail, ...more] = await sent();
  assert.deepEqual(more, []);
  assert.equal(mail?.subject, 'Your day: 1 overdue, 2 due today, 1 waiting for your answer, 1 finished');
  const text = mail.text ?? '';
  assert.match(
    text,
    /OVERDUE\n\nLate one\nHarbour · \w+, \w+ \d+\n[^]*DUE TODAY\n\nFor tomorrow morning\nHarbour\n[^]*At noon\nHarbour · 12:00.PM\n[^]*WAITING FOR YOUR ANSWER\n\nada1 mentioned you on A question\n[^]*FINISHED YESTERDAY\n\nFinished one\nHarbour\n/,
  );
  assert.doesNotMatch(text, /Much later|Finished by Bob|Which paint/);
  assert.ok(text.includes(`${publicUrl}/c/${asked}`) && text.includes(`${publicUrl}/my-work`));
  assert.match(mail.html || '', /prefers-color-scheme: dark/);
  assert.match(
    mail.messageId ?? '',
    new RegExp(`^<${bob.id}\\.${today()}\\.summary@boards\\.example\\.com>$`),
  );
  assert.deepEqual(await sent(), []);
  service.clock.pass(20 * hour);
  assert.deepEqual(await sent(), []);
});

test('there is none when there is nothing to say, and none unless one has asked', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const { person: bob, member } = await reader(workspace);
  const cyd = await signUp('cyd');
  const other = await addMember(service, workspace, cyd);
  await cardOf(nth(lists, 0), other, 'Late', today(-1));
  await untilHour(8);
  assert.deepEqual(await sent(), []);
  assert.equal((await cyd.call(api.notificationSettings.get, {})).summary, false);
  await cardOf(nth(lists, 0), member, 'Late too', today(-1));
  await untilHour(8);
  assert.deepEqual(
    (await sent()).map(({ subject }) => subject),
    ['Your day: 1 overdue'],
  );
  await set(bob, { summary: false });
  await untilHour(8);
  assert.deepEqual(await sent(), []);
});

test('it says only what its reader may see when it is sent', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const { person: bob, member } = await reader(workspace);
  await bob.call(api.notifications.watchBoard, { params: { boardPublicId: board } });
  await cardOf(nth(lists, 0), member, 'Late', today(-1));
  const done = await makeCard(ada, nth(lists, 0), { title: 'Finished' });
  await ada.call(api.cards.update, { params: { cardPublicId: done }, body: { completed: true } });
  const params = { workspacePublicId: workspace, memberPublicId: member };
  await ada.call(api.members.revoke, { params, body: { permission: 'card:view' } });
  await untilHour(8);
  assert.deepEqual(await sent(), []);
});

test('it follows the zone, the days and the quiet hours of its reader, and covers the days that were left out', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const { person: bob } = await reader(workspace);
  await bob.call(api.users.update, { body: { timeZone: 'Asia/Tokyo' } });
  const weekday = new Date(service.clock.now() / 1000).getUTCDay();
  await bob.call(api.notifications.watchBoard, { params: { boardPublicId: board } });
  // The next digest is in two days, after one in five.
  const days = [2, 6].map((ahead) => ((weekday + ahead - 1 + 7) % 7) + 1);
  await set(bob, { digest: { hour: 8, days }, quietHours: { from: '22:00', to: '09:30' } });
  const done = await makeCard(ada, nth(lists, 0), { title: 'Finished' });
  await ada.call(api.cards.update, { params: { cardPublicId: done }, body: { completed: true } });
  const times: string[] = [];
  const subjects: (string | undefined)[] = [];
  for (let half = 0; half < 4 * 48; half++) {
    service.clock.pass(hour / 2);
    for (const { subject, text } of await sent()) {
      times.push(new Date(service.clock.now() / 1000 + 9 * 3_600_000).toISOString().slice(11, 14));
      subjects.push(subject, /FINISHED SINCE \w+DAY/.exec(text ?? '')?.[0]);
    }
  }
  assert.deepEqual(times, ['09:']);
  assert.deepEqual([subjects[0], typeof subjects[1]], ['Your day: 1 finished', 'string']);
});

test('after a change of time zone the next summary comes at the hour of the new one', async () => {
  for (const [timeZone, hours] of [
    // Eight in the morning in Tokyo is an hour before midnight in UTC.
    ['Asia/Tokyo', ['23']],
    ['America/Bogota', ['13']],
  ] as const) {
    const { workspace, lists } = await makeBoard(ada);
    const { person: bob, member } = await reader(workspace);
    await cardOf(nth(lists, 0), member, 'Late', today(-3));
    await bob.call(api.users.update, { body: { timeZone } });
    const seen: string[] = [];
    // From nine in the morning on.
    for (let turn = 0; turn < 28 && seen.length === 0; turn++) {
      service.clock.pass(hour);
      if ((await sent()).length > 0)
        seen.push(new Date(service.clock.now() / 1000).toISOString().slice(11, 13));
    }
    assert.deepEqual(seen, hours);
  }
});

test('a change of time zone while the mail server is busy loses no summary', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const { person: bob, member } = await reader(workspace);
  await cardOf(nth(lists, 0), member, 'Late', today(-1));
  await untilHour(8);
  await bob.call(api.users.update, { body: { timeZone: 'Europe/London' } });
  assert.equal((await sent()).length, 1);
});

test('a mail server that is busy is asked again, and its link stops only the summaries', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const { person: bob, member } = await reader(workspace);
  await cardOf(nth(lists, 0), member, 'Late', today(-1));
  await untilHour(8);
  refusals.push(451);
  assert.deepEqual(await sent(), []);
  service.clock.pass(hour / 10);
  const [mail, ...more] = await sent();
  assert.deepEqual(more, []);
  const line = mail?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line ?? '';
  const path = new URL(/<([^>]+)>/.exec(line.replace(/\s+/g, ''))?.[1] ?? '').pathname;
  const page = await (await fetch(service.address + path)).text();
  assert.match(page, /<h1>Summary of your day<\/h1>[^]*<form method="post">/);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  assert.equal((await fetch(service.address + path, { method: 'POST', body })).status, 200);
  const { summary, kinds } = await bob.call(api.notificationSettings.get, {});
  assert.deepEqual([summary, kinds.assigned.mail], [false, 'at-once']);
  await untilHour(8);
  assert.deepEqual(await sent(), []);
});

test('two nodes that look at the same time send one', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const { member } = await reader(workspace);
  await cardOf(nth(lists, 0), member, 'Late', today(-1));
  await untilHour(8);
  server.mails.length = 0;
  await Promise.all([sendSummaries(service, 0), sendSummaries(service, 0)]);
  assert.equal(server.mails.length, 1);
});
