import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agentOn } from '../testing/agents.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

/* What agents pay for, in tokens: about one for four characters. */

const service = await testService();
const ada = await service.signUp('ada');
const agent = await agentOn(service.address, ada.token, { transport: 'http', mode: 'auto' });
after(() => agent.close());

const tokens = (characters: number): number => Math.ceil(characters / 4);

test('the list of tools stays small', async () => {
  const { tools } = await agent.client.listTools();
  const cost = tokens(JSON.stringify(tools).length);
  assert.ok(cost < 4000, `${cost} tokens`);
});

test('a board of 300 cards is read for 12 000 tokens', async () => {
  const { board, lists } = await makeBoard(ada);
  for (let n = 0; n < 300; n++) {
    await makeCard(ada, nth(lists, n % lists.length), { title: `A card with a title of usual length ${n}` });
  }
  const pages: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { text } = await agent.ask('read_board', { board, cursor });
    pages.push(tokens(text.length));
    ({ nextCursor: cursor } = JSON.parse(text) as { nextCursor: string | null });
  }
  const all = pages.reduce((sum, each) => sum + each, 0);
  assert.equal(pages.length, 6);
  assert.ok(Math.max(...pages) < 2135 && all < 12_000, `${pages.join(', ')} tokens`);
  const { text } = await agent.ask('read_board', { board, limit: 200 });
  assert.ok(text.length < 40_000);
});

test('a card is claimed, planned in four steps, worked on and finished in four calls', async () => {
  const { board, lists } = await makeBoard(ada, { name: 'Work' });
  const description = 'The notes of the release name what changed for those who run it.';
  await makeCard(ada, nth(lists, 0), { title: 'Write the notes', description });
  let calls = 0;
  let characters = 0;
  const call = async <T>(name: string, input: Record<string, unknown>): Promise<T> => {
    const { text, isError } = await agent.ask(name, input);
    assert.ok(!isError, text);
    calls++;
    characters += JSON.stringify({ name, arguments: input }).length + text.length;
    return JSON.parse(text) as T;
  };
  const { id: card } = await call<{ id: string }>('claim', { board });
  const items = ['Collect', 'Sort', 'Write', 'Have it read'];
  const { checklists } = await call<{ checklists: { items: { id: string }[] }[] }>('write', {
    card,
    checklists: [{ name: 'Plan', items }],
  });
  const ids = nth(checklists, 0).items.map(({ id }) => ({ item: id, completed: true }));
  await call('write', { card, items: ids });
  const comment = 'Done: 12 entries, read by Ben. The dates were guessed from the log.';
  await call('finish', { card, list: nth(lists, 1), comment });
  assert.equal(calls, 4);
  assert.ok(tokens(characters) < 600, `${tokens(characters)} tokens`);
});
