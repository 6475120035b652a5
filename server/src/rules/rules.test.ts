import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { listen } from '../testing/live.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { namedStatementsOf } from '../testing/statements.ts';

/* How rules are made, changed, read and pressed; `running.test.ts` has what they do by themselves. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');
const eve = await service.signUp('eve');

type Create = BodyOf<typeof api.rules.create>;

const button = (name = 'Done'): Create => ({ name, when: { type: 'button' }, then: [{ type: 'complete' }] });
const onBoard = (board: string) => ({ params: { boardPublicId: board } });
const at = (board: string, rule: string) => ({ params: { boardPublicId: board, rulePublicId: rule } });
const create = (board: string, body: Create, person: Person = ada) =>
  person.call(api.rules.create, { ...onBoard(board), body });
const list = (board: string, person: Person = ada) => person.call(api.rules.list, onBoard(board));
const names = async (board: string) => (await list(board)).map(({ name }) => name);
const cardOf = (card: string) => ada.call(api.cards.get, { params: { cardPublicId: card } });

/** A board of Ada's, which Bob may change and Eve only sees. */
async function world() {
  const made = await makeBoard(ada);
  const member = await addMember(service, made.workspace, bob);
  await addMember(service, made.workspace, eve, { role: 'guest' });
  return { ...made, member, todo: nth(made.lists, 0), done: nth(made.lists, 1), label: nth(made.labels, 0) };
}

test('a rule is created, changed in part, listed and deleted', async () => {
  const { board, done } = await world();
  const when = { type: 'completed' as const };
  const moves = [{ type: 'move' as const, listPublicId: done }];
  const made = await create(board, { name: '  To done ', when, if: ' is:done ', then: moves });
  const maker = { id: ada.id, name: 'ada' };
  const state = { active: true, pausedBecause: null, maker, nextRunAt: null };
  const expected = { publicId: made.publicId, name: 'To done', when, if: 'is:done', then: moves, ...state };
  assert.deepEqual(made, expected);
  const listed = { ...expected, failures: 0, lastRun: null };
  assert.deepEqual(await list(board), [listed]);
  assert.deepEqual(await list(board, eve), [listed]);
  const { publicId } = made;
  const off = { ...expected, name: 'Off', active: false, pausedBecause: 'off' as const };
  const body = { name: 'Off', active: false };
  assert.deepEqual(await bob.call(api.rules.update, { ...at(board, publicId), body }), off);
  const on = { ...expected, name: 'Off', maker: { id: bob.id, name: 'bob' } };
  assert.deepEqual(await bob.call(api.rules.update, { ...at(board, publicId), body: { active: true } }), on);
  assert.deepEqual(await ada.call(api.rules.delete, at(board, publicId)), { success: true });
  assert.deepEqual(await list(board), []);
  await ada.refused(404, api.rules.delete, at(board, publicId));
});

test('who changes what a rule does becomes its maker; a name or a place changes nothing of that', async () => {
  const { board } = await world();
  const { publicId } = await create(board, button());
  const change = (body: BodyOf<typeof api.rules.update>) =>
    bob.call(api.rules.update, { ...at(board, publicId), body });
  assert.equal((await change({ name: 'Ready', index: 0 })).maker?.name, 'ada');
  assert.equal((await change({ active: false })).maker?.name, 'ada');
  const changed = await change({ then: [{ type: 'reopen' }] });
  assert.deepEqual([changed.maker?.name, changed.active], ['bob', false], 'it stays off');
});

test('a name or a place does not set a rule going that was paused meanwhile', async () => {
  const { board } = await world();
  await create(board, button('A'));
  const { publicId } = await create(board, button('B'));
  const body = { name: 'C', index: 0 };
  const written = await namedStatementsOf(service, () =>
    ada.call(api.rules.update, { ...at(board, publicId), body }),
  );
  assert.deepEqual(await names(board), ['C', 'A']);
  assert.ok(!written.includes('rules.update'));
});

test('a press forgets the oldest runs of the log', async () => {
  const { board, workspace, todo } = await world();
  const card = await makeCard(ada, todo);
  const { publicId } = await create(board, button());
  const rows = Array.from({ length: 1100 }, (_, n) => {
    const id = String(n).padStart(16, '0');
    return `('${workspace}', '${id}', '${board}', '${publicId}', 'test ${n}', null, 'done', '', null, 1, 0)`;
  });
  await service.sql(`insert into rule_runs (workspace_id, id, board_id, rule_id, cause, card_id, state, actions, error,
    depth, created_at) values ${rows.join(', ')}`);
  await ada.call(api.rules.press, { ...at(board, publicId), body: { cardPublicId: card } });
  const [{ count } = {}] = await service.sql(
    `select count(*) as count from rule_runs where board_id = '${board}'`,
  );
  assert.equal(Number(count), 1001);
});

test('rules have an order', async () => {
  const { board } = await world();
  for (const name of ['A', 'B', 'C']) await create(board, button(name));
  const [, , last] = await list(board);
  await ada.call(api.rules.update, { ...at(board, last?.publicId ?? ''), body: { index: 0 } });
  assert.deepEqual(await names(board), ['C', 'A', 'B']);
});

test('a rule has only what its kinds take, and a time zone if it waits for a time', async () => {
  const { board, todo, done, label } = await world();
  const when = { type: 'due' as const, minutesBefore: 1440, listPublicId: todo, days: [1], time: '10:00' };
  const action = { type: 'move' as const, listPublicId: done, labelPublicId: label, text: 'x' };
  const made = await create(board, { name: 'Soon', when, then: [action] });
  assert.deepEqual(made.when, { type: 'due', minutesBefore: 1440, timeZone: 'UTC' });
  assert.deepEqual(made.then, [{ type: 'move', listPublicId: done }]);
});

test('a schedule says when it runs next', async () => {
  const { board, todo } = await world();
  const when = { type: 'schedule' as const, days: [1], time: '09:00', timeZone: 'Europe/Berlin' };
  const made = await create(board, {
    name: 'Monday',
    when,
    then: [{ type: 'create-card', listPublicId: todo, title: 'Review' }],
  });
  const next = new Date(made.nextRunAt ?? '');
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  assert.match(shown.format(next), /Monday.*09:00/);
  assert.ok(next.getTime() * 1000 > service.clock.now());
});

test('what a rule cannot do is refused, with the place of it', async () => {
  const { board, todo } = await world();
  const elsewhere = await makeBoard(ada);
  const refused = async (body: Partial<Create>) =>
    (await ada.refused(400, api.rules.create, { ...onBoard(board), body: { ...button(), ...body } })).message;
  const foreign = nth(elsewhere.lists, 0);
  assert.match(
    await refused({ then: [{ type: 'complete' }, { type: 'move', listPublicId: foreign }] }),
    /body\/then\/1\/listPublicId was not found/,
  );
  assert.match(await refused({ when: { type: 'moved', listPublicId: foreign } }), /body\/when\/listPublicId/);
  assert.match(
    await refused({ then: [{ type: 'move' }] }),
    /body\/then\/0: the action move lacks listPublicId/,
  );
  assert.match(await refused({ if: 'due:<<' }), /body\/if/);
  const schedule = { type: 'schedule' as const };
  assert.match(await refused({ when: schedule }), /the action complete is for cards/);
  await create(board, { ...button(), when: schedule, if: 'is:open' });
  assert.match(await refused({ when: { ...schedule, timeZone: 'Nowhere/At-All' } }), /body\/when\/timeZone/);
  await refused({
    then: Array.from({ length: caps.actionsOfRule + 1 }, () => ({ type: 'complete' as const })),
  });
  await create(board, {
    ...button(),
    then: [{ type: 'create-card', listPublicId: todo, title: 'x' }],
    when: schedule,
  });
});

test('a board has a limited number of rules', async () => {
  const { board } = await world();
  for (let made = 0; made < caps.rulesOfBoard; made++) await create(board, button());
  await ada.refused(409, api.rules.create, { ...onBoard(board), body: button() });
});

test('followers learn which rule changed', async () => {
  const { board, workspace } = await world();
  const live = await listen(service, ada, workspace);
  const { publicId } = await create(board, button());
  await ada.call(api.rules.delete, at(board, publicId));
  const [row] = await service.sql<{ position: number }>(
    `select max(position) as position from changes where workspace_id = '${workspace}'`,
  );
  await live.reached(Number(row?.position));
  assert.deepEqual(
    live.events.map(({ type, rule }) => [type, rule?.publicId]),
    [
      ['rule.changed', publicId],
      ['rule.changed', publicId],
    ],
  );
});

test('a button does what it says on a card, with the rights of who presses it, and is in the log', async () => {
  const { board, todo, done, label } = await world();
  const card = await makeCard(ada, todo);
  const other = await makeCard(ada, todo);
  const { publicId } = await create(board, {
    name: 'Ship',
    when: { type: 'button' },
    if: 'is:open',
    then: [
      { type: 'complete' },
      { type: 'move', listPublicId: done },
      { type: 'add-label', labelPublicId: label },
      { type: 'comment', text: 'Shipped' },
      { type: 'add-checklist', name: 'After', items: ['Tell', 'Rest'] },
      { type: 'create-card', listPublicId: todo, title: 'Announce', position: 'start', inDays: 1 },
    ],
  });
  const press = (body: object, person: Person = ada) =>
    person.call(api.rules.press, { ...at(board, publicId), body });
  await eve.refused(403, api.rules.press, { ...at(board, publicId), body: { cardPublicId: card } });
  assert.deepEqual(await press({ cardPublicId: card }, bob), { cards: 1 });
  const after = await cardOf(card);
  assert.equal(after.list.publicId, done);
  assert.deepEqual(
    after.labels.map((each) => each.publicId),
    [label],
  );
  assert.deepEqual(
    after.checklists.map(({ name, items }) => [name, items.map(({ title }) => title)]),
    [['After', ['Tell', 'Rest']]],
  );
  assert.ok(after.activities.every(({ user, type }) => type === 'card.created' || user?.name === 'bob'));
  assert.deepEqual(await press({ cardPublicId: card }), { cards: 0 }, 'its filter is for open cards');
  assert.deepEqual(await press({}), { cards: 2 }, 'on the board it takes all that pass: one was created');
  assert.equal((await cardOf(other)).list.publicId, done);
  const { runs } = await ada.call(api.rules.runs, onBoard(board));
  assert.deepEqual(
    runs.map(({ rule, state, depth }) => [rule.name, state, depth]),
    Array.from({ length: 3 }, () => ['Ship', 'done', 1]),
  );
  assert.deepEqual(nth(runs, 2).actions.slice(0, 2), ['complete', 'move']);
  assert.equal(nth(runs, 2).card?.publicId, card);
});

test('a press does so much at once: items of checklists count like actions', async () => {
  const { board, todo } = await world();
  for (let made = 0; made < 3; made++) await makeCard(ada, todo);
  const checklist = (items: number) => ({
    type: 'add-checklist' as const,
    name: 'Steps',
    items: Array.from({ length: items }, (_, at) => `Step ${at}`),
  });
  const made = { ...button(), if: 'is:open' };
  const tooMany = { ...made, then: [checklist(50), checklist(50), checklist(1)] };
  const { message } = await ada.refused(400, api.rules.create, { ...onBoard(board), body: tooMany });
  assert.match(message, /body\/then: the actions of a rule add at most 100 items/);
  const { publicId } = await create(board, { ...made, then: [checklist(50), checklist(47)] });
  assert.deepEqual(await ada.call(api.rules.press, { ...at(board, publicId), body: {} }), { cards: 2 });
});

test('the log is paged, newest first, and can be that of one rule', async () => {
  const { board, todo } = await world();
  const card = await makeCard(ada, todo);
  const one = await create(board, button('One'));
  const two = await create(board, button('Two'));
  for (const { publicId } of [one, two, one])
    await ada.call(api.rules.press, { ...at(board, publicId), body: { cardPublicId: card } });
  const page = (query: object) => ada.call(api.rules.runs, { ...onBoard(board), query });
  const first = await page({ limit: 2 });
  assert.deepEqual(
    first.runs.map(({ rule }) => rule.name),
    ['One', 'Two'],
  );
  const second = await page({ limit: 2, cursor: first.nextCursor });
  assert.deepEqual([second.runs.map(({ rule }) => rule.name), second.hasMore], [['One'], false]);
  assert.equal((await page({ rulePublicId: two.publicId })).runs.length, 1);
  await eve.refused(403, api.rules.runs, onBoard(board));
  await ada.call(api.rules.delete, at(board, one.publicId));
  assert.equal((await page({})).runs.length, 1, 'runs go with their rule');
});

test('the log shows cards of the board only, to those who see them', async () => {
  const { board, workspace, member, todo, done } = await world();
  const elsewhere = await makeBoard(ada, { workspace });
  const { publicId } = await create(board, button());
  const cards = [await makeCard(ada, todo), await makeCard(ada, done), await makeCard(ada, todo)];
  for (const cardPublicId of cards)
    await ada.call(api.rules.press, { ...at(board, publicId), body: { cardPublicId } });
  const shown = async (person: Person) =>
    (await person.call(api.rules.runs, onBoard(board))).runs.map(({ card }) => card?.publicId);
  assert.deepEqual(await shown(bob), cards.toReversed());
  await ada.call(api.cards.update, {
    params: { cardPublicId: nth(cards, 0) },
    body: { listPublicId: nth(elsewhere.lists, 0) },
  });
  await ada.call(api.lists.delete, { params: { listPublicId: done } });
  assert.deepEqual(await shown(bob), [cards[2], undefined, undefined]);
  await ada.call(api.members.revoke, {
    params: { workspacePublicId: workspace, memberPublicId: member },
    body: { permission: 'card:view' },
  });
  assert.deepEqual(await shown(bob), [undefined, undefined, undefined]);
});

test('only buttons that are on are pressed, on cards of their board', async () => {
  const { board, todo } = await world();
  const card = await makeCard(ada, todo);
  const elsewhere = await makeBoard(ada);
  const foreign = await makeCard(ada, nth(elsewhere.lists, 0));
  const off = await create(board, { ...button(), active: false });
  const rule = await create(board, { ...button(), when: { type: 'completed' } });
  const on = await create(board, button());
  const body = { cardPublicId: card };
  await ada.refused(409, api.rules.press, { ...at(board, off.publicId), body });
  await ada.refused(409, api.rules.press, { ...at(board, rule.publicId), body });
  await ada.refused(400, api.rules.press, { ...at(board, on.publicId), body: {} });
  await ada.refused(400, api.rules.press, { ...at(board, on.publicId), body: { cardPublicId: foreign } });
});

test('a copy of a board has its rules: those of others are paused', async () => {
  const { board, workspace, done } = await world();
  const moves = [{ type: 'move' as const, listPublicId: done }];
  const when = { type: 'moved' as const, listPublicId: done };
  await create(board, { name: 'Own', when, then: moves });
  await create(board, button('Of Bob'), bob);
  const body = { name: 'Copy', sourceBoardPublicId: board };
  const copy = await ada.call(api.boards.create, { params: { workspacePublicId: workspace }, body });
  const [own, ofBob] = await list(copy.publicId);
  const there = await ada.call(api.boards.get, { params: { boardPublicId: copy.publicId } });
  const twin = nth(there.lists, 1).publicId;
  assert.deepEqual(
    [own?.active, own?.then, own?.when.listPublicId],
    [true, [{ ...moves[0], listPublicId: twin }], twin],
  );
  assert.deepEqual([ofBob?.active, ofBob?.pausedBecause, ofBob?.maker?.name], [false, 'copied', 'ada']);
});

test('in another workspace, rules of a copy that name its people are paused', async () => {
  const { board, workspace, member, todo, label } = await world();
  const field = (body: BodyOf<typeof api.fields.create>) =>
    ada.call(api.fields.create, { ...onBoard(board), body }).then(({ publicId }) => publicId);
  const owner = await field({ name: 'Owner', type: 'person' });
  const ready = await field({ name: 'Ready', type: 'checkbox' });
  const stages = await ada.call(api.fields.create, {
    ...onBoard(board),
    body: { name: 'Stage', type: 'select', options: [{ name: 'Doing' }] },
  });
  const { board: beside } = await makeBoard(ada, { workspace });
  const conditions = {
    [`member:${member}`]: 'copied',
    [`-creator:ada,${member}`]: 'copied',
    [`Owner:${member}`]: 'copied',
    [`is:open (-has:label OR ${owner}:${member})`]: 'copied',
    [`board:${beside}`]: 'copied',
    // It names the copy.
    [`board:${board}`]: null,
    [`label:${label} list:${todo} ${ready}:yes Stage:${stages.options[0]?.publicId}`]: null,
    'member:ada @me responsibilities text:responsibilities': null,
  };
  for (const condition of Object.keys(conditions))
    await create(board, { ...button(condition), if: condition });
  const set = (name: string, fieldPublicId: string, value: string | boolean | null): Create => ({
    ...button(name),
    then: [{ type: 'set-field', fieldPublicId, value }],
  });
  await create(board, set('set', owner, member));
  await create(board, set('empty', owner, null));
  await create(board, set('check', ready, true));
  const expected = { ...conditions, set: 'copied', empty: null, check: null };
  const copyTo = async (workspacePublicId: string) => {
    const body = { name: 'Copy', sourceBoardPublicId: board };
    const { publicId } = await ada.call(api.boards.create, { params: { workspacePublicId }, body });
    const rules = await list(publicId);
    return rules.map(({ name, pausedBecause }) => [name, pausedBecause]);
  };
  assert.deepEqual(await copyTo(await makeWorkspace(ada)), Object.entries(expected));
  const here = await copyTo(workspace);
  assert.deepEqual(
    here.filter(([, paused]) => paused !== null),
    [],
  );
});
