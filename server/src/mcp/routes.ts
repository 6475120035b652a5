import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientOptions } from '../../../contract/client.ts';
import { permissionsIn } from '../../../contract/permissions.ts';
import { version } from '../base/config/version.ts';
import { Forbidden } from '../base/errors.ts';
import { actorOf, tokenOf } from '../base/http/credentials.ts';
import { asFailure, sendError } from '../base/http/errors.ts';
import { allowedOrigin } from '../base/http/reply-headers.ts';
import { atEnd } from '../base/http/shared-room.ts';
import type { Service } from '../base/service.ts';

/** Bytes of a message: ten thousand characters of the longest text, however they are spelled, and room to spare. */
const bodyLimit = 128 * 1024;

/** The tools for agents over HTTP: the Model Context Protocol's streamable transport, without sessions. */
export function mcpRoutes(service: Service): void {
  const { http, limits } = service;
  const route = {
    url: '/mcp',
    bodyLimit,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      requireOrigin(service, request);
      request.actor = await actorOf(service, tokenOf(request));
      // It counts as a request of the account; its calls take turns of their own, so it may not hold one meanwhile.
      await limits.ofAccount(request.actor.userId, request, reply);
      request.turn?.end();
    },
    handler: (request: FastifyRequest, reply: FastifyReply) => answer(service, request, reply),
    errorHandler: sendUnread,
  };
  for (const method of ['POST', 'GET', 'DELETE']) http.route({ ...route, method });
}

/**
 * The protocol demands it against names that a page has turned to an address of the inside. Programs send no origin;
 * pages of others need `CORS_ORIGINS` to read replies anyway.
 */
function requireOrigin({ publicUrl, config }: Service, request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  if (!allowedOrigin(config.corsOrigins, request)) throw new Forbidden('This origin is not in CORS_ORIGINS');
}

async function answer(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const gone = new AbortController();
  atEnd(reply, () => gone.abort());
  // Most services never see an agent: what only they need takes 30 MB.
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
 * Sends requests to this very process. They are requests of the caller like any other, with their limits, checks and
 * metrics; a connection to our own port would hide from where the caller comes, and count against the connections of this
 * machine.
 */
function senderFor(
  { http }: Service,
  request: FastifyRequest,
  signal: AbortSignal,
): NonNullable<ClientOptions['fetch']> {
  return async (url, init, { method }) => {
    // What has begun is completed; a caller who has left starts nothing more.
    signal.throwIfAborted();
    const { statusCode, headers, payload } = await http.inject({
      method,
      url,
      headers: { ...(init.headers as Record<string, string>), 'x-request-id': request.id },
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
      remoteAddress: request.ip,
    });
    return new Response(payload, {
      status: statusCode,
      headers: new Headers(headers as Record<string, string>),
    });
  };
}

/** What JSON-RPC calls a message that is none. */
const parseError = -32_700;

/** What cannot be read as a message is answered as one, so that the agent learns why; all else as by the API. */
function sendUnread(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, issues } = asFailure(error);
  if (status !== 400) return sendError(error, request, reply);
  const message = `${issues.join('; ')}. A message is JSON in UTF-8 of at most ${bodyLimit / 1024} KB: correct it, or send less at once.`;
  reply.code(400).send({ jsonrpc: '2.0', id: null, error: { code: parseError, message } });
}
