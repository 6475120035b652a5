import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../../../contract/api.ts';
import { pathAliases } from '../../../../contract/path-aliases.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { testService } from '../../testing/service.ts';

const service = await testService();
const ada = await service.signUp('ada');
const made = await makeBoard(ada);

const ask = async (path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' };
  const reply = await service.raw(path, { ...init, headers });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

test('an operation answers under its further names, which stand in no document', async () => {
  const document = (await ask('/openapi.json')).body.paths as object;
  for (const [id, paths] of Object.entries(pathAliases)) {
    const operation = operations.find((each) => each.id === id);
    for (const path of paths) {
      assert.ok(!(path in document) || id === 'updateUser', path);
      if (!operation) continue;
      const init = operation.method === 'GET' ? {} : { method: operation.method, body: '{}' };
      assert.deepEqual(await ask(path, init), await ask(operation.path, init), path);
    }
  }
  const named = await ask('/users/me', { method: 'PUT', body: '{"name":"Ada"}' });
  assert.deepEqual(named, { status: 200, body: { name: 'Ada', image: null } });
});

test('a list in an address may be given once, many times, or with commas between', async () => {
  const [one, two] = [nth(made.labels, 0), nth(made.labels, 1)];
  for (const label of [one, two]) await makeCard(ada, nth(made.lists, 0), { labelPublicIds: [label] });
  await makeCard(ada, nth(made.lists, 0));
  const found = async (query: string) => {
    const { status, body } = await ask(`/boards/${made.board}/cards?${query}`);
    return status === 200 ? (body.cards as unknown[]).length : status;
  };
  assert.equal(await found(`labels=${one}`), 1);
  assert.equal(await found(`labels=${one},${two}`), 2);
  assert.equal(await found(`labels=${one}&labels=${two}`), 2);
  assert.equal(await found('dueDateFilters=overdue,no-due-date'), 3);
  assert.equal(await found(`labels=${one},short`), 400);
  assert.equal(await found('dueDateFilters=overdue,never'), 400);
  assert.equal(await found(`labels=${Array(101).fill(one).join()}`), 400);
});
