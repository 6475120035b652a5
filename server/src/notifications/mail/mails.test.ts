import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../../testing/fixtures.ts';
import { mailedService, setTelling as set } from '../../testing/mailed-service.ts';
import { addMember, setStatus } from '../../testing/members.ts';
import type { ReadMail } from '../../testing/read-mail.ts';
import type { Person } from '../../testing/service.ts';
import { sendMails } from './sender.ts';
import { takeTurn } from './turn.ts';

/* Notifications by mail: sent to a real mail server, and read by a parser. The clock stands. */

const minute = 60_000_000;
const { service, server, refusals, publicUrl, signUp, arriving } = await mailedService();
const ada = await signUp('ada');

async function team() {
  const { workspace, board, lists } = await makeBoard(ada, { name: 'Harbour' });
  // Days pass in seconds here, before the service stores by itself that the session is used.
  await service.lastUsed.flush();
  const bob = await signUp('bob');
  const member = await addMember(service, workspace, bob);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the pier' });
  return { workspace, board, lists, card, bob, member };
}

const put = (card: string, member: string) =>
  ada.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId: member } });
const comment = (card: string, text: string, by = ada) =>
  by.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: text } });

/** The mails that arrive when what is due is sent. */
const sent = () => arriving((from) => sendMails(from, 0));

/** The same after some minutes. */
async function after(minutes: number) {
  service.clock.pass(minutes * minute);
  return sent();
}

const header = (mail: ReadMail, name: string) => {
  const line = mail.headerLines.find(({ key }) => key === name)?.line ?? '';
  return line
    .slice(line.indexOf(':') + 1)
    .replace(/\s+/g, ' ')
    .trim();
};

test('what happens on a card within two minutes is one mail, which says all of it and can be unsubscribed from', async () => {
  const { card, bob, member } = await team();
  await set(bob, { kinds: { commented: { mail: 'at-once' } } });
  await put(card, member);
  service.clock.pass(minute);
  await comment(card, `Is <b>it</b> done, @[Bob](member:${member})?`);
  await comment(card, 'First line\nSecond line');
  assert.deepEqual(await sent(), []);
  const mails = await after(1.1);
  assert.equal(mails.length, 1);
  const mail = nth(mails, 0);
  assert.equal(mail.subject, 'Paint the pier (Harbour)');
  assert.deepEqual(nth(server.mails, 0).to, [bob.email]);
  for (const said of [
    'put you on Paint the pier',
    'Is <b>it</b> done, @Bob?',
    '> Second line',
    `${publicUrl}/c/${card}`,
  ])
    assert.ok(mail.text?.includes(said), `${said} in ${mail.text}`);
  const html = mail.html || '';
  // The title is above.
  assert.match(html, /put you on this card</);
  assert.ok(html.includes('Is &lt;b&gt;it&lt;/b&gt; done, @Bob?'));
  assert.doesNotMatch(html, /<b>|<img|src=|url\(/);
  assert.match(html, /prefers-color-scheme: dark/);
  assert.equal(mail.inReplyTo, `<${card}.card@boards.example.com>`);
  assert.deepEqual([mail.references].flat(), [mail.inReplyTo]);
  assert.match(mail.messageId ?? '', /^<[0-9a-z]{16}\.notification@boards\.example\.com>$/);
  assert.equal(header(mail, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  assert.match(header(mail, 'list-unsubscribe'), /^<https:\/\/boards\.example\.com\/unsubscribe\/[^>\s]+>$/);
  assert.equal(header(mail, 'auto-submitted'), 'auto-generated');
  assert.deepEqual(await after(60), []);
});

test('the mail about a question offers its answers, until there is one', async () => {
  const { card, bob, member } = await team();
  const ask = (text: string, options?: string[]) =>
    ada.call(api.questions.ask, {
      params: { cardPublicId: card },
      body: { text, to: member, ...(options ? { options } : {}) },
    });
  const { publicId: id } = await ask('Which color?', ['Blue', '<b>Green</b>']);
  const [mail] = await after(3);
  const link = (option: number) => `${publicUrl}/c/${card}#answer-${id}-${option}`;
  assert.ok(mail?.text?.includes(`\nBlue: ${link(0)}\n<b>Green</b>: ${link(1)}\n`), mail?.text);
  const html = mail?.html || '';
  assert.match(html, new RegExp(`href="${link(0)}"[^>]*>Blue</a>`));
  assert.match(html, new RegExp(`href="${link(1)}"[^>]*>&lt;b&gt;Green&lt;/b&gt;</a>`));
  const { publicId: other } = await ask('Now?', ['Yes']);
  await bob.call(api.questions.answer, { params: { questionPublicId: other }, body: { option: 0 } });
  const [answered] = await after(3);
  assert.doesNotMatch(answered?.text ?? '', /#answer-/);
});

test('later mails about a card say only what is new, in the same thread', async () => {
  const { card, bob, member } = await team();
  await put(card, member);
  await comment(card, `@[Bob](member:${member}) One`);
  const [first] = await after(3);
  await comment(card, `@[Bob](member:${member}) Two`);
  const [second] = await after(3);
  assert.match(second?.text ?? '', /@Bob Two/);
  assert.doesNotMatch(second?.text ?? '', /One|put you on/);
  assert.equal(second?.subject, first?.subject);
  assert.equal(second?.inReplyTo, first?.inReplyTo);
  assert.notEqual(second?.messageId, first?.messageId);
  assert.equal((await bob.call(api.notifications.list, { query: {} })).unread, 2);
});

test('a digest comes in the morning of the reader, by board, and not on other days', async () => {
  const { card, bob, member, workspace } = await team();
  await bob.call(api.users.update, { body: { timeZone: 'America/New_York' } });
  await put(card, member);
  await after(3);
  const other = await makeBoard(ada, { workspace, name: 'Town' });
  const second = await makeCard(ada, nth(other.lists, 0), { title: 'Sweep the square' });
  await put(second, member);
  await after(3);
  await comment(card, 'To the digest');
  await comment(second, 'This too');
  assert.deepEqual(await after(3), []);
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const mails = [];
  for (const _ of hours) mails.push(...(await after(60)).map((mail) => ({ mail, at: service.clock.now() })));
  // Weekends have none, by default.
  for (let day = 0; mails.length === 0 && day < 3; day++)
    for (const _ of hours)
      mails.push(...(await after(60)).map((mail) => ({ mail, at: service.clock.now() })));
  assert.equal(mails.length, 1);
  const { mail, at } = nth(mails, 0);
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  assert.equal(clock.format(at / 1000), '08');
  assert.equal(mail.subject, '2 notifications on 2 boards');
  assert.equal(mail.inReplyTo, undefined);
  assert.match(
    mail.text ?? '',
    /HARBOUR[^]*To the digest[^]*TOWN[^]*This too|TOWN[^]*This too[^]*HARBOUR[^]*To the digest/,
  );
});

test('many cards at once are one mail', async () => {
  const { bob, member, lists } = await team();
  const cards = [];
  for (let n = 0; n < 6; n++) cards.push(await makeCard(ada, nth(lists, 0), { title: `Post ${n}` }));
  for (const card of cards) await put(card, member);
  const mails = await after(3);
  assert.equal(mails.length, 1);
  assert.equal(mails[0]?.subject, '6 notifications on Harbour');
  for (const card of cards) assert.ok(mails[0]?.text?.includes(`/c/${card}`));
  assert.equal((await bob.call(api.notifications.list, { query: {} })).unread, 6);
});

test('nothing is sent of what is read, off, muted, no longer visible, or to who cannot be reached', async () => {
  const { card, bob, member, board, lists, workspace } = await team();
  const told = async (
    prepare: () => Promise<unknown>,
    undo: () => Promise<unknown> = async () => undefined,
  ) => {
    const made = await makeCard(ada, nth(lists, 0));
    await put(made, member);
    await prepare();
    const count = (await after(3)).length;
    await undo();
    return count;
  };
  assert.equal(await told(async () => undefined), 1);
  const before = () => new Date(service.clock.now() / 1000 + 1).toISOString();
  const read = () => bob.call(api.notifications.update, { body: { before: before(), read: true } });
  assert.equal(await told(read), 0);
  const assigned = (mail: 'off' | 'at-once') => set(bob, { kinds: { assigned: { mail } } });
  assert.equal(
    await told(
      () => assigned('off'),
      () => assigned('at-once'),
    ),
    0,
  );
  const mute = (muted: boolean) => set(bob, { overrides: muted ? [{ boardPublicId: board, muted }] : [] });
  assert.equal(
    await told(
      () => mute(true),
      () => mute(false),
    ),
    0,
  );
  const access = (of: 'members' | 'workspace') =>
    ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: of } });
  assert.equal(
    await told(
      () => access('members'),
      () => access('workspace'),
    ),
    0,
  );
  assert.equal(
    await told(
      () => setStatus(service, member, 'paused'),
      () => setStatus(service, member, 'active'),
    ),
    0,
  );
  const user = (column: string, value: string) =>
    service.sql(`update users set ${column} = ${value} where id = '${bob.id}'`);
  assert.equal(
    await told(
      () => user('email_verified_at', 'null'),
      () => user('email_verified_at', '1'),
    ),
    0,
  );
  assert.equal(
    await told(
      () => user('disabled_at', '1'),
      () => user('disabled_at', 'null'),
    ),
    0,
  );
  assert.equal(await told(async () => undefined), 1);
  // What was not to be sent then is not sent later.
  assert.deepEqual(await after(60 * 24 * 4), []);
  assert.ok(card && workspace);
});

test('in quiet hours mails wait for their end', async () => {
  const { card, bob, member } = await team();
  const time = (micros: number) => new Date(micros / 1000).toISOString().slice(11, 16);
  const now = service.clock.now();
  await set(bob, { quietHours: { from: time(now - 60 * minute), to: time(now + 120 * minute) } });
  await put(card, member);
  assert.deepEqual(await after(60), []);
  assert.equal((await after(61)).length, 1);
});

test('a digest whose hour is in quiet hours is sent at their end, once', async () => {
  const { card, bob } = await team();
  await set(bob, {
    digest: { hour: 6, days: [1, 2, 3, 4, 5, 6, 7] },
    quietHours: { from: '22:00', to: '07:00' },
  });
  await bob.call(api.notifications.watchCard, { params: { cardPublicId: card } });
  await comment(card, 'For the digest');
  const times: string[] = [];
  for (let hour = 0; hour < 72; hour++)
    for (const _ of await after(60))
      times.push(new Date(service.clock.now() / 1000).toISOString().slice(11, 13));
  assert.deepEqual(times, ['07']);
});

test('the digests of several people who were told much are one mail each', async () => {
  const { card, workspace, board } = await team();
  const people: Person[] = [];
  for (let n = 0; n < 5; n++) {
    const person = await signUp('reader');
    await addMember(service, workspace, person);
    people.push(person);
  }
  const now = service.clock.now();
  const rows = Array.from({ length: 240 }, (_, row) =>
    people.map(({ id }, n) => {
      const of = `${card.slice(0, 11)}${n}${String(row).padStart(4, '0')}`;
      return `('${workspace}', '${of}', '${id}', 'commented', '${board}', '${card}', 1, ${now}, ${now}, ${now})`;
    }),
  );
  await service.sql(`insert into notifications
    (workspace_id, id, user_id, kind, board_id, card_id, times, created_at, told_at, mail_at) values ${rows.flat().join(', ')}`);
  const emails = people.map(({ email }) => email).sort();
  const got: string[] = [];
  for (let hour = 0; hour < 96; hour++) {
    await after(60);
    got.push(...server.mails.flatMap(({ to }) => to).filter((to) => emails.includes(to)));
  }
  assert.deepEqual(got.sort(), emails);
});

test('the digest of somebody who was told thousands of things is one mail', async () => {
  const { card, workspace, board, bob } = await team();
  const now = service.clock.now();
  const count = 2300;
  const rows = Array.from({ length: count }, (_, row) => {
    const id = `${card.slice(0, 12)}${String(row).padStart(4, '0')}`;
    return `('${workspace}', '${id}', '${bob.id}', 'commented', '${board}', '${card}', 1, ${now}, ${now}, ${now})`;
  });
  await service.sql(`insert into notifications
    (workspace_id, id, user_id, kind, board_id, card_id, times, created_at, told_at, mail_at) values ${rows.join(', ')}`);
  const got: ReadMail[] = [];
  // In the morning of the next working day, and nothing is left for an hour later.
  for (let hours = 0; hours < 96 && got.length === 0; hours++)
    got.push(...(await after(60)).filter((_, index) => server.mails[index]?.to.includes(bob.email)));
  got.push(...(await after(60)).filter((_, index) => server.mails[index]?.to.includes(bob.email)));
  assert.deepEqual(
    got.map(({ subject }) => subject),
    ['Paint the pier (Harbour)'],
  );
  const [left] = await service.sql<{ count: number }>(
    `select count(*) as count from notifications where user_id = '${bob.id}' and (mail_at is not null or mail_id is not null)`,
  );
  assert.equal(Number(left?.count), 0);
});

test('a comment is not mailed to somebody who may not read comments', async () => {
  const { card, workspace } = await team();
  const eve = await signUp('eve');
  const member = await addMember(service, workspace, eve, { revoked: ['comment:view'] });
  await comment(card, `@[Eve](member:${member}) Secret`);
  const [mail] = await after(3);
  assert.match(mail?.text ?? '', /mentioned you/);
  assert.doesNotMatch(`${mail?.text} ${mail?.html}`, /Secret/);
});

test('the link of a mail asks when it is opened, acts when it is posted to, and changes nothing else', async () => {
  const { card, bob, member, board } = await team();
  await set(bob, {
    kinds: { moved: { mail: 'digest', push: 'at-once' } },
    overrides: [{ boardPublicId: board, kinds: { changed: { mail: 'at-once', page: 'off' } } }],
  });
  await put(card, member);
  const [mail] = await after(3);
  const link = header(
    nth(
      [mail].flatMap((each) => each ?? []),
      0,
    ),
    'list-unsubscribe',
  ).slice(1, -1);
  const path = new URL(link).pathname;
  const request = (to: string, init: RequestInit = {}) => fetch(`${service.address}${to}`, init);
  const mailOf = async () => {
    const { kinds, overrides } = await bob.call(api.notificationSettings.get, {});
    return [kinds.assigned.mail, kinds.moved.mail, kinds.moved.push, overrides[0]?.kinds];
  };
  const as = ['at-once', 'digest', 'at-once', { changed: { mail: 'at-once', page: 'off' } }];
  const page = await request(path);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type') ?? '', /text\/html/);
  assert.match(await page.text(), /<form method="post">/);
  assert.deepEqual(await mailOf(), as);
  const tampered = [path.slice(0, -1), path.replace(bob.id, ada.id), `/unsubscribe/${bob.id}/x`];
  const form = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  for (const wrong of tampered) {
    assert.equal((await request(wrong, form)).status, 404);
    assert.equal((await request(wrong)).status, 404);
  }
  assert.deepEqual(await mailOf(), as);
  assert.equal((await request(path, form)).status, 200);
  assert.deepEqual(await mailOf(), ['off', 'off', 'at-once', { changed: { page: 'off' } }]);
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');
  assert.equal((await request(path, { method: 'POST', body: multipart })).status, 200);
  await comment(card, `@[Bob](member:${member})`);
  assert.deepEqual(await after(3), []);
  await set(bob, { kinds: { mentioned: { mail: 'at-once' } } });
  assert.deepEqual((await mailOf()).slice(0, 2), ['off', 'off']);
  await comment(card, `@[Bob](member:${member}) again`);
  assert.equal((await after(3)).length, 1);
});

test('a mail that is not taken yet is sent again, later each time and with the same id; one that is refused is given up', async () => {
  const { card, member, lists } = await team();
  await put(card, member);
  refusals.push(450, 450);
  assert.deepEqual(await after(3), []);
  assert.deepEqual(await sent(), []);
  assert.deepEqual(await after(1.1), []);
  const [mail] = await after(1.2);
  assert.ok(mail?.messageId);
  refusals.push(550);
  const another = await makeCard(ada, nth(lists, 0));
  await put(another, member);
  assert.deepEqual(await after(3), []);
  assert.equal(refusals.length, 0);
  assert.deepEqual(await after(60 * 24), []);
});

test('a mail that was taken by a node that died is sent once its lease is over, with the same id', async () => {
  const { card, member } = await team();
  await put(card, member);
  service.clock.pass(3 * minute);
  const { letters } = await takeTurn(service);
  const [letter] = letters;
  assert.equal(letters.length, 1);
  assert.deepEqual(await after(4), []);
  // What is told meanwhile is another mail.
  await comment(card, `@[Bob](member:${member}) Meanwhile`);
  const [mail] = await after(1.1);
  assert.equal(mail?.messageId, `<${letter?.mailId}.notification@boards.example.com>`);
  assert.doesNotMatch(mail?.text ?? '', /Meanwhile/);
  const [next] = await after(3);
  assert.match(next?.text ?? '', /Meanwhile/);
  assert.notEqual(next?.messageId, mail?.messageId);
});

test('hostile names and texts become no markup and no header', async () => {
  const workspace = await makeWorkspace(ada, '<script>alert(1)</script>');
  const { lists } = await makeBoard(ada, { workspace, name: '"><img src=x onerror=alert(1)>' });
  const bob = await signUp('bob');
  const member = await addMember(service, workspace, bob);
  const card = await makeCard(ada, nth(lists, 0), {
    title: `<a href="https://evil.example">${'x'.repeat(1900)}`,
  });
  await comment(card, `</p><script>alert(1)</script> @[Bob](member:${member})\nSubject: x\n.\nQUIT`);
  const [mail] = await after(3);
  assert.ok(mail);
  assert.doesNotMatch(mail.html || '', /<script|<img|href="https:\/\/evil/);
  assert.equal((mail.subject ?? '').length < 220, true);
  assert.match(mail.text ?? '', /> QUIT/);
});

test('no mail tells of a workspace that is closed to a person, but those go on that are closed to sessions and places', async () => {
  const { workspace, lists, member } = await team();
  const sentUnder = async (policies: object) => {
    await put(await makeCard(ada, nth(lists, 0)), member);
    await service.sql(
      `update workspaces set policies = '${JSON.stringify(policies)}' where id = '${workspace}'`,
    );
    const mails = await after(3);
    await service.sql(`update workspaces set policies = null where id = '${workspace}'`);
    return mails.length;
  };
  assert.equal(await sentUnder({ secondFactor: true }), 0);
  for (const closing of [
    { provider: 'company' },
    { sessionHours: 1 },
    { idleMinutes: 5 },
    { addresses: ['192.0.2.0/24'] },
  ])
    assert.equal(await sentUnder(closing), 1, JSON.stringify(closing));
});
