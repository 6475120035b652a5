import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { maxValuesOf } from '../../../../contract/body-size.ts';
import type { BodyOf, Operation, ParamsOf, QueryOf, ReplyOf } from '../../../../contract/operation.ts';
import { pathAliases } from '../../../../contract/path-aliases.ts';
import type { Actor } from '../access/actor.ts';
import { requireConfirmation } from '../access/confirmation.ts';
import { lacksFactor } from '../access/policies.ts';
import { tokenInCookie } from '../access/session-cookie.ts';
import type { Change } from '../changes/change.ts';
import type { IdempotentChange } from '../changes/idempotency.ts';
import type { Config } from '../config/config.ts';
import { Forbidden, NotFound } from '../errors.ts';
import type { Service } from '../service.ts';
import { allowTransfer } from './connection.ts';
import { actorOf, tokenOf } from './credentials.ts';
import { isUnchanged, tagOfText } from './etag.ts';
import { answerOnce, keysOf } from './idempotency.ts';
import { JsonStream } from './json-stream.ts';
import { setPosition } from './position.ts';
import { unknownFieldsOf } from './unknown-fields.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/** A reply that the database has already written as JSON; it is sent unchanged. */
export class Json<T> {
  readonly text: string;
  declare readonly shape: T;
  constructor(text: string) {
    this.text = text;
  }
}

/** A reply whose tag is known before it is made; it is not made for a caller that already has it. */
export class Tagged<T> {
  readonly etag: string;
  readonly make: () => Promise<Json<T> | JsonStream<T>>;
  constructor(etag: string, make: () => Promise<Json<T> | JsonStream<T>>) {
    this.etag = etag;
    this.make = make;
  }
}

/** Redirects to the resource's current place; a path of the API. */
export class Moved {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** The arguments of a handler. */
export interface Call<O extends Operation> {
  actor: O['access'] extends 'none' ? null : Actor;
  /** Writes as the actor; if the request is a single change, under its idempotency key. */
  change: O['access'] extends 'none' ? null : Change;
  /** The last of several changes, which completes the request: its result is the reply. */
  lastChange: O extends { severalChanges: true } ? Change : null;
  params: ParamsOf<O>;
  query: QueryOf<O>;
  /** A body that is not JSON is passed as a stream for the handler to read. */
  body: O extends { consumes: string } ? Readable : BodyOf<O>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A reply that is not JSON is sent unchanged; the handler sets its headers. */
type Result<O extends Operation> = O extends { produces: string }
  ? Readable | string
  :
      | ReplyOf<O>
      | Json<ReplyOf<O>>
      | JsonStream<ReplyOf<O>>
      | Tagged<ReplyOf<O>>
      | (O extends { moves: true } ? Moved : never);

type Handler<O extends Operation> = (call: Call<O>) => Promise<Result<O>>;

/** Registers an operation of the contract: authenticates, validates, calls `handler`, serialises. */
export function bind<O extends Operation>(service: Service, operation: O, handler: Handler<O>): void {
  const { limits } = service;
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { actor } = request;
    if (operation.confirmed && actor) await requireConfirmation(service.db, actor, service.clock.now());
    const changeWith = (once?: IdempotentChange) =>
      actor && service.changeAs(actor, once, (position) => setPosition(reply, position));
    const callWith = (once?: IdempotentChange) => ({
      actor,
      change: changeWith(operation.severalChanges ? undefined : once),
      lastChange: operation.severalChanges ? changeWith(once) : null,
      params: request.params,
      query: request.query,
      body: operation.consumes ? (request.body ?? Readable.from([])) : request.body,
      request,
      reply,
    });
    const call = (once?: IdempotentChange) => handler(callWith(once) as unknown as Call<O>);
    const keys = keysOf(operation, request);
    const result =
      keys.length > 0 ? await answerOnce(service, operation, keys, request, reply, call) : await call();
    if (result instanceof Moved) return redirect(request, reply, result);
    const unchanged = result instanceof Tagged && isUnchanged(request, reply, result.etag);
    if (unchanged) return reply.code(304).send();
    return send(operation, request, reply, result instanceof Tagged ? await result.make() : result);
  };
  const route: RouteOptions = {
    method: operation.method,
    url: urlOf(operation.path),
    config: { operation, mostValues: maxValuesOf(operation) },
    ...(operation.maxBody ? { bodyLimit: operation.maxBody } : {}),
    schema: {
      ...(operation.params ? { params: operation.params } : {}),
      ...(operation.query ? { querystring: operation.query } : {}),
      ...(operation.body && !operation.consumes ? { body: operation.body } : {}),
      ...(operation.produces ? {} : { response: { 200: operation.reply } }),
    },
    onRequest: async (request, reply) => {
      if (operation.consumes) allowTransfer(request.raw);
      if (operation.access === 'none') {
        if (!operation.unlimited) await limits.ofAddress(request, reply);
        return;
      }
      const token = tokenOf(request) ?? tokenInCookie(request, service.publicUrl);
      request.actor = await actorOf(service, request, token, lineOf(operation) === 'ofStream');
      await limits[lineOf(operation)](request.actor.userId, request, reply);
      requireAccess(operation, request.actor, service.config);
      if (!operation.consumes) await limits.ofBody(request.actor.userId, request, reply);
    },
    ...(operation.body && !operation.consumes ? { preValidation: reportUnknown(operation.body) } : {}),
    handler: (request, reply) => {
      const admitted = () => limits.ofWork(operation, () => answer(request, reply));
      return request.turn?.during(admitted) ?? admitted();
    },
  };
  if (operation.consumes) routeOfBytes(service.http, route);
  else service.http.route(route);
  for (const path of pathAliases[operation.id] ?? []) service.http.route({ ...route, url: urlOf(path) });
}

/** The limit of the account that a request counts towards. */
function lineOf({ streams, waits, work }: Operation): 'ofStream' | 'ofEssential' | 'ofAccount' {
  if (streams || waits) return 'ofStream';
  return work === 'essential' ? 'ofEssential' : 'ofAccount';
}

/** Throws `Forbidden` if the credential is not sufficient for the operation, and `NotFound` if there is no such operation for the actor. */
function requireAccess(
  { id, access, path }: Operation,
  { credential, limited, facts, isOperator }: Actor,
  config: Config,
): void {
  if (access === 'operator' && (!isOperator || limited)) throw new NotFound();
  if (access === 'session' && credential.kind !== 'session') {
    throw new Forbidden('session-required');
  }
  if (access === 'account' && limited) {
    throw new Forbidden('unlimited-key-required');
  }
  if (!lacksFactor(config, facts)) return;
  const isOfAccount = access === 'session' && /^\/(?:auth|users\/me)(?:\/|$)/.test(path);
  if (!isOfAccount && !withoutFactor.has(id)) throw new Forbidden('second-factor-required');
}

/** What takes no second factor where all need one, besides the account's own settings: whoever signs in finds out, and may leave. */
const withoutFactor: ReadonlySet<string> = new Set(['getMe', 'getCredential']);

/** Lists the ignored fields of the body in a header of the reply, whatever its status. */
function reportUnknown(schema: object) {
  const unknownFields = unknownFieldsOf(schema);
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const names = unknownFields(request.body);
    if (names.length > 0) reply.header('unknown-fields', names.join(', '));
    done();
  };
}

/**
 * Redirects the caller, keeping the query. Like every reply it must not be cached: the address may later belong to
 * something else.
 */
function redirect({ url }: FastifyRequest, reply: FastifyReply, { path }: Moved): unknown {
  const query = url.indexOf('?');
  return reply.redirect(`/api/v1${path}${query < 0 ? '' : url.slice(query)}`, 308);
}

/** Sends existing JSON unchanged; everything else is serialised by its schema. */
function send(operation: Operation, request: FastifyRequest, reply: FastifyReply, result: unknown): unknown {
  // Fastify declares a type for every text, even an empty one.
  if (reply.statusCode === 304) return reply.send();
  if (!(result instanceof Json || result instanceof JsonStream)) return result;
  const etag = operation.etag && result instanceof Json && !reply.hasHeader('etag') && tagOfText(result.text);
  if (etag && isUnchanged(request, reply, etag)) return reply.code(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  if (result instanceof Json) return result.text;
  // A HEAD request would generate the whole reply only to discard it.
  return request.method === 'HEAD' ? Readable.from([]) : result.readable();
}

const urlOf = (path: string): string => `/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`;

/** A route whose body may be of any type and is not parsed. */
function routeOfBytes(http: FastifyInstance, route: RouteOptions): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (_request: unknown, body: Readable) => body);
    scope.route(route);
  });
}
