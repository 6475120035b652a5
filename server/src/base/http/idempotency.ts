import type { FastifyReply, FastifyRequest } from 'fastify';
import { keySeconds, showsSecret, takesIdempotencyKey, takesPublicId } from '../../../../contract/headers.ts';
import { type Issue, issue } from '../../../../contract/issues.ts';
import type { Operation } from '../../../../contract/operation.ts';
import type { Actor } from '../access/actor.ts';
import type { ChangeAccounts } from '../changes/change.ts';
import { claimId } from '../changes/claimed-ids.ts';
import {
  AlreadyClaimed,
  type Answer,
  claim,
  claimedBy,
  claimTime,
  holdClaim,
  type IdempotentChange,
  type KeyClaim,
  keep,
  keyTime,
  release,
} from '../changes/idempotency.ts';
import { minute, second } from '../clock.ts';
import type { Writing } from '../db/database.ts';
import { Conflict, Failure, Invalid } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Service } from '../service.ts';
import { positionOf, setPosition } from './position.ts';

type Dependencies = Pick<Service, 'db' | 'clock' | 'secrets' | 'changeAccounts' | 'keyClaims'>;

/** Identifies a repeated request: by the key in its header, or by the id that the client made for a new resource. */
interface Key {
  /** As stored. Only the name of an id contains a space. */
  name: string;
  madeId?: string;
  /** How long it is valid; microseconds. */
  lasts: number;
  /** The issues of refusals: another request has used the key, or the first one is not answered yet. */
  refuse: { other: Issue; unanswered: (seconds: number) => Issue };
}

/** The keys of a request, usually none. Throws `Invalid`. */
export function keysOf(operation: Operation, { headers, body }: FastifyRequest): Key[] {
  const header = takesIdempotencyKey(operation) ? headers['idempotency-key'] : undefined;
  const madeId = takesPublicId(operation) ? (body as { publicId?: string }).publicId : undefined;
  return [
    ...(header === undefined ? [] : [keyOfHeader(header, headers['idempotency-time'])]),
    ...(madeId === undefined ? [] : [keyOfMadeId(madeId)]),
  ];
}

function keyOfHeader(name: string | string[], time: string | string[] | undefined): Key {
  if (typeof name !== 'string' || !/^[!-~]{1,255}$/.test(name)) {
    throw new Invalid('wrong-idempotency-key');
  }
  const refuse = {
    other: issue('idempotency-key-reused'),
    unanswered: (seconds: number) => issue('idempotency-key-in-use', { seconds }),
  };
  return { name, lasts: lifetimeOf(time), refuse };
}

/** How long a reply with a one-time secret can be repeated: as long as clients retry. Microseconds. */
const secretTime = 10 * minute;

function lifetimeOf(time: string | string[] | undefined): number {
  if (time === undefined) return keyTime;
  const seconds = typeof time === 'string' && /^\d{1,6}$/.test(time) ? Number(time) : 0;
  if (seconds < 1 || seconds > keySeconds) {
    throw new Invalid('wrong-idempotency-time', { max: keySeconds });
  }
  return seconds * second;
}

function keyOfMadeId(madeId: string): Key {
  const taken = issue('id-taken', { field: 'body/publicId' });
  return { name: `id ${madeId}`, madeId, lasts: keyTime, refuse: { other: taken, unanswered: () => taken } };
}

/**
 * Repeats the answer of the first request with one of the keys, without doing anything. The first request is carried out
 * by `answer`, with `once` for its change. Only successes are stored: a refused request may be retried.
 */
export async function answerOnce(
  service: Dependencies,
  operation: Operation,
  keys: readonly Key[],
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (once?: IdempotentChange) => Promise<unknown>,
): Promise<unknown> {
  const { actor } = request;
  if (!actor) throw new Error('a key belongs to a user');
  const keyed = keys.map((key) => keyedRequest(service, operation, key, request, actor));
  const replayed = async () => {
    for (const each of keyed) {
      const first = await each.answer();
      if (first === undefined) continue;
      reply.header('idempotent-replayed', 'true');
      if (first.position !== undefined) setPosition(reply, first.position);
      return first.reply;
    }
    return undefined;
  };
  const before = await replayed();
  if (before !== undefined) return before;
  try {
    if (operation.severalChanges) return await severalChanges(service, keyed, reply, answer);
    const { result } = await inOneChange(allOnce(keyed.map(({ once }) => once)), answer);
    return result;
  } catch (error) {
    if (!(error instanceof AlreadyClaimed)) throw error;
    const meanwhile = await replayed();
    if (meanwhile !== undefined) return meanwhile;
    throw await unanswered(service, keyed);
  }
}

/**
 * The failure that states when a request whose key another one has claimed can be retried: by then that request has
 * ended, or never will.
 */
async function unanswered({ clock }: Dependencies, keyed: readonly KeyedRequest[]): Promise<Failure> {
  const ends = await Promise.all(keyed.map((each) => each.claimedUntil()));
  const left = Math.max(...ends) - clock.now();
  const retryAfter = Math.max(1, Math.ceil(left / second));
  return new Failure(
    409,
    keyed.map(({ refuse }) => refuse.unanswered(retryAfter)),
    { retryAfter },
  );
}

type KeyedRequest = ReturnType<typeof keyedRequest>;

/** A request under one of its keys, as stored in the database. */
function keyedRequest(
  { db, clock, secrets }: Dependencies,
  operation: Operation,
  { name: key, madeId, lasts: asked, refuse }: Key,
  request: FastifyRequest,
  { userId, mask, workspaceId, openBoards }: Actor,
) {
  const owner = { userId, key };
  const lasts = showsSecret(operation) ? Math.min(asked, secretTime) : asked;
  // A more limited credential must not receive the reply that another one got.
  const credential = [mask, workspaceId, ...(openBoards === null ? [] : [openBoards])];
  const { params, query, body, headers } = request;
  const condition = headers['if-match'] === undefined ? [] : [headers['if-match']];
  // Signed with the secret key, because requests may contain passwords.
  const sent = JSON.stringify([operation.id, credential, params, query, body, ...condition]);
  const context = `idempotency ${userId} ${key}`;
  const held = { ...owner, claimedBy: newId(clock.now()) };
  const claimUntil = async (tx: Writing, now: number, expiresAt: number, claimedBy: string | null) => {
    const request = secrets.sign(sent);
    const [claimed] = await tx.run(claim, { ...owner, request, claimedBy, now, expiresAt });
    if (!claimed) throw new AlreadyClaimed();
    if (madeId !== undefined) await claimId(tx, now, madeId);
  };
  const keepAnswer: IdempotentChange['keep'] = async (tx, now, { reply, position = null }) => {
    // Some replies contain a one-time secret.
    const replySealed = secrets.seal(JSON.stringify(reply), context);
    await tx.run(keep, { ...owner, replySealed, position, expiresAt: now + lasts });
  };
  return {
    refuse,
    held,
    /** For a request of one change. */
    once: {
      claim: (tx, now) => claimUntil(tx, now, now + lasts, null),
      keep: keepAnswer,
    } satisfies IdempotentChange,
    claimAhead: (tx: Writing, now: number) => claimUntil(tx, now, now + claimTime, held.claimedBy),
    /** For the last of several changes, which is rolled back if another request has claimed the key meanwhile. */
    last: {
      async claim(tx, now) {
        if (!(await holdClaim(tx, now, held))) throw new AlreadyClaimed();
      },
      keep: keepAnswer,
    } satisfies IdempotentChange,
    /** The reply to the first request with the key; undefined if there was none or it has not ended. */
    async answer(): Promise<Answer | undefined> {
      const first = await db.first(claimedBy, { ...owner, now: clock.now() });
      if (!first) return undefined;
      // Fails as well if the first request was signed before the secret key changed.
      if (!secrets.verify(sent, first.request)) throw new Conflict(refuse.other);
      if (first.replySealed === null) return undefined;
      const reply: unknown = JSON.parse(secrets.open(first.replySealed, context));
      return { reply, position: first.position ?? undefined };
    },
    /** Until when another request holds the key, unless it renews the claim; microseconds. */
    async claimedUntil(): Promise<number> {
      const now = clock.now();
      return (await db.first(claimedBy, { ...owner, now }))?.expiresAt ?? now;
    },
  };
}

/** Combines the keys of a request into one. */
const allOnce = (each: readonly IdempotentChange[]): IdempotentChange => ({
  async claim(tx, now) {
    for (const { claim } of each) await claim(tx, now);
  },
  async keep(tx, now, answer) {
    for (const { keep } of each) await keep(tx, now, answer);
  },
});

/**
 * The request's change stores its own reply, so the two are atomic. The first request returns the stored reply too,
 * exactly as repeated ones do. A request that changed nothing has stored nothing.
 */
async function inOneChange(
  { claim, keep }: IdempotentChange,
  answer: (once: IdempotentChange) => Promise<unknown>,
): Promise<{ result: unknown; isKept: boolean }> {
  let kept: Answer | undefined;
  const result = await answer({
    claim,
    async keep(tx, now, answered) {
      await keep(tx, now, answered);
      kept = answered;
    },
  });
  return kept ? { result: kept.reply, isKept: true } : { result, isKept: false };
}

/**
 * A request of several changes claims its keys first. If the service ends in between, they are free once the lease has
 * expired. If the last change does not store the reply, it is stored afterwards: such a request is harmless when
 * repeated.
 */
async function severalChanges(
  { changeAccounts, keyClaims }: Dependencies,
  keyed: readonly KeyedRequest[],
  reply: FastifyReply,
  answer: (last: IdempotentChange) => Promise<unknown>,
): Promise<unknown> {
  await changeAccounts(async ({ tx, now }) => {
    for (const { claimAhead } of keyed) await claimAhead(tx, now);
  });
  const claims = keyed.map(({ held }) => held);
  return keyClaims.during(claims, async () => {
    try {
      const { result, isKept } = await inOneChange(allOnce(keyed.map(({ last }) => last)), answer);
      if (!isKept) await keepAfter(changeAccounts, keyed, { reply: result, position: positionOf(reply) });
      return result;
    } catch (error) {
      await releaseAll(changeAccounts, claims).catch((err) =>
        reply.log.warn({ err }, 'the key of a request was not released: it is free when its lease ends'),
      );
      throw error;
    }
  });
}

const releaseAll = (changeAccounts: ChangeAccounts, claims: readonly KeyClaim[]): Promise<void> =>
  changeAccounts(async ({ tx }) => {
    for (const claim of claims) await tx.run(release, claim);
  });

/** Stores the reply, unless another request has claimed the key or it was deleted with its account. */
const keepAfter = (
  changeAccounts: ChangeAccounts,
  keyed: readonly KeyedRequest[],
  answer: Answer,
): Promise<void> =>
  changeAccounts(async ({ tx, now }) => {
    for (const { held, last } of keyed) {
      if (await holdClaim(tx, now, held)) await last.keep(tx, now, answer);
    }
  });
