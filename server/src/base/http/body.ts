import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deepestBody, unknownValues } from '../../../../contract/body-size.ts';
import { smallBody } from '../../../../contract/operation.ts';
import { Invalid } from '../errors.ts';
import { outlineOf } from './json-outline.ts';
import { createTurns } from './turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Max keys and values of a JSON body. */
    mostValues?: number;
  }
}

/** Makes the server parse JSON bodies and refuse every other content type; a body may always be empty. */
export function readJsonBodies(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  // Large bodies are parsed one at a time, so that many at once do not block other requests.
  const turns = createTurns(1);
  const parseAs = 'buffer';
  const json = async ({ headers, routeOptions }: FastifyRequest, body: Buffer) => {
    requirePlain(headers['content-encoding'], body);
    const [, charset = 'utf-8'] = charsetParameter.exec(headers['content-type'] ?? '') ?? [];
    if (!/^utf-?8$/i.test(charset)) throw new Invalid('not-utf8');
    if (body.length === 0) return undefined;
    const read = async () => parseJson(body, routeOptions.config.mostValues ?? unknownValues);
    return body.length > smallBody ? turns(read) : read();
  };
  http.addContentTypeParser('application/json', { parseAs }, json);
  http.addContentTypeParser('*', { parseAs }, async ({ headers }: FastifyRequest, body: Buffer) => {
    requirePlain(headers['content-encoding'], body);
    if (body.length > 0) throw new Invalid('wrong-content-type');
    return undefined;
  });
}

/** Refuses compressed bodies: a few bytes may unpack to any size. */
function requirePlain(encoding: string | undefined, body: Buffer): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity' || body.length === 0) return;
  const shown = encoding.replace(/[^\w ,.-]/g, '').slice(0, 40);
  throw new Invalid('wrong-content-encoding', { encoding: shown });
}

const charsetParameter = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/** Matches JSON that may contain a forbidden key or character; only then is every value inspected. */
const suspicious = /__proto__|\\u(?:00|d[89a-f])/i;

/** Parses a body of untrusted JSON. Throws `Invalid`. */
export function parseJson(body: Buffer, mostValues: number): unknown {
  if (!isUtf8(body)) throw new Invalid('not-utf8');
  requireModest(body, mostValues);
  const text = body.toString();
  const value = parsed(text);
  if (suspicious.test(text)) inspect(value);
  return value;
}

/** Refuses bodies that would be slow to parse, before any parsing or recursion. */
function requireModest(body: Buffer, mostValues: number): void {
  const { isWhole, depth, values } = outlineOf(body);
  if (!isWhole) throw new Invalid('not-json');
  if (depth > deepestBody) throw new Invalid('nested-too-deep', { max: deepestBody });
  if (values > mostValues) throw new Invalid('too-many-values', { max: mostValues });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Invalid('not-json');
  }
}

function inspect(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    refuseUnsafe(key, inner);
    inspect(inner);
  }
}

/** A key `__proto__` is an attack; a database cannot store NUL and lone surrogates unchanged. */
function refuseUnsafe(key: string, value: unknown): void {
  if (key === '__proto__') throw new Invalid('forbidden-key');
  if (typeof value !== 'string') return;
  if (value.includes('\u0000')) throw new Invalid('nul-character');
  if (!value.isWellFormed()) throw new Invalid('half-character');
}
