import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { second } from '../base/clock.ts';
import { engine, testDatabase } from '../testing/database.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* Agents claim cards at once, spread over two nodes if the engine allows it. */

const database = await testDatabase();
const service = await testService({}, {}, database);
const nodes =
  engine === 'postgres' ? [service, await testService({}, { clock: service.clock }, database)] : [service];
after(() => database.remove());
const ada = await service.signUp('ada');

const cards = 24;
const callers = 32;

/** Callers with keys of their own, on alternating nodes. */
async function agentsOf(workspace: string) {
  const people = await Promise.all([0, 1, 2].map((of) => service.signUp(`agent-${of}`)));
  for (const person of people) await addMember(service, workspace, person);
  return Promise.all(
    Array.from({ length: callers }, async (_, turn) => {
      const { key } = await nth(people, turn % people.length).call(api.users.createApiKey, {
        body: { name: `Agent ${turn}` },
      });
      return nth(nodes, turn % nodes.length).caller(key);
    }),
  );
}

test('of many claims at once no two get the same card, and none of the ready ones is left', async () => {
  const { board, workspace, lists } = await makeBoard(ada);
  for (let made = 0; made < cards; made++) await makeCard(ada, nth(lists, made % 2));
  const agents = await agentsOf(workspace);
  const input = { params: { boardPublicId: board }, body: { leaseSeconds: 30 } };
  const claim = async () => {
    const replies = await Promise.all(agents.map((agent) => agent.call(api.claims.next, input)));
    return replies.flatMap(({ card }) => (card ? [card.publicId] : []));
  };
  const first = await claim();
  assert.deepEqual([first.length, new Set(first).size], [cards, cards]);
  service.clock.pass(31 * second);
  // Jobs of both nodes end the claims while others are made.
  const [again] = await Promise.all([claim(), ...nodes.map((node) => node.jobs.run('claims'))]);
  assert.deepEqual([again.length, new Set(again).size], [cards, cards]);
  const held = await service.sql<{ type: string; count: number }>(
    `select type, count(*) as count from activities where type like '%claim%' group by type order by type`,
  );
  assert.deepEqual(
    held.map(({ type, count }) => [type, Number(count)]),
    [
      ['card.updated.claim.expired', cards],
      ['card.updated.claim.made', 2 * cards],
    ],
  );
});

test('one of several who claim the same card gets it, and the others are refused', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0));
  const input = { params: { cardPublicId: card }, body: {} };
  const people = await Promise.all(
    Array.from({ length: 8 }, async (_, turn) => {
      const person = await service.signUp(`person-${turn}`);
      await addMember(service, workspace, person);
      return nth(nodes, turn % nodes.length).caller(person.token);
    }),
  );
  const ended = await Promise.allSettled(people.map((person) => person.call(api.claims.put, input)));
  assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 1);
});
