import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { addressOf } from '../../../contract/client.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addBoardMember, addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

const format = 'boardtool-json';
const id = (n: number) => `5f00000000000000000${String(n).padStart(5, '0')}`;

/** An export with two lists and a number of cards in the first one, all with a label of each kind. */
const file = (cards: number, more: object = {}) =>
  JSON.stringify({
    name: 'House',
    lists: [
      { id: 'l1', name: 'Cellar', pos: 1 },
      { id: 'l2', name: 'Attic', pos: 2 },
    ],
    labels: [
      { id: 'b1', name: 'uRGENT', color: 'red' },
      { id: 'b2', name: 'Leaking', color: 'blue' },
    ],
    members: [{ id: id(1), username: 'ann', fullName: 'Ann of elsewhere' }],
    cards: Array.from({ length: cards }, (_, n) => ({
      id: `c${n}`,
      name: `Card ${n}`,
      idList: 'l1',
      pos: n,
      idLabels: ['b1', 'b2'],
      idMembers: [id(1)],
    })),
    ...more,
  });

interface Into {
  workspace: string;
  board: string;
}

const sent = ({ workspace, board }: Into, content: string) => ({
  body: { workspacePublicId: workspace, boardPublicId: board, format, content } as const,
});

async function upload(person: Person, { workspace, board }: Into, content: string): Promise<string> {
  const query = { workspacePublicId: workspace, boardPublicId: board, format } as const;
  const reply = await service.raw(addressOf(api.imports.upload, {}, query), {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    body: content,
  });
  const { importPublicId } = (await reply.json()) as { importPublicId: string };
  assert.equal(reply.status, 200);
  return importPublicId;
}

const read = (importPublicId: string) => ada.call(api.imports.get, { params: { importPublicId } });

const boardOf = (boardPublicId: string) => ada.call(api.boards.get, { params: { boardPublicId } });

const namesOf = async (board: string) => (await boardOf(board)).lists.map(({ name }) => name);

/** The numbers of lists and labels of a board, including hidden ones. */
async function stored(board: string) {
  const [lists] = await service.sql(`select count(*) as n from lists where board_id = '${board}'`);
  const [labels] = await service.sql(`select count(*) as n from labels where board_id = '${board}'`);
  return [Number(lists?.n), Number(labels?.n)];
}

/** A board with the lists `To do` and `Done`, and the label `Urgent` in the same red as in the file. */
async function target(): Promise<Into & { lists: string[]; urgent: string }> {
  const made = await makeBoard(ada);
  const probe = await makeBoard(ada, { workspace: made.workspace });
  const { importPublicId } = await ada.call(api.imports.file, {
    body: { workspacePublicId: probe.workspace, format, content: file(0) },
  });
  const { boardPublicId } = await read(importPublicId);
  const red = nth((await boardOf(boardPublicId ?? '')).labels, 0).colourCode;
  const params = { labelPublicId: nth(made.labels, 0) };
  await ada.call(api.labels.update, { params, body: { colourCode: red.toUpperCase() } });
  return { ...made, urgent: nth(made.labels, 0) };
}

test('lists come to a board after its own, with all that is on them; its labels are used again', async () => {
  const into = await target();
  const mine = await makeCard(ada, nth(into.lists, 0));
  const before = await boardOf(into.board);
  let importPublicId = '';
  const types = await service.recorded(async () => {
    const started = await ada.call(api.imports.file, sent(into, file(3)));
    importPublicId = started.importPublicId;
    assert.equal(started.boardsImported, 0);
  });
  assert.deepEqual(types, ['board.changed', 'import.completed']);
  const after = await boardOf(into.board);
  assert.deepEqual(
    after.lists.map(({ name, cards }) => [name, cards.map(({ title }) => title)]),
    [
      ...before.lists.map(({ name, cards }) => [name, cards.map(({ title }) => title)]),
      ['Cellar', ['Card 0', 'Card 1', 'Card 2']],
      ['Attic', []],
    ],
  );
  assert.deepEqual(after.lists.slice(0, 2), before.lists);
  assert.equal(nth(nth(after.lists, 0).cards, 0).publicId, mine);
  assert.deepEqual(
    after.labels.map(({ name }) => name),
    ['Urgent', 'Later', 'Leaking'],
  );
  const card = nth(nth(after.lists, 2).cards, 0);
  assert.deepEqual(card.labels.map(({ name }) => name).sort(), ['Leaking', 'Urgent']);
  assert.equal(card.members.length, 1);
  const done = await read(importPublicId);
  assert.deepEqual([done.state, done.boardPublicId, done.boardName], ['completed', into.board, after.name]);
  await assertConsistent(service);
});

test('the tag of the board changes, and that of no other board', async () => {
  const into = await target();
  const other = await makeBoard(ada, { workspace: into.workspace });
  const tag = async (board: string, etag?: string) => {
    const headers = { authorization: `Bearer ${ada.token}`, ...(etag ? { 'if-none-match': etag } : {}) };
    const { status, headers: sentBack } = await service.raw(`/boards/${board}`, { headers });
    return { status, etag: sentBack.get('etag') ?? '' };
  };
  const content = file(1, { members: [], cards: [{ id: 'c', name: 'One', idList: 'l1', pos: 1 }] });
  const [before, unchanged] = [await tag(into.board), await tag(other.board)];
  await ada.call(api.imports.file, sent(into, content));
  assert.equal((await tag(into.board, before.etag)).status, 200);
  assert.equal((await tag(other.board, unchanged.etag)).status, 304);
});

test('in the background nobody sees any of it before it is whole', async () => {
  const into = await target();
  const importPublicId = await upload(ada, into, file(400));
  const round = service.jobs.run('imports');
  const seen = new Set<string>();
  const look = async () => {
    const board = await boardOf(into.board);
    seen.add(`${board.lists.length} ${board.labels.length}`);
    return (await read(importPublicId)).state === 'completed';
  };
  await until(look);
  await round;
  await look();
  assert.deepEqual([...seen], ['2 2', '4 3']);
  assert.equal(nth((await boardOf(into.board)).lists, 2).cards.length, 400);
  await assertConsistent(service);
});

test('who may not make lists, cards and labels there is refused, and told of no board that is not shown', async () => {
  const into = await target();
  const elsewhere = await makeBoard(ada);
  const missing = { ...into, board: elsewhere.board };
  const { issues } = await ada.refused(400, api.imports.file, sent(missing, file(1)));
  assert.deepEqual(issues, [{ message: 'body/boardPublicId was not found' }]);
  const limited = await keyOf(service, ada, ['board:create', 'list:create', 'card:create', 'board:view']);
  await limited.refused(403, api.imports.file, sent(into, file(1)));
  const bob = await service.signUp('bob');
  const member = await addMember(service, into.workspace, bob);
  await ada.call(api.boards.update, { params: { boardPublicId: into.board }, body: { access: 'members' } });
  const hidden = await bob.refused(400, api.imports.file, sent(into, file(1)));
  assert.deepEqual(hidden.issues, [{ message: 'body/boardPublicId was not found' }]);
  await addBoardMember(service, into.workspace, into.board, member, 'guest');
  await bob.refused(403, api.imports.file, sent(into, file(1)));
  const guest = await service.signUp('guest');
  await addMember(service, into.workspace, guest, { role: 'guest' });
  await guest.refused(403, api.imports.file, sent(into, file(1)));
  assert.deepEqual(await stored(into.board), [2, 2]);
});

test('a board has no more lists and labels by an import than otherwise', async () => {
  const into = await target();
  const lists = Array.from({ length: caps.listsOfBoard - 1 }, (_, n) => ({
    id: `x${n}`,
    name: `L ${n}`,
    pos: n,
  }));
  const { issues } = await ada.refused(400, api.imports.file, sent(into, file(0, { lists })));
  assert.match(nth(issues, 0).message, /at most 500 lists are allowed, and with these there would be 501/);
  const labels = Array.from({ length: caps.labelsOfBoard - 1 }, (_, n) => ({
    id: `y${n}`,
    name: `B ${n}`,
    color: 'red',
  }));
  await ada.refused(400, api.imports.file, sent(into, file(0, { labels })));
  await ada.call(api.imports.file, sent(into, file(0, { labels: labels.slice(1) })));
  assert.deepEqual(await stored(into.board), [4, caps.labelsOfBoard]);
});

test('a board that goes to the trash meanwhile gets nothing, and neither does one that is cancelled', async () => {
  for (const how of ['trash', 'cancel', 'remove'] as const) {
    const into = await target();
    const importPublicId = await upload(ada, into, file(600));
    const round = service.jobs.run('imports');
    await until(async () => (await read(importPublicId)).done > 0);
    const params = { boardPublicId: into.board };
    if (how === 'cancel') await ada.call(api.imports.cancel, { params: { importPublicId } });
    else await ada.call(api.boards.delete, { params });
    await round;
    if (how === 'trash') await ada.call(api.boards.restore, { params });
    if (how !== 'remove') {
      const { state } = await read(importPublicId);
      assert.equal(state, how === 'cancel' ? 'cancelled' : 'failed');
      assert.deepEqual(await namesOf(into.board), ['To do', 'Done']);
    }
    await service.jobs.run('trash');
    assert.deepEqual(await stored(into.board), [2, 2], how);
    await assertConsistent(service);
  }
});

test('what an attempt that was cut short has left goes when the import is taken up again', async () => {
  const into = await target();
  const importPublicId = await upload(ada, into, file(2));
  // As a killed node leaves it: a hidden list with a card, and a label.
  await service.jobs.run('imports');
  const at = service.clock.now() - 30 * 24 * 3600 * 1_000_000 - 1;
  for (const table of ['lists', 'labels']) {
    await service.sql(`update ${table} set deleted_at = ${at}, deleted_by = '${importPublicId}-1'
      where board_id = '${into.board}' and name in ('Cellar', 'Attic', 'Leaking')`);
  }
  await service.sql(`update imports set state = 'running', ended_at = null, due_at = 1,
    storage_key = 'gone' where id = '${importPublicId}'`);
  assert.deepEqual(await namesOf(into.board), ['To do', 'Done']);
  assert.equal((await boardOf(into.board)).labels.length, 2);
  await service.jobs.run('imports');
  assert.equal((await read(importPublicId)).error, 'The file no longer exists');
  await service.jobs.run('trash');
  assert.deepEqual(await stored(into.board), [2, 2]);
});

test('a label of the board that is deleted meanwhile is on no card, and the rest comes', async () => {
  const into = await target();
  const importPublicId = await upload(ada, into, file(600));
  const round = service.jobs.run('imports');
  await until(async () => (await read(importPublicId)).done > 0);
  await ada.call(api.labels.delete, { params: { labelPublicId: into.urgent } });
  await round;
  assert.equal((await read(importPublicId)).state, 'completed');
  const { lists, labels } = await boardOf(into.board);
  assert.deepEqual(
    labels.map(({ name }) => name),
    ['Later', 'Leaking'],
  );
  assert.equal(nth(lists, 2).cards.length, 600);
  await assertConsistent(service);
});

test('a field whose name is taken meanwhile gets another one', async () => {
  const into = await target();
  const customFields = [
    { id: 'f1', name: 'Cost', type: 'number', pos: 1 },
    { id: 'f2', name: 'Paid', type: 'checkbox', pos: 2 },
  ];
  const importPublicId = await upload(ada, into, file(600, { customFields }));
  const round = service.jobs.run('imports');
  await until(async () => (await read(importPublicId)).done > 0);
  const params = { boardPublicId: into.board };
  for (const name of ['COST', 'Cost 2']) {
    await ada.call(api.fields.create, { params, body: { name, type: 'number' } });
  }
  await round;
  assert.equal((await read(importPublicId)).state, 'completed');
  const { fields } = await ada.call(api.boards.snapshot, { params });
  assert.deepEqual(fields.map(({ name }) => name).toSorted(), ['COST', 'Cost 2', 'Cost 3', 'Paid']);
  await assertConsistent(service);
});

test('two imports into one board at once, and a list that somebody makes meanwhile, all stand there', async () => {
  const into = await target();
  const two = [file(200), file(200)].map((content) => ada.call(api.imports.file, sent(into, content)));
  const list = ada.call(api.lists.create, { body: { boardPublicId: into.board, name: 'Mine' } });
  await Promise.all([...two, list]);
  const names = await namesOf(into.board);
  assert.deepEqual(names.toSorted(), ['Attic', 'Attic', 'Cellar', 'Cellar', 'Done', 'Mine', 'To do']);
  assert.deepEqual(names.slice(0, 2), ['To do', 'Done']);
  await assertConsistent(service);
});

test('a placeholder that is merged while an import writes its cards is merged with all of them', async () => {
  const into = await target();
  await ada.call(api.imports.file, sent(into, file(1)));
  const bob = await service.signUp('bob-2');
  const member = await addMember(service, into.workspace, bob);
  const params = { workspacePublicId: into.workspace };
  const people = await ada.call(api.members.list, { params });
  const placeholder = people.find(({ isPlaceholder }) => isPlaceholder)?.publicId ?? '';
  const importPublicId = await upload(ada, into, file(600));
  const round = service.jobs.run('imports');
  await until(async () => (await read(importPublicId)).done > 0);
  await ada.call(api.members.merge, {
    params: { ...params, memberPublicId: placeholder },
    body: { targetMemberPublicId: member },
  });
  await round;
  await service.jobs.run('merges');
  assert.equal((await read(importPublicId)).state, 'completed');
  const [on] = await service.sql(`select count(*) as n from card_members where member_id = '${member}'`);
  assert.equal(Number(on?.n), 601);
  await assertConsistent(service);
});
