import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
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
