import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { connectionOf } from './connection.ts';

/**
 * Begins a long-lived reply: sends its head and hands the connection over to the caller, who owns it from then on. The
 * reply ends when the connection does. The server, request and reply are released, because they would take four times the
 * memory of the connection.
 */
export function handOver(request: FastifyRequest, reply: FastifyReply, clock: Clock): Socket {
  reply.hijack();
  const { socket } = request.raw;
  socket.write(headOf(reply, clock));
  connectionOf(socket)?.leave();
  // It counts towards its account's limit until the connection closes, not just until the reply is released.
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

/** The events of a connection that Node's HTTP server listens to, except those of its end. */
const listenedTo = ['data', 'end', 'drain', 'error', 'timeout', 'resume', 'pause'];

/**
 * Detaches a connection from Node's HTTP server by emitting what it would see if the reply had been sent and the
 * connection closed. So it counts the reply and reuses the parser.
 */
function release(socket: Socket, response: ServerResponse): void {
  // The server's listener was the first on the connection.
  const [closed] = socket.listeners('close');
  response.emit('finish');
  for (const event of listenedTo) socket.removeAllListeners(event);
  socket.setTimeout(0);
  if (closed) {
    socket.off('close', closed as () => void);
    closed.call(socket);
  }
  // A lost peer is noticed through `close`.
  socket.on('error', () => {});
  // No more input is expected; stop reading if any comes, so that a peer cannot keep us busy.
  socket.once('data', () => socket.pause());
}
