import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { smallBody } from '../../../../contract/operation.ts';
import { networkOf } from '../../base/access/network.ts';
import { originOf } from '../../base/access/origin.ts';
import { createRateLimit } from '../../base/access/rate-limit.ts';
import { isOurs } from '../../base/access/resource.ts';
import { hour, second } from '../../base/clock.ts';
import { NotFound, TooManyRequests } from '../../base/errors.ts';
import { asFailure } from '../../base/http/errors.ts';
import type { Service } from '../../base/service.ts';
import { readMetadata, register, registered } from './clients.ts';
import { isAddress } from './descriptions.ts';
import { documentAt } from './metadata.ts';
import { exchangeCode, type Issued, refresh, revoke } from './tokens.ts';

/*
 * The endpoints for applications. Their paths, bodies and errors have the form that OAuth gives them, so they are no operations of the
 * API. Pages of any origin may read them: they hold nothing of a user who has not given the page a code.
 */

/** Registrations per hour, of one network and of all: they are rows that nobody has asked for, and last a day. */
const registrations = { ofNetwork: 60, ofAll: 1000 };

/** An error of RFC 6749, 5.2. */
class Refused extends Error {
  readonly code: string;
  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

export function openRoutes(service: Service): void {
  void service.http.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    );
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after, x-request-id',
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (request.method !== 'OPTIONS') await service.limits.ofAddress(request, reply);
    });
    metadata(scope, service);
    registration(scope, service);
    tokens(scope, service);
  });
}

function metadata(scope: FastifyInstance, service: Service): void {
  for (const name of ['oauth-protected-resource', 'oauth-authorization-server']) {
    for (const url of [`/.well-known/${name}`, `/.well-known/${name}/*`]) {
      scope.get(url, async (request) => {
        const document = documentAt(request.url.split('?')[0] ?? '', service.publicUrl);
        if (!document) throw new NotFound();
        return document;
      });
      preflight(scope, url);
    }
  }
}

/** RFC 7591. */
function registration(scope: FastifyInstance, service: Service): void {
  const { clock, changeAccounts } = service;
  const ofNetwork = createRateLimit(clock, { count: registrations.ofNetwork, window: hour });
  const ofAll = createRateLimit(clock, { count: registrations.ofAll, window: hour });
  post(scope, '/oauth/register', async (request, reply) => {
    const metadata = readMetadata(request.body);
    if (metadata === 'redirect_uris') {
      throw new Refused(
        'invalid_redirect_uri',
        'redirect_uris must be 1 to 20 addresses: under https, http on the computer itself, or of a scheme of an app.',
      );
    }
    if (typeof metadata === 'string')
      throw new Refused('invalid_client_metadata', `${metadata} must allow the authorization code flow.`);
    for (const use of [ofNetwork.use(networkOf(request.ip)), ofAll.use('')])
      if (!use.allowed) throw new TooManyRequests(use.retryAfter);
    const { id, at } = await changeAccounts((work) => register(work, metadata));
    return reply.code(201).send({
      client_id: id,
      client_id_issued_at: Math.floor(at / second),
      client_name: metadata.name,
      redirect_uris: metadata.returnsTo,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });
}

function tokens(scope: FastifyInstance, service: Service): void {
  post(scope, '/oauth/token', async (request) => {
    const form = formOf(request);
    const clientId = form('client_id') ?? '';
    if (clientId === '') throw new Refused('invalid_client', 'client_id is missing.');
    const resource = form('resource');
    if (resource !== undefined && !isOurs(resource, service.publicUrl))
      throw new Refused('invalid_target', 'The resource is not one of this service.');
    const origin = originOf(request);
    switch (form('grant_type')) {
      case 'authorization_code': {
        const [code, verifier] = [form('code') ?? '', form('code_verifier') ?? ''];
        const given = { code, clientId, redirectUri: form('redirect_uri'), verifier };
        return issued(service, clientId, await exchangeCode(service, given, origin));
      }
      case 'refresh_token':
        return issued(
          service,
          clientId,
          await refresh(service, form('refresh_token') ?? '', clientId, origin),
        );
      default:
        throw new Refused(
          'unsupported_grant_type',
          'Only authorization_code and refresh_token are supported.',
        );
    }
  });

  post(scope, '/oauth/revoke', async (request) => {
    const form = formOf(request);
    await revoke(service, form('token') ?? '', form('client_id'), originOf(request));
    // Also for a token that does not work (RFC 7009, 2.2).
    return {};
  });
}

/** The reply with tokens (RFC 6749, 5.1), or why there are none: an application that is not known can register again. */
async function issued({ db }: Service, clientId: string, issued: Issued | undefined) {
  if (!issued && !isAddress(clientId) && !(await registered(db, clientId)))
    throw new Refused('invalid_client', 'The application is not known, or not any more.');
  if (!issued) throw new Refused('invalid_grant', 'It is not known, has expired or was used before.');
  return {
    access_token: issued.access,
    token_type: 'Bearer',
    expires_in: issued.expiresIn,
    refresh_token: issued.refresh,
    scope: issued.scope,
  };
}

/** The parameters of a form, none of which may be there twice (RFC 6749, 3.2). */
function formOf({ body }: FastifyRequest): (name: string) => string | undefined {
  if (!(body instanceof URLSearchParams))
    throw new Refused('invalid_request', 'A form is expected: application/x-www-form-urlencoded.');
  return (name) => {
    const all = body.getAll(name);
    if (all.length > 1) throw new Refused('invalid_request', `${name} is there twice.`);
    return all[0];
  };
}

function post(
  scope: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  scope.post(url, { bodyLimit: smallBody, errorHandler: sendRefusal, handler });
  preflight(scope, url);
}

function preflight(scope: FastifyInstance, url: string): void {
  scope.options(url, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
        'access-control-max-age': '7200',
      })
      .send(),
  );
}

/** Sends errors as applications expect them (RFC 6749, 5.2). */
function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof Refused) {
    const { code, message } = error;
    reply.code(code === 'invalid_client' ? 401 : 400).send({ error: code, error_description: message });
    return;
  }
  const { status, details, retryAfter } = asFailure(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const code = status < 500 && status !== 429 ? 'invalid_request' : 'temporarily_unavailable';
  reply.code(status).send({ error: code, error_description: details || 'Try again later.' });
}
