import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { Client } from '../../../contract/client.ts';
import type { Subscription } from '../../../contract/subscribe.ts';
import { second } from '../base/clock.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { type Listening, listen } from '../testing/live.ts';
import { addBoardMember, addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { namedStatementsOf, statementsOf } from '../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const ben = await service.signUp('ben');
const guest = await service.signUp('guest');

/** Ada's board with a card, and the other members of its workspace. */
async function world() {
  const made = await makeBoard(ada);
  const bens = await addMember(service, made.workspace, ben);
  const guests = await addMember(service, made.workspace, guest, { role: 'guest-of-boards' });
  return { ...made, bens, guests, card: await makeCard(ada, nth(made.lists, 0)) };
}

const look = (
  person: Pick<Client, 'call'>,
  boardPublicId: string,
  at: { cardPublicId?: string | null; isEditing?: boolean; tabId?: string } = {},
) => {
  const { tabId, ...body } = at;
  return person.call(api.presence.set, {
    params: { boardPublicId },
    query: tabId === undefined ? {} : { tabId },
    body,
  });
};

const leave = (person: Pick<Client, 'call'>, boardPublicId: string, tabId?: string) =>
  person.call(api.presence.remove, {
    params: { boardPublicId },
    query: tabId === undefined ? {} : { tabId },
  });

/** Stores the reports and sends them out, as happens every second. */
const round = (node: Pick<typeof service, 'jobs'> = service) => node.jobs.run('presence');

/** The next presence event of a stream; asserts that it is the only one. */
async function nextOf(stream: Listening) {
  await until(() => stream.presences.length > 0);
  const [next, ...more] = stream.presences.splice(0);
  assert.deepEqual(more, []);
  return next;
}

const viewer = (person: Person, name: string, cards: object[] = []) => ({
  user: { id: person.id, name, isBot: false },
  cards,
});

test('readers of a board see who views it, with the open card', async () => {
  const { workspace, board, card } = await world();
  const stream = await listen(service, ben, workspace, { boardPublicId: board });
  await round();
  assert.deepEqual(await nextOf(stream), { isComplete: true, boards: [] });
  const told = async (...viewers: object[]) => {
    await round();
    assert.deepEqual(await nextOf(stream), { isComplete: false, boards: [{ publicId: board, viewers }] });
  };
  await look(ada, board);
  await told(viewer(ada, 'ada'));
  await look(ada, board, { cardPublicId: card });
  await told(viewer(ada, 'ada', [{ publicId: card, isEditing: false }]));
  await look(ada, board, { cardPublicId: card, isEditing: true });
  await told(viewer(ada, 'ada', [{ publicId: card, isEditing: true }]));
  await look(ada, board, { cardPublicId: null });
  await told(viewer(ada, 'ada'));
  await leave(ada, board);
  await told();
});

test('tabs of one person are one viewer, and each leaves for itself', async () => {
  const { workspace, board, card } = await world();
  const stream = await listen(service, ada, workspace);
  await look(ben, board, { tabId: 'one', cardPublicId: card });
  await look(ben, board, { tabId: 'two', cardPublicId: card, isEditing: true });
  await look(ben, board);
  await round();
  const first = await nextOf(stream);
  assert.deepEqual(first?.boards[0]?.viewers, [viewer(ben, 'ben', [{ publicId: card, isEditing: true }])]);
  await leave(ben, board, 'two');
  await round();
  const second = await nextOf(stream);
  assert.deepEqual(second?.boards[0]?.viewers, [viewer(ben, 'ben', [{ publicId: card, isEditing: false }])]);
  await leave(ben, board, 'one');
  await round();
  assert.deepEqual((await nextOf(stream))?.boards[0]?.viewers, [viewer(ben, 'ben')]);
});

test('a viewer who stops reporting is forgotten after 45 seconds; a repeated report is sent once', async () => {
  const { workspace, board } = await world();
  const stream = await listen(service, ben, workspace);
  await look(ada, board);
  await look(ben, board);
  await round();
  assert.equal((await nextOf(stream))?.boards[0]?.viewers.length, 2);
  service.clock.pass(40 * second);
  await look(ben, board);
  await round();
  service.clock.pass(6 * second);
  await round();
  assert.deepEqual((await nextOf(stream))?.boards[0]?.viewers, [viewer(ben, 'ben')]);
  service.clock.pass(45 * second);
  await round();
  assert.deepEqual((await nextOf(stream))?.boards[0]?.viewers, []);
  await service.jobs.run('forget-presences');
  assert.deepEqual(await service.sql('select * from presences'), []);
});

test('a new reader gets the viewers of all boards that they see', async () => {
  const { workspace, board, guests } = await world();
  const other = await makeBoard(ada, { workspace });
  await addBoardMember(service, workspace, board, guests, 'guest');
  await look(ada, board);
  await look(ben, other.board);
  await round();
  const boardsToldTo = async (person: Person, asked = {}) => {
    const stream = await listen(service, person, workspace, asked);
    await round();
    const told = await nextOf(stream);
    assert.equal(told?.isComplete, true);
    return told?.boards.map(({ publicId }) => publicId).sort();
  };
  assert.deepEqual(await boardsToldTo(ben), [board, other.board].sort());
  assert.deepEqual(await boardsToldTo(ben, { boardPublicId: other.board }), [other.board]);
  assert.deepEqual(await boardsToldTo(guest), [board]);
});

test('readers who cannot see a board get none of its viewers, and all of them when it is opened again', async () => {
  const { workspace, board } = await world();
  const stream = await listen(service, ben, workspace);
  await round();
  await nextOf(stream);
  const access = async (to: 'members' | 'workspace', told: string) => {
    await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: to } });
    await until(() => stream.events.some(({ type }) => type === told));
  };
  await access('members', 'board.gone');
  await look(ada, board);
  await round();
  await access('workspace', 'board.shown');
  assert.deepEqual(stream.presences, []);
  await round();
  assert.deepEqual(await nextOf(stream), {
    isComplete: true,
    boards: [{ publicId: board, viewers: [viewer(ada, 'ada')] }],
  });
});

test('readers who cannot see cards do not get which are open', async () => {
  const { workspace, board, card } = await world();
  const { key: token } = await keyOf(service, ben, ['workspace:view', 'board:view']);
  const stream = await listen(service, { token }, workspace);
  await look(ada, board, { cardPublicId: card, isEditing: true });
  await round();
  assert.deepEqual((await nextOf(stream))?.boards, [{ publicId: board, viewers: [viewer(ada, 'ada')] }]);
});

test('a key says it as a session does; a card that is not on the board is refused', async () => {
  const { workspace, board, card } = await world();
  const elsewhere = await makeBoard(ada, { workspace });
  const stream = await listen(service, ben, workspace);
  await look(await keyOf(service, ada, ['board:view', 'card:view']), board, { cardPublicId: card });
  await round();
  const told = await nextOf(stream);
  assert.deepEqual(told?.boards[0]?.viewers, [viewer(ada, 'ada', [{ publicId: card, isEditing: false }])]);
  const body = { cardPublicId: card };
  await ada.refused(400, api.presence.set, { params: { boardPublicId: elsewhere.board }, body });
  const blind = await keyOf(service, ada, ['board:view']);
  await blind.refused(403, api.presence.set, { params: { boardPublicId: board }, body });
  await guest.refused(403, api.presence.set, { params: { boardPublicId: board }, body: {} });
});

test('presence is no change: nothing is logged, and no position is sent', async () => {
  const { board, card } = await world();
  const recorded = await service.recorded(async () => {
    const reply = await service.raw(`/boards/${board}/presence`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cardPublicId: card }),
    });
    assert.deepEqual([reply.status, reply.headers.get('change-position')], [200, null]);
    await round();
  });
  assert.deepEqual(recorded, []);
});

test('a word takes two reads, three where a card is open; all words of a second one write', async () => {
  const { workspace, board, card } = await world();
  const others = await Promise.all(['x', 'y', 'z'].map((name) => service.signUp(`${name}-of-many`)));
  for (const person of others) await addMember(service, workspace, person);
  await round();
  assert.equal(await statementsOf(service, () => look(ada, board)), 2);
  assert.equal(await statementsOf(service, () => look(ada, board, { cardPublicId: card })), 3);
  for (const person of others) for (const tabId of ['a', 'b', 'c']) await look(person, board, { tabId });
  // While anyone listens, the change log is polled as well.
  const inRound = async () =>
    (await namedStatementsOf(service, () => round()))
      .slice(0, -1)
      .filter((name) => name !== 'changes.reached');
  assert.deepEqual(await inRound(), ['presences.keep']);
  await listen(service, ada, workspace);
  assert.deepEqual(await inRound(), ['presences.present', 'realtime.heldPermissions']);
  for (const person of others) for (const tabId of ['a', 'b', 'c']) await look(person, board, { tabId });
  assert.deepEqual(await inRound(), ['presences.keep', 'presences.present']);
});

test('an account can report it 240 times a minute, and gets a time to retry', async () => {
  const { workspace, board } = await world();
  const eve = await service.signUp('eve');
  await addMember(service, workspace, eve);
  service.clock.hold();
  for (let n = 0; n < 240; n++) await leave(eve, board);
  const error = await eve.refused(429, api.presence.remove, { params: { boardPublicId: board } });
  assert.equal(error.headers.get('retry-after'), '1');
  service.clock.pass(second);
  await leave(eve, board);
});

test('a report on one node is sent on the others; the latest one counts', async () => {
  const database = await testDatabase({ migrated: true });
  const one = await testService({}, {}, database);
  const two = engine === 'postgres' ? await testService({}, {}, database) : one;
  after(() => database.remove());
  const cleo = await one.signUp('cleo');
  const { workspace, board } = await makeBoard(cleo);
  const there = two.caller(cleo.token);
  const stream = await listen(two, cleo, workspace);
  await look(cleo, board, { tabId: 'a' });
  await round(one);
  await round(two);
  const told = await nextOf(stream);
  assert.deepEqual(told?.boards[0]?.viewers, [viewer(cleo, 'cleo')]);
  // The earlier report is stored last.
  await look(cleo, board, { tabId: 'a' });
  await leave(there, board, 'a');
  await round(two);
  await round(one);
  await round(two);
  await until(() => stream.presences.at(-1)?.boards[0]?.viewers.length === 0);
});

test('the client tells who looks at which boards', async () => {
  const { workspace, board } = await world();
  const told: Parameters<NonNullable<Subscription['onPresence']>>[0][] = [];
  let isOpen = false;
  const ending = new AbortController();
  const following = ben.subscribe({
    workspacePublicId: workspace,
    onEvent: () => undefined,
    onPosition: () => {
      isOpen = true;
    },
    onReset: () => undefined,
    onPresence: (presence) => told.push(presence),
    signal: ending.signal,
  });
  await look(ada, board);
  await until(() => isOpen);
  await round();
  await until(() => told.length > 0);
  assert.deepEqual(told[0], {
    isComplete: true,
    boards: [{ publicId: board, viewers: [viewer(ada, 'ada')] }],
  });
  ending.abort();
  await following;
});
