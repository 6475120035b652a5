import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { FieldValue } from '../../../contract/field-types.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { download } from '../testing/exports.ts';
import { until } from '../testing/files.ts';
import { makeBoard, makeCard, makeMember, makeWorkspace, nth } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { listen } from '../testing/live.ts';
import { addBoardMember, addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* The fields of a workspace: how boards use them, and what changes on all of them. */

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');

type Given = BodyOf<typeof api.fields.createInWorkspace>;

const on = (boardPublicId: string) => ({ params: { boardPublicId } });
const within = (workspacePublicId: string) => ({ params: { workspacePublicId } });
const one = (workspacePublicId: string, workspaceFieldPublicId: string) => ({
  params: { workspacePublicId, workspaceFieldPublicId },
});
const share = (workspace: string, body: Given) =>
  ada.call(api.fields.createInWorkspace, { ...within(workspace), body });
const use = (boardPublicId: string, workspaceFieldPublicId: string, person: Person = ada) =>
  person.call(api.fields.use, { params: { boardPublicId, workspaceFieldPublicId } });
const fieldsOn = (board: string) => ada.call(api.fields.list, on(board));
const valuesOf = async (cardPublicId: string) =>
  (await ada.call(api.cards.content, { params: { cardPublicId } })).fields;

/** A select of the workspace that two boards use, with a card on each. */
async function shared(options = ['Draft', 'Done']) {
  const first = await makeBoard(ada);
  const second = await makeBoard(ada, { workspace: first.workspace });
  const stage = await share(first.workspace, {
    name: 'Stage',
    type: 'select',
    options: options.map((name) => ({ name })),
  });
  const uses = [await use(first.board, stage.publicId), await use(second.board, stage.publicId)] as const;
  const cards = [
    await makeCard(ada, nth(first.lists, 0), { title: 'first', fields: { Stage: 'Done' } }),
    await makeCard(ada, nth(second.lists, 0), { title: 'second', fields: { Stage: 'Done' } }),
  ] as const;
  return { workspace: first.workspace, first, second, stage, uses, cards };
}

test('a field of a workspace is used by boards, each with an id and a place of its own', async () => {
  const { workspace, first, second, stage, uses } = await shared();
  const { boardCount, publicId, orderKey, ...content } = stage;
  assert.equal(boardCount, 0);
  const own = await ada.call(api.fields.create, {
    ...on(first.board),
    body: { name: 'Cost', type: 'number' },
  });
  assert.equal(own.workspaceFieldPublicId, null);
  assert.deepEqual(
    (await fieldsOn(first.board)).map(({ name }) => name),
    ['Stage', 'Cost'],
  );
  const [used] = await fieldsOn(second.board);
  assert.deepEqual(used, {
    ...content,
    publicId: uses[1].publicId,
    orderKey: used?.orderKey,
    workspaceFieldPublicId: publicId,
  });
  assert.notEqual(uses[0].publicId, uses[1].publicId);
  const again = await service.recorded(async () => assert.deepEqual(await use(second.board, publicId), used));
  assert.deepEqual(again, []);
  await ada.call(api.fields.update, {
    params: { fieldPublicId: uses[0].publicId },
    body: { index: 1, shownOnTile: false },
  });
  assert.deepEqual(
    (await fieldsOn(first.board)).map(({ name, shownOnTile }) => [name, shownOnTile]),
    [
      ['Cost', true],
      ['Stage', false],
    ],
  );
  assert.deepEqual(
    (await fieldsOn(second.board)).map(({ shownOnTile }) => shownOnTile),
    [true],
  );
  const [listed] = await ada.call(api.fields.listOfWorkspace, within(workspace));
  assert.deepEqual(listed, { ...stage, boardCount: 2 });
});

test('what changes of it changes on all boards, and is sent to those who follow them', async () => {
  const { workspace, first, second, stage, uses, cards } = await shared();
  const trashed = await makeBoard(ada, { workspace });
  await use(trashed.board, stage.publicId);
  await ada.call(api.boards.delete, on(trashed.board));
  const stream = await listen(service, ada, workspace);
  const [draft, done] = stage.options;
  const options = [
    { publicId: done?.publicId ?? '', name: 'Finished' },
    { publicId: draft?.publicId ?? '', name: 'Draft' },
    { name: 'Print' },
  ];
  const changed = await ada.call(api.fields.updateInWorkspace, {
    ...one(workspace, stage.publicId),
    body: { name: 'Phase', options },
  });
  assert.deepEqual([changed.name, changed.boardCount], ['Phase', 2]);
  await until(() => stream.events.filter(({ type }) => type === 'field.updated').length === 2);
  for (const [n, { board }] of [first, second].entries()) {
    const [field] = await fieldsOn(board);
    assert.deepEqual([field?.name, field?.options], ['Phase', changed.options]);
    const sent = stream.events.find(
      (event) => (event.field as { publicId?: string })?.publicId === uses[n]?.publicId,
    );
    assert.deepEqual(sent?.field, field);
    assert.deepEqual(await valuesOf(nth(cards, n)), { [uses[n]?.publicId ?? '']: done?.publicId });
  }
  stream.end();
  await ada.call(api.boards.restore, on(trashed.board));
  assert.deepEqual(
    (await fieldsOn(trashed.board)).map(({ name }) => name),
    ['Phase'],
  );
  await ada.call(api.fields.updateInWorkspace, {
    ...one(workspace, stage.publicId),
    body: { options: changed.options.slice(1) },
  });
  for (const card of cards) assert.equal(await valuesOf(card), undefined);
  const types = await service.recorded(() =>
    ada.call(api.fields.updateInWorkspace, { ...one(workspace, stage.publicId), body: { name: 'Phase' } }),
  );
  assert.deepEqual(types, []);
});

test('a board cannot change what all boards share, and stops using it without others losing anything', async () => {
  const { first, uses, cards } = await shared();
  const params = { fieldPublicId: uses[0].publicId };
  const change = (body: BodyOf<typeof api.fields.update>) => ada.call(api.fields.update, { params, body });
  const refused = { status: 409, message: /this is a field of the workspace, which is changed there/ };
  await assert.rejects(change({ name: 'Phase' }), refused);
  await assert.rejects(change({ options: [] }), refused);
  await change({ name: 'Stage', options: uses[0].options, shownOnTile: false });
  await ada.call(api.fields.delete, { params });
  assert.deepEqual(await fieldsOn(first.board), []);
  assert.equal(await valuesOf(cards[0]), undefined);
  assert.equal(Object.keys((await valuesOf(cards[1])) ?? {}).length, 1);
});

test('values and filters take the id of the field of the workspace, and filters its name on all boards', async () => {
  const { workspace, second, stage, cards } = await shared();
  const [draft, done] = stage.options.map(({ publicId }) => publicId);
  const set = (cardPublicId: string, fieldPublicId: string, value: FieldValue) =>
    ada.call(api.fields.setValue, { params: { cardPublicId, fieldPublicId }, body: { value } });
  await set(cards[0], stage.publicId, 'Draft');
  await ada.call(api.cards.update, {
    params: { cardPublicId: cards[1] },
    body: { fields: { [stage.publicId]: done ?? '' } },
  });
  await ada.refused(404, api.fields.setValue, {
    params: { cardPublicId: cards[0], fieldPublicId: '0123456789abcdef' },
    body: { value: 'Draft' },
  });
  const [self] = (await ada.call(api.boards.snapshot, on(second.board))).members;
  for (const cardPublicId of cards)
    await ada.call(api.cards.addMember, {
      params: { cardPublicId, workspaceMemberPublicId: self?.publicId ?? '' },
    });
  const mine = async (filter: string) => {
    const { cards: found } = await ada.call(api.cards.mine, {
      query: { filter, workspacePublicId: workspace },
    });
    return found.map(({ title }) => title).sort();
  };
  assert.deepEqual(await mine('stage:draft'), ['first']);
  assert.deepEqual(await mine('has:stage'), ['first', 'second']);
  assert.deepEqual(await mine(`${stage.publicId}:done`), ['second']);
  assert.deepEqual(await mine(`${stage.publicId}:${draft}`), ['first']);
  const found = await ada.call(api.search.workspace, {
    params: { workspacePublicId: workspace },
    query: { query: 'second', filter: `${stage.publicId}:done` },
  });
  assert.deepEqual(
    found.map(({ publicId }) => publicId),
    [cards[1]],
  );
});

test('a field of a board becomes one of the workspace: its values stay, and other boards can use it', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const body = { name: 'Stage', type: 'select', options: [{ name: 'Draft' }, { name: 'Done' }] } as const;
  const own = await ada.call(api.fields.create, {
    ...on(board),
    body: { ...body, options: [...body.options] },
  });
  const card = await makeCard(ada, nth(lists, 0), { title: 'one', fields: { Stage: 'Done' } });
  const before = await valuesOf(card);
  const params = { fieldPublicId: own.publicId };
  const after = await ada.call(api.fields.share, { params });
  const id = after.workspaceFieldPublicId ?? '';
  assert.deepEqual(after, { ...own, workspaceFieldPublicId: id });
  assert.deepEqual(await fieldsOn(board), [after]);
  assert.deepEqual(await valuesOf(card), before);
  const again = await service.recorded(async () =>
    assert.deepEqual(await ada.call(api.fields.share, { params }), after),
  );
  assert.deepEqual(again, []);
  const { boardCount, ...shared } = nth(await ada.call(api.fields.listOfWorkspace, within(workspace)), 0);
  assert.deepEqual(
    [boardCount, shared.publicId, shared.name, shared.options],
    [1, id, own.name, own.options],
  );
  const { board: second } = await makeBoard(ada, { workspace });
  await use(second, id);
  const renamed = own.options.map((option, at) => ({ ...option, name: at === 0 ? 'Begun' : option.name }));
  await ada.call(api.fields.updateInWorkspace, {
    ...one(workspace, id),
    body: { options: renamed.map(({ publicId, name }) => ({ publicId, name })) },
  });
  for (const each of [board, second])
    assert.deepEqual(
      nth(await fieldsOn(each), 0).options.map(({ name }) => name),
      ['Begun', 'Done'],
    );
  assert.deepEqual(await valuesOf(card), before);
  const { entries } = await ada.call(api.audit.list, { ...within(workspace), query: {} });
  assert.ok(entries.some(({ type }) => type === 'field.created'));
});

test('a field is shared only by who manages the workspace, under a name that it does not have, and while it has room', async () => {
  const { workspace, board } = await makeBoard(ada);
  const own = await ada.call(api.fields.create, { ...on(board), body: { name: 'Cost', type: 'number' } });
  const params = { fieldPublicId: own.publicId };
  const member = await service.signUp('sharer');
  await makeMember(service, ada, workspace, member);
  await member.refused(403, api.fields.share, { params });
  await (await service.signUp('passer-by')).refused(403, api.fields.share, { params });
  await ada.refused(404, api.fields.share, { params: { fieldPublicId: '0123456789abcdef' } });
  const same = await share(workspace, { name: 'COST', type: 'text' });
  await assert.rejects(ada.call(api.fields.share, { params }), {
    status: 409,
    message: /the workspace has a field of this name already/,
  });
  await ada.call(api.fields.deleteFromWorkspace, one(workspace, same.publicId));
  for (let n = 0; n < 100; n++) await share(workspace, { name: `Field ${n}`, type: 'text' });
  await assert.rejects(ada.call(api.fields.share, { params }), {
    status: 409,
    message: /At most 100 fields/,
  });
  assert.equal(nth(await fieldsOn(board), 0).workspaceFieldPublicId, null);
});

test('names are unique in the workspace, and on every board that uses a field', async () => {
  const { workspace, board } = await makeBoard(ada);
  const stage = await share(workspace, { name: 'Stage', type: 'text' });
  await assert.rejects(share(workspace, { name: 'STAGE', type: 'number' }), {
    status: 409,
    message: /the workspace has a field of this name already/,
  });
  await ada.call(api.fields.create, { ...on(board), body: { name: 'stage', type: 'text' } });
  await assert.rejects(use(board, stage.publicId), { status: 409, message: /the board has a field/ });
  const phase = await share(workspace, { name: 'Phase', type: 'text' });
  const used = await use(board, phase.publicId);
  const rename = (id: string, name: string) =>
    ada.call(api.fields.updateInWorkspace, { ...one(workspace, id), body: { name } });
  await assert.rejects(rename(phase.publicId, 'Stage'), {
    status: 409,
    message: /the workspace has a field/,
  });
  await rename(stage.publicId, 'Step');
  await assert.rejects(rename(phase.publicId, 'STAGE'), {
    status: 409,
    message: /a board that uses this field/,
  });
  await rename(phase.publicId, 'PHASE');
  assert.equal((await fieldsOn(board)).find(({ publicId }) => publicId === used.publicId)?.name, 'PHASE');
  await assert.rejects(ada.call(api.fields.create, { ...on(board), body: { name: 'phase', type: 'text' } }), {
    status: 409,
  });
});

test('a name that a board takes while the field is renamed is taken once', async () => {
  const { workspace, board } = await makeBoard(ada);
  const stage = await share(workspace, { name: 'Stage', type: 'text' });
  await use(board, stage.publicId);
  for (let turn = 0; turn < 5; turn++) {
    const name = `Name ${turn}`;
    await Promise.allSettled([
      ada.call(api.fields.updateInWorkspace, { ...one(workspace, stage.publicId), body: { name } }),
      ada.call(api.fields.create, { ...on(board), body: { name, type: 'text' } }),
    ]);
    const names = (await fieldsOn(board)).map((field) => field.name);
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.includes(name));
  }
});

test('a field that is deleted is gone from all boards and cards, and says how many had it', async () => {
  const { workspace, first, second, stage, cards } = await shared();
  const deleted = await ada.call(api.fields.deleteFromWorkspace, one(workspace, stage.publicId));
  assert.deepEqual(deleted, { success: true, boards: 2, cards: 2 });
  for (const { board } of [first, second]) assert.deepEqual(await fieldsOn(board), []);
  for (const card of cards) assert.equal(await valuesOf(card), undefined);
  assert.deepEqual(await ada.call(api.fields.listOfWorkspace, within(workspace)), []);
  await ada.refused(404, api.fields.deleteFromWorkspace, one(workspace, stage.publicId));
  const { entries } = await ada.call(api.audit.list, { ...within(workspace), query: {} });
  const types = entries.map(({ type }) => type).filter((type) => type.startsWith('field.'));
  assert.deepEqual(types, ['field.deleted', 'field.created']);
});

test('a board has at most fifty fields with those that it uses, and a workspace a hundred', async () => {
  const { workspace, board } = await makeBoard(ada);
  const ids: string[] = [];
  for (let n = 0; n < 100; n++) {
    ids.push((await share(workspace, { name: `Field ${n}`, type: 'text', index: 0 })).publicId);
    if (n < 50) await use(board, nth(ids, n));
  }
  await assert.rejects(use(board, nth(ids, 50)), { status: 409, message: /At most 50 fields/ });
  await assert.rejects(share(workspace, { name: 'One more', type: 'text' }), { status: 409 });
  const listed = await ada.call(api.fields.listOfWorkspace, within(workspace));
  assert.deepEqual(
    listed.map(({ publicId }) => publicId),
    ids.toReversed(),
  );
});

test('only those who manage the workspace change its fields, and guests of a board learn only of those in use', async () => {
  const { workspace, first, stage } = await shared();
  const hidden = await share(workspace, { name: 'Hidden', type: 'text' });
  const [member, guest, stranger] = [
    await service.signUp('member'),
    await service.signUp('guest'),
    await service.signUp('stranger'),
  ];
  await makeMember(service, ada, workspace, member);
  const seat = await addMember(service, workspace, guest, { role: 'guest-of-boards' });
  await addBoardMember(service, workspace, first.board, seat);
  const listed = await member.call(api.fields.listOfWorkspace, within(workspace));
  assert.deepEqual(
    listed.map(({ name, boardCount }) => [name, boardCount]),
    [
      ['Stage', undefined],
      ['Hidden', undefined],
    ],
  );
  for (const person of [member, guest, stranger]) {
    const body = { name: 'A', type: 'text' } as const;
    await person.refused(403, api.fields.createInWorkspace, { ...within(workspace), body });
    await person.refused(403, api.fields.updateInWorkspace, {
      ...one(workspace, stage.publicId),
      body: { name: 'B' },
    });
    await person.refused(403, api.fields.deleteFromWorkspace, one(workspace, stage.publicId));
  }
  for (const person of [guest, stranger])
    await person.refused(403, api.fields.listOfWorkspace, within(workspace));
  const params = { boardPublicId: first.board, workspaceFieldPublicId: hidden.publicId };
  await guest.refused(403, api.fields.use, { params });
  const names = (await guest.call(api.fields.list, on(first.board))).map(({ name }) => name);
  assert.deepEqual(names, ['Stage']);
  await use(first.board, hidden.publicId, member);
  const elsewhere = await share(await makeWorkspace(ada), { name: 'Elsewhere', type: 'text' });
  await ada.refused(404, api.fields.use, {
    params: { ...params, workspaceFieldPublicId: elsewhere.publicId },
  });
});

test('a copy of a board uses the field as well; in another workspace, copies and boards that move there own it', async () => {
  const { workspace, first, second, stage, uses, cards } = await shared();
  const other = await makeWorkspace(ada);
  // Their filters name the field by its id in the workspace.
  for (const { board } of [first, second]) {
    const body = { name: 'Staged', kind: 'board', filter: `has:${stage.publicId}`, shared: true } as const;
    await ada.call(api.views.create, { ...on(board), body });
  }
  const filterOn = async (board: string) => (await ada.call(api.views.list, on(board)))[0]?.filter;
  const exported = await download(service, ada, `/boards/${first.board}/export?format=native`);
  const content = new Uint8Array(await exported.arrayBuffer());
  const file = { workspacePublicId: other, format: 'native', content } as const;
  const imported = (await importFile(service, ada, file)).boardPublicId ?? '';
  assert.equal(await filterOn(imported), `has:${nth(await fieldsOn(imported), 0).publicId}`);
  const copyTo = async (target: string) => {
    const body = { name: 'Copy', sourceBoardPublicId: first.board };
    return (await ada.call(api.boards.create, { ...within(target), body })).publicId;
  };
  const [here, there] = [await copyTo(workspace), await copyTo(other)];
  assert.deepEqual(
    (await fieldsOn(here)).map((field) => field.workspaceFieldPublicId),
    [stage.publicId],
  );
  const [own] = await fieldsOn(there);
  assert.deepEqual([own?.name, own?.workspaceFieldPublicId], ['Stage', null]);
  await ada.call(api.boards.move, { ...on(second.board), body: { targetWorkspacePublicId: other } });
  const [moved] = await fieldsOn(second.board);
  assert.deepEqual([moved?.publicId, moved?.workspaceFieldPublicId], [uses[1].publicId, null]);
  assert.deepEqual(
    [await filterOn(here), await filterOn(there), await filterOn(second.board)],
    [stage.publicId, own?.publicId, moved?.publicId].map((id) => `has:${id}`),
  );
  await service.jobs.run('trash');
  await ada.call(api.fields.deleteFromWorkspace, one(workspace, stage.publicId));
  assert.deepEqual(await fieldsOn(here), []);
  assert.equal((await fieldsOn(there)).length, 1);
  assert.deepEqual(await valuesOf(cards[1]), { [uses[1].publicId]: nth(stage.options, 1).publicId });
});

test('a card keeps its value on another board that uses the field', async () => {
  const { second, cards, stage, uses } = await shared();
  await ada.call(api.cards.update, {
    params: { cardPublicId: cards[0] },
    body: { listPublicId: nth(second.lists, 1) },
  });
  assert.deepEqual(await valuesOf(cards[0]), { [uses[1].publicId]: nth(stage.options, 1).publicId });
});
