import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorStatus } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation of the API: what a caller sends, what comes back, and who may call. The server binds it, the
 * client calls it, the OpenAPI document prints it and the generated tests walk it.
 */
export interface Operation {
  /** Unique over the whole API; the `operationId` of the document. */
  readonly id: string;
  readonly method: Method;
  /** Relative to the base URL, parameters in braces: `/cards/{cardPublicId}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: TObject;
  readonly query?: TObject;
  /** A body that is not JSON is declared by `consumes`. */
  readonly body?: TSchema;
  readonly consumes?: string;
  /** The most bytes that a JSON body may have, if fewer than the usual 1 MiB. */
  readonly maxBody?: number;
  readonly reply: TSchema;
  /** Whether it is exempt from limits and queues: monitors call it, or a signed address stands for the credential. */
  readonly unlimited?: true;
  /** A reply that is not JSON is declared by `produces`. */
  readonly produces?: string;
  /** Whether replies carry an `ETag`; a request whose `If-None-Match` names it is answered with 304. */
  readonly etag?: true;
  /** Whether it reads what a live page begins with: the reply carries `Change-Position`, as those of writes do. */
  readonly position?: true;
  /** Whether it is answered for as long as the caller listens: it counts among streams, not among running requests. */
  readonly streams?: true;
  /** Whether a former address is answered with 308 and the current one. */
  readonly moves?: true;
  /** Whether it is more than one change: it stores in parts, or calls other services. */
  readonly severalChanges?: true;
  /**
   * What it takes, where that is not little: a `heavy` read is of a great many rows; what goes `outside` waits for other
   * services; what is `essential` is answered however busy the service is.
   */
  readonly work?: 'heavy' | 'outside' | 'essential';
  /** Whether what it says is true for a moment only: it changes nothing, so that a key for it would keep nothing. */
  readonly momentary?: true;
  /** Whether it opens a session, which a page of the service can have kept in a cookie. */
  readonly opensSession?: true;
  /**
   * The error statuses this operation can return besides 500. One that does not list 404 returns 403 for an address
   * that names nothing; one that lists 412 takes `If-Match`.
   */
  readonly errors: readonly ErrorStatus[];
  /**
   * Who may call: `none` needs no credential; `session` needs someone who has signed in (an API key has not: it can
   * neither create nor revoke credentials); `account` needs a credential for the whole account (an API key limited to
   * some permissions or to one workspace is not); `user` is any signed-in user; a permission is what the caller must
   * hold in the workspace that is addressed.
   */
  readonly access: 'none' | 'session' | 'account' | 'user' | Permission;
}

/** The most bytes of a body that are read before anyone has signed in. */
export const smallBody = 16 * 1024;

/** Declares an operation; keeps the literal types so that server and client are typed by the table. */
export const operation = <const O extends Operation>(declared: O): O => declared;

type Of<O, K extends string> = O extends { readonly [P in K]: infer S extends TSchema }
  ? Static<S>
  : undefined;

export type ParamsOf<O extends Operation> = Of<O, 'params'>;
export type QueryOf<O extends Operation> = Of<O, 'query'>;
export type BodyOf<O extends Operation> = Of<O, 'body'>;
export type ReplyOf<O extends Operation> = Static<O['reply']>;
