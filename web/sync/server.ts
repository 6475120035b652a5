import { ApiError, addressOf, type GivenIssue, type InputOf } from '../../contract/client.ts';
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
  /** Reads the text of a reply that is too large to be read at once. */
  parse?: (text: string) => Promise<unknown>;
}

/** The API's address and credentials: pages use their own server and a cookie, tests a token. */
export interface Server {
  ask<O extends Operation>(operation: O, input: InputOf<O>, options?: Options): Promise<Answer<ReplyOf<O>>>;
  /** Opens an event stream. Throws `Refusal` if retrying is pointless. */
  open<O extends Operation>(operation: O, input: InputOf<O>, signal: AbortSignal): Promise<Response>;
}

/** Milliseconds for a reply to begin, and then to end. After that the connection counts as lost. */
const patience = { begin: 20_000, end: 120_000 };
/** For a request that takes effect again when it is repeated: it is given up only when it cannot succeed any longer. */
const lastPatience = 600_000;

/**
 * Throws `ApiError` if the server refuses a request, and `TypeError` if it is not reached: also if something between
 * here and there has answered, such as a proxy without the service behind it, or a network's page for signing in.
 */
export function serverAt(baseUrl: string, token?: string): Server {
  const credential: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return {
    open: (operation, input, given) =>
      inTime(patience.begin, given, async (signal) => {
        const { params, query } = input as Input;
        const response = await fetch(baseUrl + addressOf(operation, params ?? {}, query ?? {}), {
          headers: { ...credential, accept: 'text/event-stream' },
          cache: 'no-store',
          signal,
        });
        if (response.ok && isOf('text/event-stream', response)) return response;
        const error = await errorOf(operation, response);
        const isOver = error instanceof ApiError && [401, 403, 404].includes(error.status);
        throw isOver ? new Refusal('', { cause: error }) : error;
      }),
    ask(operation, input, { key, ifMatch, signal: given, keepalive, headers, parse } = {}) {
      const { params, query, body } = input as Input;
      const begin = key || operation.method === 'GET' ? patience.begin : lastPatience;
      return inTime(begin, given, async (signal, begun) => {
        const response = await fetch(baseUrl + addressOf(operation, params ?? {}, query ?? {}), {
          method: operation.method,
          headers: {
            ...credential,
            ...withCodes,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(key ? { 'idempotency-key': key } : {}),
            ...(ifMatch ? { 'if-match': ifMatch } : {}),
            ...headers,
          },
          body: body === undefined ? null : JSON.stringify(body),
          signal,
          keepalive: keepalive ?? false,
        });
        begun();
        if (!response.ok || !isOf('application/json', response)) throw await errorOf(operation, response);
        const position = response.headers.get('change-position');
        const reply = await (parse ? parse(await response.text()) : response.json());
        // To read a text may take until after nobody wants it any more.
        signal.throwIfAborted();
        return {
          reply: reply as ReplyOf<typeof operation>,
          position: position === null ? undefined : Number(position),
          etag: response.headers.get('etag') ?? undefined,
        };
      });
    },
  };
}

/** Has issues come with what it takes to word them in the language of the page. */
export const withCodes = { prefer: 'issue-codes' };

interface Input {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Gives work up if no reply has begun in time, or if it has not ended in time. */
async function inTime<T>(
  begin: number,
  given: AbortSignal | undefined,
  work: (signal: AbortSignal, begun: () => void) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const lose = () => late.abort(new TypeError('there was no reply in time'));
  let timer = setTimeout(lose, begin);
  try {
    return await work(given ? AbortSignal.any([given, late.signal]) : late.signal, () => {
      clearTimeout(timer);
      timer = setTimeout(lose, patience.end);
    });
  } finally {
    clearTimeout(timer);
  }
}

const isOf = (type: string, { headers }: Response): boolean =>
  headers.get('content-type')?.startsWith(type) ?? false;

interface ErrorBody {
  code: string;
  issues: GivenIssue[];
}

/** The service's error in a response; `TypeError` if the response is not the service's. */
export async function errorOf(operation: Operation, response: Response): Promise<ApiError | TypeError> {
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | null | undefined;
  return !response.ok && typeof body?.code === 'string' && Array.isArray(body.issues)
    ? new ApiError(operation, response, body as ErrorBody)
    : new TypeError(`the service was not reached: ${response.status}`);
}

/** Whether a request may succeed when it is repeated: the service was not reached or is busy, or asks for it. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status >= 500 ||
  [408, 425, 429].includes(error.status) ||
  error.headers.has('retry-after');
