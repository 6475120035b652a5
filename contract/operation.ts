import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorStatus } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation of the API: its input, its reply, and who may call it. The server implements it, the client calls it, the
 * OpenAPI document describes it, and the generated tests iterate over it.
 */
export interface Operation {
  /** Unique within the API; the `operationId` of the document. */
  readonly id: string;
  readonly method: Method;
  /** Relative to the base URL, with parameters in braces: `/cards/{cardPublicId}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: TObject;
  readonly query?: TObject;
  /** If the body is not JSON, `consumes` declares its type. */
  readonly body?: TSchema;
  readonly consumes?: string;
  /** Maximum size of a JSON body in bytes, if lower than the default of 1 MiB. */
  readonly maxBody?: number;
  readonly reply: TSchema;
  /** Exempt from rate limits and queues: monitors call it, or a signed URL replaces the credential. */
  readonly unlimited?: true;
  /** If the reply is not JSON, `produces` declares its type. */
  readonly produces?: string;
  /** Whether replies carry an `ETag`; a request with a matching `If-None-Match` is answered with 304. */
  readonly etag?: true;
  /** Whether it loads the initial state of a live page: the reply carries `Change-Position`, as replies to writes do. */
  readonly position?: true;
  /** Whether it responds for as long as the caller listens: it counts as a stream, not as a running request. */
  readonly streams?: true;
  /** Whether it may wait until something happens: it counts as a stream, too, but has an ordinary reply. */
  readonly waits?: true;
  /** Whether a former address redirects to the current one with 308. */
  readonly moves?: true;
  /** Whether it is more than one change: it writes in parts, or calls other services. */
  readonly severalChanges?: true;
  /**
   * Its cost, unless it is low: `heavy` reads a great many rows, `outside` waits for other services, and `essential` is
   * answered no matter how busy the service is.
   */
  readonly work?: 'heavy' | 'outside' | 'essential';
  /** Whether its effect lasts only a moment, so that it needs no idempotency key. */
  readonly momentary?: true;
  /** Whether it opens a session, whose token the service can keep in a cookie for its own pages. */
  readonly opensSession?: true;
  /**
   * Whether a session of an account with second factors must have been confirmed just now (`POST /auth/confirm`): what it does
   * would survive the session.
   */
  readonly confirmed?: true;
  /**
   * The error statuses that this operation can return besides 500. One without 404 returns 403 if the addressed object does
   * not exist; one with 412 accepts `If-Match`.
   */
  readonly errors: readonly ErrorStatus[];
  /**
   * Who may call it. `none` needs no credential. `session` needs a signed-in user, not an API key, which can neither create
   * nor revoke credentials. `account` needs a credential for the whole account, not an API key limited to some permissions
   * or to one workspace. `operator` is
   * the same of an operator of the installation; for others the operation does not exist. `user` is any authenticated user. A permission is what the caller must hold in the addressed
   * workspace.
   */
  readonly access: 'none' | 'session' | 'account' | 'operator' | 'user' | Permission;
  /** The permission with which less is done for callers without that of `access`. */
  readonly lesser?: Permission;
}

/** Maximum size in bytes of a body that is read before the caller is authenticated. */
export const smallBody = 16 * 1024;

/** Declares an operation. Keeps the literal types, so that the table types both server and client. */
export const operation = <const O extends Operation>(declared: O): O => declared;

type Of<O, K extends string> = O extends { readonly [P in K]: infer S extends TSchema }
  ? Static<S>
  : undefined;

export type ParamsOf<O extends Operation> = Of<O, 'params'>;
export type QueryOf<O extends Operation> = Of<O, 'query'>;
export type BodyOf<O extends Operation> = Of<O, 'body'>;
export type ReplyOf<O extends Operation> = Static<O['reply']>;
