import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';
import { dial, pause } from '../testing/wire.ts';

test('four exports are written at a time; the next one waits until a reader has gone', async () => {
  const service = await testService();
  const ada = await service.signUp('ada');
  const { board, lists } = await makeBoard(ada);
  const first = await makeCard(ada, nth(lists, 0));
  // More than the buffers of a connection hold.
  await service.sql(`insert into cards (workspace_id, id, board_id, list_id, number, title, description, due_at,
      position, created_by, created_at)
    with recursive n (n) as (select 2 union all select n + 1 from n where n < 2000)
    select c.workspace_id, 'large' || (100000 + n.n) || '00000', c.board_id, c.list_id, n.n, 'card ' || n.n,
      '${'x'.repeat(10_000)}', null, c.position || (10000 + n.n) || '1', c.created_by, c.created_at
    from cards c cross join n where c.id = '${first}'`);
  const path = `/boards/${board}/export?format=csv`;
  const authorization = `Bearer ${ada.token}`;
  const begun = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const socket = dial(service.address);
      socket.write(`GET /api/v1${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`);
      await once(socket, 'readable');
      return socket;
    }),
  );
  let isAnswered = false;
  const fifth = service.raw(path, { headers: { authorization } }).then((reply) => {
    isAnswered = true;
    return reply;
  });
  await pause(500);
  assert.equal(isAnswered, false);
  begun.at(0)?.destroy();
  const reply = await fifth;
  assert.equal(reply.status, 200);
  assert.equal((await reply.text()).match(/^card \d+|,card \d+,/gm)?.length, 1999);
  for (const socket of begun) socket.destroy();
});
