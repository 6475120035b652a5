import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import fastJsonStringify from 'fast-json-stringify';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { largestBody } from '../../../../contract/body-size.ts';
import { withoutTokens } from '../access/tokens.ts';
import type { Config } from '../config/config.ts';
import { Invalid, NotFound } from '../errors.ts';
import { readJsonBodies } from './body.ts';
import { canonicalUrl, redirectOf } from './canonical.ts';
import { compressReplies } from './compress.ts';
import type { Connections } from './connections.ts';
import { sendError } from './errors.ts';
import { parseQueryString } from './query-string.ts';
import { answerPreflights, replyHeaders } from './reply-headers.ts';
import { validatorCompiler } from './validate.ts';

type Settings = Pick<Config, 'logLevel' | 'trustProxy' | 'corsOrigins' | 'publicUrl'>;

/** The HTTP server with everything common to all routes: limits, parsing, errors, ids, headers, logs. */
export function createServer(
  config: Settings,
  connections: Connections,
  stopping: AbortSignal,
): FastifyInstance {
  const stamp = replyHeaders(config);
  const http = Fastify({
    bodyLimit: largestBody,
    serverFactory: connections.serve,
    // Requests that arrive on open connections during shutdown are still answered.
    return503OnClosing: false,
    trustProxy: config.trustProxy ?? false,
    // The contract's schemas limit the length of ids, not the router.
    routerOptions: { maxParamLength: maxHeaderSize, querystringParser: parseQueryString },
    // Reads are redirected instead, so that caches see one address per resource.
    rewriteUrl: ({ method = '', url = '' }) =>
      method === 'GET' || method === 'HEAD' ? url : canonicalUrl(url),
    // Addresses that cannot be decoded reach neither routes nor hooks.
    frameworkErrors: (error, request, reply) => {
      stamp(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: connections.refuse,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
    },
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers.cookie'],
    },
  });
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  http.decorateRequest('actor', null);
  http.decorateRequest('turn', null);
  http.addHook('onRequest', async (request, reply) => {
    stamp(request, reply);
    requireSense(request);
    // Before the body is read: requests to unknown addresses are not inspected.
    if (request.is404) {
      const location = redirectOf(request.method, request.url);
      if (location) return reply.redirect(location, 308);
      throw new NotFound();
    }
    // An operation without input ignores anything sent to it.
    const takesInput = request.routeOptions.config.operation?.errors.includes(400) ?? true;
    if (takesInput && request.url.includes('%00')) throw new Invalid('nul-in-address');
  });
  http.addHook('onSend', (_request, reply, payload, done) => {
    // A keep-alive connection would prevent the service from ending.
    if (stopping.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
  http.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    // Links in mails and invitations carry their token in the address.
    const path = withoutTokens(url.split('?')[0] ?? '');
    request.log.debug({ method, path, status: reply.statusCode, ms: reply.elapsedTime }, 'answered');
  });
  compressReplies(http);
  readJsonBodies(http);
  answerPreflights(http, config);
  http.setErrorHandler(sendError);
  return http;
}

/** Compiles the schema of a reply at first use: compiling all of them would slow down every start. */
function serializerCompiler({ schema }: { schema: object }): (reply: unknown) => string {
  let serialize: ((reply: unknown) => string) | undefined;
  return (reply) => {
    serialize ??= fastJsonStringify(schema);
    return serialize(reply);
  };
}

/** Refuses requests that violate HTTP itself. */
function requireSense({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion === '1.1') throw new Invalid('host-missing');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw new Invalid('unknown-expectation');
  }
}
