import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { download } from '../testing/exports.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { importFile, outlineOf } from '../testing/imports.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Saved views and rules in native exports and imports. */

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const cleo = await service.signUp('cleo');

const at = (boardPublicId: string) => ({ params: { boardPublicId } });
const viewsOf = (board: string, person: Person = ada) => person.call(api.views.list, at(board));
const rulesOf = (board: string, person: Person = ada) => person.call(api.rules.list, at(board));
const createView = (board: string, body: BodyOf<typeof api.views.create>, person: Person = ada) =>
  person.call(api.views.create, { ...at(board), body });
const createRule = (board: string, body: BodyOf<typeof api.rules.create>) =>
  ada.call(api.rules.create, { ...at(board), body });

/** A board with a select and a person field, and Bob among its members. */
async function world() {
  const made = await makeBoard(ada);
  const member = await addMember(service, made.workspace, bob);
  const stage = await ada.call(api.fields.create, {
    ...at(made.board),
    body: { name: 'Stage', type: 'select', options: [{ name: 'Draft' }, { name: 'Final' }] },
  });
  const owner = await ada.call(api.fields.create, {
    ...at(made.board),
    body: { name: 'Owner', type: 'person' },
  });
  return { ...made, member, stage, owner: owner.publicId };
}

type World = Awaited<ReturnType<typeof world>>;

async function exportOf(board: string, person: Person = ada): Promise<Uint8Array<ArrayBuffer>> {
  const response = await download(service, person, `/boards/${board}/export?format=native`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The export of a board with its lines changed. */
function edited(zip: Uint8Array, board: string, change: (lines: string) => string): Uint8Array {
  const files = unzipSync(zip);
  const name = `boards/${board}.jsonl`;
  return zipSync({ ...files, [name]: strToU8(change(strFromU8(files[name] ?? new Uint8Array()))) });
}

async function imported(content: Uint8Array, person: Person = ada) {
  const workspace = await makeWorkspace(person);
  const ended = await importFile(service, person, {
    workspacePublicId: workspace,
    format: 'native',
    content,
  });
  assert.deepEqual([ended.state, ended.error], ['completed', null]);
  const board = await person.call(api.boards.get, at(ended.boardPublicId ?? ''));
  const report = ended.report.map(({ kind, count, examples }) => [kind, count, ...examples]);
  return { board, report, workspace };
}

const paused = 'rules that are paused until somebody sets them going';

/** What ids have become on an imported board, by those that they had. */
async function becomes(from: World, board: Awaited<ReturnType<typeof imported>>['board'], workspace: string) {
  const fields = await ada.call(api.fields.list, at(board.publicId));
  const { members } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const there = fields.find(({ name }) => name === 'Stage');
  const is: Record<string, string | undefined> = {
    [from.board]: board.publicId,
    [from.owner]: fields.find(({ name }) => name === 'Owner')?.publicId,
    [from.stage.publicId]: there?.publicId,
    [from.member]: members.find(({ user }) => user?.name === 'bob')?.publicId,
  };
  for (const [place, id] of from.lists.entries()) is[id] = board.allLists[place]?.publicId;
  for (const [place, id] of from.labels.entries()) is[id] = board.labels[place]?.publicId;
  for (const [place, { publicId }] of from.stage.options.entries())
    is[publicId] = there?.options[place]?.publicId;
  return (text: string) =>
    Object.entries(is).reduce((all, [was, now]) => all.replaceAll(was, now ?? `no ${was}`), text);
}

test('views come again, with what they name; those of others stay where they are', async () => {
  const from = await world();
  const { board, labels, member, stage, owner } = from;
  const filter = `label:${nth(labels, 0)} member:${member} due:<7d board:${board} "a phrase"`;
  await createView(board, {
    name: 'Ours',
    kind: 'table',
    shared: true,
    filter,
    groupBy: stage.publicId,
    sort: [`-${owner}`, 'due'],
    columns: ['labels', owner, stage.publicId],
  });
  await createView(board, { name: 'Weeks', kind: 'calendar', shared: true, layout: 'week' });
  await createView(board, { name: 'Mine', kind: 'board', filter: '@me' });
  await createView(board, { name: 'Of Bob', kind: 'board' }, bob);
  const before = (await viewsOf(board)).map(({ publicId: _id, ...view }) => view);
  assert.deepEqual(
    before.map(({ name }) => name),
    ['Ours', 'Weeks', 'Mine'],
  );
  await makeCard(ada, nth(from.lists, 0), { memberPublicIds: [member] });
  const { board: there, report, workspace } = await imported(await exportOf(board));
  const named = await becomes(from, there, workspace);
  const after = (await viewsOf(there.publicId)).map(({ publicId: _id, ...view }) => view);
  assert.deepEqual(after, JSON.parse(named(JSON.stringify(before))));
  assert.deepEqual(report, []);
  // Who imports the file has those that were the own ones of who made it.
  await addMember(service, workspace, bob);
  assert.deepEqual(
    (await viewsOf(there.publicId, bob)).map(({ name }) => name),
    ['Ours', 'Weeks'],
  );
});

test('rules come again, with what they name, but run for nobody until somebody sets them going', async () => {
  const from = await world();
  const { board, lists, labels, member, stage, owner } = from;
  const [todo, done] = [nth(lists, 0), nth(lists, 1)];
  const [draft, final] = [nth(stage.options, 0).publicId, nth(stage.options, 1).publicId];
  const [urgent, later] = [nth(labels, 0), nth(labels, 1)];
  await createRule(board, {
    name: 'Moves',
    when: { type: 'moved', listPublicId: done },
    if: `label:${urgent} -list:${todo} Stage:Draft,${final}`,
    then: [
      { type: 'complete' },
      { type: 'remove-label', labelPublicId: urgent },
      { type: 'assign', memberPublicId: member },
      { type: 'set-field', fieldPublicId: stage.publicId, value: final },
      { type: 'set-field', fieldPublicId: owner, value: member },
      { type: 'sort-list', listPublicId: done, by: `-${stage.publicId}` },
      { type: 'sort-list', listPublicId: todo, by: 'due' },
    ],
  });
  await createRule(board, {
    name: 'Weekly',
    when: { type: 'schedule', days: [1], time: '09:30', timeZone: 'Europe/Vienna' },
    then: [
      { type: 'create-card', listPublicId: todo, title: `About ${urgent}`, labelPublicId: later, inDays: 2 },
    ],
  });
  await createRule(board, {
    name: 'By name',
    when: { type: 'button' },
    then: [{ type: 'set-field', fieldPublicId: stage.publicId, value: 'Draft' }],
    active: false,
  });
  assert.notEqual(draft, final);
  const before = await rulesOf(board);
  const { board: there, report, workspace } = await imported(await exportOf(board));
  const named = await becomes(from, there, workspace);
  const after = await rulesOf(there.publicId);
  // A text stays what it is, whatever it looks like.
  const shown = (rules: typeof before) =>
    rules.map(({ name, when, if: filter, then }) => [name, when, filter, then]);
  const expected = JSON.parse(named(JSON.stringify(shown(before)).replace(`About ${urgent}`, 'About it')));
  assert.deepEqual(JSON.parse(JSON.stringify(shown(after)).replace(`About ${urgent}`, 'About it')), expected);
  for (const { active, pausedBecause, maker, nextRunAt } of after)
    assert.deepEqual([active, pausedBecause, maker?.name, nextRunAt], [false, 'copied', 'ada', null]);
  assert.deepEqual(report, [[paused, 3]]);

  const card = await makeCard(ada, nth(there.allLists, 0).publicId);
  const params = { boardPublicId: there.publicId, rulePublicId: nth(after, 2).publicId };
  const press = { params, body: { cardPublicId: card } };
  await ada.refused(409, api.rules.press, press);
  await ada.call(api.rules.update, { params, body: { active: true } });
  assert.deepEqual(await ada.call(api.rules.press, press), { cards: 1 });
});

test('a rule keeps whom its filter names, if nothing else of the board names them', async () => {
  const from = await world();
  const { board, member } = from;
  await createRule(board, {
    name: 'Of Bob',
    when: { type: 'button' },
    if: `is:open @${member}`,
    then: [{ type: 'complete' }],
  });
  const { board: there, workspace } = await imported(await exportOf(board));
  const { members } = await ada.call(api.workspaces.get, { params: { workspacePublicId: workspace } });
  const bobs = members.find(({ user }) => user?.name === 'bob')?.publicId;
  assert.ok(bobs);
  assert.deepEqual(
    (await rulesOf(there.publicId)).map(({ if: filter }) => filter),
    [`is:open @${bobs}`],
  );
});

test('an export names only those who see the board, whatever ids a view has', async () => {
  const { workspace, board } = await makeBoard(ada);
  const [bobs, cleos] = [
    await addMember(service, workspace, bob),
    await addMember(service, workspace, cleo, { revoked: ['board:view'] }),
  ];
  await createView(board, { name: 'Guessed', kind: 'board', filter: `${bobs} or ${cleos}` });
  const files = unzipSync(await exportOf(board));
  const text = strFromU8(files[`boards/${board}.jsonl`] ?? new Uint8Array());
  assert.match(text, /"name":"bob"/);
  assert.doesNotMatch(text, /"name":"cleo"/);
});

test('what a file says of the maker of a rule, and that it runs, counts for nothing', async () => {
  const { board } = await world();
  await createRule(board, {
    name: 'Archive all',
    when: { type: 'created' },
    then: [{ type: 'archive' }],
  });
  const zip = await exportOf(board);
  const forged = edited(zip, board, (lines) =>
    lines.replace(`"maker":"${ada.id}"`, `"maker":"${bob.id}","madeBy":"${bob.id}","pausedBecause":null`),
  );
  const { board: there } = await imported(forged, cleo);
  const [rule] = await rulesOf(there.publicId, cleo);
  assert.deepEqual([rule?.active, rule?.maker?.name], [false, 'cleo']);
  await makeCard(cleo, nth(there.allLists, 0).publicId, { title: 'New' });
  await service.jobs.run('rules');
  assert.deepEqual(await outlineOf(service, there.publicId), ['To do: New']);
});

test('a rule that names what did not come along is left out and reported; a view only shows less', async () => {
  const { board, lists, labels, stage, member } = await world();
  const gone = nth(labels, 1);
  const keeps = { name: 'Kept', when: { type: 'button' as const }, then: [{ type: 'complete' as const }] };
  await createRule(board, keeps);
  await createRule(board, {
    name: 'Of a label',
    when: { type: 'button' },
    then: [{ type: 'complete' }, { type: 'add-label', labelPublicId: gone }],
  });
  await createRule(board, {
    name: 'For a label',
    when: { type: 'label-added', labelPublicId: gone },
    then: [{ type: 'complete' }],
  });
  await createRule(board, {
    name: 'No such option',
    when: { type: 'button' },
    then: [{ type: 'set-field', fieldPublicId: stage.publicId, value: nth(stage.options, 0).publicId }],
  });
  await createView(board, { name: 'Of a label', kind: 'board', shared: true, filter: `label:${gone}` });
  await ada.call(api.labels.delete, { params: { labelPublicId: gone } });
  await ada.call(api.fields.update, {
    params: { fieldPublicId: stage.publicId },
    body: { options: [{ publicId: nth(stage.options, 1).publicId, name: 'Final' }] },
  });
  await makeCard(ada, nth(lists, 0), { memberPublicIds: [member] });
  const { board: there, report } = await imported(await exportOf(board));
  assert.deepEqual(
    (await rulesOf(there.publicId)).map(({ name }) => name),
    ['Kept'],
  );
  assert.deepEqual(
    (await viewsOf(there.publicId)).map(({ name, filter }) => [name, filter]),
    [['Of a label', `label:${gone}`]],
  );
  assert.deepEqual(report, [
    ['rules that name what did not come along left out', 3, 'Of a label', 'For a label', 'No such option'],
    [paused, 1],
  ]);
});

test('on a closed board nobody can be assigned, so a rule that assigns somebody stays behind', async () => {
  const { board, member, lists, owner } = await world();
  await makeCard(bob, nth(lists, 0), { title: 'By Bob' });
  await createRule(board, {
    name: 'Assigns',
    when: { type: 'button' },
    then: [{ type: 'assign', memberPublicId: member }],
  });
  await createRule(board, {
    name: 'Owns',
    when: { type: 'button' },
    then: [{ type: 'set-field', fieldPublicId: owner, value: member }],
  });
  const closed = edited(await exportOf(board), board, (lines) =>
    lines.replace('"access":"workspace"', '"access":"members"'),
  );
  const { board: there, report } = await imported(closed);
  assert.deepEqual(await rulesOf(there.publicId), []);
  assert.deepEqual(report, [['rules that name what did not come along left out', 2, 'Assigns', 'Owns']]);
});

test('kinds that are not known here, and more than a board has, are left out and reported', async () => {
  const { board } = await world();
  await createRule(board, { name: 'One', when: { type: 'button' }, then: [{ type: 'complete' }] });
  await createView(board, { name: 'Ours', kind: 'board', shared: true });
  const line = (each: object) => `${JSON.stringify(each)}\n`;
  const view = { type: 'view', name: 'Later', kind: 'hologram', shared: true };
  const rule = { type: 'rule', name: 'Later', when: { type: 'button' }, if: '', then: [{ type: 'brew' }] };
  const needy = { ...rule, name: 'Needy', then: [{ type: 'move' }] };
  const some = Array.from({ length: 51 }, (_, n) => line({ ...view, kind: 'table', name: `View ${n}` }));
  const zip = edited(await exportOf(board), board, (lines) =>
    lines.replace('{"type":"end"', `${line(view)}${line(rule)}${line(needy)}${some.join('')}{"type":"end"`),
  );
  const { board: there, report } = await imported(zip);
  assert.equal((await viewsOf(there.publicId)).length, 50);
  assert.deepEqual(
    (await rulesOf(there.publicId)).map(({ name }) => name),
    ['One'],
  );
  assert.deepEqual(report, [
    ['views of kinds that are unknown here left out', 1, 'Later'],
    ['rules of kinds that are unknown here left out', 1, 'Later'],
    ['views beyond the 50 of a board left out', 2, 'View 49', 'View 50'],
    ['rules that are not possible here left out', 1, 'Needy'],
    [paused, 1],
  ]);
});

test('lists that are added to a board bring neither views nor rules, and the report says so', async () => {
  const { board } = await world();
  await createRule(board, { name: 'One', when: { type: 'button' }, then: [{ type: 'complete' }] });
  await createView(board, { name: 'Ours', kind: 'board', shared: true });
  const target = await makeBoard(ada);
  const ended = await importFile(service, ada, {
    workspacePublicId: target.workspace,
    boardPublicId: target.board,
    format: 'native',
    content: await exportOf(board),
  });
  assert.equal(ended.state, 'completed');
  assert.deepEqual([await viewsOf(target.board), await rulesOf(target.board)], [[], []]);
  assert.deepEqual(
    ended.report.map(({ kind, examples }) => [kind, ...examples]),
    [
      ['views left out: the board has its own', 'Ours'],
      ['rules left out: the board has its own', 'One'],
    ],
  );
});
