import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../../../contract/api.ts';
import { second } from '../base/clock.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

/** Reads the named events of somebody's stream until `enough` of them have arrived. */
async function heard(
  person: Person,
  enough: (events: readonly Heard[]) => boolean,
  headers: Record<string, string> = {},
): Promise<Heard[]> {
  const off = new AbortController();
  const response = await fetch(`${service.baseUrl}/users/me/events`, {
    headers: { authorization: `Bearer ${person.token}`, ...headers },
    signal: off.signal,
  });
  assert.equal(response.status, 200);
  const events: Heard[] = [];
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += Buffer.from(bytes).toString();
    const whole = text.split('\n\n');
    text = whole.pop() ?? '';
    for (const each of whole) {
      const [, name] = /^event: (.*)$/m.exec(each) ?? [];
      const [, data = 'null'] = /^data: (.*)$/m.exec(each) ?? [];
      const [, id] = /^id: (.*)$/m.exec(each) ?? [];
      if (name) events.push({ name, id, data: JSON.parse(data) as Heard['data'] });
    }
    if (enough(events)) break;
  }
  off.abort();
  return events;
}

interface Heard {
  name: string;
  id: string | undefined;
  data: { unread?: number; kind?: string; count?: number };
}

test('a stream begins with the number of unread ones, and sends each notification as it comes', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const member = await addMember(service, workspace, bob);
  const card = await makeCard(ada, nth(lists, 0));
  const listening = heard(bob, (events) => {
    // What happens next is told to the open stream.
    if (events.length === 1) {
      void ada.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId: member } });
    }
    return events.length === 3;
  });
  const events = await listening;
  assert.deepEqual(
    events.map(({ name, data }) => [name, data.unread ?? data.kind]),
    [
      ['unread', 0],
      ['notification', 'assigned'],
      ['unread', 1],
    ],
  );

  // What was missed is sent to who resumes, raised ones as they are now.
  const last = events[1]?.id ?? '';
  for (const comment of ['One', 'Two']) {
    await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment } });
  }
  const resumed = await heard(bob, ({ length }) => length === 2, { 'last-event-id': last });
  assert.deepEqual(
    resumed.map(({ name, data }) => [name, data.unread ?? `${data.kind} ${data.count}`]),
    [
      ['notification', 'commented 2'],
      ['unread', 2],
    ],
  );
});

test('a stream needs a credential', async () => {
  const response = await fetch(`${service.baseUrl}/users/me/events`);
  assert.equal(response.status, 401);
});

/** Runs `work` while somebody has a stream open that has been sent everything until then; returns the statements that it took. */
async function whileOpen(person: Person, work: () => Promise<void>): Promise<number> {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  let isOver = false;
  const stream = heard(person, () => {
    open();
    return isOver;
  });
  await isOpen;
  const before = service.db.statements;
  await work();
  const statements = service.db.statements - before;
  isOver = true;
  await put(person);
  await stream;
  return statements;
}

/** Tells somebody something. */
async function put(person: Person): Promise<void> {
  const { workspace, lists } = await makeBoard(ada);
  const member = await addMember(service, workspace, person);
  const card = await makeCard(ada, nth(lists, 0));
  await ada.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId: member } });
}

test('who is told much at once has it read for their stream at most twice, not each time', async () => {
  const eve = await service.signUp('eve');
  const once = await whileOpen(eve, async () => {
    service.told.now([eve.id]);
    await pause(100);
  });
  const often = await whileOpen(eve, async () => {
    for (let times = 0; times < 100; times++) service.told.now([eve.id]);
    await pause(100);
  });
  assert.ok(once > 0);
  // What came while it was read is read after it.
  assert.ok(often <= 2 * once, `${often} statements, ${once} for one`);
});

test('what another node has told is sent once it is committed, however late, and is not read again and again', async () => {
  service.clock.hold();
  const eve = await service.signUp('late');
  await put(eve);
  const look = () => service.jobs.run('told-elsewhere');
  service.clock.pass(60 * second);
  await look();
  const stream = heard(eve, (events) => events.some(({ name }) => name === 'notification'));
  await pause(100);
  const begun = service.clock.now();
  service.clock.pass(second);
  await look();
  // A change of another node that has begun before, and is committed now.
  await service.sql(`update notifications set told_at = ${begun} where user_id = '${eve.id}'`);
  service.clock.pass(second);
  await look();
  const events = await stream;
  assert.equal(events.at(-1)?.data.kind, 'assigned');
  const quiet = await whileOpen(eve, async () => {
    await look();
    await pause(100);
    const before = service.db.statements;
    service.clock.pass(second);
    await look();
    await pause(100);
    assert.equal(service.db.statements - before, 1);
  });
  assert.ok(quiet > 0);
});
