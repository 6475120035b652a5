import type { FastifyReply, FastifyRequest } from 'fastify';
import { largestBody } from '../../../../contract/body-size.ts';
import { ConcurrencyLimit, endedEarly, type Turn } from '../access/concurrency.ts';
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
 * What one caller may ask for: so many requests a minute, and a few at a time, so that nobody takes all connections to the
 * database. Both methods wait for a turn, and throw `TooManyRequests`.
 */
export interface Limits {
  /** For who has not signed in: all of them behind one address are one. */
  ofAddress: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** All sessions and keys of an account are one; what it reads does not wait for what it writes. */
  ofAccount: (userId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The same for what is answered however much else of the account is under way. */
  ofEssential: (userId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The same for a reply that goes on: it takes no turn of a request, but one of so many streams. */
  ofStream: (userId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Large bodies of JSON, before they are read: one of an account, and so many bytes of all, until they are answered. */
  ofBody: (userId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** What the service does for all at a time. */
  ofWork: Admit;
}

/** Bodies with no more bytes wait for nobody. */
const smallEnough = 64 * 1024;

/**
 * Reads, or writes, under way at a time, and those that wait for them. Whatever a request is sent with arrives while it waits,
 * as much as a connection reads at once: 256 of the largest would hold 16 MiB of each account.
 */
const turnsOfOne = { atOnce: 8, mayWait: 256, mayHold: 1024 ** 2 };

/**
 * Writes of one account under way at a time on the embedded database, where they take no connection from anyone: those
 * that wait together are committed together, for the price of one commit.
 */
const writesOfOne = { ...turnsOfOne, atOnce: 32 };

/** Streams that an account may have open: tabs, devices and integrations; each takes a connection. */
const streamsOfOne = { atOnce: 64, mayWait: 0 };

/** Bytes of large bodies that are read or worked on; each takes some times as much memory. */
const roomForBodies: Room = { size: 16 * 1024 ** 2, mayWait: 128, patience: 4_000 };

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
    if (reply.raw.closed) throw new Invalid(endedEarly);
  };
}

/** How many bytes the body of a request has; as many as any may have where it does not say. */
function bytesOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return largestBody;
  return Math.min(Number(headers['content-length'] ?? 0), largestBody);
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Counts a request and announces what is left, as the IETF's draft "RateLimit header fields for HTTP" writes it. */
function countRequest(limit: RateLimit, name: string, key: string, reply: FastifyReply): void {
  const { allowed, remaining, resetAfter, retryAfter } = limit.use(key);
  reply.header('ratelimit-policy', `"${name}";q=${limit.quota.count};w=${limit.quota.window / second}`);
  reply.header('ratelimit', `"${name}";r=${remaining};t=${resetAfter}`);
  if (!allowed) throw new TooManyRequests(retryAfter);
}
