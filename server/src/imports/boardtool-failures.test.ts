import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { createClient } from '../../../contract/client.ts';
import { hour, minute } from '../base/clock.ts';
import { readConfig } from '../base/config/config.ts';
import { startService } from '../start.ts';
import { testDatabase } from '../testing/database.ts';
import { filesOf, until } from '../testing/files.ts';
import { makeWorkspace, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { cut, fakeTrello, status, tooManyRequests } from '../testing/trello.ts';
import type { GivenBoard } from '../testing/trello-board.ts';
import { trelloBoard, trelloId, uploaded } from '../testing/trello-boards.ts';

const trello = await fakeTrello();
const settings = {
  BOARDTOOL_API_URL: trello.url,
  BOARDTOOL_API_KEY: trello.key,
  WEBHOOK_ALLOWED_HOSTS: new URL(trello.store.url).host,
  LOG_LEVEL: 'silent',
};
const service = await testService(settings);
const ada = await service.signUp('ada');
const connect = (person: Pick<Person, 'call'>, token = 'good-token') =>
  person.call(api.integrations.connect, { params: { provider: 'boardtool' }, body: { token } });
await connect(ada);

function given(board: GivenBoard): GivenBoard {
  trello.boards.push(board);
  return board;
}

const asking = (workspacePublicId: string, ...boardIds: string[]) => ({
  body: { workspacePublicId, boardIds },
});

const read = (importPublicId: string) => ada.call(api.imports.get, { params: { importPublicId } });

const boardsIn = (workspacePublicId: string) => ada.call(api.boards.list, { params: { workspacePublicId } });

/** Starts the import of a board and runs the job that claims it. */
async function attempt(board: GivenBoard, workspace: string, person: Person = ada) {
  const { importPublicIds } = await person.call(api.imports.boardtoolBoards, asking(workspace, board.id));
  await service.jobs.run('imports');
  return nth(importPublicIds, 0);
}

/** The stored files. */
const stored = () => filesOf(service).filter((name) => name.startsWith('stored'));

/** A board with a file on one of its cards. */
function withFile(name: string): GivenBoard & { file: string } {
  const board = trelloBoard(name, { cards: 3, comments: 3 });
  const [first, ...others] = board.cards ?? [];
  const file = trelloId(7, 7_000_000 + trello.boards.length);
  trello.files.set(file, content);
  const cards = [{ ...first, id: first?.id ?? '', attachments: [uploaded(file, 'x.txt')] }, ...others];
  const whole = { ...board, cards };
  given(whole);
  return { ...whole, file };
}

const content: [string, string] = ['x'.repeat(5000), 'text/plain'];

test('imports are started at once and go on by themselves, under the names that the boards have', async () => {
  const workspace = await makeWorkspace(ada);
  const [one, two] = [
    given(trelloBoard('One', { cards: 2 })),
    given(trelloBoard('Two', { cards: 3, comments: 2 })),
  ];
  const ids = [one.id, two.id, one.id];
  const { boardsImported, importPublicIds } = await ada.call(
    api.imports.boardtoolBoards,
    asking(workspace, ...ids),
  );
  assert.equal(boardsImported, 0);
  assert.equal(importPublicIds.length, 2);
  const waiting = await Promise.all(importPublicIds.map(read));
  assert.deepEqual(
    waiting.map(({ state, source, boardName }) => [state, source, boardName]),
    [
      ['waiting', 'boardtool', 'One'],
      ['waiting', 'boardtool', 'Two'],
    ],
  );
  assert.deepEqual(await boardsIn(workspace), []);
  const types = await service.recorded(() => service.jobs.run('imports'));
  assert.equal(types.filter((type) => type === 'import.completed').length, 2);
  const boards = await boardsIn(workspace);
  assert.deepEqual(boards.map(({ name }) => name).toSorted(), ['One', 'Two']);
});

test('a board may be named by the end of its address', async () => {
  const workspace = await makeWorkspace(ada);
  const board = given(trelloBoard('Short', { cards: 1 }));
  const input = asking(workspace, board.shortLink ?? '', board.id);
  const { importPublicIds } = await ada.call(api.imports.boardtoolBoards, input);
  assert.equal(importPublicIds.length, 1);
  await ada.call(api.imports.cancel, { params: { importPublicId: nth(importPublicIds, 0) } });
});

test('what cannot be read is refused, with what is wrong, before anything is stored', async () => {
  const workspace = await makeWorkspace(ada);
  const board = given(trelloBoard('Good', { cards: 1 }));
  const hidden = given(trelloBoard('Hidden', { cards: 1 }));
  trello.hidden.add(hidden.id);
  const issueOf = async (code: number, person: Person, ...ids: string[]) => {
    const { issues } = await person.refused(code, api.imports.boardtoolBoards, asking(workspace, ...ids));
    return nth(issues, 0).message;
  };
  const unreadable = / is not a board that your connection can read/;
  assert.match(await issueOf(400, ada, board.id, trelloId(77)), unreadable);
  assert.match(await issueOf(400, ada, hidden.id), unreadable);
  assert.match(await issueOf(400, ada, 'no/such?id'), unreadable);
  await ada.refused(400, api.imports.boardtoolBoards, asking(workspace));
  await ada.refused(
    400,
    api.imports.boardtoolBoards,
    asking(workspace, ...Array.from({ length: 51 }, (_, n) => trelloId(n))),
  );
  await ada.refused(400, api.imports.boardtoolBoards, asking('0123456789abcdef', board.id));
  const una = await service.signUp('una');
  await addMember(service, workspace, una);
  assert.match(await issueOf(400, una, board.id), /PUT \/integrations\/boardtool/);
  trello.tokens.set('short-lived', 'una7');
  await connect(una, 'short-lived');
  trello.tokens.delete('short-lived');
  assert.match(await issueOf(400, una, board.id), /does not accept the token/);
  trello.instead.push(status(500));
  assert.match(await issueOf(503, ada, board.id), /status 500/);
  trello.instead.push(tooManyRequests({ 'retry-after': '7' }));
  const { headers } = await ada.refused(503, api.imports.boardtoolBoards, asking(workspace, board.id));
  assert.equal(headers.get('retry-after'), '7');
  const guest = await service.signUp('guest');
  await addMember(service, workspace, guest, { role: 'guest' });
  await connect(guest);
  await guest.refused(403, api.imports.boardtoolBoards, asking(workspace, board.id));
  const key = await keyOf(service, ada, ['board:view']);
  await key.refused(403, api.imports.boardtoolBoards, asking(workspace, board.id));
  assert.deepEqual(await service.sql(`select id from imports where workspace_id = '${workspace}'`), []);
});

/** Replaces the answers to a request and to all its retries within an attempt. */
const always = <T>(answer: T): T[] => Array.from({ length: 4 }, () => answer);

const passing: Record<string, [hinder: (file: string) => unknown, reason: string]> = {
  'with status 500': [
    () => trello.at(/&lists=all/, ...always(status(500))),
    'Trello answered with status 500',
  ],
  'with a limit of requests that lasts': [
    () => trello.at(/cards.all/, tooManyRequests({ 'retry-after': '120' })),
    'Trello accepts no more requests for now',
  ],
  'with a limit that it tells of by status 403': [
    () => trello.at(/boards.*actions/, status(403, '{}', { 'retry-after': '120' })),
    'Trello accepts no more requests for now',
  ],
  'with something that is not JSON': [
    () => trello.at(/boards.*actions/, ...always(status(200, '<html>'))),
    'Trello answered with something that is not JSON',
  ],
  'with half of an answer': [
    () => trello.at(/boards.*actions/, ...always(cut('[{"id":'))),
    'Trello does not answer',
  ],
  'with the same page again': [
    () => trello.at(/actions.*before=/, status(200, samePage)),
    'Trello gave the same page twice',
  ],
  'with half of a file': [
    (file) => trello.files.set(file, cut('x'.repeat(2500), 5000)),
    'Trello sent only part of a file',
  ],
  'with status 503 for a file': [
    (file) => trello.files.set(file, status(503)),
    'Trello answered with status 503',
  ],
};

const samePage = JSON.stringify([{ id: 'f'.repeat(24) }]);

for (const [how, [hinder, reason]] of Object.entries(passing)) {
  test(`a provider that answers ${how} leaves nothing, and the import continues later`, async () => {
    const workspace = await makeWorkspace(ada);
    const board = withFile(how);
    const before = stored();
    hinder(board.file);
    const types = await service.recorded(async () => {
      const { state, error, boardPublicId } = await read(await attempt(board, workspace));
      assert.deepEqual([state, error, boardPublicId], ['waiting', reason, null]);
    });
    assert.deepEqual([types, await boardsIn(workspace)], [[], []]);
    trello.files.set(board.file, content);
    service.clock.pass(5 * minute);
    await service.jobs.run('imports');
    const [done] = await ada.call(api.imports.list, { params: { workspacePublicId: workspace } });
    assert.deepEqual([done?.state, done?.error, done?.done], ['completed', null, 3]);
    assert.equal((await boardsIn(workspace)).length, 1);
    service.clock.pass(2 * hour);
    await service.jobs.run('expired-uploads');
    await service.jobs.run('trash');
    const attached = await service.sql(`select size from attachments where workspace_id = '${workspace}'`);
    assert.deepEqual(attached, [{ size: 5000 }]);
    assert.equal(stored().length, before.length + 1, 'what an attempt had stored is removed');
  });
}

const lasting: Record<string, [hinder: () => unknown, expected: RegExp]> = {
  'that is refused from now on': [
    () => trello.at(/\/actions/, status(401, 'invalid token')),
    /does not accept the token/,
  ],
  'that is refused when it comes to a file': [
    () => trello.at(/download/, status(401, 'expired token')),
    /does not accept the token/,
  ],
  'with which the board is not there any more': [
    () => trello.at(/&lists=all/, status(404, 'board not found')),
    /no longer exists/,
  ],
  'to which the provider answers with something else': [
    () => trello.at(/cards.all/, status(200, '{"cards": []}')),
    /something unexpected/,
  ],
};

for (const [what, [hinder, expected]] of Object.entries(lasting)) {
  test(`an import by a token ${what} fails, says why, and leaves nothing`, async () => {
    const workspace = await makeWorkspace(ada);
    const board = withFile(what);
    const before = stored();
    hinder();
    const { state, error } = await read(await attempt(board, workspace));
    assert.equal(state, 'failed');
    assert.match(error ?? '', expected);
    service.clock.pass(2 * hour);
    await service.jobs.run('trash');
    await service.jobs.run('expired-uploads');
    assert.deepEqual(await service.sql(`select id from cards where workspace_id = '${workspace}'`), []);
    assert.deepEqual(stored(), before);
    assert.equal((await read(await attempt(board, workspace))).state, 'completed', 'a new one works');
  });
}

test('an import whose owner has disconnected since fails and says so', async () => {
  const workspace = await makeWorkspace(ada);
  const zoe = await service.signUp('zoe');
  await addMember(service, workspace, zoe);
  await connect(zoe);
  const board = given(trelloBoard('Disconnected', { cards: 1 }));
  const { importPublicIds } = await zoe.call(api.imports.boardtoolBoards, asking(workspace, board.id));
  await zoe.call(api.integrations.disconnect, { params: { provider: 'boardtool' } });
  await service.jobs.run('imports');
  const { state, error } = await read(nth(importPublicIds, 0));
  assert.equal(state, 'failed');
  assert.match(error ?? '', /You are not connected/);
});

test('an import that is cancelled while it is read comes to nothing', async () => {
  const workspace = await makeWorkspace(ada);
  const board = given(trelloBoard('Cancelled', { cards: 3 }));
  const { importPublicIds } = await ada.call(api.imports.boardtoolBoards, asking(workspace, board.id));
  const importPublicId = nth(importPublicIds, 0);
  let goOn = () => {};
  trello.at(/boards.*actions/, (response) => {
    goOn = () => void response.end('[]');
  });
  const running = service.jobs.run('imports');
  const asked = () => trello.asked.some((address) => address.includes(`${board.id}/actions`));
  await until(asked);
  await ada.call(api.imports.cancel, { params: { importPublicId } });
  goOn();
  await running;
  assert.equal((await read(importPublicId)).state, 'cancelled');
  assert.deepEqual(await boardsIn(workspace), []);
  assert.deepEqual(await service.sql(`select id from cards where workspace_id = '${workspace}'`), []);
});

test('an import continues if the service stopped while the board was read', async () => {
  const database = await testDatabase({ migrated: true });
  const config = readConfig({ PORT: '0', DATA_DIR: database.dataDir, ...settings });
  const first = await startService({ ...config, databaseUrl: database.databaseUrl });
  const baseUrl = `${first.address}/api/v1`;
  const body = { email: 'eve@example.com', password: 'correct horse battery' };
  const { token } = await createClient({ baseUrl }).call(api.auth.signUp, { body });
  const eve = createClient({ baseUrl, token });
  await connect(eve);
  const workspace = await makeWorkspace(eve);
  const board = given(trelloBoard('Stopped', { cards: 5 }));
  trello.at(/boards.*actions/, () => {});
  const { importPublicIds } = await eve.call(api.imports.boardtoolBoards, asking(workspace, board.id));
  await until(() => trello.asked.some((address) => address.includes(`${board.id}/actions`)));
  await first.close();
  const second = await testService(settings, {}, database);
  after(() => database.remove());
  second.clock.pass(5 * minute);
  await second.jobs.run('imports');
  const params = { importPublicId: nth(importPublicIds, 0) };
  const { state, done } = await second.caller(token).call(api.imports.get, { params });
  assert.deepEqual([state, done], ['completed', 5]);
});
