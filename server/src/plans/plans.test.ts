import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { BodyOf } from '../../../contract/operation.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';

const database = await testDatabase();
const service = await testService({}, {}, database);
const nodes = engine === 'postgres' ? [service, await testService({}, {}, database)] : [service];
after(() => database.remove());
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

type Cards = BodyOf<typeof api.plans.create>['cards'];

const plan = (boardPublicId: string, cards: Cards, by: Pick<Person, 'call'> = ada) =>
  by.call(api.plans.create, { params: { boardPublicId }, body: { cards } });

const refused = async (status: 400 | 403 | 409, board: string, cards: Cards, by: Person = ada) => {
  const params = { boardPublicId: board };
  const { issues } = await by.refused(status, api.plans.create, { params, body: { cards } });
  return issues.map(({ message }) => message).join('; ');
};

const read = (boardPublicId: string) => ada.call(api.boards.get, { params: { boardPublicId } });

const titlesOn = async (board: string) =>
  (await read(board)).lists.flatMap(({ name, cards }) => cards.map(({ title }) => `${name}: ${title}`));

const workOf = (params: { cardPublicId: string }) => ada.call(api.cards.content, { params });

const relationsOf = async (cardPublicId: string) =>
  (await ada.call(api.relations.list, { params: { cardPublicId } })).relations
    .map(({ type, card }) => `${type} ${card.title}`)
    .toSorted();

const countOf = async (table: string) =>
  Number((await service.sql<{ count: number }>(`select count(*) as count from ${table}`))[0]?.count);

test('a plan creates its cards with all that is on them, in order, at the ends of their lists', async () => {
  const { workspace, board, lists, labels } = await makeBoard(ada);
  const member = await addMember(service, workspace, bob);
  const field = await ada.call(api.fields.create, {
    params: { boardPublicId: board },
    body: { name: 'Cost', type: 'number' },
  });
  await makeCard(ada, nth(lists, 0), { title: 'Before' });
  const { cards, labels: made } = await plan(board, [
    {
      key: 'ui',
      title: 'Page',
      description: 'With **words**',
      list: 'to do',
      labels: ['urgent', nth(labels, 1), 'New'],
      memberPublicIds: [member],
      startDate: '2026-03-01',
      dueDate: '2026-03-05T09:00:00Z',
      fields: { Cost: 12 },
      items: [
        { title: 'First' },
        { title: 'Second', acceptance: true },
        { title: 'Else', checklist: 'More' },
      ],
      relations: [{ type: 'blocked-by', card: 'api' }],
    },
    { title: 'Done', list: nth(lists, 1), labels: ['new'] },
    { key: 'api', title: 'Service', relations: [{ type: 'parent', card: 'ui' }] },
  ]);
  assert.deepEqual(await titlesOn(board), ['To do: Before', 'To do: Page', 'To do: Service', 'Done: Done']);
  assert.deepEqual(
    cards.map(({ key, cardNumber }) => [key, cardNumber]),
    [
      ['ui', 2],
      [null, 3],
      ['api', 4],
    ],
  );
  assert.deepEqual(
    made.map(({ name }) => name),
    ['New'],
  );
  const params = { cardPublicId: nth(cards, 0).publicId };
  const card = await ada.call(api.cards.get, { params, query: { include: ['work'] } });
  assert.deepEqual(
    card.labels.map(({ name }) => name),
    ['Urgent', 'Later', 'New'],
  );
  assert.deepEqual(
    card.checklists.map(({ name, items }) => [name, items.map((item) => [item.title, item.acceptance])]),
    [
      [
        'Checklist',
        [
          ['First', false],
          ['Second', true],
        ],
      ],
      ['More', [['Else', false]]],
    ],
  );
  assert.deepEqual([card.description, card.members.length, card.createdBy], ['With **words**', 1, ada.id]);
  const { fields, startDate } = await workOf(params);
  assert.deepEqual([card.dueDate, startDate], ['2026-03-05T09:00:00.000Z', '2026-03-01T00:00:00.000Z']);
  assert.deepEqual(fields, { [field.publicId]: 12 });
  assert.deepEqual(
    card.activities.map(({ type, toTitle, toList }) => [type, toTitle, toList?.name]),
    [['card.created', 'Page', 'To do']],
  );
  assert.deepEqual(await relationsOf(params.cardPublicId), ['blocked-by Service', 'child Service']);
  await assertConsistent(service);
});

test('a plan relates its cards to others, whose histories tell of it', async () => {
  const { board, lists } = await makeBoard(ada);
  const other = await makeCard(ada, nth(lists, 0), { title: 'Other' });
  const { cardPrefix } = (await read(board)).workspace;
  const { cards } = await plan(board, [
    {
      title: 'New',
      relations: [
        { type: 'blocked-by', card: `${cardPrefix.toLowerCase()}-1` },
        { type: 'child', card: other },
      ],
    },
  ]);
  assert.deepEqual(await relationsOf(nth(cards, 0).publicId), ['blocked-by Other', 'child Other']);
  const { activities } = await ada.call(api.cards.get, { params: { cardPublicId: other } });
  assert.equal(activities.filter(({ type }) => type === 'card.updated.relation.added').length, 2);
  const key = await keyOf(service, ada, ['card:view', 'card:create']);
  const related: Cards = [{ title: 'x', relations: [{ type: 'relates', card: other }] }];
  await key.refused(403, api.plans.create, { params: { boardPublicId: board }, body: { cards: related } });
  await assertConsistent(service);
});

test('what is wrong is named with its place, and nothing is stored', async () => {
  const { board, lists } = await makeBoard(ada);
  const elsewhere = await makeBoard(ada);
  const far = await makeCard(ada, nth(elsewhere.lists, 0));
  const tables = ['cards', 'labels', 'card_relations', 'activities', 'checklist_items'];
  const before = await Promise.all(tables.map(countOf));
  const ok = { key: 'ok', title: 'Ok', labels: ['Made'], items: [{ title: 'Item' }] };
  const cases: [Cards, RegExp][] = [
    [[ok, { title: 'x', list: 'Nowhere' }], /^body\/cards\/1\/list is not a list of the board/],
    [[ok, { title: 'x', list: nth(elsewhere.lists, 0) }], /^body\/cards\/1\/list is not a list of the board/],
    [[ok, { key: 'ok', title: 'x' }], /^body\/cards\/1\/key is the key of another card/],
    [
      [ok, { title: 'x', relations: [{ type: 'relates', card: 'no' }] }],
      /^body\/cards\/1\/relations\/0\/card is neither/,
    ],
    [
      [ok, { title: 'x', relations: [{ type: 'relates', card: far }] }],
      /^body\/cards\/1\/relations\/0\/card is neither/,
    ],
    [[ok, { title: 'x', memberPublicIds: ['0'.repeat(16)] }], /^body\/cards\/1\/memberPublicIds/],
    [[ok, { title: 'x', fields: { Nothing: 1 } }], /^body\/cards\/1\/fields/],
    [[ok, { title: 'x', startDate: '2026-03-02', dueDate: '2026-03-01' }], /^body\/cards\/1\/startDate/],
    [[ok, { title: ' ' }], /^body\/cards\/1\/title/],
    [
      [{ key: 'a', title: 'x', relations: [{ type: 'relates', card: 'a' }] }],
      /^body\/cards\/0\/relations\/0\/card is the card itself/,
    ],
  ];
  for (const [cards, expected] of cases) assert.match(await refused(400, board, cards), expected);
  assert.deepEqual(await Promise.all(tables.map(countOf)), before);
  assert.deepEqual(await titlesOn(board), []);
  assert.equal(nth(lists, 0).length, 16);
});

test('circles and second parents are refused, by whichever way they close', async () => {
  const { board, lists } = await makeBoard(ada);
  const circle = /^body\/cards\/\d\/relations\/\d\/card: the cards would be in a circle/;
  for (const [type, back] of [
    ['blocks', 'blocks'],
    ['blocked-by', 'blocked-by'],
    ['parent', 'parent'],
    ['child', 'child'],
  ] as const) {
    const cards: Cards = [
      { key: 'a', title: 'a', relations: [{ type, card: 'b' }] },
      { key: 'b', title: 'b', relations: [{ type, card: 'c' }] },
      { key: 'c', title: 'c', relations: [{ type: back, card: 'a' }] },
    ];
    assert.match(await refused(409, board, cards), circle);
  }
  const [first, last] = [await makeCard(ada, nth(lists, 0)), await makeCard(ada, nth(lists, 0))];
  await ada.call(api.relations.create, {
    params: { cardPublicId: first },
    body: { type: 'blocks', cardPublicId: last },
  });
  const around: Cards = [
    {
      title: 'x',
      relations: [
        { type: 'blocks', card: first },
        { type: 'blocked-by', card: last },
      ],
    },
  ];
  assert.match(await refused(409, board, around), circle);
  const parents: Cards = [
    { key: 'p', title: 'p' },
    { key: 'q', title: 'q', relations: [{ type: 'child', card: 'c' }] },
    { key: 'c', title: 'c', relations: [{ type: 'parent', card: 'p' }] },
  ];
  assert.match(await refused(409, board, parents), /relations\/0\/card: the card has a parent already/);
  await plan(board, [{ title: 'Parent', relations: [{ type: 'child', card: first }] }]);
  assert.match(
    await refused(409, board, [{ title: 'Other', relations: [{ type: 'child', card: first }] }]),
    /has a parent already/,
  );
  await assertConsistent(service);
});

test('lists that refuse cards refuse those of plans', async () => {
  const { board, lists } = await makeBoard(ada);
  const set = (body: BodyOf<typeof api.lists.update>) =>
    ada.call(api.lists.update, { params: { listPublicId: nth(lists, 1) }, body });
  await set({ limit: { cards: 2, mode: 'refuse' } });
  const three: Cards = ['a', 'b', 'c'].map((title) => ({ title, list: 'Done' }));
  assert.match(await refused(409, board, three), /as many cards as it may: 2/);
  await set({ limit: null, refusesOpenChecks: true });
  const checked: Cards = [{ title: 'x', list: 'Done', items: [{ title: 'Proof', acceptance: true }] }];
  assert.match(await refused(409, board, checked), /open acceptance checks: Proof/);
  await set({ completes: true });
  const { cards } = await plan(board, [{ title: 'x', list: 'Done', items: [{ title: 'No check' }] }]);
  const params = { cardPublicId: nth(cards, 0).publicId };
  assert.notEqual((await workOf(params)).completedAt, null);
});

test('who may not make labels is told which there are not', async () => {
  const { workspace, board } = await makeBoard(ada);
  await addMember(service, workspace, bob, { revoked: ['board:edit'] });
  const cards: Cards = [{ title: 'x', labels: ['Urgent', 'One', 'Two', 'one'] }];
  assert.match(await refused(403, board, cards, bob), /no labels called One, Two, /);
  await plan(board, [{ title: 'x', labels: ['Urgent'] }], bob);
});

test('a key reaches only its board, and needs to be allowed to create cards', async () => {
  const { workspace, board } = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace });
  const cards: Cards = [{ title: 'x' }];
  const limits = { workspacePublicId: workspace, boardPublicIds: [board] };
  const limited = async (permissions: Permission[]) => {
    const body = { name: 'a key', ...limits, permissions };
    return service.caller((await ada.call(api.users.createApiKey, { body })).key);
  };
  const ofBoard = await limited(['card:create']);
  await plan(board, cards, ofBoard);
  const body = { cards };
  await ofBoard.refused(404, api.plans.create, { params: { boardPublicId: other.board }, body });
  const reading = await limited(['board:view', 'card:view', 'list:view']);
  await reading.refused(403, api.plans.create, { params: { boardPublicId: board }, body });
});

test('a large plan takes as many statements as a small one', async () => {
  const { board } = await makeBoard(ada);
  const large = (count: number): Cards =>
    Array.from({ length: count }, (_, n) => ({
      key: `k${n}`,
      title: `Card ${n}`,
      labels: [`Label ${n % 3}`],
      list: n % 2 === 0 ? 'To do' : 'Done',
      items: [{ title: 'One' }, { title: 'Two', acceptance: true }],
      relations: n === 0 ? [] : [{ type: 'blocked-by', card: `k${n - 1}` }],
    }));
  await plan(board, large(3));
  const few = await statementsOf(service, () => plan(board, large(3)));
  assert.equal(await statementsOf(service, () => plan(board, large(100))), few);
  await assertConsistent(service);
});

test('a plan that is sent again under its key is made once', async () => {
  const { board } = await makeBoard(ada);
  const send = async () => {
    const reply = await service.raw(`/boards/${board}/plans`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ada.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      body: JSON.stringify({ cards: [{ title: 'Once' }, { title: 'Twice' }] }),
    });
    return reply.json();
  };
  const [first, second] = [await send(), await send()];
  assert.deepEqual(second, first);
  assert.deepEqual(await titlesOn(board), ['To do: Once', 'To do: Twice']);
});

test('streams and webhooks are told of each card', async () => {
  const { board, workspace } = await makeBoard(ada);
  await service.sql(`insert into webhooks (workspace_id, id, name, url, secret_sealed, events, active, created_at)
    values ('${workspace}', 'webhook-${workspace}', 'all', 'https://192.0.2.1/', '', '["*"]', 1, 1)`);
  const types = await service.recorded(() => plan(board, [{ title: 'a', labels: ['New'] }, { title: 'b' }]));
  assert.deepEqual(types.toSorted(), ['card.created', 'card.created', 'label.created']);
  const told = await service.sql<{ body: string }>(
    `select body from webhook_events where workspace_id = '${workspace}' order by id`,
  );
  const titles = told.map(({ body }) => JSON.parse(body) as { data: { card?: { title: string } } });
  assert.deepEqual(
    titles.flatMap(({ data }) => data.card?.title ?? []),
    ['a', 'b'],
  );
});

test('plans that are made at once, on several nodes, give no number and no place twice', async () => {
  const { board, lists, workspace } = await makeBoard(ada);
  const other = await makeCard(ada, nth(lists, 0), { title: 'Other' });
  const cards = (n: number): Cards => [
    { key: 'a', title: `a${n}`, labels: ['Shared'], relations: [{ type: 'blocks', card: 'b' }] },
    { key: 'b', title: `b${n}`, list: 'Done', relations: [{ type: 'relates', card: other }] },
    { title: `c${n}`, items: [{ title: 'Item' }] },
  ];
  const all = Array.from({ length: 12 }, (_, n) => [
    plan(board, cards(n), nth(nodes, n % nodes.length).caller(ada.token)),
    makeCard(ada, nth(lists, n % 2), { title: `d${n}` }),
    ada.call(api.cards.update, {
      params: { cardPublicId: other },
      body: { listPublicId: nth(lists, n % 2), index: 0 },
    }),
  ]);
  await Promise.all(all.flat());
  const titles = await titlesOn(board);
  assert.equal(new Set(titles).size, 1 + 12 * 4);
  assert.equal((await relationsOf(other)).length, 12);
  const [numbers] = await service.sql<{ count: number; different: number }>(
    `select count(*) as count, count(distinct number) as different from cards where workspace_id = '${workspace}'`,
  );
  assert.deepEqual(numbers, { count: 49, different: 49 });
  const { labels } = await read(board);
  assert.equal(labels.filter(({ name }) => name === 'Shared').length, 1);
  await assertConsistent(service);
});
