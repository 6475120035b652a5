import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { connectionOf } from './connection.ts';

/**
 * Begins a reply that goes on for as long as both sides stay: sends its head, and gives the connection to the caller, to
 * whom it belongs from then on. Its end is the end of the reply. Everything else is let go of: the server, the
 * request and the reply would hold four times as much for it as the connection does.
 */
export function handOver(request: FastifyRequest, reply: FastifyReply, clock: Clock): Socket {
  reply.hijack();
  const { socket } = request.raw;
  socket.write(headOf(reply, clock));
  connectionOf(socket)?.leave();
  // It counts as one of its account's until the connection closes, not until the reply is let go of.
  const end = request.turn?.end;
  if (end) {
    reply.raw.off('close', end);
    socket.once('close', end);
  }
  release(socket, reply.raw);
  return socket;
}

function headOf(reply: FastifyReply, clock: Clock): string {
  const lines = Object.entries(reply.getHeaders()).map(([name, value]) => `${name}: ${String(value)}`);
  const date = new Date(clock.machine() / 1000).toUTCString();
  const head = ['HTTP/1.1 200 OK', ...lines, `date: ${date}`, 'connection: close'];
  return `${head.join('\r\n')}\r\n\r\n`;
}

/** What Node's HTTP server listens to on a connection, but for its end. */
const listenedTo = ['data', 'end', 'drain', 'error', 'timeout', 'resume', 'pause'];

/**
 * Takes a connection from Node's HTTP server. It is told what it would see if the reply had been sent and the connection
 * had closed then: so it counts the reply, and gives the parser to the next connection.
 */
function release(socket: Socket, response: ServerResponse): void {
  // The server was the first to listen to the connection.
  const [closed] = socket.listeners('close');
  response.emit('finish');
  for (const event of listenedTo) socket.removeAllListeners(event);
  socket.setTimeout(0);
  if (closed) {
    socket.off('close', closed as () => void);
    closed.call(socket);
  }
  // Whoever is lost is seen to have closed.
  socket.on('error', () => {});
  // Nothing more is expected. What comes all the same is not read on, so that nobody keeps us busy with it.
  socket.once('data', () => socket.pause());
}
