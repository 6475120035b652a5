import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { addressOf } from '../../../../contract/client.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { makeBoard, makeCard, makeWorkspace, nth } from '../../testing/fixtures.ts';
import { type Person, testService } from '../../testing/service.ts';
import { statementsOf } from '../../testing/statements.ts';

const service = await testService();
const ada = await service.signUp('ada');
const { workspace, board, lists } = await makeBoard(ada);
const list = nth(lists, 0);

interface Sent {
  params?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
}

async function send(operation: Operation, { params = {}, body, headers = {} }: Sent, person: Person = ada) {
  const response = await service.raw(addressOf(operation, params), {
    method: operation.method,
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const told = response.headers.get('change-position');
  return { response, position: told === null ? undefined : Number(told) };
}

/** The position of the last change that a workspace has logged. */
async function reached(workspaceId: string): Promise<number | undefined> {
  const [row] = await service.sql<{ position: number }>(
    `select max(position) as position from changes where workspace_id = '${workspaceId}'`,
  );
  return row?.position;
}

test('a write tells the position of the last change that it logged', async () => {
  const card = await makeCard(ada, list);
  const before = await reached(workspace);
  const params = { cardPublicId: card };
  const one = await send(api.cards.update, { params, body: { title: 'One' } });
  assert.equal(one.position, (before ?? 0) + 1);
  const two = await send(api.cards.update, { params, body: { title: 'Two', description: 'Two' } });
  assert.equal(two.position, (before ?? 0) + 3, 'of several the last');
  assert.equal(await reached(workspace), two.position);
});

test('a write that changes nothing, or is refused, tells none', async () => {
  const params = { cardPublicId: await makeCard(ada, list, { title: 'Same' }) };
  for (const body of [{ title: 'Same' }, { title: '' }]) {
    assert.equal((await send(api.cards.update, { params, body })).position, undefined);
  }
});

test('what goes to another workspace tells the position that it has there', async () => {
  const moved = await makeBoard(ada);
  const target = await makeWorkspace(ada);
  const { position } = await send(api.boards.move, {
    params: { boardPublicId: moved.board },
    body: { targetWorkspacePublicId: target },
  });
  assert.equal(position, 1);
  assert.equal(await reached(target), 1);
});

test('a request that is sent again is answered with the position of the first, whatever came since', async () => {
  const sent = { body: { title: 'Once', listPublicId: list }, headers: { 'idempotency-key': 'once' } };
  const first = await send(api.cards.create, sent);
  await makeCard(ada, list);
  const again = await send(api.cards.create, sent);
  assert.equal(again.response.headers.get('idempotent-replayed'), 'true');
  assert.ok(first.position);
  assert.equal(again.position, first.position);
});

test('what is done in parts keeps the position of its last part', async () => {
  const moved = await makeBoard(ada);
  const sent = {
    params: { boardPublicId: moved.board },
    body: { targetWorkspacePublicId: await makeWorkspace(ada) },
    headers: { 'idempotency-key': 'in-parts' },
  };
  const first = await send(api.boards.move, sent);
  const again = await send(api.boards.move, sent);
  assert.equal(again.response.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual([first.position, again.position], [1, 1]);
});

test('what a live page begins with tells the position that had been reached, also where it has not changed', async () => {
  const card = await makeCard(ada, list);
  const expected = await reached(workspace);
  const inWorkspace = { params: { workspacePublicId: workspace } };
  for (const [operation, sent] of [
    [api.workspaces.get, inWorkspace],
    [api.boards.list, inWorkspace],
    [api.boards.get, { params: { boardPublicId: board } }],
    [api.cards.get, { params: { cardPublicId: card } }],
  ] as const) {
    const { response, position } = await send(operation, sent);
    assert.equal(position, expected, operation.id);
    const etag = response.headers.get('etag');
    if (etag === null) continue;
    const unchanged = await send(operation, { ...sent, headers: { 'if-none-match': etag } });
    assert.deepEqual([unchanged.response.status, unchanged.position], [304, expected], operation.id);
  }
});

test('a board that nothing was done to keeps its tag, and says how far its workspace is', async () => {
  const params = { boardPublicId: board };
  const first = await send(api.boards.get, { params });
  const etag = first.response.headers.get('etag') ?? '';
  await makeBoard(ada, { workspace });
  const later = await send(api.boards.get, { params, headers: { 'if-none-match': etag } });
  assert.equal(later.response.status, 304);
  assert.equal(later.position, await reached(workspace));
});

test('it costs no statement', async () => {
  const params = { cardPublicId: await makeCard(ada, list) };
  let turn = 0;
  const write = async () => {
    const { position } = await send(api.cards.update, { params, body: { title: `Title ${++turn}` } });
    assert.ok(position);
  };
  await write();
  const read = async () => {
    const { position } = await send(api.boards.get, { params: { boardPublicId: board } });
    assert.ok(position);
  };
  // PostgreSQL locks the card.
  assert.equal(await statementsOf(service, write), service.db.engine === 'sqlite' ? 8 : 9);
  assert.equal(await statementsOf(service, read), 3);
});
