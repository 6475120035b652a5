import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { createClient } from '../../../contract/client.ts';
import { allPermissions, permissionsIn } from '../../../contract/permissions.ts';
import type { LiveEvent } from '../../../contract/subscribe.ts';
import type { ChangeLog, LoggedChange } from '../base/changes/log.ts';
import { hour } from '../base/clock.ts';
import { readConfig } from '../base/config/config.ts';
import { turnsOn } from '../base/http/turns.ts';
import { startService } from '../start.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { type Listening, listen } from '../testing/live.ts';
import { addBoardMember, addMember, keyOf, keyWithoutLimits } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { cutLongest, EventStream } from './event-stream.ts';
import { Hub } from './hub.ts';
import { Reader } from './reader.ts';
import { slicesOf } from './slices.ts';

const service = await testService();
const ada = await service.signUp('ada');
const ben = await service.signUp('ben');
const guest = await service.signUp('guest');

/** Ada's board, and the other members of its workspace. */
async function world() {
  const made = await makeBoard(ada);
  const { workspace } = made;
  const [bens, guests] = [
    await addMember(service, workspace, ben),
    await addMember(service, workspace, guest, { role: 'guest-of-boards' }),
  ];
  return { ...made, list: nth(made.lists, 0), done: nth(made.lists, 1), bens, guests };
}

const position = async (workspace: string): Promise<number> => {
  const [row] = await service.sql<{ position: number }>(
    `select max(position) as position from changes where workspace_id = '${workspace}'`,
  );
  return Number(row?.position ?? 0);
};

const typesOf = ({ events }: Listening): string[] => events.map(({ type }) => type);

/** Waits until a stream has sent everything that has happened. */
const caughtUp = async (stream: Listening, workspace: string) => stream.reached(await position(workspace));

const renamed = (card: string, title: string, person: Person = ada) =>
  person.call(api.cards.update, { params: { cardPublicId: card }, body: { title } });

test('changes by one user are sent to another in order, with the current state of what changed', async () => {
  const { workspace, board, list, labels } = await world();
  const stream = await listen(service, ben, workspace);
  const card = await makeCard(ada, list, { title: 'One', labelPublicIds: [nth(labels, 0)] });
  await renamed(card, 'Two');
  await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'Hm.' } });
  await caughtUp(stream, workspace);
  assert.deepEqual(typesOf(stream), [
    'card.created',
    'card.updated.title',
    'card.updated.comment.added',
    'card.updated.comment.added',
  ]);
  const [, changed, comment, commented] = stream.events;
  const user = { id: ada.id, name: 'ada' };
  assert.deepEqual([changed?.user, changed?.boardPublicId], [user, board]);
  const { orderKey, ...tile } = (commented?.card ?? {}) as Record<string, unknown>;
  assert.equal(typeof orderKey, 'string');
  assert.deepEqual(tile, {
    publicId: card,
    cardNumber: 1,
    title: 'Two',
    listPublicId: list,
    labelPublicIds: [nth(labels, 0)],
    memberPublicIds: [],
    startDate: null,
    due: null,
    start: null,
    completedAt: null,
    recurrence: null,
    reminders: [],
    dueDate: null,
    hasDescription: false,
    commentCount: 1,
    attachmentCount: 0,
    itemCount: 0,
    completedItemCount: 0,
    archivedAt: null,
    cover: null,
  });
  assert.equal((comment?.comment as { comment?: string } | undefined)?.comment, 'Hm.');
  const positions = stream.events.map((event) => event.position);
  assert.deepEqual(
    positions,
    [...positions].sort((a, b) => a - b),
  );
  assert.doesNotMatch(stream.text(), /example\.com/, 'no addresses');
});

test('a list that is archived is gone from the board, and restored it is there, with more to be read', async () => {
  const { workspace, board, list, done } = await world();
  const card = await makeCard(ada, list);
  const stream = await listen(service, ben, workspace);
  const at = { params: { listPublicId: list } };
  await ada.call(api.lists.archive, at);
  await ada.call(api.lists.update, { ...at, body: { name: 'Later' } });
  await renamed(card, 'Hidden');
  // An event has the state in which its thing is when it is sent: what follows would be in it on a busy machine.
  await caughtUp(stream, workspace);
  await ada.call(api.cards.update, { params: { cardPublicId: card }, body: { listPublicId: done } });
  await caughtUp(stream, workspace);
  await ada.call(api.lists.restore, at);
  await caughtUp(stream, workspace);
  const told = stream.events.map(({ type, gone = false, reread = false, list: of, card: tile }) => {
    const thing = (of ?? tile) as { publicId?: string; name?: string; listPublicId?: string } | undefined;
    return [type, gone, reread, thing?.publicId, thing?.name ?? thing?.listPublicId];
  });
  assert.deepEqual(told, [
    ['list.archived', true, false, list, undefined],
    ['list.updated', true, false, list, undefined],
    ['card.updated.title', false, false, card, list],
    ['card.updated.list', false, false, card, done],
    ['list.restored', false, false, list, 'Later'],
    ['list.restored', false, true, undefined, undefined],
  ]);
  assert.ok(stream.events.every(({ boardPublicId }) => boardPublicId === board));
});

test('a reader that reconnects gets what it missed, once, and then what follows', async () => {
  const { workspace, list } = await world();
  const first = await listen(service, ben, workspace);
  const card = await makeCard(ada, list);
  await caughtUp(first, workspace);
  first.end();
  for (const title of ['a', 'b', 'c']) await renamed(card, title);
  const at = String(first.named.at(-1)?.id);
  for (const asked of [{ lastEventId: at }, { after: Number(at) }]) {
    const again = await listen(service, ben, workspace, asked);
    await caughtUp(again, workspace);
    assert.deepEqual(typesOf(again), Array(3).fill('card.updated.title'));
    assert.equal(again.named[0]?.id, Number(at));
    assert.equal(again.named[0]?.data.boardPublicIds?.length, 1);
    again.end();
  }
  const [going, back] = [
    await listen(service, ben, workspace),
    await listen(service, ben, workspace, { after: Number(at) }),
  ];
  await renamed(card, 'd');
  await caughtUp(going, workspace);
  await caughtUp(back, workspace);
  assert.deepEqual(typesOf(going), ['card.updated.title']);
  assert.equal(typesOf(back).length, 4);
});

test('who begins before reading, or follows from what was read, misses nothing', async () => {
  const { workspace, board, list } = await world();
  const card = await makeCard(ada, list);
  const stream = await listen(service, ben, workspace);
  const reply = await service.raw(`/boards/${board}`, { headers: { authorization: `Bearer ${ben.token}` } });
  await reply.text();
  const read = Number(reply.headers.get('change-position'));
  assert.ok(Number(stream.named[0]?.id) <= read);
  await renamed(card, 'later');
  const followed = await listen(service, ben, workspace, { after: read });
  await caughtUp(followed, workspace);
  await caughtUp(stream, workspace);
  assert.deepEqual(typesOf(followed), ['card.updated.title']);
  assert.deepEqual(typesOf(stream).at(-1), 'card.updated.title');
});

test('a reader that was away too long, or has an unknown position, is asked to reload', async () => {
  const { workspace, list } = await world();
  await makeCard(ada, list);
  const reached = await position(workspace);
  await service.sql(`delete from changes where workspace_id = '${workspace}' and position < ${reached}`);
  for (const after of [0, reached + 1]) {
    const stream = await listen(service, ben, workspace, { after });
    const [{ event, id } = { event: '', id: 0 }] = stream.named;
    assert.deepEqual([event, id], ['reset', reached]);
    stream.end();
  }
  const stream = await listen(service, ben, workspace, { after: reached - 1 });
  await caughtUp(stream, workspace);
  assert.deepEqual(typesOf(stream), ['card.created']);
  const malformed = await listen(service, ben, workspace, { lastEventId: 'x' });
  assert.equal(malformed.status, 400);
});

test('what a reader may not read is not sent', async () => {
  const { workspace, list, bens } = await world();
  await service.sql(`update members set revoked = ${1 << 16} where id = '${bens}'`);
  const [stream, theirs] = [await listen(service, ben, workspace), await listen(service, guest, workspace)];
  const card = await makeCard(ada, list);
  await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'secret' } });
  await caughtUp(stream, workspace);
  await caughtUp(theirs, workspace);
  assert.deepEqual(typesOf(stream), ['card.created', 'card.updated.comment.added']);
  assert.ok(stream.events.every(({ comment }) => comment === undefined));
  assert.doesNotMatch(stream.text(), /secret/);
  assert.deepEqual(theirs.events, [], 'a guest of boards is on none');
});

test('a key is sent no more than its permissions allow', async () => {
  const { workspace, list } = await world();
  const { key: token } = await keyWithoutLimits(service, ada);
  await service.sql(`update api_keys set permissions = 1 where user_id = '${ada.id}'`);
  const stream = await listen(service, { token }, workspace);
  await makeCard(ada, list);
  await caughtUp(stream, workspace);
  assert.deepEqual(stream.events, []);
});

test('a board that is closed is gone for who is shut out, once, and comes back', async () => {
  const { workspace, board, list, bens } = await world();
  const stream = await listen(service, ben, workspace);
  const params = { boardPublicId: board };
  await ada.call(api.boards.update, { params, body: { access: 'members' } });
  await makeCard(ada, list, { title: 'secret' });
  await ada.call(api.boards.update, { params, body: { name: 'secret name' } });
  await caughtUp(stream, workspace);
  assert.deepEqual(stream.events.map(shown), [
    { type: 'board.gone', boardPublicId: board, gone: true, board: { publicId: board } },
  ]);
  assert.doesNotMatch(stream.text(), /secret/);
  const roles = await ada.call(api.roles.list, { params: { workspacePublicId: workspace } });
  await ada.call(api.boards.update, { params, body: { name: 'Plain' } });
  await ada.call(api.boardMembers.set, {
    params: { ...params, workspaceMemberPublicId: bens },
    body: { rolePublicId: roles.roles.find(({ name }) => name === 'member')?.publicId ?? '' },
  });
  await caughtUp(stream, workspace);
  const back = stream.events.filter(({ type }) => type === 'board.shown');
  assert.equal(back.length, 1);
  assert.equal((back[0]?.board as { name?: string } | undefined)?.name, 'Plain');
});

const shown = ({ position: _, user: __, ...event }: LiveEvent) => event;

test('a card that moves to another board is gone from one and there on the other', async () => {
  const { workspace, board, list } = await world();
  const other = await makeBoard(ada, { workspace });
  const card = await makeCard(ada, list);
  const [whole, from, to] = [
    await listen(service, ben, workspace),
    await listen(service, ben, workspace, { boardPublicId: board }),
    await listen(service, ben, workspace, { boardPublicId: other.board }),
  ];
  await ada.call(api.cards.update, {
    params: { cardPublicId: card },
    body: { listPublicId: nth(other.lists, 0) },
  });
  for (const stream of [whole, from, to]) await caughtUp(stream, workspace);
  const told = (stream: Listening) =>
    stream.events.map(({ type, boardPublicId, gone = false }) => [type, boardPublicId, gone]);
  const [left, came] = [
    ['card.updated.list', board, true],
    ['card.updated.list', other.board, false],
  ];
  assert.deepEqual([told(whole), told(from), told(to)], [[left, came], [left], [came]]);
});

test('nothing more is sent to a removed member, an ended session or a revoked key', async () => {
  const { workspace, list, bens } = await world();
  const { token } = await service.caller().call(api.auth.signIn, {
    body: { email: ben.email, password: 'password of ben' },
  });
  const { key } = await keyWithoutLimits(service, ben);
  const [session, byKey, own] = [
    await listen(service, { token }, workspace),
    await listen(service, { token: key }, workspace),
    await listen(service, ben, workspace),
  ];
  await service.caller(token).call(api.auth.signOut);
  await service.sql(`delete from api_keys where user_id = '${ben.id}'`);
  await service.jobs.run('event-streams');
  await until(() => session.isEnded() && byKey.isEnded());
  assert.equal(own.isEnded(), false);
  await ada.call(api.members.remove, { params: { workspacePublicId: workspace, memberPublicId: bens } });
  await makeCard(ada, list);
  await until(() => own.isEnded());
  assert.deepEqual(own.events, []);
});

test('changed rights are sent to those they are about', async () => {
  const { workspace, board, guests } = await world();
  const [stream, theirs] = [await listen(service, ben, workspace), await listen(service, guest, workspace)];
  const params = { workspacePublicId: workspace, memberPublicId: guests };
  await ada.call(api.members.changeRole, { params, body: { role: 'guest' } });
  await caughtUp(stream, workspace);
  await caughtUp(theirs, workspace);
  assert.deepEqual(typesOf(stream), ['member.updated']);
  assert.deepEqual(typesOf(theirs), ['rights.updated', 'board.shown', 'member.updated']);
  assert.equal(theirs.events[1]?.boardPublicId, board);
  assert.ok(theirs.events[0]?.permissions?.includes('board:view'));
});

test('a stream that resumes begins with the permissions, and with the boards where they differ', async () => {
  const { workspace, board, guests } = await world();
  const other = (await makeBoard(ada, { workspace })).board;
  const from = await position(workspace);
  const begins = async (person: Pick<Person, 'token'>) => {
    const stream = await listen(service, person, workspace, { after: from });
    await caughtUp(stream, workspace);
    const { workspacePermissions, boardPermissions } = nth(stream.named, 0).data;
    stream.end();
    return { workspacePermissions, boardPermissions };
  };
  const all = permissionsIn(allPermissions);
  assert.deepEqual(await begins(ada), { workspacePermissions: all, boardPermissions: [] });
  const key = await keyOf(service, ada, ['workspace:view', 'board:view', 'card:view']);
  assert.deepEqual((await begins({ token: key.key })).workspacePermissions, [
    'workspace:view',
    'board:view',
    'card:view',
  ]);
  await addBoardMember(service, workspace, board, guests, 'guest');
  await addBoardMember(service, workspace, other, guests, 'guest');
  const { workspacePermissions, boardPermissions = [] } = await begins(guest);
  assert.deepEqual(workspacePermissions, ['workspace:view']);
  assert.equal(boardPermissions.length, 1, 'boards with the same permissions come together');
  assert.deepEqual(new Set(boardPermissions[0]?.boardPublicIds), new Set([board, other]));
  assert.ok(boardPermissions[0]?.permissions.includes('card:view'));
});

test('who has a role on a board keeps it there when lowered in the workspace, and the stream says so', async () => {
  const { workspace, board, bens } = await world();
  await addBoardMember(service, workspace, board, bens, 'member');
  const stream = await listen(service, ben, workspace);
  const params = { workspacePublicId: workspace, memberPublicId: bens };
  await ada.call(api.members.changeRole, { params, body: { role: 'guest' } });
  await caughtUp(stream, workspace);
  const rights = stream.events.filter(({ type }) => type === 'rights.updated');
  assert.deepEqual(
    rights.map(({ boardPublicId, permissions }) => [boardPublicId, permissions?.includes('card:edit')]),
    [
      [null, false],
      [board, true],
    ],
  );
});

test('a board that is seen by a role on it comes with what may be done there', async () => {
  const { workspace, board, guests } = await world();
  const stream = await listen(service, guest, workspace);
  const { roles } = await ada.call(api.roles.list, { params: { workspacePublicId: workspace } });
  const rolePublicId = roles.find(({ name }) => name === 'member')?.publicId ?? '';
  const params = { boardPublicId: board, workspaceMemberPublicId: guests };
  await ada.call(api.boardMembers.set, { params, body: { rolePublicId } });
  await caughtUp(stream, workspace);
  const [rights, shown] = stream.events;
  assert.deepEqual([rights?.type, rights?.boardPublicId], ['rights.updated', board]);
  assert.ok(rights?.permissions?.includes('card:edit'));
  assert.equal(shown?.type, 'board.shown');
});

test('positions rise, also where rights change among other things', async () => {
  const { workspace, board, list, guests } = await world();
  const theirs = await listen(service, guest, workspace);
  const params = { workspacePublicId: workspace, memberPublicId: guests };
  const writing = Array.from({ length: 40 }, (_, n) =>
    n % 8 === 7
      ? ada.call(api.members.changeRole, { params, body: { role: n % 16 === 7 ? 'member' : 'guest' } })
      : makeCard(ada, list),
  );
  await Promise.all(writing);
  await caughtUp(theirs, workspace);
  const positions = theirs.events.map(({ position }) => position);
  assert.ok(
    theirs.events.some(({ type, boardPublicId }) => type === 'board.shown' && boardPublicId === board),
  );
  assert.deepEqual(
    positions,
    positions.toSorted((a, b) => a - b),
  );
});

test('who may not see a workspace, or a board in it, does not follow it', async () => {
  const { workspace, board } = await world();
  const elsewhere = await makeBoard(ada);
  const stranger = await service.signUp(`stranger-${workspace}`);
  const status = async (person: Person, asked = {}) =>
    (await listen(service, person, workspace, asked)).status;
  assert.equal(await status(stranger), 403);
  assert.equal(await status(guest, { boardPublicId: board }), 403);
  assert.equal(await status(ada, { boardPublicId: elsewhere.board }), 404);
  const head = await service.raw(`/workspaces/${workspace}/events`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${ada.token}` },
  });
  assert.deepEqual(
    [head.status, head.headers.get('content-type')],
    [200, 'text/event-stream; charset=utf-8'],
  );
});

test('readers cost a write nothing, and events take the same statements however many readers there are', async () => {
  const { workspace, list } = await world();
  const card = await makeCard(ada, list);
  let turn = 0;
  const rename = () => renamed(card, `Title ${++turn}`);
  const told = async (stream: Listening) => {
    const before = service.db.statements;
    await rename();
    await caughtUp(stream, workspace);
    return service.db.statements - before;
  };
  await rename();
  const first = await listen(service, ben, workspace);
  const one = await told(first);
  for (let n = 0; n < 40; n++) await listen(service, nth([ada, ben], n % 2), workspace);
  // Polls of the change log are counted as well, depending on the time taken.
  const most = one + 10;
  assert.ok((await told(first)) <= most);
});

test('an account may have 64 streams, which keep none of its requests waiting', async () => {
  const workspace = await makeWorkspace(ada);
  const eve = await service.signUp('eve');
  await addMember(service, workspace, eve);
  const streams = await Promise.all(Array.from({ length: 64 }, () => listen(service, eve, workspace)));
  assert.ok(streams.every(({ status }) => status === 200));
  assert.equal((await listen(service, eve, workspace)).status, 429);
  await eve.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  nth(streams, 0).end();
  let status = 429;
  while (status !== 200) ({ status } = await listen(service, eve, workspace));
});

test('who takes too little is cut off before much waits, and is sent nothing more', () => {
  const peer = new Writable({ write: () => {} });
  const stream = new EventStream(peer);
  const piece = Buffer.alloc(100_000);
  for (let n = 0; n < 10; n++) stream.send(piece);
  assert.equal(peer.destroyed, false);
  stream.send(piece);
  assert.equal(peer.destroyed, true);
  stream.send(piece);
  assert.ok(peer.writableLength <= 1024 ** 2);
});

test('a text that is longer than what may wait is sent where nothing waits, and once', () => {
  const peer = new Writable({ write: () => {} });
  const stream = new EventStream(peer);
  stream.send(Buffer.alloc(2 * 1024 ** 2));
  assert.equal(peer.destroyed, false);
  stream.send(Buffer.alloc(1));
  assert.equal(peer.destroyed, true);
});

test('where more waits for all readers than may, those for whom most waits are cut off', () => {
  const peers = [3, 1, 2].map((length) => {
    const peer = new Writable({ write: () => {} });
    const stream = new EventStream(peer);
    stream.send(Buffer.alloc(length));
    return { peer, stream };
  });
  const cut = () => peers.map(({ peer }) => peer.destroyed);
  const streams = peers.map(({ stream }) => stream);
  cutLongest(streams, 6);
  assert.deepEqual(cut(), [false, false, false]);
  cutLongest(streams, 2);
  assert.deepEqual(cut(), [true, false, true]);
});

test('changes are read together as far as what they are of is not too long', () => {
  const change = (type: LoggedChange['type'], subjectId: string | null): LoggedChange => {
    const of = { workspaceId: 'w', boardId: 'b', cardId: 'c', userId: 'u', apiKey: null };
    return { ...of, position: 1, type, subjectId, createdAt: 0 };
  };
  const some = (count: number, subjectOf: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => change('card.updated.checklist.item.updated', subjectOf(n)));
  const comments = Array.from({ length: 60 }, (_, n) => change('card.updated.comment.added', `comment ${n}`));
  const lengths = (changes: readonly LoggedChange[]) => [...slicesOf(changes)].map(({ length }) => length);
  assert.deepEqual(lengths([]), []);
  assert.deepEqual(lengths(some(100, () => 'one')), [100]);
  assert.deepEqual(lengths(some(5, (n) => `checklist ${n}`)), [2, 2, 1]);
  assert.deepEqual(lengths(comments), Array(10).fill(6));
});

test('who leaves before the workspace is followed leaves nothing that follows it', async () => {
  const { workspace } = await world();
  const { changeLog, db, clock } = service;
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  let followed: 'not yet' | 'still' | 'ended' = 'not yet';
  const follow: ChangeLog['follow'] = async (...of) => {
    const following = await changeLog.follow(...of);
    await left;
    followed = 'still';
    if (!following) return undefined;
    const end = () => {
      followed = 'ended';
      following.end();
    };
    return { ...following, end };
  };
  const hub = new Hub(
    {
      db,
      turns: turnsOn(db.engine),
      clock,
      changeLog: { since: (...given) => changeLog.since(...given), follow },
      failed: assert.ifError,
    },
    workspace,
    leave,
  );
  const credential = { kind: 'session', id: '', lastUsedAt: 0 } as const;
  const actor = {
    userId: ada.id,
    email: ada.email,
    name: '',
    timeZone: null,
    mask: 0,
    workspaceId: null,
    openBoards: null,
    limited: true,
    credential,
  };
  const peer = new Writable({ write: () => {} });
  hub.join(
    new Reader(actor, new EventStream(peer), { workspaceId: '', boardId: null, after: 0, filter: null }),
    undefined,
  );
  peer.destroy();
  await until(async () => followed !== 'not yet');
  await until(async () => followed === 'ended');
});

test('changes on one node are sent on the others; a node that stops disconnects its readers', async () => {
  const database = await testDatabase({ migrated: true });
  after(() => database.remove());
  const start = async () => {
    const settings = readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: database.dataDir });
    const node = await startService({ ...settings, databaseUrl: database.databaseUrl }, { timers: false });
    return { ...node, baseUrl: `${node.address}/api/v1` };
  };
  const one = await start();
  const two = engine === 'postgres' ? await start() : one;
  const anyone = createClient(one);
  const body = { email: 'cleo@example.com', password: 'correct horse battery' };
  const { token } = await anyone.call(api.auth.signUp, { body });
  const cleo = { token, ...createClient({ ...one, token }) };
  const { publicId: workspace } = await cleo.call(api.workspaces.create, { body: { name: 'Cleo' } });
  const stream = await listen(two, cleo, workspace);
  const params = { workspacePublicId: workspace };
  await cleo.call(api.boards.create, { params, body: { name: 'Board' } });
  await until(() => stream.events.length === 2);
  assert.deepEqual(typesOf(stream), ['board.shown', 'board.created']);
  const closing = two.close();
  await until(() => stream.isEnded());
  await closing;
  assert.match(stream.text(), /retry: \d+\n\n$/);
  if (two !== one) await one.close();
});

test('the guest of a board gets events of that board alone', async () => {
  const { workspace, board, list, guests } = await world();
  const other = await makeBoard(ada, { workspace });
  await addBoardMember(service, workspace, board, guests, 'guest');
  const stream = await listen(service, guest, workspace);
  await makeCard(ada, nth(other.lists, 0), { title: 'elsewhere' });
  await makeCard(ada, list, { title: 'here' });
  await caughtUp(stream, workspace);
  assert.deepEqual(typesOf(stream), ['card.created']);
  assert.doesNotMatch(stream.text(), /elsewhere/);
});

test('events about members of a board, and that they left, are sent to readers who may see members', async () => {
  const { workspace, board, bens, guests } = await world();
  await addBoardMember(service, workspace, board, guests, 'guest');
  const params = { boardPublicId: board };
  await ada.call(api.boards.update, { params, body: { access: 'members' } });
  const { roles } = await ada.call(api.roles.list, { params: { workspacePublicId: workspace } });
  const role = (wanted: string) => roles.find(({ name }) => name === wanted)?.publicId ?? '';
  const { key: token } = await keyOf(service, ada, ['workspace:view', 'board:view']);
  const [stream, theirs, blind] = [
    await listen(service, ada, workspace),
    await listen(service, guest, workspace),
    await listen(service, { token }, workspace),
  ];
  const ofBen = { params: { ...params, workspaceMemberPublicId: bens } };
  for (const name of ['guest', 'member'])
    await ada.call(api.boardMembers.set, { ...ofBen, body: { rolePublicId: role(name) } });
  await caughtUp(stream, workspace);
  assert.deepEqual(stream.events.flatMap(({ boardMember }) => boardMember ?? []).at(-1), {
    publicId: bens,
    status: 'active',
    rolePublicId: role('member'),
    isBot: false,
    user: { id: ben.id, name: 'ben', image: null },
    boardRolePublicId: role('member'),
  });
  await ada.call(api.boardMembers.remove, ofBen);
  await caughtUp(stream, workspace);
  const gone = stream.events.findLast(({ boardMember }) => boardMember !== undefined);
  assert.deepEqual([gone?.boardPublicId, gone?.gone, gone?.boardMember], [board, true, { publicId: bens }]);
  // On this board only.
  await caughtUp(theirs, workspace);
  assert.deepEqual(theirs.events, stream.events);
  await caughtUp(blind, workspace);
  assert.deepEqual(typesOf(blind), Array(3).fill('board.updated'));
  assert.doesNotMatch(blind.text(), /boardMember/);
});

test('a stream that is open counts as use of its credential', async () => {
  const workspace = await makeWorkspace(ada);
  const usedBy = async () => {
    const [row] = await service.sql<{ at: number }>(
      `select max(last_used_at) as at from sessions where user_id = '${ada.id}'`,
    );
    return Number(row?.at);
  };
  await listen(service, ada, workspace);
  const before = await usedBy();
  service.clock.pass(hour);
  await service.jobs.run('used-streams');
  await service.jobs.run('last-used');
  assert.ok((await usedBy()) >= before + hour);
});

test('what was done by an API key says by which, as long as there is the account', async () => {
  const { workspace, list } = await world();
  const eve = await service.signUp('eve-with-key');
  await addMember(service, workspace, eve, { role: 'admin' });
  const stream = await listen(service, ben, workspace);
  const from = await position(workspace);
  const byKey = await keyWithoutLimits(service, eve);
  await makeCard({ ...eve, call: byKey.call }, list);
  await makeCard(eve, list);
  await caughtUp(stream, workspace);
  const [first, second] = stream.events;
  assert.deepEqual(Object.keys(first?.apiKey ?? {}), ['id', 'name']);
  assert.equal(second?.apiKey, undefined);
  await service.sql(`update users set deleted_at = 1 where id = '${eve.id}'`);
  const later = await listen(service, ben, workspace, { after: from });
  await caughtUp(later, workspace);
  assert.equal(later.events[0]?.type, 'card.created');
  assert.equal(later.events[0]?.apiKey, undefined);
});
