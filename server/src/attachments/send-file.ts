import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, NotFound } from '../base/errors.ts';
import type { Service } from '../base/service.ts';
import { contentDisposition, rangeOf } from './headers.ts';
import { storedFile } from './queries.ts';

/** Answers with the file of an attachment, or with the part of it that is asked for. */
export async function sendFile(
  { db, storage }: Pick<Service, 'db' | 'storage'>,
  attachmentId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Readable> {
  const file = await db.first(storedFile, { id: attachmentId });
  if (!file) throw new NotFound();
  const { storageKey, contentType, originalFilename, size } = file;
  // A file never changes, so its id tells its content.
  const etag = `"${attachmentId}"`;
  const whole = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag;
  // RFC 9110, 14.2: only a GET asks for a part.
  const told = request.method === 'HEAD';
  const range = whole || told ? undefined : rangeOf(request.headers.range, size);
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${size}`);
    throw new Failure(416);
  }
  const content = told ? Readable.from([]) : await storage.open(storageKey, range);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.headers({
    'content-type': contentType,
    'content-length': range ? range.end - range.start + 1 : size,
    'content-disposition': contentDisposition(contentType, originalFilename),
    // Whatever the file is, it runs nothing and reaches nothing in our name.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    // Pages elsewhere may show it: who has the address may see it.
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=300, immutable',
    etag,
  });
  return content;
}
