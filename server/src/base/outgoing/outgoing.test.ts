import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import net, { type LookupFunction } from 'node:net';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { cert, key } from '../../testing/certificate.ts';
import { listening, receiver, unusedPort } from '../../testing/receiver.ts';
import { OutgoingError, type Problem } from './error.ts';
import { exchange } from './exchange.ts';
import { createOutgoing } from './outgoing.ts';
import type { ReachSettings } from './reach.ts';

const settings = (...outgoingAllowed: string[]): ReachSettings => ({
  outgoingAllowed,
});

const strict = createOutgoing(settings());
const open = createOutgoing(settings('127.0.0.1'));

async function fails(problem: Problem, request: Promise<unknown>): Promise<void> {
  await assert.rejects(request, (error) => {
    assert.ok(error instanceof OutgoingError, String(error));
    assert.equal(error.problem, problem, inspect(error));
    return true;
  });
}

const noLookup = async (host: string): Promise<never> => assert.fail(`${host} was looked up`);

test('every spelling of loopback and its like is refused, before anything connects', async () => {
  const { port, received } = await receiver();
  const outgoing = createOutgoing(settings(), noLookup);
  const spellings = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.000.000.001',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7F.1',
    '0177.0.0.01',
    '127.0.0.1.',
    '127.0.0.1..',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '１２７.0.0.1',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '127.255.255.254',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '2852039166',
    'user:password@127.0.0.1',
    'example.com@127.0.0.1',
  ];
  for (const host of spellings) {
    const url = `http://${host}:${port}/`;
    assert.ok(await outgoing.refusal(url), `${url} may be saved`);
    await fails('blocked address', outgoing.request({ url }));
  }
  assert.equal(received.length, 0);
});

test('an address that is not http or https is refused', async () => {
  for (const url of [
    '',
    'x',
    '/x',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://x',
    'javascript:alert(1)',
  ]) {
    assert.match((await strict.refusal(url)) ?? '', /http or https/, url);
    await fails('blocked address', strict.request({ url }));
  }
});

test('a name that resolves to loopback is refused', async () => {
  const { port, received } = await receiver();
  for (const host of ['localhost', 'LOCALHOST', 'localhost.']) {
    assert.match((await strict.refusal(`http://${host}:${port}/`)) ?? '', /not public/);
    await fails('blocked address', strict.request({ url: `http://${host}:${port}/` }));
  }
  assert.equal(received.length, 0);
});

test('below an address that the operator set everything is reached, wherever it is, and nothing next to it', async () => {
  const { url, received } = await receiver();
  const base = `${url}/api/v3`;
  for (const path of ['/api/v3', '/api/v3/x', '/api/v3/../v3/y']) {
    assert.equal((await strict.request({ url: url + path, base })).status, 200);
  }
  for (const path of ['/', '/api/v3x', '/api/v3/../x', '/api/v3/%2e%2e/x']) {
    await fails('blocked address', strict.request({ url: url + path, base }));
  }
  await fails('blocked address', strict.request({ url: `http://127.0.0.1:1/api/v3`, base }));
  await fails('blocked address', strict.request({ url: `${base}/x` }));
  assert.equal(received.length, 3);
});

test('one special address among those of a name is enough to refuse it', async () => {
  const outgoing = createOutgoing(settings(), async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '::ffff:10.0.0.1', family: 6 },
  ]);
  assert.match((await outgoing.refusal('http://mixed.example/')) ?? '', /not public/);
  await fails('blocked address', outgoing.request({ url: 'http://mixed.example/' }));
});

test('a name that changes between check and connection gains nothing: it is resolved once', async () => {
  const { port, received } = await receiver();
  const answers = ['127.0.0.1', '127.0.0.2'];
  const asked: string[] = [];
  const outgoing = createOutgoing(settings('127.0.0.1'), async (host) => {
    asked.push(host);
    return [{ address: answers.shift() ?? '127.0.0.3', family: 4 }];
  });
  const { status } = await outgoing.request({ url: `http://rebinding.example:${port}/` });
  assert.equal(status, 200);
  assert.deepEqual(asked, ['rebinding.example']);
  assert.equal(received[0]?.headers.host, `rebinding.example:${port}`);
  await fails('blocked address', outgoing.request({ url: `http://rebinding.example:${port}/` }));
  assert.equal(received.length, 1);
});

test('the connected address is checked on its own, whatever the look-up let through', async () => {
  const { port, received } = await receiver();
  const lookup: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
  const asked: string[] = [];
  const admits = (address: string) => {
    asked.push(address);
    return false;
  };
  const url = new URL(`http://careless.example:${port}/`);
  await fails(
    'blocked address',
    exchange(url, { url: url.href, method: 'POST', body: 'x' }, { lookup, admits }),
  );
  assert.deepEqual(asked, ['127.0.0.1']);
  assert.equal(received.length, 0);
});

test('a request goes out as it is, and the reply comes back', async () => {
  const { url, received } = await receiver((response) => {
    response.writeHead(201, { 'x-answer': 'yes' });
    response.end('größer');
  });
  const reply = await open.request({
    url: `${url}/hook?a=1`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-one': '1' },
    body: '{"ä":1}',
  });
  assert.equal(reply.status, 201);
  assert.equal(reply.headers['x-answer'], 'yes');
  assert.equal(reply.body, 'größer');
  assert.equal(reply.truncated, false);
  const [got] = received;
  assert.equal(got?.method, 'POST');
  assert.equal(got?.url, '/hook?a=1');
  assert.equal(got?.body, '{"ä":1}');
  assert.equal(got?.headers['content-length'], '8');
  assert.equal(got?.headers['x-one'], '1');
});

test('a reply without a body is a reply', async () => {
  const { url } = await receiver((response) => void response.writeHead(204).end());
  const { status, body } = await open.request({ url });
  assert.deepEqual({ status, body }, { status: 204, body: '' });
});

test('redirects are not followed', async () => {
  const target = await receiver();
  for (const status of [301, 302, 303, 307, 308]) {
    const { url } = await receiver(
      (response) => void response.writeHead(status, { location: target.url }).end(),
    );
    assert.equal((await open.request({ url })).status, status);
  }
  assert.equal(target.received.length, 0);
});

test('a reply larger than the limit is cut off and its connection closed', async () => {
  let closed: () => void = () => {};
  const wasClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const { url } = await receiver((response) => {
    response.once('close', closed);
    const more = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  });
  const reply = await open.request({ url, maxReply: 1000 });
  assert.equal(reply.body, 'x'.repeat(1000));
  assert.equal(reply.truncated, true);
  await wasClosed;
});

test('the deadline covers the whole exchange', async () => {
  const silent = await receiver(() => {});
  const dripping = await receiver((response) => {
    const timer = setInterval(() => response.write('.'), 10);
    response.once('close', () => clearInterval(timer));
  });
  const mute = await listening(net.createServer(() => {}));
  const never = createOutgoing(settings(), () => new Promise(() => {}));
  await fails('timeout', open.request({ url: silent.url, timeoutMs: 100 }));
  await fails('timeout', open.request({ url: dripping.url, timeoutMs: 100 }));
  await fails('timeout', open.request({ url: `https://127.0.0.1:${mute}`, timeoutMs: 100 }));
  await fails('timeout', never.request({ url: 'http://slow-names.example/', timeoutMs: 100 }));
});

test('a connection that is refused or reset is reported as refused', async () => {
  await fails('refused', open.request({ url: `http://127.0.0.1:${await unusedPort()}` }));
  const resetting = await listening(net.createServer((socket) => socket.resetAndDestroy()));
  await fails('refused', open.request({ url: `http://127.0.0.1:${resetting}` }));
  const { url } = await receiver((response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('x');
    setImmediate(() => response.socket?.resetAndDestroy());
  });
  await fails('refused', open.request({ url }));
});

test('a reply can be read as it arrives; one that ends early or stalls is reported', async () => {
  const bytes = async (url: string, limits: { idleMs?: number; timeoutMs?: number } = {}) => {
    const { status, body } = await open.stream({ url, ...limits });
    let size = 0;
    for await (const chunk of body) size += chunk.length;
    return [status, size];
  };
  const large = await receiver((response) => void response.end('x'.repeat(3 * 1024 ** 2)));
  assert.deepEqual(await bytes(large.url), [200, 3 * 1024 ** 2]);
  const cut = await receiver((response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('x', () => response.destroy());
  });
  await fails('refused', bytes(cut.url));
  const silent = await receiver((response) => void response.write('x'));
  await fails('timeout', bytes(silent.url, { idleMs: 50 }));
  await fails('timeout', bytes(silent.url, { timeoutMs: 50 }));
  await fails('blocked address', strict.stream({ url: large.url }));
});

const missing = async () => {
  throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
};

test('a name that does not exist is reported as dns, and may be saved', async () => {
  const outgoing = createOutgoing(settings(), missing);
  await fails('dns', outgoing.request({ url: 'http://nothing.example/' }));
  assert.equal(await outgoing.refusal('http://nothing.example/'), undefined);
});

test('a certificate that no one vouches for, or none at all, is reported as tls', async () => {
  const selfSigned = await listening(
    https.createServer({ key, cert }, (_request, response) => response.end()),
  );
  await fails('tls', open.request({ url: `https://127.0.0.1:${selfSigned}/` }));
  const plain = await listening(http.createServer());
  await fails('tls', open.request({ url: `https://127.0.0.1:${plain}/` }));
});

test('a reply that is not HTTP is reported as an invalid reply', async () => {
  const rude = await listening(net.createServer((socket) => socket.end('220 smtp ready\r\n\r\n')));
  await fails('invalid reply', open.request({ url: `http://127.0.0.1:${rude}` }));
  const switching = http.createServer();
  switching.on('request', (_request, response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
  });
  const port = await listening(switching);
  await fails('invalid reply', open.request({ url: `http://127.0.0.1:${port}` }));
});

test('a port of another service is not reached, unless the operator names the host', async () => {
  const allowing = createOutgoing(settings('mail.example:25'), missing);
  for (const port of [22, 25, 53, 110, 465, 587, 6667]) {
    const url = `https://hooks.example:${port}/`;
    assert.match((await allowing.refusal(url)) ?? '', /port \d+, which is not for http/, url);
    await fails('blocked address', allowing.request({ url }));
  }
  for (const url of ['http://mail.example:25/', 'https://hooks.example:8443/', 'https://hooks.example/'])
    assert.equal(await allowing.refusal(url), undefined, url);
});
