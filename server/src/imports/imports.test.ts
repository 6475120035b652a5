import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { addressOf } from '../../../contract/client.ts';
import type { ReplyOf } from '../../../contract/operation.ts';
import { hour, minute } from '../base/clock.ts';
import { filesOf, until } from '../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

const format = 'boardtool-json';

/** An export with a number of cards, named `Card n`. */
const boardOf = (cards: number, more: object = {}) => ({
  name: 'House',
  lists: [{ id: 'l1', name: 'To do', pos: 1 }],
  cards: Array.from({ length: cards }, (_, n) => ({ id: `c${n}`, name: `Card ${n}`, idList: 'l1', pos: n })),
  ...more,
});

const sent = (workspacePublicId: string, content: unknown) => ({
  body: { workspacePublicId, format, content: JSON.stringify(content) } as const,
});

/** Uploads a file; returns the id of its import. */
async function upload(person: Person, workspacePublicId: string, content: string): Promise<string> {
  const reply = await service.raw(addressOf(api.imports.upload, {}, { workspacePublicId, format }), {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    body: content,
  });
  const { importPublicId } = (await reply.json()) as { importPublicId: string };
  assert.equal(reply.status, 200);
  return importPublicId;
}

const read = (importPublicId: string, person: Pick<Person, 'call'> = ada) =>
  person.call(api.imports.get, { params: { importPublicId } });

type Import = ReplyOf<typeof api.imports.get>;

const preferringCodes = async ({ token }: Person, path: string): Promise<unknown> =>
  (await service.raw(path, { headers: { authorization: `Bearer ${token}`, prefer: 'issue-codes' } })).json();

const boardsIn = (workspacePublicId: string) => ada.call(api.boards.list, { params: { workspacePublicId } });

const files = () =>
  service.sql<{ storage_key: string }>('select storage_key from imports where storage_key is not null');

test('a file is imported at once, and what it left out can be read later', async () => {
  const workspace = await makeWorkspace(ada);
  const content = boardOf(3, { desc: 'left out' });
  const types = await service.recorded(async () => {
    const { boardsImported, importPublicId } = await ada.call(api.imports.file, sent(workspace, content));
    assert.equal(boardsImported, 1);
    const done = await read(importPublicId);
    const [board] = await boardsIn(workspace);
    assert.equal(done.boardPublicId, board?.publicId);
    assert.deepEqual(
      [done.state, done.done, done.total, done.boardName, done.error, done.userId],
      ['completed', 3, 3, 'House', null, ada.id],
    );
    assert.deepEqual(done.report, [
      { kind: 'board description left out', count: 1, examples: [], needsAttention: true },
    ]);
    assert.deepEqual(done.warnings, ['board description left out: 1']);
  });
  assert.deepEqual(types, ['board.created', 'import.completed']);
});

test('an uploaded file is imported by itself; nobody sees any of it before it is whole', async () => {
  const workspace = await makeWorkspace(ada);
  const id = await upload(ada, workspace, JSON.stringify(boardOf(200)));
  const { state, done, total, boardPublicId } = await read(id);
  assert.deepEqual([state, done, total, boardPublicId], ['waiting', 0, null, null]);
  assert.deepEqual(await boardsIn(workspace), []);
  const types = await service.recorded(() => service.jobs.run('imports'));
  assert.deepEqual(types, ['board.created', 'import.completed']);
  const after = await read(id);
  assert.deepEqual([after.state, after.done, after.total], ['completed', 200, 200]);
  const params = { boardPublicId: after.boardPublicId ?? '' };
  const board = await ada.call(api.boards.get, { params });
  assert.deepEqual(
    board.lists[0]?.cards.map(({ title }) => title),
    boardOf(200).cards.map(({ name }) => name),
  );
  assert.deepEqual(await files(), []);
});

test('asked to, the service answers before a file that was sent as text is imported', async () => {
  const workspace = await makeWorkspace(ada);
  const given = { ...sent(workspace, boardOf(1)), query: { async: true } };
  const { boardsImported, importPublicId } = await ada.call(api.imports.file, given);
  assert.equal(boardsImported, 0);
  assert.equal((await read(importPublicId)).state, 'waiting');
  await service.jobs.run('imports');
  assert.equal((await read(importPublicId)).state, 'completed');
});

test('a file that is no board is refused with the reason, and nothing is stored', async () => {
  const workspace = await makeWorkspace(ada);
  const body = { workspacePublicId: workspace, format, content: '{"name": ' } as const;
  const { issues } = await ada.refused(400, api.imports.file, { body });
  assert.deepEqual(issues, [{ message: 'The file is not valid JSON' }]);
  await ada.refused(400, api.imports.file, sent(workspace, { name: 'no lists' }));
  assert.deepEqual(await service.sql(`select id from imports where workspace_id = '${workspace}'`), []);
  const id = await upload(ada, workspace, '{"name": ');
  await service.jobs.run('imports');
  const { state, error, errorIssues } = await read(id);
  assert.deepEqual([state, error, errorIssues], ['failed', 'The file is not valid JSON', undefined]);
  const listed = await preferringCodes(ada, `/workspaces/${workspace}/imports`);
  const coded = { message: error, code: 'file-not-json', values: { place: '' } };
  assert.deepEqual(await preferringCodes(ada, `/imports/${id}`), {
    ...(await read(id)),
    errorIssues: [coded],
  });
  assert.deepEqual(listed, [{ ...(await read(id)), errorIssues: [coded] }]);
  const una = await service.signUp('una');
  await addMember(service, workspace, una);
  const [seen] = (await preferringCodes(una, `/workspaces/${workspace}/imports`)) as Partial<Import>[];
  assert.deepEqual([seen?.error, seen?.errorIssues], [null, []], 'others see neither sentence nor code');
  // An earlier version stored only the sentence.
  await service.sql(`update imports set error_issues = null where id = '${id}' returning id`);
  const old = { message: error, code: 'job-failed', values: { reason: error } };
  assert.deepEqual(await preferringCodes(ada, `/imports/${id}`), { ...(await read(id)), errorIssues: [old] });
  assert.deepEqual(await files(), []);
  assert.deepEqual(await boardsIn(workspace), []);
});

test('more than we hold fails the import, and nothing of it is seen', async () => {
  const workspace = await makeWorkspace(ada);
  const checklists = Array.from({ length: caps.checklistsOfCard + 1 }, (_, n) => ({
    id: `k${n}`,
    idCard: 'c150',
  }));
  const id = await upload(ada, workspace, JSON.stringify(boardOf(151, { checklists })));
  const types = await service.recorded(() => service.jobs.run('imports'));
  assert.deepEqual(types, []);
  const { state, error, boardPublicId } = await read(id);
  assert.deepEqual([state, boardPublicId], ['failed', null]);
  assert.match(error ?? '', /at most 100 checklists on the card “Card 150” are allowed, not 101/);
  service.clock.pass(2 * hour);
  await service.jobs.run('trash');
  assert.deepEqual(await service.sql(`select id from cards where workspace_id = '${workspace}'`), []);
});

test('a cancelled import leaves nothing, and cannot be cancelled again', async () => {
  const workspace = await makeWorkspace(ada);
  const id = await upload(ada, workspace, JSON.stringify(boardOf(1)));
  await ada.call(api.imports.cancel, { params: { importPublicId: id } });
  await service.jobs.run('imports');
  const { state, endedAt } = await read(id);
  assert.equal(state, 'cancelled');
  assert.ok(endedAt);
  assert.deepEqual(await boardsIn(workspace), []);
  assert.deepEqual(await files(), []);
  await ada.refused(409, api.imports.cancel, { params: { importPublicId: id } });
});

test('an import that is cancelled while it is written stops at the next slice', async () => {
  const workspace = await makeWorkspace(ada);
  const id = await upload(ada, workspace, JSON.stringify(boardOf(2000)));
  const running = service.jobs.run('imports');
  let done = 0;
  while (done === 0) done = (await read(id)).done;
  await ada.call(api.imports.cancel, { params: { importPublicId: id } });
  await running;
  const { state, done: written } = await read(id);
  assert.equal(state, 'cancelled');
  assert.ok(written < 2000);
  assert.deepEqual(await boardsIn(workspace), []);
  const hidden = `select id from boards where workspace_id = '${workspace}'`;
  assert.equal((await service.sql(hidden)).length, 1);
  service.clock.pass(2 * minute);
  await service.jobs.run('trash');
  assert.deepEqual(await service.sql(hidden), [], 'what was written goes at once');
});

test('an import whose node is no more is begun anew by another, once', async () => {
  const workspace = await makeWorkspace(ada);
  const id = await upload(ada, workspace, JSON.stringify(boardOf(100)));
  // As a node leaves it that dies during the import.
  const lease = service.clock.now() + minute;
  await service.sql(
    `update imports set state = 'running', attempts = 1, due_at = ${lease} where id = '${id}'`,
  );
  await service.jobs.run('imports');
  assert.equal((await read(id)).state, 'running');
  service.clock.pass(2 * minute);
  await Promise.all([service.jobs.run('imports'), service.jobs.run('imports')]);
  assert.equal((await read(id)).state, 'completed');
  assert.equal((await boardsIn(workspace)).length, 1);
});

test('a file whose sender is gone before it is whole leaves nothing, and the import says so', async () => {
  const workspace = await makeWorkspace(ada);
  const id = await upload(ada, workspace, JSON.stringify(boardOf(1)));
  const [file] = await service.sql<{ storage_key: string }>(
    `select storage_key from imports where id = '${id}'`,
  );
  const stored = () => filesOf(service).filter((name) => name.endsWith(file?.storage_key ?? ''));
  assert.equal(stored().length, 1);
  // As a process leaves it that dies before it marks the file as stored.
  await service.sql(
    `update imports set state = 'arriving', due_at = ${service.clock.now() + hour} where id = '${id}'`,
  );
  await service.jobs.run('imports');
  assert.equal((await read(id)).state, 'waiting');
  service.clock.pass(2 * hour);
  await service.jobs.run('imports');
  const { state, error } = await read(id);
  assert.deepEqual([state, error], ['failed', 'The upload was not completed: send the file again']);
  assert.deepEqual(stored(), []);
  assert.deepEqual(await boardsIn(workspace), []);
});

test('of a file that is refused no import is left, and one that is cancelled meanwhile is not begun', async () => {
  const workspace = await makeWorkspace(ada);
  const address = addressOf(api.imports.upload, {}, { workspacePublicId: workspace, format });
  const send = (body: string | ReadableStream) =>
    service.raw(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/octet-stream' },
      body,
      duplex: 'half',
    } as RequestInit);
  assert.equal((await send('')).status, 400);
  const listed = () => ada.call(api.imports.list, { params: { workspacePublicId: workspace } });
  assert.deepEqual(await listed(), []);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const sending = send(readable);
  await writer.write(Buffer.from('{"name": '));
  await until(async () => (await listed()).length > 0);
  const [{ importPublicId, state } = { importPublicId: '', state: '' }] = await listed();
  assert.equal(state, 'waiting');
  await ada.call(api.imports.cancel, { params: { importPublicId } });
  await writer.close();
  assert.equal((await sending).status, 409);
  await service.jobs.run('imports');
  assert.equal((await read(importPublicId)).state, 'cancelled');
  assert.deepEqual(await files(), []);
});

test('a user who may no longer create boards imports nothing', async () => {
  const workspace = await makeWorkspace(ada);
  const bob = await service.signUp('bob');
  const member = await addMember(service, workspace, bob);
  const id = await upload(bob, workspace, JSON.stringify(boardOf(1)));
  const params = { workspacePublicId: workspace, memberPublicId: member };
  await ada.call(api.members.changeRole, { params, body: { role: 'guest' } });
  await service.jobs.run('imports');
  const { state, error } = await read(id);
  assert.deepEqual([state, error], ['failed', 'This requires the permission board:create']);
  assert.deepEqual(await boardsIn(workspace), []);
});

test('an import by a key ends with the key, and its cards say that it was used', async () => {
  const workspace = await makeWorkspace(ada);
  const key = await keyOf(service, ada, ['board:create', 'board:view']);
  const given = { ...sent(workspace, boardOf(1)), query: { async: true } };
  const { importPublicId } = await key.call(api.imports.file, given);
  const { importPublicId: second } = await key.call(api.imports.file, given);
  await service.sql(`update imports set due_at = ${2 ** 52} where id = '${second}'`);
  await service.jobs.run('imports');
  assert.equal((await read(importPublicId)).state, 'completed');
  const keys = await service.sql<{ key: string }>(
    `select api_key as key from activities where workspace_id = '${workspace}'`,
  );
  assert.match(keys[0]?.key ?? '', /"name"/);
  await service.sql(`delete from api_keys`);
  await service.sql(`update imports set due_at = 1 where id = '${second}'`);
  await service.jobs.run('imports');
  const { state, error } = await read(second);
  assert.deepEqual([state, error], ['failed', 'The API key with which it was asked for was revoked']);
});

test('a workspace has so many imports at a time, and tells of them newest first', async () => {
  const workspace = await makeWorkspace(ada);
  const given = { ...sent(workspace, boardOf(1)), query: { async: true } };
  const ids: string[] = [];
  for (let n = 0; n < caps.openImportsOfWorkspace; n++) {
    ids.unshift((await ada.call(api.imports.file, given)).importPublicId);
  }
  await ada.refused(409, api.imports.file, given);
  const listed = await ada.call(api.imports.list, { params: { workspacePublicId: workspace } });
  assert.deepEqual(
    listed.map(({ importPublicId }) => importPublicId),
    ids,
  );
  assert.equal((await files()).length, ids.length, 'the file of the one that was refused is gone');
  await service.jobs.run('imports');
  assert.equal((await boardsIn(workspace)).length, ids.length);
});

test('cards keep their numbers where these are free', async () => {
  const { workspace, lists } = await makeBoard(ada);
  for (const list of [...lists, ...lists]) await makeCard(ada, list);
  const numbered = boardOf(4);
  const cards = numbered.cards.map((card, n) => ({ ...card, idShort: [2, 7, 9, 7][n] }));
  const { importPublicId } = await ada.call(api.imports.file, sent(workspace, { ...numbered, cards }));
  const { boardPublicId, report } = await read(importPublicId);
  const rows = await service.sql<{ title: string; number: number }>(
    `select title, number from cards where board_id = '${boardPublicId}' order by position`,
  );
  assert.deepEqual(
    rows.map(({ number }) => number),
    [10, 7, 9, 11],
  );
  assert.deepEqual(report, [
    {
      kind: 'card numbers that were taken: the cards got new ones',
      count: 2,
      examples: ['2 Card 0', '7 Card 3'],
      needsAttention: true,
    },
  ]);
  assert.equal(
    (await service.sql(`select card_counter as c from workspaces where id = '${workspace}'`))[0]?.c,
    11,
  );
});

test('a report tells what somebody may want to do something about from the rest', async () => {
  const board = boardOf(1, { desc: 'left out', starred: true, actions: [{ type: 'updateBoard' }] });
  const { importPublicId } = await ada.call(api.imports.file, sent(await makeWorkspace(ada), board));
  const attention = (report: { kind: string; needsAttention: boolean }[]) =>
    report.map(({ kind, needsAttention }) => [kind, needsAttention]);
  assert.deepEqual(attention((await read(importPublicId)).report), [
    ['history entries left out, other than creations and comments', false],
    ['board description left out', true],
    ['board stars left out', false],
  ]);
  // As earlier versions stored it.
  await service.sql(`update imports set report = '[{"kind":"views left out","count":1,"examples":[]}]'
    where id = '${importPublicId}'`);
  assert.deepEqual(attention((await read(importPublicId)).report), [['views left out', true]]);
});

test('links among imported cards lead to their new places, also to cards that come later', async () => {
  const workspace = await makeWorkspace(ada);
  const to = (key: string) => `https://trello.com/c/${key}/3-its-name`;
  const linked = boardOf(2);
  const cards = [
    {
      ...linked.cards[0],
      shortLink: 'aaaaAAAA',
      desc: `see [that](${to('bbbbBBBB')}) and ${to('cccccccc')}`,
    },
    { ...linked.cards[1], shortLink: 'bbbbBBBB' },
  ];
  const actions = [
    {
      id: 'a1',
      type: 'commentCard',
      date: '2024-01-02T00:00:00Z',
      data: { card: { id: 'c1' }, text: `after ${to('aaaaAAAA')}` },
    },
  ];
  const { importPublicId } = await ada.call(api.imports.file, sent(workspace, { ...linked, cards, actions }));
  const { boardPublicId } = await read(importPublicId);
  const [first, second] = await service.sql<{ id: string; description: string }>(
    `select id, description from cards where board_id = '${boardPublicId}' order by position`,
  );
  assert.equal(first?.description, `see [that](${service.publicUrl}/c/${second?.id}) and ${to('cccccccc')}`);
  const [comment] = await service.sql<{ comment: string }>(
    `select comment from comments where card_id = '${second?.id}'`,
  );
  assert.equal(comment?.comment, `after ${service.publicUrl}/c/${first?.id}`);
});

test('a card with more than one transaction writes comes whole and in order', async () => {
  const workspace = await makeWorkspace(ada);
  const at = (n: number) => new Date(Date.UTC(2024, 0, 1) + n * 1000).toISOString();
  const actions = Array.from({ length: 700 }, (_, n) => ({
    id: `a${n}`,
    type: 'commentCard',
    date: at(n),
    data: { card: { id: 'c0' }, text: `comment ${n}` },
  }));
  const checklists = Array.from({ length: 4 }, (_, n) => ({
    id: `k${n}`,
    idCard: 'c0',
    name: `Checklist ${n}`,
    pos: n,
    checkItems: Array.from({ length: 400 }, (_item, i) => ({
      name: `item ${i}`,
      pos: i,
      state: i % 2 ? 'complete' : '',
    })),
  }));
  const { importPublicId } = await ada.call(
    api.imports.file,
    sent(workspace, boardOf(1, { actions, checklists })),
  );
  const { boardPublicId } = await read(importPublicId);
  const comments = await service.sql<{ comment: string; created_at: number }>(
    `select comment, created_at from comments where workspace_id = '${workspace}' order by created_at desc`,
  );
  assert.deepEqual(
    comments.map(({ comment, created_at }) => [comment, new Date(created_at / 1000).toISOString()]),
    actions.map(({ data, date }) => [data.text, date]).toReversed(),
  );
  const board = await ada.call(api.boards.get, { params: { boardPublicId: boardPublicId ?? '' } });
  const card = await ada.call(api.cards.get, {
    params: { cardPublicId: board.lists[0]?.cards[0]?.publicId ?? '' },
  });
  assert.deepEqual(
    card.checklists.map(({ name, items }) => [
      name,
      items.map(({ title, completed }) => `${title} ${completed}`),
    ]),
    checklists.map(({ name, checkItems }) => [
      name,
      checkItems.map((item) => `${item.name} ${item.state === 'complete'}`),
    ]),
  );
});

test('an import is not found if its board is closed to the caller, or gone', async () => {
  const workspace = await makeWorkspace(ada);
  const bob = await service.signUp('bobby');
  await addMember(service, workspace, bob);
  const { importPublicId } = await ada.call(api.imports.file, sent(workspace, boardOf(1)));
  const params = { boardPublicId: (await read(importPublicId)).boardPublicId ?? '' };
  assert.equal((await read(importPublicId, bob)).state, 'completed');
  await ada.call(api.boards.update, { params, body: { access: 'members' } });
  await bob.refused(404, api.imports.get, { params: { importPublicId } });
  assert.deepEqual(await bob.call(api.imports.list, { params: { workspacePublicId: workspace } }), []);
  assert.equal((await ada.call(api.imports.list, { params: { workspacePublicId: workspace } })).length, 1);
});
