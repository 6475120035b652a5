import { ApiError, addressOf, type InputOf } from '../../contract/client.ts';
import type { Operation, ReplyOf } from '../../contract/operation.ts';
import { Refusal } from '../../contract/subscribe.ts';

/*
 * Requests of the pages. The session is in a cookie, which the browser sends by itself.
 */

export interface Answer<R> {
  reply: R;
  /** Of the last change that the reply knows of, in the log of its workspace. */
  position: number | undefined;
  etag: string | undefined;
}

export interface Options {
  /** A name for the request, so that it is carried out once however often it is sent. */
  key?: string;
  /** The tag of what the change is made to. */
  ifMatch?: string;
  signal?: AbortSignal;
  /** Whether the request outlives the page. */
  keepalive?: boolean;
  headers?: Record<string, string>;
}

/** Where the API is, and who asks: pages ask their own server by their cookie, tests by a token. */
export interface Server {
  ask<O extends Operation>(operation: O, input: InputOf<O>, options?: Options): Promise<Answer<ReplyOf<O>>>;
  /** Opens a stream of events. Throws `Refusal` where to try again is in vain. */
  open<O extends Operation>(operation: O, input: InputOf<O>, signal: AbortSignal): Promise<Response>;
}

/** Throws `ApiError` where the server refuses, `TypeError` where it is not reached. */
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

/** What a refusal says. */
export async function errorIn(response: Response): Promise<ErrorBody> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  return body?.code ? body : { code: 'UNEXPECTED', issues: [] };
}
