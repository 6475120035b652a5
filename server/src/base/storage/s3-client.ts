import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { ObjectStore } from '../config/object-store.ts';
import { Unavailable } from '../errors.ts';

/* Requests to an object store, signed with AWS Signature Version 4. */

/** An error reply of the store. */
export class Refused extends Error {
  readonly status: number;
  /** The error code of S3 (`NoSuchBucket`); empty if the reply has no body. */
  readonly code: string;

  constructor(what: string, status: number, code: string) {
    super(`the object store answered ${status}${code && ` ${code}`} to ${what}`);
    this.status = status;
    this.code = code;
  }
}

export interface StorageRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Undefined for the bucket. */
  path?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** A function gives it once more, if it has to be sent again. */
  body?: AsyncIterable<Uint8Array> | (() => AsyncIterable<Uint8Array>);
}

/** Max attempts at a request that can be repeated. */
const attempts = 3;

export function clientOf(store: ObjectStore) {
  const { endpoint, region, bucket, pathStyle, patience = 20_000, ...credentials } = store;
  const { protocol, host } = new URL(endpoint);
  const root = pathStyle ? `${endpoint}/${bucket}` : `${protocol}//${bucket}.${host}`;
  const urlOf = ({ path = '', query = {} }: Pick<StorageRequest, 'path' | 'query'>): string => {
    const search = new URLSearchParams(query).toString();
    return `${root}/${path}${search && `?${search}`}`;
  };
  const signer = { ...credentials, region, service: 's3', allHeaders: true };

  async function send(request: StorageRequest): Promise<Response> {
    const { method, body } = request;
    const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...request.headers };
    const signed = await new AwsV4Signer({ ...signer, method, url: urlOf(request), headers }).sign();
    const watch = watchOf(patience);
    const sent = body && watched(typeof body === 'function' ? body() : body, watch);
    try {
      // Redirects are not followed: the credentials must not go to another host.
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'manual',
        signal: watch.signal,
        ...(sent && { body: sent.bytes, duplex: 'half' }),
      });
    } catch (error) {
      if (sent?.failed) throw sent.failed.error;
      throw new Unavailable(new Error(`the object store at ${host} did not answer: ${whyOf(error)}`));
    } finally {
      watch.end();
    }
  }

  /** Returns a reply with status 2xx or one of `fine`; the caller reads or cancels its body. Otherwise throws `Unavailable`. */
  async function ask(request: StorageRequest, fine: readonly number[] = []): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const last = typeof request.body === 'object' || attempt === attempts;
      try {
        const response = await send(request);
        if (response.ok || fine.includes(response.status)) return response;
        const refused = await refusalOf(request, response);
        if (last || response.status < 500) throw new Unavailable(refused);
      } catch (error) {
        if (last || !(error instanceof Unavailable) || error.cause instanceof Refused) throw error;
      }
      await pause(100 * 2 ** attempt);
    }
  }

  /** A signed URL that allows anyone to send exactly this request, for `seconds` after `from` (microseconds). */
  async function presign(request: StorageRequest, from: number, seconds: number): Promise<string> {
    const datetime = new Date(from / 1000).toISOString().replace(/[-:]|\.\d+/g, '');
    const url = urlOf({ ...request, query: { ...request.query, 'X-Amz-Expires': String(seconds) } });
    const { method, headers = {} } = request;
    const signed = await new AwsV4Signer({
      ...signer,
      method,
      url,
      headers,
      datetime,
      signQuery: true,
    }).sign();
    return signed.url.href;
  }

  return { ask, presign, bucket, host };
}

/** Aborts a request after too long without progress. */
function watchOf(patience: number) {
  const abort = new AbortController();
  const give = () => abort.abort(new Error(`nothing came for ${patience / 1000} s`));
  let timer = setTimeout(give, patience);
  return {
    signal: abort.signal,
    end: () => clearTimeout(timer),
    again: () => {
      clearTimeout(timer);
      timer = setTimeout(give, patience);
    },
  };
}

/** The bytes of `body` and its error, if any: neither errors nor pauses of the sender are blamed on the store. */
function watched(body: AsyncIterable<Uint8Array>, watch: ReturnType<typeof watchOf>) {
  const state: { bytes: AsyncIterable<Uint8Array>; failed?: { error: unknown } } = { bytes: bytes() };
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      watch.end();
      for await (const chunk of body) {
        watch.again();
        yield chunk;
        watch.end();
      }
      watch.again();
    } catch (error) {
      state.failed = { error };
      throw error;
    }
  }
  return state;
}

async function refusalOf({ method, path }: StorageRequest, response: Response): Promise<Refused> {
  const text = await response.text().catch(() => '');
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(text) ?? [];
  return new Refused(`${method} ${path ?? 'the bucket'}`, response.status, code);
}

/** The error of `fetch` states only that it failed; the reason is in its cause. */
function whyOf(error: unknown): string {
  const { message, cause } = error as Error;
  if (!(cause instanceof Error)) return message;
  return cause.message || (cause as NodeJS.ErrnoException).code || message;
}
