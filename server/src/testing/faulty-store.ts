import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/* A real object store, behind something that fails when it is told to: in ways in which a real one cannot be made to. */

/** Returns whether it has seen to a request; then the store does not get it. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface FaultyStore {
  readonly endpoint: string;
  fault: Fault | undefined;
  close(): void;
}

export async function faultyStore(behind: string): Promise<FaultyStore> {
  const server = createServer((request, response) => {
    if (store.fault?.(request, response)) return;
    const { method, url, headers } = request;
    const passedOn = send(`${behind}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passedOn.on('error', () => response.destroy());
    request.pipe(passedOn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const store: FaultyStore = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return store;
}
