import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { NotFound } from '../errors.ts';

/** Sets the common headers of a reply; a route may override them. */
export type Stamp = (request: FastifyRequest, reply: FastifyReply) => void;

type Settings = Pick<Config, 'corsOrigins' | 'publicUrl'>;

/**
 * Replies are private to the caller: they must not be cached, framed, sniffed or executed. If `CORS_ORIGINS` lists the
 * requesting page, it may read them.
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

/** Our headers that a page of another origin may read. */
const readable =
  'change-position, content-disposition, etag, idempotent-replayed, ratelimit, ratelimit-policy, retry-after, unknown-fields, www-authenticate, x-request-id';

const sendable =
  'authorization, content-type, idempotency-key, idempotency-time, if-match, if-none-match, last-event-id, mcp-method, mcp-name, mcp-protocol-version, prefer, range, x-api-key, x-request-id';

/** The answer to a CORS preflight; browsers may cache it for two hours. */
const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': sendable,
  'access-control-max-age': '7200',
};

/** Answers CORS preflight requests. */
export function answerPreflights(http: FastifyInstance, { corsOrigins }: Settings): void {
  if (corsOrigins.length === 0) return;
  http.options('*', async (request, reply) => {
    if (!request.headers['access-control-request-method'] || !allowedOrigin(corsOrigins, request)) {
      throw new NotFound();
    }
    return reply.code(204).headers(preflight).send();
  });
}

/** Pages of other origins cannot send cookies, so `*` grants no more than the page's own token does. */
export function allowedOrigin(
  origins: readonly string[],
  { headers: { origin } }: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  return origin !== undefined && (origins.includes(origin) || origins.includes('*')) ? origin : undefined;
}
