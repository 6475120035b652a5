import type { FastifyReply } from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { RateLimit } from '../access/rate-limit.ts';
import { second } from '../clock.ts';
import { TooManyRequests } from '../errors.ts';

/**
 * Counts a request of a credential and announces what is left, as the IETF's draft "RateLimit header fields for
 * HTTP" writes it. Throws `TooManyRequests`.
 */
export function countRequest(limit: RateLimit, credential: Actor['credential'], reply: FastifyReply): void {
  const { allowed, remaining, resetAfter, retryAfter } = limit.use(`${credential.kind}:${credential.id}`);
  reply.header('ratelimit-policy', `"token";q=${limit.quota.count};w=${limit.quota.window / second}`);
  reply.header('ratelimit', `"token";r=${remaining};t=${resetAfter}`);
  if (!allowed) throw new TooManyRequests(retryAfter);
}
