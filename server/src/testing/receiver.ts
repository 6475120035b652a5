import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';

/** A request received. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  readonly port: number;
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly received: Received[];
}

/** Answers a request that has been read. */
export type Answer = (response: ServerResponse, request: Received) => void;

/** A real HTTP server on loopback that stands in for external services; closed after the tests of the file. */
export async function receiver(answer: Answer = (response) => void response.end()): Promise<Receiver> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body });
      answer(response, { method, url, headers, body });
    });
  };
  const server = http.createServer(listener);
  after(() => server.closeAllConnections());
  const port = await listening(server);
  return { port, url: `http://127.0.0.1:${port}`, received };
}

/** Makes a server listen on loopback until the tests of the file have ended; returns the port. */
export async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A loopback port on which nothing listens. */
export async function unusedPort(): Promise<number> {
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
