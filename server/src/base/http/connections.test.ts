import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { makeBoard, makeCard, nth } from '../../testing/fixtures.ts';
import { type TestService, testService } from '../../testing/service.ts';
import { answerTo, dial, pause, until } from '../../testing/wire.ts';
import { minute, second } from '../clock.ts';
import { createConnections } from './connections.ts';

const service = await testService();
const ada = await service.signUp('ada');
const authorization = `authorization: Bearer ${ada.token}`;
const me = `GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`;

/** More than the buffers of one connection hold. */
const bundle = '/docs/swagger-ui-bundle.js';
const large = `GET ${bundle} HTTP/1.1\r\nhost: x\r\n\r\n`;

/** Lets time pass, and checks connections at the usual interval. */
async function pass(micros: number) {
  for (let left = micros; left > 0; left -= 5 * second) {
    service.clock.pass(Math.min(left, 5 * second));
    await service.jobs.run('connections');
  }
}

const answered = (route: string): number => {
  const requests = service.metrics().find(({ name }) => name === 'http_requests_total');
  return (requests?.samples ?? [])
    .filter(({ labels }) => labels?.route === route)
    .reduce((sum, { value }) => sum + value, 0);
};

/** Waits until the service has begun to answer, and answers no further, however busy the machine is. */
async function stalls(route: string, before: number): Promise<void> {
  let seen: number;
  do {
    seen = answered(route);
    await pause(300);
  } while (seen === before || answered(route) !== seen);
}

async function isCut(socket: Socket): Promise<void> {
  socket.resume();
  await until(() => socket.closed);
}

suite('requests that are sent without waiting for answers', () => {
  test('are all answered, in order', async () => {
    const socket = dial(service.address);
    const count = 500;
    for (let at = 0; at < count; at++) {
      socket.write(me.replace('\r\n\r\n', `\r\nx-request-id: r${at}-\r\n\r\n`));
    }
    let reply = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      reply += chunk;
    });
    await until(() => reply.includes(`r${count - 1}-`));
    socket.destroy();
    assert.deepEqual(
      [...reply.matchAll(/x-request-id: (\S+)/g)].map(([, id]) => id),
      Array.from({ length: count }, (_, at) => `r${at}-`),
    );
  });

  test('are not carried out while nobody takes the answers', async () => {
    const before = answered(bundle);
    const socket = dial(service.address);
    socket.write(large.repeat(1000));
    await pause(500);
    // Both kernels' socket buffers hold a few replies.
    assert.ok(answered(bundle) - before < 32);
    socket.destroy();
  });

  test('are read no further than the sixteenth, and on as soon as there is room', async () => {
    const socket = dial(service.address);
    const slow = `GET /api/v1/users/me HTTP/1.1\r\nhost: x\r\n${authorization}\r\nx-filler: ${'x'.repeat(8000)}\r\n\r\n`;
    let unsent = 4000;
    const send = () => {
      while (unsent > 0 && socket.write(large + slow)) unsent--;
    };
    socket.on('drain', send);
    send();
    await pause(500);
    assert.ok(socket.writableLength > 0, 'nothing more is taken');
    const left = unsent;
    socket.resume();
    await until(() => unsent < left - 100);
    socket.destroy();
  });
});

suite('a peer that takes nothing', () => {
  test('is cut after 30 s', async () => {
    const before = answered(bundle);
    const socket = dial(service.address).pause();
    socket.write(large.repeat(30));
    await stalls(bundle, before);
    await pass(25 * second);
    assert.equal(socket.closed, false);
    await pass(15 * second);
    await isCut(socket);
  });

  test('is cut although it continues sending', async () => {
    const before = answered(bundle);
    const socket = dial(service.address).pause();
    socket.write(`${large.repeat(10)}GET / HTTP/1.1\r\nx-filler: `);
    await stalls(bundle, before);
    for (let round = 0; round < 8; round++) {
      socket.write('x');
      await pause(5);
      await pass(5 * second);
    }
    await isCut(socket);
  });

  test('stays where it takes a little from time to time, or where nothing waits for it', async () => {
    const slow = dial(service.address).pause();
    slow.write(large.repeat(30));
    const idle = dial(service.address);
    let got = '';
    idle.on('data', (chunk) => {
      got += chunk;
    });
    idle.write(me);
    await until(() => got !== '');
    for (let round = 0; round < 8; round++) {
      for (let taken = 0; taken < 2 ** 22; ) {
        const chunk = slow.read() as Buffer | null;
        assert.ok(!slow.closed);
        if (chunk) taken += chunk.length;
        else await pause(2);
      }
      await pass(10 * second);
    }
    assert.deepEqual([slow.closed, idle.closed], [false, false]);
    slow.destroy();
    idle.destroy();
  });
});

suite('a head that does not arrive', () => {
  /** The same connections as the service's, with less patience. */
  const impatient = async () => {
    const connections = createConnections(service.clock, undefined);
    const server = connections.serve(() => assert.fail('nothing was asked'));
    server.on('clientError', connections.refuse);
    server.headersTimeout = 100;
    after(() => server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  test('is refused if it has begun; without a byte of it, the connection is closed silently', async () => {
    const address = await impatient();
    const [idle, begun] = [dial(address), dial(address)];
    begun.write('GET / HTTP/1.1\r\nhos');
    const replies = await Promise.all([text(idle), text(begun)]);
    assert.equal(replies[0], '');
    assert.match(
      replies[1],
      /^HTTP\/1\.1 408 Request Timeout\r\n.*"REQUEST_TIMEOUT".*did not arrive in time/s,
    );
  });
});

suite('a body that does not arrive', () => {
  const signIn = (length: number) =>
    `POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`;

  test('is refused after 30 s, however slowly it continues', async () => {
    const socket = dial(service.address);
    socket.write(signIn(1000));
    const reply = text(socket);
    for (let round = 0; round < 7; round++) {
      socket.write(' ');
      await pause(50);
      await pass(5 * second);
    }
    assert.match(await reply, /^HTTP\/1\.1 408 .*did not arrive in time/s);
  });

  test('ends the connection where it is answered already', async () => {
    const socket = dial(service.address);
    socket.write('POST /api/v1/boards HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{');
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    assert.match(String(chunk), /^HTTP\/1\.1 (401|404) /);
    await pass(31 * second);
    await isCut(socket);
  });

  test('of a sign-in is refused beyond 16 KiB, before it is read', async () => {
    const reply = await answerTo(service.address, signIn(16 * 1024 + 1));
    assert.match(reply, /^HTTP\/1\.1 400 .*Request body is too large/s);
  });

  test('of an upload has 15 minutes', async () => {
    const made = await makeBoard(ada);
    const card = await makeCard(ada, nth(made.lists, 0));
    const { url } = await ada.call(api.attachments.createUpload, {
      params: { cardPublicId: card },
      body: { filename: 'a.txt', contentType: 'text/plain', size: 100 },
    });
    const { pathname, search } = new URL(url);
    const send = () => {
      const socket = dial(service.address);
      socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\n`);
      socket.write('content-length: 100\r\n\r\nx');
      return socket;
    };
    const socket = send();
    await pause(500);
    await pass(14 * minute);
    assert.equal(socket.closed, false);
    await pass(2 * minute);
    await isCut(socket);
  });
});

test('who closes the sending half after a whole request is answered', async () => {
  const replies = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = dial(service.address);
      socket.end(me);
      return text(socket);
    }),
  );
  for (const reply of replies) assert.match(reply, /^HTTP\/1\.1 200 OK.*ada@example\.com/s);
});

suite('what HTTP lets nobody send is refused in the shape of every error', () => {
  const get = 'GET /api/v1/health HTTP/1.1\r\n';
  for (const [what, bytes, issue] of [
    ['no Host', `${get}connection: close\r\n\r\n`, /Host header is missing/],
    ['an unknown Expect', `${get}host: x\r\nconnection: close\r\nexpect: 200-ok\r\n\r\n`, /Expect: only/],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nhost: x\r\n\r\n', /not an HTTP request/],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n', /not an HTTP request/],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000', /not an HTTP request/],
    ['two lengths', `${get}host: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n`, /not an HTTP request/],
    ['a broken chunk', `${get}host: x\r\ntransfer-encoding: chunked\r\n\r\nx\r\n`, /not an HTTP request/],
  ] as const) {
    test(what, async () => {
      const reply = await answerTo(service.address, bytes);
      const [head = '', body = ''] = reply.split('\r\n\r\n');
      assert.match(head, /^HTTP\/1\.1 400 /);
      assert.match(head, /^x-request-id: [\w-]+$/im);
      const { code, message, issues } = JSON.parse(body);
      assert.deepEqual([code, message], ['BAD_REQUEST', 'Invalid input data']);
      assert.match(issues[0].message, issue);
    });
  }

  test('after the answers to what came before it', async () => {
    const reply = await answerTo(service.address, `${me}${me}nonsense\r\n\r\n`);
    assert.deepEqual(
      [...reply.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['200', '200', '400'],
    );
  });

  test('HTTP/1.0 needs no Host', async () => {
    assert.match(await answerTo(service.address, 'GET /livez HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /);
  });
});

suite('an address has 500 connections at the most', () => {
  /** Opens 510 connections; returns how many of them are closed at once. */
  const closedOf510 = async ({ address }: TestService) => {
    const sockets = Array.from({ length: 510 }, () => dial(address).resume());
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    // Once this one is closed, all earlier ones have been accepted or refused.
    const last = dial(address);
    last.end('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n').resume();
    await until(() => last.closed);
    await pause(100);
    const closed = sockets.filter((each) => each.closed).length;
    for (const socket of sockets) socket.destroy();
    await until(() => sockets.every((each) => each.closed));
    await pause(100);
    return closed;
  };

  test('further ones are closed at once, until others end', async () => {
    const busy = await testService();
    for (let round = 0; round < 2; round++) {
      // The test client holds one or two connections of its own.
      assert.ok([10, 11, 12].includes(await closedOf510(busy)));
    }
    assert.equal((await busy.raw('/health')).status, 200);
  });

  test('unless it is a trusted proxy', async () => {
    const behind = await testService({ TRUST_PROXY: 'loopback' });
    assert.equal(await closedOf510(behind), 0);
  });
});

test('many large requests of one address wait for each other, and all are answered', async () => {
  // Together they are more than the unparsed bytes that the service holds.
  const body = ' '.repeat(63_000);
  const request = `POST /api/v1/cards HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n${authorization}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const answers = await Promise.all(
    Array.from({ length: 450 }, () => answerTo(service.address, request).catch(() => '')),
  );
  assert.deepEqual([...new Set(answers.map((answer) => answer.slice(0, 12)))].toSorted(), [
    'HTTP/1.1 400',
    'HTTP/1.1 429',
  ]);
});
