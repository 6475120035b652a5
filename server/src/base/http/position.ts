import type { FastifyReply } from 'fastify';

/*
 * The position of a change in the log of its workspace, as replies tell it: of what a write logged last, and of a read the
 * one that had been reached before anything was read. Who follows from there misses nothing.
 */

const header = 'change-position';

/** Puts a position on a reply; a further one takes its place. */
export const tellPosition = (reply: FastifyReply, position: number): void =>
  void reply.header(header, String(position));

/** The position that a reply tells. */
export function positionOf(reply: FastifyReply): number | undefined {
  const told = reply.getHeader(header);
  return told === undefined ? undefined : Number(told);
}
