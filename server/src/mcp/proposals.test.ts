import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { keyRights } from '../../../contract/key-rights.ts';
import { type Agent, agentOn } from '../testing/agents.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { keyOf } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* Agents that may only propose. */

const service = await testService();
const ada = await service.signUp('ada');
const open: Agent[] = [];
after(() => Promise.all(open.map((agent) => agent.close())));

async function proposingAgent(): Promise<Agent> {
  const { key } = await keyOf(service, ada, [...keyRights.propose]);
  const agent = await agentOn(service.address, key, { transport: 'http', mode: 'auto' });
  open.push(agent);
  return agent;
}

interface Proposed {
  proposed: { plan: string; cards: { id: string; title: string }[] };
  note: string;
}

interface Plan {
  proposals: { id: string; title: string; state: string; by?: string; card?: string }[];
  nextCursor: string | null;
}

test('an agent that may only propose is told that its cards wait, and what became of them', async () => {
  const { board, lists } = await makeBoard(ada);
  const agent = await proposingAgent();
  const read = await agent.ask('wait', { board, seconds: 0 });
  const { position } = JSON.parse(read.text) as { position: number };
  const made = await agent.call<Proposed>('create_cards', {
    list: nth(lists, 0),
    cards: [
      { title: 'First', checklists: [{ name: 'Steps', items: ['One'] }] },
      { title: 'Second', relations: ['blocked-by #1'] },
    ],
  });
  assert.match(made.note, /Nothing is on the board yet/);
  const { plan, cards } = made.proposed;
  assert.deepEqual(
    cards.map(({ title }) => title),
    ['First', 'Second'],
  );
  const [first, second] = cards.map(({ id }) => id);
  const one = await agent.call<Proposed>('create_cards', {
    list: nth(lists, 0),
    cards: [{ title: 'Alone' }],
  });
  assert.equal(one.proposed.cards.length, 1);
  const params = { boardPublicId: board };
  const accepted = await ada.call(api.proposals.accept, {
    params,
    body: { cards: [{ proposalPublicId: first ?? '' }] },
  });
  await ada.call(api.proposals.discard, { params, body: { proposalPublicIds: [second ?? ''] } });
  const changes: { what: string; plan?: string }[] = [];
  for (let last = position; !changes.some(({ what }) => what === 'plan.discarded'); ) {
    const more = await agent.call<{ changes: typeof changes; position: number }>('wait', {
      board,
      after: last,
    });
    changes.push(...more.changes);
    last = more.position;
  }
  assert.deepEqual(
    changes.map(({ what, plan: of }) => [what, of]),
    [
      ['plan.proposed', plan],
      ['plan.proposed', one.proposed.plan],
      ['card.created', undefined],
      ['plan.accepted', plan],
      ['plan.discarded', plan],
    ],
  );
  const became = await agent.call<Plan>('read_board', { board, plan });
  assert.deepEqual(
    became.proposals.map(({ title, state, by, card }) => [title, state, by, card]),
    [
      ['First', 'accepted', 'ada', nth(accepted.cards, 0).publicId],
      ['Second', 'discarded', 'ada', undefined],
    ],
  );
  assert.equal(became.nextCursor, null);
});

test('an agent that may only propose sees the tools that it can use, and changes nothing by them', async () => {
  const { board, lists } = await makeBoard(ada);
  const list = nth(lists, 0);
  const card = await makeCard(ada, list);
  const agent = await proposingAgent();
  const { tools } = await agent.client.listTools();
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
  assert.deepEqual(writing.map(({ name }) => name).toSorted(), [
    'ask',
    'comment',
    'create_cards',
    'edit_text',
  ]);
  const large = { title: 'x', description: 'x'.repeat(9000) };
  const calls: [tool: string, input: Record<string, unknown>][] = [
    ['create_cards', { list, cards: [large] }],
    ['create_cards', { list, cards: [{ title: 'y' }, large] }],
    ['edit_text', { card, oldText: 'a', newText: 'b' }],
  ];
  const hidden: typeof calls = [
    ['write', { card, completed: true }],
    ['change_cards', { changes: [{ card, archived: true }] }],
    ['claim', { card }],
    ['claim', { board }],
    ['finish', { card, comment: 'x' }],
    ['attach', { card, name: 'a.txt', text: 'x' }],
    ['set_up_board', { board, lists: ['x'] }],
  ];
  const recorded = await service.recorded(async () => {
    for (const [tool, input] of calls) {
      const { isError } = await agent.ask(tool, input);
      assert.equal(isError, true, `${tool} ${JSON.stringify(input)}`);
    }
    for (const [tool, input] of hidden) await assert.rejects(agent.ask(tool, input), new RegExp(tool));
  });
  assert.deepEqual(recorded, []);
});

test('a plan with long titles is read in pages', async () => {
  const { board } = await makeBoard(ada);
  const cards = Array.from({ length: 100 }, (_, n) => ({ title: `${n} ${'long '.repeat(99)}` }));
  const params = { boardPublicId: board };
  const { proposed } = await ada.call(api.plans.create, { params, body: { cards, propose: true } });
  const agent = await proposingAgent();
  const titles: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { text } = await agent.ask('read_board', { board, plan: proposed?.planPublicId, cursor });
    assert.ok(text.length <= 40_000);
    const page = JSON.parse(text) as Plan;
    titles.push(...page.proposals.map(({ title }) => title));
    cursor = page.nextCursor;
  }
  assert.deepEqual(
    titles,
    cards.map(({ title }) => title.trim()),
  );
});
