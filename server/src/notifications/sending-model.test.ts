import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { day, hour, isoMillis, minute, second } from '../base/clock.ts';
import { smtpMailer } from '../base/mail/smtp.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { nth } from '../testing/fixtures.ts';
import { mailServer } from '../testing/mail-server.ts';
import { type PushBrowser, pushService } from '../testing/push-service.ts';
import { readMail } from '../testing/read-mail.ts';
import { type Person, type TestService, testService } from '../testing/service.ts';
import { Chats, chatServers } from '../testing/team/chats.ts';
import { changeSight, inCard, inSight, mayChange, readNewest, setWatch } from '../testing/team/deeds.ts';
import { Sending, type Sent, type Wishes } from '../testing/team/sending.ts';
import { type Card, makeTeam, type Someone, sees, type Team, tellOf } from '../testing/team/team.ts';
import { sendMails } from './mail/sender.ts';

/*
 * Random days of a team, compared with a model of what is sent to whom: mails, pushes and chats, by their settings, in their time
 * zones, and only of what they may still see. On PostgreSQL two nodes send. `MODEL_SEED` chooses other days, `MODEL_RUNS` more.
 */

const seed = Number(process.env.MODEL_SEED ?? 20_261_126);
const numRuns = Number(process.env.MODEL_RUNS ?? 7);

/** The days begin before summer time ends or begins, a leap day and the end of a year. */
const starts = [
  '2031-03-28',
  '2031-10-24',
  '2031-10-31',
  '2031-12-30',
  '2032-02-27',
  '2032-03-12',
  '2032-04-02',
];

const mails = await mailServer();
const mailer = await smtpMailer(mails.url, { mailFrom: 'Taskboard <noreply@example.com>' });
const publicUrl = 'https://boards.example.com';
const settings = { PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
const database = await testDatabase({ migrated: true });
const service = await testService(settings, { mailer }, database);
const { clock } = service;
const nodes = [service];
if (engine === 'postgres') nodes.push(await testService(settings, { mailer, clock }, database));
after(() => database.remove());
after(() => mailer.close?.());
clock.hold();
clock.pass(Date.parse(`${starts[0]}T06:00:00Z`) * 1000 - clock.now());

/** A caller of all nodes in turn. */
function onNodes(person: Person): Person {
  const callers = nodes.map((node) => node.caller(person.token));
  let turn = 0;
  const next = () => nth(callers, turn++ % callers.length);
  return {
    ...person,
    call: ((...given: Parameters<Person['call']>) => next().call(...given)) as Person['call'],
    refused: (...given) => next().refused(...given),
  };
}

const names = ['ada', 'bob', 'cyd', 'dan', 'eve'];
const people = (await Promise.all(names.map((name) => service.signUp(name)))).map(onNodes);
const pushes = await pushService();
const chats = await chatServers();
/** Ada has two browsers, and Dan has none. */
const browsersOf = new Map<string, PushBrowser[]>();
for (const [n, count] of [2, 1, 1, 0, 1].entries()) {
  const person = nth(people, n);
  const browsers = Array.from({ length: count }, () => pushes.browser(service.pushKey.publicKey));
  for (const { subscription } of browsers) await person.call(api.push.subscribe, { body: subscription });
  browsersOf.set(person.id, browsers);
}

const notOfCards = { page: 'off', mail: 'off', push: 'off' } as const;
const base: Wishes['kinds'] = { invited: notOfCards, 'role-changed': notOfCards, security: notOfCards };

const zones = [
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'Europe/London',
  'America/St_Johns',
  'America/New_York',
  'America/Los_Angeles',
  'Pacific/Pago_Pago',
];
const kinds: Wishes['kinds'][] = [
  { commented: { mail: 'at-once', push: 'at-once' } },
  { commented: { mail: 'digest', push: 'digest' }, changed: { mail: 'digest', push: 'at-once' } },
  { assigned: { mail: 'digest', push: 'off' }, moved: { mail: 'at-once', page: 'off' } },
  { mentioned: { push: 'digest' }, completed: { mail: 'digest', push: 'at-once' }, changed: { mail: 'off' } },
  { commented: { mail: 'off', page: 'off' }, overdue: { mail: 'digest' }, 'due-soon': { push: 'digest' } },
];
const digests = [
  { hour: 0, days: [1, 2, 3, 4, 5, 6, 7] },
  { hour: 6, days: [1, 2, 3, 4, 5, 6, 7] },
  { hour: 8, days: [1, 2, 3, 4, 5] },
  { hour: 23, days: [6, 7, 1] },
];
const quietHours = [
  null,
  { from: '22:00', to: '07:00' },
  { from: '12:30', to: '13:15' },
  { from: '20:15', to: '08:30' },
];

const step = fc.record({
  what: fc.constantFrom(
    ...(['comment', 'comment', 'mention', 'title', 'complete', 'move', 'put', 'put', 'take', 'due'] as const),
    ...(['watch', 'watch', 'unwatch', 'read', 'wish', 'wish', 'zone', 'override'] as const),
    ...(['pause', 'close', 'seat', 'remove', 'wait', 'wait', 'wait', 'wait', 'wait', 'wait'] as const),
  ),
  actor: fc.nat(4),
  other: fc.nat(4),
  card: fc.nat(3),
  where: fc.nat(2),
  choice: fc.nat(999),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Day {
  team: Team;
  sending: Sending;
  chats: Chats;
  /** The ids of all mails so far. */
  mailed: Set<string>;
}

const pick = <T>(from: readonly T[], choice: number): T => nth(from, choice % from.length);
const forEachNode = (work: (node: TestService) => Promise<unknown>) => Promise.all(nodes.map(work));

let begun = 0;

async function makeDay(): Promise<Day> {
  const start =
    Date.parse(`${pick(starts, begun)}T06:00:00Z`) * 1000 + Math.floor(begun / starts.length) * 731 * day;
  begun++;
  if (start > clock.now()) clock.pass(start - clock.now());
  const now = clock.now();
  for (const table of ['pushes', 'webhook_deliveries', 'notification_settings'])
    await service.sql(`delete from ${table}`);
  await service.sql('update cards set alarm_at = null');
  await service.sql(
    `update users set time_zone = null, email_verified_at = case when name = 'eve' then null else 1 end`,
  );
  await service.sql(`update sessions set last_used_at = ${now}, expires_at = ${now + 30 * day}`);
  for (const person of people) await person.call(api.notificationSettings.update, { body: { kinds: base } });
  const team = await makeTeam(service, people);
  const sending = new Sending(team);
  for (const who of team.everyone) {
    const browsers = browsersOf.get(who.person.id)?.length ?? 0;
    Object.assign(sending.of(who), {
      kinds: base,
      browsers,
      hasMail: who.person.email !== 'eve@example.com',
    });
  }
  return { team, sending, chats: await Chats.of(team, chats), mailed: new Set() };
}

/** What somebody sets, in the service and in the model. */
async function wish(sending: Sending, who: Someone, choice: number): Promise<void> {
  const wishes = sending.of(who);
  const set = (body: BodyOf<typeof api.notificationSettings.update>) =>
    who.person.call(api.notificationSettings.update, { body });
  const what = choice % 3;
  const given = Math.floor(choice / 3);
  if (what === 0) {
    const more = pick(kinds, given);
    await set({ kinds: more });
    const all = new Set([...Object.keys(wishes.kinds), ...Object.keys(more)]) as Set<keyof Wishes['kinds']>;
    wishes.kinds = Object.fromEntries(
      [...all].map((kind) => [kind, { ...wishes.kinds[kind], ...more[kind] }]),
    );
  } else if (what === 1) {
    wishes.digest = pick(digests, given);
    await set({ digest: wishes.digest });
  } else {
    wishes.quietHours = pick(quietHours, given);
    await set({ quietHours: wishes.quietHours });
  }
}

async function override(sending: Sending, who: Someone, card: Card, choice: number): Promise<void> {
  if (!sees(who, card.board)) return;
  const board = card.board.id;
  const overrides: Wishes['overrides'] = pick(
    [
      [],
      [{ board, muted: true, kinds: {} }],
      [{ board, muted: true, kinds: { mentioned: { mail: 'at-once' }, assigned: { push: 'at-once' } } }],
      [
        {
          board,
          muted: false,
          kinds: { commented: { mail: 'at-once', push: 'off' }, moved: { push: 'digest' } },
        },
      ],
    ],
    choice,
  );
  sending.of(who).overrides = overrides;
  const given = overrides.map(({ board: boardPublicId, ...rest }) => ({ boardPublicId, ...rest }));
  await who.person.call(api.notificationSettings.update, { body: { overrides: given } });
}

async function take(at: Day, { what, where, choice, ...given }: Step): Promise<void> {
  const { team, sending } = at;
  const [actor, other, card] = [
    nth(team.everyone, given.actor),
    nth(team.everyone, given.other),
    nth(team.cards, given.card),
  ];
  if (what === 'wait') return wait(at, pick([1, 3, 7, 45, 300, 700, 1500], choice) * minute);
  if (what === 'pause' || what === 'close' || what === 'seat') return changeSight(team, card, other, what);
  if (what === 'remove') return choice % 3 === 0 ? changeSight(team, card, other, what) : undefined;
  if (what === 'read') return readNewest(actor);
  if (what === 'wish') return wish(sending, actor, choice);
  if (what === 'override') return override(sending, actor, card, choice);
  if (what === 'zone') {
    const timeZone = pick(zones, choice);
    sending.of(actor).zone = timeZone;
    await actor.person.call(api.users.update, { body: { timeZone } });
    return;
  }
  await inSight(card, actor, async () => {
    if (what === 'watch' || what === 'unwatch')
      return setWatch(team, card, actor, { where, watches: what === 'watch' });
    if (!mayChange(actor, card)) return;
    if (what === 'due') return setDue(at, card, actor, pick([1, 5, 25, 30], choice) * hour);
    await inCard[what](team, card, actor, other);
    if (what === 'complete' && !card.isDone) sending.reopened(card, clock.now());
  });
}

async function setDue({ team, sending }: Day, card: Card, actor: Someone, ahead: number): Promise<void> {
  const dueAt = Math.floor((clock.now() + ahead) / 1000) * 1000;
  await actor.person.call(api.cards.update, {
    params: { cardPublicId: card.id },
    body: { dueDate: isoMillis(dueAt) },
  });
  sending.setDue(card, dueAt, clock.now());
  tellOf(team, card, actor, 'changed');
}

/** Lets time pass. What is sent is looked at whenever something should be, a minute before that, and at the end. */
async function wait(at: Day, time: number): Promise<void> {
  const end = clock.now() + time;
  for (;;) {
    const next = at.sending.next(clock.now());
    if (next === undefined || next > end) break;
    if (next - minute > clock.now()) await sendAt(at, next - minute);
    await sendAt(at, next);
  }
  await sendAt(at, Math.max(end, clock.now()));
  // A channel is left alone for a moment after a message.
  clock.pass(4 * second);
  await forEachNode((node) => node.jobs.run('webhooks'));
  await forEachNode((node) => node.sender.idle());
  for (const { expected, got, messages } of at.chats.taken()) {
    const shown = expected.length > 10 ? expected.map((line, n) => (n < 10 ? line : '…')) : expected;
    assert.deepEqual([got, messages], [shown, expected.length > 0 ? 1 : 0], 'what a chat is told');
  }
}

async function sendAt({ team, sending, mailed }: Day, time: number): Promise<void> {
  clock.pass(Math.max(time - clock.now(), 0) + 5 * 1000);
  sending.ring(clock.now());
  await forEachNode((node) => node.jobs.run('alarms'));
  await forEachNode((node) => node.jobs.run('spread-notifications'));
  const when = isoMillis(clock.now());

  const ofMails = sending.mails(clock.now());
  mails.mails.length = 0;
  for (let round = 0; round < 2; round++) await forEachNode((node) => sendMails(node, 0));
  const expected = ofMails.map(({ who, says }) => `${who.person.email}: ${says.join()}`);
  const got = await Promise.all(mails.mails.map(({ to, raw }) => mailed_(to, raw, mailed)));
  assert.deepEqual(got.toSorted(), expected.toSorted(), `mails at ${when}`);

  const ofPushes = sending.pushes(clock.now());
  for (let round = 0; round < 2; round++) {
    await forEachNode((node) => node.jobs.run('pushes'));
    await forEachNode((node) => node.pusher.idle());
  }
  for (const who of team.everyone) assertPushed(who, ofPushes, when);
}

function assertPushed(who: Someone, sent: readonly Sent[], when: string): void {
  const tags = sent.filter((each) => each.who === who).map(({ says: [tag = 'digest'] }) => tag);
  for (const { received } of browsersOf.get(who.person.id) ?? []) {
    const got = received.splice(0).map(({ tag }) => tag);
    assert.deepEqual(got.toSorted(), tags.toSorted(), `pushes to ${who.person.email} at ${when}`);
  }
}

const sentences: [RegExp, string][] = [
  [/^\w+ put you on /, 'assigned'],
  [/^\w+ mentioned you on /, 'mentioned'],
  [/^\w+ commented on /, 'commented'],
  [/^\w+ completed /, 'completed'],
  [/^\w+ moved /, 'moved'],
  [/^\w+ changed /, 'changed'],
  [/ is due soon$/, 'due-soon'],
  [/ is overdue$/, 'overdue'],
];

/** What a mail says, and to whom; its id is new. */
async function mailed_(to: string[], raw: Buffer, known: Set<string>): Promise<string> {
  const { text = '', messageId = '' } = await readMail(raw);
  assert.ok(messageId !== '' && !known.has(messageId), 'a mail is sent once');
  known.add(messageId);
  const says = new Set<string>();
  let said: string[] = [];
  for (const line of text.split('\n-- \n')[0]?.split('\n') ?? []) {
    const card = /\/c\/(\w+)$/.exec(line)?.[1];
    if (card === undefined)
      said.push(...sentences.flatMap(([form, kind]) => (form.test(line) ? [kind] : [])));
    else {
      for (const kind of said) says.add(`${kind} ${card}`);
      said = [];
    }
  }
  return `${to.join()}: ${[...says].sort().join()}`;
}

async function checkInboxes({ team, sending }: Day): Promise<void> {
  for (const who of team.everyone) {
    const { notifications, unread } = await who.person.call(api.notifications.list, {
      query: { limit: 100 },
    });
    const got = notifications.map(
      ({ kind, card, count, readAt }) => `${kind} ${card?.publicId} ${count} ${readAt !== null}`,
    );
    const shown = who.told.filter((told) => sees(who, told.card.board) && sending.isInInbox(who, told));
    const expected = shown.map(({ kind, card, count, isRead }) => `${kind} ${card.id} ${count} ${isRead}`);
    assert.deepEqual(got.toSorted(), expected.toSorted(), `the inbox of ${who.person.email}`);
    assert.equal(unread, shown.filter(({ isRead }) => !isRead).length);
  }
}

test('each is sent exactly what they wish, when they wish it, once, and nothing that they may not see by then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 70, maxLength: 90, size: 'max' }), async (steps) => {
      const at = await makeDay();
      for (const given of steps) {
        clock.pass(20 * 1000);
        await take(at, given);
      }
      await wait(at, 3 * day);
      await checkInboxes(at);
    }),
    { seed, numRuns, unbiased: true, endOnFailure: true },
  );
});
