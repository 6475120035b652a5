import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';

import { download, filesIn, linesIn } from '../testing/exports.ts';
import { attach } from '../testing/files.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../testing/fixtures.ts';
import { importFile } from '../testing/imports.ts';
import { testService } from '../testing/service.ts';

/* Acceptance checks among the items of checklists, what shows that they are done, and lists that refuse cards with open ones. */

const service = await testService();
const ada = await service.signUp('ada');
const link = 'https://ci.example.com/runs/1742';

const at = (cardPublicId: string) => ({ params: { cardPublicId } });
const add = (checklistPublicId: string, body: BodyOf<typeof api.checklists.createItem>) =>
  ada.call(api.checklists.createItem, { params: { checklistPublicId }, body });
const change = (checklistItemPublicId: string, body: BodyOf<typeof api.checklists.updateItem>) =>
  ada.call(api.checklists.updateItem, { params: { checklistItemPublicId }, body });
const get = (checklistItemPublicId: string) =>
  ada.call(api.checklists.getItem, { params: { checklistItemPublicId } });
const update = (card: string, body: BodyOf<typeof api.cards.update>) =>
  ada.call(api.cards.update, { ...at(card), body });
const refuse = (list: string, refusesOpenChecks = true) =>
  ada.call(api.lists.update, { params: { listPublicId: list }, body: { refusesOpenChecks } });

/** A card with a checklist, on a board whose second list refuses cards with open checks. */
async function made() {
  const board = await makeBoard(ada);
  const [todo, done] = [nth(board.lists, 0), nth(board.lists, 1)];
  await refuse(done);
  const card = await makeCard(ada, todo, { title: 'Paint the harbour' });
  const { publicId: checklist } = await ada.call(api.checklists.create, {
    ...at(card),
    body: { name: 'Checks' },
  });
  return { ...board, todo, done, card, checklist };
}

const withCheck = async () => {
  const found = await made();
  const { publicId: check } = await add(found.checklist, { title: 'Tests pass', acceptance: true });
  await add(found.checklist, { title: 'Write notes' });
  return { ...found, check };
};

const shownOn = async (card: string) =>
  (await ada.call(api.cards.get, { ...at(card), query: { include: ['work'] } })).checklists.flatMap(
    ({ items }) => items,
  );

const refused = (request: Promise<unknown>, status = 409) =>
  assert.rejects(request, { status, message: /open acceptance checks: Tests pass$/ });

test('a completed check says who completed it, when, and what shows it, until it is opened again', async () => {
  const { card, check } = await withCheck();
  const attachmentPublicId = (await attach(ada, card)).publicId;
  const before = await get(check);
  assert.deepEqual(
    [before.acceptance, before.completedAt, before.completedBy, before.evidence],
    [true, null, null, null],
  );
  const evidence = { text: 'All 214 tests pass', link, attachmentPublicId };
  const reply = await change(check, { completed: true, evidence });
  assert.deepEqual(Object.keys(reply), ['publicId', 'title', 'completed']);
  const after = await get(check);
  assert.deepEqual([after.acceptance, after.completedBy, after.evidence], [true, ada.id, evidence]);
  assert.ok(after.completedAt);
  const [shown] = await shownOn(card);
  assert.deepEqual(
    [shown?.completedAt, shown?.completedBy, shown?.evidence],
    [after.completedAt, ada.id, evidence],
  );
  const content = await ada.call(api.cards.content, at(card));
  assert.deepEqual(nth(nth(content.checklists, 0).items, 0).evidence, evidence);
  await change(check, { evidence: { text: 'See the run' } });
  const other = { text: 'See the run', link: null, attachmentPublicId: null };
  const again = await get(check);
  assert.deepEqual([again.completedAt, again.evidence], [after.completedAt, other]);
  await change(check, { completed: false });
  const opened = await get(check);
  assert.deepEqual([opened.completedAt, opened.completedBy, opened.evidence], [null, null, null]);
  const { activities } = await ada.call(api.activities.list, {
    ...at(card),
    query: { include: ['work'], limit: 3 },
  });
  assert.deepEqual(
    Object.fromEntries(activities.map(({ type, change: what }) => [type.split('.').at(-1), what])),
    {
      completed: { from: null, to: evidence },
      uncompleted: { from: other, to: null },
      updated: { from: evidence, to: other },
    },
  );
});

test('checks are shown only where work is asked for, on pages of cards, too', async () => {
  const { board, card, check } = await withCheck();
  await change(check, { completed: true, evidence: { link } });
  const { checklists } = await ada.call(api.cards.get, at(card));
  assert.deepEqual(Object.keys(nth(nth(checklists, 0).items, 0)), [
    'publicId',
    'title',
    'completed',
    'index',
  ]);
  const params = { boardPublicId: board };
  const page = await ada.call(api.boards.cards, { params, query: { include: ['work'] } });
  assert.deepEqual(
    nth(page.cards, 0).checklists.flatMap(({ items }) => items),
    await shownOn(card),
  );
  const plain = await ada.call(api.boards.cards, { params, query: {} });
  assert.ok(!JSON.stringify(plain).includes(link));
});

test('400: evidence of an open item, without anything, of another card, or with an address of another kind', async () => {
  const { check, todo } = await withCheck();
  const elsewhere = (await attach(ada, await makeCard(ada, todo))).publicId;
  for (const body of [
    { evidence: { text: 'Soon' } },
    { completed: false, evidence: { text: 'Soon' } },
    { completed: true, evidence: {} },
    { completed: true, evidence: { text: null } },
    { completed: true, evidence: { text: 'a\nb' } },
    { completed: true, evidence: { text: 'a'.repeat(501) } },
    { completed: true, evidence: { link: 'javascript:alert(1)' } },
    { completed: true, evidence: { link: 'https://a b' } },
    { completed: true, evidence: { attachmentPublicId: elsewhere } },
    { completed: true, evidence: { attachmentPublicId: '0123456789abcdef' } },
  ])
    await assert.rejects(change(check, body), { status: 400 }, JSON.stringify(body));
  assert.equal((await get(check)).completed, false);
});

test('a list that refuses open checks takes no card with one: moved, moved in bulk, copied, or from the archive', async () => {
  const { card, check, todo, done } = await withCheck();
  const move = { listPublicId: done };
  await refused(update(card, move));
  const bulk = (type: 'move' | 'duplicate', more = {}) =>
    ada.call(api.cards.bulk, { body: { operations: [{ type, cardPublicId: card, ...move, ...more }] } });
  await refused(bulk('move'));
  await refused(bulk('duplicate', { copyChecklists: true }));
  await refused(ada.call(api.cards.duplicate, { ...at(card), body: { ...move, copyChecklists: true } }), 400);
  await ada.call(api.cards.duplicate, { ...at(card), body: move });
  await ada.call(api.cards.archive, at(card));
  await refused(update(card, move));
  await change(check, { completed: true });
  await update(card, move);
  await change(check, { completed: false });
  await refused(ada.call(api.cards.restore, at(card)));
  await change(check, { completed: true });
  await ada.call(api.cards.restore, at(card));
  await change(check, { completed: false });
  await update(card, { title: 'Stays', index: 0 });
  await update(card, { listPublicId: todo });
  await refused(update(card, move));
  await refuse(done, false);
  await update(card, move);
});

test('a card whose check is opened again there stays, and is not completed', async () => {
  const { card, check, done } = await withCheck();
  await change(check, { completed: true });
  await update(card, { listPublicId: done });
  await change(check, { completed: false });
  await refused(update(card, { completed: true }));
  await refused(update(card, { completed: true, listPublicId: done, index: 0 }));
  const complete = (type: 'change' | 'move') => ({
    type,
    cardPublicId: card,
    completed: true,
    ...(type === 'move' ? { index: 0 } : {}),
  });
  for (const type of ['change', 'move'] as const)
    await refused(ada.call(api.cards.bulk, { body: { operations: [complete(type)] } }));
  await update(card, { title: 'Paint it again' });
  await change(check, { acceptance: false });
  await update(card, { completed: true });
});

test('a card that comes back from the trash is not refused, nor is a template, until it becomes work', async () => {
  const { card, check, done } = await withCheck();
  await change(check, { completed: true });
  await update(card, { listPublicId: done });
  await change(check, { completed: false });
  await ada.call(api.cards.delete, at(card));
  await ada.call(api.cards.restore, at(card));
  const other = await withCheck();
  await update(other.card, { isTemplate: true });
  await update(other.card, { listPublicId: other.done });
  await refused(update(other.card, { isTemplate: false }));
  await refused(
    ada.call(api.cards.duplicate, { ...at(other.card), body: { listPublicId: other.done } }),
    400,
  );
  await change(other.check, { completed: true });
  await update(other.card, { isTemplate: false });
});

test('a check that is opened while its card is moved there: one of the two comes first', async () => {
  for (let round = 0; round < 8; round++) {
    const { card, check, done } = await withCheck();
    await change(check, { completed: true });
    const [opened, moved] = await Promise.allSettled([
      change(check, { completed: false }),
      update(card, { listPublicId: done }),
    ]);
    assert.equal(opened.status, 'fulfilled');
    const { activities } = await ada.call(api.activities.list, { ...at(card), query: { limit: 2 } });
    const isFirst = activities.at(-1)?.type === 'card.updated.list';
    const { list } = await ada.call(api.cards.get, at(card));
    assert.deepEqual([list.publicId === done, moved.status === 'fulfilled'], [isFirst, isFirst]);
  }
});

test('many cards are moved there all or none, and a rule that is refused says why', async () => {
  const { board, card, check, todo, done } = await withCheck();
  const free = await makeCard(ada, todo);
  const operations = [free, card].map((cardPublicId) => ({
    type: 'move' as const,
    cardPublicId,
    listPublicId: done,
  }));
  await refused(ada.call(api.cards.bulk, { body: { operations } }));
  const listOf = async (id: string) => (await ada.call(api.cards.get, at(id))).list.publicId;
  assert.equal(await listOf(free), todo);
  const onBoard = { params: { boardPublicId: board } };
  await ada.call(api.rules.create, {
    ...onBoard,
    body: {
      name: 'To Done',
      when: { type: 'completed' },
      then: [{ type: 'move', listPublicId: done }],
    },
  });
  const runs = async () => {
    await service.jobs.run('rules');
    const found = await ada.call(api.rules.runs, { ...onBoard, query: {} });
    return found.runs.map(({ state, error }) => [state, error]);
  };
  await update(card, { completed: true });
  const [[state, error] = []] = await runs();
  assert.equal(state, 'failed');
  assert.match(error ?? '', /open acceptance checks: Tests pass$/);
  assert.equal(await listOf(card), todo);
  await change(check, { completed: true });
  await ada.call(api.cards.bulk, { body: { operations } });
  assert.deepEqual([await listOf(free), await listOf(card)], [done, done]);
});

test('a refusal names five checks at most, and none to those who may not see cards', async () => {
  const { card, done, checklist } = await made();
  for (let n = 1; n <= 7; n++) await add(checklist, { title: `Check ${n}`, acceptance: true });
  await assert.rejects(update(card, { listPublicId: done }), {
    message: /checks: Check 1, Check 2, Check 3, Check 4, Check 5 and more$/,
  });
});

test('checks are kept by duplicates, copies, moves, exports and imports, and evidence where items stay completed', async () => {
  const { card, board, todo, done, workspace, check } = await withCheck();
  const attachmentPublicId = (await attach(ada, card)).publicId;
  await change(check, { completed: true, evidence: { text: 'Seen', link, attachmentPublicId } });
  const stateOf = async (id: string) =>
    (await shownOn(id)).map(({ acceptance, completed, evidence }) => [acceptance, completed, evidence?.text]);
  const open = [
    [true, false, undefined],
    [false, false, undefined],
  ];
  const kept = [
    [true, true, 'Seen'],
    [false, false, undefined],
  ];
  const twin = await ada.call(api.cards.duplicate, {
    ...at(card),
    body: { listPublicId: todo, copyChecklists: true },
  });
  assert.deepEqual(await stateOf(twin.publicId), open);
  await ada.call(api.cards.delete, at(twin.publicId));
  const firstOn = async (boardId: string) =>
    nth(
      await service.sql<{ id: string }>(`select id from cards where board_id = '${boardId}' order by number`),
      0,
    ).id;
  const refusing = async (boardPublicId: string) =>
    (await ada.call(api.lists.list, { params: { boardPublicId }, query: {} })).map(
      ({ refusesOpenChecks }) => refusesOpenChecks,
    );
  const copy = await ada.call(api.boards.create, {
    params: { workspacePublicId: workspace },
    body: { name: 'Copy', sourceBoardPublicId: board },
  });
  assert.deepEqual(
    [await stateOf(await firstOn(copy.publicId)), await refusing(copy.publicId)],
    [open, [false, true]],
  );
  const file = await download(service, ada, `/boards/${board}/export?format=native`);
  const content = new Uint8Array(await file.clone().arrayBuffer());
  const line = linesIn(await filesIn(file), board).find(({ id }) => id === card);
  const [exported] = (line?.checklists ?? []) as { items: object[] }[];
  assert.partialDeepStrictEqual(exported?.items[0], {
    acceptance: true,
    evidence: { text: 'Seen', link, attachment: attachmentPublicId },
  });
  const { boardPublicId } = await importFile(service, ada, {
    workspacePublicId: workspace,
    format: 'native',
    content,
  });
  const again = await firstOn(boardPublicId ?? '');
  assert.deepEqual([await stateOf(again), await refusing(boardPublicId ?? '')], [kept, [false, true]]);
  assert.deepEqual((await shownOn(again))[0]?.evidence, { text: 'Seen', link, attachmentPublicId: null });
  const body = { targetWorkspacePublicId: await makeWorkspace(ada) };
  await ada.call(api.boards.move, { params: { boardPublicId: board }, body });
  assert.deepEqual([await stateOf(card), await refusing(board)], [kept, [false, true]]);
  await assert.rejects(
    (async () => {
      await change(check, { completed: false });
      await update(card, { listPublicId: done });
    })(),
    { status: 409 },
  );
});
