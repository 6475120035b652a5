import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConcurrencyLimit, type Turn } from '../access/concurrency.ts';
import { networkOf } from '../access/network.ts';
import { createRateLimit, type RateLimit } from '../access/rate-limit.ts';
import { type Clock, minute, second } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { TooManyRequests } from '../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    turn: Turn | null;
  }
}

/**
 * What one caller may ask for: so many requests a minute, and a few at a time, so that nobody takes all connections to the
 * database. Both methods wait for a turn, and throw `TooManyRequests`.
 */
export interface Limits {
  /** For who has not signed in: all of them behind one address are one. */
  ofAddress: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** All sessions and keys of an account are one. */
  ofAccount: (userId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** Requests under way at a time, and those that wait for them. */
const turnsOfOne = { atOnce: 8, mayWait: 256 };

export function createLimits(
  clock: Clock,
  { rateLimit, anonymousRateLimit }: Pick<Config, 'rateLimit' | 'anonymousRateLimit'>,
): Limits {
  const limiter = (name: string, count: number | undefined) => {
    const limit = count === undefined ? undefined : createRateLimit(clock, { count, window: minute });
    const turns = new ConcurrencyLimit(turnsOfOne);
    return async (key: string, request: FastifyRequest, reply: FastifyReply) => {
      if (limit) countRequest(limit, name, key, reply);
      const turn = turns.take(key);
      request.turn = turn;
      reply.raw.once('close', turn.end);
      await turn.begins;
    };
  };
  const addresses = limiter('address', anonymousRateLimit);
  return {
    ofAddress: (request, reply) => addresses(networkOf(request.ip), request, reply),
    ofAccount: limiter('account', rateLimit),
  };
}

/** Counts a request and announces what is left, as the IETF's draft "RateLimit header fields for HTTP" writes it. */
function countRequest(limit: RateLimit, name: string, key: string, reply: FastifyReply): void {
  const { allowed, remaining, resetAfter, retryAfter } = limit.use(key);
  reply.header('ratelimit-policy', `"${name}";q=${limit.quota.count};w=${limit.quota.window / second}`);
  reply.header('ratelimit', `"${name}";r=${remaining};t=${resetAfter}`);
  if (!allowed) throw new TooManyRequests(retryAfter);
}
