import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { agentOn, ways } from '../server/src/testing/agents.ts';

import { runTaskboard } from '../server/src/testing/taskboard.ts';
import { freePort } from '../tools/postgres.ts';

const token = `tbk_${'s'.repeat(40)}`;

for (const way of ways.filter(({ transport }) => transport === 'stdio')) {
  suite(`in the ${way.mode} revision`, () => {
    test('an agent gets an error that says what to do if no service answers', async () => {
      const address = `http://127.0.0.1:${await freePort()}`;
      const agent = await agentOn(address, token, way);
      const { tools } = await agent.client.listTools();
      assert.ok(tools.length > 0, 'what there is to do can be told without the service');
      const read = await agent.ask('overview');
      assert.deepEqual(read, {
        isError: true,
        text: `Taskboard does not answer at ${address} (ECONNREFUSED). Tell your user, or try again later.`,
      });
      const written = await agent.ask('set_up_board', { board: '0'.repeat(16), lists: ['x'] });
      assert.match(written.text, /Whether it was done is not known: look before you try again\.$/);
      await agent.close();
    });

    test('an agent gets an error if something else answers', async () => {
      const other = createServer((_request, response) => response.end('<p>Hello'));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      const agent = await agentOn(address, token, way);
      assert.match((await agent.ask('overview')).text, /^What answers at \S+ is no Taskboard\./);
      await agent.close();
      other.close();
    });
  });
}

test('it ends with its input, and says nothing but messages', async () => {
  const ended = await runTaskboard(['mcp'], { TASKBOARD_TOKEN: token });
  assert.deepEqual([ended.status, ended.output, ended.errors], [0, [], []]);
});

test('missing or invalid settings are reported in one line, without the token', async () => {
  const missing = await runTaskboard(['mcp'], { TASKBOARD_TOKEN: '' });
  assert.deepEqual([missing.status, missing.output], [2, []]);
  assert.match(missing.errors.join('\n'), /^TASKBOARD_TOKEN is missing: .*$/);
  for (const url of ['localhost:3000', 'ftp://localhost', '']) {
    const wrong = await runTaskboard(['mcp', '--url', url], { TASKBOARD_TOKEN: token });
    assert.deepEqual([wrong.status, wrong.output, wrong.errors.length], [2, [], 1], url);
    assert.doesNotMatch(wrong.errors.join(), /sss/);
  }
});
