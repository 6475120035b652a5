import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request as it is sent. */
export interface Sent {
  method: string;
  /** From the root of the server, escaped. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty if the reply never ends. */
  body: Buffer;
  /** Milliseconds until the last byte. */
  took: number;
}

/** Timeout of a request; milliseconds. Answers normally take less than a tenth of it, even on a busy machine. */
export const timeout = 20_000;

// Connections are reused, as clients do: breaking one of them breaks a later request.
const agent = new http.Agent({ keepAlive: true });

/** Sends a request unchanged over loopback; nothing is added or corrected. */
export async function send(address: string, { method, path, headers, body }: Sent): Promise<Received> {
  const { hostname, port } = new URL(address);
  const began = performance.now();
  const length = body && !headers['transfer-encoding'] ? { 'content-length': String(body.length) } : {};
  const request = http.request({
    agent,
    host: hostname,
    port,
    method,
    path,
    headers: { ...length, ...headers },
  });
  // A reply may come before the whole body has been sent, and the connection be closed then: the reply counts.
  request.on('error', () => {});
  const limit = setTimeout(() => request.destroy(new Error(`${method} ${path} took too long`)), timeout);
  try {
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const { statusCode: status = 0 } = response;
    const endless = /^text\/event-stream\b/.test(response.headers['content-type'] ?? '');
    if (endless) response.destroy();
    const content = endless ? Buffer.alloc(0) : await buffer(response);
    return { status, headers: response.headers, body: content, took: performance.now() - began };
  } finally {
    clearTimeout(limit);
  }
}

/** The request as a shell command. */
export function curlOf(address: string, { method, path, headers, body }: Sent): string {
  const words = ['curl', '-g', '--path-as-is', '-X', method, quoted(Buffer.from(address + path))];
  for (const [name, value] of Object.entries(headers)) {
    words.push('-H', quoted(Buffer.from(value === '' ? `${name};` : `${name}: ${value}`, 'latin1')));
  }
  if (body) words.push('--data-binary', quoted(body.subarray(0, 5000)));
  return words.join(' ');
}

/** Quotes arbitrary bytes for bash. */
function quoted(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (/^[ -&(-~]*$/.test(text)) return `'${text}'`;
  const escaped = text.replace(
    /[^ -&(-[\]-~]/g,
    (each) => `\\x${each.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped}'`;
}
