import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Equal texts have equal tags, whichever node answers; so a tag is never stale. */
const etagOf = (text: string): string => `"${hash('sha256', text, 'base64url')}"`;

/**
 * Puts the entity tag of a reply on it and says whether it is one that the caller has. `If-None-Match` compares
 * weakly (RFC 9110, 13.1.2): proxies that compress mark tags as weak.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  const etag = etagOf(text);
  // What may be seen depends on who asks, and may end: a cache asks again before it shows anything.
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return known.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
}
