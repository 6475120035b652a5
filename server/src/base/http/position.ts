import type { FastifyReply } from 'fastify';

/*
 * The change-log position in a reply's header: for a write, its last logged change; for a read, the position reached
 * before anything was read. A client that follows the log from there misses nothing.
 */

const header = 'change-position';

/** Sets the position of a reply, replacing an earlier one. */
export const setPosition = (reply: FastifyReply, position: number): void =>
  void reply.header(header, String(position));

/** The position in a reply's header. */
export function positionOf(reply: FastifyReply): number | undefined {
  const current = reply.getHeader(header);
  return current === undefined ? undefined : Number(current);
}
