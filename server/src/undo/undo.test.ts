import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { day, second } from '../base/clock.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

/* What was done with an API key or by a bot is undone as one, and nothing that others have done since. */

const service = await testService();
const ada = await service.signUp('ada');

type Caller = Pick<Person, 'call' | 'refused'>;
type Ask = Partial<BodyOf<typeof api.undo.session>>;

const begun = '2026-01-01T00:00:00.000Z';

async function world() {
  const made = await makeBoard(ada);
  const { workspace, lists } = made;
  const bot = await ada.call(api.bots.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Planner-Bot' },
  });
  const { key } = await ada.call(api.bots.createKey, {
    params: { workspacePublicId: workspace, botPublicId: bot.publicId },
    body: { name: 'planner' },
  });
  return {
    ...made,
    bot: bot.publicId,
    planner: service.caller(key),
    todo: nth(lists, 0),
    doing: nth(lists, 1),
  };
}

const at = (cardPublicId: string) => ({ params: { cardPublicId } });
const change = (caller: Caller, card: string, body: BodyOf<typeof api.cards.update>) =>
  caller.call(api.cards.update, { ...at(card), body });
const comment = (caller: Caller, card: string, text: string) =>
  caller.call(api.comments.create, { ...at(card), body: { comment: text } });
const commentsOn = async (card: string) =>
  (await ada.call(api.comments.list, at(card))).comments.map((each) => each.comment);
const undo = (boardPublicId: string, body: Ask, caller: Caller = ada) =>
  caller.call(api.undo.session, { params: { boardPublicId }, body: { from: begun, ...body } });

/** All of a card that people see, but not when it was changed. */
async function seen(card: string) {
  const {
    activities: _,
    updatedAt: __,
    ...rest
  } = (await ada.call(api.cards.get, {
    ...at(card),
    query: { include: ['work'] },
  })) as unknown as Record<string, unknown>;
  return JSON.parse(
    JSON.stringify({ ...rest, comments: await commentsOn(card) }, (name, value) =>
      ['createdAt', 'version', 'completedAt', 'changePosition'].includes(name) ? undefined : value,
    ),
  );
}

const leftOf = ({ steps }: Awaited<ReturnType<typeof undo>>) =>
  steps.flatMap(({ type, left }) => (left === null ? [] : [[type, left]]));

const sorted = (left: ReturnType<typeof leftOf>) => left.map((each) => each.join(' ')).toSorted();

test('everything that a bot did on a board is as it was, and both histories say so', async () => {
  const { board, bot, planner, todo, doing, labels } = await world();
  const card = await makeCard(ada, todo, {
    title: 'Paint',
    description: 'Both sides.',
    dueDate: '2030-01-02',
  });
  const second = await makeCard(ada, todo, { title: 'Second' });
  const { publicId: field } = await ada.call(api.fields.create, {
    params: { boardPublicId: board },
    body: { name: 'Stage', type: 'text' },
  });
  await change(ada, card, { fields: { [field]: 'Draft' } });
  const { publicId: list } = await ada.call(api.checklists.create, { ...at(card), body: { name: 'Steps' } });
  const item = (title: string) =>
    ada.call(api.checklists.createItem, { params: { checklistPublicId: list }, body: { title } });
  const { publicId: one } = await item('One');
  const { publicId: two } = await item('Two');
  await ada.call(api.checklists.updateItem, {
    params: { checklistItemPublicId: two },
    body: { completed: true, acceptance: true, evidence: { text: 'Seen' } },
  });
  const { publicId: said } = await comment(ada, card, 'Mine.');
  const before = [await seen(card), await seen(second)];

  await change(planner, card, {
    title: 'Painted',
    description: 'Overwritten.',
    dueDate: null,
    startDate: '2029-01-01',
    fields: { [field]: 'Final' },
    labelPublicIds: labels,
  });
  await change(planner, card, { title: 'Painted twice', completed: true });
  await change(planner, card, { listPublicId: doing });
  await change(planner, second, { index: 0 });
  await comment(planner, card, 'Done.');
  await planner.call(api.checklists.updateItem, {
    params: { checklistItemPublicId: one },
    body: { title: 'One!', completed: true },
  });
  await planner.call(api.checklists.deleteItem, { params: { checklistItemPublicId: two } });
  const { publicId: more } = await planner.call(api.checklists.create, {
    ...at(card),
    body: { name: 'More' },
  });
  await planner.call(api.checklists.createItem, {
    params: { checklistPublicId: more },
    body: { title: 'Third' },
  });
  await planner.call(api.checklists.delete, { params: { checklistPublicId: list } });
  const made = await makeCard(planner as Person, todo, { title: 'By the bot' });
  await comment(planner, made, 'My own card.');
  await planner.call(api.cards.archive, at(second));

  const dry = await undo(board, { memberPublicId: bot, dryRun: true });
  assert.deepEqual([leftOf(dry), dry.undoPublicId, dry.name], [[], null, 'Planner-Bot']);
  assert.notDeepEqual(await seen(card), before[0]);
  const done = await undo(board, { memberPublicId: bot });
  assert.deepEqual(leftOf(done), []);
  assert.equal(done.undone, dry.undone);
  assert.deepEqual([await seen(card), await seen(second)], before);
  assert.deepEqual(await commentsOn(card), ['Mine.']);
  assert.ok(said);
  await ada.refused(404, api.cards.get, at(made));
  const { activities } = await ada.call(api.activities.list, {
    ...at(card),
    query: { include: ['apiKey'], limit: 1 },
  });
  assert.deepEqual(
    activities.map(({ user, apiKey }) => [user?.name, apiKey?.name, apiKey?.undo]),
    [['ada', 'Planner-Bot', done.undoPublicId]],
  );
  const onBoard = await ada.call(api.boardActivities.list, { params: { boardPublicId: board }, query: {} });
  assert.ok(onBoard.activities.some(({ key }) => key?.undo === done.undoPublicId));

  const nothing = await undo(board, { memberPublicId: bot });
  assert.deepEqual(nothing.steps, []);
  await ada.call(api.cards.restore, at(made));
  assert.deepEqual(await commentsOn(made), ['My own card.']);
});

test('what somebody else has changed since stays, and is named', async () => {
  const { board, bot, planner, todo } = await world();
  const card = await makeCard(ada, todo, { title: 'First', description: 'Mine.' });
  await change(planner, card, { title: 'Second', description: 'Its own.' });
  await change(ada, card, { description: 'Mine again, and better.' });
  const made = await makeCard(planner as Person, todo, { title: 'By the bot' });
  await comment(ada, made, 'Good idea.');
  const { publicId: said } = await comment(planner, card, 'Typo');
  await ada.call(api.comments.update, {
    params: { cardPublicId: card, commentPublicId: said },
    body: { comment: 'Corrected by ada' },
  });
  const { publicId: checklist } = await planner.call(api.checklists.create, {
    ...at(card),
    body: { name: 'Steps' },
  });
  await ada.call(api.checklists.createItem, {
    params: { checklistPublicId: checklist },
    body: { title: 'A step of mine' },
  });
  const done = await undo(board, { memberPublicId: bot });
  assert.deepEqual(sorted(leftOf(done)), [
    'card.created changed',
    'card.updated.checklist.added changed',
    'card.updated.comment.added changed',
    'card.updated.description changed',
  ]);
  const { title, description } = await ada.call(api.cards.get, at(card));
  assert.deepEqual([title, description], ['First', 'Mine again, and better.']);
  assert.deepEqual(await commentsOn(card), ['Corrected by ada']);
  assert.deepEqual(await commentsOn(made), ['Good idea.']);
  assert.equal(done.steps.find(({ type }) => type === 'card.created')?.card?.title, 'By the bot');
});

test('an undo can be undone itself: what the bot had done is there again', async () => {
  const { board, bot, planner, todo, doing } = await world();
  const card = await makeCard(ada, todo, { title: 'First' });
  await change(planner, card, { title: 'Second', listPublicId: doing });
  const made = await makeCard(planner as Person, todo);
  await comment(planner, card, 'Hm.');
  const after = await seen(card);
  const { undoPublicId } = await undo(board, { memberPublicId: bot });
  const again = await undo(board, { undoPublicId: undoPublicId ?? '' });
  assert.deepEqual(leftOf(again), []);
  assert.deepEqual(await seen(card), after);
  await ada.call(api.cards.get, at(made));
});

test('a key is undone by its number within a time; what people do on pages, by other keys and elsewhere stays', async () => {
  const { board, todo, workspace } = await world();
  const [one, two] = await Promise.all(
    ['one', 'two'].map((name) => ada.call(api.users.createApiKey, { body: { name } })),
  );
  const [first, second] = [service.caller(one?.key), service.caller(two?.key)];
  const cards = [await makeCard(ada, todo), await makeCard(ada, todo)];
  const other = await makeBoard(ada, { workspace });
  const elsewhere = await makeCard(ada, nth(other.lists, 0));
  for (const card of [...cards, elsewhere]) await change(first, card, { title: 'by one' });
  service.clock.pass(1_000_000);
  const between = new Date(service.clock.now() / 1000).toISOString();
  service.clock.pass(1_000_000);
  await change(first, nth(cards, 0), { description: 'by one, later' });
  await change(second, nth(cards, 1), { title: 'by two' });
  const made = await makeCard(first as Person, todo);
  const touched = await makeCard(first as Person, todo);
  await change(second, touched, { title: 'by two' });
  const all = await ada.call(api.users.apiKeys);
  const id = all.find(({ name }) => name === 'one')?.id ?? 0;
  const later = await undo(board, { apiKey: id, from: between });
  assert.deepEqual([later.undone, later.name, leftOf(later)], [2, 'one', [['card.created', 'changed']]]);
  await ada.refused(404, api.cards.get, at(made));
  const rest = await undo(board, { apiKey: id, until: between });
  assert.deepEqual(leftOf(rest), [['card.updated.title', 'changed']]);
  const titles = await Promise.all(
    [...cards, elsewhere].map(async (card) => (await ada.call(api.cards.get, at(card))).title),
  );
  assert.deepEqual(titles.slice(1), ['by two', 'by one']);
  assert.notEqual(titles[0], 'by one');
});

test('nobody undoes more than they may do by hand, nor on boards that are not theirs', async () => {
  const { workspace, board, bot, planner, todo } = await world();
  const card = await makeCard(ada, todo, { title: 'First' });
  await change(planner, card, { title: 'Second' });
  await comment(planner, card, 'Hm.');
  const made = await makeCard(planner as Person, todo);
  const guest = await service.signUp(`guest${board}`);
  const worker = await service.signUp(`worker${board}`);
  await addMember(service, workspace, guest, { role: 'guest' });
  await addMember(service, workspace, worker, { revoked: ['card:delete', 'comment:delete'] });
  const ask = { params: { boardPublicId: board }, body: { from: begun, memberPublicId: bot } };
  await guest.refused(403, api.undo.session, ask);
  const stranger = await service.signUp(`stranger${board}`);
  await stranger.refused(403, api.undo.session, ask);
  const dry = await undo(board, { memberPublicId: bot, dryRun: true }, worker);
  const done = await undo(board, { memberPublicId: bot }, worker);
  assert.deepEqual(leftOf(dry), leftOf(done));
  assert.deepEqual(sorted(leftOf(done)), ['card.created refused', 'card.updated.comment.added refused']);
  assert.match(done.steps.find(({ type }) => type === 'card.created')?.reason ?? '', /card:delete/);
  assert.equal((await ada.call(api.cards.get, at(card))).title, 'First');
  await ada.call(api.cards.get, at(made));
});

test('400: no session, two of them, no bot, a time that ends before it begins; old steps are gone', async () => {
  const { board, bot, planner, todo } = await world();
  const card = await makeCard(ada, todo, { title: 'First' });
  await change(planner, card, { title: 'Second' });
  const me = (await ada.call(api.boards.get, { params: { boardPublicId: board }, query: {} })).workspace
    .members[0]?.publicId;
  for (const body of [
    {},
    { apiKey: 1, memberPublicId: bot },
    { memberPublicId: me ?? '' },
    { apiKey: 1, until: '2025-01-01T00:00:00Z' },
  ])
    await assert.rejects(undo(board, body), { status: 400 }, JSON.stringify(body));
  service.clock.pass(7 * day);
  await service.jobs.run('undo-steps');
  assert.deepEqual(await service.sql('select id from undo_steps'), []);
  assert.deepEqual((await undo(board, { memberPublicId: bot })).steps, []);
});

test('of an undo and somebody who writes at the same time, no text of theirs is lost', async () => {
  for (let round = 0; round < 6; round++) {
    const { board, bot, planner, todo } = await world();
    const card = await makeCard(ada, todo, { description: 'First.' });
    const made = await makeCard(planner as Person, todo, { title: 'By the bot' });
    await change(planner, card, { description: 'By the bot.' });
    const [written, said, done] = await Promise.allSettled([
      change(ada, card, { description: 'Mine.' }),
      comment(ada, made, 'Good.'),
      undo(board, { memberPublicId: bot }),
    ]);
    assert.deepEqual([written.status, done.status], ['fulfilled', 'fulfilled']);
    assert.equal((await ada.call(api.cards.get, at(card))).description, 'Mine.');
    if (said.status === 'rejected') await ada.call(api.cards.restore, at(made));
    else assert.deepEqual(await commentsOn(made), ['Good.']);
  }
});

test('a thousand steps at most, in changes of a few each', async () => {
  const { board, bot, planner, todo, workspace } = await world();
  const card = await makeCard(ada, todo, { title: 'First' });
  for (let n = 0; n < 45; n++) await change(planner, card, { title: `Title ${n}` });
  const log = await service.recorded(() => undo(board, { memberPublicId: bot }));
  assert.deepEqual(log, Array(3).fill('card.updated.title'));
  assert.equal((await ada.call(api.cards.get, at(card))).title, 'First');
  const now = service.clock.now();
  const rows = Array.from(
    { length: 1001 },
    (_, n) =>
      `('${workspace}', '${String(n).padStart(16, '0')}', '${board}', '${card}', 'card.archived', '${ada.id}', '77', 'a key', ${now})`,
  );
  await service.sql(`insert into undo_steps (workspace_id, id, board_id, card_id, type, user_id, session, session_name,
    created_at) values ${rows.join()}`);
  await assert.rejects(undo(board, { apiKey: 77 }), { status: 400, message: /more than 1000/ });
});

test('a dry run says what would be undone, of more steps of one card than one change takes too', async () => {
  const { board, bot, planner, todo } = await world();
  const card = await makeCard(ada, todo, { title: 'First' });
  for (let n = 0; n < 45; n++) await change(planner, card, { title: `Title ${n}` });
  await comment(planner, card, 'Hm.');
  const dry = await undo(board, { memberPublicId: bot, dryRun: true });
  assert.deepEqual([dry.undone, leftOf(dry)], [46, []]);
  await change(ada, card, { title: 'By ada' });
  const left = (await undo(board, { memberPublicId: bot, dryRun: true })).left;
  const done = await undo(board, { memberPublicId: bot });
  assert.deepEqual([left, done.left, done.undone], [45, 45, 1]);
});

test('what was done under one claim is undone by its card and its time; the claim that it still has ends', async () => {
  const { board, bot, planner, todo } = await world();
  const [card, other] = [
    await makeCard(ada, todo, { title: 'First' }),
    await makeCard(ada, todo, { title: 'Other' }),
  ];
  await change(planner, card, { description: 'Before the claim.' });
  service.clock.pass(second);
  await planner.call(api.claims.put, { ...at(card), body: {} });
  const { claims } = await ada.call(api.claims.list, { params: { boardPublicId: board } });
  const { claimedAt: from, apiKey } = nth(claims, 0);
  await change(planner, card, { title: 'Second' });
  await change(planner, other, { title: 'Not under the claim' });
  const ask = { apiKey: apiKey?.id ?? 0, cardPublicId: card, from };
  const dry = await undo(board, { ...ask, dryRun: true });
  const done = await undo(board, ask);
  assert.deepEqual([dry.undone, done.undone, leftOf(done)], [3, 3, []]);
  const { title, description, members } = await ada.call(api.cards.get, at(card));
  assert.deepEqual([title, description, members], ['First', 'Before the claim.', []]);
  assert.equal((await ada.call(api.cards.get, at(other))).title, 'Not under the claim');
  assert.deepEqual((await ada.call(api.claims.list, { params: { boardPublicId: board } })).claims, []);

  await planner.call(api.claims.put, { ...at(other), body: {} });
  await change(planner, other, { completed: true });
  const rest = await undo(board, { memberPublicId: bot });
  assert.deepEqual(leftOf(rest), []);
  const open = await ada.call(api.cards.get, at(other));
  assert.deepEqual([open.title, open.members], ['Other', []]);
  assert.deepEqual(await service.sql(`select completed_at from cards where id = '${other}'`), [
    { completed_at: null },
  ]);
});

test('a claim that somebody else has by now stays', async () => {
  const { board, bot, planner, todo } = await world();
  const card = await makeCard(ada, todo);
  await planner.call(api.claims.put, { ...at(card), body: {} });
  await planner.call(api.claims.delete, at(card));
  await ada.call(api.claims.put, { ...at(card), body: {} });
  assert.deepEqual(leftOf(await undo(board, { memberPublicId: bot })), [
    ['card.updated.claim.made', 'changed'],
  ]);
  const { claims } = await ada.call(api.claims.list, { params: { boardPublicId: board } });
  assert.deepEqual(
    claims.map(({ mine }) => mine),
    [true],
  );
});

test('a question goes, unless it was answered; an answer goes, and its question is open again; both come back', async () => {
  const { board, bot, planner, todo } = await world();
  const card = await makeCard(ada, todo);
  const askedBy = (by: Caller, text: string) =>
    by.call(api.questions.ask, { ...at(card), body: { text, options: ['Yes', 'No'] } });
  const answer = (by: Caller, questionPublicId: string) =>
    by.call(api.questions.answer, { params: { questionPublicId }, body: { option: 0 } });
  const [one, two, mine] = [
    await askedBy(planner, 'One?'),
    await askedBy(planner, 'Two?'),
    await askedBy(ada, 'Mine?'),
  ];
  await answer(ada, one.publicId);
  await answer(planner, mine.publicId);
  const { undoPublicId, ...done } = await undo(board, { memberPublicId: bot });
  assert.deepEqual(leftOf({ undoPublicId, ...done }), [['card.updated.comment.added', 'changed']]);
  const states = async () =>
    (await ada.call(api.questions.list, { ...at(card), query: { state: 'all' } })).questions.map(
      ({ text, state, options }) => [text, state, options.length],
    );
  assert.deepEqual(await states(), [
    ['Mine?', 'open', 2],
    ['One?', 'answered', 2],
  ]);
  await undo(board, { undoPublicId: undoPublicId ?? '' });
  assert.deepEqual(await states(), [
    ['Mine?', 'open', 2],
    ['Two?', 'open', 2],
    ['One?', 'answered', 2],
  ]);
  await answer(ada, two.publicId);
});

test('cards of a plan go, and one that somebody else has touched stays', async () => {
  const { board, bot, planner } = await world();
  const { cards } = await planner.call(api.plans.create, {
    params: { boardPublicId: board },
    body: {
      cards: [
        { title: 'A', key: 'a' },
        { title: 'B', relations: [{ type: 'blocked-by', card: 'a' }] },
        { title: 'C' },
      ],
    },
  });
  const [a, b, c] = cards.map(({ publicId }) => publicId) as [string, string, string];
  await comment(ada, c, 'Good.');
  const done = await undo(board, { memberPublicId: bot });
  assert.ok(leftOf(done).some(([type, left]) => type === 'card.created' && left === 'changed'));
  for (const card of [a, b]) await ada.refused(404, api.cards.get, at(card));
  assert.equal((await ada.call(api.cards.get, at(c))).title, 'C');
});

async function counted<T>(work: () => Promise<T>): Promise<[T, number]> {
  let result: T | undefined;
  const count = await statementsOf(service, async () => {
    result = await work();
  });
  return [result as T, count];
}

test('a checklist comes back with its items by a bounded number of statements, and goes again', async () => {
  const { board, bot, planner, todo } = await world();
  const statements: number[] = [];
  for (const count of [3, 30]) {
    const card = await makeCard(ada, todo);
    const { publicId: list } = await ada.call(api.checklists.create, {
      ...at(card),
      body: { name: 'Steps' },
    });
    for (let n = 0; n < count; n++)
      await ada.call(api.checklists.createItem, {
        params: { checklistPublicId: list },
        body: { title: `Step ${n}` },
      });
    const before = await seen(card);
    await planner.call(api.checklists.delete, { params: { checklistPublicId: list } });
    const ask = { memberPublicId: bot, cardPublicId: card };
    const [result, sent] = await counted(() => undo(board, ask));
    assert.deepEqual(leftOf(result), []);
    assert.deepEqual(await seen(card), before);
    const [again, sentAgain] = await counted(() => undo(board, { undoPublicId: result.undoPublicId ?? '' }));
    assert.deepEqual(leftOf(again), []);
    assert.deepEqual(((await seen(card)) as { checklists: unknown[] }).checklists, []);
    statements.push(sent, sentAgain);
  }
  assert.deepEqual(statements.slice(0, 2), statements.slice(2));
});

test('an item comes back next to one that has its place by now', async () => {
  const { board, bot, planner, todo } = await world();
  const card = await makeCard(ada, todo);
  const { publicId: list } = await ada.call(api.checklists.create, { ...at(card), body: { name: 'Steps' } });
  const item = async (title: string) =>
    (await ada.call(api.checklists.createItem, { params: { checklistPublicId: list }, body: { title } }))
      .publicId;
  const [, two] = [await item('One'), await item('Two')];
  await planner.call(api.checklists.deleteItem, { params: { checklistItemPublicId: two } });
  await item('Three');
  assert.deepEqual(leftOf(await undo(board, { memberPublicId: bot })), []);
  const { checklists } = await ada.call(api.cards.get, at(card));
  assert.deepEqual(
    checklists[0]?.items.map(({ title }) => title),
    ['One', 'Two', 'Three'],
  );
});

test('values of a field that is gone are refused, and the rest is undone', async () => {
  const { board, bot, planner, todo } = await world();
  const card = await makeCard(ada, todo, { title: 'First' });
  const { publicId: field } = await ada.call(api.fields.create, {
    params: { boardPublicId: board },
    body: { name: 'Stage', type: 'text' },
  });
  await change(ada, card, { fields: { [field]: 'Draft' } });
  await change(planner, card, { title: 'Second', fields: { [field]: null } });
  await ada.call(api.fields.delete, { params: { fieldPublicId: field } });
  assert.deepEqual(leftOf(await undo(board, { memberPublicId: bot })), [['card.updated.fields', 'refused']]);
  assert.equal((await ada.call(api.cards.get, at(card))).title, 'First');
});

test('of a card that has gone to another board, nothing is said or undone', async () => {
  const { workspace, board, bot, planner, todo } = await world();
  const card = await makeCard(ada, todo, { title: 'First' });
  await change(planner, card, { title: 'Second' });
  const made = await makeCard(planner as Person, todo);
  const other = await makeBoard(ada, { workspace });
  for (const each of [card, made]) await change(ada, each, { listPublicId: nth(other.lists, 0) });
  for (const dryRun of [true, false]) {
    const { undone, steps } = await undo(board, { memberPublicId: bot, dryRun });
    assert.deepEqual(
      [undone, steps.map((step) => [step.card, step.left])],
      [
        0,
        [
          [null, 'gone'],
          [null, 'gone'],
        ],
      ],
    );
  }
  assert.equal((await ada.call(api.cards.get, at(card))).title, 'Second');
});

test('two who undo the same at once undo it once', async () => {
  const { board, bot, planner, todo, workspace } = await world();
  const card = await makeCard(ada, todo, { title: 'First' });
  await change(planner, card, { title: 'Second' });
  await comment(planner, card, 'Hm.');
  const made = await makeCard(planner as Person, todo);
  const bob = await service.signUp(`bob${board}`);
  await addMember(service, workspace, bob, { role: 'admin' });
  const both = await Promise.all([
    undo(board, { memberPublicId: bot }),
    undo(board, { memberPublicId: bot }, bob),
  ]);
  assert.equal(
    both.reduce((sum, { undone }) => sum + undone, 0),
    3,
  );
  assert.equal((await ada.call(api.cards.get, at(card))).title, 'First');
  await ada.refused(404, api.cards.get, at(made));
});
