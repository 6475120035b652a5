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
  /** Bytes that a JSON body may have, where that is less than the 1 MiB of all others. */
  readonly maxBody?: number;
  readonly reply: TSchema;
  /** Whether it is neither counted nor made to wait: monitors ask it, or a signed address stands for who may. */
  readonly unlimited?: true;
  /** A reply that is not JSON is declared by `produces`. */
  readonly produces?: string;
  /** Whether replies carry an `ETag`; a request whose `If-None-Match` names it is answered by 304. */
  readonly etag?: true;
  /** Whether an address that something had earlier is answered by 308 and the one that it has now. */
  readonly moves?: true;
  /** Whether it is more than one change: it stores in parts, or asks elsewhere. */
  readonly inParts?: true;
  /**
   * The error statuses this operation can give besides 500. One that does not list 404 answers 403 for an
   * address that names nothing; one that lists 412 takes `If-Match`.
   */
  readonly errors: readonly ErrorStatus[];
  /**
   * Who may call: `none` needs no credential, `session` someone who has signed in (an API key has not: it makes no
   * other credentials and takes none away), `account` a credential that stands for the whole account (an API key
   * limited to some permissions or to one workspace does not), `user` any signed-in user; a permission names what the
   * caller must hold in the workspace that is addressed.
   */
  readonly access: 'none' | 'session' | 'account' | 'user' | Permission;
}

/** What is read of a body before anyone has signed in; bytes. */
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
