import type { FastifyReply, FastifyRequest } from 'fastify';
import { takesIdempotencyKey, takesPublicId } from '../../../../contract/headers.ts';
import type { Operation } from '../../../../contract/operation.ts';
import type { Actor } from '../access/actor.ts';
import { claimId } from '../changes/claimed-ids.ts';
import {
  AlreadyClaimed,
  type Answer,
  claim,
  claimedBy,
  type IdempotentChange,
  keep,
  keyTime,
  release,
} from '../changes/idempotency.ts';
import { Conflict, Invalid } from '../errors.ts';
import type { Service } from '../service.ts';
import { positionOf, tellPosition } from './position.ts';

type Needs = Pick<Service, 'db' | 'clock' | 'secrets' | 'changeAccounts'>;

/** What a request is known by when it is sent again: the key in its head, or the id that its sender made for a new thing. */
interface Key {
  /** As it is stored; one of an id has a space in it, as no other has. */
  name: string;
  madeId?: string;
  /** Why another request with the same key is refused. */
  refuse: { other: string; unanswered: string };
}

/** The keys of a request, most often none. Throws `Invalid`. */
export function keysOf(operation: Operation, { headers, body }: FastifyRequest): Key[] {
  const header = takesIdempotencyKey(operation) ? headers['idempotency-key'] : undefined;
  const madeId = takesPublicId(operation) ? (body as { publicId?: string }).publicId : undefined;
  return [
    ...(header === undefined ? [] : [keyOfHeader(header)]),
    ...(madeId === undefined ? [] : [keyOfMadeId(madeId)]),
  ];
}

function keyOfHeader(name: string | string[]): Key {
  if (typeof name !== 'string' || !/^[!-~]{1,255}$/.test(name)) {
    throw new Invalid('Idempotency-Key must have 1 to 255 visible ASCII characters');
  }
  const refuse = {
    other: 'Idempotency-Key: a different request was made with this key',
    unanswered: 'Idempotency-Key: the first request with this key has not been answered yet',
  };
  return { name, refuse };
}

function keyOfMadeId(madeId: string): Key {
  const taken = 'body/publicId is taken';
  return { name: `id ${madeId}`, madeId, refuse: { other: taken, unanswered: taken } };
}

/**
 * Answers a request with keys as the first one with one of them was answered, and then does nothing. The first is carried
 * out by `answer`, with `once` for the change that it makes. Only success is kept: what was refused may be tried again.
 */
export async function answerOnce(
  service: Needs,
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
      if (first.position !== undefined) tellPosition(reply, first.position);
      return first.reply;
    }
    return undefined;
  };
  const before = await replayed();
  if (before !== undefined) return before;
  try {
    if (operation.severalChanges) return await severalChanges(service, keyed, reply, answer);
    return await inOneChange(allOnce(keyed), answer);
  } catch (error) {
    if (!(error instanceof AlreadyClaimed)) throw error;
    const meanwhile = await replayed();
    if (meanwhile !== undefined) return meanwhile;
    throw new Conflict(...keys.map(({ refuse }) => refuse.unanswered));
  }
}

type KeyedRequest = ReturnType<typeof keyedRequest>;

/** A request under one of its keys, as the database knows it. */
function keyedRequest(
  { db, clock, secrets }: Needs,
  operation: Operation,
  { name: key, madeId, refuse }: Key,
  request: FastifyRequest,
  { userId, mask, workspaceId }: Actor,
) {
  const owner = { userId, key };
  // A credential that lets less through is answered by no reply that another one got.
  const credential = [mask, workspaceId];
  const { params, query, body, headers } = request;
  const condition = headers['if-match'] === undefined ? [] : [headers['if-match']];
  // With the secret key, because passwords are among what is sent.
  const sent = JSON.stringify([operation.id, credential, params, query, body, ...condition]);
  const context = `idempotency ${userId} ${key}`;
  const once: IdempotentChange = {
    async claim(tx, now) {
      const signed = secrets.sign(sent);
      const [claimed] = await tx.run(claim, { ...owner, request: signed, now, expiresAt: now + keyTime });
      if (!claimed) throw new AlreadyClaimed();
      if (madeId !== undefined) await claimId(tx, now, madeId);
    },
    async keep(tx, { reply, position = null }) {
      // Some replies show a secret, once.
      const replySealed = secrets.seal(JSON.stringify(reply), context);
      await tx.run(keep, { ...owner, replySealed, position });
    },
  };
  return {
    owner,
    once,
    /** What the first request with the key was answered; undefined where there was none, or none that has ended. */
    async answer(): Promise<Answer | undefined> {
      const first = await db.first(claimedBy, { ...owner, now: clock.now() });
      if (!first) return undefined;
      // Also of a first request that was signed before the secret key changed.
      if (!secrets.verify(sent, first.request)) throw new Conflict(refuse.other);
      if (first.replySealed === null) return undefined;
      const reply: unknown = JSON.parse(secrets.open(first.replySealed, context));
      return { reply, position: first.position ?? undefined };
    },
  };
}

/** What is done once by all keys of a request. */
const allOnce = (keyed: readonly KeyedRequest[]): IdempotentChange => ({
  async claim(tx, now) {
    for (const { once } of keyed) await once.claim(tx, now);
  },
  async keep(tx, answer) {
    for (const { once } of keyed) await once.keep(tx, answer);
  },
});

/**
 * The change that the request makes stores its own reply, so that nothing can come between the two. The first request is
 * answered by that as well: by what all others get. One that changed nothing has stored nothing.
 */
async function inOneChange(
  { claim, keep }: IdempotentChange,
  answer: (once: IdempotentChange) => Promise<unknown>,
): Promise<unknown> {
  let kept: Answer | undefined;
  const result = await answer({
    claim,
    async keep(tx, answered) {
      await keep(tx, answered);
      kept = answered;
    },
  });
  return kept ? kept.reply : result;
}

/** What is more than one change is claimed before it. Where the service ends in between, the key stays claimed. */
async function severalChanges(
  { changeAccounts }: Needs,
  keyed: readonly KeyedRequest[],
  reply: FastifyReply,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const once = allOnce(keyed);
  await changeAccounts(({ tx, now }) => once.claim(tx, now));
  const result = await answer().catch(async (error: unknown) => {
    await changeAccounts(async ({ tx }) => {
      for (const { owner } of keyed) await tx.run(release, owner);
    });
    throw error;
  });
  await changeAccounts(({ tx }) => once.keep(tx, { reply: result, position: positionOf(reply) }));
  return result;
}
