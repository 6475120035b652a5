import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { waiters } from '../testing/live.ts';
import { addMember, keyOf } from '../testing/members.ts';
import { type Person, testService } from '../testing/service.ts';

/* Requests that wait for the answer of a question. */

const service = await testService({ LOG_LEVEL: 'silent' });
const ada = await service.signUp('ada');
const ben = await service.signUp('ben');
const { workspace, board, lists } = await makeBoard(ada);
await addMember(service, workspace, ben);

async function asked() {
  const card = await makeCard(ada, nth(lists, 0));
  const { publicId } = await ada.call(api.questions.ask, {
    params: { cardPublicId: card },
    body: { text: 'Which?' },
  });
  return { card, params: { questionPublicId: publicId } };
}

const wait = ({ call }: Pick<Person, 'call'>, params: { questionPublicId: string }, seconds = 50) =>
  call(api.questions.get, { params, query: { wait: seconds } });

test('an answer, a withdrawal and a deletion end the wait, and nothing else does', async (t) => {
  const waiting = waiters(t);
  const answered = await asked();
  const withdrawn = await asked();
  const deleted = await asked();
  const replies = [answered, withdrawn].map(({ params }) => wait(ada, params));
  const gone = ada.refused(404, api.questions.get, { params: deleted.params, query: { wait: 50 } });
  await waiting(3);
  // What happens around it is no answer.
  await ben.call(api.comments.create, {
    params: { cardPublicId: answered.card },
    body: { comment: 'Hm.', replyTo: answered.params.questionPublicId },
  });
  await ada.call(api.cards.update, { params: { cardPublicId: answered.card }, body: { title: 'Renamed' } });
  await ben.call(api.questions.answer, { params: answered.params, body: { text: 'Blue' } });
  await ada.call(api.questions.withdraw, { params: withdrawn.params });
  await ada.call(api.comments.deleteById, {
    params: { commentPublicId: deleted.params.questionPublicId },
  });
  const [first, second] = await Promise.all(replies);
  assert.deepEqual([first?.state, first?.answer?.text, second?.state], ['answered', 'Blue', 'withdrawn']);
  await gone;
  // It is answered already.
  assert.equal((await wait(ada, answered.params)).answer?.text, 'Blue');
});

test('it ends after the time asked for with the question still open, and at once without any', async () => {
  const { params } = await asked();
  assert.equal((await wait(ada, params, 1)).state, 'open');
  assert.equal((await ada.call(api.questions.get, { params })).state, 'open');
  for (const seconds of [-1, 51, 0.5])
    await ada.refused(400, api.questions.get, { params, query: { wait: seconds } });
});

test('who loses sight of the card, or the credential, is not told the answer', async (t) => {
  const waiting = waiters(t);
  const { params } = await asked();
  const hidden = ben.refused(404, api.questions.get, { params, query: { wait: 50 } });
  await waiting(1);
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'members' } });
  await hidden;
  await ada.call(api.boards.update, { params: { boardPublicId: board }, body: { access: 'workspace' } });
  const key = await keyOf(service, ben, ['card:view', 'comment:view']);
  const revoked = key.refused(401, api.questions.get, { params, query: { wait: 50 } });
  await waiting(2);
  await service.sql('delete from api_keys');
  await service.jobs.run('event-streams');
  await revoked;
});
