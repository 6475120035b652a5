import { hash } from 'node:crypto';
import { type Client, type ClientOptions, createClient } from '../contract/client.ts';
import { takesIdempotencyKey } from '../contract/headers.ts';
import type { Tool } from './tool.ts';

/** How to reach the API. */
export interface Connection {
  /** Ends with `/api/v1`. */
  readonly baseUrl: string;
  readonly token: string | undefined;
  /** Returns a function that sends requests until `signal` is aborted. */
  readonly sender: (signal: AbortSignal) => NonNullable<ClientOptions['fetch']>;
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
  const sorted = Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1));
  return once && { name: digest('content', sorted), seconds: sameForSeconds };
}

/** A client for one call; `repeated` is called if a reply is a replay of an earlier one. */
export function clientFor(way: Connection, signal: AbortSignal, once?: Once, repeated?: () => void): Client {
  const send = way.sender(signal);
  let writes = 0;
  return createClient({
    baseUrl: way.baseUrl,
    token: way.token,
    async fetch(url, init, operation) {
      if (!once || !takesIdempotencyKey(operation)) return send(url, init, operation);
      const headers = {
        ...(init.headers as Record<string, string>),
        'idempotency-key': `${once.name}-${writes++}`,
        ...(once.seconds === undefined ? {} : { 'idempotency-time': String(once.seconds) }),
      };
      const response = await send(url, { ...init, headers }, operation);
      if (response.headers.has('idempotent-replayed')) repeated?.();
      return response;
    },
  });
}
