import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { addMember } from '../testing/members.ts';
import { testService } from '../testing/service.ts';
import { dial, pause } from '../testing/wire.ts';

test('two exports are written at a time, one of an account; the next one waits until a reader has gone', async () => {
  const service = await testService();
  const ada = await service.signUp('ada');
  const [bob, carol] = [await service.signUp('bob'), await service.signUp('carol')];
  const { workspace, board, lists } = await makeBoard(ada);
  for (const person of [bob, carol]) await addMember(service, workspace, person);
  const first = await makeCard(ada, nth(lists, 0));
  // More data than the buffers of a connection hold.
  await service.sql(`insert into cards (workspace_id, id, board_id, list_id, number, title, description, due_at,
      position, created_by, created_at)
    with recursive n (n) as (select 2 union all select n + 1 from n where n < 2000)
    select c.workspace_id, 'large' || (100000 + n.n) || '00000', c.board_id, c.list_id, n.n, 'card ' || n.n,
      '${'x'.repeat(10_000)}', null, c.position || (10000 + n.n) || '1', c.created_by, c.created_at
    from cards c cross join n where c.id = '${first}'`);
  const path = `/boards/${board}/export?format=csv`;
  const begin = async ({ token }: { token: string }) => {
    const socket = dial(service.address);
    socket.write(`GET /api/v1${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  };
  const answered: string[] = [];
  const read = async (name: string, { token }: { token: string }) => {
    const reply = await service.raw(path, { headers: { authorization: `Bearer ${token}` } });
    answered.push(name);
    return reply;
  };
  const adas = await begin(ada);
  const adasNext = read('ada', ada);
  const bobs = await begin(bob);
  const carols = read('carol', carol);
  await pause(300);
  assert.deepEqual(answered, []);
  for (const reader of [adas, bobs]) reader.destroy();
  for (const reply of await Promise.all([adasNext, carols])) {
    assert.equal(reply.status, 200);
    assert.equal((await reply.text()).match(/^card \d+|,card \d+,/gm)?.length, 1999);
  }
});
