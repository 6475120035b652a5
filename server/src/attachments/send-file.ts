import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, NotFound } from '../base/errors.ts';
import { isUnchanged } from '../base/http/etag.ts';
import type { Service } from '../base/service.ts';
import { previewKeyOf } from '../base/storage/preview.ts';
import { beginsAsPicture } from './begins-as-picture.ts';
import { contentDisposition, isShown, rangeOf } from './headers.ts';
import { storedPreview } from './previews.ts';
import { storedFile } from './queries.ts';

/** Whatever a file is, it runs nothing and reaches nothing in our name. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Answers with the file of an attachment, or with the part of it that is asked for. */
export async function sendFile(
  { db, storage }: Pick<Service, 'db' | 'storage'>,
  attachmentId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Readable | string> {
  const file = await db.first(storedFile, { id: attachmentId });
  if (!file) throw new NotFound();
  const { storageKey, contentType, originalFilename, size } = file;
  // A file never changes, so its id tells its content.
  const etag = `"${attachmentId}"`;
  // Pages elsewhere may show it: who has the address may see it. Browsers store these headers anew with a 304.
  reply.headers({ 'content-security-policy': sandbox, 'cross-origin-resource-policy': 'cross-origin' });
  if (isUnchanged(request, reply, etag)) return notModified(reply);
  const whole = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag;
  // RFC 9110, 14.2: only a GET asks for a part.
  const told = request.method === 'HEAD';
  const range = whole || told ? undefined : rangeOf(request.headers.range, size);
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${size}`);
    throw new Failure(416);
  }
  // What only calls itself a picture is none.
  const isHidden = isShown(contentType) && !(await beginsAsPicture(storage, storageKey));
  const content = told ? Readable.from([]) : await storage.open(storageKey, range);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.headers({
    'content-type': contentType,
    'content-length': range ? range.end - range.start + 1 : size,
    'content-disposition': contentDisposition(
      isHidden ? 'application/octet-stream' : contentType,
      originalFilename,
    ),
    'accept-ranges': 'bytes',
  });
  return content;
}

/** What the caller has is what would be sent: nothing is read of the file. */
function notModified(reply: FastifyReply): string {
  reply.code(304);
  return '';
}

interface Key {
  workspaceId: string;
  id: string;
}

interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Is told where there should be a small version and is none: after a backup without it was restored. */
  lost: (key: Key) => void;
}

/** Answers with the small version of a picture. */
export async function sendPreview(
  { db, storage }: Pick<Service, 'db' | 'storage'>,
  key: Key,
  { request, reply, lost }: Asked,
): Promise<Readable | string> {
  const { storageKey, size = null } = (await db.first(storedPreview, key)) ?? {};
  if (storageKey === undefined || size === null) throw new NotFound();
  const isHad = isUnchanged(request, reply, `"${key.id}.${size}"`);
  reply.headers({
    'content-type': 'image/webp',
    'content-disposition': 'inline',
    'content-security-policy': sandbox,
  });
  if (isHad) return notModified(reply);
  const preview = previewKeyOf(storageKey);
  try {
    const content = request.method === 'HEAD' ? Readable.from([]) : await storage.open(preview);
    reply.header('content-length', size);
    return content;
  } catch (error) {
    if ((await storage.stat(preview))?.size === size) throw error;
    lost(key);
    throw new NotFound();
  }
}
