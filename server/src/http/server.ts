import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { withoutTokens } from '../access/tokens.ts';
import type { Config } from '../config/config.ts';
import { Invalid } from '../errors.ts';
import { errorBody, sendError } from './errors.ts';
import { validatorCompiler } from './validate.ts';

/** Bytes of a JSON body. */
const bodyLimit = 1024 ** 2;

/** The HTTP server with everything that holds for all routes: limits, parsing, errors, ids, headers, logs. */
export function createServer(config: Pick<Config, 'logLevel' | 'trustProxy'>): FastifyInstance {
  const http = Fastify({
    bodyLimit,
    trustProxy: config.trustProxy ?? false,
    routerOptions: { maxParamLength: 500 },
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
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    if (request.url.includes('%00')) throw new Invalid('an address holds the character NUL');
  });
  http.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    // Links of mails and invites carry their token in the address.
    const path = withoutTokens(url.split('?')[0] ?? '');
    request.log.debug({ method, path, status: reply.statusCode, ms: reply.elapsedTime }, 'answered');
  });
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => (text === '' ? undefined : parseJson(text)),
  );
  http.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, text: string) => {
    if (text !== '') throw new Invalid('the content type of a body is application/json');
    return undefined;
  });
  http.setErrorHandler(sendError);
  http.setNotFoundHandler((_request, reply) => {
    reply.code(404).send(errorBody(404));
  });
  return http;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, /__proto__|\\u00/.test(text) ? refuseUnsafe : undefined);
  } catch (error) {
    throw error instanceof Invalid ? error : new Invalid('the body is no valid JSON');
  }
}

/** PostgreSQL cannot store the character NUL, and a key `__proto__` is an attack: neither has a use here. */
function refuseUnsafe(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Invalid('the body has a key that is not allowed');
  if (typeof value === 'string' && value.includes('\u0000')) {
    throw new Invalid('a text holds the character NUL');
  }
  return value;
}
