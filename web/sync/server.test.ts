import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { routes } from '../../contract/routes.ts';
import { serverAt } from './server.ts';

test('a request that is given up while its reply is read fails, as one that is given up before', async () => {
  const http = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end('{}'),
  );
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const server = serverAt(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const giving = new AbortController();
  const parse = async (text: string) => {
    giving.abort();
    return JSON.parse(text) as unknown;
  };
  const params = { boardPublicId: 'board' };
  const asked = server.ask(routes.boards.snapshot, { params }, { signal: giving.signal, parse });
  await assert.rejects(asked, { name: 'AbortError' });
  http.closeAllConnections();
  await once(http.close(), 'close');
});
