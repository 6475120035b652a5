import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Invalid } from '../errors.ts';

/** Makes the server read bodies as JSON and refuse every other content type; a body may always be empty. */
export function readJsonBodies(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  const parseAs = 'buffer';
  const json = async ({ headers }: FastifyRequest, body: Buffer) => {
    requirePlain(headers['content-encoding'], body);
    const [, charset = 'utf-8'] = charsetParameter.exec(headers['content-type'] ?? '') ?? [];
    if (!/^utf-?8$/i.test(charset)) throw new Invalid(notUtf8);
    return body.length > 0 ? parseJson(body) : undefined;
  };
  http.addContentTypeParser('application/json', { parseAs }, json);
  http.addContentTypeParser('*', { parseAs }, async ({ headers }: FastifyRequest, body: Buffer) => {
    requirePlain(headers['content-encoding'], body);
    if (body.length > 0) throw new Invalid('The content type of a body must be application/json');
    return undefined;
  });
}

/** What a few bytes unpack to is not known beforehand. */
function requirePlain(encoding: string | undefined, body: Buffer): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity' || body.length === 0) return;
  const shown = encoding.replace(/[^\w ,.-]/g, '').slice(0, 40);
  throw new Invalid(`The content encoding ${shown} is not supported: a body must be sent as plain JSON`);
}

const charsetParameter = /;\s*charset\s*=\s*"?([^\s";]+)/i;

const notUtf8 = 'The body is not UTF-8';

/** What JSON can spell and no text or key here may be: it is looked for only where it can be. */
const suspicious = /__proto__|\\u(?:00|d[89a-f])/i;

function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new Invalid(notUtf8);
  const text = body.toString();
  const value = parsed(text);
  const refuse = suspicious.test(text) ? refuseUnsafe : () => {};
  inspect(value, refuse, 1);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Invalid('The body is not valid JSON');
  }
}

/** Levels of objects and arrays in one another; what we read has five. */
const maxDepth = 32;

/** Looks at each value with its key, before anything recursive in here or in a library meets them. */
function inspect(value: unknown, refuse: (key: string, value: unknown) => void, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw new Invalid(`The body is nested more than ${maxDepth} levels deep`);
  for (const [key, inner] of Object.entries(value)) {
    refuse(key, inner);
    inspect(inner, refuse, depth + 1);
  }
}

/** A key `__proto__` is an attack; NUL and half a character are texts that a database cannot store as they are. */
function refuseUnsafe(key: string, value: unknown): void {
  if (key === '__proto__') throw new Invalid('The body has a key that is not allowed');
  if (typeof value !== 'string') return;
  if (value.includes('\u0000')) throw new Invalid('A text contains the character NUL');
  if (!value.isWellFormed()) throw new Invalid('A text contains half of a surrogate pair');
}
