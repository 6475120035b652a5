import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, proxiesOf } from '../access/network.ts';
import type { Clock } from '../clock.ts';
import { Connection, transferTime } from './connection.ts';
import { Door } from './door.ts';
import { sendClientError } from './errors.ts';
import { Rounds } from './rounds.ts';
import { Unread } from './unread.ts';

/** Far more than a team behind one address needs, and few enough for the memory of a small machine. */
const maxConnections = 5_000;
const maxPerAddress = 500;

/** Max milliseconds for the head of a request, and for an idle connection to stay open. */
const headersTimeout = 20_000;
const keepAliveTimeout = 72_000;

/** Limits what all connections hold together, and for how long. */
export interface Connections {
  /** Creates a server whose connections are bounded. */
  serve: (listener: RequestListener) => Server;
  /** Answers input on a connection that is not a request. */
  refuse: (error: Error, socket: Socket) => void;
  /** Closes connections whose peers accept no data, or whose requests do not arrive. */
  cutOverdue: () => void;
  /** Closes all connections. */
  cutAll: () => void;
}

/** A server that reads nothing of a connection before it is resumed. */
function pausedServer(): Server {
  const server = createServer({
    headersTimeout,
    keepAliveTimeout,
    // The upper bound for any body; each connection enforces a shorter time.
    requestTimeout: transferTime / 1000,
    connectionsCheckingInterval: 5_000,
    // A request without `Host` is refused later, so that the error has the usual shape.
    requireHostHeader: false,
  });
  // A client that half-closes the connection after a whole request still wants the answer.
  return Object.assign(server, { httpAllowHalfOpen: true, pauseOnConnect: true });
}

export function createConnections(
  clock: Pick<Clock, 'elapsed'>,
  trustProxy: string | undefined,
): Connections {
  const isProxy = proxiesOf(trustProxy);
  const arrived = new Set<Socket>();
  const open = new Map<Socket, Connection>();
  const perAddress = new Map<string, number>();
  const rounds = new Rounds();
  const unread = new Unread();
  const door = new Door(unread);

  /** False if all connections, or those of the address, are at their limit. A proxy's address stands for many people. */
  const admit = (socket: Socket): boolean => {
    if (arrived.size >= maxConnections) return false;
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return true;
    const network = networkOf(address);
    const count = (perAddress.get(network) ?? 0) + 1;
    if (count > maxPerAddress) return false;
    perAddress.set(network, count);
    socket.once('close', () => {
      const left = (perAddress.get(network) ?? 1) - 1;
      if (left > 0) perAddress.set(network, left);
      else perAddress.delete(network);
    });
    return true;
  };

  return {
    serve(listener) {
      const server = pausedServer();
      const serveAsNode = server.listeners('connection');
      server.removeAllListeners('connection').on('connection', (socket) => {
        if (!admit(socket)) return void socket.destroy();
        arrived.add(socket);
        socket.once('close', () => arrived.delete(socket));
        door.pass(networkOf(socket.remoteAddress ?? ''), () => {
          if (socket.destroyed) return;
          for (const listener of serveAsNode) listener.call(server, socket);
          open.set(socket, new Connection(socket, { clock, rounds, unread, handle: listener }));
          socket.once('close', () => open.delete(socket));
          socket.resume();
        });
      });
      const take: RequestListener = (request, response) => open.get(request.socket)?.take(request, response);
      server.on('request', take);
      // An unsupported `Expect` header is refused like any other invalid request.
      server.on('checkExpectation', take);
      server.on('connect', ({ socket }) => {
        open.get(socket)?.leave();
        sendClientError(new Error('CONNECT'), socket);
      });
      return server;
    },
    refuse(error, socket) {
      const connection = open.get(socket);
      if (connection) connection.refuse(error);
      else socket.destroy();
    },
    cutOverdue() {
      for (const connection of open.values()) connection.cutIfOverdue();
    },
    cutAll() {
      for (const socket of arrived) socket.destroy();
    },
  };
}
