import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { takesIdempotencyKey } from '../../../contract/headers.ts';
import type { BodyOf, Operation, ParamsOf, QueryOf, ReplyOf } from '../../../contract/operation.ts';
import { type Actor, authenticate } from '../access/actor.ts';
import { Forbidden, Unauthorized } from '../errors.ts';
import type { Service } from '../service.ts';
import { isUnchanged } from './etag.ts';
import { answerOnce } from './idempotency.ts';
import { countRequest } from './token-limit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/** A reply that the database has already written as JSON; it is sent as it is. */
export class Json<T> {
  readonly text: string;
  declare readonly shape: T;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a handler is called with. */
export interface Call<O extends Operation> {
  actor: O['access'] extends 'none' ? null : Actor;
  params: ParamsOf<O>;
  query: QueryOf<O>;
  /** A body that is not JSON comes as it is, to be read by the handler. */
  body: O extends { consumes: string } ? Readable : BodyOf<O>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A reply that is not JSON is sent as it is; the handler sets its headers. */
type Result<O extends Operation> = O extends { produces: string }
  ? Readable | string
  : ReplyOf<O> | Json<ReplyOf<O>>;

type Handler<O extends Operation> = (call: Call<O>) => Promise<Result<O>>;

/** Puts an operation of the contract on the server: authenticates, validates, calls `handler`, serialises. */
export function bind<O extends Operation>(service: Service, operation: O, handler: Handler<O>): void {
  const route: RouteOptions = {
    method: operation.method,
    url: `/api/v1${operation.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { operation },
    schema: {
      ...(operation.params ? { params: operation.params } : {}),
      ...(operation.query ? { querystring: operation.query } : {}),
      ...(operation.body && !operation.consumes ? { body: operation.body } : {}),
      ...(operation.produces ? {} : { response: { 200: operation.reply } }),
    },
    onRequest: async (request, reply) => {
      if (operation.access === 'none') return;
      request.actor = await actorOf(service, request);
      if (service.requestLimit) countRequest(service.requestLimit, request.actor.credential, reply);
      if (operation.access === 'account' && request.actor.limited) {
        throw new Forbidden('This needs a session, or an API key without limits');
      }
    },
    handler: async (request, reply) => {
      const call = {
        actor: request.actor,
        params: request.params,
        query: request.query,
        body: operation.consumes ? (request.body ?? Readable.from([])) : request.body,
        request,
        reply,
      } as unknown as Call<O>;
      const result = isKeyed(operation, request)
        ? await answerOnce(service, operation, request, reply, (actor) =>
            handler({ ...call, actor } as typeof call),
          )
        : await handler(call);
      if (!(result instanceof Json)) return result;
      if (operation.etag && isUnchanged(request, reply, result.text)) return reply.code(304).send();
      reply.header('content-type', 'application/json; charset=utf-8');
      return result.text;
    },
  };
  if (operation.consumes) routeOfBytes(service.http, route);
  else service.http.route(route);
}

const isKeyed = (operation: Operation, { headers }: FastifyRequest): boolean =>
  takesIdempotencyKey(operation) && headers['idempotency-key'] !== undefined;

/** A route whose body may be of any type and is not read beforehand. */
function routeOfBytes(http: FastifyInstance, route: RouteOptions): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (_request: unknown, body: Readable) => body);
    scope.route(route);
  });
}

async function actorOf(service: Service, request: FastifyRequest): Promise<Actor> {
  const token = tokenOf(request);
  if (token === undefined) throw new Unauthorized();
  const now = service.clock.now();
  const actor = await authenticate(service.db, token, now);
  if (!actor) throw new Unauthorized();
  service.lastUsed.touch(actor.credential, now);
  return actor;
}

/** A bearer token comes first; another scheme (a proxy's) leaves room for the key. Both headers take both kinds. */
function tokenOf({ headers }: FastifyRequest): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const key = headers['x-api-key'];
  return bearer ?? (typeof key === 'string' ? key : undefined);
}
