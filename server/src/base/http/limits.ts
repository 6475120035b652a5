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
  /** The same for a reply that goes on: it takes no turn of a request, but one of so many streams. */
  ofStream: (userId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** Requests under way at a time, and those that wait for them. */
const turnsOfOne = { atOnce: 8, mayWait: 256 };

/** Streams that an account may have open: tabs, devices and integrations; each takes a connection. */
const streamsOfOne = { atOnce: 64, mayWait: 0 };

export function createLimits(
  clock: Clock,
  { rateLimit, anonymousRateLimit }: Pick<Config, 'rateLimit' | 'anonymousRateLimit'>,
): Limits {
  const limiter = (name: string, count: number | undefined) => {
    const limit = count === undefined ? undefined : createRateLimit(clock, { count, window: minute });
    const counted =
      (turns: ConcurrencyLimit) => async (key: string, request: FastifyRequest, reply: FastifyReply) => {
        if (limit) countRequest(limit, name, key, reply);
        const turn = turns.take(key);
        request.turn = turn;
        reply.raw.once('close', turn.end);
        await turn.begins;
      };
    return counted;
  };
  const ofAddress = limiter('address', anonymousRateLimit)(new ConcurrencyLimit(turnsOfOne));
  const account = limiter('account', rateLimit);
  return {
    ofAddress: (request, reply) => ofAddress(networkOf(request.ip), request, reply),
    ofAccount: account(new ConcurrencyLimit(turnsOfOne)),
    ofStream: account(new ConcurrencyLimit(streamsOfOne)),
  };
}

/** Counts a request and announces what is left, as the IETF's draft "RateLimit header fields for HTTP" writes it. */
function countRequest(limit: RateLimit, name: string, key: string, reply: FastifyReply): void {
  const { allowed, remaining, resetAfter, retryAfter } = limit.use(key);
  reply.header('ratelimit-policy', `"${name}";q=${limit.quota.count};w=${limit.quota.window / second}`);
  reply.header('ratelimit', `"${name}";r=${remaining};t=${resetAfter}`);
  if (!allowed) throw new TooManyRequests(retryAfter);
}
