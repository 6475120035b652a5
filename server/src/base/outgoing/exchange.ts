import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { OutgoingError, problemOf } from './error.ts';

export interface OutgoingRequest {
  url: string;
  /**
   * A URL set by the operator: URLs below it are allowed at any address. Only for requests whose URL users cannot
   * influence.
   */
  base?: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For the whole exchange, from resolving the name to the last byte of the reply; 15 000 by default. */
  timeoutMs?: number;
  /** Aborts the exchange. */
  signal?: AbortSignal;
  /** Max bytes of the reply's body, 1 MiB by default; the rest is cut off. */
  maxReply?: number;
}

export interface OutgoingReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** Whether the body was longer than `maxReply`. */
  truncated: boolean;
}

export interface StreamRequest extends Omit<OutgoingRequest, 'maxReply'> {
  /** How long the other side may stay silent; 30 000 by default. */
  idleMs?: number;
}

/** A reply whose body is streamed; a caller that does not read it to the end must close it. */
export interface OutgoingStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** Throws `OutgoingError` if it ends too early. */
  body: AsyncIterable<Uint8Array>;
  close: () => void;
}

/** Restricts the addresses to which a request may connect. */
export interface Guard {
  /** Resolves the host; the connection uses the returned addresses. */
  readonly lookup: LookupFunction;
  /** Whether the address of the connected socket is allowed. */
  readonly admits: (address: string) => boolean;
}

/** Sends one request and returns the reply; redirects are not followed. Throws `OutgoingError`. */
export async function exchange(url: URL, request: OutgoingRequest, guard: Guard): Promise<OutgoingReply> {
  const { timeoutMs = 15_000, maxReply = 1024 ** 2, signal } = request;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(url, request, guard, signal ? AbortSignal.any([deadline, signal]) : deadline);
    const { body, truncated } = await read(response, maxReply);
    return { status: response.statusCode ?? 0, headers: response.headers, body, truncated };
  } catch (error) {
    throw new OutgoingError(deadline.aborted ? 'timeout' : problemOf(error), undefined, error);
  }
}

/** The same, with a streamed body; `timeoutMs` includes the body. */
export async function exchangeStream(
  url: URL,
  request: StreamRequest,
  guard: Guard,
): Promise<OutgoingStream> {
  const { timeoutMs = 15_000, idleMs = 30_000, signal } = request;
  const deadline = AbortSignal.timeout(timeoutMs);
  const silence = new AbortController();
  const failed = (error: unknown) => {
    const isLate = deadline.aborted || silence.signal.aborted;
    return new OutgoingError(isLate ? 'timeout' : problemOf(error), undefined, error);
  };
  const ended = AbortSignal.any([deadline, silence.signal, ...(signal ? [signal] : [])]);
  try {
    const response = await send(url, request, guard, ended, (sent) =>
      sent.setTimeout(idleMs, () => silence.abort()),
    );
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: bodyOf(response, failed),
      close: () => void response.destroy(),
    };
  } catch (error) {
    throw failed(error);
  }
}

async function* bodyOf(
  response: IncomingMessage,
  failed: (error: unknown) => OutgoingError,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw failed(error);
  }
}

function send(
  url: URL,
  { method = 'GET', headers, body = '' }: OutgoingRequest,
  guard: Guard,
  signal: AbortSignal,
  begun: (request: ClientRequest) => void = () => {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { ...headers, ...(body === '' ? {} : { 'content-length': Buffer.byteLength(body) }) },
      // A new connection: a pooled one would have been checked for another request.
      agent: false,
      lookup: guard.lookup,
      signal,
    });
    request.once('socket', (socket) => {
      // The request has not been sent yet: Node writes it in a later listener of the same event.
      socket.once('connect', () => {
        if (!guard.admits(socket.remoteAddress ?? '')) request.destroy(new OutgoingError('blocked address'));
      });
    });
    begun(request);
    request.once('response', resolve);
    request.on('error', reject);
    // An invalid reply (an unrequested protocol switch) ends with this event only.
    request.once('close', () => reject(new OutgoingError('invalid reply')));
    request.end(body);
  });
}

async function read(response: IncomingMessage, max: number): Promise<{ body: string; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > max) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, max).toString('utf8'), truncated: size > max };
}
