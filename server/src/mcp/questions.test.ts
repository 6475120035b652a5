import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { agentOn } from '../testing/agents.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember, keyWithoutLimits } from '../testing/members.ts';
import { testService } from '../testing/service.ts';

/* Agents ask people, and wait for their answers. */

const service = await testService();
const ada = await service.signUp('ada');
const { key } = await keyWithoutLimits(service, ada);
const agent = await agentOn(service.address, key, { transport: 'http', mode: 'auto' });
after(() => agent.close());

interface Asked {
  question: string;
  state: string;
  answer?: string;
  answeredBy?: string;
}

const ask = (input: Record<string, unknown>) => agent.call<Asked>('ask', input);
const answer = (questionPublicId: string, body: { option?: number; text?: string }) =>
  ada.call(api.questions.answer, { params: { questionPublicId }, body });

async function questionsOn(cardPublicId: string) {
  const query = { state: 'all' as const };
  return (await ada.call(api.questions.list, { params: { cardPublicId }, query })).questions;
}

test('an agent that waits for a person is told the answer as it is given', async () => {
  const { workspace, lists } = await makeBoard(ada);
  const grace = await service.signUp('grace');
  await addMember(service, workspace, grace);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Colors' });
  const {
    question,
    state,
    answer: none,
  } = await ask({
    card,
    text: 'Which?',
    options: ['Blue', 'Green'],
    to: grace.email,
    seconds: 0,
  });
  assert.deepEqual([state, none], ['open', undefined]);
  const asked = nth(await questionsOn(card), 0);
  assert.deepEqual([asked.publicId, asked.text, asked.askedTo?.name], [question, 'Which?', 'grace']);
  const [answered] = await Promise.all([ask({ question }), answer(question, { option: 1 })]);
  assert.deepEqual(answered, { question, state: 'answered', answer: 'Green', answeredBy: 'ada' });
});

test('a call that is repeated asks once', async () => {
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Twice' });
  const [first, second] = [
    await ask({ card, text: 'Now?', seconds: 0 }),
    await ask({ card, text: 'Now?', seconds: 0 }),
  ];
  assert.equal(first.question, second.question);
  assert.equal((await questionsOn(card)).length, 1);
});

test('what cannot be asked is refused in words, and nothing is asked', async () => {
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Refused' });
  assert.match((await agent.ask('ask', { card })).text, /Give card and text, or question/);
  assert.match(
    (await agent.ask('ask', { card, text: 'Who?', to: 'nobody@there.example' })).text,
    /nobody@there/,
  );
  assert.match((await agent.ask('ask', { question: 'abcdefabcdef', seconds: 0 })).text, /^404/);
  assert.deepEqual(await questionsOn(card), []);
});

test('a question that is asked but cannot be waited for is named', async () => {
  const { lists } = await makeBoard(ada);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Asked' });
  const told = await agent.ask('ask', { card, text: 'Who?', seconds: 999 });
  assert.equal(told.isError, true);
  const [asked] = await questionsOn(card);
  assert.ok(told.text.includes(asked?.publicId ?? 'none'), told.text);
});
