import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../../../contract/operation.ts';
import type { Actor } from '../access/actor.ts';
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

/**
 * Answers a request that carries an `Idempotency-Key` as the first one with the key was answered, and then does nothing.
 * The first is carried out by `answer`, with `once` for the change that it makes. Only success is kept: what was refused
 * may be tried again.
 */
export async function answerOnce(
  service: Needs,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (once?: IdempotentChange) => Promise<unknown>,
): Promise<unknown> {
  const { actor } = request;
  if (!actor) throw new Error('a key belongs to a user');
  const keyed = keyedRequest(service, operation, request, actor);
  const replayed = async () => {
    const first = await keyed.answer();
    if (first === undefined) return undefined;
    reply.header('idempotent-replayed', 'true');
    if (first.position !== undefined) tellPosition(reply, first.position);
    return first.reply;
  };
  const before = await replayed();
  if (before !== undefined) return before;
  try {
    if (operation.severalChanges) return await severalChanges(service, keyed, reply, answer);
    return await inOneChange(keyed.once, answer);
  } catch (error) {
    if (!(error instanceof AlreadyClaimed)) throw error;
    const meanwhile = await replayed();
    if (meanwhile !== undefined) return meanwhile;
    throw refusal('the first request with this key has not been answered yet');
  }
}

type KeyedRequest = ReturnType<typeof keyedRequest>;

/** A request under its key, as the database knows it. */
function keyedRequest(
  { db, clock, secrets }: Needs,
  operation: Operation,
  request: FastifyRequest,
  { userId, mask, workspaceId }: Actor,
) {
  const key = keyOf(request);
  const owner = { userId, key };
  // A credential that lets less through is answered by no reply that another one got.
  const credential = [mask, workspaceId];
  const { params, query, body } = request;
  // With the secret key, because passwords are among what is sent.
  const sent = JSON.stringify([operation.id, credential, params, query, body]);
  const context = `idempotency ${userId} ${key}`;
  const once: IdempotentChange = {
    async claim(tx, now) {
      const signed = secrets.sign(sent);
      const [claimed] = await tx.run(claim, { ...owner, request: signed, now, expiresAt: now + keyTime });
      if (!claimed) throw new AlreadyClaimed();
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
      if (!secrets.verify(sent, first.request)) throw refusal('a different request was made with this key');
      if (first.replySealed === null) return undefined;
      const reply: unknown = JSON.parse(secrets.open(first.replySealed, context));
      return { reply, position: first.position ?? undefined };
    },
  };
}

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
  { owner, once }: KeyedRequest,
  reply: FastifyReply,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  await changeAccounts(({ tx, now }) => once.claim(tx, now));
  const result = await answer().catch(async (error: unknown) => {
    await changeAccounts(({ tx }) => tx.run(release, owner));
    throw error;
  });
  await changeAccounts(({ tx }) => once.keep(tx, { reply: result, position: positionOf(reply) }));
  return result;
}

function keyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) return key;
  throw new Invalid('Idempotency-Key must have 1 to 255 visible ASCII characters');
}

const refusal = (why: string) => new Conflict(`Idempotency-Key: ${why}`);
