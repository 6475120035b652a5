import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { download, filesIn, linesIn } from '../testing/exports.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { addBoardMember, addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* When an item of a checklist is due, and whose it is. */

const service = await testService();
const ada = await service.signUp('ada');
const due = '2030-01-02T03:04:05.000Z';
let people = 0;

/** A card with a checklist, and Bob, who is a member of its workspace. */
async function team() {
  const made = await makeBoard(ada);
  const bob = await service.signUp(`bob${++people}`);
  const member = await addMember(service, made.workspace, bob);
  const list = nth(made.lists, 0);
  const card = await makeCard(ada, list, { title: 'Paint the harbour' });
  const params = { cardPublicId: card };
  const { publicId: checklist } = await ada.call(api.checklists.create, { params, body: { name: 'Parts' } });
  return { ...made, list, card, checklist, bob, member };
}

const add = (checklistPublicId: string, body: BodyOf<typeof api.checklists.createItem>) =>
  ada.call(api.checklists.createItem, { params: { checklistPublicId }, body });
const change = (checklistItemPublicId: string, body: BodyOf<typeof api.checklists.updateItem>) =>
  ada.call(api.checklists.updateItem, { params: { checklistItemPublicId }, body });

const cardOf = (card: string, person: Pick<Person, 'call'> = ada) =>
  person.call(api.cards.get, { params: { cardPublicId: card }, query: { include: ['work'] } });

/** When the items of a card are due, and whose they are. */
const workOn = async (card: string, person?: Pick<Person, 'call'>) =>
  (await cardOf(card, person)).checklists.flatMap(({ items }) =>
    items.map(({ dueDate, memberPublicId }) => [dueDate, memberPublicId]),
  );

const kindsOf = async (person: Person) =>
  (await person.call(api.notifications.list, {})).notifications.map(({ kind }) => kind);
const mineOf = async (person: Person) =>
  (await person.call(api.cards.mine, {})).cards.map(({ publicId }) => publicId);

test('an item has a date and a member, shown where work is asked for, and nowhere else', async () => {
  const { card, checklist, member } = await team();
  const made = await add(checklist, { title: 'Seal', dueDate: due, memberPublicId: member });
  assert.deepEqual(Object.keys(made), ['publicId', 'title', 'completed']);
  assert.deepEqual(await workOn(card), [[due, member]]);
  const { checklists } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  assert.deepEqual(nth(checklists, 0).items, [{ ...made, index: 0 }]);

  assert.deepEqual(await change(made.publicId, { dueDate: null }), made);
  assert.deepEqual(await workOn(card), [[null, member]]);
  await change(made.publicId, { memberPublicId: null, title: 'Valve' });
  assert.deepEqual(await workOn(card), [[null, null]]);
  const types = await service.recorded(() => change(made.publicId, { memberPublicId: null, dueDate: null }));
  assert.deepEqual(types, [], 'the same again is no change');
  await change(made.publicId, { dueDate: due });
  const { activities } = await ada.call(api.activities.list, {
    params: { cardPublicId: card },
    query: { include: ['work'], limit: 1 },
  });
  assert.deepEqual(
    activities.map(({ type, toTitle, change: dates }) => [type, toTitle, dates]),
    [['card.updated.checklist.item.updated', 'Valve', { from: null, to: due }]],
  );
});

test('only a member who sees the board can be given an item', async () => {
  const { card, board, workspace, checklist, member, bob } = await team();
  const { publicId: item } = await add(checklist, { title: 'Seal' });
  const refused = (memberPublicId: string) =>
    assert.rejects(change(item, { memberPublicId }), { status: 400, message: /body\/memberPublicId/ });
  await refused('0123456789abcdef');
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  await refused(member);
  await addBoardMember(service, workspace, board, member);
  await change(item, { memberPublicId: member });
  assert.deepEqual(await workOn(card, bob), [[null, member]]);
});

test('who is given an item is told, and has its card among theirs until the item is done', async () => {
  const { card, checklist, member, bob } = await team();
  const { publicId: item } = await add(checklist, { title: 'Seal', memberPublicId: member });
  assert.deepEqual([await kindsOf(bob), await mineOf(bob)], [['assigned'], [card]]);
  await change(item, { completed: true });
  assert.deepEqual([await kindsOf(bob), await mineOf(bob)], [['assigned'], []]);
  await change(item, { completed: false, memberPublicId: null });
  assert.deepEqual(await mineOf(bob), []);
  const own = await team();
  const others = await team();
  const asBob = { params: { checklistPublicId: own.checklist } };
  await own.bob.call(api.checklists.createItem, {
    ...asBob,
    body: { title: 'Mine', memberPublicId: own.member },
  });
  assert.deepEqual(await kindsOf(own.bob), [], 'nobody is told of what they do themselves');
  assert.deepEqual(await mineOf(others.bob), []);
});

test('an item is nobody’s once its member is removed, also if they come back', async () => {
  const { card, workspace, checklist, member, bob } = await team();
  await add(checklist, { title: 'Seal', dueDate: due, memberPublicId: member });
  const params = { workspacePublicId: workspace, memberPublicId: member };
  await ada.call(api.members.remove, { params });
  assert.deepEqual(await workOn(card), [[due, null]]);
  await service.sql(`update members set status = 'active' where id = '${member}'`);
  assert.deepEqual([await workOn(card), await mineOf(bob)], [[[due, null]], []]);
});

test('dates and members are kept by duplicates, copies, exports and imports', async () => {
  const { card, board, list, workspace, checklist, member } = await team();
  await add(checklist, { title: 'Seal', dueDate: due, memberPublicId: member });
  const params = { cardPublicId: card };
  const copied = { listPublicId: list, copyChecklists: true };
  const bare = await ada.call(api.cards.duplicate, { params, body: copied });
  assert.deepEqual(await workOn(bare.publicId), [[due, null]]);
  const whole = await ada.call(api.cards.duplicate, { params, body: { ...copied, copyMembers: true } });
  assert.deepEqual(await workOn(whole.publicId), [[due, member]]);

  const firstOn = async (boardId: string) =>
    nth(
      await service.sql<{ id: string }>(`select id from cards where board_id = '${boardId}' order by number`),
      0,
    ).id;
  const copy = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Copy', sourceBoardPublicId: board },
  });
  assert.deepEqual(await workOn(await firstOn(copy.publicId)), [[due, member]]);

  const file = await download(service, ada, `/boards/${board}/export?format=native`);
  const content = new Uint8Array(await file.clone().arrayBuffer());
  const line = linesIn(await filesIn(file), board).find(({ id }) => id === card);
  const [exported] = (line?.checklists ?? []) as { items: object[] }[];
  assert.partialDeepStrictEqual(exported?.items[0], { dueDate: '2030-01-02T03:04:05.000000Z', member });
  const { boardPublicId } = await importFile(service, ada, {
    workspacePublicId: workspace,
    format: 'native',
    content,
  });
  assert.deepEqual(await workOn(await firstOn(boardPublicId ?? '')), [[due, member]]);
});

test('a board that moves keeps the members of items who are in the other workspace, too', async () => {
  const { board, card, checklist, member, bob } = await team();
  const { publicId: kept } = await add(checklist, { title: 'Seal', memberPublicId: member, dueDate: due });
  const carl = await service.signUp(`carl${people}`);
  const [{ workspace_id: workspace } = { workspace_id: '' }] = await service.sql<{ workspace_id: string }>(
    `select workspace_id from checklist_items where id = '${kept}'`,
  );
  const stranger = await addMember(service, workspace, carl);
  await add(checklist, { title: 'Valve', memberPublicId: stranger });
  const there = await makeBoard(ada);
  const bobThere = await addMember(service, there.workspace, bob);
  await ada.call(api.boards.move, {
    params: { boardPublicId: board },
    body: { targetWorkspacePublicId: there.workspace },
  });
  assert.deepEqual(await workOn(card), [
    [due, bobThere],
    [null, null],
  ]);
});
