import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { hour, minute } from '../base/clock.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { makeMember, makeWorkspace, nth } from '../testing/fixtures.ts';
import { addBoardMember, addMember, keyOf, memberOf, setStatus } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const id = (n: number) => `5f0000000000000000000${String(n).padStart(3, '0')}`;
const at = '2024-01-01T00:00:00.000Z';

/** A board with a card by `username`, who is on it and has commented on it. */
const boardBy = (username: string, name = 'House', email?: string) => ({
  name,
  lists: [{ id: 'l1', name: 'To do', pos: 1 }],
  members: [{ id: id(1), username, fullName: `${username} of elsewhere`, email }],
  cards: [{ id: id(9), name: 'Roof', idList: 'l1', pos: 1, idMembers: [id(1)] }],
  actions: [
    {
      id: id(11),
      type: 'commentCard',
      date: at,
      idMemberCreator: id(1),
      memberCreator: { id: id(1), username, fullName: `${username} of elsewhere` },
      data: { text: 'Leaks', card: { id: id(9) } },
    },
    {
      id: id(10),
      type: 'createCard',
      date: at,
      idMemberCreator: id(1),
      memberCreator: { id: id(1), username, fullName: `${username} of elsewhere` },
      data: { card: { id: id(9) } },
    },
  ],
});

async function importInto(workspacePublicId: string, content: object): Promise<string> {
  const { importPublicId } = await ada.call(api.imports.file, {
    body: { workspacePublicId, format: 'boardtool-json', content: JSON.stringify(content) },
  });
  const { boardPublicId } = await ada.call(api.imports.get, { params: { importPublicId } });
  assert.ok(boardPublicId);
  return boardPublicId;
}

const listed = (workspacePublicId: string) => ada.call(api.members.list, { params: { workspacePublicId } });

async function placeholderIn(workspace: string): Promise<string> {
  const [placeholder] = (await listed(workspace)).filter(({ isPlaceholder }) => isPlaceholder);
  assert.ok(placeholder);
  return placeholder.publicId;
}

const merging = (workspacePublicId: string, memberPublicId: string, targetMemberPublicId: string) => ({
  params: { workspacePublicId, memberPublicId },
  body: { targetMemberPublicId },
});

/** A workspace with bob, and an imported board by a placeholder. */
async function imported(content: object = boardBy('ann')) {
  const workspace = await makeWorkspace(ada);
  const member = await makeMember(service, ada, workspace, bob);
  const board = await importInto(workspace, content);
  return { workspace, member, board, placeholder: await placeholderIn(workspace) };
}

/** The card of an imported board, with the people it refers to. */
async function peopleOn(boardPublicId: string) {
  const board = await ada.call(api.boards.get, { params: { boardPublicId } });
  const { publicId: cardPublicId } = nth(nth(board.lists, 0).cards, 0);
  const card = await ada.call(api.cards.get, { params: { cardPublicId } });
  const { activities } = await ada.call(api.activities.list, { params: { cardPublicId } });
  return {
    members: card.members.map(({ publicId }) => publicId),
    comments: card.activities.flatMap(({ comment }) => comment?.createdBy ?? []),
    activities: [...new Set(activities.map(({ user }) => user?.id))],
  };
}

const ofBob = (member: string) => ({ members: [member], comments: [bob.id], activities: [bob.id] });

test('a placeholder becomes a member: cards, comments and activities are theirs, and it is gone', async () => {
  const { workspace, member, board, placeholder } = await imported();
  assert.deepEqual((await peopleOn(board)).members, [placeholder]);
  const types = await service.recorded(async () => {
    assert.deepEqual(await ada.call(api.members.merge, merging(workspace, placeholder, member)), {
      success: true,
    });
  });
  assert.deepEqual(types, ['member.removed', 'board.changed']);
  assert.deepEqual(await peopleOn(board), ofBob(member));
  assert.deepEqual(
    (await listed(workspace)).map(({ publicId, isPlaceholder }) => [publicId, isPlaceholder]),
    [
      [await memberOf(service, workspace, ada), false],
      [member, false],
    ],
  );
  const { entries } = await ada.call(api.audit.list, { params: { workspacePublicId: workspace }, query: {} });
  const entry = nth(entries, 0);
  assert.deepEqual(
    [entry.type, entry.subject.publicId, entry.user?.id, entry.detail],
    ['member.merged', placeholder, ada.id, [{ field: 'member', from: placeholder, to: member }]],
  );
  await assertConsistent(service);
});

test('who was merged cannot be invited back, nor can a placeholder', async () => {
  const { workspace, member, placeholder } = await imported();
  const email = `ann@${workspace}.placeholder.invalid`;
  const inviting = () =>
    ada.call(api.invites.inviteMember, { params: { workspacePublicId: workspace }, body: { email } });
  await assert.rejects(inviting(), { status: 400 });
  await ada.call(api.members.merge, merging(workspace, placeholder, member));
  await assert.rejects(inviting(), { status: 400 });
  await assertConsistent(service);
});

test('a client that has read the board before gets a new version of it', async () => {
  const { workspace, member, board, placeholder } = await imported();
  const read = (etag?: string) =>
    service.raw(`/boards/${board}`, {
      headers: { authorization: `Bearer ${ada.token}`, ...(etag ? { 'if-none-match': etag } : {}) },
    });
  const etag = (await read()).headers.get('etag') ?? '';
  assert.equal((await read(etag)).status, 304);
  await ada.call(api.members.merge, merging(workspace, placeholder, member));
  assert.equal((await read(etag)).status, 200);
});

test('the same again says so once more, and imports of the same person find the member', async () => {
  const { workspace, member, placeholder } = await imported(boardBy('ann', 'House', 'ann@elsewhere.example'));
  await ada.call(api.members.merge, merging(workspace, placeholder, member));
  const types = await service.recorded(async () => {
    await ada.call(api.members.merge, merging(workspace, placeholder, member));
  });
  assert.deepEqual(types, []);
  for (const content of [
    boardBy('ann', 'By the name'),
    boardBy('ann.2', 'By the address', 'Ann@elsewhere.example'),
  ]) {
    assert.deepEqual(await peopleOn(await importInto(workspace, content)), ofBob(member));
  }
  assert.equal((await listed(workspace)).length, 2);
});

test('who is on the card already is on it once', async () => {
  const { workspace, member, board, placeholder } = await imported();
  const whole = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  const { publicId: cardPublicId } = nth(nth(whole.lists, 0).cards, 0);
  await ada.call(api.cards.addMember, { params: { cardPublicId, workspaceMemberPublicId: member } });
  await ada.call(api.members.merge, merging(workspace, placeholder, member));
  assert.deepEqual((await peopleOn(board)).members, [member]);
});

test('what cannot be merged is refused', async () => {
  const { workspace, member, placeholder } = await imported();
  const refused = async (status: number, path: string, target: string) =>
    (await ada.refused(status, api.members.merge, merging(workspace, path, target))).issues.map(
      ({ message }) => message,
    );
  const mine = await memberOf(service, workspace, ada);
  assert.deepEqual(await refused(409, member, mine), ['This member is not a placeholder']);
  assert.deepEqual(await refused(400, placeholder, placeholder), [
    'body/targetMemberPublicId is the placeholder itself',
  ]);
  const elsewhere = await imported(boardBy('cy'));
  const unknown = ['body/targetMemberPublicId is not a member of this workspace'];
  assert.deepEqual(await refused(400, placeholder, elsewhere.member), unknown);
  await refused(404, elsewhere.placeholder, member);
  await refused(404, '0123456789abcdef', member);
  await importInto(workspace, boardBy('dan', 'Another'));
  const other = (await listed(workspace)).find(
    ({ isPlaceholder, publicId }) => isPlaceholder && publicId !== placeholder,
  );
  assert.deepEqual(await refused(400, placeholder, other?.publicId ?? ''), [
    'body/targetMemberPublicId is a placeholder, too',
  ]);
  const { publicId: invited } = await ada.call(api.invites.inviteMember, {
    params: { workspacePublicId: workspace },
    body: { email: 'not-yet@example.com' },
  });
  await refused(409, placeholder, invited);
  await setStatus(service, member, 'removed');
  assert.deepEqual(await refused(400, placeholder, member), unknown);
});

test('it takes member:edit, with the credential, and a rank as high as that of both', async () => {
  const { workspace, member, placeholder } = await imported();
  await bob.refused(403, api.members.merge, merging(workspace, placeholder, member));
  const limited = await keyOf(service, ada, ['member:view', 'member:remove']);
  await limited.refused(403, api.members.merge, merging(workspace, placeholder, member));
  const carl = await service.signUp('carl');
  await addMember(service, workspace, carl, { role: 'member', granted: ['member:edit'] });
  const admin = await memberOf(service, workspace, ada);
  await carl.refused(403, api.members.merge, merging(workspace, placeholder, admin));
  const stranger = await service.signUp('stranger');
  await stranger.refused(403, api.members.merge, merging(workspace, placeholder, member));
  assert.equal(await placeholderIn(workspace), placeholder);
  const enough = await keyOf(service, ada, ['member:edit']);
  await enough.call(api.members.merge, merging(workspace, placeholder, member));
});

test('nobody sees more by a merge than before: places on cards and roles on closed boards lapse', async () => {
  const { workspace, member, board, placeholder } = await imported();
  const open = await importInto(workspace, boardBy('ann', 'Open'));
  await addBoardMember(service, workspace, board, placeholder, 'member');
  await addBoardMember(service, workspace, open, placeholder, 'guest');
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  assert.deepEqual((await peopleOn(board)).members, [placeholder]);
  await ada.call(api.members.merge, merging(workspace, placeholder, member));
  assert.deepEqual(await peopleOn(board), { ...ofBob(member), members: [] });
  assert.deepEqual(await peopleOn(open), ofBob(member));
  await bob.refused(404, api.boards.get, { params: { boardPublicId: board } });
  const roles = await service.sql(`select board_id from board_members where member_id = '${member}'`);
  assert.deepEqual(roles, [{ board_id: open }]);
  await assertConsistent(service);
});

test('of two merges at once one is carried out; a second one with the same member is content', async () => {
  const { workspace, member, board, placeholder } = await imported();
  const carl = await service.signUp('carl-2');
  const other = await addMember(service, workspace, carl);
  const all = await Promise.allSettled(
    [member, other, member, other].map((target) =>
      ada.call(api.members.merge, merging(workspace, placeholder, target)),
    ),
  );
  const done = all.flatMap(({ status }, n) => (status === 'fulfilled' ? [n % 2] : []));
  assert.ok(done.length > 0 && new Set(done).size === 1, JSON.stringify(all));
  for (let n = 0; n < 2; n++) {
    service.clock.pass(2 * minute);
    await service.jobs.run('merges');
  }
  assert.deepEqual((await peopleOn(board)).members, [done[0] === 0 ? member : other]);
  await assertConsistent(service);
});

test('a merge that was cut short is gone on with, also where the member has been removed since', async () => {
  for (const removed of [false, true]) {
    const { workspace, member, board, placeholder } = await imported();
    await service.sql(`update placeholders set merged_into = '${member}', merged_by = '${ada.id}',
      due_at = ${service.clock.now()} where member_id = '${placeholder}'`);
    if (removed) {
      const params = { workspacePublicId: workspace, memberPublicId: member };
      await ada.call(api.members.remove, { params });
    }
    await service.jobs.run('merges');
    assert.deepEqual(await peopleOn(board), { ...ofBob(member), members: removed ? [] : [member] });
    await assertConsistent(service);
  }
});

/** Begins a merge whose node dies, as far as the database can tell: the attempt has begun, and nothing more is written. */
async function dieAt(work: () => Promise<unknown>): Promise<void> {
  const { prepare } = service;
  let written = 0;
  const dead = mock.method(service, 'prepare', (write: Parameters<typeof prepare>[0]) =>
    written++ === 0 ? prepare(write) : Promise.reject(new Error('the process is no more')),
  );
  await work().catch(() => {});
  dead.mock.restore();
  service.clock.pass(2 * minute);
}

test('a merge at which the service died twice stops, and continues when it is requested again', async () => {
  const { workspace, member, board, placeholder } = await imported();
  const ask = () => ada.call(api.members.merge, merging(workspace, placeholder, member));
  await dieAt(ask);
  await dieAt(() => service.jobs.run('merges'));
  await service.jobs.run('merges');
  assert.deepEqual((await peopleOn(board)).members, [placeholder]);
  assert.equal(await placeholderIn(workspace), placeholder);
  const { entries } = await ada.call(api.audit.list, { params: { workspacePublicId: workspace }, query: {} });
  const stopped = entries.filter(({ type }) => type === 'member.mergeStopped');
  assert.deepEqual(
    stopped.map(({ subject, user, detail }) => [subject.publicId, user, detail]),
    [[placeholder, null, [{ field: 'member', from: placeholder, to: member }]]],
  );
  service.clock.pass(hour);
  await service.jobs.run('merges');
  assert.equal(await placeholderIn(workspace), placeholder, 'it is not begun by itself');
  await dieAt(ask);
  await service.jobs.run('merges');
  assert.equal(await placeholderIn(workspace), placeholder, 'nor once more by others');
  await ask();
  assert.deepEqual(await peopleOn(board), ofBob(member));
  await assertConsistent(service);
});

test('a merge that breaks off is gone on with, however often', async () => {
  const { workspace, member, board, placeholder } = await imported();
  const breakOff = () =>
    mock.method(service, 'longWork', () => Promise.reject(new Error('the database is away')), { times: 1 });
  breakOff();
  await ada.refused(500, api.members.merge, merging(workspace, placeholder, member));
  for (let again = 0; again < 4; again++) {
    breakOff();
    service.clock.pass(minute);
    await assert.rejects(service.jobs.run('merges'), /away/);
  }
  service.clock.pass(minute);
  await service.jobs.run('merges');
  assert.deepEqual(await peopleOn(board), ofBob(member));
});

test('a service that stops puts a merge off, and has not died at it', async () => {
  const { workspace, member, placeholder } = await imported();
  const stopping = new AbortController();
  const stopped = mock.property(service, 'stopping', stopping.signal);
  stopping.abort();
  await ada.call(api.members.merge, merging(workspace, placeholder, member));
  stopped.mock.restore();
  const [row] = await service.sql(
    `select due_at as due, merge_deaths as deaths from placeholders where member_id = '${placeholder}'`,
  );
  assert.equal(Number(row?.deaths), 0);
  await service.jobs.run('merges');
  assert.ok(!(await listed(workspace)).some(({ isPlaceholder }) => isPlaceholder));
});

test('more than a slice holds is passed on', async () => {
  const { workspace, member, board, placeholder } = await imported();
  const cards = Array.from({ length: 600 }, (_, n) => ({
    id: id(n).replace('5f', '6f'),
    name: `Card ${n}`,
    idList: 'l1',
    pos: n,
    idMembers: [id(1)],
  }));
  await importInto(workspace, { ...boardBy('ann', 'Many'), cards, actions: [] });
  await ada.call(api.members.merge, merging(workspace, placeholder, member));
  assert.deepEqual(await peopleOn(board), ofBob(member));
  const [on] = await service.sql<{ count: number }>(
    `select count(*) as count from card_members where member_id = '${member}'`,
  );
  assert.equal(Number(on?.count), 601);
  await assertConsistent(service);
});

/** Verifies the address of a person, as opening a mailed link does. */
const prove = (person: { id: string }) =>
  service.sql(`update users set email_verified_at = ${service.clock.now()} where id = '${person.id}'`);

test('who joins with the address of a placeholder, and has proven it, is that person', async () => {
  const dora = await service.signUp('dora');
  const { workspace, board, placeholder } = await imported(boardBy('dora', 'House', dora.email));
  const elsewhere = await imported(boardBy('dora', 'House', dora.email));
  const member = await makeMember(service, ada, workspace, dora);
  await service.jobs.run('take-overs');
  assert.deepEqual(await peopleOn(board), { members: [member], comments: [dora.id], activities: [dora.id] });
  assert.ok(!(await listed(workspace)).some(({ publicId }) => publicId === placeholder));
  const { entries } = await ada.call(api.audit.list, { params: { workspacePublicId: workspace }, query: {} });
  const entry = entries.find(({ type }) => type === 'member.merged');
  assert.deepEqual([entry?.user, entry?.subject.publicId], [null, placeholder]);
  assert.equal(await placeholderIn(elsewhere.workspace), elsewhere.placeholder, 'not in another workspace');
  await assertConsistent(service);
});

test('an address that nobody has proven takes over nothing, and neither does who is not active', async () => {
  const eve = await service.signUp('eve');
  const { workspace, board, placeholder } = await imported(boardBy('eve', 'House', eve.email));
  const member = await addMember(service, workspace, eve);
  await service.jobs.run('take-overs');
  assert.deepEqual((await peopleOn(board)).members, [placeholder]);
  await prove(eve);
  for (const status of ['paused', 'invited', 'removed'] as const) {
    await setStatus(service, member, status);
    await service.jobs.run('take-overs');
    assert.deepEqual((await peopleOn(board)).members, [placeholder], status);
  }
  await setStatus(service, member, 'active');
  await service.jobs.run('take-overs');
  assert.deepEqual((await peopleOn(board)).members, [member]);
});
