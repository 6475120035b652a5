import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip, varies } from '../base/http/compress.ts';
import { namesTag } from '../base/http/etag.ts';

interface Form {
  bytes: Buffer;
  etag: string;
}

/** Serves one of our own files from memory. All responses share one buffer. */
export function keptFile(
  type: string,
  content: () => Promise<Buffer | string>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<Buffer | undefined> {
  let forms: Promise<{ plain: Form; compressed: Form }> | undefined;
  return async (request, reply) => {
    forms ??= formsOf(content);
    const { plain, compressed } = await forms;
    const { bytes, etag } = acceptsGzip(request.headers['accept-encoding']) ? compressed : plain;
    varies(reply);
    reply.header('etag', etag);
    if (namesTag(request.headers['if-none-match'], etag)) {
      reply.code(304);
      return undefined;
    }
    if (bytes === compressed.bytes) reply.header('content-encoding', 'gzip');
    reply.type(type);
    return bytes;
  };
}

async function formsOf(content: () => Promise<Buffer | string>): Promise<{ plain: Form; compressed: Form }> {
  const bytes = Buffer.from(await content());
  const tag = hash('sha256', bytes, 'base64url').slice(0, 22);
  return {
    plain: { bytes, etag: `"${tag}"` },
    compressed: { bytes: await promisify(gzip)(bytes, { level: 9 }), etag: `"${tag}.gz"` },
  };
}
