import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Listeners on the same port. In a turn of its event loop Node accepts one connection of each, in order of arrival: with a
 * single listener, a client that opens thousands of connections makes all others wait until these are accepted. Only Linux
 * distributes connections among several.
 */
const isShared = process.platform === 'linux';
const count = isShared ? 16 : 1;

/**
 * Connections that the system holds for each listener until the service accepts them, within its own limit
 * (`net.core.somaxconn`, 4096 on Linux). With Node's 511 a burst overflows it, and the clients that are dropped try again
 * seconds later.
 */
const backlog = 4096;

/** What accepts the connections of a server. */
export interface Listeners {
  listen: (place: { port: number; host: string }) => Promise<void>;
  /** Accepts no more connections; resolves once those of the server have ended. */
  close: () => Promise<void>;
}

export function listenersOf(http: FastifyInstance): Listeners {
  const further: Server[] = [];
  return {
    async listen(place) {
      const options = { backlog, reusePort: isShared };
      await http.listen({ ...place, ...options });
      for (const { address: host, port } of http.addresses() as AddressInfo[]) {
        for (let made = 1; made < count; made++) {
          const listener = passingTo(http);
          further.push(listener);
          await once(listener.listen({ ...options, host, port }), 'listening');
        }
      }
    },
    async close() {
      const closing = further.map((each) => new Promise<void>((resolve) => each.close(() => resolve())));
      await Promise.all([http.close(), ...closing]);
    },
  };
}

/** Passes its connections to the server, with the options that its own have. */
function passingTo({ server }: FastifyInstance): Server {
  return createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
    // Errors of a connection are reported to this server.
    server.emit('connection', Object.assign(socket, { server }));
  });
}
