import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../../contract/operation.ts';
import { permissionsIn } from '../../../contract/permissions.ts';
import type { Actor } from '../base/access/actor.ts';
import { challengeFor } from '../base/access/resource.ts';
import { version } from '../base/config/version.ts';
import { Forbidden, Unauthorized } from '../base/errors.ts';
import { actorOf, tokenOf } from '../base/http/credentials.ts';
import { asFailure, sendError } from '../base/http/errors.ts';
import { allowedOrigin } from '../base/http/reply-headers.ts';
import { atEnd } from '../base/http/shared-room.ts';
import type { Service } from '../base/service.ts';

/** Max bytes of a message: enough for a text of ten thousand characters in any encoding, with room to spare. */
const bodyLimit = 128 * 1024;

/** Tools for agents over HTTP: the streamable transport of the Model Context Protocol, without sessions. */
export function mcpRoutes(service: Service): void {
  const { http, limits } = service;
  const route = {
    url: '/mcp',
    bodyLimit,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      requireOrigin(service, request);
      request.actor = await callerOf(service, request, reply);
      // It counts as a request of the account. Its calls take their own turns, so it must not hold one itself.
      await limits.ofAccount(request.actor.userId, request, reply);
      request.turn?.end();
    },
    handler: (request: FastifyRequest, reply: FastifyReply) => answer(service, request, reply),
    errorHandler: sendUnread,
  };
  for (const method of ['POST', 'GET', 'DELETE']) http.route({ ...route, method });
}

/** The caller; one that has no token that works is told where to get one (RFC 9728, 5.1). */
async function callerOf(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
  const token = tokenOf(request);
  try {
    return await actorOf(service, request, token);
  } catch (error) {
    if (error instanceof Unauthorized)
      reply.header('www-authenticate', challengeFor(service.publicUrl, token !== undefined));
    throw error;
  }
}

/**
 * Checks the origin, as the protocol requires against DNS rebinding. Programs do not send an origin; foreign pages need
 * `CORS_ORIGINS` to read responses anyway.
 */
function requireOrigin({ publicUrl, config }: Service, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  if (!allowedOrigin(config.corsOrigins, request)) throw new Forbidden('unknown-origin');
}

async function answer(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const gone = new AbortController();
  atEnd(reply, () => gone.abort());
  // Loaded on first use: it takes 30 MB, and most installations are never used by agents.
  const { answerRequest } = await import('../../../mcp/http.ts');
  const { method, url, body } = request;
  const asked = new Request(new URL(url, service.publicUrl), {
    method,
    headers: headersOf(request),
    signal: gone.signal,
  });
  const response = await answerRequest(asked, body, {
    version,
    baseUrl: '/api/v1',
    token: tokenOf(request),
    permissions: request.actor?.limited ? permissionsIn(request.actor.mask) : undefined,
    sender: (signal) => senderFor(service, request, AbortSignal.any([signal, gone.signal])),
    report: (err) => request.log.error({ err }, 'a tool failed'),
  });
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  return reply.send(response.body ? Readable.fromWeb(response.body) : null);
}

const headersOf = ({ headers }: FastifyRequest): Headers => {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) all.set(name, String(value));
  return all;
};

/**
 * Sends requests to this process itself. They are requests of the caller like any other, with the same limits, checks and metrics.
 * A connection to our own port would hide the caller's address, and count against the connections of this machine.
 */
function senderFor(
  { http }: Service,
  request: FastifyRequest,
  signal: AbortSignal,
): (url: string, init: RequestInit, operation: Operation) => Promise<Response> {
  return async (url, init, { method, waits }) => {
    // Running requests complete, but for those that wait; after the caller has disconnected no more are started.
    signal.throwIfAborted();
    const { statusCode, headers, rawPayload } = await http.inject({
      method,
      url,
      headers: { ...(init.headers as Record<string, string>), 'x-request-id': request.id },
      ...(init.body
        ? { payload: typeof init.body === 'string' ? init.body : Buffer.from(init.body as Uint8Array) }
        : {}),
      remoteAddress: request.ip,
      ...(waits ? { signal } : {}),
    });
    return new Response(new Uint8Array(rawPayload), {
      status: statusCode,
      headers: new Headers(headers as Record<string, string>),
    });
  };
}

/** The JSON-RPC error code for an unparseable message. */
const parseError = -32_700;

/** Answers an unreadable message with a JSON-RPC error, so that the agent learns the reason; anything else like the API. */
function sendUnread(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, details } = asFailure(error);
  if (status !== 400) return sendError(error, request, reply);
  const message = `${details}. A message is JSON in UTF-8 of at most ${bodyLimit / 1024} KB: correct it, or send less at once.`;
  reply.code(400).send({ jsonrpc: '2.0', id: null, error: { code: parseError, message } });
}
