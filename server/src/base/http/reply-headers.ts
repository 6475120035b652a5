import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { NotFound } from '../errors.ts';

/** Puts on a reply what it says beside its content; a route may say something else. */
export type Stamp = (request: FastifyRequest, reply: FastifyReply) => void;

type Settings = Pick<Config, 'corsOrigins' | 'publicUrl'>;

/**
 * Replies are for who asked: nobody keeps them, shows them in a frame, guesses their type or runs what is in them.
 * Where `CORS_ORIGINS` names the page that asks, the page may read them.
 */
export function replyHeaders({ corsOrigins, publicUrl }: Settings): Stamp {
  const always = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  return (request, reply) => {
    reply.header('x-request-id', request.id).headers(always);
    if (corsOrigins.length === 0) return;
    reply.header('vary', 'origin');
    const origin = allowedOrigin(corsOrigins, request);
    if (origin)
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': readable });
  };
}

/** Headers of ours that a page of another origin may read. */
const readable =
  'change-position, content-disposition, etag, idempotent-replayed, ratelimit, ratelimit-policy, retry-after, unknown-fields, x-request-id';

const sendable =
  'authorization, content-type, idempotency-key, idempotency-time, if-match, if-none-match, last-event-id, mcp-method, mcp-name, mcp-protocol-version, range, x-api-key, x-request-id';

/** What a browser is told that asks whether a page of another origin may call; it may not ask again for two hours. */
const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': sendable,
  'access-control-max-age': '7200',
};

/** Answers browsers that ask before they let a page of another origin call. */
export function answerPreflights(http: FastifyInstance, { corsOrigins }: Settings): void {
  if (corsOrigins.length === 0) return;
  http.options('*', async (request, reply) => {
    if (!request.headers['access-control-request-method'] || !allowedOrigin(corsOrigins, request)) {
      throw new NotFound();
    }
    return reply.code(204).headers(preflight).send();
  });
}

/** No page of another origin may send cookies, so `*` lets it do no more than its own token does. */
export function allowedOrigin(
  origins: readonly string[],
  { headers: { origin } }: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  return origin !== undefined && (origins.includes(origin) || origins.includes('*')) ? origin : undefined;
}
