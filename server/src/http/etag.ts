import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PreconditionFailed } from '../errors.ts';

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
  return tagsIn(known).some((each) => ['*', etag].includes(each.replace(/^W\//, '')));
}

/**
 * Throws `PreconditionFailed` unless what the caller has read, and names by `If-Match`, is still the `text` that would
 * be sent now. It compares strongly (RFC 9110, 13.1.1): a tag that is marked as weak is never the same.
 */
export function requireMatch(known: string, text: string): void {
  const etag = etagOf(text);
  if (tagsIn(known).some((each) => ['*', etag].includes(each))) return;
  throw new PreconditionFailed('If-Match: this has changed since it was read');
}

const tagsIn = (header: string): string[] => header.split(',').map((each) => each.trim());
