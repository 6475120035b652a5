import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { withoutTokens } from '../access/tokens.ts';
import type { Config } from '../config/config.ts';
import { Invalid, NotFound } from '../errors.ts';
import { readJsonBodies } from './body.ts';
import { sendClientError, sendError } from './errors.ts';
import { parseQueryString } from './query-string.ts';
import { answerPreflights, replyHeaders } from './reply-headers.ts';
import { validatorCompiler } from './validate.ts';

/** Bytes of a JSON body. */
const bodyLimit = 1024 ** 2;

/** Milliseconds that a request may take to arrive; long enough for an upload over a slow line. */
const requestTimeout = 5 * 60_000;

type Settings = Pick<Config, 'logLevel' | 'trustProxy' | 'corsOrigins' | 'publicUrl'>;

/** The HTTP server with everything that holds for all routes: limits, parsing, errors, ids, headers, logs. */
export function createServer(config: Settings, stopping: AbortSignal): FastifyInstance {
  const stamp = replyHeaders(config);
  const http = Fastify({
    bodyLimit,
    requestTimeout,
    // What arrives on an open connection while the service stops is answered like everything before it.
    return503OnClosing: false,
    trustProxy: config.trustProxy ?? false,
    // Ids are measured by the contract's schemas, whatever arrives.
    routerOptions: { maxParamLength: maxHeaderSize, querystringParser: parseQueryString },
    // Addresses that cannot be decoded reach no route and no hook.
    frameworkErrors: (error, request, reply) => {
      stamp(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: sendClientError,
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
  http.decorateRequest('actor', null);
  http.addHook('onRequest', async (request, reply) => {
    stamp(request, reply);
    // Before a body is read: what is sent to nowhere is not looked at.
    if (request.is404) throw new NotFound();
    // An operation that takes no input ignores what it is sent.
    const takesInput = request.routeOptions.config.operation?.errors.includes(400) ?? true;
    if (takesInput && request.url.includes('%00')) throw new Invalid('an address holds the character NUL');
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
  readJsonBodies(http);
  answerPreflights(http, config);
  http.setErrorHandler(sendError);
  return http;
}
