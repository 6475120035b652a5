import { hash } from 'node:crypto';
import { ApiError, addressOf, type Client, type ClientOptions, createClient } from '../contract/client.ts';
import { takesIdempotencyKey } from '../contract/headers.ts';
import type { Operation, ParamsOf, QueryOf } from '../contract/operation.ts';
import type { Tool } from './tool.ts';

type Send = (url: string, init: RequestInit, operation: Operation) => Promise<Response>;

/** How to reach the API. */
export interface Connection {
  /** Ends with `/api/v1`. */
  readonly baseUrl: string;
  readonly token: string | undefined;
  /** Returns a function that sends requests until `signal` is aborted. */
  readonly sender: (signal: AbortSignal) => Send;
}

/** Identifies a call that takes effect once, no matter how often it is sent. */
export interface Once {
  readonly name: string;
  /** How long the call is remembered; 24 hours if undefined. */
  readonly seconds: number | undefined;
}

/** Seconds in which a call with the same arguments and without a key counts as a repetition. */
const sameForSeconds = 600;

/** Identifies a repeated call: by the caller's key or, if the tool must not repeat its effect, by the arguments. */
export function onceFor(
  { token }: Connection,
  { name, effect, once }: Tool,
  input: object,
): Once | undefined {
  const { idempotencyKey: key, ...content } = input as { idempotencyKey?: string };
  if (effect === 'reads') return undefined;
  const digest = (...parts: unknown[]) =>
    `mcp-${hash('sha256', JSON.stringify([token, name, ...parts]), 'base64url')}`;
  if (key !== undefined) return { name: digest(key), seconds: undefined };
  if (!once?.(content)) return undefined;
  const sorted = Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1));
  return { name: digest('content', sorted), seconds: sameForSeconds };
}

/** A client for one call; `repeated` is called if a reply is a replay of an earlier one. */
export function clientFor(way: Connection, signal: AbortSignal, once?: Once, repeated?: () => void): Client {
  const send = way.sender(signal);
  let writes = 0;
  const fetch: ClientOptions['fetch'] = async (url, init, operation) => {
    if (!once || !takesIdempotencyKey(operation)) return send(url, init, operation);
    const headers = {
      ...(init.headers as Record<string, string>),
      'idempotency-key': `${once.name}-${writes++}`,
      ...(once.seconds === undefined ? {} : { 'idempotency-time': String(once.seconds) }),
    };
    const response = await send(url, { ...init, headers }, operation);
    if (response.headers.has('idempotent-replayed')) repeated?.();
    return response;
  };
  return createClient({ baseUrl: way.baseUrl, token: way.token, fetch });
}

/** Parameters of an operation whose request or reply is a file. */
interface Addressed<O extends Operation> {
  readonly params: ParamsOf<O>;
  readonly query?: QueryOf<O>;
}

/** Operations whose requests or replies are files. */
export interface Files {
  readonly read: <O extends Operation>(
    operation: O,
    of: Addressed<O>,
    headers?: Record<string, string>,
  ) => Promise<Uint8Array>;
  readonly send: <O extends Operation>(
    operation: O,
    of: Addressed<O>,
    file: { bytes: Uint8Array<ArrayBuffer>; contentType: string },
  ) => Promise<void>;
}

export function filesFor({ baseUrl, token, sender }: Connection, signal: AbortSignal): Files {
  const request = sender(signal);
  const ask = async (
    operation: Operation,
    { params, query = {} }: { params: unknown; query?: unknown },
    init: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> },
  ): Promise<Response> => {
    const of = [params, query] as [Record<string, string>, Record<string, unknown>];
    const credential = operation.access === 'none' ? {} : { authorization: `Bearer ${token}` };
    const headers = { ...credential, ...init.headers };
    const url = baseUrl + addressOf(operation, ...of);
    const response = await request(url, { ...init, method: operation.method, headers }, operation);
    if (response.ok) return response;
    throw new ApiError(operation, response, (await response.json()) as { code: string; issues: [] });
  };
  return {
    read: async (operation, of, headers = {}) =>
      new Uint8Array(await (await ask(operation, of, { headers })).arrayBuffer()),
    send: async (operation, of, { bytes, contentType }) => {
      await ask(operation, of, { headers: { 'content-type': contentType }, body: bytes });
    },
  };
}
