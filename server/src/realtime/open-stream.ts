import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { handOver } from '../base/http/hand-over.ts';
import { EventStream } from './event-stream.ts';

/** Begins the reply of a stream; undefined if there is nobody to send anything to. */
export function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  clock: Clock,
): EventStream | undefined {
  reply.header('content-type', 'text/event-stream; charset=utf-8');
  // Tells buffering proxies to pass this response on as it arrives.
  reply.header('x-accel-buffering', 'no');
  if (request.method === 'HEAD' || request.raw.socket.destroyed) return undefined;
  const socket = handOver(request, reply, clock);
  const stream = new EventStream(socket);
  // A client that closes its half of the connection has left.
  socket.once('end', () => stream.end());
  return stream;
}
