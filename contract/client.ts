import type { Issue } from './issues.ts';
import { live } from './live.ts';
import type { BodyOf, Operation, ParamsOf, QueryOf, ReplyOf } from './operation.ts';
import { follow, Refusal, type Subscription } from './subscribe.ts';

/** The input of an operation: only the parts that it declares, and required only if one of their fields is. */
export type InputOf<O extends Operation> = Part<'params', ParamsOf<O>> &
  Part<'query', QueryOf<O>> &
  Part<'body', BodyOf<O>>;

// An optional part stays optional: `{}` is assignable to it only if none of its fields is required.
type Part<K extends string, T> = T extends undefined
  ? unknown
  : Record<never, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T };

type Arguments<O extends Operation> =
  Record<never, never> extends InputOf<O> ? [input?: InputOf<O>] : [input: InputOf<O>];

/** An issue as it is received: with a code and values only if the request asks for them. */
export type GivenIssue = Pick<Issue, 'message'> & Partial<Issue>;

interface ErrorBody {
  code: string;
  issues: GivenIssue[];
}

/** What a client reads of a response. */
export type Reply = Pick<Response, 'ok' | 'status' | 'headers' | 'json' | 'body'>;

/** An error reply of the service. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: readonly GivenIssue[];
  readonly headers: Headers;

  constructor(operation: Operation, response: Reply, body: ErrorBody) {
    const details = body.issues.map(({ message }) => message).join('; ');
    super(`${operation.id}: ${response.status} ${body.code}${details && `: ${details}`}`);
    this.status = response.status;
    this.code = body.code;
    this.issues = body.issues;
    this.headers = response.headers;
  }
}

export interface Client {
  /** Calls an operation and returns its reply, or throws `ApiError`. */
  readonly call: <O extends Operation>(operation: O, ...input: Arguments<O>) => Promise<ReplyOf<O>>;
  /**
   * Follows a workspace until `signal` is aborted, reconnecting if the connection is lost. Throws `ApiError` if the request
   * is refused.
   */
  readonly subscribe: (subscription: Subscription) => Promise<void>;
}

export interface ClientOptions {
  /** Ends with `/api/v1`. */
  baseUrl: string;
  /** A session token or an API key. */
  token?: string | undefined;
  fetch?: (url: string, init: RequestInit, operation: Operation) => Promise<Reply>;
}

/** A client of the API, typed by the operation tables. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  const credential: Record<string, string> = options.token
    ? { authorization: `Bearer ${options.token}` }
    : {};
  return {
    subscribe: (subscription) =>
      follow(subscription, async (query, signal) => {
        const { workspacePublicId } = subscription;
        const url = options.baseUrl + addressOf(live.events, { workspacePublicId }, query);
        const headers = { ...credential, accept: 'text/event-stream' };
        const response = await send(url, { headers, signal, cache: 'no-store' }, live.events);
        if (response.ok) return response;
        const error = new ApiError(live.events, response, await errorOf(response));
        // An overloaded or unavailable service recovers: these errors are retried.
        throw response.status === 429 || response.status >= 500 ? error : new Refusal('', { cause: error });
      }),
    async call(operation, ...[input]) {
      const { params, query, body } = (input ?? {}) as {
        params?: Record<string, string>;
        query?: Record<string, unknown>;
        body?: unknown;
      };
      const url = options.baseUrl + addressOf(operation, params ?? {}, query ?? {});
      const headers: Record<string, string> = { ...credential };
      if (body !== undefined) headers['content-type'] = 'application/json';
      const init = {
        method: operation.method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      };
      const response = await send(url, init, operation);
      if (!response.ok) throw new ApiError(operation, response, await errorOf(response));
      return (await response.json()) as ReplyOf<typeof operation>;
    },
  };
}

/** The path of an operation with its parameters filled in. */
export function addressOf(
  operation: Operation,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) search.append(name, String(each));
    }
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path;
}

async function errorOf(response: Reply): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null && 'code' in body) return body as ErrorBody;
  return { code: 'UNEXPECTED', issues: [] };
}
