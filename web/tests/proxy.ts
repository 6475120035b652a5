import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after } from 'node:test';

/* A proxy in front of the service that answers in its place, as proxies and networks do. */

const html = (text: string) => ({ type: 'text/html', body: `<!doctype html><h1>${text}</h1>` });

const answers = {
  'no such route': { status: 404, ...html('404 page not found') },
  'no such route, as JSON': {
    status: 404,
    type: 'application/json',
    body: '{"message":"no Route matched with those values"}',
  },
  'a firewall': { status: 403, ...html('Forbidden') },
  'an error with a number': { status: 404, type: 'application/json', body: '{"code":404,"kind":"Status"}' },
  'a timeout': { status: 408, ...html('Request Timeout') },
  'a limit of its own': { status: 413, ...html('Request Entity Too Large') },
  'too early': { status: 425, type: 'text/plain', body: '' },
  'too many': { status: 429, ...html('Too Many Requests') },
  'no service behind it': { status: 502, ...html('Bad Gateway') },
  'a sign-in page': { status: 200, ...html('Welcome to the hotel') },
  'nothing, successfully': { status: 200, type: 'application/json', body: '' },
  'an empty reply': { status: 204, type: 'text/plain', body: '' },
} as const;

export type Lie = keyof typeof answers | 'closes' | 'stalls';

/** All answers of others but silence, which takes a while to be noticed. */
export const lies: readonly Lie[] = [...(Object.keys(answers) as (keyof typeof answers)[]), 'closes'];

export interface Proxy {
  readonly address: string;
  /** What it does with a request: passes it on, or lies, before or after it has passed it on. */
  decide: (request: IncomingMessage) => { lie: Lie; isPassedOn?: boolean } | undefined;
  /** Files that it answers with itself, by path: those of another version. */
  readonly files: Map<string, { type: string; body: string }>;
  /** Closes all connections. */
  cut(): void;
}

export async function lyingProxy(target: string): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const decision = proxy.decide(request);
    const file = proxy.files.get(request.url ?? '');
    if (file && !decision) return void response.writeHead(200, { 'content-type': file.type }).end(file.body);
    if (decision && !decision.isPassedOn) return tell(decision.lie, response);
    const passed = passOn(target, request, (answer) => {
      if (!decision) return void answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      answer.resume().on('end', () => tell(decision.lie, response));
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  after(() => {
    cut();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const proxy: Proxy = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: () => undefined,
    files: new Map(),
    cut,
  };
  return proxy;
}

function tell(lie: Lie, response: ServerResponse): void {
  if (lie === 'stalls') return;
  if (lie === 'closes') return void response.destroy();
  const { status, type, body } = answers[lie];
  response.writeHead(status, { 'content-type': type }).end(body);
}

function passOn(target: string, request: IncomingMessage, take: (answer: IncomingMessage) => void) {
  const { method = 'GET', headers, url = '/' } = request;
  return request.pipe(ask(new URL(url, target), { method, headers }, take));
}
