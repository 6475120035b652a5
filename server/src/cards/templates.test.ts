import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import { day, hour, isoMillis } from '../base/clock.ts';
import { agentOn } from '../testing/agents.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyWithoutLimits } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* Cards that are templates: cards are made from them, and they themselves are not work. */

const service = await testService();
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

const at = (cardPublicId: string) => ({ params: { cardPublicId } });
const update = (card: string, body: BodyOf<typeof api.cards.update>) =>
  ada.call(api.cards.update, { ...at(card), body });
const duplicate = async (card: string, body: BodyOf<typeof api.cards.duplicate>) =>
  (await ada.call(api.cards.duplicate, { ...at(card), body })).publicId;
const read = (card: string) => ada.call(api.cards.get, { ...at(card), query: { include: ['work'] } });

/** A board with a template that has one of everything, and a card. */
async function boardOf() {
  const made = await makeBoard(ada);
  const list = nth(made.lists, 0);
  const member = await addMember(service, made.workspace, bob);
  const template = await makeCard(ada, list, {
    title: 'Bug',
    description: 'What happens?',
    dueDate: isoMillis(service.clock.now() + 25 * hour),
    reminders: [60],
    recurrence: { rule: 'FREQ=WEEKLY', from: 'due', timeZone: 'UTC' },
    cover: { colour: '#0d9488' },
    labelPublicIds: made.labels,
    memberPublicIds: [member],
    isTemplate: true,
  });
  const { publicId } = await ada.call(api.checklists.create, { ...at(template), body: { name: 'Steps' } });
  await ada.call(api.checklists.createItem, {
    params: { checklistPublicId: publicId },
    body: { title: 'Repeat it' },
  });
  await ada.call(api.comments.create, { ...at(template), body: { comment: 'stays behind' } });
  const card = await makeCard(ada, list, { title: 'Work', memberPublicIds: [member] });
  return { ...made, list, member, template, card };
}

test('a card is made a template, and an ordinary card again: tiles, events and the history say so', async () => {
  const { board, card } = await boardOf();
  const tileOf = async () => {
    const { cards } = await ada.call(api.boards.snapshot, { params: { boardPublicId: board } });
    return cards.find(({ publicId }) => publicId === card) ?? {};
  };
  assert.equal('isTemplate' in (await tileOf()), false, 'other tiles stay as they are');
  assert.deepEqual(await service.recorded(() => update(card, { isTemplate: true })), [
    'card.updated.template',
  ]);
  assert.equal(((await tileOf()) as { isTemplate?: boolean }).isTemplate, true);
  assert.deepEqual(await service.recorded(() => update(card, { isTemplate: true })), []);
  const operations = [{ type: 'change' as const, cardPublicId: card, isTemplate: false }];
  await ada.call(api.cards.bulk, { body: { operations } });
  assert.equal('isTemplate' in (await tileOf()), false);
  assert.equal((await read(card)).work?.isTemplate, false);
});

test('a card that is made from a template has everything but its comments and its history', async () => {
  const { template, list, labels, member, lists } = await boardOf();
  const made = await read(await duplicate(template, { listPublicId: nth(lists, 1) }));
  const { work } = made;
  assert.deepEqual(
    [made.title, made.description, made.list.publicId, work?.isTemplate, work?.cover, work?.reminders],
    ['Bug', 'What happens?', nth(lists, 1), false, { colour: '#0d9488' }, [60]],
  );
  assert.equal(work?.recurrence?.rule, 'FREQ=WEEKLY');
  assert.deepEqual(
    [made.labels, made.members].map((all) => all.map(({ publicId }) => publicId)),
    [labels, [member]],
  );
  assert.deepEqual(
    made.checklists.map(({ name, items }) => [name, items.length]),
    [['Steps', 1]],
  );
  assert.deepEqual(
    made.activities.map(({ type }) => type),
    ['card.created'],
  );

  const less = await read(
    await duplicate(template, { listPublicId: list, copyMembers: false, title: 'It hangs' }),
  );
  assert.deepEqual([less.title, less.members.length, less.labels.length], ['It hangs', 0, 2]);

  const operations = [
    { type: 'duplicate' as const, cardPublicId: template, listPublicId: list, isTemplate: true },
  ];
  const { results } = await ada.call(api.cards.bulk, { body: { operations } });
  const again = await read(nth(results, 0).copyPublicId ?? '');
  assert.deepEqual([again.work?.isTemplate, again.labels.length], [true, 2]);

  const ordinary = await read(await duplicate(made.publicId, { listPublicId: list }));
  assert.deepEqual([ordinary.labels, ordinary.members, ordinary.work?.recurrence], [[], [], null]);
});

test('templates are not among the cards of their members, who are not told of their dates', async () => {
  const { template } = await boardOf();
  const mine = async () =>
    (await bob.call(api.cards.mine, {})).cards.filter(({ publicId }) => publicId === template).length;
  const told = async () => {
    await service.jobs.run('alarms');
    const { notifications } = await bob.call(api.notifications.list, {});
    return notifications.filter(({ kind, card }) => kind === 'due-soon' && card?.publicId === template)
      .length;
  };
  service.clock.pass(24.5 * hour);
  assert.deepEqual([await mine(), await told()], [0, 0]);
  await update(template, { isTemplate: false, dueDate: isoMillis(service.clock.now() + day) });
  service.clock.pass(23.5 * hour);
  assert.deepEqual([await mine(), await told()], [1, 1]);
});

test('filters pass templates only if they ask for them; boards without one have them', async () => {
  const { board, list, template, card, labels } = await boardOf();
  const params = { boardPublicId: board };
  const found = async (query: { filter?: string; completed?: boolean; labels?: string[] }) =>
    (await ada.call(api.boards.cards, { params, query })).cards.map(({ publicId }) => publicId);
  assert.deepEqual(await found({}), [template, card]);
  assert.deepEqual(await found({ filter: `list:${list}` }), [card]);
  assert.deepEqual(await found({ filter: '-is:done' }), [card]);
  assert.deepEqual(await found({ filter: 'is:template' }), [template]);
  assert.deepEqual(await found({ filter: 'is:template OR Work' }), [template, card]);
  assert.deepEqual(await found({ filter: '-is:template' }), [card]);
  assert.deepEqual(await found({ filter: 'sort:-number' }), [card, template]);
  assert.deepEqual(await found({ completed: false }), [card]);
  assert.deepEqual(await found({ labels: [nth(labels, 0)] }), []);
});

test('lists do not count templates, and are never too full for them', async () => {
  const { board, list, template } = await boardOf();
  const counts = async () =>
    (await ada.call(api.lists.list, { params: { boardPublicId: board }, query: {} })).map(
      ({ cardCount }) => cardCount,
    );
  assert.deepEqual(await counts(), [1, 0]);
  const limit = { cards: 2, mode: 'refuse' as const };
  await ada.call(api.lists.update, { params: { listPublicId: list }, body: { limit } });
  const second = await duplicate(template, { listPublicId: list });
  await assert.rejects(makeCard(ada, list), { status: 409 });
  await makeCard(ada, list, { isTemplate: true });
  await duplicate(template, { listPublicId: list, isTemplate: true });
  assert.deepEqual(await counts(), [2, 0]);
  await update(second, { isTemplate: true });
  await ada.call(api.cards.archive, at(template));
  assert.deepEqual(await counts(), [1, 0]);
  await makeCard(ada, list);
});

test('a template in a full list that refuses cards does not become an ordinary card there', async () => {
  const { list, lists, template } = await boardOf();
  const limit = { cards: 1, mode: 'refuse' as const };
  await ada.call(api.lists.update, { params: { listPublicId: list }, body: { limit } });
  const operations = [{ type: 'change' as const, cardPublicId: template, isTemplate: false }];
  const inBulk = () => ada.call(api.cards.bulk, { body: { operations } });
  await assert.rejects(update(template, { isTemplate: false }), { status: 409 });
  await assert.rejects(inBulk(), { status: 409 });
  assert.equal((await read(template)).work?.isTemplate, true);
  const other = await duplicate(template, { listPublicId: nth(lists, 1), isTemplate: true });
  await update(other, { isTemplate: false, completed: true });
  await update(template, { isTemplate: false, listPublicId: nth(lists, 1) });
  await update(template, { isTemplate: true, listPublicId: list });
  await ada.call(api.lists.update, { params: { listPublicId: list }, body: { limit: null } });
  await inBulk();
  assert.equal((await read(template)).work?.isTemplate, false);
});

test('a template is not done by its list, has no next card, blocks nothing and is no child', async () => {
  const { lists, template, card } = await boardOf();
  const [list, done] = [nth(lists, 0), nth(lists, 1)];
  await ada.call(api.lists.update, { params: { listPublicId: done }, body: { completes: true } });
  await update(template, { listPublicId: done });
  assert.equal((await read(template)).work?.completedAt, null);
  const made = await read(await makeCard(ada, done, { isTemplate: true }));
  assert.equal(made.work?.completedAt, null);
  await update(template, { listPublicId: list });

  await ada.call(api.relations.create, { ...at(template), body: { type: 'blocks', cardPublicId: card } });
  await ada.call(api.relations.create, { ...at(template), body: { type: 'parent', cardPublicId: card } });
  const facts = async () => {
    const { work } = await read(card);
    return [work?.blocked, work?.children.total];
  };
  assert.deepEqual(await facts(), [false, 0]);
  await update(template, { isTemplate: false });
  assert.deepEqual(await facts(), [true, 1]);
  await update(template, { isTemplate: true });

  const before = (await ada.call(api.boards.cardsOfList, { params: { listPublicId: list }, query: {} })).cards
    .length;
  await update(template, { completed: true });
  const after = (await ada.call(api.boards.cardsOfList, { params: { listPublicId: list }, query: {} })).cards
    .length;
  assert.equal(after, before);
});

test('agents are told which cards are templates', async () => {
  const { board, template, card } = await boardOf();
  const { key } = await keyWithoutLimits(service, ada);
  const agent = await agentOn(service.address, key, { transport: 'http', mode: 'auto' });
  interface Told {
    cards: { cards: { id: string; template?: boolean }[] }[];
  }
  const { cards: lists } = await agent.call<Told>('read_board', { board });
  assert.deepEqual(
    lists.flatMap(({ cards }) => cards.map((each) => [each.id, each.template])),
    [
      [template, true],
      [card, undefined],
    ],
  );
  const read = await agent.call<{ template?: boolean }>('read_card', { card: template });
  assert.equal(read.template, true);
  await agent.close();
});
