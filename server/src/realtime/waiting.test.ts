import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { ApiError, createClient } from '../../../contract/client.ts';
import { changesAtOnce } from '../../../contract/live.ts';
import { readConfig } from '../base/config/config.ts';
import { startService } from '../start.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { waiters } from '../testing/live.ts';
import { addBoardMember, addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';
import { dial } from '../testing/wire.ts';

/* Requests that wait for the changes of a board. */

const service = await testService();
const ada = await service.signUp('ada');
const ben = await service.signUp('ben');

async function world() {
  const made = await makeBoard(ada);
  const bens = await addMember(service, made.workspace, ben);
  return { ...made, bens, list: nth(made.lists, 0), urgent: nth(made.labels, 0) };
}

type Asked = { after?: number; wait?: number; filter?: string };

const ask = ({ call }: Pick<Person, 'call'>, boardPublicId: string, query: Asked = {}) =>
  call(api.live.changes, { params: { boardPublicId }, query });

/** Where a board is now. */
const positionOf = async (person: Person, board: string) => (await ask(person, board)).position;

const comment = (person: Person, card: string, text: string) =>
  person.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: text } });

const rename = (card: string, title: string) =>
  ada.call(api.cards.update, { params: { cardPublicId: card }, body: { title } });

test('a claim that is renewed does not end the wait, and is told with what does', async (t) => {
  const { board, list } = await world();
  const card = await makeCard(ada, list, { title: 'One' });
  const renew = () => ada.call(api.claims.put, { params: { cardPublicId: card }, body: {} });
  await renew();
  const after = await positionOf(ben, board);
  const begun = waiters(t);
  const waiting = ask(ben, board, { after, wait: 50 });
  await begun(1);
  await renew();
  await until(async () => (await ask(ada, board, { after })).changes.length > 0);
  await comment(ada, card, 'Hm.');
  const types = new Set((await waiting).changes.map(({ type }) => type));
  assert.deepEqual([...types], ['card.updated.claim.renewed', 'card.updated.comment.added']);
});

test('without waiting it has what came after a position, and is empty where nothing did', async () => {
  const { board, list } = await world();
  const position = await positionOf(ben, board);
  const nothing = { changes: [], position, hasMore: false, reset: false };
  assert.deepEqual(await ask(ben, board, { after: position }), nothing);
  const card = await makeCard(ada, list, { title: 'One' });
  await comment(ada, card, 'Hm.');
  const { changes, ...rest } = await ask(ben, board, { after: position });
  assert.deepEqual(
    changes.map(({ type, position: at, user }) => [type, at - position, user?.name]),
    [
      ['card.created', 1, 'ada'],
      ['card.updated.comment.added', 2, 'ada'],
      ['card.updated.comment.added', 2, 'ada'],
    ],
  );
  assert.deepEqual(rest, { position: position + 2, hasMore: false, reset: false });
  assert.deepEqual(await ask(ben, board, { after: rest.position }), { ...nothing, ...rest });
});

test('it waits until something happens on the board, not elsewhere, or until the time is over', async (t) => {
  const { workspace, board, list } = await world();
  const other = await makeBoard(ada, { workspace, name: 'Other' });
  const position = await positionOf(ben, board);
  const waiting = waiters(t);
  const asked = ask(ben, board, { after: position, wait: 50 });
  await waiting(1);
  await makeCard(ada, nth(other.lists, 0));
  const card = await makeCard(ada, list, { title: 'One' });
  const { changes } = await asked;
  assert.deepEqual(
    changes.map(({ card: tile }) => tile?.publicId),
    [card],
  );
  const over = await ask(ben, board, { after: position + 2, wait: 1 });
  assert.deepEqual(over, { changes: [], position: position + 2, hasMore: false, reset: false });
  // Without a position: from when it begins to wait.
  const next = ask(ben, board, { wait: 50 });
  await waiting(3);
  await rename(card, 'Two');
  assert.ok((await next).position > position + 2);
});

test('much is read in pages, each from where the one before has ended', async () => {
  const { board, list } = await world();
  const position = await positionOf(ben, board);
  const card = await makeCard(ada, list);
  for (let n = 0; n < 250; n++) await rename(card, `Title ${n}`);
  let at = position;
  const seen: number[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await ask(ben, board, { after: at });
    assert.ok(page.changes.length > 0 && page.changes.length <= changesAtOnce);
    seen.push(...page.changes.map((change) => change.position));
    ({ hasMore, position: at } = page);
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 251 }, (_, n) => position + 1 + n),
  );
});

test('a page has no more than a stream holds back of long texts', async () => {
  const { board, list } = await world();
  const position = await positionOf(ben, board);
  const card = await makeCard(ada, list);
  const text = '長'.repeat(10_000);
  for (let n = 0; n < 30; n++) await comment(ada, card, text);
  let [at, comments] = [position, 0];
  for (let hasMore = true; hasMore; ) {
    // One that may wait is ended by its size alone, not by its time: that is plenty, and the piece that exceeds it.
    const page = await ask(ben, board, { after: at, wait: 50 });
    assert.ok(Buffer.byteLength(JSON.stringify(page)) < 448 * 1024);
    comments += page.changes.filter((change) => change.comment).length;
    ({ hasMore, position: at } = page);
  }
  assert.equal(comments, 30);
});

test('a position that the log does not reach says that the board must be read again', async () => {
  const { workspace, board, list } = await world();
  const position = await positionOf(ben, board);
  await makeCard(ada, list);
  await service.sql(
    `delete from changes where workspace_id = '${workspace}' and position <= ${position + 1}`,
  );
  await makeCard(ada, list);
  for (const after of [0, position, position + 1000]) {
    const { changes, reset, position: at } = await ask(ben, board, { after, wait: 50 });
    assert.deepEqual([changes, reset, at], [[], true, position + 2], `${after}`);
  }
});

test('with a filter, other cards do not end the wait, and are gone at its end', async (t) => {
  const { board, list, urgent } = await world();
  const position = await positionOf(ben, board);
  const waiting = waiters(t);
  const asked = ask(ben, board, { after: position, wait: 50, filter: 'label:urgent' });
  await waiting(1);
  const other = await makeCard(ada, list, { title: 'secret' });
  const rounds = await ask(ben, board, { after: position, wait: 50 });
  assert.equal(rounds.changes.length, 1);
  const card = await makeCard(ada, list, { labelPublicIds: [urgent] });
  const { changes } = await asked;
  assert.deepEqual(
    changes.map(({ card: tile, gone = false }) => [tile?.publicId, gone]),
    [
      [other, true],
      [card, false],
    ],
  );
  assert.doesNotMatch(JSON.stringify(changes), /secret/);
  const broken = await ben.refused(400, api.live.changes, {
    params: { boardPublicId: board },
    query: { filter: 'due:soon OR' },
  });
  assert.match(JSON.stringify(broken.issues), /query\/filter/);
});

test('who loses the board, the workspace or the credential meanwhile is answered at once', async (t) => {
  const { workspace, board, list, bens } = await world();
  const waiting = waiters(t);
  let begun = 0;
  const refusedWith = async (person: Pick<Person, 'call'>, lose: () => Promise<unknown>) => {
    const { position } = await ask(ada, board);
    const asked = ask(person, board, { after: position, wait: 50 });
    const answer = asked.then(
      (reply) => reply.changes.map(({ type }) => type).join(),
      (error) => (error instanceof ApiError ? error.status : error),
    );
    begun += 2;
    await waiting(begun);
    await lose();
    return answer;
  };
  const access = (to: 'members' | 'workspace') =>
    ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: to } });
  assert.equal(await refusedWith(ben, () => access('members')), 'board.gone');
  await ben.refused(404, api.live.changes, { params: { boardPublicId: board }, query: {} });
  await access('workspace');
  const key = await keyOf(service, ben, ['board:view', 'card:view']);
  const revoke = async () => {
    await service.sql(`delete from api_keys where user_id = '${ben.id}'`);
    await service.jobs.run('event-streams');
  };
  assert.equal(await refusedWith(key, revoke), 401);
  const remove = () =>
    ada.call(api.members.remove, { params: { workspacePublicId: workspace, memberPublicId: bens } });
  assert.equal(await refusedWith(ben, remove), 403);
  assert.ok(list);
});

test('a key has what it may see: nothing of cards without `card:view`, no comments without theirs', async () => {
  const { board, list } = await world();
  const position = await positionOf(ben, board);
  const card = await makeCard(ada, list, { title: 'secret' });
  await comment(ada, card, 'hidden');
  const blind = await keyOf(service, ben, ['board:view']);
  assert.deepEqual(await ask(blind, board, { after: position }), {
    changes: [],
    position: position + 2,
    hasMore: false,
    reset: false,
  });
  const deaf = await keyOf(service, ben, ['board:view', 'card:view']);
  const heard = JSON.stringify(await ask(deaf, board, { after: position }));
  assert.match(heard, /secret/);
  assert.doesNotMatch(heard, /hidden/);
});

test('a guest waits for the boards that they see, and for no other', async () => {
  const { workspace, board, list } = await world();
  const other = await makeBoard(ada, { workspace, name: 'Other' });
  const guest = await service.signUp('guest');
  const member = await addMember(service, workspace, guest, { role: 'guest-of-boards' });
  await addBoardMember(service, workspace, board, member, 'guest');
  const position = await positionOf(guest, board);
  await makeCard(ada, list, { title: 'Shown' });
  await makeCard(ada, nth(other.lists, 0), { title: 'secret' });
  const { changes } = await ask(guest, board, { after: position });
  assert.match(JSON.stringify(changes), /Shown/);
  assert.doesNotMatch(JSON.stringify(changes), /secret/);
  await guest.refused(403, api.live.changes, { params: { boardPublicId: other.board }, query: {} });
});

test('an account waits with 64 requests at a time; they hold up nothing else, and end with their caller', async (t) => {
  const { board } = await world();
  const eve = await service.signUp('eve');
  const own = await makeBoard(eve);
  const position = await positionOf(eve, own.board);
  const waiting = waiters(t);
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${eve.token}` };
  const url = `${service.baseUrl}/boards/${own.board}/changes?after=${position}&wait=50`;
  const asked = Array.from({ length: 64 }, () =>
    fetch(url, { headers, signal: leaving.signal }).catch(() => undefined),
  );
  await waiting(64);
  const refused = await eve.refused(429, api.live.changes, {
    params: { boardPublicId: own.board },
    query: { wait: 50 },
  });
  assert.match(JSON.stringify(refused.issues), /Try again/i);
  await eve.call(api.boards.get, { params: { boardPublicId: own.board }, query: {} });
  await ask(ada, board);
  leaving.abort();
  await Promise.all(asked);
  await until(async () => (await fetch(url.replace('wait=50', 'wait=0'), { headers })).status === 200);
});

test('one change costs the same number of statements, however many wait for it', async (t) => {
  const { board, list } = await world();
  const card = await makeCard(ada, list);
  const waiting = waiters(t);
  let begun = 0;
  const told = async (count: number) => {
    const { position } = await ask(ada, board);
    const asked = Array.from({ length: count }, (_, n) =>
      ask(nth([ada, ben], n % 2), board, { after: position, wait: 50 }),
    );
    begun += count + 1;
    await waiting(begun);
    // Until they have been taken in.
    await ask(ada, board, { after: position, wait: 0 });
    begun++;
    return statementsOf(service, async () => {
      await rename(card, `Title ${begun}`);
      await Promise.all(asked);
    });
  };
  const one = await told(1);
  // Polls of the change log are counted as well, depending on the time taken.
  assert.ok((await told(100)) <= one + 12);
});

test('changes on one node end the wait on another; a node that stops answers all who wait', async (t) => {
  const database = await testDatabase({ migrated: true });
  after(() => database.remove());
  const start = async () => {
    const settings = readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: database.dataDir });
    const node = await startService({ ...settings, databaseUrl: database.databaseUrl }, { timers: false });
    return { ...node, baseUrl: `${node.address}/api/v1` };
  };
  const one = await start();
  const two = engine === 'postgres' ? await start() : one;
  const body = { email: 'cleo@example.com', password: 'correct horse battery' };
  const { token } = await createClient(one).call(api.auth.signUp, { body });
  const [cleo, elsewhere] = [createClient({ ...one, token }), createClient({ ...two, token })];
  const { publicId } = await cleo.call(api.workspaces.create, { body: { name: 'Cleo' } });
  const { publicId: board } = await cleo.call(api.boards.create, {
    params: { workspacePublicId: publicId },
    body: { name: 'Board', lists: ['List'] },
  });
  const { position } = await ask(elsewhere, board, { wait: 1 });
  const waiting = waiters(t);
  const asked = ask(elsewhere, board, { after: position, wait: 50 });
  await waiting(1);
  await cleo.call(api.boards.update, { params: { boardPublicId: board }, body: { name: 'Told' } });
  const told = await asked;
  assert.equal(told.changes.at(-1)?.type, 'board.updated');
  const all = Array.from({ length: 20 }, () => ask(elsewhere, board, { after: told.position, wait: 50 }));
  await waiting(21);
  const closing = two.close();
  for (const reply of await Promise.all(all)) {
    assert.deepEqual(reply, { changes: [], position: told.position, hasMore: false, reset: false });
  }
  await closing;
  if (two !== one) await one.close();
});

test('who closes the sending half is answered, and waits no longer', async (t) => {
  const { board } = await world();
  const position = await positionOf(ada, board);
  const waiting = waiters(t);
  const socket = dial(service.address);
  const path = `/api/v1/boards/${board}/changes?after=${position}&wait=50`;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ada.token}\r\n\r\n`);
  await waiting(1);
  socket.end();
  assert.match(await text(socket), new RegExp(`"changes":\\[\\],.*"position":${position}`));
});
