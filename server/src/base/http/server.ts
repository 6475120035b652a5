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

/** The HTTP server with everything that holds for all routes: limits, parsing, errors, ids, headers, logs. */
export function createServer(
  config: Settings,
  connections: Connections,
  stopping: AbortSignal,
): FastifyInstance {
  const stamp = replyHeaders(config);
  const http = Fastify({
    bodyLimit: largestBody,
    serverFactory: connections.serve,
    // What arrives on an open connection while the service stops is answered like everything before it.
    return503OnClosing: false,
    trustProxy: config.trustProxy ?? false,
    // Ids are measured by the contract's schemas, whatever arrives.
    routerOptions: { maxParamLength: maxHeaderSize, querystringParser: parseQueryString },
    // Reads are sent on instead, so that caches know one address of each thing.
    rewriteUrl: ({ method = '', url = '' }) =>
      method === 'GET' || method === 'HEAD' ? url : canonicalUrl(url),
    // Addresses that cannot be decoded reach no route and no hook.
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
    // Before a body is read: what is sent to nowhere is not looked at.
    if (request.is404) {
      const location = redirectOf(request.method, request.url);
      if (location) return reply.redirect(location, 308);
      throw new NotFound();
    }
    // An operation that takes no input ignores what it is sent.
    const takesInput = request.routeOptions.config.operation?.errors.includes(400) ?? true;
    if (takesInput && request.url.includes('%00'))
      throw new Invalid('The address contains the character NUL');
  });
  http.addHook('onSend', (_request, reply, payload, done) => {
    // A connection that stayed open for a next request would keep the service from ending.
    if (stopping.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
  http.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    // Links of mails and invites carry their token in the address.
    const path = withoutTokens(url.split('?')[0] ?? '');
    request.log.debug({ method, path, status: reply.statusCode, ms: reply.elapsedTime }, 'answered');
  });
  compressReplies(http);
  readJsonBodies(http);
  answerPreflights(http, config);
  http.setErrorHandler(sendError);
  return http;
}

/** Compiles the schema of a reply when the first one is sent: all of them at once take a part of each start. */
function serializerCompiler({ schema }: { schema: object }): (reply: unknown) => string {
  let serialize: ((reply: unknown) => string) | undefined;
  return (reply) => {
    serialize ??= fastJsonStringify(schema);
    return serialize(reply);
  };
}

/** Refuses what HTTP itself lets nobody send. */
function requireSense({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion === '1.1')
    throw new Invalid('The Host header is missing');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw new Invalid('Expect: only 100-continue is supported');
  }
}
