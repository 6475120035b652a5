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

/** Whatever a file contains, it runs no scripts and gets no access to the service's origin. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Sends the file of an attachment, or the requested part of it. */
export async function sendFile(
  { db, storage }: Pick<Service, 'db' | 'storage'>,
  attachmentId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Readable | string> {
  const file = await db.first(storedFile, { id: attachmentId });
  if (!file) throw new NotFound();
  const { storageKey, contentType, originalFilename, size } = file;
  // A file never changes, so its id identifies its content.
  const etag = `"${attachmentId}"`;
  // Other sites may embed it: anyone with the address may see it. Browsers update these stored headers with a 304.
  reply.headers({ 'content-security-policy': sandbox, 'cross-origin-resource-policy': 'cross-origin' });
  if (isUnchanged(request, reply, etag)) return notModified(reply);
  const whole = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag;
  // RFC 9110, 14.2: ranges apply to GET only.
  const isHead = request.method === 'HEAD';
  const range = whole || isHead ? undefined : rangeOf(request.headers.range, size);
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${size}`);
    throw new Failure(416);
  }
  // A file that only claims to be a picture is hidden.
  const isHidden = isShown(contentType) && !(await beginsAsPicture(storage, storageKey));
  const content = isHead ? Readable.from([]) : await storage.open(storageKey, range);
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

/** The client's copy is current: the file is not read. */
function notModified(reply: FastifyReply): string {
  reply.code(304);
  return '';
}

interface Key {
  workspaceId: string;
  id: string;
}

interface FileRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Called if a preview is missing in the storage: after a backup without previews was restored. */
  lost: (key: Key) => void;
}

/** Sends the preview of a picture. */
export async function sendPreview(
  { db, storage }: Pick<Service, 'db' | 'storage'>,
  key: Key,
  { request, reply, lost }: FileRequest,
): Promise<Readable | string> {
  const { storageKey, size = null } = (await db.first(storedPreview, key)) ?? {};
  if (storageKey === undefined || size === null) throw new NotFound();
  reply.header('content-security-policy', sandbox);
  if (isUnchanged(request, reply, `"${key.id}.${size}"`)) return notModified(reply);
  reply.headers({ 'content-type': 'image/webp', 'content-disposition': 'inline' });
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
