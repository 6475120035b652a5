import assert from 'node:assert/strict';
import { test } from 'node:test';
import ical from 'ical.js';
import { api } from '../../../contract/api.ts';
import { withoutTokens } from '../base/access/tokens.ts';
import { day } from '../base/clock.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { mailedToken } from '../testing/mails.ts';
import { addMember, keyWithoutLimits, setStatus } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

async function feedOf(person: Person, boardPublicId: string): Promise<string> {
  const { url } = await person.call(api.calendars.create, { params: { boardPublicId } });
  assert.ok(url.startsWith(`${service.publicUrl}/api/v1/calendars/tbf_`));
  return service.baseUrl + url.slice(url.indexOf('/calendars/'));
}

/** The calendar at an address, read by an independent parser. */
async function calendarAt(url: string) {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8');
  const text = await response.text();
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  const calendar = new ical.Component(ical.parse(text) as unknown[]);
  const events = calendar.getAllSubcomponents('vevent').map((each) => new ical.Event(each));
  return { calendar, events };
}

const statusAt = async (url: string) => (await fetch(url)).status;

test('a calendar has the live cards that are due, days as days and times as times', async () => {
  const { board, lists } = await makeBoard(ada, { name: 'Tides; high, low' });
  const list = nth(lists, 0);
  const title = 'Paint, scrape; “prime” \\ done 🎨'.repeat(5).trim();
  const description = 'First line\nSecond; line, with \\n in it';
  const byTime = await makeCard(ada, list, { title, description, dueDate: '2026-12-24T10:30:00.000Z' });
  const byDay = await makeCard(ada, list, { title: 'All day', dueDate: '2026-12-25' });
  await makeCard(ada, list, { title: 'Never' });
  await makeCard(ada, list, { title: 'Long ago', dueDate: '2020-01-01' });
  const archived = await makeCard(ada, list, { title: 'Archived', dueDate: '2026-12-26' });
  await ada.call(api.cards.archive, { params: { cardPublicId: archived } });
  const deleted = await makeCard(ada, list, { title: 'Deleted', dueDate: '2026-12-26' });
  await ada.call(api.cards.delete, { params: { cardPublicId: deleted } });

  const { calendar, events } = await calendarAt(await feedOf(ada, board));
  // The parser returns a non-standard property as it was written.
  assert.equal(calendar.getFirstPropertyValue('x-wr-calname'), 'Tides\\; high\\, low');
  assert.deepEqual(
    events.map(({ uid, startDate }) => [uid, startDate.isDate, startDate.toString()]),
    [
      [`${byTime}@taskboard`, false, '2026-12-24T10:30:00Z'],
      [`${byDay}@taskboard`, true, '2026-12-25'],
    ],
  );
  const [first] = events;
  assert.equal(first?.summary, title);
  assert.match(first.description, /^[A-Z0-9]+-1 · To do\n\nFirst line\nSecond; line, with \\n in it$/);
  assert.equal(first.component.getFirstPropertyValue('url'), `${service.publicUrl}/c/${byTime}`);
});

test('what is done has a mark and no alarm, and as a task its status', async () => {
  const { board, lists } = await makeBoard(ada);
  const list = nth(lists, 0);
  await makeCard(ada, list, { title: 'Open', startDate: '2026-12-20', dueDate: '2026-12-25' });
  await makeCard(ada, list, {
    title: 'Timed',
    startDate: '2026-12-20',
    dueDate: '2026-12-26T00:00:00+00:00',
  });
  const completedAt = '2026-12-01T09:30:00.000Z';
  await makeCard(ada, list, { title: 'Done', dueDate: '2026-12-27', completedAt });
  const url = await feedOf(ada, board);
  const { events } = await calendarAt(url);
  const alarmsOf = (of: ical.Component) =>
    of.getAllSubcomponents('valarm').map((each) => String(each.getFirstPropertyValue('trigger')));
  assert.deepEqual(
    events.map(({ summary, startDate, component }) => [summary, startDate.toString(), alarmsOf(component)]),
    [
      ['Open', '2026-12-25', ['-P1D']],
      ['Timed', '2026-12-26T00:00:00Z', ['-P1D']],
      ['✓ Done', '2026-12-27', []],
    ],
  );
  const { calendar } = await calendarAt(`${url}?as=tasks`);
  const valuesOf = (of: ical.Component) =>
    ['summary', 'dtstart', 'due', 'status', 'completed'].map((name) => of.getFirstPropertyValue(name));
  assert.deepEqual(
    calendar
      .getAllSubcomponents('vtodo')
      .map((each) => [...valuesOf(each).map((value) => value && String(value)), alarmsOf(each)]),
    [
      ['Open', '2026-12-20', '2026-12-25', 'NEEDS-ACTION', null, ['-P1D']],
      ['Timed', null, '2026-12-26T00:00:00Z', 'NEEDS-ACTION', null, ['-P1D']],
      ['Done', null, '2026-12-27', 'COMPLETED', '2026-12-01T09:30:00Z', []],
    ],
  );
});

test('the alarms of a card are its reminders, and one that repeats is shown once', async () => {
  const { board, lists } = await makeBoard(ada);
  const list = nth(lists, 0);
  const recurrence = { rule: 'FREQ=WEEKLY', from: 'due', timeZone: 'Europe/Vienna' } as const;
  const reminders = [0, 60, 2880];
  await makeCard(ada, list, { title: 'Timed', dueDate: '2026-12-24T10:30:00.000Z', reminders });
  const card = await makeCard(ada, list, {
    title: 'Day',
    dueDate: '2026-12-25',
    reminders: [900],
    recurrence,
  });
  const url = await feedOf(ada, board);
  const shown = async (as: 'events' | 'tasks') =>
    (await calendarAt(`${url}?as=${as}`)).calendar
      .getAllSubcomponents(as === 'events' ? 'vevent' : 'vtodo')
      .map((each) => [
        each.getFirstPropertyValue('summary'),
        each.getAllSubcomponents('valarm').map((alarm) => {
          const trigger = alarm.getFirstPropertyValue('trigger');
          return trigger instanceof ical.Duration ? trigger.toSeconds() / -60 : String(trigger);
        }),
        each.getFirstProperty('rrule'),
      ]);
  const expected = [
    ['Timed', [0, 60, 2880], null],
    ['Day', [900], null],
  ];
  assert.deepEqual([await shown('events'), await shown('tasks')], [expected, expected]);
  // The next one is in the calendar once it is there.
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body: { completed: true } });
  assert.deepEqual(await shown('events'), [
    ...expected.slice(0, 1),
    ['✓ Day', [], null],
    ['Day', [900], null],
  ]);
});

test('an event keeps its id, and says when the card last changed', async () => {
  const { board, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { dueDate: '2026-12-24' });
  const url = await feedOf(ada, board);
  const modified = async () => {
    const [event] = (await calendarAt(url)).events;
    assert.equal(event?.uid, `${card}@taskboard`);
    return String(event.component.getFirstPropertyValue('last-modified'));
  };
  const before = await modified();
  service.clock.pass(5_000_000);
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body: { dueDate: '2026-12-30' } });
  assert.ok((await modified()) > before);
});

test('who has the newest calendar gets 304, until something changes', async () => {
  const { board, lists } = await makeBoard(ada);
  const url = await feedOf(ada, board);
  const first = await fetch(url);
  const etag = first.headers.get('etag') ?? '';
  assert.match(etag, /^"[\w-]+"$/);
  const again = await fetch(url, { headers: { 'if-none-match': etag } });
  assert.deepEqual([again.status, await again.text()], [304, '']);
  await makeCard(ada, nth(lists, 0), { dueDate: '2026-12-24' });
  assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 200);
});

test('a user who loses access gets 404 until access is restored', async () => {
  const { workspace, board } = await makeBoard(ada);
  const member = await addMember(service, workspace, bob);
  const url = await feedOf(bob, board);
  assert.equal(await statusAt(url), 200);
  await setStatus(service, member, 'paused');
  assert.equal(await statusAt(url), 404);
  await setStatus(service, member, 'active');
  assert.equal(await statusAt(url), 200);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  assert.equal(await statusAt(url), 404);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'workspace' } });
  await service.sql(`update users set disabled_at = 1 where id = '${bob.id}'`);
  assert.equal(await statusAt(url), 404);
  await service.sql(`update users set disabled_at = null where id = '${bob.id}'`);
  await ada.call(api.boards.delete, { params: { boardPublicId: board } });
  assert.equal(await statusAt(url), 404);
});

test('an address is replaced and revoked, and what is made up is not found', async () => {
  const { board } = await makeBoard(ada);
  const params = { boardPublicId: board };
  assert.deepEqual(await ada.call(api.calendars.get, { params }), { isActive: false, createdAt: null });
  const first = await feedOf(ada, board);
  assert.equal((await ada.call(api.calendars.get, { params })).isActive, true);
  const second = await feedOf(ada, board);
  assert.deepEqual([await statusAt(first), await statusAt(second)], [404, 200]);
  await ada.call(api.calendars.delete, { params });
  assert.equal(await statusAt(second), 404);
  for (const token of ['x', 'tbf_AAAA', ada.token]) {
    assert.equal(await statusAt(`${service.baseUrl}/calendars/${token}/cards.ics`), 404);
  }
});

test('the secret is stored as a hash only, opens nothing else, and does not reach the log', async () => {
  const { board } = await makeBoard(ada);
  const url = await feedOf(ada, board);
  const token = /tbf_[\w-]+/.exec(url)?.[0] ?? '';
  assert.ok(token.length > 40);
  const stored = JSON.stringify(await service.sql('select * from calendars'));
  assert.ok(!stored.includes(token.slice(4, 20)));
  await service.caller(token).refused(401, api.users.me);
  assert.doesNotMatch(withoutTokens(`/api/v1/calendars/${token}/cards.ics`), /tbf_\w/);
});

test('only a session makes an address, for a board whose cards it may see', async () => {
  const { workspace, board } = await makeBoard(ada);
  const params = { boardPublicId: board };
  const key = await keyWithoutLimits(service, ada);
  await key.refused(403, api.calendars.create, { params });
  await service.caller().refused(401, api.calendars.create, { params });
  const cyd = await service.signUp('cyd');
  await cyd.refused(403, api.calendars.create, { params });
  await addMember(service, workspace, cyd, { revoked: ['card:view'] });
  await cyd.refused(403, api.calendars.create, { params });
  await ada.refused(404, api.calendars.create, { params: { boardPublicId: '0123456789abcdef' } });
});

test('an address goes along with its board, and goes with its account', async () => {
  const { board } = await makeBoard(bob);
  const url = await feedOf(bob, board);
  await bob.call(api.boards.move, {
    params: { boardPublicId: board },
    body: { targetWorkspacePublicId: await makeWorkspace(bob) },
  });
  assert.equal(await statusAt(url), 200);
  await bob.call(api.users.deleteMe, { body: { currentPassword: 'password of bob' } });
  assert.equal(await statusAt(url), 404);
  assert.deepEqual(await service.sql(`select * from calendars where user_id = '${bob.id}'`), []);
});

test('the security log says when an address was created, replaced and revoked, and never the secret', async () => {
  const eve = await service.signUp('eve');
  const { board } = await makeBoard(eve, { name: 'Tides' });
  const params = { boardPublicId: board };
  const urls = [await feedOf(eve, board), await feedOf(eve, board)];
  for (let times = 0; times < 2; times++) await eve.call(api.calendars.delete, { params });
  const { entries } = await eve.call(api.users.securityLog);
  assert.deepEqual(
    entries.slice(0, 3).map(({ type, detail, address }) => [type, detail, address]),
    [
      ['calendar.revoked', 'Tides', '127.0.0.1'],
      ['calendar.created', 'Tides', '127.0.0.1'],
      ['calendar.created', 'Tides', '127.0.0.1'],
    ],
  );
  assert.doesNotMatch(entries[3]?.type ?? '', /calendar/);
  for (const url of urls) assert.ok(!JSON.stringify(entries).includes(/tbf_[\w-]+/.exec(url)?.[0] ?? ''));
});

test('an address lasts as API keys do: it ends with a reset password, and with a changed one if asked to', async () => {
  const { board } = await makeBoard(ada);
  const flo = await service.signUp('flo');
  const own = await makeBoard(flo);
  const others = await feedOf(ada, board);
  const change = (currentPassword: string, newPassword: string, more: object = {}) =>
    flo.call(api.users.changePassword, { body: { currentPassword, newPassword, ...more } });
  let url = await feedOf(flo, own.board);
  await flo.call(api.auth.endOtherSessions);
  await change('password of flo', 'a better password');
  assert.equal(await statusAt(url), 200);
  await change('a better password', 'the best password', { revokeApiKeys: true });
  assert.equal(await statusAt(url), 404);
  url = await feedOf(flo, own.board);
  const nobody = service.caller();
  await nobody.call(api.auth.requestPasswordReset, { body: { email: flo.email } });
  const token = await mailedToken(service, flo.email);
  await nobody.call(api.auth.confirmPasswordReset, { body: { token, newPassword: 'another password' } });
  assert.equal(await statusAt(url), 404);
  assert.equal(await statusAt(others), 200);
});

test('the calendar of a member who leaves the workspace, or is removed, is empty', async () => {
  const { workspace, board } = await makeBoard(ada);
  const [gil, hal] = [await service.signUp('gil'), await service.signUp('hal')];
  const members = [await addMember(service, workspace, gil), await addMember(service, workspace, hal)];
  const urls = [await feedOf(gil, board), await feedOf(hal, board)];
  for (const url of urls) assert.equal(await statusAt(url), 200);
  const params = (index: number) => ({ workspacePublicId: workspace, memberPublicId: nth(members, index) });
  await gil.call(api.members.remove, { params: params(0) });
  await ada.call(api.members.remove, { params: params(1) });
  for (const url of urls) assert.equal(await statusAt(url), 404);
});

test('a calendar has at most 1000 cards, the earliest first', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const from = Math.floor(service.clock.now() / day) * day;
  const id = (n: string) => `'${board.slice(-9)}' || ${n}`;
  await service.sql(`insert into cards (workspace_id, id, board_id, list_id, number, title, due_at, position, created_by, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
    select '${workspace}', ${id('(10000 + i)')}, '${board}', '${nth(lists, 0)}', i, 'Card ' || i, ${from} + cast(i as bigint) * 60000000,
      'a' || (10000 + i) || 'V', '${ada.id}', 1 from n`);
  await service.sql(`update workspaces set card_counter = 1200 where id = '${workspace}'`);
  const { events } = await calendarAt(await feedOf(ada, board));
  assert.equal(events.length, 1000);
  assert.deepEqual([events[0]?.summary, events.at(-1)?.summary], ['Card 1', 'Card 1000']);
});
