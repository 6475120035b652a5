import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { Unavailable } from '../errors.ts';
import { clientOf, Refused } from './s3-client.ts';

/* A store that fails in ways in which a real one cannot be made to. */

let answer: RequestListener = (_request, response) => void response.end();
let asked = 0;
const server = createServer((request, response) => {
  asked++;
  answer(request, response);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;
const settings = {
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  bucket: 'files',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  pathStyle: true,
};
const client = clientOf(settings);

const refusing =
  (status: number, code: string): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  };

async function* body(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

const sending = (content = body('Hello')) =>
  client.ask({ method: 'PUT', path: 'stored/a', headers: { 'content-length': '5' }, body: content });

const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => assert.fail('it went through'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof Unavailable, String(error));
  return error.cause as Error;
};

test('what can be asked again is asked again where the store fails for a moment', async () => {
  asked = 0;
  answer = (request, response) => {
    if (asked < 3) refusing(503, 'SlowDown')(request, response);
    else response.end('well');
  };
  const reply = await client.ask({ method: 'GET', path: 'stored/a' });
  assert.deepEqual([await reply.text(), asked], ['well', 3]);
});

test('a store that keeps failing is reported in its own words', async () => {
  asked = 0;
  answer = refusing(500, 'InternalError');
  const cause = await failure(client.ask({ method: 'GET', path: 'stored/a' }));
  assert.equal(cause.message, 'the object store answered 500 InternalError to GET stored/a');
  assert.equal(asked, 3);
});

test('what was refused, or had a body, is not sent again', async () => {
  asked = 0;
  answer = refusing(403, 'AccessDenied');
  const cause = await failure(client.ask({ method: 'DELETE', path: 'stored/a' }));
  assert.ok(cause instanceof Refused && cause.code === 'AccessDenied');
  answer = refusing(500, 'InternalError');
  await failure(sending());
  assert.equal(asked, 2);
});

test('a body that can be made again is sent again', async () => {
  asked = 0;
  answer = (request, response) => {
    void text(request).then((got) => {
      if (asked < 3) response.writeHead(503).end();
      else response.end(got);
    });
  };
  const headers = { 'content-length': '5' };
  const reply = await client.ask({ method: 'PUT', path: 'stored/a', headers, body: () => body('Hel', 'lo') });
  assert.deepEqual([await reply.text(), asked], ['Hello', 3]);
});

test('a redirection is a refusal: no other host is asked', async () => {
  answer = (_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
  const cause = await failure(client.ask({ method: 'GET' }));
  assert.match(cause.message, /answered 307 to GET the bucket/);
});

test('a connection that is cut is a failure of the store, a body that breaks off is its own', async () => {
  answer = (request) => void request.socket.destroy();
  assert.match((await failure(sending())).message, /did not answer/);
  answer = (request, response) => request.resume().on('end', () => response.end());
  const broken = (async function* () {
    yield* body('Hel');
    throw new Error('broken off');
  })();
  await assert.rejects(sending(broken), /broken off/);
});

test('a store that says nothing is given up', async () => {
  answer = () => {};
  const impatient = clientOf({ ...settings, patience: 50 });
  const cause = await failure(
    impatient.ask({
      method: 'PUT',
      path: 'stored/a',
      headers: { 'content-length': '5' },
      body: body('Hello'),
    }),
  );
  assert.match(cause.message, /did not answer: nothing came for 0.05 s/);
});
