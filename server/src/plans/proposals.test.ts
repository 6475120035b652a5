import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { caps } from '../../../contract/caps.ts';
import { keyRights } from '../../../contract/key-rights.ts';
import type { BodyOf, QueryOf } from '../../../contract/operation.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { day } from '../base/clock.ts';
import { assertConsistent } from '../testing/consistency.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';
import { statementsOf } from '../testing/statements.ts';
import { forgetProposals } from './jobs.ts';

const database = await testDatabase();
const service = await testService({}, {}, database);
const nodes = engine === 'postgres' ? [service, await testService({}, {}, database)] : [service];
after(() => database.remove());
const ada = await service.signUp('ada');
const bob = await service.signUp('bob');

type Cards = BodyOf<typeof api.plans.create>['cards'];
type Accepted = BodyOf<typeof api.proposals.accept>['cards'];
type Calling = Pick<Person, 'call' | 'refused'>;

const proposer = (person: Person = ada) => keyOf(service, person, [...keyRights.propose]);

/** Proposes cards; returns their ids. */
async function propose(board: string, cards: Cards, by: Pick<Person, 'call'> = ada) {
  const body = { cards, propose: true };
  const { proposed } = await by.call(api.plans.create, { params: { boardPublicId: board }, body });
  assert.ok(proposed);
  return { plan: proposed.planPublicId, ids: proposed.cards.map(({ proposalPublicId }) => proposalPublicId) };
}

const accept = (board: string, cards: Accepted, by: Pick<Person, 'call'> = ada) =>
  by.call(api.proposals.accept, { params: { boardPublicId: board }, body: { cards } });

const all = (ids: readonly string[]): Accepted => ids.map((proposalPublicId) => ({ proposalPublicId }));

const discard = (board: string, proposalPublicIds: string[], by: Pick<Person, 'call'> = ada) =>
  by.call(api.proposals.discard, { params: { boardPublicId: board }, body: { proposalPublicIds } });

const list = async (
  board: string,
  query: QueryOf<typeof api.proposals.list> = {},
  by: Pick<Person, 'call'> = ada,
) => (await by.call(api.proposals.list, { params: { boardPublicId: board }, query })).proposals;

async function notAccepted(status: 400 | 403 | 404 | 409, board: string, cards: Accepted, by: Calling = ada) {
  const input = { params: { boardPublicId: board }, body: { cards } };
  const { issues } = await by.refused(status, api.proposals.accept, input);
  return issues.map(({ message }) => message).join('; ');
}

async function titlesOn(board: string) {
  const { lists } = await ada.call(api.boards.get, { params: { boardPublicId: board } });
  return lists.flatMap(({ name, cards }) => cards.map(({ title }) => `${name}: ${title}`));
}

const relationsOf = async (cardPublicId: string) =>
  (await ada.call(api.relations.list, { params: { cardPublicId } })).relations
    .map(({ type, card }) => `${type} ${card.title}`)
    .toSorted();

test('a key that may only propose changes nothing on the board, and learns what became of it', async () => {
  const { board, lists, labels } = await makeBoard(ada);
  const key = await proposer();
  const params = { boardPublicId: board };
  const cards: Cards = [
    { key: 'a', title: 'First', list: 'done', labels: ['Urgent', 'New'], items: [{ title: 'Check' }] },
    { title: 'Second', relations: [{ type: 'blocked-by', card: 'a' }] },
  ];
  const reply = await key.call(api.plans.create, { params, body: { cards } });
  assert.deepEqual([reply.cards, reply.labels], [[], []]);
  assert.deepEqual(
    reply.proposed?.cards.map((each) => each.key),
    ['a', null],
  );
  assert.deepEqual(await titlesOn(board), []);
  const { labels: there } = await ada.call(api.boards.get, { params });
  assert.equal(there.length, labels.length);
  const [first, second] = await list(board, {}, key);
  assert.ok(first && second);
  assert.deepEqual(first.card, { ...cards[0], list: nth(lists, 1) });
  assert.deepEqual(second.card.relations, [{ type: 'blocked-by', card: first.publicId }]);
  assert.deepEqual(
    [first.state, first.proposedBy.id, first.apiKey?.name, first.cardPublicId],
    ['open', ada.id, 'a key', null],
  );
  const made = await accept(board, all([first.publicId]));
  await discard(board, [second.publicId]);
  assert.deepEqual(await titlesOn(board), ['Done: First']);
  assert.deepEqual(await list(board, {}, key), []);
  assert.deepEqual(
    (await list(board, { planPublicId: first.planPublicId }, key)).map((each) => [
      each.state,
      each.cardPublicId,
      each.decidedBy?.id,
    ]),
    [
      ['accepted', nth(made.cards, 0).publicId, ada.id],
      ['discarded', null, ada.id],
    ],
  );
  assert.deepEqual(
    made.labels.map(({ name }) => name),
    ['New'],
  );
  await assertConsistent(service);
});

test('the history of an accepted card says who proposed it, and who accepted it', async () => {
  const { workspace, board } = await makeBoard(ada);
  await addMember(service, workspace, bob);
  const { ids } = await propose(board, [{ title: 'x' }], await proposer(bob));
  const { cards } = await accept(board, all(ids));
  const params = { cardPublicId: nth(cards, 0).publicId };
  const query = { order: 'asc', include: ['apiKey'] } as const;
  const { activities } = await ada.call(api.activities.list, {
    params,
    query: { ...query, include: ['apiKey'] },
  });
  assert.deepEqual(
    activities.map(({ type, user, apiKey }) => [type, user.id, apiKey?.name]),
    [
      ['card.proposed', bob.id, 'a key'],
      ['card.created', ada.id, undefined],
    ],
  );
  assert.equal((await ada.call(api.cards.get, { params })).createdBy, ada.id);
});

test('cards are accepted as they were proposed, or with what is given instead', async () => {
  const { board, lists } = await makeBoard(ada);
  const { ids, plan } = await propose(board, [
    { title: 'Old', description: 'Text', labels: ['Urgent'], items: [{ title: 'Item' }] },
  ]);
  const given = { title: 'New', list: nth(lists, 1), labels: [] };
  const { cards } = await accept(board, [{ proposalPublicId: nth(ids, 0), ...given }]);
  const card = await ada.call(api.cards.get, { params: { cardPublicId: nth(cards, 0).publicId } });
  assert.deepEqual(
    [card.title, card.description, card.list.name, card.labels, card.checklists.length],
    ['New', 'Text', 'Done', [], 1],
  );
  assert.equal(nth(await list(board, { planPublicId: plan }), 0).card.title, 'New');
});

test('relations are made as soon as both cards are there, in whatever order they are accepted', async () => {
  const { board, lists } = await makeBoard(ada);
  const other = await makeCard(ada, nth(lists, 0), { title: 'Other' });
  const cards: Cards = [
    {
      key: 'a',
      title: 'A',
      relations: [
        { type: 'blocks', card: 'b' },
        { type: 'relates', card: other },
      ],
    },
    { key: 'b', title: 'B', relations: [{ type: 'child', card: 'c' }] },
    { key: 'c', title: 'C' },
  ];
  const expected = [['blocks B', 'relates Other'], ['blocked-by A', 'child C'], ['parent B']];
  for (const order of [[[0], [1], [2]], [[2], [1], [0]], [[2, 0], [1]], [[0, 1, 2]]]) {
    const { ids } = await propose(board, cards);
    const made: string[] = [];
    for (const places of order) {
      const { cards: those } = await accept(board, all(places.map((place) => nth(ids, place))));
      for (const [index, place] of places.entries()) made[place] = nth(those, index).publicId;
    }
    assert.deepEqual(await Promise.all(made.map(relationsOf)), expected, JSON.stringify(order));
  }
  await assertConsistent(service);
});

test('what an accepted card was not to be related to any more is not brought back by the other', async () => {
  const { board } = await makeBoard(ada);
  const cards: Cards = [
    { key: 'a', title: 'A', relations: [{ type: 'blocks', card: 'b' }] },
    { key: 'b', title: 'B' },
  ];
  const { ids } = await propose(board, cards);
  const first = await accept(board, [{ proposalPublicId: nth(ids, 0), relations: [] }]);
  await accept(board, all([nth(ids, 1)]));
  assert.deepEqual(await relationsOf(nth(first.cards, 0).publicId), []);
});

test('relations to cards that are gone are left out, and the reply says how many', async () => {
  const { board, lists } = await makeBoard(ada);
  const other = await makeCard(ada, nth(lists, 0));
  const { ids } = await propose(board, [
    { key: 'a', title: 'A', relations: [{ type: 'blocks', card: other }] },
    { title: 'B', relations: [{ type: 'blocks', card: 'a' }] },
  ]);
  await ada.call(api.cards.delete, { params: { cardPublicId: other } });
  const first = await accept(board, all([nth(ids, 0)]));
  assert.equal(first.relationsLeftOut, 1);
  await ada.call(api.cards.delete, { params: { cardPublicId: nth(first.cards, 0).publicId } });
  const second = await accept(board, all([nth(ids, 1)]));
  assert.deepEqual([second.relationsLeftOut, await relationsOf(nth(second.cards, 0).publicId)], [1, []]);
});

test('a proposal is decided about once, by whoever comes first, on several nodes', async () => {
  const { workspace, board } = await makeBoard(ada);
  await addMember(service, workspace, bob);
  const { ids } = await propose(board, [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }]);
  const people = nodes.flatMap((node) => [node.caller(ada.token), node.caller(bob.token)]);
  const outcomes = await Promise.allSettled(
    people.flatMap((person) => [accept(board, all(ids), person), discard(board, [...ids], person)]),
  );
  const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
  const states = new Set((await list(board, { state: 'accepted' })).map(({ state }) => state));
  if (states.has('accepted')) assert.equal(done, 1);
  assert.equal((await titlesOn(board)).length, states.has('accepted') ? 3 : 0);
  const now = states.has('accepted') ? /^Accepted by (ada|bob)/i : /^Discarded by (ada|bob)/i;
  assert.match(await notAccepted(409, board, all(ids)), now);
  await assertConsistent(service);
});

test('what is wrong with a plan is said when it is proposed', async () => {
  const { board } = await makeBoard(ada);
  const key = await proposer();
  const cases: [Cards, 400 | 409, RegExp][] = [
    [[{ title: 'x', list: 'Nowhere' }], 400, /^body\/cards\/0\/list is not a list/],
    [[{ title: 'x', relations: [{ type: 'blocks', card: 'no' }] }], 400, /relations\/0\/card is neither/],
    [[{ title: 'x', fields: { Nothing: 1 } }], 400, /^body\/cards\/0\/fields/],
    [[{ title: 'x', memberPublicIds: ['0'.repeat(16)] }], 400, /^body\/cards\/0\/memberPublicIds/],
    [[{ key: 'a', title: 'x', relations: [{ type: 'blocks', card: 'a' }] }], 400, /is the card itself/],
    [
      [
        { key: 'a', title: 'x', relations: [{ type: 'blocks', card: 'b' }] },
        { key: 'b', title: 'y', relations: [{ type: 'blocks', card: 'a' }] },
      ],
      409,
      /would be in a circle/,
    ],
  ];
  for (const [cards, status, expected] of cases) {
    const input = { params: { boardPublicId: board }, body: { cards } };
    const { issues } = await key.refused(status, api.plans.create, input);
    assert.match(issues.map(({ message }) => message).join('; '), expected);
  }
  assert.deepEqual(await list(board), []);
});

test('what has gone since is named, and somebody chooses something else', async () => {
  const { board, lists } = await makeBoard(ada);
  const { ids } = await propose(board, [{ title: 'x', list: 'Done' }]);
  await ada.call(api.lists.delete, { params: { listPublicId: nth(lists, 1) } });
  assert.match(await notAccepted(400, board, all(ids)), /^body\/cards\/0\/list is not a list of the board/);
  assert.equal((await list(board)).length, 1);
  await accept(board, [{ proposalPublicId: nth(ids, 0), list: 'To do' }]);
  assert.deepEqual(await titlesOn(board), ['To do: x']);
});

test('proposals of another board, of other plans, and twice the same are refused', async () => {
  const { workspace, board } = await makeBoard(ada);
  const other = await makeBoard(ada, { workspace });
  const { ids } = await propose(board, [{ title: 'x' }]);
  const { ids: more } = await propose(board, [{ title: 'y' }]);
  assert.match(
    await notAccepted(400, other.board, all(ids)),
    /proposalPublicId is not a card that is proposed/,
  );
  assert.match(await notAccepted(400, board, all([...ids, ...more])), /must be of one plan/);
  assert.match(await notAccepted(400, board, all([...ids, ...ids])), /cards\/1\/proposalPublicId/);
  const body = { proposalPublicIds: ids };
  await ada.refused(400, api.proposals.discard, { params: { boardPublicId: other.board }, body });
  const plan = nth(await list(board), 0).planPublicId;
  assert.deepEqual(await list(other.board, { planPublicId: plan }), []);
  assert.deepEqual(await titlesOn(board), []);
});

test('accepting takes what creating takes, from whoever accepts', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const other = await makeCard(ada, nth(lists, 0));
  await addMember(service, workspace, bob, { revoked: ['board:edit'] });
  const { ids: labelled } = await propose(board, [{ title: 'x', labels: ['Missing'] }]);
  assert.match(await notAccepted(403, board, all(labelled), bob), /no labels called Missing/);
  const { ids: related } = await propose(board, [
    { title: 'x', relations: [{ type: 'blocks', card: other }] },
  ]);
  const limited = await keyOf(service, ada, ['card:view', 'card:create']);
  assert.match(await notAccepted(403, board, all(related), limited), /card:edit/);
  for (const permissions of [keyRights.comment, keyRights.propose]) {
    const key = await keyOf(service, ada, [...permissions]);
    assert.match(await notAccepted(403, board, all(related), key), /card:create/);
  }
});

test('a key withdraws what it has proposed, and nothing else', async () => {
  const { board } = await makeBoard(ada);
  const [key, another] = [await proposer(), await proposer()];
  const { ids } = await propose(board, [{ title: 'x' }], key);
  const { ids: mine } = await propose(board, [{ title: 'y' }]);
  const input = (proposalPublicIds: string[]) => {
    return { params: { boardPublicId: board }, body: { proposalPublicIds } };
  };
  await another.refused(403, api.proposals.discard, input(ids));
  await key.refused(403, api.proposals.discard, input([...ids, ...mine]));
  await discard(board, ids, key);
  await discard(board, ids, key);
  assert.deepEqual(
    (await list(board)).map(({ card }) => card.title),
    ['y'],
  );
  await accept(board, all(mine));
  assert.match(
    (await ada.refused(409, api.proposals.discard, input(mine))).issues.map(({ message }) => message).join(),
    /^Accepted by/,
  );
});

test('rights are those of the moment: who loses them neither proposes nor accepts nor reads', async () => {
  const { workspace, board } = await makeBoard(ada);
  const params = { boardPublicId: board };
  const member = await addMember(service, workspace, bob);
  const key = await proposer(bob);
  const { ids } = await propose(board, [{ title: 'x' }], key);
  const revoke = (permission: Permission) =>
    ada.call(api.members.revoke, {
      params: { workspacePublicId: workspace, memberPublicId: member },
      body: { permission },
    });
  await revoke('card:create');
  assert.match(await notAccepted(403, board, all(ids), bob), /card:create/);
  await revoke('card:propose');
  await key.refused(403, api.plans.create, { params, body: { cards: [{ title: 'y' }] } });
  await revoke('card:view');
  await bob.refused(403, api.proposals.list, { params });
  await ada.call(api.boards.update, { params, body: { access: 'members' } });
  await bob.refused(404, api.proposals.list, { params });
  await notAccepted(404, board, all(ids), bob);
  await service.sql(
    `update members set status = 'removed' where workspace_id = '${workspace}' and id = '${member}'`,
  );
  const [left] = await list(board);
  assert.equal(left?.proposedBy.id, bob.id);
  assert.equal((await accept(board, all(ids))).cards.length, 1);
});

test('a board holds a bounded number of proposals, and forgets them after ninety days', async () => {
  const { board } = await makeBoard(ada);
  const hundred: Cards = Array.from({ length: 100 }, (_, n) => ({ title: `Card ${n}` }));
  for (let n = 0; n < caps.openProposalsOfBoard / 100; n++) await propose(board, hundred);
  const body = { cards: [{ title: 'one more' }], propose: true };
  const { issues } = await ada.refused(409, api.plans.create, { params: { boardPublicId: board }, body });
  assert.match(nth(issues, 0).message, /500 cards that are proposed/);
  const page = await ada.call(api.proposals.list, { params: { boardPublicId: board }, query: { limit: 60 } });
  assert.deepEqual(
    [page.proposals.length, page.proposals[59]?.card.title, page.hasMore],
    [60, 'Card 59', true],
  );
  const next = await list(board, { limit: 60, cursor: page.nextCursor ?? '' });
  assert.deepEqual([next[0]?.card.title, next[40]?.card.title], ['Card 60', 'Card 0']);
  await service.sql(`update proposals set created_at = created_at - ${91 * day} where board_id = '${board}'`);
  await forgetProposals(service);
  assert.deepEqual(await list(board), []);
});

test('a plan with large texts is read in pages, whole', async () => {
  const { board } = await makeBoard(ada);
  const cards: Cards = Array.from({ length: 60 }, (_, n) => ({
    title: `${n}`,
    description: 'ö'.repeat(3000),
    items: Array.from({ length: 10 }, () => ({ title: '“\\'.repeat(100) })),
  }));
  await propose(board, cards);
  const shown = await list(board, { limit: 100 });
  assert.deepEqual(
    shown.map(({ card }) => card),
    cards,
  );
});

test('streams hear of plans where cards may be viewed, and webhooks of the cards once they are there', async () => {
  const { board } = await makeBoard(ada);
  let ids: string[] = [];
  const proposing = await service.recorded(async () => {
    ({ ids } = await propose(board, [{ title: 'a' }, { title: 'b' }]));
  });
  assert.deepEqual(proposing, ['plan.proposed']);
  assert.deepEqual(await service.recorded(() => accept(board, all([nth(ids, 0)]))), [
    'card.created',
    'plan.accepted',
  ]);
  assert.deepEqual(await service.recorded(() => discard(board, [nth(ids, 1)])), ['plan.discarded']);
});

test('whoever runs the program that proposes is told, and who watches the board', async () => {
  const { workspace, board } = await makeBoard(ada);
  await addMember(service, workspace, bob);
  await bob.call(api.notifications.watchBoard, { params: { boardPublicId: board } });
  await propose(board, [{ title: 'x' }, { title: 'y' }], await proposer());
  for (const person of [ada, bob]) {
    const query = { kind: 'proposed', workspacePublicId: workspace } as const;
    const { notifications } = await person.call(api.notifications.list, { query });
    assert.deepEqual(
      notifications.map(({ text, about, board: on }) => [text, about?.cards, on?.publicId]),
      [[`ada proposed 2 cards on ${notifications[0]?.board?.name}`, 2, board]],
    );
  }
});

test('a large plan takes as many statements as a small one, proposed and accepted', async () => {
  const { board } = await makeBoard(ada);
  const large = (count: number): Cards =>
    Array.from({ length: count }, (_, n) => ({
      key: `k${n}`,
      title: `Card ${n}`,
      relations: n === 0 ? [] : [{ type: 'blocked-by', card: `k${n - 1}` }],
    }));
  const both = async (count: number) => {
    const { ids } = await propose(board, large(count));
    await accept(board, all(ids));
  };
  await both(3);
  const few = await statementsOf(service, () => both(3));
  assert.equal(await statementsOf(service, () => both(100)), few);
  await assertConsistent(service);
});
