import { hash } from 'node:crypto';
import { type Client, type ClientOptions, createClient } from '../contract/client.ts';
import { takesIdempotencyKey } from '../contract/headers.ts';
import type { Tool } from './tool.ts';

/** How the API is reached. */
export interface Way {
  /** Ends with `/api/v1`. */
  readonly baseUrl: string;
  readonly token: string | undefined;
  /** Sends requests that end when `signal` says so. */
  readonly sender: (signal: AbortSignal) => NonNullable<ClientOptions['fetch']>;
}

/** A call that is done once, however often it is sent. */
export interface Once {
  readonly name: string;
  /** How long that counts; 24 hours if undefined. */
  readonly seconds: number | undefined;
}

/** Seconds within which the same arguments, sent again without a key, are taken for a repetition. */
const sameForSeconds = 600;

/** What a call is known by when it comes again: the caller's key, or, where twice is not once, what is asked. */
export function onceFor({ token }: Way, { name, effect, once }: Tool, input: object): Once | undefined {
  const { idempotencyKey: key, ...content } = input as { idempotencyKey?: string };
  if (effect === 'reads') return undefined;
  const digest = (...parts: unknown[]) =>
    `mcp-${hash('sha256', JSON.stringify([token, name, ...parts]), 'base64url')}`;
  if (key !== undefined) return { name: digest(key), seconds: undefined };
  const sorted = Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1));
  return once && { name: digest('content', sorted), seconds: sameForSeconds };
}

/** A client for one call; `repeated` is called where a request has been answered before. */
export function clientFor(way: Way, signal: AbortSignal, once?: Once, repeated?: () => void): Client {
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
