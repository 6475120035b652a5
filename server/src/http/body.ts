import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Invalid } from '../errors.ts';

/** Makes the server read bodies as JSON and refuse every other content type; a body may always be empty. */
export function readJsonBodies(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  const parseAs = 'buffer';
  const json = async ({ headers }: FastifyRequest, body: Buffer) => {
    const [, charset = 'utf-8'] = charsetParameter.exec(headers['content-type'] ?? '') ?? [];
    if (!/^utf-?8$/i.test(charset)) throw new Invalid(notUtf8);
    return body.length > 0 ? parseJson(body) : undefined;
  };
  http.addContentTypeParser('application/json', { parseAs }, json);
  http.addContentTypeParser('*', { parseAs }, async (_request: unknown, body: Buffer) => {
    if (body.length > 0) throw new Invalid('the content type of a body is application/json');
    return undefined;
  });
}

const charsetParameter = /;\s*charset\s*=\s*"?([^\s";]+)/i;

const notUtf8 = 'the body is not UTF-8';

/** What JSON can spell and no text or key here may be: it is looked for only where it can be. */
const suspicious = /__proto__|\\u(?:00|d[89a-f])/i;

function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new Invalid(notUtf8);
  const text = body.toString();
  try {
    return JSON.parse(text, suspicious.test(text) ? refuseUnsafe : undefined);
  } catch (error) {
    throw error instanceof Invalid ? error : new Invalid('the body is no valid JSON');
  }
}

/** A key `__proto__` is an attack; NUL and half a character are texts that a database cannot store as they are. */
function refuseUnsafe(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Invalid('the body has a key that is not allowed');
  if (typeof value !== 'string') return value;
  if (value.includes('\u0000')) throw new Invalid('a text holds the character NUL');
  if (!value.isWellFormed()) throw new Invalid('a text holds half of a surrogate pair');
  return value;
}
