import { ApiError, addressOf, type InputOf } from '../../contract/client.ts';
import type { Operation, ReplyOf } from '../../contract/operation.ts';
import { Refusal } from '../../contract/subscribe.ts';

/*
 * Requests of the pages to the API. The browser sends the session cookie by itself.
 */

export interface Answer<R> {
  reply: R;
  /** The position in the workspace's log of the last change that the reply includes. */
  position: number | undefined;
  etag: string | undefined;
}

export interface Options {
  /** The idempotency key: the request takes effect once, however often it is sent. */
  key?: string;
  /** The `ETag` of the resource that is changed. */
  ifMatch?: string;
  signal?: AbortSignal;
  /** Whether the request outlives the page. */
  keepalive?: boolean;
  headers?: Record<string, string>;
}

/** The API's address and credentials: pages use their own server and a cookie, tests a token. */
export interface Server {
  ask<O extends Operation>(operation: O, input: InputOf<O>, options?: Options): Promise<Answer<ReplyOf<O>>>;
  /** Opens an event stream. Throws `Refusal` if retrying is pointless. */
  open<O extends Operation>(operation: O, input: InputOf<O>, signal: AbortSignal): Promise<Response>;
}

/** Throws `ApiError` if the server refuses a request, and `TypeError` if it cannot be reached. */
export function serverAt(baseUrl: string, token?: string): Server {
  const credential: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return {
    async open(operation, input, signal) {
      const { params, query } = input as Input;
      const response = await fetch(baseUrl + addressOf(operation, params ?? {}, query ?? {}), {
        headers: { ...credential, accept: 'text/event-stream' },
        cache: 'no-store',
        signal,
      });
      if (response.ok) return response;
      const error = new ApiError(operation, response, await errorIn(response));
      throw error.status === 429 || error.status >= 500 ? error : new Refusal('', { cause: error });
    },
    async ask(operation, input, { key, ifMatch, signal, keepalive, headers } = {}) {
      const { params, query, body } = input as Input;
      const response = await fetch(baseUrl + addressOf(operation, params ?? {}, query ?? {}), {
        method: operation.method,
        headers: {
          ...credential,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key ? { 'idempotency-key': key } : {}),
          ...(ifMatch ? { 'if-match': ifMatch } : {}),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ?? null,
        keepalive: keepalive ?? false,
      });
      if (!response.ok) throw new ApiError(operation, response, await errorIn(response));
      const position = response.headers.get('change-position');
      return {
        reply: (await response.json()) as ReplyOf<typeof operation>,
        position: position === null ? undefined : Number(position),
        etag: response.headers.get('etag') ?? undefined,
      };
    },
  };
}

interface Input {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface ErrorBody {
  code: string;
  issues: { message: string }[];
}

/** The error in a response. */
export async function errorIn(response: Response): Promise<ErrorBody> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  return body?.code ? body : { code: 'UNEXPECTED', issues: [] };
}
