import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { deepestRun, mostFailures, runsPerMinute } from '../../../contract/rules.ts';
import { day, hour, isoMillis, minute } from '../base/clock.ts';
import { dayIn, isoDay } from '../base/days.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* What rules do by themselves. */

const service = await testService();
const ada = await service.signUp('ada');

type Create = BodyOf<typeof api.rules.create>;

let people = 0;

async function world() {
  const made = await makeBoard(ada);
  const bob = await service.signUp(`bob${++people}`);
  const member = await addMember(service, made.workspace, bob);
  const [todo, done] = [nth(made.lists, 0), nth(made.lists, 1)];
  const [urgent, later] = [nth(made.labels, 0), nth(made.labels, 1)];
  return { ...made, bob, member, todo, done, urgent, later };
}

const onBoard = (board: string) => ({ params: { boardPublicId: board } });
const rule = (board: string, body: Create, person: Person = ada) =>
  person.call(api.rules.create, { ...onBoard(board), body });
const list = (board: string) => ada.call(api.rules.list, onBoard(board));
const change = (card: string, body: BodyOf<typeof api.cards.update>, person: Person = ada) =>
  person.call(api.cards.update, { params: { cardPublicId: card }, body });
const label = (card: string, labelPublicId: string) =>
  ada.call(api.cards.addLabel, { params: { cardPublicId: card, labelPublicId } });
const cardOf = async (card: string) => {
  const found = await ada.call(api.cards.get, {
    params: { cardPublicId: card },
    query: { include: ['work'] },
  });
  const labels = found.labels.map(({ publicId }) => publicId);
  const members = found.members.map(({ publicId }) => publicId);
  return { ...found, list: found.list.publicId, labels, members };
};
const runsOn = async (board: string) =>
  (await ada.call(api.rules.runs, { ...onBoard(board), query: { limit: 100 } })).runs.map((run) => ({
    ...run,
    rule: run.rule.name,
  }));
const statesOn = async (board: string) => (await runsOn(board)).map(({ rule: name, state }) => [name, state]);
const commentsOn = async (card: string) =>
  (await ada.call(api.comments.list, { params: { cardPublicId: card } })).comments.map(
    ({ comment }) => comment,
  );
const told = async (person: Person) =>
  (await person.call(api.notifications.list, {})).notifications.flatMap(({ kind, text, about }) =>
    kind === 'rule' || kind === 'rule-paused' ? [[kind, text, about?.reason]] : [],
  );

/** Lets the rules look at what has happened, until they have nothing left to do. */
async function follow(): Promise<void> {
  for (let round = 0; round < deepestRun + 2; round++) await service.jobs.run('rules');
}

test('a completed card goes to the list Done, by the rule', async () => {
  const { board, todo, done } = await world();
  const card = await makeCard(ada, todo);
  await rule(board, {
    name: 'To Done',
    when: { type: 'completed' },
    then: [{ type: 'move', listPublicId: done }],
  });
  await change(card, { completed: true });
  assert.equal((await cardOf(card)).list, todo, 'it runs after the change');
  await follow();
  assert.equal((await cardOf(card)).list, done);
  assert.deepEqual(await statesOn(board), [['To Done', 'done']]);
  const { activities } = await ada.call(api.activities.list, {
    params: { cardPublicId: card },
    query: { include: ['apiKey'] },
  });
  const moved = activities.find(({ type }) => type === 'card.updated.list');
  assert.deepEqual([moved?.user?.name, moved?.apiKey?.name], ['ada', 'To Done']);
  assert.match(moved?.apiKey?.rule ?? '', /^[0-9a-z]{16}$/);
});

test('each trigger runs what waits for it, and nothing else', async () => {
  const { board, todo, done, urgent, later, member } = await world();
  const { publicId: field } = await ada.call(api.fields.create, {
    ...onBoard(board),
    body: { name: 'Stage', type: 'text' },
  });
  const { publicId: other } = await ada.call(api.fields.create, {
    ...onBoard(board),
    body: { name: 'Other', type: 'text' },
  });
  const waiting: Create['when'][] = [
    { type: 'created', listPublicId: todo },
    { type: 'moved', listPublicId: done },
    { type: 'label-added', labelPublicId: urgent },
    { type: 'label-removed' },
    { type: 'member-added', memberPublicId: member },
    { type: 'completed' },
    { type: 'reopened' },
    { type: 'due-changed' },
    { type: 'field-changed', fieldPublicId: field },
    { type: 'commented' },
    { type: 'archived' },
  ];
  for (const when of waiting)
    await rule(board, { name: when.type, when, then: [{ type: 'notify', text: 'x' }] });
  const ran: string[] = [];
  const expect = async (name: string | undefined, work: () => Promise<unknown>) => {
    await work();
    await follow();
    const now = (await runsOn(board)).map(({ rule: of }) => of).slice(0, -ran.length || undefined);
    assert.deepEqual(now, name === undefined ? [] : [name]);
    ran.push(...now);
  };
  let card = '';
  const params = () => ({ cardPublicId: card });
  await expect('created', async () => (card = await makeCard(ada, todo)));
  await expect(undefined, async () => makeCard(ada, done));
  await expect('moved', () => change(card, { listPublicId: done }));
  await expect(undefined, () => change(card, { listPublicId: todo }));
  await expect('label-added', () => label(card, urgent));
  await expect(undefined, () => label(card, later));
  await expect('label-removed', () =>
    ada.call(api.cards.removeLabel, { params: { ...params(), labelPublicId: later } }),
  );
  await expect('member-added', () =>
    ada.call(api.cards.addMember, { params: { ...params(), workspaceMemberPublicId: member } }),
  );
  await expect('completed', () => change(card, { completed: true }));
  await expect('reopened', () => change(card, { completed: false }));
  await expect('due-changed', () => change(card, { dueDate: '2030-01-01' }));
  await expect('field-changed', () => change(card, { fields: { [field]: 'Draft' } }));
  await expect(undefined, () => change(card, { fields: { [other]: 'Draft' } }));
  await expect('commented', () =>
    ada.call(api.comments.create, { params: params(), body: { comment: 'Well.' } }),
  );
  await expect(undefined, () => change(card, { title: 'Another' }));
  await expect('archived', () => ada.call(api.cards.archive, { params: params() }));
});

test('each of several quick moves runs the rule of its list, once', async () => {
  const { board, todo, done } = await world();
  const card = await makeCard(ada, todo);
  for (const [name, listPublicId] of [
    ['to do', todo],
    ['done', done],
  ] as const)
    await rule(board, {
      name,
      when: { type: 'moved', listPublicId },
      then: [{ type: 'comment', text: `now ${name}` }],
    });
  for (const listPublicId of [done, todo, done]) await change(card, { listPublicId });
  await follow();
  assert.deepEqual((await commentsOn(card)).toSorted(), ['now done', 'now done', 'now to do']);
});

test('a checklist that is complete moves its card, once, however quickly it was completed', async () => {
  const { board, todo, done } = await world();
  const card = await makeCard(ada, todo);
  const { publicId: checklist } = await ada.call(api.checklists.create, {
    params: { cardPublicId: card },
    body: { name: 'Steps' },
  });
  const items: string[] = [];
  for (const title of ['one', 'two', 'three']) {
    const made = await ada.call(api.checklists.createItem, {
      params: { checklistPublicId: checklist },
      body: { title },
    });
    items.push(made.publicId);
  }
  await rule(board, {
    name: 'Ready',
    when: { type: 'checklist-completed' },
    then: [
      { type: 'move', listPublicId: done },
      { type: 'comment', text: 'Ready' },
    ],
  });
  const complete = (item: string) =>
    ada.call(api.checklists.updateItem, {
      params: { checklistItemPublicId: item },
      body: { completed: true },
    });
  await complete(nth(items, 0));
  await follow();
  assert.deepEqual(await statesOn(board), []);
  await complete(nth(items, 1));
  await complete(nth(items, 2));
  await ada.call(api.checklists.updateItem, {
    params: { checklistItemPublicId: nth(items, 0) },
    body: { title: 'first' },
  });
  await follow();
  assert.equal((await cardOf(card)).list, done);
  assert.deepEqual(await commentsOn(card), ['Ready']);
});

test('a rule runs only for cards that pass its filter, as its maker reads it', async () => {
  const { board, todo, urgent, member, bob } = await world();
  const assign = [{ type: 'assign' as const, memberPublicId: member }];
  await rule(board, {
    name: 'Urgent',
    when: { type: 'label-added' },
    if: 'label:Urgent no:member',
    then: assign,
  });
  await rule(
    board,
    { name: 'Mine', when: { type: 'commented' }, if: '@me', then: [{ type: 'complete' }] },
    bob,
  );
  const [one, two] = [await makeCard(ada, todo), await makeCard(ada, todo)];
  await label(one, urgent);
  for (const card of [one, two])
    await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'x' } });
  await follow();
  assert.deepEqual([(await cardOf(one)).members, (await cardOf(two)).members], [[member], []]);
  assert.deepEqual(
    [(await cardOf(one)).work?.completedAt === null, (await cardOf(two)).work?.completedAt === null],
    [false, true],
  );
});

test('all actions of a run are done, or none', async () => {
  const { board, todo, done, urgent, workspace } = await world();
  const card = await makeCard(ada, todo);
  const { publicId: gone } = await ada.call(api.lists.create, {
    body: { name: 'Gone', boardPublicId: board },
  });
  await rule(board, {
    name: 'Broken',
    when: { type: 'completed' },
    then: [
      { type: 'add-label', labelPublicId: urgent },
      { type: 'move', listPublicId: gone },
      { type: 'comment', text: 'x' },
    ],
  });
  await rule(board, {
    name: 'Whole',
    when: { type: 'completed' },
    then: [{ type: 'move', listPublicId: done }],
  });
  await ada.call(api.lists.delete, { params: { listPublicId: gone } });
  await change(card, { completed: true });
  await follow();
  const after = await cardOf(card);
  assert.deepEqual([after.labels, after.list, await commentsOn(card)], [[], done, []]);
  assert.deepEqual(await statesOn(board), [
    ['Whole', 'done'],
    ['Broken', 'failed'],
  ]);
  assert.match(nth(await runsOn(board), 1).error ?? '', /listPublicId/);
  assert.ok(workspace);
});

test('rules that cause each other end at a depth, and the log says so', async () => {
  const { board, todo, urgent } = await world();
  const card = await makeCard(ada, todo);
  await rule(board, {
    name: 'On',
    when: { type: 'label-removed' },
    then: [{ type: 'add-label', labelPublicId: urgent }],
  });
  await rule(board, {
    name: 'Off',
    when: { type: 'label-added' },
    then: [{ type: 'remove-label', labelPublicId: urgent }],
  });
  await label(card, urgent);
  await follow();
  await follow();
  const runs = (await runsOn(board)).toReversed();
  assert.deepEqual(
    runs.map(({ rule: name, state, depth }) => [name, state, depth]),
    [
      ['Off', 'done', 1],
      ['On', 'done', 2],
      ['Off', 'done', 3],
      ['On', 'done', 4],
      ['Off', 'done', 5],
      ['On', 'stopped', 6],
    ],
  );
});

test('a rule whose maker may no longer change rules is paused, and its maker is told', async () => {
  const { board, todo, done, bob, member, workspace } = await world();
  const card = await makeCard(ada, todo);
  const then = [{ type: 'move' as const, listPublicId: done }];
  await rule(board, { name: 'Of Bob', when: { type: 'completed' }, then }, bob);
  await ada.call(api.members.changeRole, {
    params: { workspacePublicId: workspace, memberPublicId: member },
    body: { role: 'guest' },
  });
  await change(card, { completed: true });
  await follow();
  assert.equal((await cardOf(card)).list, todo);
  assert.deepEqual(
    (await list(board)).map(({ active, pausedBecause }) => [active, pausedBecause]),
    [[false, 'rights']],
  );
  assert.deepEqual(
    (await told(bob)).map(([kind, , reason]) => [kind, reason]),
    [['rule-paused', 'rights']],
  );
  // Whoever sets it going again is its maker.
  const [found] = await list(board);
  const params = { boardPublicId: board, rulePublicId: found?.publicId ?? '' };
  await ada.call(api.rules.update, { params, body: { active: true } });
  await change(card, { completed: false });
  await change(card, { completed: true });
  await follow();
  assert.equal((await cardOf(card)).list, done);
});

test('a rule does only what the credential of its maker allowed', async () => {
  const { board, todo, done } = await world();
  const card = await makeCard(ada, todo);
  const then = [{ type: 'move' as const, listPublicId: done }];
  await rule(board, { name: 'Moves', when: { type: 'completed' }, then });
  // Board permissions, and none on cards.
  await service.sql(`update rules set mask = mask & ~(1 << 14) where board_id = '${board}'`);
  await change(card, { completed: true });
  await follow();
  assert.equal((await cardOf(card)).list, todo);
  assert.equal((await list(board))[0]?.pausedBecause, 'rights');
});

test('a rule that fails ten times in a row is paused; a run in between begins anew', async () => {
  const { board, todo } = await world();
  const { publicId: target } = await ada.call(api.lists.create, {
    body: { name: 'Target', boardPublicId: board },
  });
  await rule(board, {
    name: 'Fails',
    when: { type: 'commented' },
    then: [{ type: 'move', listPublicId: target }],
  });
  const trigger = async (times: number) => {
    for (let n = 0; n < times; n++)
      await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'x' } });
    await follow();
  };
  const card = await makeCard(ada, todo);
  const params = { listPublicId: target };
  await ada.call(api.lists.delete, { params });
  await trigger(mostFailures - 1);
  assert.equal((await list(board))[0]?.active, true);
  await ada.call(api.lists.restore, { params });
  await trigger(1);
  await change(card, { listPublicId: todo });
  await ada.call(api.lists.delete, { params });
  await trigger(mostFailures - 1);
  assert.equal((await list(board))[0]?.active, true);
  await trigger(3);
  assert.equal((await list(board))[0]?.pausedBecause, 'failing');
  assert.equal((await runsOn(board)).filter(({ state }) => state === 'failed').length, 2 * mostFailures - 1);
  assert.deepEqual(
    (await told(ada)).filter(([, , reason]) => reason === 'failing').map(([, text]) => text),
    [`The rule Fails of ${await boardName(board)} was paused: it failed ten times in a row`],
  );
});

const boardName = async (board: string) => (await ada.call(api.boards.get, onBoard(board))).name;

test('rules of a board run so often in a minute; the one that would run more is paused, and no other', async () => {
  const { board, todo, workspace } = await world();
  const does: Pick<Create, 'when' | 'then'> = {
    when: { type: 'commented' },
    then: [{ type: 'notify', text: 'x' }],
  };
  await rule(board, { name: 'Busy', ...does });
  await rule(board, { name: 'Idle', if: 'label:Urgent', ...does });
  const [found] = await list(board);
  const now = service.clock.now();
  const id = (n: number) =>
    Math.floor(now / 1000)
      .toString(36)
      .padStart(8, '0') + String(n).padStart(8, '0');
  const rows = Array.from(
    { length: runsPerMinute - 1 },
    (_, n) =>
      `('${workspace}', '${id(n)}', '${board}', '${found?.publicId}', 'test ${n}', null, 'done', '', null, 1, ${now})`,
  );
  await service.sql(`insert into rule_runs (workspace_id, id, board_id, rule_id, cause, card_id, state, actions, error,
    depth, created_at) values ${rows.join(', ')}`);
  const card = await makeCard(ada, todo);
  for (const comment of ['one', 'two'])
    await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment } });
  await follow();
  assert.deepEqual(
    (await list(board)).map(({ pausedBecause }) => pausedBecause),
    ['too-many-runs', null],
  );
  const [{ count } = {}] = await service.sql(
    `select count(*) as count from rule_runs where board_id = '${board}'`,
  );
  assert.equal(Number(count), runsPerMinute);
});

test('what happened before a rule was made, or while it was paused, does not let it run', async () => {
  const { board, todo } = await world();
  const card = await makeCard(ada, todo);
  await change(card, { completed: true });
  const { publicId } = await rule(board, {
    name: 'Says',
    when: { type: 'completed' },
    then: [{ type: 'comment', text: 'x' }],
  });
  const set = (active: boolean) =>
    ada.call(api.rules.update, {
      params: { boardPublicId: board, rulePublicId: publicId },
      body: { active },
    });
  await set(false);
  for (const completed of [false, true]) await change(card, { completed });
  await set(true);
  await follow();
  assert.deepEqual(await commentsOn(card), []);
  for (const completed of [false, true]) await change(card, { completed });
  await follow();
  assert.deepEqual(await commentsOn(card), ['x']);
});

test('who looks at the same changes again runs nothing twice', async () => {
  const { board, todo, workspace } = await world();
  const card = await makeCard(ada, todo);
  await rule(board, { name: 'Says', when: { type: 'completed' }, then: [{ type: 'comment', text: 'x' }] });
  await change(card, { completed: true });
  await follow();
  await service.sql(`update rule_positions set position = 0 where workspace_id = '${workspace}'`);
  await follow();
  assert.deepEqual(await commentsOn(card), ['x']);
});

test('a workspace in which much happens makes the rules of others wait for a part of it only', async () => {
  const [busy, other] = [await world(), await world()];
  const then: Create['then'] = [{ type: 'notify', text: 'x' }];
  const when = { type: 'label-added' as const };
  for (const { board } of [busy, other]) await rule(board, { name: 'Tells', when, then });
  const cards: string[] = [];
  for (let made = 0; made < 90; made++) cards.push(await makeCard(ada, busy.todo));
  for (const labelPublicId of [busy.urgent, busy.later])
    await ada.call(api.cards.bulk, {
      body: {
        operations: cards.map((cardPublicId) => ({ type: 'label' as const, cardPublicId, labelPublicId })),
      },
    });
  await label(await makeCard(ada, other.todo), other.urgent);
  await service.jobs.run('rules');
  const runs = await service.sql<{ board: string }>(
    `select board_id as board from rule_runs where board_id in ('${busy.board}', '${other.board}') order by id`,
  );
  const place = runs.findIndex(({ board }) => board === other.board);
  assert.equal(runs.length, 181);
  assert.ok(place < 180, `it ran after ${place} others`);
});

test('a turn that ends in the middle of a change lets each rule run for its own part', async () => {
  const { board, todo } = await world();
  const [first, second] = await Promise.all(
    ['A', 'B'].map((name) =>
      ada.call(api.fields.create, { ...onBoard(board), body: { name, type: 'number' } }),
    ),
  );
  const [a, b] = [first?.publicId ?? '', second?.publicId ?? ''];
  for (const [name, fieldPublicId] of [
    ['a', a],
    ['b', b],
  ] as const)
    await rule(board, {
      name,
      when: { type: 'field-changed', fieldPublicId },
      then: [{ type: 'comment', text: name }],
    });
  const [card, other] = [await makeCard(ada, todo), await makeCard(ada, todo)];
  const set = (cardPublicId: string, field: string, value: number) => ({
    type: 'change' as const,
    cardPublicId,
    fields: { [field]: value },
  });
  // A turn looks at a hundred rules: two for each of these, and it ends between the last two.
  const fillers = Array.from({ length: 49 }, (_, n) => set(other, n % 2 ? b : a, n));
  await ada.call(api.cards.bulk, { body: { operations: [...fillers, set(card, a, 1), set(card, b, 1)] } });
  await follow();
  assert.deepEqual((await commentsOn(card)).toSorted(), ['a', 'b']);
});

test('boards without rules that wait cost nothing: neither a change, nor looking for them', async () => {
  const { todo } = await world();
  const card = await makeCard(ada, todo);
  await service.sql(`update rules set listens = 0`);
  const before = service.db.statements;
  await service.jobs.run('rules');
  assert.equal(service.db.statements - before, 1);
  assert.ok(card);
});

test('a rule tells those on a card a day before it is due, once, by days of its zone', async () => {
  const { board, todo, bob, member } = await world();
  const zone = 'Pacific/Auckland';
  const tomorrow = isoDay(dayIn(service.clock.now(), zone) + 2 * day);
  const card = await makeCard(ada, todo, { title: 'Paint', dueDate: tomorrow, memberPublicIds: [member] });
  await makeCard(ada, todo, { title: 'Done', dueDate: tomorrow, memberPublicIds: [member], completed: true });
  await makeCard(ada, todo, {
    title: 'Task',
    dueDate: tomorrow,
    memberPublicIds: [member],
    isTemplate: true,
  });
  await rule(board, {
    name: 'Soon',
    when: { type: 'due', minutesBefore: 1440, timeZone: zone },
    then: [{ type: 'notify', text: 'Due tomorrow' }],
  });
  await service.jobs.run('rules-at-times');
  assert.deepEqual(await told(bob), []);
  for (let hours = 0; hours < 26; hours++) {
    service.clock.pass(hour);
    await service.jobs.run('rules-at-times');
  }
  assert.deepEqual(await told(bob), [['rule', 'Soon on Paint: Due tomorrow', undefined]]);
  assert.ok(card);
});

test('many cards that are due on one day cost nothing until its moment, and then all are met', async () => {
  const { board, todo } = await world();
  const cards = 120;
  for (let made = 0; made < cards; made++) await makeCard(ada, todo);
  const tomorrow = dayIn(service.clock.now(), null) + day;
  const dueAt = (at: number) => service.sql(`update cards set due_at = ${at} where board_id = '${board}'`);
  await rule(board, {
    name: 'Today',
    when: { type: 'due', timeZone: 'UTC' },
    then: [{ type: 'notify', text: 'Due' }],
  });
  const look = async () => {
    service.clock.pass(2 * minute);
    const before = service.db.statements;
    await service.jobs.run('rules-at-times');
    return service.db.statements - before;
  };
  await dueAt(tomorrow + 9 * day);
  const without = await look();
  await dueAt(tomorrow);
  assert.equal(await look(), without);
  service.clock.pass(tomorrow - service.clock.now());
  await look();
  await look();
  const [{ count } = {}] = await service.sql(
    `select count(distinct card_id) as count from rule_runs where board_id = '${board}'`,
  );
  assert.equal(Number(count), cards);
});

test('a rule runs when a card is overdue, and again for another date', async () => {
  const { board, todo, urgent } = await world();
  const inHours = (hours: number) => isoMillis(service.clock.now() + hours * hour);
  const card = await makeCard(ada, todo, { dueDate: inHours(1) });
  await rule(board, {
    name: 'Late',
    when: { type: 'overdue' },
    then: [
      { type: 'add-label', labelPublicId: urgent },
      { type: 'comment', text: 'Late' },
    ],
  });
  const pass = async (time: number) => {
    service.clock.pass(time);
    await service.jobs.run('rules-at-times');
  };
  await pass(2 * minute);
  assert.deepEqual(await commentsOn(card), []);
  await pass(hour);
  await pass(hour);
  assert.deepEqual(await commentsOn(card), ['Late']);
  await change(card, { dueDate: inHours(1) });
  await pass(2 * hour);
  assert.deepEqual(await commentsOn(card), ['Late', 'Late']);
});

test('a schedule makes a card at its time in its zone, and what was missed is made up for once', async () => {
  const { board, todo } = await world();
  const titles = async () => {
    const { lists } = await ada.call(api.boards.get, onBoard(board));
    return lists[0]?.cards.map(({ title }) => title);
  };
  const made = await rule(board, {
    name: 'Daily',
    when: { type: 'schedule', time: '09:00', timeZone: 'Asia/Tokyo' },
    then: [{ type: 'create-card', listPublicId: todo, title: 'Stand-up', inDays: 0 }],
  });
  await service.jobs.run('rules-at-times');
  assert.deepEqual(await titles(), []);
  service.clock.pass(Date.parse(made.nextRunAt ?? '') * 1000 - service.clock.now() + minute);
  for (let twice = 0; twice < 2; twice++) await service.jobs.run('rules-at-times');
  assert.deepEqual(await titles(), ['Stand-up']);
  service.clock.pass(5 * day);
  for (let twice = 0; twice < 2; twice++) await service.jobs.run('rules-at-times');
  assert.deepEqual(await titles(), ['Stand-up', 'Stand-up']);
  const [next] = await list(board);
  assert.ok(Date.parse(next?.nextRunAt ?? '') * 1000 - service.clock.now() <= day);
});

test('a schedule with a filter runs on each card that passes', async () => {
  const { board, todo } = await world();
  const [old, young, done] = [
    await makeCard(ada, todo, { title: 'old' }),
    await makeCard(ada, todo),
    await makeCard(ada, todo),
  ];
  await rule(board, {
    name: 'Ask',
    when: { type: 'schedule' },
    if: 'is:open created:<-30d',
    then: [{ type: 'comment', text: 'Is this still open?' }],
  });
  for (const card of [old, done])
    await service.sql(`update cards set created_at = ${service.clock.now() - 40 * day} where id = '${card}'`);
  await change(done, { completed: true });
  service.clock.pass(day);
  await service.jobs.run('rules-at-times');
  assert.deepEqual(await Promise.all([old, young, done].map(commentsOn)), [['Is this still open?'], [], []]);
});

test('a schedule whose filter names a field that is gone fails in its log, and holds up no other', async () => {
  const [broken, other] = [await world(), await world()];
  const field = await ada.call(api.fields.create, {
    ...onBoard(broken.board),
    body: { name: 'Cost', type: 'number' },
  });
  const then: Create['then'] = [{ type: 'comment', text: 'Hello' }];
  await rule(broken.board, { name: 'Dear', when: { type: 'schedule' }, if: 'Cost:>1', then });
  await rule(other.board, { name: 'All', when: { type: 'schedule' }, if: 'is:open', then });
  await makeCard(ada, broken.todo);
  const card = await makeCard(ada, other.todo);
  await ada.call(api.fields.delete, { params: { fieldPublicId: field.publicId } });
  service.clock.pass(day);
  await service.jobs.run('rules-at-times');
  assert.deepEqual(await commentsOn(card), ['Hello']);
  assert.deepEqual(await statesOn(broken.board), [['Dear', 'failed']]);
});

test('templates and boards in the trash run nothing, and nobody is told that a rule was paused', async () => {
  const { board, todo, workspace } = await world();
  await rule(board, { name: 'Says', when: { type: 'commented' }, then: [{ type: 'complete' }] });
  const template = await makeCard(ada, todo, { isTemplate: true });
  const card = await makeCard(ada, todo);
  const say = (cardPublicId: string) =>
    ada.call(api.comments.create, { params: { cardPublicId }, body: { comment: 'x' } });
  await say(template);
  await follow();
  assert.deepEqual(await statesOn(board), []);
  await say(card);
  await ada.call(api.boards.delete, onBoard(board));
  await follow();
  await ada.call(api.boards.restore, onBoard(board));
  await say(card);
  const ofWorkspace = { params: { workspacePublicId: workspace } };
  await ada.call(api.workspaces.delete, ofWorkspace);
  await follow();
  await ada.call(api.workspaces.restore, ofWorkspace);
  for (let times = 0; times < mostFailures; times++) await say(card);
  await ada.call(api.lists.delete, { params: { listPublicId: todo } });
  await follow();
  await ada.call(api.lists.restore, { params: { listPublicId: todo } });
  assert.deepEqual(
    (await list(board)).map(({ active }) => active),
    [true],
  );
  await say(card);
  await follow();
  assert.deepEqual(await statesOn(board), [['Says', 'done']]);
});

test('what somebody else makes of a rule while it runs is not done with the rights of who had made it', async () => {
  const { board, todo, bob } = await world();
  const card = await makeCard(ada, todo);
  const says = (text: string): Create['then'] => [{ type: 'comment', text }];
  const { publicId } = await rule(board, { name: 'Says', when: { type: 'completed' }, then: says('of Ada') });
  for (let times = 0; times < 20; times++)
    for (const completed of [true, false]) await change(card, { completed });
  const following = follow();
  while ((await commentsOn(card)).length === 0);
  const params = { boardPublicId: board, rulePublicId: publicId };
  await bob.call(api.rules.update, { params, body: { then: says('of Bob') } });
  await following;
  assert.ok(!(await commentsOn(card)).includes('of Bob'));
});

test('a schedule of a board in the trash waits, and runs when the board is back', async () => {
  const { board, todo } = await world();
  const card = await makeCard(ada, todo);
  const then: Create['then'] = [{ type: 'comment', text: 'Hello' }];
  await rule(board, { name: 'Daily', when: { type: 'schedule' }, if: 'is:open', then });
  await ada.call(api.boards.delete, onBoard(board));
  service.clock.pass(day);
  await service.jobs.run('rules-at-times');
  const [row] = await service.sql<{ next: number }>(
    `select next_at as next from rules where board_id = '${board}'`,
  );
  assert.ok(Number(row?.next) > service.clock.now(), 'others come first');
  await ada.call(api.boards.restore, onBoard(board));
  service.clock.pass(hour);
  await service.jobs.run('rules-at-times');
  assert.deepEqual(await commentsOn(card), ['Hello']);
});

test('the filter of a rule finds nobody for a maker who may not see the members of the board', async () => {
  const { board, todo, member, workspace, bob } = await world();
  const ofBob = `@bob${people}`;
  const card = await makeCard(ada, todo, { memberPublicIds: [member] });
  const says = async () => {
    await ada.call(api.comments.create, { params: { cardPublicId: card }, body: { comment: 'x' } });
    await follow();
    return (await statesOn(board)).length;
  };
  const then: Create['then'] = [{ type: 'complete' }];
  await rule(board, { name: 'Says', when: { type: 'commented' }, if: ofBob, then }, bob);
  assert.equal(await says(), 1);
  await ada.call(api.members.revoke, {
    params: { workspacePublicId: workspace, memberPublicId: member },
    body: { permission: 'member:view' },
  });
  assert.equal(await says(), 1);
});
