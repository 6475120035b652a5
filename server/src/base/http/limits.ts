import type { FastifyReply, FastifyRequest } from 'fastify';
import { largestBody } from '../../../../contract/body-size.ts';
import { ConcurrencyLimit, type Turn } from '../access/concurrency.ts';
import { networkOf } from '../access/network.ts';
import { createRateLimit, type RateLimit } from '../access/rate-limit.ts';
import { type Clock, minute, second } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { Invalid, TooManyRequests } from '../errors.ts';
import type { Room } from './admission.ts';
import { atEnd, SharedRoom } from './shared-room.ts';
import { type Admit, createAdmit } from './work.ts';

declare module 'fastify' {
  interface FastifyRequest {
    turn: Turn | null;
  }
}

/**
 * The limits of one caller: requests per minute, and a few at a time, so that nobody takes all database connections. The
 * methods wait for a turn, and throw `TooManyRequests` or `Busy`.
 */
export interface Limits {
  /** For callers that are not signed in; everyone behind one address shares the limit. */
  ofAddress: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** All sessions and keys of an account share the limit; reads do not wait for writes. */
  ofAccount: (userId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The same for essential requests, which are answered however busy the account is. */
  ofEssential: (userId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The same for a long-lived reply, which counts as a stream rather than as a request. */
  ofStream: (userId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Large JSON bodies, before they are read and until they are answered: one per account, and a total number of bytes. */
  ofBody: (userId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The total concurrent work of the service. */
  ofWork: Admit;
}

/** Bodies up to this many bytes do not wait. */
const smallEnough = 64 * 1024;

/**
 * Concurrent reads, or writes, and the length of their queue. Bodies arrive while requests wait, as much as a connection
 * reads at once: 256 of the largest would hold 16 MiB per account.
 */
const turnsOfOne = { atOnce: 8, mayWait: 256, mayHold: 1024 ** 2 };

/**
 * Concurrent writes of one account on the embedded database, where they take no connection from anyone: writes that wait
 * together are committed together, at the cost of one commit.
 */
const writesOfOne = { ...turnsOfOne, atOnce: 32 };

/** Max open streams of an account: tabs, devices and integrations; each takes a connection. */
const streamsOfOne = { atOnce: 64, mayWait: 0 };

/** Max bytes of large bodies being read or processed; each takes several times its size in memory. */
const roomForBodies: Room = { size: 8 * 1024 ** 2, mayWait: 128, patience: 4_000 };

const bodiesOfOne = { atOnce: 1, mayWait: turnsOfOne.atOnce };

export function createLimits(
  clock: Clock,
  {
    rateLimit,
    anonymousRateLimit,
    databaseUrl,
  }: Pick<Config, 'rateLimit' | 'anonymousRateLimit' | 'databaseUrl'>,
): Limits {
  const limiter = (name: string, count: number | undefined) => {
    const limit = count === undefined ? undefined : createRateLimit(clock, { count, window: minute });
    const counted =
      (turns: ConcurrencyLimit) => async (key: string, request: FastifyRequest, reply: FastifyReply) => {
        if (limit) countRequest(limit, name, key, reply);
        const turn = turns.take(key, Math.min(bytesOf(request), smallEnough));
        request.turn = turn;
        atEnd(reply, turn.end);
        await turn.begins;
      };
    return counted;
  };
  const ofAddress = limiter('address', anonymousRateLimit)(new ConcurrencyLimit(turnsOfOne));
  const account = limiter('account', rateLimit);
  const reads = account(new ConcurrencyLimit(turnsOfOne));
  const writes = account(new ConcurrencyLimit(databaseUrl ? turnsOfOne : writesOfOne));
  return {
    ofAddress: (request, reply) => ofAddress(networkOf(request.ip), request, reply),
    ofAccount: (userId, request, reply) => (isRead(request.method) ? reads : writes)(userId, request, reply),
    ofEssential: account(new ConcurrencyLimit(turnsOfOne)),
    ofStream: account(new ConcurrencyLimit(streamsOfOne)),
    ofBody: bodyLimit(),
    ofWork: createAdmit(),
  };
}

function bodyLimit(): Limits['ofBody'] {
  const room = new SharedRoom(roomForBodies, bodiesOfOne);
  return async (userId, request, reply) => {
    const bytes = bytesOf(request);
    if (bytes <= smallEnough) return;
    await room.forReply(userId, reply, bytes);
    if (reply.raw.closed) throw new Invalid('request-cut-off');
  };
}

/** The size of a request's body; the largest possible if it is not declared. */
function bytesOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return largestBody;
  return Math.min(Number(headers['content-length'] ?? 0), largestBody);
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Counts a request and reports the remaining quota in the headers of the IETF draft "RateLimit header fields for HTTP". */
function countRequest(limit: RateLimit, name: string, key: string, reply: FastifyReply): void {
  const { allowed, remaining, resetAfter, retryAfter } = limit.use(key);
  reply.header('ratelimit-policy', `"${name}";q=${limit.quota.count};w=${limit.quota.window / second}`);
  reply.header('ratelimit', `"${name}";r=${remaining};t=${resetAfter}`);
  if (!allowed) throw new TooManyRequests(retryAfter);
}
