import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, proxiesOf } from '../access/network.ts';
import type { Clock } from '../clock.ts';
import { Connection, transferTime } from './connection.ts';
import { sendClientError } from './errors.ts';
import { Rounds } from './rounds.ts';
import { Unread } from './unread.ts';

/** Far more than a team behind one address has, and few enough for the memory of a small machine. */
const maxConnections = 5_000;
const maxPerAddress = 500;

/** Milliseconds that the head of a request may take, and that a connection may stay open without one. */
const headersTimeout = 20_000;
const keepAliveTimeout = 72_000;

/** What all connections may hold together, and for how long. */
export interface Connections {
  /** Makes a server whose connections are bounded. */
  serve: (listener: RequestListener) => Server;
  /** Answers what arrived on a connection and is no request. */
  refuse: (error: Error, socket: Socket) => void;
  /** Cuts the connections whose peers take nothing of what is sent to them, or whose requests do not arrive. */
  cutOverdue: () => void;
  /** Cuts all of them. */
  cutAll: () => void;
}

export function createConnections(
  clock: Pick<Clock, 'elapsed'>,
  trustProxy: string | undefined,
): Connections {
  const isProxy = proxiesOf(trustProxy);
  const open = new Map<Socket, Connection>();
  const perAddress = new Map<string, number>();
  const rounds = new Rounds();
  const unread = new Unread();

  /** False where the address has as many as it may have. A proxy's address stands for many people. */
  const admit = (socket: Socket): boolean => {
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
      const server = createServer({
        headersTimeout,
        keepAliveTimeout,
        // The longest that any body may take; a connection asks for less.
        requestTimeout: transferTime / 1000,
        connectionsCheckingInterval: 5_000,
        // A request without `Host` is refused in the shape of every error.
        requireHostHeader: false,
      });
      server.maxConnections = maxConnections;
      // Who has sent a whole request and closes its half of the connection still wants the answer.
      Object.assign(server, { httpAllowHalfOpen: true });
      server.on('connection', (socket) => {
        if (!admit(socket)) return void socket.destroy();
        open.set(socket, new Connection(socket, { clock, rounds, unread, handle: listener }));
        socket.once('close', () => open.delete(socket));
      });
      const take: RequestListener = (request, response) => open.get(request.socket)?.take(request, response);
      server.on('request', take);
      // What a request expects that no one here does is told like all that is wrong with it.
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
      for (const socket of open.keys()) socket.destroy();
    },
  };
}
