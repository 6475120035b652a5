import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import { connectHost, deliver, github } from '../testing/code-hosts.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');

test('rules run when pull requests are opened and merged, once', async () => {
  const { workspace, board, lists } = await makeBoard(ada);
  const [todo, review] = [nth(lists, 0), nth(lists, 1)];
  const card = await makeCard(ada, todo);
  const host = await connectHost(ada, workspace, 'github');
  const params = { boardPublicId: board };
  const { workspace: shown } = await ada.call(api.boards.snapshot, { params });
  const { cardNumber } = await ada.call(api.cards.get, { params: { cardPublicId: card } });
  const title = `${shown.cardPrefix}-${cardNumber}: keep the filter`;
  await ada.call(api.rules.create, {
    params,
    body: {
      name: 'Review',
      when: { type: 'pull-request-opened' },
      then: [{ type: 'move', listPublicId: review }],
    },
  });
  await ada.call(api.rules.create, {
    params,
    body: { name: 'Merged', when: { type: 'pull-request-merged' }, then: [{ type: 'complete' }] },
  });
  const after = async (given: Parameters<typeof github.pullRequest>[0]) => {
    await deliver(service, host, ...github.pullRequest(given));
    await service.jobs.run('rules');
    const found = await ada.call(api.cards.get, {
      params: { cardPublicId: card },
      query: { include: ['work'] },
    });
    return { list: found.list.publicId, isDone: found.work?.completedAt !== null };
  };
  assert.deepEqual(await after({ title, state: 'draft', at: '2026-03-01T09:00:00Z' }), {
    list: todo,
    isDone: false,
  });
  assert.deepEqual(await after({ title, at: '2026-03-01T10:00:00Z' }), { list: review, isDone: false });
  const merged = { title, state: 'merged', at: '2026-03-01T11:00:00Z' } as const;
  assert.deepEqual(await after(merged), { list: review, isDone: true });
  await after(merged);
  await after({ ...merged, action: 'labeled', at: '2026-03-01T12:00:00Z' });
  const { runs } = await ada.call(api.rules.runs, { params, query: { limit: 100 } });
  assert.deepEqual(
    runs.map(({ rule, state }) => [rule.name, state]),
    [
      ['Merged', 'done'],
      ['Review', 'done'],
    ],
  );
});
